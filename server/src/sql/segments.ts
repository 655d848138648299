// Segments: parts of a large table by the time at which rows were written, where the engine has them. Retention drops a whole segment instead of
// deleting its rows (decisions/050-retention-by-segments.md). Segment 0 is always there; others exist only where a retention is set.
import type { Tables } from './tables.ts'

/** The tables that have segments. Their rows have a column `segment` more than they define, on the engine that has segments. */
export const SEGMENTED = ['events', 'audit_log'] as const satisfies readonly (keyof Tables)[]
export type SegmentedTable = (typeof SEGMENTED)[number]
export const isSegmented = (table: string): table is SegmentedTable => (SEGMENTED as readonly string[]).includes(table)

/** A query for the rows of a segment that can't be removed with it: gives their `ctid`, a few hundred at most. `rows` names the table of the segment. */
export type StayingRows = (rows: string) => string

/** The segments of a database. Nothing here keeps requests waiting for longer than a lock time-out of a fraction of a second. */
export interface Segments {
  /** The numbers of a table's segments besides 0, ascending, and the one that new rows go to. */
  list(table: SegmentedTable): Promise<{ numbers: number[]; current: number }>
  /**
   * Makes a segment, unless it is there, and lets new rows go to it. `holds` is a condition that all of its rows meet. Gives false where others
   * used the table for so long that it could not be done: try again later.
   */
  begin(table: SegmentedTable, number: number, holds?: string): Promise<boolean>
  /** Moves rows that have to stay to segment 0, some hundreds a transaction; gives how many. */
  rescue(table: SegmentedTable, number: number, staying: StayingRows, signal: AbortSignal): Promise<number>
  /**
   * Drops a segment that new rows do not go to, if no row in it has to stay. `busy`: others used the table for so long that it could not be done,
   * as a long export does; try again later.
   */
  drop(table: SegmentedTable, number: number, staying: StayingRows): Promise<'dropped' | 'needed' | 'busy'>
}

const DAY_MS = 24 * 60 * 60 * 1000
/** Rows stay for a twelfth longer than their retention at most, and a table has some 14 segments. */
const SEGMENTS_OF_RETENTION = 12
/** More segments than that are some that could not be dropped for a while. */
export const MOST_SEGMENTS = 18

/** The number of a segment that begins on the day of a moment (UTC): 20261130. */
export function segmentOf(at_ms: number): number {
  return Number(new Date(at_ms).toISOString().slice(0, 10).replaceAll('-', ''))
}

/** The first moment of the day that a segment's number names. */
function startOf(number: number): number {
  const text = String(number)
  return Date.UTC(Number(text.slice(0, 4)), Number(text.slice(4, 6)) - 1, Number(text.slice(6)))
}

export interface SegmentPlan {
  /** Whether a segment should begin now. */
  is_due: boolean
  /** Segments whose time is over: rows that have to stay may be moved out of them, few as they are. */
  over: number[]
  /** Other segments that rows no longer go to. */
  past: number[]
}

/** What is to do about the segments of a table whose rows are kept for `days`. Pure. */
export function planSegments(found: { numbers: readonly number[]; current: number }, days: number, now_ms: number): SegmentPlan {
  const { numbers, current } = found
  const span_ms = Math.max(1, Math.ceil(days / SEGMENTS_OF_RETENTION)) * DAY_MS
  // A segment from the future was begun by a clock that was ahead: the right one goes on from today.
  const age_ms = current === 0 ? Number.POSITIVE_INFINITY : now_ms - startOf(current)
  const is_due = age_ms >= span_ms || age_ms < 0
  const today = segmentOf(now_ms)
  const before = now_ms - days * DAY_MS
  const others = numbers.filter((number) => number !== current)
  const isOver = (number: number) => {
    const next = numbers.find((one) => one > number && one <= today)
    return next !== undefined && startOf(next) + DAY_MS <= before
  }
  return { is_due, over: others.filter(isOver), past: others.filter((number) => !isOver(number)) }
}

/** How the segments of a table are kept. */
export interface SegmentTerms {
  /** How long rows stay. */
  days: number
  /** A condition that all rows of segments meet. */
  holds?: string
  staying: StayingRows
  /** Whether rows that stay may be moved out of a segment whose time is over. */
  may_rescue: boolean
}

/** What was done with them, by their numbers. Those that are `needed` or `busy` are past their time and still there. */
export interface TendedSegments {
  begun: number[]
  dropped: number[]
  needed: number[]
  busy: number[]
}

/** Begins the next segment of a table when it is time, and drops those that nothing is needed of. Safe to run at any time and twice. */
export async function tendSegments(
  segments: Segments,
  table: SegmentedTable,
  { days, holds, staying, may_rescue }: SegmentTerms,
  now_ms: number,
  signal: AbortSignal,
): Promise<TendedSegments> {
  const tended: TendedSegments = { begun: [], dropped: [], needed: [], busy: [] }
  const today = segmentOf(now_ms)
  if (planSegments(await segments.list(table), days, now_ms).is_due) {
    tended[(await segments.begin(table, today, holds)) ? 'begun' : 'busy'].push(today)
  }
  const { over, past } = planSegments(await segments.list(table), days, now_ms)
  for (const number of [...over, ...past]) {
    if (signal.aborted) break
    const is_over = over.includes(number)
    if (is_over && may_rescue) await segments.rescue(table, number, staying, signal)
    const outcome = await segments.drop(table, number, staying)
    if (outcome === 'dropped' || is_over) tended[outcome].push(number)
  }
  return tended
}
