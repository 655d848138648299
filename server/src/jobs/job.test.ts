import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { WAITS_MS } from '../kernel/back-off.ts'
import type { JobId } from '../kernel/ids.ts'
import { afterFailure, afterLoss, afterRelease, afterRetry, afterSuccess, errorText, untilNext_ms } from './job.ts'
import { GiveUp } from './job-kind.ts'
import type { JobsTable } from './table.ts'

const NOW = Date.parse('2026-06-15T10:20:00.000Z')
const HOUR = 60 * 60 * 1000
const once = { every: undefined, attempts: WAITS_MS.length }
const hourly = { every: 'hour' as const, attempts: WAITS_MS.length }

const running = (attempts: number): JobsTable => ({
  company_id: '',
  id: 'job_x' as JobId,
  kind: 'a.b',
  unique_key: null,
  payload: 'null',
  state: 'running',
  due_at_ms: NOW - 1,
  due_from_ms: null,
  attempts,
  lease: 'l',
  beat: 0,
  last_error: null,
  result: null,
  created_at: '2026-06-15T10:00:00.000Z',
  started_at: '2026-06-15T10:20:00.000Z',
  finished_at: null,
})

describe('the time of the next sweep', () => {
  for (const [now, next] of [
    ['2026-06-15T10:00:00.000Z', '2026-06-15T11:00:00.050Z'],
    ['2026-06-15T10:59:59.999Z', '2026-06-15T11:00:00.050Z'],
    ['2026-12-31T23:00:00.050Z', '2027-01-01T00:00:00.050Z'],
    ['2028-02-28T23:59:00.000Z', '2028-02-29T00:00:00.050Z'],
  ] as const) {
    test(`after ${now} is ${next}`, () => {
      const now_ms = Date.parse(now)
      assert.equal(new Date(now_ms + untilNext_ms('hour', now_ms)).toISOString(), next)
    })
  }

  for (const [now, next] of [
    ['2026-06-15T18:14:59.999Z', '2026-06-15T18:15:00.050Z'],
    ['2026-06-15T18:15:00.050Z', '2026-06-15T18:30:00.050Z'],
    ['2026-12-31T23:45:00.000Z', '2027-01-01T00:00:00.050Z'],
  ] as const) {
    test(`of each quarter of an hour, after ${now} is ${next}`, () => {
      const now_ms = Date.parse(now)
      assert.equal(new Date(now_ms + untilNext_ms('quarter', now_ms)).toISOString(), next)
    })
  }
})

describe('a run', () => {
  test('that succeeds ends the job and keeps its result, if that is short', () => {
    const done = afterSuccess(once, { ...running(3), last_error: 'no' }, { sent: 1 }, NOW)
    assert.deepEqual(
      [done.state, done.result, done.last_error, done.finished_at],
      ['done', '{"sent":1}', null, '2026-06-15T10:20:00.000Z'],
    )
    assert.equal(afterSuccess(once, running(1), undefined, NOW).result, null)
    assert.equal(afterSuccess(once, running(1), 'x'.repeat(5_000), NOW).result, null)
  })

  test('that fails is repeated with the waits of the schedule, and fails for good after the last', () => {
    for (let attempts = 1; attempts < WAITS_MS.length; attempts++) {
      const failed = afterFailure(once, running(attempts), new Error('no'), NOW, 0.5)
      assert.deepEqual([failed.state, failed.due_at_ms, failed.last_error], ['pending', NOW + WAITS_MS[attempts]!, 'no'])
    }
    const last = afterFailure(once, running(WAITS_MS.length), new Error('no'), NOW, 0.5)
    assert.deepEqual([last.state, last.finished_at], ['failed', '2026-06-15T10:20:00.000Z'])
  })

  test('that gives up is not repeated', () => {
    assert.equal(afterFailure(once, running(1), new GiveUp('bad'), NOW, 0.5).state, 'failed')
  })

  test('of work that recurs is followed by the next full hour, once, and a failure by a sooner one, never for good', () => {
    const due_at_ms = NOW + untilNext_ms('hour', NOW)
    const late = { ...running(4), due_at_ms: NOW - 500 * HOUR }
    const done = afterSuccess(hourly, late, null, NOW)
    assert.deepEqual([done.state, done.due_at_ms, done.attempts], ['pending', due_at_ms, 0])
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, chance) => {
        const failed = afterFailure(hourly, running(attempts), new GiveUp('no'), NOW, chance)
        assert.equal(failed.state, 'pending')
        assert.ok(failed.due_at_ms > NOW && failed.due_at_ms <= due_at_ms)
      }),
    )
  })

  test('whose process ended is repeated at once, then later and later, and not forever', () => {
    const waits = [1, 2, 3].map((attempts) => afterLoss(once, running(attempts), NOW, 0.5).due_at_ms - NOW)
    assert.deepEqual(waits, [0, 5_000, 300_000])
    assert.equal(afterLoss(once, running(WAITS_MS.length), NOW, 0.5).state, 'failed')
  })

  test('that was given back does not count; a retry by hand begins from the first attempt', () => {
    const released = afterRelease(running(2), NOW)
    assert.deepEqual([released.state, released.attempts, released.due_at_ms], ['pending', 1, NOW])
    const retried = afterRetry({ ...running(10), state: 'failed', last_error: 'no' }, NOW)
    assert.deepEqual([retried.state, retried.attempts, retried.due_at_ms, retried.last_error], ['pending', 0, NOW, 'no'])
  })
})

describe('what is kept of an error', () => {
  test('is one short line with its causes', () => {
    const error = new Error('outer\n  line', { cause: new AggregateError([new Error('inner')], 'several') })
    assert.equal(errorText(error), 'outer line: several: inner')
    assert.equal(errorText(new Error('x'.repeat(10_000))).length, 500)
    assert.equal(errorText('text'), 'text')
  })

  for (const [text, kept] of [
    ['connect to smtp://ada:hunter2@mail.example.com failed', 'connect to smtp://…@mail.example.com failed'],
    ['Authorization: Bearer abc.def.ghi was refused', 'Authorization: Bearer … was refused'],
    ['password=hunter2 is wrong', 'password … is wrong'],
    ['key sk_0123456789abcdefghij', 'key sk_…'],
    ['whsec_q3nZ0x7HkTf2LwRz9VbYc4MpJd8GsA1e', 'whsec_…'],
  ] as const) {
    test(`has no secret: ${text}`, () => assert.equal(errorText(new Error(text)), kept))
  }
})
