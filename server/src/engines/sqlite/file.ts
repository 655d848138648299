// The file of the embedded database: opened with the settings that every connection of ours has, and held by one server at a time.
import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CannotOpen } from '../../sql/database.ts'
import { asUnavailable, isBusy, isDamage } from './errors.ts'

/** How long a write waits for another process (the command line, a backup) before it gives up. */
export const BUSY_TIMEOUT_MS = 5_000
/** SQLite before 3.51.3 can lose commits when a WAL is reset (sqlite.org/wal.html#walresetbug). */
const OLDEST_SQLITE = [3, 51, 3] as const

/** The database file of a data folder. */
export const pathOf = (folder: string): string => join(folder, 'quoin.db')

/**
 * Opens or creates the database file `quoin.db` in `folder` with the settings that every connection of ours has. `whileOpen` is called while there
 * is a connection: the last one to be closed removes the log.
 */
export function openSqliteFile(
  folder: string,
  whileOpen?: (path: string) => void,
): { path: string; connect: () => DatabaseSync } {
  const path = pathOf(folder)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const connection = connectTo(path)
    whileOpen?.(path)
    connection.close()
    chmodSync(path, 0o600)
  } catch (error) {
    if (error instanceof CannotOpen) throw error
    throw (
      damageOf(path, error) ??
      new CannotOpen(`The database file ${path} can't be opened for writing: ${(error as Error).message}`)
    )
  }
  const connect = () => {
    try {
      return connectTo(path)
    } catch (error) {
      throw asUnavailable(error as Error)
    }
  }
  return { path, connect }
}

/** Whether there is a database file with something in it in `folder`. */
export function hasSqliteFile(folder: string): boolean {
  try {
    return statSync(pathOf(folder)).size > 0
  } catch {
    return false
  }
}

/** The message for a file that is not, or no longer, an intact database; undefined for every other error. */
export function damageOf(path: string, error: unknown): CannotOpen | undefined {
  if (!isDamage(error)) return undefined
  return new CannotOpen(`The database ${path} is damaged (${(error as Error).message}): stop the server and restore a backup`)
}

/**
 * Claims the data folder for this process as its only server. The claim is an open transaction on a separate file, so the
 * operating system releases it however the process ends. Throws CannotOpen when another process holds it.
 */
export function takeServerLock(folder: string): { release(): void } {
  const path = join(folder, 'quoin.lock')
  let lock: DatabaseSync
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    lock = new DatabaseSync(path, { timeout: 0 })
  } catch (error) {
    throw new CannotOpen(`The data folder ${folder} (QUOIN_DATA_DIR) can't be written: ${(error as Error).message}`)
  }
  try {
    lock.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!isBusy(error as Error)) {
      throw new CannotOpen(`The data folder ${folder} (QUOIN_DATA_DIR) can't be written: ${(error as Error).message}`)
    }
    throw new CannotOpen(`Another Quoin server is running on ${folder}: stop it first, or set QUOIN_DATA_DIR to another folder`)
  }
  return { release: () => lock.close() }
}

/** Another connection to a database file. */
export function connectTo(path: string): DatabaseSync {
  const connection = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true })
  const { version } = connection.prepare('SELECT sqlite_version() AS version').get() as { version: string }
  if (isOlder(version, OLDEST_SQLITE)) {
    throw new CannotOpen(
      `SQLite ${version} may lose commits; Quoin needs ${OLDEST_SQLITE.join('.')} or newer: start it with \`npm start\``,
    )
  }
  // FULL: an acknowledged write survives a power cut, not only the end of the process. temp_store stays as it is: in memory, the journal of a
  // savepoint makes each statement more expensive the larger the transaction is (10,000 updates took 30 s).
  connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -20000')
  return connection
}

function isOlder(version: string, than: readonly number[]): boolean {
  const parts = version.split('.').map(Number)
  for (let index = 0; index < than.length; index++) {
    if (parts[index]! !== than[index]!) return parts[index]! < than[index]!
  }
  return false
}
