import { type CompanyId, type DeliveryId, type EventId, randomDigits, type WebhookEndpointId } from '../../kernel/ids.ts'
import { PLACE_END } from './delivery.ts'
import type { WebhookDeliveriesTable } from './table.ts'

/** A delivery that has not been tried yet: due at a time, or under a lease until then. */
export function newDelivery(
  place: { company_id: CompanyId; webhook_endpoint_id: WebhookEndpointId },
  event: { id: EventId; type: string },
  due_at_ms: number,
  now: string,
  lease: string | null = null,
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
    attempts: '[]',
    due_at_ms,
    lease,
    created_at: now,
  }
}

/** A delivery's id begins like its event's, so that the order of ids is the order of events. */
function deliveryIdOf(event_id: EventId): DeliveryId {
  return `dlv_${event_id.slice('evt_'.length, PLACE_END)}${randomDigits(16)}` as DeliveryId
}
