import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountLeft, leftOf } from './credited.ts'

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

test('what is left of an amount is exact, and never below 0', () => {
  assert.deepEqual([amountLeft(0.3, 0.1), amountLeft(132, 132), amountLeft(50, 132), amountLeft(0, 5)], [0.2, 0, 0, 0])
})
