import assert from 'node:assert/strict'
import { test } from 'node:test'
import { median, percentile, spread } from './statistics.ts'

test('the median is the middle value, whatever the order', () => {
  assert.equal(median([9, 1, 5]), 5)
  assert.equal(median([4, 1, 3, 2]), 2.5)
  assert.throws(() => median([]))
})

test('the spread is the distance of the extremes as a share of the median', () => {
  assert.equal(spread([90, 100, 120]), 0.3)
  assert.equal(spread([7]), 0)
})

test('a percentile is a value that was measured', () => {
  const sorted = Float64Array.from({ length: 100 }, (_, index) => index + 1)
  assert.equal(percentile(sorted, 0.5), 50)
  assert.equal(percentile(sorted, 0.99), 99)
  assert.equal(percentile([3], 0.99), 3)
  assert.equal(percentile([3, 4], 0), 3)
})
