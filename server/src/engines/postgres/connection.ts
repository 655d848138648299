// One connection to PostgreSQL: prepared statements that go out without waiting for each other's answers.
import type { Duplex } from 'node:stream'
import pg from 'pg'
import type { ChangeTx, Prepared } from '../../sql/database.ts'
import type { DatabaseObserver } from '../../sql/observer.ts'
import { endsConnection, isUnreplicated, NotAReplica, standby } from './errors.ts'
import { PreparedQuery } from './query.ts'

/** How long a statement may run before PostgreSQL ends it, unless configured otherwise; it waits for a lock for half of that. */
export const STATEMENT_TIMEOUT_MS = 8_000
/** How long a transaction may be idle. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000
/** Without an answer for so long after the statement's own time-out, which would have fired, the network is taken for broken. */
const SILENCE_MS = 500
/** To connect, and then to get the settings answered. */
export const CONNECT_TIMEOUT_MS = 3_000
/** How long an orderly end may take, before the socket is cut. */
const END_TIMEOUT_MS = 2_000

/** Acknowledged writes are on the disk, whatever the server's default is; stricter settings (`remote_apply`) stay. */
const DURABLE =
  "set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false)"
/** Set by a statement: poolers refuse a connection that brings settings along which they do not know. */
const timeoutsOf = (statement_ms: number) =>
  Object.entries({
    statement_timeout: statement_ms,
    lock_timeout: Math.ceil(statement_ms / 2),
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  }).map(([name, value_ms]) => `set_config('${name}', '${value_ms}', false)`)

/**
 * A text that is the same on a primary and its standbys, and on no other database: that of the cluster, which every copy of its files has, and that of the
 * database in it.
 */
export const IDENTITY =
  "(SELECT system_identifier FROM pg_control_system()) || '/' || (SELECT oid FROM pg_database WHERE datname = current_database())"

/**
 * The first statement of each connection, which also tells whether the server is a standby. `timeout_ms`: for a statement; a patient connection has none.
 */
export const settingsOf = (timeout_ms: number | undefined, more: readonly string[] = []) =>
  `SELECT ${['pg_is_in_recovery() AS is_standby', ...more, DURABLE, ...(timeout_ms === undefined ? [] : timeoutsOf(timeout_ms))].join(', ')}`

/** How a pool connects. */
export interface ConnectionOptions {
  url: string
  /** Of a statement; undefined: it may take as long as it does. */
  timeout_ms: number | undefined
  observer: DatabaseObserver
  /** The database that this is a replica of, by its `IDENTITY`; undefined: it is the primary. */
  replica_of?: string | undefined
}

/** The settings of every connection of ours to the database at `url`; `settingsOf` has the rest. */
export function clientOptions(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'quoin',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  }
}

/** Ends a client after its running statements; at once when the server does not answer any more. */
export async function endClient(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => cutOff(client), END_TIMEOUT_MS)
  try {
    await client.end()
  } finally {
    clearTimeout(timer)
  }
}

/** Closes the socket of a client: its running statements fail. */
export function cutOff(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}

/** A connection; `onLost` is called once when it is no longer usable. */
export class Connection implements ChangeTx {
  readonly engine = 'postgres'
  /** The first error of a posted statement since it was last set to undefined. */
  fault: unknown
  is_lost = false
  /** Whether it was lost because nothing was heard of the server any more. */
  is_silent = false
  /** Statements sent and not answered yet. */
  in_flight = 0
  private readonly client: pg.Client
  private readonly observer: DatabaseObserver
  private readonly silence_ms: number
  private readonly onLost: (connection: Connection) => void
  private heard_at = 0
  private is_batching = false

  private constructor(
    client: pg.Client,
    { observer, timeout_ms = 0 }: ConnectionOptions,
    onLost: (connection: Connection) => void,
  ) {
    this.client = client
    this.observer = observer
    this.silence_ms = timeout_ms + SILENCE_MS
    this.onLost = onLost
    // Without a listener the end of the server would be the end of this process.
    client.on('error', () => this.lose())
    client.on('end', () => this.lose())
    // A warning that comes before the success of a COMMIT, and takes the place of an error.
    client.on('notice', (notice) => {
      if (isUnreplicated(notice)) this.fault ??= notice
    })
  }

  /**
   * Connects; throws the driver's error when it can't, and one that means "unavailable" when the server is a standby: after a fail-over, whatever
   * leads there may not have noticed yet, and reads would show the past. A replica must be one, of that database: NotAReplica. `onLost` may be called before
   * it has connected.
   */
  static async open(options: ConnectionOptions, onLost: (connection: Connection) => void): Promise<Connection> {
    const { url, timeout_ms, replica_of } = options
    const client = new pg.Client({ ...clientOptions(url), pipeline: true })
    const connection = new Connection(client, options, onLost)
    let timer: NodeJS.Timeout | undefined
    try {
      await client.connect()
      // A pooler lets clients in before it has a server for them; until this one is open the pool opens no other.
      timer = setTimeout(() => connection.destroy(), CONNECT_TIMEOUT_MS)
      const more = replica_of === undefined ? [] : [`${IDENTITY} AS identity`]
      const { rows } = await client.query<{ is_standby: boolean; identity?: string }>(settingsOf(timeout_ms, more))
      const [{ is_standby, identity }] = rows as [(typeof rows)[0]]
      if (replica_of === undefined && is_standby) throw standby()
      if (replica_of !== undefined && identity !== replica_of) throw new NotAReplica('other')
      if (replica_of !== undefined && !is_standby) throw new NotAReplica('promoted')
      return connection
    } catch (error) {
      connection.destroy()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  async execute(prepared: Prepared, values: unknown[]): Promise<{ rows: unknown[]; affected: number }> {
    const query = await this.send(prepared, values)
    return prepared.returns_rows ? { rows: query.found, affected: 0 } : { rows: [], affected: query.outcome.affected }
  }

  post(prepared: Prepared, values: unknown[]): void {
    this.send(prepared, values).catch((error) => {
      this.fault ??= error
    })
  }

  /** Runs a statement without parameters, like `COMMIT`, and gives the word that PostgreSQL answers it with. */
  async control(prepared: Prepared): Promise<string> {
    return (await this.send(prepared, [])).outcome.command
  }

  /** Ends a connection whose server has been silent for too long; returns whether it did. The pool calls it regularly. */
  endIfSilent(): boolean {
    if (this.is_lost || this.in_flight === 0 || performance.now() - this.heard_at <= this.silence_ms) return false
    this.is_silent = true
    this.destroy()
    return true
  }

  /** Ends it after its running statements. */
  async end(): Promise<void> {
    this.is_lost = true
    await endClient(this.client)
  }

  /** Ends it at once. */
  destroy(): void {
    this.lose()
  }

  private send(prepared: Prepared, values: unknown[]): Promise<PreparedQuery> {
    this.batch()
    if (this.in_flight++ === 0) this.heard_at = performance.now()
    const { slow_ms, onSlow } = this.observer
    const sent_at = slow_ms === undefined ? 0 : performance.now()
    return new Promise((resolve, reject) => {
      const query = new PreparedQuery(prepared, values, (error) => {
        this.in_flight--
        this.heard_at = performance.now()
        if (slow_ms !== undefined && this.heard_at - sent_at > slow_ms) onSlow?.(prepared.sql, this.heard_at - sent_at)
        if (!error) return resolve(query)
        if (endsConnection(error)) this.lose()
        reject(error)
      })
      void this.client.query(query as unknown as pg.Submittable)
    })
  }

  /** Statements sent in the same tick leave in one piece: each on its own would cost a system call. */
  private batch(): void {
    if (this.is_batching) return
    this.is_batching = true
    const { stream } = (this.client as unknown as { connection: { stream: Duplex } }).connection
    stream.cork()
    process.nextTick(() => {
      this.is_batching = false
      stream.uncork()
    })
  }

  private lose(): void {
    if (this.is_lost) return
    this.is_lost = true
    // Whatever it was: a transaction that is left open would hold its locks, and a socket would count among the connections.
    cutOff(this.client)
    this.onLost(this)
  }
}
