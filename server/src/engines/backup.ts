// The copy of the embedded database that `quoin backup` makes while a server writes.
import { closeSync, existsSync, fdatasyncSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { CannotOpen } from '../sql/database.ts'

/** Pages copied in one step, and steps between flushes. Flushing everything at the end would keep commits waiting. */
const PAGES_PER_STEP = 1_000
const STEPS_PER_FLUSH = 4
const BUSY_TIMEOUT_MS = 5_000

/**
 * Copies the database file in `folder` as the last commit left it into the existing empty file `copy`, and checks the copy: all of its pages,
 * rows and indexes (`integrity_check`). The server may be writing: it is not made to wait. The schema may be that of another version.
 * Resolves once the copy is durable, which is one file without `-wal` and `-shm`. Throws CannotOpen when there is no database, or the copy is
 * not whole. `onSnapshot` is called once it is settled which commits the copy has.
 */
export async function copySqliteFile(folder: string, copy: string, onSnapshot?: () => Promise<void>): Promise<void> {
  const path = join(folder, 'quoin.db')
  if (!existsSync(path)) throw new CannotOpen(`There is no database ${path}: set QUOIN_DATA_DIR to the server's data folder`)
  try {
    await copyPages(path, copy, onSnapshot)
  } catch (error) {
    throw new CannotOpen(`The database ${path} can't be copied: ${(error as Error).message}`)
  }
  const problem = problemOfCopy(copy)
  if (problem) throw new CannotOpen(`The database ${path} is damaged, and so is its copy, which was removed: ${problem}`)
}

async function copyPages(path: string, copy: string, onSnapshot?: () => Promise<void>): Promise<void> {
  const source = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS })
  const file = openSync(copy, 'r+')
  try {
    // A snapshot that is held: without it the copy starts again at each commit of the server, and never ends while there are any.
    source.exec('BEGIN')
    source.prepare('SELECT count(*) FROM sqlite_schema').get()
    await onSnapshot?.()
    let steps = 0
    const progress = () => {
      if (++steps % STEPS_PER_FLUSH === 0) fdatasyncSync(file)
    }
    await backup(source, copy, { rate: PAGES_PER_STEP, progress })
    source.exec('COMMIT')
    // The log has grown meanwhile: this process writes it back, so that no request of the server has to. Passive: it waits for nobody.
    source.exec('PRAGMA wal_checkpoint(PASSIVE)')
  } finally {
    closeSync(file)
    source.close()
  }
}

/** Describes what is wrong with a copy, in one line: its pages, rows and indexes. Afterwards it is one file, without `-wal` and `-shm`. */
export function problemOfCopy(copy: string): string | undefined {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(copy)
    // One file from here on; a server that starts on it turns the log on again.
    database.exec('PRAGMA journal_mode = DELETE')
    const [row] = database.prepare('PRAGMA integrity_check(1)').all() as { integrity_check: string }[]
    return row?.integrity_check === 'ok' ? undefined : (row?.integrity_check.replaceAll('\n', ' ') ?? 'the check gave no answer')
  } catch (error) {
    return (error as Error).message
  } finally {
    database?.close()
  }
}
