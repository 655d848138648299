import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leftOf } from './credited.ts'

test('what is left of the lines is exact, has their signs, and leaves out what is credited whole', () => {
  const lines = [
    { id: 'hours', quantity: 0.3 },
    { id: 'rebate', quantity: -2 },
    { id: 'book', quantity: 1 },
  ]
  assert.deepEqual(leftOf(lines, []), { hours: 0.3, rebate: -2, book: 1 })
  const credited = [
    { item_id: 'hours', quantity: 0.1 },
    { item_id: 'rebate', quantity: -0.5 },
    { item_id: 'hours', quantity: 0.1 },
    { item_id: 'book', quantity: 1 },
  ]
  assert.deepEqual(leftOf(lines, credited), { hours: 0.1, rebate: -1.5 })
})
