import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actionsOf } from './actions.ts'

const event = (type: string, resource_id: string, second: number, data = {}) => ({
  type,
  resource_id,
  created_at: `2026-03-01T09:00:0${second}.000Z`,
  data,
})

test('an action is one line, by the event that says most', () => {
  const events = [
    event('invoice.paid', 'inv_1', 5),
    event('invoice.updated', 'inv_1', 5),
    event('payment.received', 'pay_1', 5, { invoice_id: 'inv_1' }),
    event('invoice.sent', 'inv_1', 4),
    event('invoice.updated', 'inv_1', 4),
    event('customer.updated', 'cus_1', 3),
    event('project.updated', 'prj_1', 2),
    event('time_entry.created', 'tme_1', 2, { project_id: 'prj_1' }),
  ]
  assert.deepEqual(
    actionsOf(events).map(({ type }) => type),
    ['payment.received', 'invoice.sent', 'customer.updated', 'time_entry.created'],
  )
})

test('two things at one moment, and one thing at two, are two actions', () => {
  const events = [
    event('customer.created', 'cus_2', 1),
    event('customer.created', 'cus_1', 1),
    event('customer.updated', 'cus_1', 0),
  ]
  assert.equal(actionsOf(events).length, 3)
})
