// One backup: a copy of the database, compressed, encrypted if that is asked for, and put into the store as a whole.
import { randomBytes } from 'node:crypto'
import { createReadStream, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import { copySqliteFile } from '../../engines/backup.ts'
import { type DatabaseSettings, openDatabase } from '../../engines/open.ts'
import { exportLines } from '../transfer/export.ts'
import { backupName, backupsIn, type Keep, type Link, outdated } from './names.ts'
import { pack } from './pack.ts'
import type { BackupPlace } from './place.ts'
import { draftName, isLeft, openStore } from './store.ts'
import { removeSegments } from './stored-segments.ts'

export interface BackupOrder {
  database: Pick<DatabaseSettings, 'data_dir' | 'database_url'>
  place: BackupPlace
  /** Whom it is encrypted for (`age1…`); unset: nobody. */
  recipient: string | undefined
  keep: Keep
  now_ms: number
}

/** Is called once when it is settled what a copy of SQLite will have; gives how the log continues it, if it does. */
export type OnSnapshot = () => Promise<Link | undefined>

/** What was made, and what was removed for it. */
export interface MadeBackup {
  name: string
  bytes: number
  removed: string[]
}

/** The folder of drafts in the data folder. Each backup has one of its own in it: a command may make one while the server does. */
const DRAFTS = 'backup-drafts'

/**
 * Makes a backup of a database that a server may be writing to, and removes those that are outdated. Of SQLite it is a checked copy of the file,
 * of PostgreSQL an export of everything. Throws an Error that says what failed; the store is as it was then.
 */
export async function makeBackup(
  { database, place, recipient, keep, now_ms }: BackupOrder,
  onSnapshot?: OnSnapshot,
): Promise<MadeBackup> {
  const store = await openStore(place)
  // Before minutes of work: it may not be reachable.
  await store.list()
  const all = join(database.data_dir, DRAFTS)
  mkdirSync(all, { recursive: true, mode: 0o700 })
  for (const left of readdirSync(all)) if (isLeft(left)) rmSync(join(all, left), { recursive: true, force: true })
  const drafts = join(all, draftName())
  mkdirSync(drafts, { mode: 0o700 })
  try {
    const file = join(drafts, 'packed')
    const into = (input: Readable) => pack(input, 'gz', recipient, file)
    const form = database.database_url === undefined ? 'db' : 'jsonl'
    let link: Link | undefined
    if (form === 'db') {
      const copy = join(drafts, `${randomBytes(4).toString('hex')}.db`)
      writeFileSync(copy, '', { mode: 0o600 })
      await copySqliteFile(database.data_dir, copy, async () => {
        link = await onSnapshot?.()
      })
      await into(createReadStream(copy))
    } else await exportInto(database, into)
    const name = backupName(now_ms, form, recipient !== undefined, link)
    await store.put(name, file)
    const names = await store.list()
    const backups = backupsIn(names)
    const old = outdated(backups, keep, now_ms)
    await removeSegments(store, names, backups, old)
    const removed = old.map((backup) => backup.name)
    await store.remove(removed)
    return { name, bytes: statSync(file).size, removed }
  } finally {
    rmSync(drafts, { recursive: true, force: true })
  }
}

async function exportInto(settings: BackupOrder['database'], into: (input: Readable) => Promise<void>): Promise<void> {
  const { database } = await openDatabase({ ...settings, is_patient: true }, (error) => {
    throw error
  })
  const lines = new PassThrough()
  // Reported by what waits for it.
  lines.on('error', () => {})
  try {
    const packed = into(lines)
    // A fault of one side ends the other, which would wait for ever.
    packed.catch((error) => lines.destroy(error))
    const written = exportLines(database, null, (text) => writeText(lines, text)).then(() => lines.end())
    written.catch((error) => lines.destroy(error))
    // The export fails too where its lines can't be packed: the first fault is the cause.
    await Promise.all([packed, written]).finally(() => Promise.allSettled([packed, written]))
  } finally {
    await database.close()
  }
}

const writeText = (output: Writable, text: string) =>
  new Promise<void>((resolve, reject) => output.write(text, (error) => (error ? reject(error) : resolve())))
