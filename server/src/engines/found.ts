// What is read of a database before it is opened by the program, on both engines.
import type { Applied } from '../sql/migrate.ts'

/** A database as it is. */
export interface Found {
  /** The migrations that it has, the oldest first. */
  applied: Applied[]
  /** The version of the engine: of the SQLite in this program, of the PostgreSQL that answers. */
  engine_version: string
  /** Its size. A start that migrates SQLite makes a copy that is as large at most. */
  bytes: number
}

/** The migrations that a database has. */
export const APPLIED = 'SELECT id, name, checksum FROM migrations ORDER BY id'
