// The embedded engine: one file, one writer, a few readers, through Node's own SQLite.
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as othersFirst } from 'node:timers/promises'
import { unavailable } from '../../kernel/errors.ts'
import { FairQueue } from '../../kernel/fair-queue.ts'
import type { CompanyId, OrganizationId } from '../../kernel/ids.ts'
import type { Database, Prepared, Tx, WriteTx } from '../../sql/database.ts'
import type { DatabaseObserver, EngineState } from '../../sql/observer.ts'
import { COMMIT, control, PROBE, RELEASE, ROLLBACK, ROLLBACK_TO, SAVEPOINT } from '../control.ts'
import { GroupTx } from '../group-tx.ts'
import { Checkpoints } from './checkpoints.ts'
import { Connection } from './connection.ts'
import { asUnavailable, isBusy, isDiskFault, isOfTheFile } from './errors.ts'
import { BUSY_TIMEOUT_MS } from './file.ts'
import type { LogHold } from './log-hold.ts'

/** Transactions that share one commit at most: it bounds how long the first of them waits for the last. */
const TRANSACTIONS_PER_COMMIT = 64
/** The longest time in which a group takes more transactions, and the time where each takes long: all others wait for the group. */
const LONGEST_GROUP_MS = 15
const LONGEST_SLOW_GROUP_MS = 4
const LONG_MS = 1
/** How often the writer tries again while the file is busy. */
const BUSY_RETRY_MS = 2
/** The most snapshots open at once; each is a connection of its own. Further reads wait and share the next one. */
const READERS = 4

/** What reads of the same tick see: everything committed before the first of them. */
class Snapshot implements Tx {
  readonly engine = 'sqlite'
  readonly reader: Connection
  /** The reads that have it and have not ended. */
  users = 0

  constructor(reader: Connection) {
    this.reader = reader
    reader.run(BEGIN)
  }

  async execute(prepared: Prepared, values: unknown[]): Promise<{ rows: unknown[]; affected: number }> {
    // After a fault of the file SQLite may have ended the transaction itself: later statements would not be of one state.
    if (!this.reader.sqlite.isTransaction) throw unavailable()
    return this.reader.start(prepared, values)
  }
}

const BEGIN = control('BEGIN')
const BEGIN_WRITING = control('BEGIN IMMEDIATE')

interface Part {
  work: (tx: WriteTx) => Promise<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

type Outcome = { part: Part; value: unknown } | { part: Part; error: unknown }

/** A part of the group failed after it had changed something, or its gathered items can't be written: the group is run again, each part in a savepoint. */
class NotUndone extends Error {}

/**
 * The database of the embedded engine. Concurrent writes share a commit, and all are answered after the one durable commit. A fault in one
 * undoes only that one (decisions/016-once-a-commit.md). Reads have connections of their own and never wait.
 *
 * `connect` opens a connection; `onFatal` is called when a commit failed in a way that leaves the file's state unknown, after
 * which the process must end (an error of the disk: what was acknowledged is safe, what was not is unknown). `hold` keeps the log for its reader.
 */
export class SqliteDatabase implements Database {
  readonly engine = 'sqlite'
  readonly is_exclusive = true
  private readonly writer: Connection
  private readonly checkpoints: Checkpoints
  private readonly connect: () => DatabaseSync
  private readonly onFatal: (error: Error) => void
  private readonly observer: DatabaseObserver
  private readonly idle_readers: Connection[] = []
  private readers = 0
  /** The snapshot and the version that readers of this tick share. */
  private shared: Snapshot | undefined
  private seen_version: number | undefined
  private is_forgetting = false
  /** Reads that wait for a reader. */
  private readonly waiting: (() => void)[] = []
  private readonly queue = new FairQueue<Part>()
  private draining: Promise<void> | undefined
  private is_closed = false
  private watch: { version(): number; close(): void } | undefined
  private readonly listeners = new Set<(topics: ReadonlySet<string>) => void>()
  private commitHook: (tx: WriteTx, items: unknown[]) => Promise<void> = async () => {}

  constructor(connect: () => DatabaseSync, onFatal: (error: Error) => void, observer: DatabaseObserver = {}, hold?: LogHold) {
    this.connect = connect
    this.onFatal = onFatal
    this.observer = observer
    this.writer = new Connection(connect(), observer)
    // New rows change the same pages of most indexes again and again: they are kept. And it never waits inside a statement, which would stop
    // every other request: `beginWriting` does the waiting.
    this.writer.sqlite.exec('PRAGMA cache_size = -32000; PRAGMA busy_timeout = 0')
    this.checkpoints = new Checkpoints(this.writer.sqlite, hold)
  }

  async read<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const snapshot = await this.takeSnapshot()
    try {
      return await work(snapshot)
    } finally {
      if (--snapshot.users === 0) this.endSnapshot(snapshot)
    }
  }

  readOne<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.read(work)
  }

  write<T>(work: (tx: WriteTx) => Promise<T>, _?: CompanyId, organization_id?: OrganizationId): Promise<T> {
    if (this.is_closed) return Promise.reject(unavailable())
    return new Promise<T>((resolve, reject) => {
      this.queue.push(organization_id ?? '', { work, resolve: resolve as (value: unknown) => void, reject })
      // Not at once: the requests that came in with this one get the chance to share its commit.
      this.draining ??= new Promise((done) => setImmediate(() => this.drain().finally(done)))
    })
  }

  atCommit(hook: (tx: WriteTx, items: unknown[]) => Promise<void>): void {
    this.commitHook = hook
  }

  onNotify(listener: (topics: ReadonlySet<string>) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  version(): number | undefined {
    if (this.is_closed) return undefined
    if (this.seen_version === undefined) {
      this.watch ??= watchVersion(this.connect())
      this.seen_version = this.watch.version()
      this.forgetSoon()
    }
    return this.seen_version
  }

  isAwaited(): boolean {
    return this.queue.length > 0
  }

  state(): EngineState {
    return { waiting_writes: this.queue.length, pools: [], log: this.checkpoints.state() }
  }

  async isHealthy(): Promise<boolean> {
    try {
      return await this.read(async (tx) => (await tx.execute(PROBE, [])).rows.length === 1)
    } catch {
      return false
    }
  }

  async close(): Promise<void> {
    while (this.draining) await this.draining
    this.is_closed = true
    await this.checkpoints.close()
    for (const reader of this.idle_readers) reader.sqlite.close()
    this.writer.sqlite.close()
    this.watch?.close()
  }

  /** The snapshot for this tick, or a new one; counts the caller among its users. */
  private async takeSnapshot(): Promise<Snapshot> {
    for (;;) {
      if (this.is_closed) throw unavailable()
      const snapshot = this.shared ?? this.openSnapshot()
      if (snapshot) {
        snapshot.users++
        return snapshot
      }
      await new Promise<void>((resolve) => this.waiting.push(resolve))
    }
  }

  private openSnapshot(): Snapshot | undefined {
    let reader = this.idle_readers.pop()
    if (!reader) {
      if (this.readers >= READERS) return undefined
      reader = new Connection(this.connect(), this.observer)
      this.readers++
    }
    this.shared = new Snapshot(reader)
    this.forgetSoon()
    return this.shared
  }

  /**
   * Callers of the same tick share what was seen of the database: everything that they can know was committed before.
   * A caller in a later tick, or after a commit of our own, looks again.
   */
  private forgetSoon(): void {
    if (this.is_forgetting) return
    this.is_forgetting = true
    process.nextTick(() => {
      this.is_forgetting = false
      this.forget()
    })
  }

  private forget(): void {
    this.seen_version = undefined
    this.shared = undefined
  }

  /** Closes a snapshot without users and gives its reader to waiting reads, whatever happened to it: no reader is ever lost. */
  private endSnapshot(snapshot: Snapshot): void {
    if (this.shared === snapshot) this.shared = undefined
    const { reader } = snapshot
    if (!isReusable(reader)) this.readers--
    else if (this.is_closed) reader.sqlite.close()
    else this.idle_readers.push(reader)
    for (const look of this.waiting.splice(0)) look()
  }

  private async drain(): Promise<void> {
    try {
      while (this.queue.length > 0) {
        await this.commitGroup()
        const turn = this.checkpoints.betweenTransactions()
        if (turn) await turn
        // Requests that came in meanwhile have their turn: else a long queue of long transactions would keep all readers waiting.
        if (this.queue.length > 0) await othersFirst()
      }
    } finally {
      this.draining = undefined
    }
  }

  private async commitGroup(): Promise<void> {
    const parts: Part[] = []
    const began_at = performance.now()
    for (let is_careful = false; ; is_careful = true) {
      const group = new GroupTx(this.writer)
      try {
        await this.beginWriting()
        const outcomes = await this.runParts(group, parts, is_careful)
        await this.commitHook(group, group.deferred)
        const commit_at = performance.now()
        this.writer.run(COMMIT)
        this.forget()
        const ended_at = performance.now()
        this.observer.onGroup?.({ transactions: parts.length, ms: ended_at - began_at, commit_ms: ended_at - commit_at })
        this.answer(outcomes, group.topics)
      } catch (error) {
        await group.idle()
        // One that was alone is undone with the whole transaction.
        if (error instanceof NotUndone && !is_careful && parts.length > 1 && this.undoAll()) continue
        this.observer.onGroup?.({ transactions: parts.length, ms: performance.now() - began_at, commit_ms: undefined })
        this.failGroup(parts.length > 0 ? parts : this.queue.takeAll(), error as Error)
      }
      return
    }
  }

  /** The parts of one group, those of an earlier run first; then what they gathered. */
  private async runParts(group: GroupTx, parts: Part[], is_careful: boolean): Promise<Outcome[]> {
    const outcomes: Outcome[] = []
    const run = is_careful ? this.runInSavepoint : this.runPart
    const began_at = performance.now()
    while (outcomes.length < TRANSACTIONS_PER_COMMIT) {
      const again = parts[outcomes.length]
      const part = again ?? (isFull(outcomes.length, performance.now() - began_at) ? undefined : this.queue.shift())
      if (!part) break
      if (!again) parts.push(part)
      outcomes.push(await run.call(this, group, part))
    }
    try {
      await group.writeGathered()
    } catch (error) {
      throw isOfTheFile(error as Error) ? error : new NotUndone('What was gathered can not be written', { cause: error })
    }
    return outcomes
  }

  private answer(outcomes: readonly Outcome[], told: readonly string[]): void {
    for (const outcome of outcomes) {
      if ('error' in outcome) outcome.part.reject(outcome.error)
      else outcome.part.resolve(outcome.value)
    }
    if (told.length === 0) return
    const topics = new Set(told)
    for (const listener of this.listeners) listener(topics)
  }

  /** Begins the transaction after another process (the command line, a backup) has ended its own; reads and timers continue meanwhile. */
  private async beginWriting(): Promise<void> {
    const give_up_at = performance.now() + BUSY_TIMEOUT_MS
    for (;;) {
      try {
        return this.writer.run(BEGIN_WRITING)
      } catch (error) {
        if (!isBusy(error as Error) || performance.now() > give_up_at) throw error
      }
      await new Promise((resolve) => setTimeout(resolve, BUSY_RETRY_MS))
    }
  }

  /** Runs a part that is undone by forgetting it: most that fail are refused before they change anything. */
  private async runPart(group: GroupTx, part: Part): Promise<Outcome> {
    const tx = group.beginPart()
    try {
      return { part, value: await part.work(tx) }
    } catch (error) {
      if (isOfTheFile(error as Error)) throw error
      if (group.has_changed || group.fault !== undefined) throw new NotUndone('A part of the group failed', { cause: error })
      group.undoPart()
      return { part, error }
    }
  }

  /** Runs a part in a savepoint, together with what it gathers. */
  private async runInSavepoint(group: GroupTx, part: Part): Promise<Outcome> {
    const tx = group.beginPart()
    this.writer.run(SAVEPOINT)
    try {
      const value = await part.work(tx)
      await group.writeGathered()
      this.writer.run(RELEASE)
      return { part, value }
    } catch (error) {
      await group.idle()
      // A full disk makes SQLite undo the whole transaction; then there is no savepoint left to go back to.
      if (!this.writer.sqlite.isTransaction) throw error
      group.undoPart()
      this.writer.run(ROLLBACK_TO)
      this.writer.run(RELEASE)
      return { part, error }
    }
  }

  /** Undoes the whole transaction, and says whether it could. */
  private undoAll(): boolean {
    if (!this.writer.sqlite.isTransaction) return true
    try {
      this.writer.run(ROLLBACK)
      return true
    } catch (error) {
      this.onFatal(error as Error)
      return false
    }
  }

  private failGroup(parts: Part[], error: Error): void {
    this.undoAll()
    const told = asUnavailable(error instanceof NotUndone ? (error.cause as Error) : error)
    for (const part of parts) part.reject(told)
    if (isDiskFault(error)) this.onFatal(error)
  }
}

/** Whether a group that has so many transactions after so long takes no more. */
function isFull(count: number, took_ms: number): boolean {
  return count > 0 && took_ms > (took_ms > count * LONG_MS ? LONGEST_SLOW_GROUP_MS : LONGEST_GROUP_MS)
}

/** Ends the transaction of a reader; false when it can't even do that, and is closed. */
function isReusable(reader: Connection): boolean {
  try {
    if (reader.sqlite.isTransaction) reader.run(COMMIT)
    return true
  } catch {
    reader.sqlite.close()
    return false
  }
}

/** SQLite's data version tells a connection whether others have committed. This connection never commits, so it sees every commit. */
function watchVersion(connection: DatabaseSync): { version(): number; close(): void } {
  const statement = connection.prepare('PRAGMA data_version')
  statement.setReturnArrays(true)
  return { version: () => (statement.get() as unknown as [number])[0], close: () => connection.close() }
}
