// Statements that begin and end transactions, or ask nothing.
import type { Prepared } from '../../sql/database.ts'

/** A statement that gives no rows. */
export const control = (sql: string): Prepared => ({ sql, returns_rows: false })

export const COMMIT = control('COMMIT')
export const PROBE: Prepared = { sql: 'SELECT 1 AS alive', returns_rows: true }
