import assert from 'node:assert/strict'
import { test } from 'node:test'
import { worthOf } from './worth.ts'

const entry = (duration_minutes: number, hourly_rate: number | null = null, task_id: string | null = null) => ({
  duration_minutes,
  hourly_rate,
  task_id,
})
const project = (hourly_rate: number | null, currency = 'USD') => ({ hourly_rate, currency })

test('time is worth nothing without a rate, without a minute, and where each line rounds to nothing', () => {
  const none = new Map<string, number | null>()
  assert.deepEqual(worthOf(project(null), [entry(120)], none), { minutes: 120, unrated_minutes: 120, is_nothing: true })
  assert.deepEqual(worthOf(project(80), [entry(0)], none), { minutes: 0, unrated_minutes: 0, is_nothing: true })
  assert.equal(worthOf(project(0), [entry(60)], none).is_nothing, true)
  assert.equal(worthOf(project(0.2), [entry(1)], none).is_nothing, true)
  assert.equal(worthOf(project(0.3), [entry(1)], none).is_nothing, false)
  assert.equal(worthOf(project(29, 'JPY'), [entry(1)], none).is_nothing, true)
})

test("an entry's own rate goes before its task's, and that before the project's", () => {
  const tasks = new Map([
    ['a', 50],
    ['b', null],
  ])
  assert.deepEqual(worthOf(project(null), [entry(60, null, 'a'), entry(30, null, 'b'), entry(15, 20, 'b')], tasks), {
    minutes: 105,
    unrated_minutes: 30,
    is_nothing: false,
  })
  assert.equal(worthOf(project(90), [entry(60, 0, 'a')], tasks).is_nothing, true)
  assert.equal(worthOf(project(90), [entry(60, null, 'b')], tasks).unrated_minutes, 0)
})
