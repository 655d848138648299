import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { dividedBy, type Rational, rational, roundHalfAway, times } from '../../../test/support/rational-model.ts'
import type { TaskId } from '../../kernel/ids.ts'
import { decimalText } from '../../kernel/money.ts'
import {
  addFigures,
  type CountedTask,
  type CountedTime,
  type Figures,
  figuresChange,
  isNoChange,
  NO_FIGURES,
  refuseTooLarge,
  shareOfTask,
  shareOfTime,
  showFigures,
  unratedMinutes,
} from './figures.ts'

const entry = (fields: Partial<CountedTime> = {}): CountedTime => ({
  task_id: null,
  duration_minutes: 60,
  is_billable: true,
  hourly_rate: null,
  internal_cost_rate: null,
  ...fields,
})
const task = (fields: Partial<CountedTask> = {}): CountedTask => ({
  status: 'todo',
  hourly_rate: null,
  unrated_minutes: 0,
  deleted_at: null,
  ...fields,
})
const task_id = 'tsk_1' as TaskId
const sum = (shares: readonly Figures[]) => shares.reduce(addFigures, NO_FIGURES)
const show = (shares: readonly Figures[], rate: string | null = '100', digits = 2) => showFigures(sum(shares), rate, digits)

describe('what an entry counts for', () => {
  test('its own rate goes before that of its task, which goes before that of the project', () => {
    assert.equal(show([shareOfTime(entry({ hourly_rate: '80' }))]).total_revenue, 80)
    assert.equal(show([shareOfTime(entry())]).total_revenue, 100)
    const on_task = entry({ task_id })
    const of_task = (hourly_rate: string | null) => shareOfTask(task({ hourly_rate, unrated_minutes: unratedMinutes(on_task) }))
    assert.equal(show([shareOfTime(on_task), of_task('90')]).total_revenue, 90)
    assert.equal(show([shareOfTime(on_task), of_task(null)]).total_revenue, 100)
    const own = entry({ task_id, hourly_rate: '80' })
    assert.equal(unratedMinutes(own), 0)
    assert.equal(show([shareOfTime(own), shareOfTask(task({ hourly_rate: '90' }))]).total_revenue, 80)
  })

  test('a rate of 0 is a rate', () => {
    assert.equal(show([shareOfTime(entry({ hourly_rate: '0' }))]).total_revenue, 0)
    assert.equal(show([shareOfTask(task({ hourly_rate: '0', unrated_minutes: 60 }))]).total_revenue, 0)
  })

  test('time that is not billable has hours and cost but earns nothing', () => {
    const shown = show([shareOfTime(entry({ is_billable: false, hourly_rate: '80', internal_cost_rate: '30' }))])
    assert.deepEqual([shown.total_hours, shown.total_revenue, shown.total_cost, shown.profit], [1, 0, 30, -30])
  })

  test('without any rate it earns nothing', () => {
    assert.equal(show([shareOfTime(entry())], null).total_revenue, 0)
  })
})

describe('what a task counts for', () => {
  test('one, and one completed when it is', () => {
    const shown = show([
      shareOfTask(task()),
      shareOfTask(task({ status: 'completed' })),
      shareOfTask(task({ status: 'cancelled' })),
    ])
    assert.deepEqual([shown.tasks_count, shown.completed_tasks], [3, 1])
  })

  test('deleted: none, but its time at its rate', () => {
    const deleted = task({ status: 'completed', deleted_at: '2026-06-15T10:00:00.000Z', hourly_rate: '90', unrated_minutes: 30 })
    const shown = show([shareOfTask(deleted)])
    assert.deepEqual([shown.tasks_count, shown.completed_tasks, shown.total_revenue], [0, 0, 45])
  })
})

describe('the sums', () => {
  test('of nothing are 0', () => {
    assert.deepEqual(showFigures(NO_FIGURES, null, 2), {
      total_hours: 0,
      total_revenue: 0,
      total_cost: 0,
      profit: 0,
      tasks_count: 0,
      completed_tasks: 0,
    })
  })

  test('are rounded once: three times 20 minutes at 100 are 100, not 99.99', () => {
    const third = shareOfTime(entry({ duration_minutes: 20, hourly_rate: '100', internal_cost_rate: '10' }))
    const shown = show([third, third, third])
    assert.deepEqual([shown.total_hours, shown.total_revenue, shown.total_cost], [1, 100, 10])
  })

  test('are rounded half away from zero to the digits of the currency', () => {
    const shares = [shareOfTime(entry({ duration_minutes: 3, hourly_rate: '0.1' }))]
    assert.deepEqual(
      [0, 2, 3].map((digits) => show(shares, null, digits).total_revenue),
      [0, 0.01, 0.005],
    )
  })

  test('of a change are after − before, and nothing when both are equal', () => {
    const share = shareOfTime(entry({ hourly_rate: '0.1', internal_cost_rate: '0.2' }))
    assert.ok(isNoChange(figuresChange(share, share)))
    assert.deepEqual(addFigures(share, figuresChange(share, NO_FIGURES)), NO_FIGURES)
    assert.ok(!isNoChange(share))
  })

  test('400 that names the rate or duration at fault when one could not be shown exactly', () => {
    const most = '999999999999.999'
    const faultOf = (figures: Partial<Figures>, rate: string | null = null): unknown => {
      try {
        refuseTooLarge({ ...NO_FIGURES, ...figures }, rate, 2)
        return undefined
      } catch (error) {
        return (error as { faults: { param: string; code: string }[] }).faults.map(({ param, code }) => `${param} ${code}`)[0]
      }
    }
    assert.equal(faultOf(shareOfTime(entry({ hourly_rate: '99999999999' }))), undefined)
    assert.equal(faultOf(shareOfTime(entry({ duration_minutes: 1200, hourly_rate: most }))), 'hourly_rate amount_too_large')
    assert.equal(faultOf({ unrated_minutes: 1200 }, most), 'hourly_rate amount_too_large')
    assert.equal(
      faultOf(shareOfTime(entry({ duration_minutes: 1200, internal_cost_rate: most }))),
      'internal_cost_rate amount_too_large',
    )
    assert.equal(faultOf({ minutes: 999_999_999_999 * 60 }), undefined)
    assert.equal(faultOf({ minutes: 999_999_999_999 * 60 + 1 }), 'duration_minutes amount_too_large')
  })
})

const rates = fc.option(
  fc.oneof(
    fc.integer({ min: 0, max: 300 }),
    fc.integer({ min: 0, max: 99_999_999 }).map((n) => n / 1_000_000),
    fc.integer({ min: 0, max: 20_000 }).map((n) => n / 100),
  ),
  { nil: null },
)
const text = (rate: number | null) => (rate === null ? null : decimalText(rate))
const plus = (a: Rational, b: Rational): Rational => ({ over: a.over * b.under + b.over * a.under, under: a.under * b.under })

test('shares add up to what fractions of whole numbers give, whatever the order of changes', () => {
  const entries = fc.array(
    fc.record({
      on: fc.integer({ min: -1, max: 2 }),
      minutes: fc.integer({ min: 0, max: 5000 }),
      is_billable: fc.boolean(),
      rate: rates,
      cost: rates,
      is_removed: fc.boolean(),
    }),
    { maxLength: 12 },
  )
  const inputs = fc.record({ entries, task_rates: fc.array(rates, { minLength: 3, maxLength: 3 }), project: rates })
  fc.assert(
    fc.property(inputs, fc.constantFrom(0, 2, 3), ({ entries, task_rates, project }, digits) => {
      let figures = NO_FIGURES
      const tasks = task_rates.map(() => task())
      const move = (before: Figures, after: Figures) => {
        figures = addFigures(figures, figuresChange(before, after))
      }
      const count = (made: CountedTime, on: number, sign: 1 | -1) => {
        move(sign === 1 ? NO_FIGURES : shareOfTime(made), sign === 1 ? shareOfTime(made) : NO_FIGURES)
        const before = tasks[on]
        if (!before) return
        tasks[on] = { ...before, unrated_minutes: before.unrated_minutes + sign * unratedMinutes(made) }
        move(shareOfTask(before), shareOfTask(tasks[on]!))
      }
      for (const one of tasks) move(NO_FIGURES, shareOfTask(one))
      entries.forEach(({ on, minutes, is_billable, rate, cost, is_removed }, index) => {
        // The rates of tasks change in the midst of it.
        if (index === Math.floor(entries.length / 2)) {
          task_rates.forEach((changed, place) => {
            const after = { ...tasks[place]!, hourly_rate: text(changed) }
            move(shareOfTask(tasks[place]!), shareOfTask(after))
            tasks[place] = after
          })
        }
        const made = entry({
          task_id: on < 0 ? null : (`tsk_${on}` as TaskId),
          duration_minutes: minutes,
          is_billable,
          hourly_rate: text(rate),
          internal_cost_rate: text(cost),
        })
        count(made, on, 1)
        if (is_removed) count(made, on, -1)
      })
      const living = entries.filter((one) => !one.is_removed)
      const hours = (minutes: number) => dividedBy(rational(minutes), 60n)
      let [total_hours, revenue, cost] = [rational(0), rational(0), rational(0)]
      for (const one of living) {
        const task_rate = one.on < 0 || entries.length === 0 ? null : task_rates[one.on]!
        total_hours = plus(total_hours, hours(one.minutes))
        if (one.is_billable) {
          revenue = plus(revenue, times(hours(one.minutes), rational(one.rate ?? task_rate ?? project ?? 0)))
        }
        cost = plus(cost, times(hours(one.minutes), rational(one.cost ?? 0)))
      }
      const shown = showFigures(figures, text(project), digits)
      const power = 10 ** digits
      assert.equal(shown.total_hours, Number(roundHalfAway(total_hours, 2)) / 100)
      assert.equal(shown.total_revenue, Number(roundHalfAway(revenue, digits)) / power)
      assert.equal(shown.total_cost, Number(roundHalfAway(cost, digits)) / power)
      assert.equal(shown.profit, Number(roundHalfAway(revenue, digits) - roundHalfAway(cost, digits)) / power)
      assert.equal(shown.tasks_count, 3)
    }),
    { numRuns: 1000 },
  )
})
