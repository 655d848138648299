// What the engines report about their work. The rooms above pass an observer; without one nothing is measured.

/** Is called while the database works: every function returns at once and throws nothing. */
export interface DatabaseObserver {
  /**
   * After a group of transactions that shared a commit: how many there were, how long the group took, and how much of that was the commit
   * itself. Called for failed groups too, with `commit_ms` undefined.
   */
  onGroup?(group: { transactions: number; ms: number; commit_ms: number | undefined }): void
  /** After a transaction or statement has waited for a connection of a pool. */
  onWait?(pool: PoolName, ms: number): void
  /** After a statement that took longer than `slow_ms`, with its text: values are bound separately and never in it. */
  onSlow?(sql: string, ms: number): void
  /** Unset: no statement is measured. */
  slow_ms?: number | undefined
  /** After a read that a replica may serve was served, or sent to the primary. Not called without replicas. */
  onListed?(place: ListedAt): void
}

/**
 * Where a list was read: at a replica, or at the primary since the replica had not replayed a write of the company (`behind`), there was no usable replica
 * (`away`), or the replica failed (`failed`).
 */
export type ListedAt = 'replica' | 'behind' | 'away' | 'failed'

/** What the connections of a pool are for. */
export type PoolName = 'read' | 'write' | 'health' | 'replica'

/** The connections of a process to a database server. */
export interface PoolState {
  name: PoolName
  /** The most that it opens. */
  limit: number
  open: number
  /** Those that a transaction has. */
  busy: number
  /** Transactions and statements that wait for one. */
  waiting: number
}

/** A read replica at one moment. */
export interface ReplicaState {
  /** Its host and port. */
  name: string
  /** Whether lists are read there. */
  is_used: boolean
  /** How old the newest state of the primary is that it has replayed; undefined where that is not known. */
  lag_ms: number | undefined
}

/** The state of an engine at one moment. */
export interface EngineState {
  /** Transactions that wait for their turn. */
  waiting_writes: number
  /** Empty where there is no server to connect to. */
  pools: readonly PoolState[]
  /** Absent where there are none. */
  replicas?: readonly ReplicaState[]
  /** The write-ahead log of an embedded database. */
  log?: { bytes: number; pages_to_copy: number; checkpoints: number }
}
