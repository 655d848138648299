// Opens the database that the configuration names, at the program's schema.
import type { Database } from './database.ts'
import { migrateSqlite } from './migrate.ts'
import { openSqliteFile, SqliteDatabase } from './sqlite.ts'

/**
 * Opens the embedded database in `folder`, creating and migrating it as needed. `onFatal` is told when the process must end
 * because a commit left the file in an unknown state. Throws CannotOpen with one clear line when it can't be opened.
 */
export function openDatabase(folder: string, onFatal: (error: Error) => void): { database: Database; migrated: string[] } {
  const { path, connect } = openSqliteFile(folder)
  const connection = connect()
  let migrated: string[]
  try {
    migrated = migrateSqlite(connection, path)
  } finally {
    connection.close()
  }
  return { database: new SqliteDatabase(connect, onFatal), migrated }
}
