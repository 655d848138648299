// Poolers between this program and PostgreSQL, such as PgBouncer. One that keeps a connection for a session does no harm.
import pg from 'pg'
import { CannotOpen } from '../../sql/database.ts'
import { endClient } from './connection.ts'

const PID = 'SELECT pg_backend_pid() AS pid'

/**
 * Throws CannotOpen when a connection to `url` is not always the same session of PostgreSQL: a pooler gives sessions out by transaction or
 * statement. Prepared statements, settings and notifications belong to a session and would get lost. Throws the driver's error when
 * no connection can be made.
 */
export async function refusePoolingByTransaction(url: string): Promise<void> {
  const clients = [newClient(url), newClient(url)] as const
  try {
    const [own, other] = clients
    await Promise.all([own.connect(), other.connect()])
    const before = await pidOf(own)
    // Takes the session that a pooler has just got back.
    const is_begun = await other.query('BEGIN').then(
      () => true,
      (error) => {
        // By statement, where there are no transactions at all.
        if (/pooling mode/.test((error as Error).message)) return false
        throw error
      },
    )
    if (!is_begun) throw pooled()
    const taken = await pidOf(other)
    const after = await pidOf(own)
    if (before === after && before !== taken) return
    throw pooled()
  } finally {
    await Promise.all(clients.map((client) => endClient(client).catch(() => {})))
  }
}

const pooled = () =>
  new CannotOpen(
    'QUOIN_DATABASE_URL leads to a pooler that hands out sessions by transaction or statement: set its pool_mode to session (PgBouncer), or connect to PostgreSQL itself',
  )

function newClient(url: string): pg.Client {
  const client = new pg.Client({ connectionString: url, application_name: 'quoin start', connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  return client
}

async function pidOf(client: pg.Client): Promise<number> {
  return (await client.query(PID)).rows[0].pid
}
