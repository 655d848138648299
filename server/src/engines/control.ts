// Statements that both engines have: those that end transactions and undo a part of a group, and one that asks nothing.
import type { Prepared } from '../sql/database.ts'

/** A statement that gives no rows. */
export const control = (sql: string): Prepared => ({ sql, returns_rows: false })

export const COMMIT = control('COMMIT')
export const ROLLBACK = control('ROLLBACK')
export const SAVEPOINT = control('SAVEPOINT part')
export const RELEASE = control('RELEASE SAVEPOINT part')
export const ROLLBACK_TO = control('ROLLBACK TO SAVEPOINT part')
export const PROBE: Prepared = { sql: 'SELECT 1 AS alive', returns_rows: true }
