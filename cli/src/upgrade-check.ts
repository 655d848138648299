import { statfsSync } from 'node:fs'
import type { Command } from 'commander'
import { readConfig } from '../../server/src/config.ts'
import { type Inspection, inspectDatabase } from '../../server/src/engines/inspect.ts'
import { takeServerLock } from '../../server/src/engines/sqlite/file.ts'
import { hasKeyFile } from '../../server/src/operate/secret-key.ts'
import { VERSION } from '../../server/src/operate/version.ts'
import { CannotOpen } from '../../server/src/sql/database.ts'
import { print, wrapped } from './output.ts'

/** The copy, and what the migrations write. */
const ROOM = 2

/** `quoin upgrade-check`. */
export function addUpgradeCheckCommand(program: Command): void {
  program
    .command('upgrade-check')
    .description('what a start of this version would change, and whether anything is in its way')
    .option('--json', 'print one JSON value')
    .addHelpText(
      'after',
      wrapped(
        '\nChanges nothing, and may be run while the old version serves. Exit code 1: do not start this version yet.\n\nExample:\n  npx quoin@latest upgrade-check',
      ),
    )
    .action(upgradeCheck)
}

async function upgradeCheck(options: { json?: boolean }): Promise<void> {
  const config = readConfig()
  const { data_dir, database_url, secret_key } = config
  const is_file = database_url === undefined
  let found: Inspection | undefined
  const problems: string[] = []
  try {
    found = await inspectDatabase(config)
    if (found && is_file) problems.push(...roomProblems(found, data_dir))
  } catch (error) {
    problems.push(error instanceof CannotOpen ? error.message : `The database can't be read: ${(error as Error).message}`)
  }
  const is_served = is_file && found !== undefined && isServed(data_dir)
  const has_key = secret_key !== undefined || hasKeyFile(data_dir)
  const is_ready = problems.length === 0
  const { engine, pending = [], newest = null, bytes = 0 } = found ?? {}
  const about = { version: VERSION, engine: engine ?? null, is_there: found !== undefined && !found.is_empty }
  print(options.json, { ...about, newest, missing: pending, bytes, is_served, has_key, is_ready, problems }, [
    ...(is_ready ? linesOf(found, { is_file, is_served, has_key }) : []),
    ...problems.map((problem) => `Problem: ${problem}`),
  ])
  if (!is_ready) process.exitCode = 1
}

function roomProblems({ pending, is_empty, bytes }: Inspection, data_dir: string): string[] {
  const room = roomIn(data_dir)
  if (pending.length === 0 || is_empty || room >= ROOM * bytes) return []
  return [
    `The disk of ${data_dir} has ${megabytes(room)} left: a copy of the database and the migrations need ${megabytes(ROOM * bytes)}`,
  ]
}

function linesOf(
  found: Inspection | undefined,
  { is_file, is_served, has_key }: { is_file: boolean; is_served: boolean; has_key: boolean },
): string[] {
  if (!found || found.is_empty)
    return [`Quoin ${VERSION}${found ? ` on ${found.engine}` : ''}`, 'There is no database yet: the first start makes one.']
  const { engine, pending, newest, bytes } = found
  const lines = [
    `Quoin ${VERSION} on ${engine}`,
    `The database has ${megabytes(bytes)}, and its newest migration is ${newest ?? 'none'}.`,
  ]
  if (!has_key)
    lines.push('There is no secret.key and no QUOIN_SECRET_KEY: put the key of this database in place, or its webhooks are lost.')
  if (pending.length === 0) return [...lines, 'It has all migrations of this version: a start changes nothing.']
  lines.push(`A start applies ${pending.length === 1 ? 'one migration' : `${pending.length} migrations`}: ${pending.join(', ')}.`)
  lines.push(
    is_file
      ? `Before that it copies the database to quoin.db.before-${pending[0]}.`
      : 'Back it up before that (pg_dump): the old version does not start on the new schema.',
  )
  if (is_served) lines.push('A server runs on it: stop it before you start this version.')
  return lines
}

/** Whether a server holds the data folder. */
function isServed(data_dir: string): boolean {
  try {
    takeServerLock(data_dir).release()
    return false
  } catch (error) {
    if (error instanceof CannotOpen) return true
    throw error
  }
}

function roomIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
