// The engine for many processes: PostgreSQL. Transactions of one company follow each other by a row that they lock, and share commits.
import { ApiError, unavailable } from '../../kernel/errors.ts'
import type { CompanyId, OrganizationId } from '../../kernel/ids.ts'
import type { Database, Prepared, Tx, WriteTx } from '../../sql/database.ts'
import { GroupTx } from '../group-tx.ts'
import type { Connection } from './connection.ts'
import { asUnavailable, canRunAgain, isGivenUp, isOfServer, isUnavailable } from './errors.ts'
import { Notices } from './notices.ts'
import { Pool } from './pool.ts'

/** Connections of one process: for reads, and for the transactions of so many companies at once. */
const READERS = 8
const WRITERS = 6
/**
 * Reads that share a snapshot at most: they also share a connection, on which a slow statement delays those behind it. An organization has half
 * of the connections, so 32 requests that arrive together are read in one go; with four to a snapshot a list cost a tenth more CPU.
 */
const READS_PER_SNAPSHOT = 8
/** Transactions that share one commit at most: it bounds how long the first of them waits for the last. */
const TRANSACTIONS_PER_COMMIT = 64
/** And none are taken in so long after the first has run: where the network is slow, it would wait for all of them. */
const GATHER_MS = 500
/**
 * How long a transaction waits for its turn, before it is refused where a group takes long: behind locks or a slow network nothing tells when
 * its turn would come. Where there are only many of them it waits on.
 */
const TURN_MS = 8_000
const LONG_GROUP_MS = 1_000
const TURN_CHECK_MS = 250
/** How often a transaction that met a deadlock is run in all. */
const MOST_RUNS = 4
const HEALTH_TIMEOUT_MS = 1_500

const control = (sql: string): Prepared => ({ sql, returns_rows: false })
const BEGIN_READING = control('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
/** By name, whatever the database has for a default: after it has waited for the company's row, a statement must see the newest state. */
const BEGIN = control('BEGIN ISOLATION LEVEL READ COMMITTED')
const COMMIT = control('COMMIT')
const ROLLBACK = control('ROLLBACK')
const SAVEPOINT = control('SAVEPOINT job')
const RELEASE = control('RELEASE SAVEPOINT job')
const ROLLBACK_TO = control('ROLLBACK TO SAVEPOINT job')
const PROBE: Prepared = { sql: 'SELECT 1 AS alive', returns_rows: true }
/** Not the strongest lock: rows that refer to the company can be stored beside it. */
const LOCK_COMPANY: Prepared = { sql: 'SELECT id FROM companies WHERE id = $1 FOR NO KEY UPDATE', returns_rows: true }

interface Job {
  work: (tx: WriteTx) => Promise<unknown>
  asked_at: number
  resolve(value: unknown): void
  reject(error: unknown): void
}

type Outcome = { value: unknown } | { error: unknown }

/** The transactions of one company, or those of none, that wait for their turn. */
interface Lane {
  company_id: CompanyId | undefined
  organization_id: OrganizationId | undefined
  queue: Job[]
  /** When the group under way began, and how long the one before took. */
  began_at: number
  took_ms: number
}

/** What became of the lock that a group began with. */
interface Lock {
  error?: unknown
}

/** What reads that were asked for in one go see. */
interface Snapshot {
  organization_id: OrganizationId | undefined
  reader: Promise<Connection>
  /** The reads that have it and have not ended. */
  users: number
  is_shared: boolean
}

/**
 * A job failed that has changed something already, or a statement whose job is not known: PostgreSQL has given the transaction up. The group is
 * run again, each job in a savepoint and waiting for its own statements.
 */
class NotUndone extends Error {}

/** Why a transaction is given up, by the first fault in it. */
function causeOf(fault: unknown = new Error('The transaction was undone')): unknown {
  return canRunAgain(fault) ? fault : new NotUndone('The transaction was undone', { cause: fault })
}

/** A statement before it failed, and PostgreSQL gave up the transaction of both. */
class GivenUp extends Error {}

/** Reads on a connection; throws 503 where trying again can help. */
async function workOn<T>(reader: Connection, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await work(reader)
  } catch (error) {
    if (isGivenUp(error)) throw new GivenUp('The transaction of a read was given up', { cause: error })
    throw asUnavailable(error, reader.is_lost)
  }
}

/** A group that is being run: on which connection, as which transaction, which time, and whether each job is by itself. */
interface Run {
  writer: Connection
  group: GroupTx
  number: number
  is_careful: boolean
}

/**
 * The database on PostgreSQL. How it keeps the promises of `Database` is in decisions/015-postgresql.md; in short: the row of a company
 * is locked by each transaction that changes something of it, before it reads anything. Transactions of a company
 * that wait in this process together share one lock and one commit; those of other companies run beside them.
 */
export class PostgresDatabase implements Database {
  readonly engine = 'postgres'
  readonly is_exclusive = false
  private readonly readers: Pool
  private readonly writers: Pool
  /** Of its own, so that it says nothing of how busy the others are. */
  private readonly prober: Pool
  private readonly notices: Notices
  private readonly lanes = new Map<CompanyId | undefined, Lane>()
  private readonly draining = new Set<Promise<void>>()
  /** The snapshots that those who ask now share, by organization: on a connection of one, no other waits for a slow statement. */
  private readonly shared = new Map<OrganizationId | undefined, Snapshot>()
  private is_closed = false
  private readonly watch: NodeJS.Timeout
  private commitHook: (tx: WriteTx, items: unknown[]) => Promise<void> = async () => {}
  private readonly single: Tx = {
    engine: 'postgres',
    execute: (prepared, values) => this.readers.executeOne(prepared, values),
  }

  private constructor(url: string, is_patient: boolean) {
    this.readers = new Pool(url, READERS, is_patient)
    this.writers = new Pool(url, WRITERS, is_patient)
    this.prober = new Pool(url, 1, is_patient)
    this.notices = new Notices(url)
    this.watch = setInterval(() => this.refuseLate(), TURN_CHECK_MS)
    this.watch.unref()
  }

  /** Connects to the database at `url`, whose schema is there already; `is_patient`: without time-outs. Throws the driver's error. */
  static async open(url: string, is_patient = false): Promise<PostgresDatabase> {
    const database = new PostgresDatabase(url, is_patient)
    const begun = [database.readers.warm(), database.writers.warm(), database.prober.warm(), database.notices.listen()]
    const failed = (await Promise.allSettled(begun)).find((outcome) => outcome.status === 'rejected')
    if (!failed) return database
    // Those that could be opened would keep the process from ending.
    await database.close()
    throw failed.reason
  }

  async read<T>(work: (tx: Tx) => Promise<T>, organization_id?: OrganizationId): Promise<T> {
    const snapshot = this.takeSnapshot(organization_id)
    try {
      return await workOn(await snapshot.reader, work)
    } catch (error) {
      if (!(error instanceof GivenUp) || !snapshot.is_shared) throw error
    } finally {
      if (--snapshot.users === 0) this.leave(snapshot)
    }
    // Another one's statement had failed: this time by itself.
    const reader = await this.openSnapshot(organization_id)
    try {
      return await workOn(reader, work)
    } finally {
      this.endSnapshot(reader, organization_id)
    }
  }

  async readOne<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.is_closed) throw unavailable()
    return work(this.single)
  }

  write<T>(work: (tx: WriteTx) => Promise<T>, company_id?: CompanyId, organization_id?: OrganizationId): Promise<T> {
    if (this.is_closed) return Promise.reject(unavailable())
    return new Promise<T>((resolve, reject) => {
      const job: Job = { work, asked_at: performance.now(), resolve: resolve as (value: unknown) => void, reject }
      const lane = this.lanes.get(company_id)
      if (lane) return void lane.queue.push(job)
      const opened: Lane = { company_id, organization_id, queue: [job], began_at: performance.now(), took_ms: 0 }
      this.lanes.set(company_id, opened)
      // Not at once: the requests that came in with this one get the chance to share its commit.
      const drained = new Promise<void>((done) => setImmediate(() => this.drain(opened).finally(done)))
      this.draining.add(drained)
      void drained.finally(() => this.draining.delete(drained))
    })
  }

  atCommit(hook: (tx: WriteTx, items: unknown[]) => Promise<void>): void {
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
    await Promise.all([this.notices.close(), ...[this.readers, this.writers, this.prober].map((pool) => pool.close())])
  }

  /** The snapshot of those of an organization who ask in one go, or a new one; counts the caller among its users. */
  private takeSnapshot(organization_id: OrganizationId | undefined): Snapshot {
    if (this.is_closed) throw unavailable()
    let snapshot = this.shared.get(organization_id)
    if (!snapshot || snapshot.users >= READS_PER_SNAPSHOT) {
      // A caller that asks in one go, with nothing in between but our own code, has learnt of nothing that is not in it.
      if (this.shared.size === 0) process.nextTick(() => this.shared.clear())
      snapshot = { organization_id, reader: this.openSnapshot(organization_id), users: 0, is_shared: false }
      this.shared.set(organization_id, snapshot)
    } else {
      snapshot.is_shared = true
    }
    snapshot.users++
    return snapshot
  }

  /** Ends a snapshot that nobody has any more. */
  private leave(snapshot: Snapshot): void {
    const { organization_id, reader } = snapshot
    if (this.shared.get(organization_id) === snapshot) this.shared.delete(organization_id)
    reader.then(
      (connection) => this.endSnapshot(connection, organization_id),
      () => {},
    )
  }

  private async openSnapshot(organization_id: OrganizationId | undefined): Promise<Connection> {
    const reader = await this.readers.take(organization_id)
    reader.post(BEGIN_READING, [])
    return reader
  }

  private endSnapshot(reader: Connection, organization_id: OrganizationId | undefined): void {
    // Not waited for: what the connection is given for next comes behind it.
    reader.post(COMMIT, [])
    this.readers.give(reader, organization_id)
  }

  /** Refuses the transactions that have waited for their turn too long. Nothing of them has been done. */
  private refuseLate(): void {
    const now = performance.now()
    const since = now - TURN_MS
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
        for (const job of lane.queue.splice(0)) job.reject(error)
        break
      }
      try {
        lane.began_at = performance.now()
        await this.commitGroup(writer, lane)
      } finally {
        lane.took_ms = performance.now() - lane.began_at
        this.writers.give(writer, lane.organization_id)
      }
    }
    this.lanes.delete(lane.company_id)
  }

  /** Runs what waits in a lane, up to a number, in one transaction; answers all of it. */
  private async commitGroup(writer: Connection, lane: Lane): Promise<void> {
    const jobs: Job[] = []
    let is_careful = false
    for (let number = 1; ; number++) {
      const lock: Lock = {}
      const group = new GroupTx(writer)
      writer.fault = undefined
      try {
        this.begin(writer, lane.company_id, lock)
        const outcomes = await this.runJobs({ writer, group, number, is_careful }, lane, jobs)
        this.answer(jobs, outcomes, group.topics)
      } catch (error) {
        await group.idle()
        await this.undo(writer)
        const is_not_undone = error instanceof NotUndone && lock.error === undefined
        // One that was alone is undone with the whole transaction.
        const can_run_again = canRunAgain(lock.error ?? error) || (is_not_undone && !is_careful && jobs.length > 1)
        if (!writer.is_lost && number < MOST_RUNS && can_run_again) {
          // A lock that was not given says nothing of the jobs.
          is_careful ||= lock.error === undefined
          continue
        }
        // Those that wait behind a row that nobody gets, or a network that is broken, would wait as long only to fail in the same way.
        if (lock.error !== undefined || writer.is_silent || jobs.length === 0) jobs.push(...lane.queue.splice(0))
        const cause = lock.error ?? (error instanceof NotUndone ? error.cause : error)
        // Of a lost transaction no job has an outcome, not even a refusal: it may rest on what others of the group did.
        const told = writer.is_lost ? unavailable() : asUnavailable(cause, false)
        for (const job of jobs) job.reject(told)
      }
      return
    }
  }

  private answer(jobs: readonly Job[], outcomes: readonly Outcome[], topics: readonly string[]): void {
    jobs.forEach((job, index) => {
      const outcome = outcomes[index]!
      if ('error' in outcome) job.reject(outcome.error)
      else job.resolve(outcome.value)
    })
    if (topics.length > 0) this.notices.tell(new Set(topics))
  }

  /** Begins a transaction, and locks the company before anything of it is read; `lock` is told later when that fails. */
  private begin(writer: Connection, company_id: CompanyId | undefined, lock: Lock): void {
    writer.post(BEGIN, [])
    if (company_id === undefined) return
    writer.execute(LOCK_COMPANY, [company_id]).catch((error) => {
      lock.error = error
    })
  }

  /** The jobs of one group, those of an earlier run first, then what they gathered, the hook and the commit. */
  private async runJobs(run: Run, lane: Lane, jobs: Job[]): Promise<Outcome[]> {
    const { writer, group } = run
    const outcomes: Outcome[] = []
    let is_full_at = Number.POSITIVE_INFINITY
    while (outcomes.length < TRANSACTIONS_PER_COMMIT) {
      const again = jobs[outcomes.length]
      const job = again ?? (performance.now() < is_full_at ? lane.queue.shift() : undefined)
      if (!job) break
      if (!again) jobs.push(job)
      outcomes.push(await (run.is_careful ? this.runInSavepoint(run, job) : this.runJob(run, job)))
      // Counted from here: the first one waited for the company's row, and the longer that takes, the more should share the commit.
      if (outcomes.length === 1) is_full_at = performance.now() + GATHER_MS
    }
    try {
      await group.writeGathered()
    } catch (error) {
      throw causeOf(writer.fault ?? error)
    }
    try {
      await this.commitHook(group, group.deferred)
    } catch (error) {
      // It may only have been the first to notice what a job had posted.
      throw writer.fault === undefined ? error : causeOf(writer.fault)
    }
    // A transaction that PostgreSQL has given up answers COMMIT with ROLLBACK, and no error.
    const word = await writer.control(COMMIT)
    if (word !== 'COMMIT') throw causeOf(writer.fault)
    // A statement failed and yet there was no transaction to undo: its BEGIN did. What the statements came to is not known.
    if (writer.fault !== undefined) throw unavailable()
    return outcomes
  }

  /** Runs a job that is undone by forgetting it: most that fail are refused before they change anything. */
  private async runJob({ writer, group }: Run, job: Job): Promise<Outcome> {
    const tx = group.beginJob()
    try {
      return { value: await job.work(tx) }
    } catch (error) {
      if (writer.is_lost) throw error
      const fault = writer.fault ?? group.fault
      if (fault !== undefined) throw causeOf(fault)
      // Whoever else is in the group would only wait as long for what the server can't do now.
      if (!(error instanceof ApiError) && isUnavailable(error)) throw error
      if (group.has_changed || isOfServer(error)) throw causeOf(error)
      group.undoJob()
      return { error }
    }
  }

  /** Runs a job that can be undone whatever it did, with what it gathers. */
  private async runInSavepoint({ writer, group, number }: Run, job: Job): Promise<Outcome> {
    for (let run = number; ; run++) {
      const tx = group.beginJob()
      writer.post(SAVEPOINT, [])
      try {
        const value = await job.work(tx)
        await group.writeGathered()
        await this.settle(writer)
        writer.post(RELEASE, [])
        // If that failed behind our back, the next job would go back to this savepoint, and undo what is told to be done.
        await this.settle(writer)
        return { value }
      } catch (error) {
        // Whether PostgreSQL had given the transaction up before this job is known once all that was sent has been answered. Without
        // looking, going back to the savepoint could go back behind the job before, which was done.
        await group.idle()
        await this.settle(writer).catch(() => {})
        if (writer.is_lost) throw error
        writer.fault = undefined
        group.undoJob()
        writer.post(ROLLBACK_TO, [])
        writer.post(RELEASE, [])
        if (canRunAgain(error) && run < MOST_RUNS) continue
        return { error: asUnavailable(error, false) }
      }
    }
  }

  /** Waits until all that was sent is answered; throws the first error of what was posted. */
  private async settle(writer: Connection): Promise<void> {
    await writer.execute(PROBE, []).catch((error) => {
      throw writer.fault ?? error
    })
    if (writer.fault !== undefined) throw writer.fault
  }

  private async undo(writer: Connection): Promise<void> {
    if (writer.is_lost) return
    try {
      await writer.control(ROLLBACK)
    } catch {
      // A connection whose state is not known is of no use to anyone.
      writer.destroy()
    }
  }
}
