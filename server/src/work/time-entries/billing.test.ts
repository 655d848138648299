import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { dividedBy, type Rational, rational, roundHalfAway, times } from '../../../test/support/rational-model.ts'
import { MOST_LINE_ITEMS } from '../../billing/documents/schema.ts'
import type { TaskId } from '../../kernel/ids.ts'
import { decimalText } from '../../kernel/money.ts'
import { type BilledTask, type BilledTime, billTime, withinOneInvoice } from './billing.ts'

const task = (id: string, fields: Partial<BilledTask> = {}): BilledTask => ({
  id: id as TaskId,
  title: `Task ${id}`,
  hourly_rate: null,
  position: 0,
  created_at: 'T1',
  ...fields,
})
const time = (on: string | null, duration_minutes: number, hourly_rate: string | null = null): BilledTime => ({
  task_id: on as TaskId | null,
  duration_minutes,
  hourly_rate,
})
const bill = (entries: BilledTime[], tasks: BilledTask[] = [], rate: string | null = '90', digits = 2) =>
  billTime({ title: 'Web shop', hourly_rate: rate }, entries, new Map(tasks.map((one) => [one.id, one])), digits)

describe('the lines of a bill', () => {
  test('are one for each task in the order of tasks, then one named after the project', () => {
    const tasks = [task('a', { position: 2 }), task('b', { position: 1, hourly_rate: '110' })]
    assert.deepEqual(bill([time(null, 30), time('a', 60), time('b', 90), time('a', 15)], tasks), [
      { name: 'Task b', quantity: 1.5, unit: 'h', unit_price: 110 },
      { name: 'Task a', quantity: 1.25, unit: 'h', unit_price: 90 },
      { name: 'Web shop', quantity: 0.5, unit: 'h', unit_price: 90 },
    ])
  })

  test('have hours and rate also where the hours are no short decimal, as long as they give the amount', () => {
    assert.deepEqual(bill([time(null, 20)], [], '100'), [{ name: 'Web shop', quantity: 0.333333, unit: 'h', unit_price: 100 }])
    assert.deepEqual(bill([time(null, 100)], [], '100'), [{ name: 'Web shop', quantity: 1.666667, unit: 'h', unit_price: 100 }])
  })

  test('have the amount as one piece where hours × rate would give another', () => {
    assert.deepEqual(
      bill([time(null, 20)], [], '30000'),
      [{ name: 'Web shop', quantity: 0.333333, unit: 'h', unit_price: 30000 }].map((line) => ({
        ...line,
        quantity: 1,
        unit: '',
        unit_price: 10000,
        description: '0.333333 h at 30000 an hour',
      })),
    )
  })

  test('have the amount as one piece where the rates differ', () => {
    assert.deepEqual(bill([time('a', 60, '80'), time('a', 30)], [task('a')]), [
      { name: 'Task a', description: '1.5 h at different rates', quantity: 1, unit: '', unit_price: 125 },
    ])
  })

  test('take equal rates for one, whichever they come from', () => {
    assert.deepEqual(bill([time('a', 60, '90'), time('a', 30)], [task('a')]), [
      { name: 'Task a', quantity: 1.5, unit: 'h', unit_price: 90 },
    ])
  })

  test('are free of charge without any rate', () => {
    assert.deepEqual(bill([time(null, 60)], [], null), [{ name: 'Web shop', quantity: 1, unit: 'h', unit_price: 0 }])
  })

  test('have hours that are too long for a quantity as one piece', () => {
    const [line] = bill([time(null, 60_000_000_000)], [], '1')
    assert.deepEqual(line, {
      name: 'Web shop',
      description: '1000000000 h at 1 an hour',
      quantity: 1,
      unit: '',
      unit_price: 1_000_000_000,
    })
  })
})

test('as many entries are taken as lines fit on an invoice, in their order', () => {
  const entries = Array.from({ length: MOST_LINE_ITEMS + 1 }, (_, index) => time(`t${index}`, 1))
  assert.equal(withinOneInvoice(entries).length, MOST_LINE_ITEMS)
  assert.equal(withinOneInvoice([time('t0', 1), ...entries.slice(0, -1)]).length, MOST_LINE_ITEMS + 1)
  assert.equal(withinOneInvoice([...entries, time('t0', 1)]).length, MOST_LINE_ITEMS)
  assert.deepEqual(withinOneInvoice([]), [])
})

test('quantity × price of each line, rounded, is Σ minutes × rate / 60, rounded once', () => {
  const rate = fc.option(
    fc.oneof(
      fc.integer({ min: 0, max: 500 }),
      fc.integer({ min: 0, max: 99_999_999 }).map((n) => n / 1_000_000),
      fc.integer({ min: 0, max: 10_000_000 }),
    ),
    { nil: null },
  )
  const text = (n: number | null) => (n === null ? null : decimalText(n))
  const plus = (a: Rational, b: Rational): Rational => ({ over: a.over * b.under + b.over * a.under, under: a.under * b.under })
  const entries = fc.array(fc.tuple(fc.integer({ min: 0, max: 10_000 }), rate), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(entries, rate, fc.constantFrom(0, 2, 3), (pairs, project_rate, digits) => {
      const made = pairs.map(([minutes, own]) => time(null, minutes, text(own)))
      const [line] = bill(made, [], text(project_rate), digits)
      const exact = pairs.reduce(
        (sum, [minutes, own]) => plus(sum, times(rational(minutes), rational(own ?? project_rate ?? 0))),
        rational(0),
      )
      const shown = times(rational(line!.quantity!), rational(line!.unit_price))
      assert.equal(roundHalfAway(shown, digits), roundHalfAway(dividedBy(exact, 60n), digits))
    }),
    { numRuns: 2000 },
  )
})
