// The examples of RFC 6238 (appendix B), the last six digits of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stepOf } from './totp.ts'

const SECRET = '12345678901234567890'

test('a code is known by its step, one step early and late, and no more', () => {
  for (const [at_s, code] of [
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ] as const) {
    const step = Math.floor(at_s / 30)
    const start_ms = step * 30_000
    for (const [now_ms, expected] of [
      [start_ms, step],
      [start_ms + 29_999, step],
      [start_ms - 30_000, step],
      [start_ms + 59_999, step],
      [start_ms - 30_001, undefined],
      [start_ms + 60_000, undefined],
    ] as const) {
      // The first step of all has none before it that the RFC has an example of.
      if (now_ms >= 30_000) assert.equal(stepOf(SECRET, code, now_ms), expected, `${code} at ${now_ms}`)
    }
  }
})

test('what is no code is of no step', () => {
  for (const code of ['', '0', '28708', '2870820', '287083', 'aaaaaa']) assert.equal(stepOf(SECRET, code, 59_000), undefined)
})
