// The same for PostgreSQL: the missing migrations in one transaction, one process at a time.
import pg from 'pg'
import { CannotOpen } from '../../sql/database.ts'
import { type Applied, migrationsFor, missingAfter } from '../../sql/migrate.ts'

/** The oldest PostgreSQL that Quoin is for: older ones get no fixes any more. */
const OLDEST_SERVER = 140_000
/** The advisory lock of migrations: any number that nothing else takes. */
const MIGRATION_LOCK = 4_280_001
/** How long to wait for another process that migrates, or for a lock on a table that changes: its holder may hang. */
const LONGEST_WAIT_MS = 60_000
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Applies the missing migrations, all of them or none, and returns their names. Throws CannotOpen for a database that is newer than the program
 * or a server that is too old, or when others keep it locked for longer than `wait_ms`, and the driver's error when it can't be reached.
 */
export async function migratePostgres(
  url: string,
  migrations = migrationsFor('postgres'),
  wait_ms = LONGEST_WAIT_MS,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'quoin migrate', connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await checkServer(client)
    await client.query('BEGIN')
    await client.query(`SET LOCAL lock_timeout = ${wait_ms}`)
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await client.query(
      'CREATE TABLE IF NOT EXISTS migrations (id bigint NOT NULL PRIMARY KEY, name text COLLATE "C" NOT NULL, checksum text COLLATE "C" NOT NULL, applied_at text COLLATE "C" NOT NULL)',
    )
    const { rows } = await client.query('SELECT id, name, checksum FROM migrations ORDER BY id')
    const applied = rows.map((row): Applied => ({ ...row, id: Number(row.id) }))
    const missing = missingAfter(applied, client.database ?? '', migrations)
    for (const migration of missing) {
      await client.query(migration.sql)
      const values = [migration.id, migration.name, migration.checksum, new Date().toISOString()]
      await client.query('INSERT INTO migrations (id, name, checksum, applied_at) VALUES ($1, $2, $3, $4)', values)
    }
    await client.query('COMMIT')
    return missing.map(({ name }) => name)
  } catch (error) {
    if ((error as pg.DatabaseError).code !== LOCK_NOT_AVAILABLE) throw error
    throw new CannotOpen(
      `The database ${client.database} could not be migrated: another process that migrates it, or another program, has kept it locked for ${wait_ms / 1000} seconds. Start again when that has ended (pg_stat_activity shows who it is)`,
    )
  } finally {
    await client.end()
  }
}

/** Throws CannotOpen for a server that is too old, and a database that is not in UTF8. */
async function checkServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    "SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding",
  )
  const { version, encoding } = rows[0] as { version: string; encoding: string }
  if (Number(version) < OLDEST_SERVER) throw new CannotOpen(`PostgreSQL ${version} is too old: Quoin needs 14 or newer`)
  if (encoding !== 'UTF8') throw new CannotOpen(`The database is in the encoding ${encoding}: Quoin needs one in UTF8`)
}
