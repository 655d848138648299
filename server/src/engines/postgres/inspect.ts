// The same look at a database of PostgreSQL.
import pg from 'pg'
import { type Applied, migrationsFor, missingAfter } from '../../sql/migrate.ts'
import type { Inspection } from '../inspect.ts'
import { clientOptions, endClient } from './connection.ts'

/** Looks at the database at `url`. Throws as `inspectDatabase` does. */
export async function inspectPostgres(url: string): Promise<Inspection> {
  const client = new pg.Client(clientOptions(url))
  client.on('error', () => {})
  await client.connect()
  try {
    const asked_at = Date.now()
    const { rows } = await client.query(
      "SELECT current_setting('server_version') AS version, extract(epoch FROM clock_timestamp()) * 1000 AS now_ms, to_regclass('migrations') IS NOT NULL AS has_table",
    )
    const { version, now_ms, has_table } = rows[0] as { version: string; now_ms: string; has_table: boolean }
    // The answer was made between the two.
    const clock_ahead_ms = Math.round(Number(now_ms) - (asked_at + Date.now()) / 2)
    const found = has_table ? (await client.query('SELECT id, name, checksum FROM migrations ORDER BY id')).rows : []
    const applied = found.map((row): Applied => ({ ...row, id: Number(row.id) }))
    const missing = missingAfter(applied, client.database ?? '', migrationsFor('postgres'))
    const unsafe = await client.query(
      "SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes') AND setting = 'off' ORDER BY name",
    )
    return {
      engine: `PostgreSQL ${version.split(' ')[0]}`,
      pending: missing.map(({ name }) => name),
      is_empty: applied.length === 0,
      clock_ahead_ms,
      unsafe: unsafe.rows.map(({ name }) => name as string),
    }
  } finally {
    await endClient(client)
  }
}
