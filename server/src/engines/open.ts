// Opens the database that the configuration names, at the program's schema.
import type { Database } from '../sql/database.ts'
import { migrateSqlite } from '../sql/migrate.ts'
import type { DatabaseObserver } from '../sql/observer.ts'
import type { PostgresSettings } from './postgres/database.ts'
import { SqliteDatabase } from './sqlite/database.ts'
import { connectTo, openSqliteFile } from './sqlite/file.ts'
import { LogHold } from './sqlite/log-hold.ts'

/** Where the data is: in the folder, unless the address of a PostgreSQL database is given (`postgres://…`). */
export interface DatabaseSettings extends PostgresSettings {
  data_dir: string
  database_url?: string | undefined
  /** Whether it is opened for a command, which may take its time, and not for requests. */
  is_patient?: boolean
  /** How long to wait for a PostgreSQL that is not up yet; absent: not at all. `onWait` is called once when waiting starts. */
  database_wait_s?: number
  onWait?: (line: string) => void
  /** Whether the write-ahead log of an embedded database is kept for somebody who reads it. */
  holds_log?: boolean
  /** Is told how the database works. */
  observer?: DatabaseObserver | undefined
  /** Called with a line for the log when a read replica can't be used, and when it is used again. */
  onReplica?: (line: string) => void
}

/** An open database, the migrations that were applied to it, and messages for its operator, one line each. */
export interface OpenedDatabase {
  database: Database
  migrated: string[]
  warnings: string[]
  /** Keeps the log, where that was asked for. */
  hold?: LogHold | undefined
}

/**
 * Opens the database, creating (SQLite) and migrating it as needed. `onFatal` is called when the process must end because a commit left the
 * file in an unknown state. Throws CannotOpen with one clear line when it can't be opened.
 */
export async function openDatabase(settings: DatabaseSettings, onFatal: (error: Error) => void): Promise<OpenedDatabase> {
  if (settings.database_url !== undefined) {
    // Loaded when needed: on SQLite it would be a tenth of the start of a command.
    const { openPostgres } = await import('./postgres/open.ts')
    return openPostgres(settings.database_url, settings)
  }
  let hold: LogHold | undefined
  const { path, connect } = openSqliteFile(settings.data_dir, (file) => {
    // First of all: migrations are read from the log, too.
    if (settings.holds_log) hold = new LogHold(file, () => connectTo(file))
  })
  const connection = connect()
  let migrated: string[]
  try {
    migrated = migrateSqlite(connection, path)
  } finally {
    connection.close()
  }
  return { database: new SqliteDatabase(connect, onFatal, settings.observer, hold), migrated, warnings: [], hold }
}
