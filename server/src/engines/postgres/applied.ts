// What migrations a PostgreSQL database has, read without changing it.
import pg from 'pg'
import { CannotOpen } from '../../sql/database.ts'
import type { Applied } from '../../sql/migrate.ts'
import { APPLIED, type Found } from '../found.ts'
import { checkServer } from './migrate.ts'
import { cannotOpen } from './open.ts'

const LONGEST_MS = 5_000

/** Throws CannotOpen where it can't be reached, or is not one for Quoin. */
export async function readApplied(url: string): Promise<Found> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'quoin upgrade-check',
    connectionTimeoutMillis: LONGEST_MS,
    statement_timeout: LONGEST_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await checkServer(client)
    const { rows } = await client.query(
      "SELECT to_regclass('migrations') IS NOT NULL AS has_migrations, pg_database_size(current_database()) AS bytes, current_setting('server_version') AS engine_version",
    )
    const { has_migrations, bytes, engine_version } = rows[0]
    const found = has_migrations ? (await client.query(APPLIED)).rows : []
    return {
      applied: found.map((row): Applied => ({ ...row, id: Number(row.id) })),
      bytes: Number(bytes),
      engine_version,
    }
  } catch (error) {
    throw error instanceof CannotOpen ? error : cannotOpen(url, error as Error)
  } finally {
    await client.end().catch(() => {})
  }
}
