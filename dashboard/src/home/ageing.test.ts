import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ageing } from './ageing.ts'

test('what is due is summed by currency and age, late from the day after the due date', () => {
  const due = (currency: string, amount_due: number, due_date: string) => ({ currency, amount_due, due_date })
  const figures = ageing(
    [
      due('USD', 0.1, '2026-11-28'),
      due('USD', 0.2, '2026-11-27'),
      due('USD', 10, '2026-10-29'),
      due('USD', 20, '2026-10-28'),
      due('USD', 30, '2026-08-29'),
      due('JPY', 500, '2026-01-01'),
    ],
    '2026-11-28',
  )
  assert.deepEqual(figures, [
    { currency: 'JPY', outstanding: 500, overdue: 500, by_age: [0, 0, 0, 500] },
    { currency: 'USD', outstanding: 60.3, overdue: 60.2, by_age: [10.2, 20, 0, 30] },
  ])
})
