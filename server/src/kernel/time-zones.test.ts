import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { todayUtc } from './dates.ts'
import { dayIn, readTimeZone } from './time-zones.ts'

describe('a day', () => {
  /** The zone, the moment, and the day there. */
  const DAYS = [
    ['UTC', '2026-06-14T23:59:59.999Z', '2026-06-14'],
    ['Europe/Berlin', '2026-06-14T22:30:00.000Z', '2026-06-15'],
    ['Europe/Berlin', '2026-06-14T21:59:59.999Z', '2026-06-14'],
    ['Europe/Berlin', '2026-01-14T22:30:00.000Z', '2026-01-14'],
    ['America/Los_Angeles', '2026-06-15T06:59:59.999Z', '2026-06-14'],
    ['America/Los_Angeles', '2026-06-15T07:00:00.000Z', '2026-06-15'],
    ['Asia/Kathmandu', '2026-06-14T18:14:59.999Z', '2026-06-14'],
    ['Asia/Kathmandu', '2026-06-14T18:15:00.000Z', '2026-06-15'],
    // 23 and 25 hours.
    ['Europe/Berlin', '2026-03-28T22:59:59.999Z', '2026-03-28'],
    ['Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29'],
    ['Europe/Berlin', '2026-03-29T21:59:59.999Z', '2026-03-29'],
    ['Europe/Berlin', '2026-03-29T22:00:00.000Z', '2026-03-30'],
    ['Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25'],
    ['Europe/Berlin', '2026-10-25T22:59:59.999Z', '2026-10-25'],
    ['Europe/Berlin', '2026-10-25T23:00:00.000Z', '2026-10-26'],
    // The 30th was left out.
    ['Pacific/Apia', '2011-12-30T09:59:59.999Z', '2011-12-29'],
    ['Pacific/Apia', '2011-12-30T10:00:00.000Z', '2011-12-31'],
    // A day that begins at one o'clock.
    ['Africa/Cairo', '2026-04-23T21:59:59.999Z', '2026-04-23'],
    ['Africa/Cairo', '2026-04-23T22:00:00.000Z', '2026-04-24'],
  ] as const
  for (const [zone, at, day] of DAYS) {
    test(`in ${zone} at ${at} is ${day}`, () => assert.equal(dayIn(zone, Date.parse(at)), day))
  }

  test('is what Temporal says, in whatever order it is asked', () => {
    const zone = fc.constantFrom('Europe/Berlin', 'America/Sao_Paulo', 'Australia/Lord_Howe', 'Pacific/Apia', 'Asia/Beirut')
    const now_ms = fc.integer({ min: Date.parse('1990-01-01'), max: Date.parse('2040-01-01') })
    fc.assert(
      fc.property(zone, now_ms, fc.integer({ min: 0, max: 90_000_000 }), (zone, now_ms, later_ms) => {
        for (const at of [now_ms, now_ms + later_ms, now_ms]) {
          assert.equal(
            dayIn(zone, at),
            Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate().toString(),
          )
          assert.equal(dayIn('UTC', at), todayUtc(at))
        }
      }),
      { numRuns: 300 },
    )
  })
})

test('a time zone is an IANA name, in its usual spelling', () => {
  assert.deepEqual(['utc', 'europe/berlin', 'Asia/Kathmandu'].map(readTimeZone), ['UTC', 'Europe/Berlin', 'Asia/Kathmandu'])
  for (const text of ['', '+01:00', '01:00', 'Berlin', 'Europe/Berlin ', 'x'.repeat(70), 'Europe/../Berlin'])
    assert.equal(readTimeZone(text), undefined, text)
})
