import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { addDays } from '../../kernel/dates.ts'
import { addressProblem, doesCount, dueSteps, type Timing, windowsOf } from './step.ts'

const LONG_AGO = '2026-01-01'
const due = (due_date: string, issue_date = '2026-01-01', issued_on: string | null = null) => ({
  due_date,
  issue_date,
  issued_on,
})
const days = (...all: number[]): Timing[] => all.map((one) => ({ days: one, since: LONG_AGO }))
const latest = (steps: Timing[], invoice: ReturnType<typeof due>, today: string) => dueSteps(steps, invoice, today).at(-1)?.days

describe('the step that is due', () => {
  test('is the latest whose day has come', () => {
    const steps = days(-3, 7, 14)
    const seen = ['2026-06-01', '2026-06-27', '2026-06-29', '2026-07-06', '2026-07-07', '2026-07-13', '2026-07-14', '2027-01-01']
    assert.deepEqual(
      seen.map((today) => latest(steps, due('2026-06-30'), today)),
      [undefined, -3, -3, -3, 7, 7, 14, 14],
    )
  })

  test('is none whose day was before it was set, and one of the day on which it was', () => {
    const since = (day: string) => [{ days: 7, since: day }]
    assert.equal(latest(since('2026-07-07'), due('2026-06-30'), '2026-07-20'), 7)
    assert.equal(latest(since('2026-07-08'), due('2026-06-30'), '2026-07-20'), undefined)
  })

  test('is none whose day was before the invoice was issued, whatever its issue date', () => {
    assert.equal(latest(days(-7), due('2026-07-03', '2026-06-30'), '2026-07-01'), undefined)
    assert.equal(latest(days(7), due('2026-06-30', '2026-06-01', '2026-07-08'), '2026-07-08'), undefined)
    assert.equal(latest(days(7), due('2026-06-30', '2026-06-01', '2026-07-07'), '2026-07-08'), 7)
  })
})

const BASE = '2026-06-15'
const arbitraryDay = fc.integer({ min: -60, max: 60 }).map((offset) => addDays(BASE, offset)!)
const arbitrarySteps = fc.uniqueArray(fc.record({ days: fc.integer({ min: -30, max: 40 }), since: arbitraryDay }), {
  maxLength: 10,
  selector: ({ days }) => days,
})

describe('the due dates of a step', () => {
  test('are those for which it is the latest that counts, each in one window', () => {
    fc.assert(
      fc.property(arbitrarySteps, arbitraryDay, (steps, today) => {
        const windows = windowsOf(steps, today)
        for (let offset = -150; offset <= 150; offset++) {
          const due_date = addDays(BASE, offset)!
          const wanted = dueSteps(steps, due(due_date, '2000-01-01'), today).at(-1)
          const found = windows.filter(({ from, until }) => from <= due_date && due_date <= until)
          assert.deepEqual(
            found.map(({ step }) => step),
            wanted ? [wanted] : [],
          )
        }
      }),
    )
  })

  test('leave out nothing that counts for an invoice that was issued later', () => {
    assert.ok(doesCount(due('2026-06-30', '2026-06-30'), { days: 0, since: '2026-06-30' }))
  })
})

test('a customer can get mails with one valid address, and valid ones for copies', () => {
  const problem = (contact_email: string, ...cc: string[]) => addressProblem({ contact_email, cc_emails: JSON.stringify(cc) })
  assert.equal(problem('ada@example.com'), undefined)
  assert.equal(problem(' '), 'no_address')
  assert.equal(problem('ada@'), 'invalid_address')
  assert.equal(problem('a@example.com, b@example.com'), 'invalid_address')
  assert.equal(problem('ada@example.com', 'nobody'), 'invalid_address')
})
