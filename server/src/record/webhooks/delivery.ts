// The next state of a delivery after an attempt. Pure.

import type { DeliveryId, EventId } from '../../kernel/ids.ts'
import type { EventCatalogue } from '../events/event-type.ts'
import { compileFilters } from './filters.ts'
import { isSuccess, nextAttemptAt, type Result } from './schedule.ts'
import type { WebhookDeliveriesTable } from './table.ts'

/** An event as far as fanning out must know it. */
export interface NewEvent {
  id: EventId
  type: string
  is_test: boolean
  /** The size of its data. */
  bytes: number
  /** Its position in the company's order. */
  sequence: number
}

/** As many characters of an event's id are its time, which its deliveries share. */
export const PLACE_END = 'evt_'.length + 10

/** The lowest text that the id of the delivery's event can be. */
export function lowestEventIdOf(delivery_id: DeliveryId): string {
  return `evt_${delivery_id.slice('dlv_'.length, PLACE_END)}`
}

/** A delivery of a disabled endpoint: if it was pending, it is cancelled. */
export function ended<T extends Pick<WebhookDeliveriesTable, 'status' | 'due_at_ms' | 'lease'>>(delivery: T): T {
  if (delivery.status !== 'pending') return delivery
  return { ...delivery, status: 'cancelled', due_at_ms: null, lease: null }
}

/** Filters for events up to a position, although the endpoint has others by now. */
interface EarlierFilters {
  until: number
  enabled_events: string[]
}

/**
 * An endpoint's earlier filters after a change when the newest event has the position `head`: earlier events that were not
 * looked at yet are judged by the filters of their time.
 */
export function withEarlierFilters(
  endpoint: { enabled_events: string; earlier_filters: string; fanned_out_to: number },
  head: number,
): string {
  const kept = (JSON.parse(endpoint.earlier_filters) as EarlierFilters[]).filter(({ until }) => until > endpoint.fanned_out_to)
  if (endpoint.fanned_out_to >= head || kept.at(-1)?.until === head) return JSON.stringify(kept)
  return JSON.stringify([...kept, { until: head, enabled_events: JSON.parse(endpoint.enabled_events) }])
}

/** The events that an endpoint gets among those after its position. Test events are never sent. */
export function wantedEvents<E extends NewEvent>(
  catalogue: EventCatalogue,
  endpoint: { enabled_events: string; earlier_filters: string; fanned_out_to: number },
  events: readonly E[],
): E[] {
  const now = compileFilters(catalogue, JSON.parse(endpoint.enabled_events))
  const earlier = (JSON.parse(endpoint.earlier_filters) as EarlierFilters[]).map(({ until, enabled_events }) => ({
    until,
    wants: compileFilters(catalogue, enabled_events),
  }))
  const wants = ({ sequence, type }: E) => (earlier.find(({ until }) => sequence <= until)?.wants ?? now)(type)
  return events.filter((event) => event.sequence > endpoint.fanned_out_to && !event.is_test && wants(event))
}

const GONE = 410
/** Attempts stored with a delivery: the ten of the schedule, and those of a second round by hand. */
const ATTEMPTS_KEPT = 20

/** One HTTP call, as it is kept. */
export interface AttemptRecord {
  number: number
  attempted_at: string
  duration_ms: number
  response_status: number | null
  response_body: string | null
  error: string | null
  /** The headers that were sent: kept with the attempt, and shown by the dashboard alone, for a signature lets a call be repeated. */
  sent_headers?: Record<string, string>
}

function withAttempt(attempts: string, attempt: AttemptRecord): string {
  if (attempts === '[]') return JSON.stringify([attempt])
  return JSON.stringify([...(JSON.parse(attempts) as AttemptRecord[]), attempt].slice(-ATTEMPTS_KEPT))
}

/**
 * A delivery after an attempt under `lease`. Changes in the meantime count: a cancelled delivery stays cancelled unless it
 * arrived, and one that was queued again by hand stays queued. `is_moved`: the endpoint has another URL by now, so a 410 of the old one is
 * no reason to give up.
 */
export function afterAttempt(
  delivery: WebhookDeliveriesTable,
  lease: string,
  made: Omit<AttemptRecord, 'number'> & Result,
  now_ms: number,
  chance: number,
  is_moved = false,
): WebhookDeliveriesTable {
  const attempt_count = delivery.attempt_count + 1
  const { retry_after_ms: _, ...attempt } = made
  return {
    ...withOutcome(delivery, lease, made, now_ms, chance, is_moved),
    attempt_count,
    attempts: withAttempt(delivery.attempts, { number: attempt_count, ...attempt }),
  }
}

function withOutcome(
  delivery: WebhookDeliveriesTable,
  lease: string,
  result: Result,
  now_ms: number,
  chance: number,
  is_moved: boolean,
): WebhookDeliveriesTable {
  const is_pending = delivery.status === 'pending'
  if (is_pending && delivery.lease !== lease) return delivery
  if (isSuccess(result)) return { ...delivery, status: 'delivered', due_at_ms: null, lease: null }
  if (!is_pending) return delivery
  const tries = delivery.tries + 1
  const is_gone = result.response_status === GONE && !is_moved
  const due_at_ms = is_gone ? undefined : nextAttemptAt(tries, result, now_ms, chance)
  if (due_at_ms === undefined) return { ...delivery, tries, status: 'failed', due_at_ms: null, lease: null }
  return { ...delivery, tries, due_at_ms, lease: null }
}
