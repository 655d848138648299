import assert from 'node:assert/strict'
import { test } from 'node:test'
import { historyOf } from './history.ts'

const at = (minute: number) => `2026-03-01T09:${String(minute).padStart(2, '0')}:00.000Z`
const event = (type: string, minute: number) => ({ id: `evt_${type}_${minute}`, type, created_at: at(minute), data: {} })
const email = (minute: number, status: string, more: object = {}) =>
  ({
    id: `eml_${minute}`,
    kind: 'invoice',
    status,
    to: ['ada@example.com'],
    cc: [],
    refused: [],
    last_error: null,
    created_at: at(minute),
    ...more,
  }) as never
const titles = (parts: Parameters<typeof historyOf>[0]) => historyOf(parts).map(({ title, tone }) => `${title} (${tone})`)

test('sending a draft by email shows one entry; marking it as sent by hand says so', () => {
  const events = [event('invoice.sent', 2), event('invoice.updated', 2), event('invoice.created', 1)]
  assert.deepEqual(titles({ events, emails: [email(2, 'sent')] }), ['Sent to ada@example.com (ok)', 'Created (plain)'])
  assert.deepEqual(titles({ events, emails: [] }), ['Marked as sent (plain)', 'Created (plain)'])
})

test('an email shows its delivery status, and a refused recipient does not count as a success', () => {
  const refused = [{ address: 'bo@example.com', reply: '550 No such user' }]
  const emails = [email(4, 'failed', { last_error: '550' }), email(3, 'queued'), email(2, 'sent', { refused })]
  assert.deepEqual(titles({ events: [], emails }), [
    'Not delivered to ada@example.com (failed)',
    'On its way to ada@example.com (waiting)',
    'Sent to ada@example.com (failed)',
  ])
  assert.equal(historyOf({ events: [], emails })[2]?.detail, 'bo@example.com was refused: 550 No such user')
})

test('a decision shows the name or reason and replaces its event', () => {
  const events = [event('quote.rejected', 5), event('quote.viewed', 4)]
  const decision = { decided_at: at(5), name: null, reason: 'Too late', document_sha256: 'a'.repeat(64) }
  assert.deepEqual(titles({ events, emails: [], decision }), ['Declined (failed)', 'Viewed by the customer (ok)'])
  assert.equal(historyOf({ events, emails: [], decision })[0]?.detail, 'Too late')
  const accepted = { ...decision, name: 'Ada Lovelace', reason: null }
  assert.deepEqual(titles({ events: [event('quote.approved', 5)], emails: [], decision: accepted }), [
    'Accepted by Ada Lovelace (ok)',
  ])
})

test('test events are no history', () => {
  assert.deepEqual(titles({ events: [{ ...event('invoice.paid', 1), test: true }], emails: [] }), [])
})

test('an invoice says what was credited and why, and what was paid back', () => {
  const note = {
    id: 'cn_1',
    created_at: at(2),
    total: 30,
    currency: 'USD',
    credit_note_number: 'CN-2026-000001',
    reason: 'Returned',
  }
  const refund = { id: 'rfd_1', created_at: at(3), amount: 5, currency: 'USD', paid_at: '2026-03-01', method: 'card' }
  const parts = { events: [event('invoice.created', 1)], emails: [], credit_notes: [note as never], refunds: [refund as never] }
  assert.deepEqual(titles(parts), ['$5.00 paid back (plain)', '$30.00 credited by CN-2026-000001 (plain)', 'Created (plain)'])
  assert.equal(historyOf(parts)[1]?.detail, 'Returned')
})
