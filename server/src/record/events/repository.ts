// All SQL that reads events. Writing them is record.ts.
import { sql } from 'kysely'
import type { CompanyId, EventId } from '../../kernel/ids.ts'
import { fitPage, textOrSize } from '../../sql/bounded-page.ts'
import type { Tx } from '../../sql/database.ts'
import { statement, statementFamily } from '../../sql/statement.ts'
import type { EventsTable } from './table.ts'
import { timelinesIn } from './timelines.ts'

const find = statement<{ company_id: CompanyId; id: EventId }>()((db, p) =>
  db.selectFrom('events').selectAll().where('company_id', '=', p.company_id).where('id', '=', p.id),
)

/** The filters of a list of events; absent fields do not filter. */
export interface EventFilter {
  /** Exact types. */
  types?: readonly string[] | undefined
  resource_id?: string | undefined
  created_from?: string | undefined
  created_until?: string | undefined
  /** Only older than this event, or only newer. */
  older_than?: string | undefined
  newer_than?: string | undefined
}

interface Shape {
  /** Of `data`: all of it, only its size, or the one or the other (`textOrSize`). */
  data: 'all' | 'size' | 'either'
  type_count: number
  by_resource: boolean
  /** Whether only the events on one timeline are meant. */
  by_timeline: boolean
  is_upwards: boolean
  /** How ids compare with the bounds `low` and `high`. */
  above: '>' | '>='
  below: '<' | '<='
}

type Params = { company_id: CompanyId; limit: number; low: string; high: string } & Record<string, unknown>

/** All but `data`. */
const COLUMNS = ['company_id', 'id', 'type', 'created_at', 'timeline', 'resource_type', 'resource_id', 'is_test'] as const

/** Below and above the ids of all events. */
const LOWEST = ''
const HIGHEST = '~'

/**
 * One page, the events next to the cursor first. Several types are one short index walk each, merged: a filter on a rare type never
 * reads through all the others. A resource has few events, so its types are read one by one.
 *
 * Type and resource are compared as pairs with the id. The result is the same, but only the index that begins with them fits:
 * with bounds of the id on both sides SQLite would use the primary key and read everything between.
 */
const list = statementFamily<Shape, Params>()((db, p, shape, dialect) => {
  const direction = shape.is_upwards ? 'asc' : 'desc'
  const types = Array.from({ length: shape.type_count }, (_, index) => p[`type${index}`] as string)
  const page = (column: 'type' | 'resource_id' | undefined, value: unknown) => {
    const events = db.selectFrom('events')
    const whole = events.selectAll()
    const bytes = sql<number>`octet_length(${sql.ref('data')})`.as('bytes')
    const selected = {
      all: whole,
      size: events.select(['id', 'type', 'resource_id', bytes]) as unknown as typeof whole,
      either: events.select([...COLUMNS, textOrSize('data')]) as unknown as typeof whole,
    }[shape.data]
    let rows = selected.where('company_id', '=', p.company_id)
    // No column of an index: the events are looked at in the order of ids.
    if (shape.by_timeline) rows = rows.where(sql<boolean>`${sql.ref('timeline')} + 0 = ${p['timeline']}`)
    if (column === undefined) {
      const all = rows.where('id', shape.above, p.low as EventId).where('id', shape.below, p.high as EventId)
      return dialect.firstRows(all.orderBy('id', direction), p.limit)
    }
    const pair = sql`(${sql.ref(column)}, ${sql.ref('id')})`
    let some = rows
      .where(sql<boolean>`${pair} ${sql.raw(shape.above)} (${value}, ${p.low})`)
      .where(sql<boolean>`${pair} ${sql.raw(shape.below)} (${value}, ${p.high})`)
    if (column === 'resource_id' && types.length > 0) some = some.where('type', 'in', types)
    return dialect.firstRows(some.orderBy(column, direction).orderBy('id', direction), p.limit)
  }
  if (shape.by_resource) return page('resource_id', p['resource_id'])
  if (types.length <= 1) return page(types.length === 1 ? 'type' : undefined, types[0])
  const [first, ...others] = types.map((type, index) => db.selectFrom(page('type', type).as(`of_type_${index}`)).selectAll())
  const all = others.reduce((union, other) => union.unionAll(other), first!)
  return db.selectFrom(all.as('found')).selectAll().orderBy(sql.ref('id'), direction).limit(p.limit)
})

const findFirst = statement<{ company_id: CompanyId; timeline: number; created_from: string }>()((db, p) =>
  db
    .selectFrom('events')
    .select('id')
    .where('company_id', '=', p.company_id)
    .where('timeline', '=', p.timeline)
    .where('created_at', '>=', p.created_from)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1),
)

const findLastUntil = statement<{ company_id: CompanyId; timeline: number; created_until: string }>()((db, p) =>
  db
    .selectFrom('events')
    .select('id')
    .where('company_id', '=', p.company_id)
    .where('timeline', '=', p.timeline)
    .where('created_at', '<=', p.created_until)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1),
)

const findTimelines = statement<{ company_id: CompanyId }>()((db, p) =>
  db.selectFrom('event_heads').select('timelines').where('company_id', '=', p.company_id),
)

const findLast = statement<{ company_id: CompanyId }>()((db, p) =>
  db.selectFrom('events').select('id').where('company_id', '=', p.company_id).orderBy('id', 'desc').limit(1),
)

/** Companies that one look-up of heads asks for. */
const HEADS_AT_ONCE = 50

const findHeads = statement<Record<string, CompanyId>>()((db, p) =>
  db
    .selectFrom('event_heads')
    .select(['company_id', 'sequence'])
    .where(
      'company_id',
      'in',
      Array.from({ length: HEADS_AT_ONCE }, (_, index) => p[`company${index}`]!),
    ),
)

const findKeptFrom = statement<{ company_id: CompanyId }>()((db, p) =>
  db.selectFrom('event_heads').select('kept_from').where('company_id', '=', p.company_id),
)

const findCursor = statement<{ company_id: CompanyId; id: EventId }>()((db, p) =>
  db
    .selectFrom('event_heads')
    .select((columns) => [
      'kept_from',
      columns
        .exists(db.selectFrom('events').select('id').where('company_id', '=', p.company_id).where('id', '=', p.id))
        .as('is_stored'),
    ])
    .where('company_id', '=', p.company_id),
)

const findFirstFrom = statement<{ company_id: CompanyId; kept_from: EventId }>()((db, p) =>
  db
    .selectFrom('events')
    .select(['id', 'created_at'])
    .where('company_id', '=', p.company_id)
    .where('id', '>=', p.kept_from)
    .orderBy('id')
    .limit(1),
)

/** The lowest text above the ids of all events of a company that retention has removed, or is about to; empty if there are none. */
export async function keptFrom(tx: Tx, company_id: CompanyId): Promise<string> {
  return (await findKeptFrom.first(tx, { company_id }))?.kept_from ?? ''
}

/** What is known of an id that a reader goes on from; its data is not read. */
export async function lookUpCursor(
  tx: Tx,
  company_id: CompanyId,
  id: EventId,
): Promise<{ kept_from: string; is_stored: boolean }> {
  const found = await findCursor.first(tx, { company_id, id })
  return { kept_from: found?.kept_from ?? '', is_stored: Boolean(found?.is_stored) }
}

/** The oldest event of a company that retention does not remove yet. */
export const findOldestKept = (tx: Tx, company_id: CompanyId, kept_from: string) =>
  findFirstFrom.first(tx, { company_id, kept_from: kept_from as EventId })

export const findEvent = (tx: Tx, company_id: CompanyId, id: EventId) => find.first(tx, { company_id, id })

/** The id of the first event at or after a moment: the lowest, of all timelines. */
export async function findFirstSince(tx: Tx, company_id: CompanyId, created_from: string): Promise<EventId | undefined> {
  const firstOn = async (timeline: number) => (await findFirst.first(tx, { company_id, timeline, created_from }))?.id
  const [others, first] = await Promise.all([otherTimelines(tx, company_id), firstOn(0)])
  const found = [first, ...(await Promise.all(others.map(firstOn)))]
  return found.filter((id) => id !== undefined).sort()[0]
}

/** The timelines of a company besides the first: none, unless its clock was once set back. */
async function otherTimelines(tx: Tx, company_id: CompanyId): Promise<number[]> {
  return timelinesIn((await findTimelines.first(tx, { company_id }))?.timelines ?? null).map((_, index) => index + 1)
}

/** The id of a company's newest event. */
export async function findNewest(tx: Tx, company_id: CompanyId): Promise<EventId | undefined> {
  return (await findLast.first(tx, { company_id }))?.id
}

/** The position of the last event of each of the companies; those without any event are left out. */
export async function listHeads(
  tx: Tx,
  company_ids: readonly CompanyId[],
): Promise<{ company_id: CompanyId; sequence: number }[]> {
  const heads = []
  for (let start = 0; start < company_ids.length; start += HEADS_AT_ONCE) {
    // The last one is named again where there are fewer: so it is one statement, whatever their number.
    const names = Array.from({ length: HEADS_AT_ONCE }, (_, index) => company_ids[start + index] ?? company_ids.at(-1)!)
    heads.push(...(await findHeads.all(tx, Object.fromEntries(names.map((name, index) => [`company${index}`, name])))))
  }
  return heads
}

/**
 * A page of at most `limit` events, newest first; with `newer_than`, the ones directly above it, still newest first. It has fewer where they
 * would be too large together; `has_more` is whether there are more in the direction asked.
 */
export async function listEvents(
  tx: Tx,
  company_id: CompanyId,
  filter: EventFilter,
  limit: number,
): Promise<{ rows: EventsTable[]; has_more: boolean }> {
  // One more than requested shows whether there are more.
  const found = await readPage(tx, company_id, filter, limit + 1, 'either')
  const read = async ({ id }: { id: EventId }) => (await find.first(tx, { company_id, id }))!.data
  const { page, has_more } = await fitPage(found, limit, 'data', read)
  return { rows: filter.newer_than === undefined ? page : page.reverse(), has_more }
}

/** At most `limit` events above `newer_than`, oldest first. */
export function listEventsUpwards(
  tx: Tx,
  company_id: CompanyId,
  filter: EventFilter & { newer_than: string },
  limit: number,
): Promise<EventsTable[]> {
  return readPage(tx, company_id, filter, limit, 'all') as Promise<EventsTable[]>
}

/** The same events by their size alone: the bytes of `data`, which is not read for it. */
export function listEventSizes(
  tx: Tx,
  company_id: CompanyId,
  filter: EventFilter & { newer_than: string },
  limit: number,
): Promise<{ id: EventId; bytes: number }[]> {
  return readPage(tx, company_id, filter, limit, 'size') as unknown as Promise<{ id: EventId; bytes: number }[]>
}

async function readPage(tx: Tx, company_id: CompanyId, filter: EventFilter, limit: number, data: Shape['data']) {
  const { types = [], resource_id, created_from, created_until, older_than, newer_than } = filter
  const params: Params = { company_id, limit, resource_id, low: newer_than ?? LOWEST, high: older_than ?? HIGHEST }
  types.forEach((type, index) => {
    params[`type${index}`] = type
  })
  const shape: Shape = {
    data,
    type_count: types.length,
    by_resource: resource_id !== undefined,
    by_timeline: false,
    is_upwards: newer_than !== undefined,
    above: '>',
    below: '<',
  }
  const all = { shape, params }
  if (created_from === undefined && created_until === undefined) return list(shape).all(tx, params)
  const [others, on_first] = await Promise.all([
    otherTimelines(tx, company_id),
    narrowed(tx, all, { timeline: 0, created_from, created_until }),
  ])
  if (others.length === 0) return on_first ? list(on_first.shape).all(tx, on_first.params) : []
  // Each timeline separately, bounded by its own events at both ends, so that none searches the events of another.
  const pages = [0, ...others].map(async (timeline) => {
    const within = { timeline, created_from: created_from ?? LOWEST, created_until: created_until ?? HIGHEST }
    const found = await narrowed(tx, all, within)
    if (!found) return []
    return list({ ...found.shape, by_timeline: true }).all(tx, { ...found.params, timeline })
  })
  const rows = (await Promise.all(pages)).flat()
  rows.sort((a, b) => (a.id < b.id === shape.is_upwards ? -1 : 1))
  return rows.slice(0, limit)
}

/**
 * A page between two moments on a timeline; undefined if it is empty. On a timeline the order of ids is the order of times
 * (decisions/008-order-of-events.md), so times are turned into ids first: then every filter narrows one index walk, and none reads
 * events only to see how old they are.
 */
async function narrowed(
  tx: Tx,
  page: { shape: Shape; params: Params },
  within: { timeline: number; created_from: string | undefined; created_until: string | undefined },
): Promise<{ shape: Shape; params: Params } | undefined> {
  const { timeline, created_from, created_until } = within
  const { company_id } = page.params
  const [first, last] = await Promise.all([
    created_from === undefined ? LOWEST : findFirst.first(tx, { company_id, timeline, created_from }).then((row) => row?.id),
    created_until === undefined
      ? HIGHEST
      : findLastUntil.first(tx, { company_id, timeline, created_until }).then((row) => row?.id),
  ])
  if (first === undefined || last === undefined) return undefined
  const shape = { ...page.shape }
  const params = { ...page.params }
  if (first > params.low) {
    params.low = first
    shape.above = '>='
  }
  if (last < params.high) {
    params.high = last
    shape.below = '<='
  }
  return { shape, params }
}
