// The embedded engine: one file, one writer, a few readers, through Node's own SQLite.
import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { ApiError, unavailable } from '../kernel/errors.ts'
import type { Database, Prepared, Tx, WriteTx } from './database.ts'

/** Transactions that share one commit at most: it bounds how long the first of them waits for the last. */
const TRANSACTIONS_PER_COMMIT = 64
/** How long a statement waits for another process (the command line, a backup) before it gives up. */
const BUSY_TIMEOUT_MS = 5_000
/** Snapshots open at once at most; each is a connection of its own. Further reads wait. */
const READERS = 8
/** SQLite before 3.51.3 can lose commits when a WAL is reset (sqlite.org/wal.html#walresetbug). */
const OLDEST_SQLITE = [3, 51, 3] as const

/** A start that can't be: the message is the one line that the person at the terminal reads. */
export class CannotOpen extends Error {}

/** Opens or creates the database file `quoin.db` in `folder` with the settings that every connection of ours has. */
export function openSqliteFile(folder: string): { path: string; connect: () => DatabaseSync } {
  const path = join(folder, 'quoin.db')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const connection = connectTo(path)
    connection.close()
    chmodSync(path, 0o600)
  } catch (error) {
    if (error instanceof CannotOpen) throw error
    throw new CannotOpen(`The database file ${path} can't be opened for writing: ${(error as Error).message}`)
  }
  return { path, connect: () => connectTo(path) }
}

/**
 * Takes the place of the only server on a database folder. Held by an open transaction on a file of its own, so the
 * operating system gives it back whatever way the process ends. Throws CannotOpen when another process holds it.
 */
export function takeServerLock(folder: string): { release(): void } {
  const path = join(folder, 'quoin.lock')
  let lock: DatabaseSync
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    lock = new DatabaseSync(path, { timeout: 0 })
  } catch (error) {
    throw new CannotOpen(`The data folder ${folder} (QUOIN_DATA_DIR) can't be written: ${(error as Error).message}`)
  }
  try {
    lock.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
  } catch {
    lock.close()
    throw new CannotOpen(`Another Quoin server is running on ${folder}: stop it first, or set QUOIN_DATA_DIR to another folder`)
  }
  return { release: () => lock.close() }
}

function connectTo(path: string): DatabaseSync {
  const connection = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true })
  const { version } = connection.prepare('SELECT sqlite_version() AS version').get() as { version: string }
  if (isOlder(version, OLDEST_SQLITE)) {
    throw new CannotOpen(
      `SQLite ${version} may lose commits; Quoin needs ${OLDEST_SQLITE.join('.')} or newer: start it with \`npm start\``,
    )
  }
  // FULL: an acknowledged write survives a power cut, not only the end of the process.
  connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -32000; PRAGMA temp_store = MEMORY')
  return connection
}

function isOlder(version: string, than: readonly number[]): boolean {
  const parts = version.split('.').map(Number)
  for (let index = 0; index < than.length; index++) {
    if (parts[index]! !== than[index]!) return parts[index]! < than[index]!
  }
  return false
}

/** A connection and its prepared statements. */
class Connection implements WriteTx {
  readonly engine = 'sqlite'
  readonly sqlite: DatabaseSync
  deferred: unknown[] = []
  private readonly statements = new Map<Prepared, StatementSync>()

  constructor(sqlite: DatabaseSync) {
    this.sqlite = sqlite
  }

  async execute(prepared: Prepared, values: readonly unknown[]): Promise<{ rows: unknown[]; affected: number }> {
    let statement = this.statements.get(prepared)
    if (!statement) {
      statement = this.sqlite.prepare(prepared.sql)
      this.statements.set(prepared, statement)
    }
    const bound = values.map(toSqlite)
    if (prepared.returns_rows) return { rows: statement.all(...bound), affected: 0 }
    return { rows: [], affected: Number(statement.run(...bound).changes) }
  }

  defer(item: unknown): void {
    this.deferred.push(item)
  }
}

function toSqlite(value: unknown): string | number | bigint | null | Uint8Array {
  if (typeof value === 'boolean') return value ? 1 : 0
  return value as string | number | bigint | null | Uint8Array
}

interface Job {
  work: (tx: WriteTx) => Promise<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

type Outcome = { job: Job; value: unknown } | { job: Job; error: unknown }

/**
 * The database of the embedded engine. Concurrent writes share a commit: each runs in a savepoint of its own, so a fault in one
 * undoes only that one, and all are answered after the one durable commit. Reads have connections of their own and never wait.
 *
 * `connect` opens a connection; `onFatal` is called when a commit failed in a way that leaves the file's state unknown, after
 * which the process must end (an error of the disk: what was acknowledged is safe, what was not is unknown).
 */
export class SqliteDatabase implements Database {
  readonly engine = 'sqlite'
  private readonly writer: Connection
  private readonly connect: () => DatabaseSync
  private readonly onFatal: (error: Error) => void
  private readonly idle_readers: Connection[] = []
  private readonly waiting_readers: ((reader: Connection) => void)[] = []
  private readers = 0
  private readonly queue: Job[] = []
  private draining: Promise<void> | undefined
  private is_closed = false
  private commitHook: (tx: WriteTx, items: unknown[]) => Promise<void> = async () => {}

  constructor(connect: () => DatabaseSync, onFatal: (error: Error) => void) {
    this.connect = connect
    this.onFatal = onFatal
    this.writer = new Connection(connect())
  }

  async read<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const reader = this.idle_readers.pop() ?? (await this.takeReader())
    reader.sqlite.exec('BEGIN')
    try {
      return await work(reader)
    } finally {
      reader.sqlite.exec('COMMIT')
      this.giveReader(reader)
    }
  }

  write<T>(work: (tx: WriteTx) => Promise<T>): Promise<T> {
    if (this.is_closed) return Promise.reject(unavailable())
    return new Promise<T>((resolve, reject) => {
      this.queue.push({ work, resolve: resolve as (value: unknown) => void, reject })
      // Not at once: the requests that came in with this one get the chance to share its commit.
      this.draining ??= new Promise((done) => setImmediate(() => this.drain().finally(done)))
    })
  }

  atCommit(hook: (tx: WriteTx, items: unknown[]) => Promise<void>): void {
    this.commitHook = hook
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
    for (const reader of this.idle_readers) reader.sqlite.close()
    this.writer.sqlite.close()
  }

  private async takeReader(): Promise<Connection> {
    if (this.readers < READERS) {
      this.readers++
      return new Connection(this.connect())
    }
    return new Promise((resolve) => this.waiting_readers.push(resolve))
  }

  private giveReader(reader: Connection): void {
    const next = this.waiting_readers.shift()
    if (next) next(reader)
    else this.idle_readers.push(reader)
  }

  private async drain(): Promise<void> {
    try {
      while (this.queue.length > 0) await this.commitGroup()
    } finally {
      this.draining = undefined
    }
  }

  private async commitGroup(): Promise<void> {
    const jobs: Job[] = []
    const outcomes: Outcome[] = []
    const { sqlite } = this.writer
    this.writer.deferred = []
    try {
      sqlite.exec('BEGIN IMMEDIATE')
      while (this.queue.length > 0 && jobs.length < TRANSACTIONS_PER_COMMIT) {
        const job = this.queue.shift()!
        jobs.push(job)
        outcomes.push(await this.runJob(job))
      }
      await this.commitHook(this.writer, this.writer.deferred)
      sqlite.exec('COMMIT')
    } catch (error) {
      this.failGroup(jobs.length > 0 ? jobs : this.queue.splice(0), error as Error)
      return
    }
    for (const outcome of outcomes) {
      if ('error' in outcome) outcome.job.reject(outcome.error)
      else outcome.job.resolve(outcome.value)
    }
  }

  private async runJob(job: Job): Promise<Outcome> {
    const { sqlite } = this.writer
    const deferred_before = this.writer.deferred.length
    sqlite.exec('SAVEPOINT job')
    try {
      const value = await job.work(this.writer)
      sqlite.exec('RELEASE job')
      return { job, value }
    } catch (error) {
      // A full disk undoes the whole transaction by itself; then there is no savepoint left to go back to.
      if (!sqlite.isTransaction) throw error
      sqlite.exec('ROLLBACK TO job; RELEASE job')
      this.writer.deferred.length = deferred_before
      return { job, error }
    }
  }

  private failGroup(jobs: Job[], error: Error): void {
    if (this.writer.sqlite.isTransaction) {
      try {
        this.writer.sqlite.exec('ROLLBACK')
      } catch (second) {
        this.onFatal(second as Error)
      }
    }
    for (const job of jobs) job.reject(asUnavailable(error))
    if (isDiskFault(error)) this.onFatal(error)
  }
}

const PROBE: Prepared = { sql: 'SELECT 1 AS alive', returns_rows: true }

/** SQLITE_FULL and SQLITE_BUSY leave the file as it was, and pass. Everything else that a commit throws is a fault of ours. */
function asUnavailable(error: Error): Error {
  const primary = primaryCode(error)
  if (primary === 13) return new ApiError(503, [{ error: 'The disk is full', code: 'unavailable' }], { 'retry-after': '5' })
  if (primary === 5 || primary === 6 || primary === 10) return unavailable()
  return error
}

/** SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_NOTADB: after one of these the state of the file is unknown until it is opened again. */
function isDiskFault(error: Error): boolean {
  return [10, 11, 26].includes(primaryCode(error))
}

function primaryCode(error: Error): number {
  return ((error as { errcode?: number }).errcode ?? 0) & 0xff
}

/** Whether the file holds a database already. */
export function hasDatabase(folder: string): boolean {
  return existsSync(join(folder, 'quoin.db'))
}
