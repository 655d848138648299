// The engine for many processes: PostgreSQL. Transactions of one company follow each other by a row that they lock, and share commits.
import { unavailable } from '../../kernel/errors.ts'
import type { CompanyId, OrganizationId } from '../../kernel/ids.ts'
import type { Database, Tx, WriteTx } from '../../sql/database.ts'
import type { DatabaseObserver, EngineState } from '../../sql/observer.ts'
import type { Segments } from '../../sql/segments.ts'
import { PROBE } from '../control.ts'
import { type Connection, STATEMENT_TIMEOUT_MS } from './connection.ts'
import { type CommitHook, commitGroup, type Lane, type Part } from './group.ts'
import { Notices } from './notices.ts'
import { Pool } from './pool.ts'
import { Replicas } from './replicas.ts'
import { segmentsOf } from './segments.ts'
import { Snapshots } from './snapshots.ts'

/** Connections of one process, unless configured otherwise: for reads, and for the transactions of so many companies at once. */
const READERS = 8
const WRITERS = 6
const LONG_GROUP_MS = 1_000
const TURN_CHECK_MS = 250
const HEALTH_TIMEOUT_MS = 1_500

/** What an operator may choose of the engine, and what it then uses. */
export interface PostgresSettings {
  /** The most connections for reads; a read replica gets as many. */
  readers?: number | undefined
  /** The most connections for writes. */
  writers?: number | undefined
  /** How long a statement may run. */
  statement_timeout_ms?: number | undefined
  /** Addresses of hot standbys. */
  replica_urls?: readonly string[] | undefined
}

export interface PostgresOptions extends PostgresSettings {
  /** Whether it works without time-outs. */
  is_patient?: boolean | undefined
  observer?: DatabaseObserver | undefined
  /** Called with one line for the log when a replica can't be used, and when it is used again. */
  onReplica?: ((line: string) => void) | undefined
}

/**
 * The database on PostgreSQL. How it keeps the promises of `Database` is in decisions/015-postgresql.md; in short: the row of a company
 * is locked by each transaction that changes something of it, before it reads anything. Transactions of a company
 * that wait in this process together share one lock and one commit; those of other companies run beside them.
 */
export class PostgresDatabase implements Database {
  readonly engine = 'postgres'
  readonly is_exclusive = false
  readonly segments: Segments
  private readonly readers: Pool
  private readonly writers: Pool
  /** Of its own, so that it says nothing of how busy the others are. */
  private readonly prober: Pool
  private readonly notices: Notices
  private readonly lanes = new Map<CompanyId | undefined, Lane>()
  private readonly draining = new Set<Promise<void>>()
  private readonly snapshots: Snapshots
  private readonly observer: DatabaseObserver
  private replicas: Replicas | undefined
  /**
   * How long a transaction waits for its turn, before it is refused where a group takes long: behind locks or a slow network nothing tells when
   * its turn would come. Where there are only many of them it waits on. As long as a statement may run.
   */
  private readonly turn_ms: number
  private is_closed = false
  private readonly watch: NodeJS.Timeout
  private commitHook: CommitHook = async () => {}
  private readonly single: Tx = {
    engine: 'postgres',
    execute: (prepared, values) => this.readers.executeOne(prepared, values),
  }

  private constructor(url: string, options: PostgresOptions) {
    const { observer = {}, readers = READERS, writers = WRITERS, statement_timeout_ms = STATEMENT_TIMEOUT_MS } = options
    const pool = { url, observer, timeout_ms: options.is_patient ? undefined : statement_timeout_ms }
    this.observer = observer
    this.segments = segmentsOf(url)
    this.turn_ms = statement_timeout_ms
    this.readers = new Pool({ ...pool, name: 'read', limit: readers })
    this.snapshots = new Snapshots(this.readers)
    this.writers = new Pool({ ...pool, name: 'write', limit: writers })
    this.prober = new Pool({ ...pool, name: 'health', limit: 1 })
    this.notices = new Notices(url)
    this.watch = setInterval(() => this.refuseLate(), TURN_CHECK_MS)
    this.watch.unref()
  }

  /**
   * Connects to the database at `url`, whose schema is there already. Throws the driver's error, and NotAReplica for a replica of another database; one
   * that can't be reached is used once it can.
   */
  static async open(url: string, options: PostgresOptions = {}): Promise<PostgresDatabase> {
    const database = new PostgresDatabase(url, options)
    try {
      const begun = [database.readers.warm(), database.writers.warm(), database.prober.warm(), database.notices.listen()]
      const failed = (await Promise.allSettled(begun)).find((outcome) => outcome.status === 'rejected')
      if (failed) throw failed.reason
      const { replica_urls: urls = [], readers: limit = READERS, onReplica = () => {} } = options
      if (urls.length === 0) return database
      database.replicas = new Replicas({
        urls,
        limit,
        timeout_ms: options.statement_timeout_ms ?? STATEMENT_TIMEOUT_MS,
        observer: database.observer,
        primary: database.readers,
        prober: database.prober,
        tell: onReplica,
      })
      await database.replicas.begin()
      return database
    } catch (error) {
      // Those that could be opened would keep the process from ending.
      await database.close()
      throw error
    }
  }

  async read<T>(work: (tx: Tx) => Promise<T>, organization_id?: OrganizationId, listed?: CompanyId): Promise<T> {
    if (this.is_closed) throw unavailable()
    const atPrimary = () => this.snapshots.read(work, organization_id)
    if (!this.replicas || listed === undefined) return atPrimary()
    return this.replicas.read({ work, organization_id, listed }, atPrimary)
  }

  async readOne<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.is_closed) throw unavailable()
    return work(this.single)
  }

  write<T>(work: (tx: WriteTx) => Promise<T>, company_id?: CompanyId, organization_id?: OrganizationId): Promise<T> {
    if (this.is_closed) return Promise.reject(unavailable())
    return new Promise<T>((resolve, reject) => {
      const part: Part = { work, asked_at: performance.now(), resolve: resolve as (value: unknown) => void, reject }
      const lane = this.lanes.get(company_id)
      if (lane) return void lane.queue.push(part)
      const opened: Lane = { company_id, organization_id, queue: [part], began_at: performance.now(), took_ms: 0 }
      this.lanes.set(company_id, opened)
      // Not at once: the requests that came in with this one get the chance to share its commit.
      const drained = new Promise<void>((done) => setImmediate(() => this.drain(opened).finally(done)))
      this.draining.add(drained)
      void drained.finally(() => this.draining.delete(drained))
    })
  }

  atCommit(hook: CommitHook): void {
    this.commitHook = hook
  }

  onNotify(listener: (topics: ReadonlySet<string>) => void): () => void {
    return this.notices.subscribe(listener)
  }

  /** It would be a way there and back. */
  version(): undefined {}

  /** Others may wait for any row that a transaction has locked, in other processes too. */
  isAwaited(): boolean {
    return true
  }

  state(): EngineState {
    const waiting_writes = [...this.lanes.values()].reduce((sum, { queue }) => sum + queue.length, 0)
    const pools = [this.readers, this.writers, this.prober].map((pool) => pool.state())
    if (!this.replicas) return { waiting_writes, pools }
    return { waiting_writes, pools: [...pools, this.replicas.poolState()], replicas: this.replicas.state() }
  }

  async isHealthy(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), HEALTH_TIMEOUT_MS)
    })
    try {
      return await Promise.race([this.prober.executeOne(PROBE, []).then(({ rows }) => rows.length === 1), late])
    } catch {
      return false
    } finally {
      clearTimeout(timer)
    }
  }

  async close(): Promise<void> {
    while (this.draining.size > 0) await Promise.all(this.draining)
    this.is_closed = true
    clearInterval(this.watch)
    await this.replicas?.close()
    await Promise.all([this.notices.close(), ...[this.readers, this.writers, this.prober].map((pool) => pool.close())])
  }

  /** Refuses the transactions that have waited for their turn too long. Nothing of them has been done. */
  private refuseLate(): void {
    const now = performance.now()
    const since = now - this.turn_ms
    for (const { queue, began_at, took_ms } of this.lanes.values()) {
      if (Math.max(took_ms, now - began_at) < LONG_GROUP_MS) continue
      while (queue.length > 0 && queue[0]!.asked_at < since) queue.shift()!.reject(unavailable())
    }
  }

  private async drain(lane: Lane): Promise<void> {
    while (lane.queue.length > 0) {
      let writer: Connection
      try {
        writer = await this.writers.take(lane.organization_id)
      } catch (error) {
        for (const part of lane.queue.splice(0)) part.reject(error)
        break
      }
      try {
        lane.began_at = performance.now()
        await commitGroup(writer, lane, this.commitHook, (topics) => this.notices.tell(topics), this.observer)
      } finally {
        lane.took_ms = performance.now() - lane.began_at
        this.writers.give(writer, lane.organization_id)
      }
    }
    this.lanes.delete(lane.company_id)
  }
}
