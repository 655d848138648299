// Removes old events, the oldest of each company first, so that what is left has no gaps that a reader could miss.
import { setImmediate } from 'node:timers/promises'
import { defineJob } from '../../jobs/job-kind.ts'
import type { CompanyId, EventId } from '../../kernel/ids.ts'
import type { Database, Tx, WriteTx } from '../../sql/database.ts'
import { type StayingRows, type TendedSegments, tendSegments } from '../../sql/segments.ts'
import { statement } from '../../sql/statement.ts'
import { idAbove, sequenceOf } from './record.ts'
import { findOldestKept } from './repository.ts'
import { timelinesIn } from './timelines.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Events that one transaction removes: it takes some milliseconds, and others have their turn between two. */
const REMOVED_AT_ONCE = 500
/** The most rows that stay in a segment which one transaction moves. */
const MOVED_AT_ONCE = 500

/** What deliveries still need of events. */
export interface EventHolds {
  /** The position after which events of a company are still looked through for deliveries; undefined if no endpoint waits. */
  lowestPosition(tx: Tx, company_id: CompanyId): Promise<number | undefined>
  /** The events of a company below a bound that have pending deliveries. */
  heldBelow(tx: Tx, company_id: CompanyId, bound: string): Promise<ReadonlySet<EventId>>
  /** The same for all companies as a query, for rows in a segment. */
  held: StayingRows
}

export interface EventRetention {
  days: number
  holds: EventHolds
}

interface Moments {
  before: string
  now: string
}

const listHeadsOfAll = statement<object>()((db) => db.selectFrom('event_heads').select(['company_id', 'kept_from']))

const findHead = statement<{ company_id: CompanyId }>()((db, p) =>
  db.selectFrom('event_heads').select(['kept_from', 'timelines']).where('company_id', '=', p.company_id),
)

const saveKeptFrom = statement<{ company_id: CompanyId; kept_from: string }>()((db, p) =>
  db.updateTable('event_heads').set({ kept_from: p.kept_from }).where('company_id', '=', p.company_id),
)

const findFirstYoung = statement<{ company_id: CompanyId; timeline: number } & Moments>()((db, p) =>
  db
    .selectFrom('events')
    .select('id')
    .where('company_id', '=', p.company_id)
    .where('timeline', '=', p.timeline)
    .where('created_at', '>=', p.before)
    .where('created_at', '<=', p.now)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1),
)

const findLastOld = statement<{ company_id: CompanyId; timeline: number; before: string }>()((db, p) =>
  db
    .selectFrom('events')
    .select('id')
    .where('company_id', '=', p.company_id)
    .where('timeline', '=', p.timeline)
    .where('created_at', '<', p.before)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1),
)

/** The oldest events that are in no segment: what is in one goes with it. */
const listRemovable = statement<{ company_id: CompanyId; above: EventId; bound: EventId; limit: number }>()((db, p, dialect) =>
  db
    .selectFrom(dialect.outsideSegments('events'))
    .select('id')
    .where('company_id', '=', p.company_id)
    .where('id', '>', p.above)
    .where('id', '<', p.bound)
    .orderBy('id')
    .limit(p.limit),
)

const removeRange = statement<{ company_id: CompanyId; first: EventId; last: EventId }>()((db, p, dialect) =>
  db
    .deleteFrom(dialect.outsideSegments('events'))
    .where('company_id', '=', p.company_id)
    .where('id', '>=', p.first)
    .where('id', '<=', p.last),
)

/**
 * Removes the events that are older than `days`, but for those with pending deliveries; where there are segments, those in one are only
 * given up: `dropOldSegments` removes them. Safe to run at any time and twice; returns how many rows were removed.
 */
async function removeOldEvents(
  database: Database,
  { days, holds }: EventRetention,
  now_ms: number,
  signal?: AbortSignal,
): Promise<number> {
  const moments = { before: new Date(now_ms - days * DAY_MS).toISOString(), now: new Date(now_ms).toISOString() }
  let removed = 0
  for (const { company_id, kept_from } of await database.readOne((tx) => listHeadsOfAll.all(tx, {}))) {
    if (!(await database.read((tx) => hasOld(tx, company_id, kept_from, moments)))) continue
    let above: EventId | undefined = '' as EventId
    while (above !== undefined && !signal?.aborted) {
      const from: EventId = above
      const done = await database.write(async (tx) => {
        const bound = await giveUpOld(tx, company_id, moments, holds)
        return removeSome(tx, company_id, from, bound, holds)
      }, company_id)
      removed += done.removed
      above = done.next
      await setImmediate()
    }
    if (signal?.aborted) break
  }
  return removed
}

/** Whether there may be something to do for a company. */
async function hasOld(tx: Tx, company_id: CompanyId, kept_from: string, { before, now }: Moments): Promise<boolean> {
  const [oldest, left] = await Promise.all([
    findOldestKept(tx, company_id, kept_from),
    listRemovable.first(tx, { company_id, above: '' as EventId, bound: kept_from as EventId, limit: 1 }),
  ])
  return left !== undefined || (oldest !== undefined && (oldest.created_at < before || oldest.created_at > now))
}

/**
 * Moves the bound below which a company's events may be removed, and returns it. All events below it are old. Where a clock was set back, or was
 * ahead, an event's time may say something else than its place in the order; then it stays for as long as one before it, and one of the
 * future goes with those after it.
 */
async function giveUpOld(tx: WriteTx, company_id: CompanyId, { before, now }: Moments, holds: EventHolds): Promise<string> {
  const head = await findHead.first(tx, { company_id })
  if (!head) return ''
  const timelines = [0, ...timelinesIn(head.timelines).map((_, index) => index + 1)]
  const ofEach = <T>(find: (timeline: number) => Promise<T>) => Promise.all(timelines.map(find))
  const [young, old, position] = await Promise.all([
    ofEach(async (timeline) => (await findFirstYoung.first(tx, { company_id, timeline, before, now }))?.id),
    ofEach(async (timeline) => (await findLastOld.first(tx, { company_id, timeline, before }))?.id),
    holds.lowestPosition(tx, company_id),
  ])
  const sequences = (ids: (EventId | undefined)[]) => ids.filter((id) => id !== undefined).map(sequenceOf)
  const last = Math.min(
    Math.max(0, ...sequences(old)),
    ...sequences(young).map((sequence) => sequence - 1),
    position ?? Number.POSITIVE_INFINITY,
  )
  const bound = last === 0 ? '' : idAbove(last)
  if (bound <= head.kept_from) return head.kept_from
  saveKeptFrom.post(tx, { company_id, kept_from: bound })
  return bound
}

/** Removes the next events above `above` and below `bound`; gives the one to continue after, undefined at the end. */
async function removeSome(
  tx: WriteTx,
  company_id: CompanyId,
  above: EventId,
  bound: string,
  holds: EventHolds,
): Promise<{ removed: number; next: EventId | undefined }> {
  const rows = await listRemovable.all(tx, { company_id, above, bound: bound as EventId, limit: REMOVED_AT_ONCE })
  if (rows.length === 0) return { removed: 0, next: undefined }
  const held = await holds.heldBelow(tx, company_id, bound)
  const last = rows.at(-1)!.id
  const ids = rows.map(({ id }) => id).filter((id) => !held.has(id))
  if (ids.length === rows.length) removeRange.post(tx, { company_id, first: ids[0]!, last })
  else for (const id of ids) removeRange.post(tx, { company_id, first: id, last: id })
  return { removed: ids.length, next: rows.length === REMOVED_AT_ONCE ? last : undefined }
}

/** Events of a segment that are not given up, and those with pending deliveries. */
const stayingIn =
  (holds: EventHolds): StayingRows =>
  (rows) =>
    `(SELECT event.ctid FROM event_heads AS head CROSS JOIN LATERAL (
      SELECT one.ctid FROM ${rows} AS one WHERE one.company_id = head.company_id AND one.id >= head.kept_from ORDER BY one.id LIMIT ${MOVED_AT_ONCE}
    ) AS event LIMIT ${MOVED_AT_ONCE}) UNION ALL (${holds.held(rows)} LIMIT ${MOVED_AT_ONCE})`

/** The job that does it; without `days` events stay. */
export const removeEventsAfter = (days: number | undefined, holds: EventHolds) =>
  defineJob({
    kind: 'events.retention',
    every: 'hour',
    async run({ database, now_ms, signal }): Promise<({ removed: number } & Partial<TendedSegments>) | undefined> {
      if (days === undefined) return undefined
      const { segments } = database
      // Before more are given up: a request that began before it learnt of that can't find them gone.
      const terms = { days, staying: stayingIn(holds), may_rescue: true }
      const tended = segments && (await tendSegments(segments, 'events', terms, now_ms, signal))
      return { removed: await removeOldEvents(database, { days, holds }, now_ms, signal), ...tended }
    },
  })
