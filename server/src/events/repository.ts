// All SQL that reads events. Writing them is record.ts.
import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import { statement, statementFamily } from '../database/statement.ts'
import type { EventsTable } from '../database/tables.ts'
import type { CompanyId, EventId } from '../kernel/ids.ts'

const find = statement<{ company_id: CompanyId; id: EventId }>()((db, p) =>
  db.selectFrom('events').selectAll().where('company_id', '=', p.company_id).where('id', '=', p.id),
)

/** What narrows a list of events; absent fields narrow nothing. */
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
  /** Only `id` and `bytes`, the size of `data`. */
  is_sizes: boolean
  type_count: number
  by_resource: boolean
  from: boolean
  until: boolean
  older: boolean
  newer: boolean
}

type Params = { company_id: CompanyId; limit: number } & Record<string, unknown>

/**
 * One page, the events next to the cursor first. Several types are one short index walk each, put together: a filter on a rare type never
 * reads through all the others.
 */
const list = statementFamily<Shape, Params>()((db, p, shape) => {
  const direction = shape.newer ? 'asc' : 'desc'
  const arm = (type_index: number | undefined) => {
    const events = db.selectFrom('events')
    const whole = events.selectAll()
    const sizes = () => events.select(['id', sql<number>`octet_length(${sql.ref('data')})`.as('bytes')])
    let rows = (shape.is_sizes ? (sizes() as unknown as typeof whole) : whole).where('company_id', '=', p.company_id)
    if (type_index !== undefined) rows = rows.where('type', '=', p[`type${type_index}`] as string)
    if (shape.by_resource) rows = rows.where('resource_id', '=', p['resource_id'] as string)
    if (shape.from) rows = rows.where('created_at', '>=', p['created_from'] as string)
    if (shape.until) rows = rows.where('created_at', '<=', p['created_until'] as string)
    if (shape.older) rows = rows.where('id', '<', p['older_than'] as EventId)
    if (shape.newer) rows = rows.where('id', '>', p['newer_than'] as EventId)
    return rows.orderBy('id', direction).limit(p.limit)
  }
  if (shape.type_count <= 1) return arm(shape.type_count === 1 ? 0 : undefined)
  const [first, ...others] = Array.from({ length: shape.type_count }, (_, index) =>
    db.selectFrom(arm(index).as(`of_type_${index}`)).selectAll(),
  )
  const all = others.reduce((union, other) => union.unionAll(other), first!)
  return db.selectFrom(all.as('found')).selectAll().orderBy(sql.ref('id'), direction).limit(p.limit)
})

const findFirst = statement<{ company_id: CompanyId; created_from: string }>()((db, p) =>
  db
    .selectFrom('events')
    .select('id')
    .where('company_id', '=', p.company_id)
    .where('created_at', '>=', p.created_from)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1),
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

export const findEvent = (tx: Tx, company_id: CompanyId, id: EventId) => find.first(tx, { company_id, id })

/** The id of the first event at or after a moment. */
export async function findFirstSince(tx: Tx, company_id: CompanyId, created_from: string): Promise<EventId | undefined> {
  return (await findFirst.first(tx, { company_id, created_from }))?.id
}

/** The id of a company's newest event. */
export async function findNewest(tx: Tx, company_id: CompanyId): Promise<EventId | undefined> {
  return (await findLast.first(tx, { company_id }))?.id
}

/** The place of the last event of each of the companies; those without any event are left out. */
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

/** At most `limit` events, newest first; with `newer_than`, the ones directly above it, still newest first. */
export async function listEvents(tx: Tx, company_id: CompanyId, filter: EventFilter, limit: number): Promise<EventsTable[]> {
  const rows = (await readPage(tx, company_id, filter, limit, false)) as EventsTable[]
  return filter.newer_than === undefined ? rows : rows.reverse()
}

/** At most `limit` events above `newer_than`, oldest first. */
export function listEventsUpwards(
  tx: Tx,
  company_id: CompanyId,
  filter: EventFilter & { newer_than: string },
  limit: number,
): Promise<EventsTable[]> {
  return readPage(tx, company_id, filter, limit, false) as Promise<EventsTable[]>
}

/** The same events by their size alone: the bytes of `data`, which is not read for it. */
export function listEventSizes(
  tx: Tx,
  company_id: CompanyId,
  filter: EventFilter & { newer_than: string },
  limit: number,
): Promise<{ id: EventId; bytes: number }[]> {
  return readPage(tx, company_id, filter, limit, true) as unknown as Promise<{ id: EventId; bytes: number }[]>
}

function readPage(tx: Tx, company_id: CompanyId, filter: EventFilter, limit: number, is_sizes: boolean) {
  const types = filter.types ?? []
  const params: Params = { company_id, limit, ...filter }
  types.forEach((type, index) => {
    params[`type${index}`] = type
  })
  const shape: Shape = {
    is_sizes,
    type_count: types.length,
    by_resource: filter.resource_id !== undefined,
    from: filter.created_from !== undefined,
    until: filter.created_until !== undefined,
    older: filter.older_than !== undefined,
    newer: filter.newer_than !== undefined,
  }
  return list(shape).all(tx, params)
}
