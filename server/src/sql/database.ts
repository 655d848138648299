// The database as the rest of the program sees it: reads on one snapshot, writes in one transaction, work at the commit.
import type { CompanyId, OrganizationId } from '../kernel/ids.ts'
import type { EngineState } from './observer.ts'
import type { Segments } from './segments.ts'
import type { Tables } from './tables.ts'

/** The two engines. Nothing outside this folder may ask which one it is. */
export type Engine = 'sqlite' | 'postgres'

/** A start that can't be: the message is the one line that the person at the terminal reads. */
export class CannotOpen extends Error {}

/** A statement's text as the engine's driver wants it, made once by `statement.ts`. */
export interface Prepared {
  readonly sql: string
  /** Whether it gives rows back (a select, or a change with `returning`). */
  readonly returns_rows: boolean
  /** Whether the best way to run it depends on its values, as with a pattern that one row matches, or all. */
  readonly is_planned_by_values?: boolean
  /** Whether it is known to change nothing. */
  readonly is_select?: boolean
  /** The tables that it names; absent where that is not known. */
  readonly tables?: readonly string[]
}

/** A connection inside a transaction: repositories run their statements on it. */
export interface Tx {
  readonly engine: Engine
  /** Runs one statement and takes ownership of `values`. `rows` is empty for statements without rows; `affected` is the number of rows changed. */
  execute(prepared: Prepared, values: unknown[]): Promise<{ rows: unknown[]; affected: number }>
}

/** A connection inside a transaction that may change rows. */
export interface ChangeTx extends Tx {
  /**
   * Runs a change without waiting for its result: it is sent together with the statements that follow it, which see what it changed.
   * When it fails, the whole transaction fails, at the commit if not before.
   */
  post(prepared: Prepared, values: unknown[]): void
}

/**
 * What transactions that share a commit do in the same way, kept in memory and written once for all of them: new rows, numbers that were
 * taken, counts that moved (decisions/016-once-a-commit.md).
 */
export interface Gathering<T> {
  /**
   * Before a statement runs that names one of these tables, the gathered items are written, so that the statement sees them. List the tables
   * that are written, and those with rows that refer to them.
   */
  readonly tables: readonly (keyof Tables)[]
  /** Whether writing it reads rows that others gather: then it comes after those. */
  readonly is_last?: boolean
  /** Writes the items, in the order in which they were gathered. `notify` is that of `WriteTx`. */
  write(tx: ChangeTx, items: readonly T[], notify: (topic: string) => void): Promise<unknown>
}

/** The transaction of one piece of work. It shares a commit with others that waited at the same time. */
export interface WriteTx extends ChangeTx {
  /**
   * Leaves `item` to be written with all others of the group, just before the commit if not earlier. The items of an undone transaction are
   * dropped.
   */
  gather<T>(gathering: Gathering<T>, item: T): void
  /** What has been gathered and not written yet, by earlier transactions of the group too: newer than the database. */
  gathered<T>(gathering: Gathering<T>): readonly T[]
  /**
   * Hands `item` to the hook set by `Database.atCommit`, which gets all items of the commit at once, just before it.
   * An item of a transaction that is undone is dropped with it.
   */
  defer(item: unknown): void
  /**
   * Notifies the listeners of `Database.onNotify` of `topic` once this transaction has committed. A transaction that is rolled back notifies
   * nobody; a topic is notified once per commit.
   */
  notify(topic: string): void
}

export interface Database {
  readonly engine: Engine
  /** Whether only one server at a time can work on it. */
  readonly is_exclusive: boolean
  /** The segments of its tables, where the engine has them: absent where retention deletes rows one by one. */
  readonly segments?: Segments
  /**
   * Runs `work` on one unchanging snapshot of everything committed before the call. Reads that are requested in the same tick may share a
   * snapshot. `work` may run more than once, when another read's statement failed on it, so it must have no effect except
   * its result. Reads of a named organization share a part of the connections and take turns with others.
   *
   * `listed` is a company whose rows `work` lists, and no others: it may then run on a read replica, whose snapshot has everything that was committed
   * for the company before the call, by any process.
   */
  read<T>(work: (tx: Tx) => Promise<T>, organization_id?: OrganizationId, listed?: CompanyId): Promise<T>
  /** The same for work that runs a single statement, which is a snapshot by itself. */
  readOne<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Runs `work` in a transaction and resolves once its changes are durable. Throws what `work` throws, after undoing its changes.
   *
   * Transactions of one company, named by `company_id`, run one after the other in the order requested, in any number of processes: no other
   * transaction changes what one has read of the company before it commits. All work that changes a company's rows names it. Work without a
   * company (organizations, keys, audit log, retention) can only rely on rows that it locked itself (`Dialect.forUpdate`).
   *
   * `work` may run more than once, when its transaction had to be undone because of another: it must have no effect except
   * through `tx` and its result.
   *
   * When transactions of several organizations wait, the organizations take turns.
   *
   * Throws `ApiError` 503 when the database can't be reached or the commit fails; it is then unknown whether the change was made.
   */
  write<T>(work: (tx: WriteTx) => Promise<T>, company_id?: CompanyId, organization_id?: OrganizationId): Promise<T>
  /** Sets what runs once before each commit with the items that its transactions deferred, in their order. */
  atCommit(hook: (tx: WriteTx, items: unknown[]) => Promise<void>): void
  /**
   * Calls `listener` after each commit that notified something, with all its topics. It is only a hint: notices of other
   * processes may be lost, so listeners also poll now and then. Returns the function that ends it.
   */
  onNotify(listener: (topics: ReadonlySet<string>) => void): () => void
  /**
   * A number that changes with each commit of any process: what was read while it stayed the same is still current. Undefined
   * where asking for it costs as much as reading again.
   */
  version(): number | undefined
  /** Whether other transactions wait for the one under way to end: a long one asks from time to time. */
  isAwaited(): boolean
  /** What waits and what is open at this moment, for metrics; it asks nothing of the database. */
  state(): EngineState
  /** Whether the database answers. */
  isHealthy(): Promise<boolean>
  /** Waits for the transactions that were asked for, and closes. */
  close(): Promise<void>
}
