// Opens the database that the configuration names, at the program's schema.
import type { Database } from './database.ts'
import { CannotOpen } from './database.ts'
import { migrateSqlite } from './migrate.ts'
import { migratePostgres } from './migrate-postgres.ts'
import { PostgresDatabase } from './postgres.ts'
import { openSqliteFile, SqliteDatabase } from './sqlite.ts'

/** Where the data lies: in the folder, unless there is an address of a PostgreSQL database (`postgres://…`). */
export interface DatabaseSettings {
  data_dir: string
  database_url?: string | undefined
  /** Whether it is opened for a command, which may take its time, and not for requests. */
  is_patient?: boolean
}

/**
 * Opens the database, creating (SQLite) and migrating it as needed. `onFatal` is told when the process must end because a commit left the
 * file in an unknown state. Throws CannotOpen with one clear line when it can't be opened.
 */
export async function openDatabase(
  settings: DatabaseSettings,
  onFatal: (error: Error) => void,
): Promise<{ database: Database; migrated: string[] }> {
  if (settings.database_url !== undefined) return openPostgres(settings.database_url, settings.is_patient)
  const { path, connect } = openSqliteFile(settings.data_dir)
  const connection = connect()
  let migrated: string[]
  try {
    migrated = migrateSqlite(connection, path)
  } finally {
    connection.close()
  }
  return { database: new SqliteDatabase(connect, onFatal), migrated }
}

async function openPostgres(url: string, is_patient?: boolean): Promise<{ database: Database; migrated: string[] }> {
  try {
    const migrated = await migratePostgres(url)
    return { database: await PostgresDatabase.open(url, is_patient), migrated }
  } catch (error) {
    if (error instanceof CannotOpen) throw error
    throw new CannotOpen(`The database ${withoutPassword(url)} (QUOIN_DATABASE_URL) can't be opened: ${reasonOf(error as Error)}`)
  }
}

/** An address that may be shown. */
function withoutPassword(url: string): string {
  const shown = new URL(url)
  if (shown.password) shown.password = '***'
  shown.search = ''
  return shown.href
}

/** Node gives an error without words when it tried several addresses of a name. */
function reasonOf(error: Error): string {
  return error.message || (error as NodeJS.ErrnoException).code || String((error as AggregateError).errors?.[0])
}
