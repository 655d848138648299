import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountLeft } from './amounts.ts'

test('what is left of an amount is exact, and never below 0', () => {
  assert.deepEqual([amountLeft(0.3, 0.1), amountLeft(132, 132), amountLeft(50, 132), amountLeft(0, 5)], [0.2, 0, 0, 0])
})
