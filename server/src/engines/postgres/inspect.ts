// The same look at a database of PostgreSQL.
import pg from 'pg'
import { type Applied, migrationsFor, missingAfter } from '../../sql/migrate.ts'
import type { Inspection, ReplicaInspection } from '../inspect.ts'
import { clientOptions, endClient, IDENTITY } from './connection.ts'

/** Looks at the database at `url`. Throws as `inspectDatabase` does. */
export async function inspectPostgres(url: string): Promise<Inspection> {
  const client = new pg.Client(clientOptions(url))
  client.on('error', () => {})
  await client.connect()
  try {
    const asked_at = Date.now()
    const { rows } = await client.query(
      "SELECT current_setting('server_version') AS version, extract(epoch FROM clock_timestamp()) * 1000 AS now_ms, pg_database_size(current_database()) AS bytes, to_regclass('migrations') IS NOT NULL AS has_table",
    )
    const { version, now_ms, bytes, has_table } = rows[0] as {
      version: string
      now_ms: string
      bytes: string
      has_table: boolean
    }
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
      newest: applied.at(-1)?.name ?? null,
      is_empty: applied.length === 0,
      bytes: Number(bytes),
      clock_ahead_ms,
      unsafe: unsafe.rows.map(({ name }) => name as string),
    }
  } finally {
    await endClient(client)
  }
}

const LOOK = `SELECT pg_is_in_recovery() AS is_standby, ${IDENTITY} AS identity,
  current_setting('hot_standby_feedback') AS feedback,
  CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() - '0/0'::pg_lsn ELSE pg_current_wal_lsn() - '0/0'::pg_lsn END AS position`

/** Looks at read replicas of the database at `url`, in their order. Throws the driver's error when the primary can't be reached. */
export async function inspectReplicas(url: string, replica_urls: readonly string[]): Promise<ReplicaInspection[]> {
  const looks = await Promise.all(
    replica_urls.map(async (replica_url) => {
      const name = new URL(replica_url).host
      return look(replica_url).then(
        (found) => ({ name, found }),
        (error: Error) => ({ name, problem: error.message || String((error as NodeJS.ErrnoException).code) }),
      )
    }),
  )
  // Last: standbys are behind it then, by what they have not replayed.
  const primary = await look(url)
  return looks.map((one): ReplicaInspection => {
    if ('problem' in one) return one
    const { name, found } = one
    if (found.identity !== primary.identity) return { name, problem: 'it is not a replica of this database' }
    if (!found.is_standby) return { name, problem: 'it takes writes: it is a primary, not a standby' }
    const bytes_behind = Math.max(0, Number(primary.position) - Number(found.position))
    return { name, bytes_behind, has_feedback: found.feedback === 'on' }
  })
}

async function look(url: string): Promise<{ is_standby: boolean; identity: string; feedback: string; position: string }> {
  const client = new pg.Client(clientOptions(url))
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(LOOK)).rows[0]
  } finally {
    await endClient(client).catch(() => {})
  }
}
