// Deliveries as the API shows them, queued again by hand, and removed when they are old.

import type { Context } from '../../http/context.ts'
import { refuseBothCursors } from '../../http/pagination.ts'
import { defineJob } from '../../jobs/job-kind.ts'
import { conflict, invalid, notFound } from '../../kernel/errors.ts'
import { type EventId, isId } from '../../kernel/ids.ts'
import { fitPage } from '../../sql/bounded-page.ts'
import type { Database, Tx } from '../../sql/database.ts'
import { findLastingEvent, findStoredEvent } from '../events/outbox.ts'
import { envelopeText } from '../events/schema.ts'
import { type AttemptRecord, ended, lowestEventIdOf } from './delivery.ts'
import {
  type DeliveryFilter,
  type DeliveryKey,
  type EndpointKey,
  findDelivery,
  type ListedDelivery,
  listDeliveries,
  queueDeliveries,
  removeOldDeliveries,
  saveDelivery,
} from './delivery-repository.ts'
import { newDelivery } from './new-delivery.ts'
import { deliveriesTopic } from './notices.ts'
import { findEndpoint, listEndpointKeys } from './repository.ts'
import { presentDelivery, type SentDelivery, type WebhookDelivery } from './schema.ts'
import { loadEndpoint, REPLAYED_DAYS, type WebhookParts } from './service.ts'
import type { WebhookDeliveriesTable } from './table.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export interface ListDeliveries {
  limit: number
  status?: WebhookDelivery['status'] | undefined
  event_id?: string | undefined
  starting_after?: string | undefined
  ending_before?: string | undefined
}

/** What was sent of an event to an endpoint: the body, and the headers of each attempt. Throws 404 for an unknown delivery. */
export function getSentDelivery(context: Context, id: string, event_id: string): Promise<SentDelivery> {
  return context.read(async (tx) => {
    const endpoint = await loadEndpoint(tx, context.company_id, id)
    const key = { company_id: context.company_id, webhook_endpoint_id: endpoint.id, event_id: event_id as EventId }
    const delivery = isId('event', event_id) ? await findDelivery(tx, key) : undefined
    if (!delivery) throw notFound()
    const event = await findStoredEvent(tx, context.company_id, key.event_id)
    const attempts = (JSON.parse(delivery.attempts) as AttemptRecord[]).map(({ number, sent_headers = {} }) => ({
      number,
      headers: Object.entries(sent_headers).map(([name, value]) => ({ name, value })),
    }))
    return { body: event ? envelopeText(event) : null, attempts }
  })
}

/**
 * Lists an endpoint's deliveries by cursor, newest event first. Throws 404 for an unknown endpoint, 400 for both cursors at once and for one
 * that names no delivery of the endpoint.
 */
export function listWebhookDeliveries(context: Context, parts: WebhookParts, id: string, query: ListDeliveries) {
  return context.read(async (tx) => {
    const endpoint = await loadEndpoint(tx, context.company_id, id)
    const key = { company_id: context.company_id, webhook_endpoint_id: endpoint.id }
    refuseBothCursors(query)
    const filter: DeliveryFilter = {
      status: query.status,
      event_id: query.event_id,
      older_than: await eventOf(tx, key, 'starting_after', query.starting_after),
      newer_than: await eventOf(tx, key, 'ending_before', query.ending_before),
    }
    const { limit } = query
    // One more than requested shows whether there are more in the requested direction.
    const found = await (endpoint.status === 'disabled' ? listEnded : listDeliveries)(tx, key, filter, limit + 1)
    const read = async (row: DeliveryKey) => (await findDelivery(tx, row))!.attempts
    const { page: rows, has_more } = await fitPage(found, limit, 'attempts', read)
    const next = rows.at(-1)
    if (query.ending_before !== undefined) rows.reverse()
    const ahead_ms = parts.ahead_ms()
    const deliveries = rows.map((row) => presentDelivery(row, ahead_ms))
    return { deliveries, pagination: { limit, has_more, next_cursor: has_more ? next!.id : null } }
  })
}

/**
 * The same for a disabled endpoint: its pending deliveries have ended with it, although many rows are marked as cancelled only
 * later (`cancelDeliveries`).
 */
async function listEnded(tx: Tx, key: EndpointKey, filter: DeliveryFilter, limit: number): Promise<ListedDelivery[]> {
  if (filter.status === 'pending') return []
  const rows = await listDeliveries(tx, key, filter, limit)
  if (filter.status === 'cancelled') rows.push(...(await listDeliveries(tx, key, { ...filter, status: 'pending' }, limit)))
  // The ones next to the position that is asked from.
  const first = filter.newer_than === undefined ? 1 : -1
  rows.sort((a, b) => (a.event_id < b.event_id ? first : -first))
  return rows.slice(0, limit).map(ended)
}

/** The event of the delivery that a cursor names. */
async function eventOf(tx: Tx, key: EndpointKey, param: string, id: string | undefined): Promise<string | undefined> {
  if (id === undefined) return undefined
  const [row] = isId('delivery', id) ? await listDeliveries(tx, key, { newer_than: lowestEventIdOf(id) }, 1) : []
  if (row?.id !== id) throw invalid(param, `${param} must be the id of a delivery of this endpoint`)
  return row.event_id
}

/**
 * Queues an event for an endpoint once more, from the start of the schedule, whether it arrived before or not, and whatever the endpoint's
 * filters. Throws 404 for an unknown event, 400 for an unknown endpoint, 409 `test_event` (these are never delivered) and 409
 * `webhook_endpoint_disabled`.
 */
export function resendEvent(
  context: Context,
  parts: WebhookParts,
  event_id: string,
  input: { webhook_endpoint_id: string },
): Promise<WebhookDelivery> {
  return context.transaction(async (tx) => {
    const { company_id } = context
    const event = isId('event', event_id) ? await findLastingEvent(tx, company_id, event_id) : undefined
    if (!event) throw notFound()
    const id = input.webhook_endpoint_id
    const endpoint = isId('webhook_endpoint', id) ? await findEndpoint(tx, company_id, id) : undefined
    if (!endpoint) {
      const where = 'GET /v1/webhook-endpoints'
      throw invalid('webhook_endpoint_id', `webhook_endpoint_id must be the id of a webhook endpoint of this company (${where})`)
    }
    if (event.is_test) throw conflict('test_event', 'Test events are never delivered: quoin listen shows them')
    if (endpoint.status === 'disabled') {
      throw conflict('webhook_endpoint_disabled', 'The endpoint is disabled: enable it first', 'webhook_endpoint_id')
    }
    const key = { company_id, webhook_endpoint_id: endpoint.id }
    const due_at_ms = parts.steady_ms()
    const before = await findDelivery(tx, { ...key, event_id: event.id })
    const after: WebhookDeliveriesTable = before
      ? { ...before, status: 'pending', tries: 0, due_at_ms, lease: null }
      : newDelivery(key, event, due_at_ms, context.now)
    if (before) await saveDelivery(tx, after)
    else await queueDeliveries(tx, [after])
    tx.notify(deliveriesTopic(key))
    return presentDelivery(after, parts.ahead_ms())
  })
}

/** Removes deliveries, with their attempts, that are over and older than `days`. */
export async function sweepOldDeliveries(database: Database, now_ms: number, days = REPLAYED_DAYS): Promise<void> {
  const until = new Date(now_ms - days * DAY_MS).toISOString()
  for (const key of await database.readOne(listEndpointKeys)) {
    let above: EventId | undefined
    do above = await database.write((tx) => removeOldDeliveries(tx, key, until, above), key.company_id)
    while (above !== undefined)
  }
}

/** The job that does it. */
export const removeDeliveriesAfter = (days: number | undefined) =>
  defineJob({
    kind: 'webhooks.retention',
    every: 'hour',
    run: ({ database, now_ms }) => sweepOldDeliveries(database, now_ms, days),
  })
