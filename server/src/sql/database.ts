// What the rest of the program knows of a database: reads on one snapshot, writes in one transaction, work at the commit.
import type { CompanyId, OrganizationId } from '../kernel/ids.ts'
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

/** A connection inside a transaction: what repositories run their statements on. */
export interface Tx {
  readonly engine: Engine
  /** Runs one statement; `values` is given away. `rows` is empty for those that give none; `affected` is the number of rows changed. */
  execute(prepared: Prepared, values: unknown[]): Promise<{ rows: unknown[]; affected: number }>
}

/** A connection inside a transaction that may change rows. */
export interface ChangeTx extends Tx {
  /**
   * Runs a change whose outcome the work does not ask for: it goes out with the statements that follow it, without a way there and back of
   * its own. What it changed is seen by them. When it fails, the whole transaction does, at the latest at its commit.
   */
  post(prepared: Prepared, values: unknown[]): void
}

/**
 * What transactions that share a commit do all in the same way, kept in memory and written once for all of them: new rows, numbers that were
 * taken, counts that moved (decisions/016-once-a-commit.md).
 */
export interface Gathering<T> {
  /**
   * Before a statement runs that names one of these tables, what is gathered is written: so what reads them sees it. Named are the tables that
   * it writes, and those with rows that refer to them.
   */
  readonly tables: readonly (keyof Tables)[]
  /** Whether writing it reads rows that others gather: then it comes after those. */
  readonly is_last?: boolean
  /** Writes the items, in the order in which they were gathered. `notify` is that of `WriteTx`. */
  write(tx: ChangeTx, items: readonly T[], notify: (topic: string) => void): Promise<unknown>
}

/** The transaction of one piece of work. It shares a commit with those that waited together with it. */
export interface WriteTx extends ChangeTx {
  /**
   * Leaves `item` to be written with all others of the commit, at the latest just before it. An item of a transaction that is undone is dropped
   * with it.
   */
  gather<T>(gathering: Gathering<T>, item: T): void
  /** What has been gathered and not been written yet, by transactions before this one as well: newer than what the database has. */
  gathered<T>(gathering: Gathering<T>): readonly T[]
  /**
   * Hands `item` to the hook set by `Database.atCommit`, which gets all items of the commit at once, just before it.
   * An item of a transaction that is undone is dropped with it.
   */
  defer(item: unknown): void
  /**
   * Tells the listeners of `Database.onNotify` about `topic` once this transaction has committed. A transaction that is rolled back notifies nobody;
   * the same topic twice is told once.
   */
  notify(topic: string): void
}

export interface Database {
  readonly engine: Engine
  /** Whether only one server at a time can work on it. */
  readonly is_exclusive: boolean
  /**
   * Runs `work` on one unchanging snapshot of everything committed before it was asked for. Reads that are asked for in one go, with nothing in
   * between but our own code, may share theirs. `work` may run more than once, when another's statement failed on it: it must have no effect but
   * its result. Those of an organization that is named have a share of the connections together, and take turns with others.
   */
  read<T>(work: (tx: Tx) => Promise<T>, organization_id?: OrganizationId): Promise<T>
  /** The same for work that runs one statement only: that can be a snapshot by itself. */
  readOne<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Runs `work` in a transaction and resolves once its changes are durable. Throws what `work` throws, after undoing its changes.
   *
   * Transactions of one company, named by `company_id`, run one after the other in the order asked, in whichever processes: what one reads
   * of the company no other can change before it commits. All that changes rows of a company names it. Work without one (on organizations,
   * keys, the audit log, the retention of old rows) is only sure of rows that it locked itself (`Dialect.forUpdate`).
   *
   * `work` may run more than once, when the transaction that it was in had to be undone for another's sake: it must have no effect but
   * through `tx` and its result.
   *
   * Where transactions of several organizations wait, they take turns; those of the organization named are in its order.
   *
   * Throws `ApiError` 503 when the database can't be reached or the commit fails: whether the change is there is then unknown.
   */
  write<T>(work: (tx: WriteTx) => Promise<T>, company_id?: CompanyId, organization_id?: OrganizationId): Promise<T>
  /** Sets what is done once before each commit with the items that its transactions deferred, in their order. */
  atCommit(hook: (tx: WriteTx, items: unknown[]) => Promise<void>): void
  /**
   * Calls `listener` after each commit that notified of something, with all its topics. It is a wake-up and no record: commits of other
   * processes may not be told, so who listens also looks by itself now and then. Gives the function that ends it.
   */
  onNotify(listener: (topics: ReadonlySet<string>) => void): () => void
  /**
   * A number that is another one after each commit, whichever process made it: what was read while it stayed the same is still so. Undefined
   * where asking for it costs as much as reading again.
   */
  version(): number | undefined
  /** Whether other transactions wait for the one under way to end: a long one asks from time to time. */
  isAwaited(): boolean
  /** Whether the database answers. */
  isHealthy(): Promise<boolean>
  /** Waits for the transactions that were asked for, and closes. */
  close(): Promise<void>
}
