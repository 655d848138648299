import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../kernel/errors.ts'
import { createRefusalLimiter, networkOf } from './refusal-limit.ts'

/** How many of `count` refusals are answered with 401. */
function answered(
  limit: ReturnType<typeof createRefusalLimiter>,
  addressOf: (index: number) => string,
  count: number,
  now_ms: number,
) {
  let answered = 0
  for (let index = 0; index < count; index++) {
    try {
      limit(addressOf(index), now_ms)
      answered++
    } catch (error) {
      assert.ok(error instanceof ApiError)
      assert.deepEqual([error.status, error.headers], [429, { 'retry-after': '1' }])
    }
  }
  return answered
}

test('a burst of thousands from one address is answered with 401, then a hundred a second', () => {
  const limit = createRefusalLimiter()
  assert.equal(
    answered(limit, () => '192.0.2.1', 20_000, 0),
    10_000,
  )
  assert.equal(
    answered(limit, () => '192.0.2.1', 500, 1_000),
    100,
  )
  assert.equal(
    answered(limit, () => '192.0.2.1', 500, 500),
    0,
    'a clock that went back gives nothing',
  )
  assert.equal(
    answered(limit, () => '192.0.2.2', 500, 1_000),
    500,
    'another address has its own',
  )
})

test('requests that come out of order gain no more than the time that passed', () => {
  const limit = createRefusalLimiter()
  answered(limit, () => '192.0.2.1', 20_000, 0)
  let served = 0
  for (let round = 0; round < 100; round++)
    for (const now_ms of [1_000, 0]) served += answered(limit, () => '192.0.2.1', 100, now_ms)
  assert.equal(served, 100)
})

test('addresses of one IPv6 /64 share a bucket; an IPv4 address is the same in either form', () => {
  const limit = createRefusalLimiter()
  assert.equal(
    answered(limit, (index) => `2001:db8:0:1::${index.toString(16)}`, 12_000, 0),
    10_000,
  )
  assert.equal(networkOf('2001:db8::1'), networkOf('2001:0DB8:0:0:ffff::2'))
  assert.notEqual(networkOf('2001:db8:0:1::1'), networkOf('2001:db8:0:2::1'))
  assert.equal(networkOf('::ffff:192.0.2.1'), '192.0.2.1')
  assert.equal(networkOf('::1'), '0:0:0:0::/64')
  assert.equal(networkOf('fe80::1%eth0'), 'fe80:0:0:0::/64')
})

test('addresses beyond the ten thousandth share a bucket, so that memory is bounded', () => {
  const limit = createRefusalLimiter()
  assert.equal(
    answered(limit, (index) => `10.0.${index >> 8}.${index & 255}`, 40_000, 0),
    20_000,
  )
})
