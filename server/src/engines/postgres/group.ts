// The transactions of one company that share a commit on PostgreSQL: run one after the other, undone by themselves, run again after a deadlock.
import { ApiError, unavailable } from '../../kernel/errors.ts'
import type { CompanyId, OrganizationId } from '../../kernel/ids.ts'
import type { Prepared, WriteTx } from '../../sql/database.ts'
import type { DatabaseObserver } from '../../sql/observer.ts'
import { COMMIT, control, PROBE, RELEASE, ROLLBACK, ROLLBACK_TO, SAVEPOINT } from '../control.ts'
import { GroupTx } from '../group-tx.ts'
import type { Connection } from './connection.ts'
import { asUnavailable, canRunAgain, isOfServer, isUnavailable } from './errors.ts'

/** Transactions that share one commit at most: it bounds how long the first of them waits for the last. */
const TRANSACTIONS_PER_COMMIT = 64
/** And none are taken in so long after the first has run: where the network is slow, it would wait for all of them. */
const TAKING_IN_MS = 500
/** How often a transaction that met a deadlock is run in all. */
const MOST_RUNS = 4

/** By name, whatever the database has for a default: after it has waited for the company's row, a statement must see the newest state. */
const BEGIN = control('BEGIN ISOLATION LEVEL READ COMMITTED')
/** Not the strongest lock: rows that refer to the company can be stored beside it. */
const LOCK_COMPANY: Prepared = { sql: 'SELECT id FROM companies WHERE id = $1 FOR NO KEY UPDATE', returns_rows: true }

/** Gives the row a new version, by which replicas tell whether they have replayed this transaction (`replicas.ts`). */
const MARK: Prepared = { sql: 'UPDATE event_heads SET sequence = sequence WHERE company_id = $1', returns_rows: false }

export interface Part {
  work: (tx: WriteTx) => Promise<unknown>
  asked_at: number
  resolve(value: unknown): void
  reject(error: unknown): void
}

type Outcome = { value: unknown } | { error: unknown }

/** The transactions of one company, or those of none, that wait for their turn. */
export interface Lane {
  company_id: CompanyId | undefined
  organization_id: OrganizationId | undefined
  queue: Part[]
  /** When the group under way began, and how long the one before took. */
  began_at: number
  took_ms: number
}

export type CommitHook = (tx: WriteTx, items: unknown[]) => Promise<void>

/** The outcome of the lock that a group began with. */
interface Lock {
  error?: unknown
}

/**
 * A group that is being run: on which connection, as which transaction, which time, whether each part is by itself, and what runs before
 * its commit.
 */
interface Run {
  writer: Connection
  group: GroupTx
  number: number
  is_careful: boolean
  hook: CommitHook
}

/**
 * A part of the group failed that has changed something already, or a statement whose part is not known: PostgreSQL has given the transaction up. The group is
 * run again, each part in a savepoint and waiting for its own statements.
 */
class NotUndone extends Error {}

/** Why a transaction is given up, by the first fault in it. */
function causeOf(fault: unknown = new Error('The transaction was undone')): unknown {
  return canRunAgain(fault) ? fault : new NotUndone('The transaction was undone', { cause: fault })
}

/**
 * Runs what waits in a lane, up to a number, in one transaction; answers all of it. `hook` runs before the commit, `tell` gets the topics after it.
 */
export async function commitGroup(
  writer: Connection,
  lane: Lane,
  hook: CommitHook,
  tell: (topics: ReadonlySet<string>) => void,
  observer: DatabaseObserver,
): Promise<void> {
  const parts: Part[] = []
  const began_at = performance.now()
  let is_careful = false
  for (let number = 1; ; number++) {
    const lock: Lock = {}
    const group = new GroupTx(writer)
    writer.fault = undefined
    try {
      begin(writer, lane.company_id, lock)
      const { outcomes, commit_ms } = await runParts({ writer, group, number, is_careful, hook }, lane, parts)
      observer.onGroup?.({ transactions: parts.length, ms: performance.now() - began_at, commit_ms })
      answer(parts, outcomes)
      if (group.topics.length > 0) tell(new Set(group.topics))
    } catch (error) {
      await group.idle()
      await undo(writer)
      const is_not_undone = error instanceof NotUndone && lock.error === undefined
      // One that was alone is undone with the whole transaction.
      const can_run_again = canRunAgain(lock.error ?? error) || (is_not_undone && !is_careful && parts.length > 1)
      if (!writer.is_lost && number < MOST_RUNS && can_run_again) {
        // A lock that was not given says nothing of the parts.
        is_careful ||= lock.error === undefined
        continue
      }
      // Those that wait behind a row that nobody gets, or a network that is broken, would wait as long only to fail in the same way.
      if (lock.error !== undefined || writer.is_silent || parts.length === 0) parts.push(...lane.queue.splice(0))
      const cause = lock.error ?? (error instanceof NotUndone ? error.cause : error)
      // Of a lost transaction no part has an outcome, not even a refusal: it may rest on what others of the group did.
      const told = writer.is_lost ? unavailable() : asUnavailable(cause, false)
      for (const part of parts) part.reject(told)
      observer.onGroup?.({ transactions: parts.length, ms: performance.now() - began_at, commit_ms: undefined })
    }
    return
  }
}

function answer(parts: readonly Part[], outcomes: readonly Outcome[]): void {
  parts.forEach((part, index) => {
    const outcome = outcomes[index]!
    if ('error' in outcome) part.reject(outcome.error)
    else part.resolve(outcome.value)
  })
}

/** Begins a transaction, and locks the company before anything of it is read; `lock` is told later when that fails. */
function begin(writer: Connection, company_id: CompanyId | undefined, lock: Lock): void {
  writer.post(BEGIN, [])
  if (company_id === undefined) return
  writer.execute(LOCK_COMPANY, [company_id]).catch((error) => {
    lock.error = error
  })
}

/** The parts of one group, those of an earlier run first, then what they gathered, the hook and the commit. */
async function runParts(run: Run, lane: Lane, parts: Part[]): Promise<{ outcomes: Outcome[]; commit_ms: number }> {
  const { writer, group } = run
  const outcomes: Outcome[] = []
  let is_full_at = Number.POSITIVE_INFINITY
  while (outcomes.length < TRANSACTIONS_PER_COMMIT) {
    const again = parts[outcomes.length]
    const part = again ?? (performance.now() < is_full_at ? lane.queue.shift() : undefined)
    if (!part) break
    if (!again) parts.push(part)
    outcomes.push(await (run.is_careful ? runInSavepoint(run, part) : runPart(run, part)))
    // Counted from here: the first one waited for the company's row, and the longer that takes, the more should share the commit.
    if (outcomes.length === 1) is_full_at = performance.now() + TAKING_IN_MS
  }
  try {
    await group.writeGathered()
  } catch (error) {
    throw causeOf(writer.fault ?? error)
  }
  if (lane.company_id !== undefined && group.is_unmarked) writer.post(MARK, [lane.company_id])
  try {
    await run.hook(group, group.deferred)
  } catch (error) {
    // It may only have been the first to notice what a part had posted.
    throw writer.fault === undefined ? error : causeOf(writer.fault)
  }
  // A transaction that PostgreSQL has given up answers COMMIT with ROLLBACK, and no error.
  const commit_at = performance.now()
  const word = await writer.control(COMMIT)
  if (word !== 'COMMIT') throw causeOf(writer.fault)
  // A statement failed and yet there was no transaction to undo: its BEGIN did. What the statements came to is not known.
  if (writer.fault !== undefined) throw unavailable()
  return { outcomes, commit_ms: performance.now() - commit_at }
}

/** Runs a part that is undone by forgetting it: most that fail are refused before they change anything. */
async function runPart({ writer, group }: Run, part: Part): Promise<Outcome> {
  const tx = group.beginPart()
  try {
    return { value: await part.work(tx) }
  } catch (error) {
    if (writer.is_lost) throw error
    const fault = writer.fault ?? group.fault
    if (fault !== undefined) throw causeOf(fault)
    // The others in the group would only wait as long for what the server can't do now.
    if (!(error instanceof ApiError) && isUnavailable(error)) throw error
    if (group.has_changed || isOfServer(error)) throw causeOf(error)
    group.undoPart()
    return { error }
  }
}

/**
 * Runs a part that can be undone whatever it did, with what it gathers. Throws the error of a deadlock, except in the last run: the other
 * transaction waits for locks of the parts before, which going back to the savepoint would keep, so the whole group has to start again.
 */
async function runInSavepoint({ writer, group, number }: Run, part: Part): Promise<Outcome> {
  const tx = group.beginPart()
  writer.post(SAVEPOINT, [])
  try {
    const value = await part.work(tx)
    await group.writeGathered()
    await settle(writer)
    writer.post(RELEASE, [])
    // If that failed behind our back, the next part would go back to this savepoint, and undo what is told to be done.
    await settle(writer)
    return { value }
  } catch (error) {
    // Whether PostgreSQL had given the transaction up before this part is known once all that was sent has been answered. Without
    // looking, going back to the savepoint could go back behind the part before, which was done.
    await group.idle()
    await settle(writer).catch(() => {})
    if (writer.is_lost || (canRunAgain(error) && number < MOST_RUNS)) throw error
    writer.fault = undefined
    group.undoPart()
    writer.post(ROLLBACK_TO, [])
    writer.post(RELEASE, [])
    return { error: asUnavailable(error, false) }
  }
}

/** Waits until all that was sent is answered; throws the first error of what was posted. */
async function settle(writer: Connection): Promise<void> {
  await writer.execute(PROBE, []).catch((error) => {
    throw writer.fault ?? error
  })
  if (writer.fault !== undefined) throw writer.fault
}

async function undo(writer: Connection): Promise<void> {
  if (writer.is_lost) return
  try {
    await writer.control(ROLLBACK)
  } catch {
    // A connection whose state is not known is of no use to anyone.
    writer.destroy()
  }
}
