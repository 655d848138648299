// All SQL of deliveries and their attempts.
import { sql } from 'kysely'
import type { CompanyId, EventId, WebhookEndpointId } from '../../kernel/ids.ts'
import { textOrSize } from '../../sql/bounded-page.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { updateRow } from '../../sql/rows.ts'
import { insertRows, statement, statementFamily } from '../../sql/statement.ts'
import { type WebhookDeliveriesTable, webhook_deliveries } from './table.ts'

/** The endpoint that deliveries belong to. */
export interface EndpointKey {
  company_id: CompanyId
  webhook_endpoint_id: WebhookEndpointId
}

/** One delivery. */
export interface DeliveryKey extends EndpointKey {
  event_id: EventId
}

/** Old deliveries that one transaction checks, to remove finished ones. */
const LOOKED_AT_TO_REMOVE = 200
/** Pending deliveries that one transaction ends: 50,000 would keep all other writes waiting for a third of a second. */
const CANCELLED_AT_ONCE = 250

/**
 * Queues deliveries. An existing one is queued again if it had failed or was cancelled, and left alone if it arrived or is in progress:
 * a replay sends only what is missing. Returns the queued ones.
 */
export const queueDeliveries = insertRows(webhook_deliveries, (insert) =>
  insert
    .onConflict((old) =>
      old
        .columns(['company_id', 'webhook_endpoint_id', 'event_id'])
        .doUpdateSet((eb) => ({
          status: eb.ref('excluded.status'),
          tries: eb.ref('excluded.tries'),
          due_at_ms: eb.ref('excluded.due_at_ms'),
          lease: eb.ref('excluded.lease'),
        }))
        .where('webhook_deliveries.status', 'in', [sql.lit<'failed'>('failed'), sql.lit<'cancelled'>('cancelled')]),
    )
    .returning(['webhook_endpoint_id', 'event_id', 'lease']),
)

const findDue = statement<EndpointKey & { until_ms: number; limit: number }>()((db, p) =>
  db
    .selectFrom('webhook_deliveries')
    .select('event_id')
    .where('company_id', '=', p.company_id)
    .where('webhook_endpoint_id', '=', p.webhook_endpoint_id)
    .where('due_at_ms', '<=', p.until_ms)
    .orderBy('due_at_ms')
    .orderBy('event_id')
    .limit(p.limit),
)

const claim = statement<DeliveryKey & { lease: string; lease_until_ms: number }>()((db, p) =>
  db
    .updateTable('webhook_deliveries')
    .set({ lease: p.lease, due_at_ms: p.lease_until_ms })
    .where('company_id', '=', p.company_id)
    .where('webhook_endpoint_id', '=', p.webhook_endpoint_id)
    .where('event_id', '=', p.event_id),
)

const findEarliest = statement<EndpointKey>()((db, p) =>
  db
    .selectFrom('webhook_deliveries')
    .select('due_at_ms')
    .where('company_id', '=', p.company_id)
    .where('webhook_endpoint_id', '=', p.webhook_endpoint_id)
    .where('due_at_ms', 'is not', null)
    .orderBy('due_at_ms')
    .limit(1),
)

const findAllEarliest = statement<object>()((db) =>
  db
    .selectFrom('webhook_deliveries')
    .select((eb) => ['company_id', 'webhook_endpoint_id', eb.fn.min<number>('due_at_ms').as('due_at_ms')])
    .where('due_at_ms', 'is not', null)
    .groupBy(['company_id', 'webhook_endpoint_id']),
)

const releaseAll = statement<{ due_at_ms: number }>()((db, p) =>
  db
    .updateTable('webhook_deliveries')
    .set({ lease: null, due_at_ms: p.due_at_ms })
    .where('due_at_ms', 'is not', null)
    .where('lease', 'is not', null),
)

const release = statement<DeliveryKey & { lease: string; due_at_ms: number }>()((db, p) =>
  db
    .updateTable('webhook_deliveries')
    .set({ lease: null, due_at_ms: p.due_at_ms })
    .where('company_id', '=', p.company_id)
    .where('webhook_endpoint_id', '=', p.webhook_endpoint_id)
    .where('event_id', '=', p.event_id)
    .where('lease', '=', p.lease)
    .where('status', '=', 'pending'),
)

const find = statement<DeliveryKey>()((db, p) =>
  db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('company_id', '=', p.company_id)
    .where('webhook_endpoint_id', '=', p.webhook_endpoint_id)
    .where('event_id', '=', p.event_id),
)

const update = updateRow(webhook_deliveries)

const findPending = statement<EndpointKey & { limit: number }>()((db, p) =>
  db
    .selectFrom('webhook_deliveries')
    .select('event_id')
    .where('company_id', '=', p.company_id)
    .where('webhook_endpoint_id', '=', p.webhook_endpoint_id)
    .where('due_at_ms', 'is not', null)
    .orderBy('due_at_ms')
    .limit(p.limit),
)

const cancel = statement<DeliveryKey>()((db, p) =>
  db
    .updateTable('webhook_deliveries')
    .set({ status: 'cancelled', due_at_ms: null, lease: null })
    .where('company_id', '=', p.company_id)
    .where('webhook_endpoint_id', '=', p.webhook_endpoint_id)
    .where('event_id', '=', p.event_id),
)

const cancelAll = statement<EndpointKey>()((db, p) =>
  db
    .updateTable('webhook_deliveries')
    .set({ status: 'cancelled', due_at_ms: null, lease: null })
    .where('company_id', '=', p.company_id)
    .where('webhook_endpoint_id', '=', p.webhook_endpoint_id)
    .where('due_at_ms', 'is not', null),
)

interface Shape {
  status: WebhookDeliveriesTable['status'] | undefined
  by_event: boolean
  is_upwards: boolean
}

type Page = EndpointKey & { event_id: string; above: string; below: string; limit: number }

/** All but `attempts`. */
const COLUMNS = [
  ...(['company_id', 'webhook_endpoint_id', 'event_id', 'id', 'event_type', 'status', 'tries', 'attempt_count'] as const),
  ...(['due_at_ms', 'lease', 'created_at'] as const),
] as const

/** Below and above the ids of all events. */
const LOWEST = ''
const HIGHEST = '~'

const list = statementFamily<Shape, Page>()((db, p, shape, dialect) => {
  const direction = shape.is_upwards ? 'asc' : 'desc'
  const rows = db
    .selectFrom('webhook_deliveries')
    .select([...COLUMNS, textOrSize('attempts')])
    .where('company_id', '=', p.company_id)
    .where('webhook_endpoint_id', '=', p.webhook_endpoint_id)
  if (shape.by_event || !shape.status || shape.status === 'delivered') {
    let page = rows.where('event_id', '>', p.above as EventId).where('event_id', '<', p.below as EventId)
    if (shape.status) page = page.where('status', '=', shape.status)
    // Of one event there is one at most.
    if (shape.by_event) return page.where('event_id', '=', p.event_id as EventId).limit(p.limit)
    return dialect.firstRows(page.orderBy('event_id', direction), p.limit)
  }
  // The condition of the index as text, and status and event as pairs: only then SQLite uses that index and
  // not the primary key, in which it would read all delivered ones.
  const pair = sql`(${sql.ref('status')}, ${sql.ref('event_id')})`
  const page = rows
    .where('status', '<>', sql.lit('delivered'))
    .where(sql<boolean>`${pair} > (${shape.status}, ${p.above})`)
    .where(sql<boolean>`${pair} < (${shape.status}, ${p.below})`)
  return dialect.firstRows(page.orderBy('status', direction).orderBy('event_id', direction), p.limit)
})

/** Of one endpoint, from its oldest event on: deliveries are made in the order of events. */
const findOld = statement<EndpointKey & { above: string; limit: number }>()((db, p) =>
  db
    .selectFrom('webhook_deliveries')
    .select(['company_id', 'webhook_endpoint_id', 'event_id', 'status', 'created_at'])
    .where('company_id', '=', p.company_id)
    .where('webhook_endpoint_id', '=', p.webhook_endpoint_id)
    .where('event_id', '>', p.above as EventId)
    .orderBy('event_id')
    .limit(p.limit),
)

const remove = statement<DeliveryKey>()((db, p) =>
  db
    .deleteFrom('webhook_deliveries')
    .where('company_id', '=', p.company_id)
    .where('webhook_endpoint_id', '=', p.webhook_endpoint_id)
    .where('event_id', '=', p.event_id),
)

const findClock = statement<object>()((db) => db.selectFrom('webhook_clock').select('steady_ms').where('id', '=', 1))

const saveClock = statement<{ steady_ms: number }>()((db, p) =>
  db
    .insertInto('webhook_clock')
    .values({ id: 1, steady_ms: p.steady_ms })
    .onConflict((old) => old.column('id').doUpdateSet({ steady_ms: p.steady_ms })),
)

/** Takes at most `limit` due deliveries of an endpoint under a lease, the longest due first; gives their events in the events' order. */
export async function claimDeliveries(
  tx: WriteTx,
  endpoint: EndpointKey,
  terms: { until_ms: number; limit: number; lease: string; lease_until_ms: number },
): Promise<EventId[]> {
  const { until_ms, limit, lease, lease_until_ms } = terms
  const rows = await findDue.all(tx, { ...endpoint, until_ms, limit })
  // One by one, by key: the plan of a statement with a list depends on the planner's estimates.
  for (const { event_id } of rows) claim.post(tx, { ...endpoint, event_id, lease, lease_until_ms })
  return rows.map(({ event_id }) => event_id).sort()
}

/** When the next delivery of an endpoint is due; undefined if none is pending. */
export const earliestDue = async (tx: Tx, endpoint: EndpointKey) =>
  (await findEarliest.first(tx, endpoint))?.due_at_ms ?? undefined
/** The same for all endpoints that have pending deliveries. */
export const listEarliestDue = (tx: Tx) => findAllEarliest.all(tx, {})
/** Makes leased deliveries due: for the start of a process that is alone on the database. */
export const releaseAllLeases = (tx: WriteTx, due_at_ms: number) => releaseAll.post(tx, { due_at_ms })
/** Gives a claimed delivery back, unless its lease has passed to another. */
export const releaseLease = (tx: WriteTx, delivery: DeliveryKey, lease: string, due_at_ms: number) =>
  release.post(tx, { ...delivery, lease, due_at_ms })
export const findDelivery = (tx: Tx, delivery: DeliveryKey) => find.first(tx, delivery)
export const saveDelivery = (tx: WriteTx, row: WebhookDeliveriesTable) => update.post(tx, row)
/**
 * Ends pending deliveries of an endpoint, those due first, at most 250; an attempt that is under way still ends in the log. Gives whether
 * there may be more: call it again in another transaction then.
 */
export async function cancelDeliveries(tx: WriteTx, endpoint: EndpointKey): Promise<boolean> {
  const rows = await findPending.all(tx, { ...endpoint, limit: CANCELLED_AT_ONCE })
  // One by one, by their keys, as in `claimDeliveries`: PostgreSQL took two seconds for a thousand in one statement.
  for (const { event_id } of rows) cancel.post(tx, { ...endpoint, event_id })
  return rows.length === CANCELLED_AT_ONCE
}

/** Ends all pending deliveries of an endpoint at once, however long that takes. */
export const cancelAllDeliveries = (tx: WriteTx, endpoint: EndpointKey) => cancelAll.post(tx, endpoint)

/** The filters of a list of deliveries; a position in it is the event's id. */
export interface DeliveryFilter {
  status?: WebhookDeliveriesTable['status'] | undefined
  event_id?: string | undefined
  older_than?: string | undefined
  newer_than?: string | undefined
}

/** A delivery in a list: of its attempts only the size where they are large. */
export type ListedDelivery = WebhookDeliveriesTable

/** At most `limit` deliveries, those next to the position asked from first: newest event first, or oldest first with `newer_than`. */
export async function listDeliveries(
  tx: Tx,
  endpoint: EndpointKey,
  filter: DeliveryFilter,
  limit: number,
): Promise<ListedDelivery[]> {
  const shape: Shape = {
    status: filter.status,
    by_event: filter.event_id !== undefined,
    is_upwards: filter.newer_than !== undefined,
  }
  return list(shape).all(tx, {
    company_id: endpoint.company_id,
    webhook_endpoint_id: endpoint.webhook_endpoint_id,
    event_id: filter.event_id ?? '',
    below: filter.older_than ?? HIGHEST,
    above: filter.newer_than ?? LOWEST,
    limit,
  })
}

/**
 * Checks the 200 oldest deliveries of an endpoint after the event `above`, and removes finished ones that were made at or before
 * `until`. Returns the event to continue after; undefined when there are no more old ones.
 */
export async function removeOldDeliveries(
  tx: WriteTx,
  endpoint: EndpointKey,
  until: string,
  above: string = LOWEST,
): Promise<EventId | undefined> {
  const rows = await findOld.all(tx, { ...endpoint, above, limit: LOOKED_AT_TO_REMOVE })
  const old = rows.filter(({ created_at }) => created_at <= until)
  for (const { company_id, webhook_endpoint_id, event_id, status } of old) {
    if (status !== 'pending') remove.post(tx, { company_id, webhook_endpoint_id, event_id })
  }
  return old.length > 0 && rows.length === LOOKED_AT_TO_REMOVE ? rows.at(-1)!.event_id : undefined
}

/** The highest time of the steady clock that was written down. */
export const readSteadyClock = async (tx: Tx) => (await findClock.first(tx, {}))?.steady_ms ?? 0
export const writeSteadyClock = (tx: WriteTx, steady_ms: number) => saveClock.post(tx, { steady_ms })
