// Checks of the machine: the runtime, the disk, the data folder, backups.
import { existsSync, readdirSync, type Stats, statfsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { bytesText, type Finding, failed, ok, skipped, warning } from './finding.ts'

const RUNTIME_MAJOR = 26
const DAY_MS = 24 * 60 * 60 * 1000
/** Below that writes may soon fail. */
const LEAST_FREE_BYTES = 256e6
const LITTLE_FREE_BYTES = 1e9
/** A daily backup may take a while. */
const OLDEST_BACKUP_MS = 26 * 60 * 60 * 1000

/** Checks the version of Node.js, like `26.10.0`. */
export function checkRuntime(version: string): Finding {
  if (Number(version.split('.')[0]) >= RUNTIME_MAJOR) return ok('node', `Node.js ${version}`)
  return failed('node', `Node.js ${version} is too old.`, `Quoin needs ${RUNTIME_MAJOR}: start it by npm, which brings it.`)
}

/** Checks the room on the disk of a folder; `database_bytes` is the size of a database in it. */
export function checkDisk(folder: string, database_bytes = 0): Finding {
  if (!existsSync(folder)) return skipped('disk', `The folder ${resolve(folder)} is not there`)
  const { bavail, blocks, bsize } = statfsSync(folder)
  return judgeDisk(bavail * bsize, blocks * bsize, database_bytes)
}

/** The finding for so much room. */
export function judgeDisk(free: number, all: number, database_bytes: number): Finding {
  const message = `${bytesText(free)} free of ${bytesText(all)}`
  if (free < LEAST_FREE_BYTES) return failed('disk', `${message}.`, 'Make room now: writes fail when the disk is full.')
  if (free < LITTLE_FREE_BYTES) return warning('disk', `${message}.`, 'Make room soon.')
  if (free < database_bytes)
    return warning(
      'disk',
      `${message}, and the database has ${bytesText(database_bytes)}.`,
      'An update copies it first: make room for that.',
    )
  return ok('disk', message)
}

/** Checks who may read the data folder and the files in it, on systems that have such permissions. */
export function checkFiles(folder: string): Finding[] {
  const statOf = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })
  const of_folder = statOf('.')
  if (!of_folder)
    return [warning('data folder', `${resolve(folder)} is not there.`, 'Set QUOIN_DATA_DIR to the folder of the server.')]
  const findings: Finding[] = []
  const has_permissions = process.platform !== 'win32'
  for (const [name, mode] of [
    ['secret.key', '600'],
    ['quoin.db', '600'],
  ] as const) {
    const found = statOf(name)
    if (!found || !has_permissions || !isOpen(found)) continue
    findings.push(
      failed('data folder', `Others on this machine can read ${join(folder, name)}.`, `chmod ${mode} ${join(folder, name)}`),
    )
  }
  if (has_permissions && isOpen(of_folder) && (of_folder.mode & 0o022) !== 0)
    findings.push(failed('data folder', `Others on this machine can write into ${folder}.`, `chmod 700 ${folder}`))
  const own = process.getuid?.()
  if (own !== undefined && own !== 0 && of_folder.uid !== own)
    findings.push(warning('data folder', `${folder} belongs to another user.`, 'Run this as the user of the server.'))
  return findings.length > 0 ? findings : [ok('data folder', `${resolve(folder)}, for its owner only`)]
}

const isOpen = ({ mode }: Stats) => (mode & 0o077) !== 0

/** Checks the newest file of a folder of backups; undefined: it was not named. */
export function checkBackups(folder: string | undefined, now_ms: number): Finding {
  if (folder === undefined) return skipped('backups', 'Name their folder with --backups to check how old the newest one is')
  if (!existsSync(folder))
    return failed('backups', `The folder ${folder} is not there.`, 'See "Backup and restore" in docs/self-hosting.md.')
  const times = readdirSync(folder, { withFileTypes: true })
    .filter((file) => file.isFile() && !file.name.includes('.partial-'))
    .map(({ name }) => statSync(join(folder, name)).mtimeMs)
  if (times.length === 0) return failed('backups', `${folder} has no backup.`, 'quoin backup makes one while the server runs.')
  const age_ms = now_ms - Math.max(...times)
  const message = `The newest of ${times.length === 1 ? '1 file' : `${times.length} files`} is ${ageText(age_ms)} old`
  return age_ms <= OLDEST_BACKUP_MS
    ? ok('backups', message)
    : failed('backups', `${message}.`, 'Look why the job that makes them has stopped.')
}

/** An age in the largest unit that fits. */
export function ageText(ms: number): string {
  const hours = Math.floor(ms / (60 * 60 * 1000))
  if (ms >= 2 * DAY_MS) return `${Math.floor(ms / DAY_MS)} days`
  if (hours >= 1) return hours === 1 ? '1 hour' : `${hours} hours`
  return `${Math.max(0, Math.round(ms / 60_000))} minutes`
}
