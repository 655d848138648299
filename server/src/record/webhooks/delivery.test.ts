import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CompanyId, EventId, WebhookEndpointId } from '../../kernel/ids.ts'
import { EventCatalogue, type EventType } from '../events/event-type.ts'
import { afterAttempt, lowestEventIdOf, wantedEvents } from './delivery.ts'
import { newDelivery } from './new-delivery.ts'
import type { WebhookDeliveriesTable } from './table.ts'

const PLACE = { company_id: 'com_1' as CompanyId, webhook_endpoint_id: 'we_1' as WebhookEndpointId }
const EVENT = { id: 'evt_0000000042abcdefghjkmnpqrs' as EventId, type: 'invoice.paid' }
const NOW = '2026-06-15T10:00:00.000Z'
const NOW_MS = Date.parse(NOW)
const pending = (change: Partial<WebhookDeliveriesTable> = {}) => ({
  ...newDelivery(PLACE, EVENT, NOW_MS, NOW, 'lease'),
  ...change,
})
const attempt = (
  delivery: WebhookDeliveriesTable,
  response_status: number | null,
  lease = 'lease',
  retry_after_ms: number | null = null,
) => {
  const made = { attempted_at: NOW, duration_ms: 12, response_status, response_body: null, error: null, retry_after_ms }
  return afterAttempt(delivery, lease, made, NOW_MS, 0.5)
}
const stateOf = ({ status, tries, due_at_ms, lease }: WebhookDeliveriesTable) => [status, tries, due_at_ms, lease]

describe('a new delivery', () => {
  test('is pending, and its id has the place of its event', () => {
    const delivery = newDelivery(PLACE, EVENT, NOW_MS, NOW)
    assert.deepEqual(stateOf(delivery), ['pending', 0, NOW_MS, null])
    assert.match(delivery.id, /^dlv_0000000042[0-9a-z]{16}$/)
    assert.ok(lowestEventIdOf(delivery.id) <= EVENT.id)
    assert.ok(lowestEventIdOf(delivery.id) > 'evt_0000000041zzzzzzzzzzzzzzzz')
  })
})

describe('a delivery after an attempt', () => {
  test('that arrived is over', () => assert.deepEqual(stateOf(attempt(pending(), 204)), ['delivered', 0, null, null]))

  test('that failed is due again', () => {
    for (const status of [null, 302, 404, 429, 500]) {
      assert.deepEqual(stateOf(attempt(pending(), status)), ['pending', 1, NOW_MS + 5000, null])
    }
  })

  test('that was answered with 410 has failed at once', () =>
    assert.deepEqual(stateOf(attempt(pending(), 410)), ['failed', 1, null, null]))

  test('that was the tenth has failed, the ninth has not', () => {
    assert.equal(attempt(pending({ tries: 8 }), 500).status, 'pending')
    assert.deepEqual(stateOf(attempt(pending({ tries: 9 }), 500)), ['failed', 10, null, null])
  })

  test('that was cancelled meanwhile stays so, unless it arrived after all', () => {
    const cancelled = pending({ status: 'cancelled', due_at_ms: null, lease: null })
    assert.deepEqual(stateOf(attempt(cancelled, 500)), stateOf(cancelled))
    assert.deepEqual(stateOf(attempt(cancelled, 200)), ['delivered', 0, null, null])
  })

  for (const status of [200, 500, 410]) {
    test(`that was queued again meanwhile stays queued, whatever the older attempt came to: ${status}`, () => {
      const queued = pending({ lease: null, due_at_ms: NOW_MS - 5 })
      assert.deepEqual(stateOf(attempt(queued, status)), stateOf(queued))
      const claimed_by_another = pending({ lease: 'other' })
      assert.deepEqual(stateOf(attempt(claimed_by_another, status)), stateOf(claimed_by_another))
    })
  }

  test('that arrived before stays so when a second one failed', () => {
    const delivered = pending({ status: 'delivered', due_at_ms: null, lease: null })
    assert.deepEqual(stateOf(attempt(delivered, 500)), stateOf(delivered))
  })

  test('has each one in its log, numbered, the newest twenty', () => {
    let delivery: WebhookDeliveriesTable = pending()
    for (let count = 0; count < 25; count++) delivery = attempt({ ...delivery, tries: 0, lease: 'lease' }, 500)
    const numbers = JSON.parse(delivery.attempts).map((one: { number: number }) => one.number)
    assert.equal(delivery.attempt_count, 25)
    assert.deepEqual(
      numbers,
      Array.from({ length: 20 }, (_, index) => index + 6),
    )
    const [first] = JSON.parse(delivery.attempts)
    assert.deepEqual(Object.keys(first), ['number', 'attempted_at', 'duration_ms', 'response_status', 'response_body', 'error'])
  })
})

test('an endpoint gets the events behind its place that its filters want, and never test events', () => {
  const catalogue = new EventCatalogue(['invoice.paid', 'quote.sent'].map((type) => ({ type }) as EventType))
  const event = (sequence: number, type: string, is_test = false) => ({
    id: `evt_${sequence}` as EventId,
    type,
    is_test,
    bytes: 2,
    sequence,
  })
  const events = [event(1, 'invoice.paid'), event(2, 'quote.sent'), event(3, 'invoice.paid', true), event(4, 'invoice.paid')]
  const sequences = (filters: string[], fanned_out_to: number) =>
    wantedEvents(catalogue, { earlier_filters: '[]', enabled_events: JSON.stringify(filters), fanned_out_to }, events).map(
      ({ sequence }) => sequence,
    )
  assert.deepEqual(sequences(['*'], 0), [1, 2, 4])
  assert.deepEqual(sequences(['*'], 2), [4])
  assert.deepEqual(sequences(['quote.*'], 0), [2])
  assert.deepEqual(sequences(['*'], 4), [])
})
