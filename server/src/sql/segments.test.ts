import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { planSegments, segmentOf } from './segments.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const at = (text: string) => Date.parse(`${text}T12:00:00.000Z`)
const number = (text: string) => segmentOf(at(text))

describe('the plan of segments', () => {
  test('a segment is a twelfth of the retention, a day at least', () => {
    const due = (current: string, now: string, days: number) =>
      planSegments({ numbers: [number(current)], current: number(current) }, days, at(now)).is_due
    assert.deepEqual([due('2026-11-01', '2026-12-01', 365), due('2026-11-01', '2026-12-02', 365)], [false, true])
    assert.deepEqual([due('2026-11-01', '2026-11-01', 5), due('2026-11-01', '2026-11-02', 5)], [false, true])
    assert.equal(planSegments({ numbers: [], current: 0 }, 365, at('2026-11-01')).is_due, true, 'the first one')
  })

  test('a table has 14 segments at most, and none is kept for longer than a twelfth beyond its time', () => {
    for (const days of [1, 7, 30, 90, 365, 3650]) {
      let found: { numbers: number[]; current: number } = { numbers: [], current: 0 }
      let most = 0
      for (let now_ms = at('2026-01-01'); now_ms < at('2026-01-01') + 3 * days * DAY_MS; now_ms += DAY_MS) {
        const { is_due } = planSegments(found, days, now_ms)
        if (is_due) found = { numbers: [...found.numbers, segmentOf(now_ms)], current: segmentOf(now_ms) }
        const { over } = planSegments(found, days, now_ms)
        found = { ...found, numbers: found.numbers.filter((one) => !over.includes(one)) }
        most = Math.max(most, found.numbers.length)
      }
      assert.ok(most <= 15, `${most} segments for ${days} days`)
    }
  })

  test('is over when the next began before the retention, and never the one that rows go to', () => {
    const numbers = ['2026-01-01', '2026-02-01', '2026-03-01'].map(number)
    const plan = (now: string) => planSegments({ numbers, current: numbers[2]! }, 30, at(now))
    assert.deepEqual(plan('2026-03-03').over, [])
    assert.deepEqual(plan('2026-03-03').past, [numbers[0], numbers[1]])
    assert.deepEqual(plan('2026-03-05').over, [numbers[0]])
    assert.deepEqual(plan('2027-03-05').over, [numbers[0], numbers[1]])
  })

  test('a clock that was years ahead has begun a segment: the right one goes on from today, and drops it when nothing is needed of it', () => {
    const numbers = [number('2026-10-01'), number('2036-10-01')]
    const { is_due, past } = planSegments({ numbers, current: numbers[1]! }, 365, at('2026-11-01'))
    assert.deepEqual([is_due, past], [true, [numbers[0]]])
    const later = { numbers: [numbers[0]!, number('2026-11-01'), numbers[1]!], current: number('2026-11-01') }
    assert.deepEqual(planSegments(later, 365, at('2026-11-02')).past, [numbers[0], numbers[1]])
  })
})
