// One hot standby that lists are read from: its connections, and whether it may be used.
import type { Prepared } from '../../sql/database.ts'
import type { DatabaseObserver, PoolState, ReplicaState } from '../../sql/observer.ts'
import { Connection, type ConnectionOptions } from './connection.ts'
import { NotAReplica } from './errors.ts'
import { Pool } from './pool.ts'
import { Snapshots } from './snapshots.ts'

/** A replica that is further behind is not asked: most of its lists would have to be read again at the primary. */
const LONGEST_LAG_MS = 10_000
/** Without an answer to a check for so long it is taken for broken: its connections are cut, and lists that wait for them go to the primary. */
const CHECK_TIMEOUT_MS = 2_000
const TELL_EVERY_MS = 60_000
/** Positions of the primary that are remembered, one a second at most. */
const MOST_POSITIONS = 600

/** Bytes of the write-ahead log, as a number. */
const positionOf = (call: string) => `(${call} - '0/0'::pg_lsn)::bigint`
const REPLAYED: Prepared = {
  sql: `SELECT pg_is_in_recovery() AS is_standby, coalesce(${positionOf('pg_last_wal_replay_lsn()')}, 0) AS position`,
  returns_rows: true,
}
/** Where the primary is. */
export const WRITTEN: Prepared = { sql: `SELECT ${positionOf('pg_current_wal_lsn()')} AS position`, returns_rows: true }

export interface ReplicaOptions {
  url: string
  /** The most connections for lists. */
  limit: number
  timeout_ms: number
  observer: DatabaseObserver
  /** The `IDENTITY` of its primary. */
  replica_of: string
  /** Gets lines for the log. */
  tell(line: string): void
}

/** A standby. It is used once `check` has found it well. */
export class Replica {
  readonly snapshots: Snapshots
  is_used = false
  private readonly name: string
  private readonly pool: Pool
  private readonly options: ConnectionOptions
  private readonly tell: (line: string) => void
  /** Of its own: behind lists, an answer would say nothing of the server. */
  private checker: Promise<Connection> | undefined
  private is_closed = false
  private lag_ms: number | undefined
  /** Where the primary was, and when: those that this one has not reached, the oldest first. */
  private ahead: { at: number; position: number }[] = []
  private told_at = Number.NEGATIVE_INFINITY
  private is_told_away = false

  constructor({ limit, tell, ...options }: ReplicaOptions) {
    this.name = new URL(options.url).host
    this.options = options
    this.tell = tell
    this.pool = new Pool({ ...options, name: 'replica', limit })
    this.snapshots = new Snapshots(this.pool)
  }

  /** Asks it how far it is, and `written` where the primary is after that. Gives the reason why it can't be used, if there is one. */
  async check(written: () => Promise<number>): Promise<Error | undefined> {
    try {
      const { is_standby, position } = await inTime(this.ask(), () => this.cutChecker())
      if (!is_standby) throw new NotAReplica('promoted')
      // Asked second, so a standby of this primary can't be ahead. One that is follows another, or has what was lost in a fail-over.
      const now_written = await written().catch(() => undefined)
      // Without the primary there is nothing to compare it with, and no list is asked for either: each begins at the primary.
      if (now_written === undefined) return undefined
      if (position > now_written) throw new Error('it is ahead of the primary, so it follows another one')
      this.lag_ms = this.lagAt(position, now_written)
      if (this.lag_ms > LONGEST_LAG_MS) throw new Error(`it is ${Math.round(this.lag_ms / 1000)} s behind`)
      if (this.is_told_away) this.tell(`Lists are read at the replica ${this.name} again`)
      this.is_told_away = false
      this.is_used = true
      return undefined
    } catch (error) {
      this.giveUp(error as Error)
      return error as Error
    }
  }

  state(): ReplicaState {
    return { name: this.name, is_used: this.is_used, lag_ms: this.lag_ms }
  }

  poolState(): PoolState {
    return this.pool.state()
  }

  async close(): Promise<void> {
    this.is_closed = true
    await Promise.all([this.pool.close(), this.checker?.then((checker) => checker.end()).catch(() => {})])
  }

  private async ask(): Promise<{ is_standby: boolean; position: number }> {
    let opening = this.checker
    if (!opening) {
      // Called before it has connected, too.
      const forget = () => {
        if (this.checker === opening) this.checker = undefined
      }
      opening = Connection.open(this.options, forget)
      this.checker = opening
      opening.catch(forget)
    }
    return (await (await opening).execute(REPLAYED, [])).rows[0] as { is_standby: boolean; position: number }
  }

  /** The next check connects again. One that is connecting is cut by its own time-out. */
  private cutChecker(): void {
    const cut = this.checker
    this.checker = undefined
    cut?.then((checker) => checker.destroy()).catch(() => {})
  }

  /** How long ago the primary was where this one is not yet. */
  private lagAt(position: number, written: number): number {
    const now = performance.now()
    if (written > (this.ahead.at(-1)?.position ?? -1)) this.ahead.push({ at: now, position: written })
    this.ahead = this.ahead.filter((one) => one.position > position)
    // The oldest says how long it has been; the newest are what it will be compared with.
    if (this.ahead.length > MOST_POSITIONS) this.ahead.splice(1, 1)
    return this.ahead.length === 0 ? 0 : now - this.ahead[0]!.at
  }

  private giveUp(error: Error): void {
    const was_used = this.is_used
    this.is_used = false
    // It may still be well and only slow, and who waits there would wait on.
    if (was_used) this.pool.drop()
    const now = performance.now()
    if (this.is_closed || now - this.told_at < TELL_EVERY_MS) return
    this.told_at = now
    this.is_told_away = true
    const why = error.message || (error as NodeJS.ErrnoException).code || String((error as AggregateError).errors?.[0])
    this.tell(`Lists are read at the primary instead of the replica ${this.name}: ${why}`)
  }
}

/** Rejects when it takes too long, and calls `cut` then. */
async function inTime<T>(work: Promise<T>, cut: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error('it does not answer'))
      cut()
    }, CHECK_TIMEOUT_MS)
  })
  work.catch(() => {})
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
