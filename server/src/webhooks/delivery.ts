// What becomes of a delivery after an attempt. Pure.
import type { WebhookDeliveriesTable } from '../database/tables.ts'
import type { EventCatalogue } from '../events/event-type.ts'
import { type CompanyId, type DeliveryId, type EventId, randomDigits, type WebhookEndpointId } from '../kernel/ids.ts'
import { compileFilters } from './filters.ts'
import { isSuccess, nextAttemptAt, type Result } from './schedule.ts'

/** An event as far as fanning out must know it. */
export interface NewEvent {
  id: EventId
  type: string
  is_test: boolean
  /** Its place in the company's order. */
  sequence: number
}

/** A delivery that has not been tried yet. */
export function newDelivery(
  place: { company_id: CompanyId; webhook_endpoint_id: WebhookEndpointId },
  event: { id: EventId; type: string },
  due_at_ms: number,
  now: string,
): WebhookDeliveriesTable {
  return {
    company_id: place.company_id,
    webhook_endpoint_id: place.webhook_endpoint_id,
    event_id: event.id,
    id: deliveryIdOf(event.id),
    event_type: event.type,
    status: 'pending',
    tries: 0,
    attempt_count: 0,
    due_at_ms,
    lease: null,
    created_at: now,
  }
}

const PLACE_END = 'evt_'.length + 10

/** A delivery's id begins like its event's, so that the order of ids is the order of events. */
function deliveryIdOf(event_id: EventId): DeliveryId {
  return `dlv_${event_id.slice('evt_'.length, PLACE_END)}${randomDigits(16)}` as DeliveryId
}

/** The lowest text that the id of the delivery's event can be. */
export function lowestEventIdOf(delivery_id: DeliveryId): string {
  return `evt_${delivery_id.slice('dlv_'.length, PLACE_END)}`
}

/** The events that an endpoint gets of those that came after the place it has looked up to. Test events are never sent. */
export function wantedEvents<E extends NewEvent>(
  catalogue: EventCatalogue,
  endpoint: { enabled_events: string; fanned_out_to: number },
  events: readonly E[],
): E[] {
  const wants = compileFilters(catalogue, JSON.parse(endpoint.enabled_events))
  return events.filter((event) => event.sequence > endpoint.fanned_out_to && !event.is_test && wants(event.type))
}

const GONE = 410

/**
 * A delivery after an attempt under `lease`. What happened to it meanwhile counts: one that was cancelled stays so unless it arrived after
 * all, and one that was queued again by hand stays queued.
 */
export function afterAttempt(
  delivery: WebhookDeliveriesTable,
  lease: string,
  result: Result,
  now_ms: number,
  chance: number,
): WebhookDeliveriesTable {
  const attempt_count = delivery.attempt_count + 1
  const is_pending = delivery.status === 'pending'
  if (is_pending && delivery.lease !== lease) return { ...delivery, attempt_count }
  if (isSuccess(result)) return { ...delivery, attempt_count, status: 'delivered', due_at_ms: null, lease: null }
  if (!is_pending) return { ...delivery, attempt_count }
  const tries = delivery.tries + 1
  const due_at_ms = result.response_status === GONE ? undefined : nextAttemptAt(tries, result, now_ms, chance)
  if (due_at_ms === undefined) return { ...delivery, attempt_count, tries, status: 'failed', due_at_ms: null, lease: null }
  return { ...delivery, attempt_count, tries, due_at_ms, lease: null }
}
