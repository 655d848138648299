import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { dateAt, FREQUENCIES, firstPeriod, type Schedule } from './dates.ts'

const first = (schedule: Schedule, count: number) => Array.from({ length: count }, (_, index) => dateAt(schedule, index))

describe('the dates of a schedule', () => {
  // D21 of the collected faults of others.
  for (const [schedule, dates] of [
    [{ frequency: 'monthly', interval: 1, start_date: '2027-01-31' }, ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']],
    [{ frequency: 'quarterly', interval: 1, start_date: '2026-11-30' }, ['2026-11-30', '2027-02-28', '2027-05-30', '2027-08-30']],
    [
      { frequency: 'yearly', interval: 1, start_date: '2028-02-29' },
      ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'],
    ],
    [{ frequency: 'monthly', interval: 2, start_date: '2026-12-31' }, ['2026-12-31', '2027-02-28', '2027-04-30']],
    [{ frequency: 'weekly', interval: 1, start_date: '2026-12-28' }, ['2026-12-28', '2027-01-04']],
    [{ frequency: 'weekly', interval: 12, start_date: '2026-02-28' }, ['2026-02-28', '2026-05-23']],
    [{ frequency: 'yearly', interval: 1, start_date: '9999-06-01' }, ['9999-06-01', undefined]],
    [{ frequency: 'weekly', interval: 1, start_date: '9999-12-30' }, ['9999-12-30', undefined]],
  ] as const) {
    const { frequency, interval, start_date } = schedule
    test(`${frequency}, ${interval}, from ${start_date}: ${dates.join(', ')}`, () => {
      assert.deepEqual(first(schedule, dates.length), dates)
    })
  }

  test('begin a period that ends the day before the next one', () => {
    const schedule = { frequency: 'monthly', interval: 1, start_date: '2027-01-31' } as const
    assert.deepEqual(firstPeriod(schedule, '2027-01-01'), { date: '2027-01-31', last_date: '2027-02-27' })
    assert.deepEqual(firstPeriod(schedule, '2027-02-01'), { date: '2027-02-28', last_date: '2027-03-30' })
    assert.deepEqual(firstPeriod({ ...schedule, frequency: 'yearly', start_date: '9999-03-01' }, '9999-01-01'), {
      date: '9999-03-01',
      last_date: '9999-12-31',
    })
    assert.equal(firstPeriod({ ...schedule, frequency: 'yearly', start_date: '9999-03-01' }, '9999-03-02'), undefined)
  })

  test('the first one from a day on is found as by counting, on days that only Temporal says', () => {
    const day = fc.integer({ min: 0, max: 20_000 }).map((days) => Temporal.PlainDate.from('2000-01-01').add({ days }).toString())
    const schedule = fc.record({
      frequency: fc.constantFrom(...FREQUENCIES),
      interval: fc.integer({ min: 1, max: 12 }),
      start_date: day,
    })
    fc.assert(
      fc.property(schedule, day, (one, from) => {
        const start = Temporal.PlainDate.from(one.start_date)
        const unit = { weekly: 'weeks', monthly: 'months', quarterly: 'months', yearly: 'years' }[one.frequency]
        const step = one.interval * (one.frequency === 'quarterly' ? 3 : 1)
        let index = 0
        const dateOf = (at: number) => start.add({ [unit]: at * step }).toString()
        while (dateOf(index) < from) index++
        const found = firstPeriod(one, from)!
        assert.equal(found.date, dateOf(index))
        assert.equal(Temporal.PlainDate.from(found.last_date).add({ days: 1 }).toString(), dateOf(index + 1))
      }),
    )
  })
})
