import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createChance } from '../../../test/support/random.ts'
import { type Head, placeInTime, timelinesIn } from './timelines.ts'

const START = Date.parse('2026-06-15T10:00:00.000Z')
const SECOND = 1_000
const HOUR = 3_600 * SECOND
const moment = (after_ms: number) => new Date(START + after_ms).toISOString()

/** Places one event at each of the moments, given in ms, and gives what they get. */
function placed(moments: readonly number[]) {
  let head: Head = { sequence: 0, created_at: moment(moments[0]!), timelines: null }
  const events = moments.map((now) => {
    const place = placeInTime(head, moment(now), 1)
    head = place.head
    return { now, timeline: place.timeline, ahead_ms: Date.parse(place.created_at) - START - now, at: place.created_at }
  })
  return { events, head }
}

test('a clock that only goes on, and one that is behind by up to ten seconds, has one timeline, on which times never go back', () => {
  const { events, head } = placed([0, 5 * SECOND, 4 * SECOND, 9 * SECOND, 0, 19 * SECOND, 9 * SECOND])
  assert.deepEqual(
    events.map(({ timeline, ahead_ms }) => [timeline, ahead_ms]),
    [0, 0, 1, 0, 9, 0, 10].map((seconds) => [0, seconds * SECOND]),
  )
  assert.deepEqual(head, { sequence: 7, created_at: moment(19 * SECOND), timelines: null })
})

test('an hour ahead and set back: events have the time of the clock, on a second timeline until the first is reached again', () => {
  const { events, head } = placed([HOUR, HOUR + SECOND, 2 * SECOND, 60 * SECOND, HOUR - 10 * SECOND, HOUR + 5 * SECOND])
  assert.deepEqual(
    events.map(({ timeline, ahead_ms }) => [timeline, ahead_ms]),
    [
      [0, 0],
      [0, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [0, 0],
    ],
  )
  assert.deepEqual(head, {
    sequence: 6,
    created_at: moment(HOUR + 5 * SECOND),
    timelines: JSON.stringify([moment(HOUR - 10 * SECOND)]),
  })
})

test('two processes whose clocks differ by an hour take two timelines, however often they take turns', () => {
  const { events, head } = placed(Array.from({ length: 200 }, (_, index) => index * SECOND + (index % 2) * HOUR))
  assert.deepEqual(timelinesIn(head.timelines).length, 1)
  assert.ok(events.every(({ ahead_ms }) => ahead_ms === 0))
})

test('any clock: on a timeline times never go back, none is behind its moment, and only beyond sixteen timelines one is far ahead', () => {
  for (let seed = 1; seed <= 50; seed++) {
    const { next: random } = createChance(seed)
    let now = 0
    const moments = Array.from({ length: 300 }, () => {
      const draw = random()
      now += draw < 0.9 ? Math.floor(random() * 30 * SECOND) : Math.floor((random() - 0.5) * 10 ** (6 + Math.floor(random() * 6)))
      return now
    })
    const { events, head } = placed(moments)
    const last = new Map<number, string>()
    for (const { timeline, at, ahead_ms } of events) {
      assert.ok(at >= (last.get(timeline) ?? ''), `seed ${seed}`)
      last.set(timeline, at)
      assert.ok(ahead_ms >= 0 && timeline < 16)
      if (timelinesIn(head.timelines).length < 15) assert.ok(ahead_ms <= 10 * SECOND)
    }
    assert.deepEqual(
      [head.created_at, ...timelinesIn(head.timelines)],
      [...last.keys()].sort((a, b) => a - b).map((one) => last.get(one)!),
    )
  }
})

test('a clock that goes back a seventeenth time still gets a time: the lowest end of a timeline', () => {
  const { events, head } = placed(Array.from({ length: 18 }, (_, index) => -index * HOUR))
  assert.deepEqual(
    events.map(({ timeline, ahead_ms }) => [timeline, ahead_ms]),
    [...Array.from({ length: 16 }, (_, index) => [index, 0]), [15, HOUR], [15, 2 * HOUR]],
  )
  assert.equal(timelinesIn(head.timelines).length, 15)
})
