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
    let rows = db.selectFrom('events').selectAll().where('company_id', '=', p.company_id)
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

export const findEvent = (tx: Tx, company_id: CompanyId, id: EventId) => find.first(tx, { company_id, id })

/** At most `limit` events, newest first; with `newer_than`, the ones directly above it, still newest first. */
export async function listEvents(tx: Tx, company_id: CompanyId, filter: EventFilter, limit: number): Promise<EventsTable[]> {
  const types = filter.types ?? []
  const params: Params = { company_id, limit, ...filter }
  types.forEach((type, index) => {
    params[`type${index}`] = type
  })
  const shape: Shape = {
    type_count: types.length,
    by_resource: filter.resource_id !== undefined,
    from: filter.created_from !== undefined,
    until: filter.created_until !== undefined,
    older: filter.older_than !== undefined,
    newer: filter.newer_than !== undefined,
  }
  const rows = await list(shape).all(tx, params)
  return shape.newer ? rows.reverse() : rows
}
