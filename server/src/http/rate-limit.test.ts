import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ApiError } from '../kernel/errors.ts'
import { createRateLimiter } from './rate-limit.ts'

/** The seconds that a refused request is told to wait; undefined for one that is let through. */
function waitOf(limit: ReturnType<typeof createRateLimiter>, key: string, now_ms: number): number | undefined {
  try {
    limit(key, now_ms)
    return undefined
  } catch (error) {
    assert.ok(error instanceof ApiError)
    assert.deepEqual([error.status, error.faults[0].code], [429, 'rate_limited'])
    return Number(error.headers['retry-after'])
  }
}

test('without a rate nothing is refused', () => {
  const limit = createRateLimiter(undefined)
  for (let count = 0; count < 10_000; count++) limit('key', 0)
})

test('a key may use twice its rate at once, then its rate', () => {
  const limit = createRateLimiter(5)
  const allowed = (now_ms: number) =>
    Array.from({ length: 20 }, () => waitOf(limit, 'key', now_ms)).filter((wait) => wait === undefined)
  assert.equal(allowed(0).length, 10)
  assert.equal(allowed(0).length, 0)
  assert.equal(allowed(200).length, 1)
  assert.equal(allowed(1200).length, 5)
  assert.equal(allowed(100_000).length, 10)
})

test('each key has a bucket of its own', () => {
  const limit = createRateLimiter(1)
  for (const key of ['a', 'b', 'c'])
    assert.deepEqual([waitOf(limit, key, 0), waitOf(limit, key, 0), waitOf(limit, key, 0)], [undefined, undefined, 1])
})

test('who waits as long as Retry-After says is let through, at any rate', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.01, max: 1000, noNaN: true }),
      fc.array(fc.nat({ max: 3000 }), { maxLength: 50 }),
      (rate, pauses) => {
        const limit = createRateLimiter(rate)
        let now_ms = 1_000_000
        for (const pause of pauses) {
          now_ms += pause
          const wait = waitOf(limit, 'key', now_ms)
          if (wait === undefined) continue
          assert.ok(Number.isInteger(wait) && wait >= 1)
          now_ms += wait * 1000
          assert.equal(waitOf(limit, 'key', now_ms), undefined)
        }
      },
    ),
  )
})

test('a rate below one request in two seconds lets requests through, too', () => {
  const limit = createRateLimiter(0.1)
  assert.deepEqual([waitOf(limit, 'key', 0), waitOf(limit, 'key', 0), waitOf(limit, 'key', 10_000)], [undefined, 10, undefined])
})

test('a clock that goes back takes nothing away and gives nothing', () => {
  const limit = createRateLimiter(1)
  waitOf(limit, 'key', 3_600_000)
  assert.equal(waitOf(limit, 'key', 0), undefined)
  assert.equal(waitOf(limit, 'key', 0), 1)
})

test('ten thousand keys more do not make a used-up one full again', () => {
  const limit = createRateLimiter(1)
  waitOf(limit, 'key', 0)
  waitOf(limit, 'key', 0)
  for (let index = 0; index < 10_001; index++) limit(`other ${index}`, 0)
  assert.equal(waitOf(limit, 'key', 0), 1)
})
