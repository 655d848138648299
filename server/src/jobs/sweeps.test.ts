import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { alwaysLeading } from './leadership.ts'
import { startSweeps, untilNextSweep_ms } from './sweeps.ts'

describe('the time of the next sweep', () => {
  for (const [now, next] of [
    ['2026-06-15T10:00:00.000Z', '2026-06-15T11:00:00.050Z'],
    ['2026-06-15T10:59:59.999Z', '2026-06-15T11:00:00.050Z'],
    ['2026-12-31T23:00:00.050Z', '2027-01-01T00:00:00.050Z'],
    ['2028-02-28T23:59:00.000Z', '2028-02-29T00:00:00.050Z'],
  ] as const) {
    test(`after ${now} is ${next}`, () => {
      const now_ms = Date.parse(now)
      assert.equal(new Date(now_ms + untilNextSweep_ms(now_ms)).toISOString(), next)
    })
  }
})

describe('sweeps', () => {
  test('run at the start with the time of the clock; a failing one is told and stops no other', async () => {
    const ran: string[] = []
    const errors: unknown[] = []
    const sweeps = startSweeps(
      [
        async (now_ms) => {
          ran.push(`first at ${now_ms}`)
          throw new Error('no')
        },
        async (now_ms) => ran.push(`second at ${now_ms}`),
      ],
      { now_ms: () => 7 },
      alwaysLeading,
      (error) => errors.push(error),
    )
    await sweeps.stop()
    assert.deepEqual(ran, ['first at 7', 'second at 7'])
    assert.equal(errors.length, 1)
  })

  test('run again at the full hour, and not any more after the stop', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    let now_ms = Date.parse('2026-06-15T23:59:00.000Z')
    const ran: number[] = []
    const sweeps = startSweeps([async (at_ms) => ran.push(at_ms)], { now_ms: () => now_ms }, alwaysLeading, assert.ifError)
    const settle = () => new Promise((resolve) => setImmediate(resolve))
    await settle()
    now_ms = Date.parse('2026-06-16T00:00:00.050Z')
    context.mock.timers.tick(60_050)
    await settle()
    assert.equal(ran.length, 2)
    assert.equal(new Date(ran[1]!).toISOString().slice(0, 10), '2026-06-16')
    await sweeps.stop()
    context.mock.timers.tick(10 * 3_600_000)
    await settle()
    assert.equal(ran.length, 2)
  })
})
