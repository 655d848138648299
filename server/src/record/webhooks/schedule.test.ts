import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { WAITS_MS } from '../../kernel/back-off.ts'
import { isSuccess, nextAttemptAt, type Result, reasonToDisable, withFailure } from './schedule.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND
const DAY = 24 * HOUR
const answered = (response_status: number | null, retry_after_ms: number | null = null): Result => ({
  response_status,
  retry_after_ms,
})
const chance = fc.double({ min: 0, max: 1, noNaN: true })

test('the waits are those of docs/api/webhook-endpoints.md', () => {
  const waits = [0, 5, 300, 1800, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600]
  assert.deepEqual(
    WAITS_MS,
    waits.map((seconds) => seconds * SECOND),
  )
})

describe('the next attempt', () => {
  for (const [tries, wait] of WAITS_MS.entries()) {
    if (tries === 0) continue
    test(`after ${tries} that failed comes in ${wait / SECOND} s, ten percent more or less`, () => {
      const at = (luck: number) => nextAttemptAt(tries, answered(500), 1_000_000, luck)! - 1_000_000
      assert.deepEqual([at(0), at(0.5), at(1)], [Math.round(wait * 0.9), wait, Math.round(wait * 1.1)])
      fc.assert(fc.property(chance, (luck) => at(luck) >= at(0) && at(luck) <= at(1)))
    })
  }

  test('never comes after the tenth', () => {
    assert.equal(WAITS_MS.length, 10)
    assert.equal(nextAttemptAt(10, answered(500), 0, 0.5), undefined)
    assert.equal(nextAttemptAt(10, answered(503, HOUR), 0, 0.5), undefined)
  })

  test('is put off by Retry-After and never brought forward', () => {
    const ends = fc.integer({ min: 0, max: DAY })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), ends, chance, (tries, retry_after_ms, luck) => {
        const without = nextAttemptAt(tries, answered(429), 0, luck)!
        assert.equal(nextAttemptAt(tries, answered(429, retry_after_ms), 0, luck), Math.max(without, retry_after_ms))
      }),
    )
  })
})

test('only 200 to 299 is success', () => {
  for (const status of [200, 201, 202, 204, 226, 299]) assert.ok(isSuccess(answered(status)), String(status))
  for (const status of [null, 101, 199, 300, 301, 302, 304, 400, 404, 410, 429, 500, 503, 599]) {
    assert.ok(!isSuccess(answered(status)), String(status))
  }
})

describe('an endpoint is given up', () => {
  test('at once by 410', () => assert.equal(reasonToDisable(answered(410), 0, 0), 'gone'))

  test('after five days without a success, not a millisecond before', () => {
    for (const status of [null, 302, 404, 500]) {
      assert.equal(reasonToDisable(answered(status), 1000, 1000 + 5 * DAY - 1), undefined)
      assert.equal(reasonToDisable(answered(status), 1000, 1000 + 5 * DAY), 'failing')
    }
  })
})

test('failures count from the first on, and again after thirty hours without any', () => {
  const HOUR = 60 * 60 * 1000
  const none = { failing_since_ms: null, failed_at_ms: null }
  const first = withFailure(none, 1000)
  assert.deepEqual(first, { failing_since_ms: 1000, failed_at_ms: 1000 })
  assert.equal(withFailure(first, 1000 + HOUR - 1), first)
  const later = withFailure(first, 1000 + 24 * HOUR)
  assert.deepEqual(later, { failing_since_ms: 1000, failed_at_ms: 1000 + 24 * HOUR })
  assert.deepEqual(withFailure(later, 1000 + 54 * HOUR), { failing_since_ms: 1000, failed_at_ms: 1000 + 54 * HOUR })
  const after_pause = 1000 + 24 * HOUR + 30 * HOUR + 1
  assert.deepEqual(withFailure(later, after_pause), { failing_since_ms: after_pause, failed_at_ms: after_pause })
})
