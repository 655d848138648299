import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { countAndAmounts, currencyFigures } from './overview.ts'

const TODAY = '2026-03-31'
const due = (due_date: string, amount = 1n, currency = 'USD') => ({ currency, due_date, amount })

function daysBefore(days: number): string {
  return new Date(Date.parse(TODAY) - days * 86_400_000).toISOString().slice(0, 10)
}

describe('figures of a currency', () => {
  for (const [days, age] of [
    [-1, -1],
    [0, -1],
    [1, 0],
    [30, 0],
    [31, 1],
    [60, 1],
    [61, 2],
    [90, 2],
    [91, 3],
    [4000, 3],
  ] as const) {
    test(`what was due ${days} days ago is ${age < 0 ? 'not overdue' : `of age ${age}`}`, () => {
      const [usd] = currencyFigures({ open: [due(daysBefore(days), 100n)], paid: [] }, 'USD', TODAY)
      const by_age = [0, 1, 2, 3].map((one) => (one === age ? 1 : 0))
      assert.deepEqual([usd!.outstanding, usd!.overdue, usd!.overdue_by_age], [1, age < 0 ? 0 : 1, by_age])
    })
  }

  test('the months are the last 12 with the one of today, over the turn of a year, the oldest first, zeros included', () => {
    const paid = [
      { currency: 'USD', month: '2025-03', amount: 1n },
      { currency: 'USD', month: '2025-04', amount: 200n },
      { currency: 'USD', month: '2026-03', amount: 350n },
      { currency: 'USD', month: '2026-04', amount: 1n },
    ]
    const [usd, ...others] = currencyFigures({ open: [], paid }, 'USD', TODAY)
    assert.deepEqual(others, [])
    assert.equal(usd!.paid_by_month.length, 12)
    assert.deepEqual(usd!.paid_by_month[0], { month: '2025-04', amount: 2 })
    assert.deepEqual(usd!.paid_by_month[8], { month: '2025-12', amount: 0 })
    assert.deepEqual(usd!.paid_by_month[11], { month: '2026-03', amount: 3.5 })
    const january = currencyFigures({ open: [], paid: [] }, 'USD', '2026-01-01')[0]!.paid_by_month
    assert.deepEqual([january[0]!.month, january[11]!.month], ['2025-02', '2026-01'])
  })

  test('the own currency is there without a row and first, the others by code, those that were paid too long ago not at all', () => {
    const open = [due('2026-05-01', 1n, 'KWD'), due('2026-05-01', 5n, 'JPY')]
    const paid = [
      { currency: 'CHF', month: '2024-01', amount: 9n },
      { currency: 'AUD', month: '2026-02', amount: 9n },
    ]
    const figures = currencyFigures({ open, paid }, 'USD', TODAY)
    assert.deepEqual(
      figures.map(({ currency, outstanding }) => [currency, outstanding]),
      [
        ['USD', 0],
        ['AUD', 0],
        ['JPY', 5],
        ['KWD', 0.001],
      ],
    )
  })

  test('sums above 15 digits are the numbers nearest to them', () => {
    const open = Array.from({ length: 50 }, () => due('2026-05-01', 99_999_999_999_999n))
    assert.equal(currencyFigures({ open, paid: [] }, 'USD', TODAY)[0]!.outstanding, 49_999_999_999_999.5)
  })
})

describe('counts and amounts', () => {
  test('are counted together and never added across currencies; without documents there are no amounts', () => {
    assert.deepEqual(countAndAmounts([], 'USD'), { count: 0, amounts: [] })
    const sums = [
      { currency: 'JPY', count: 2, amount: 700n },
      { currency: 'USD', count: 1, amount: 1050n },
    ]
    const amounts = [
      { currency: 'USD', amount: 10.5 },
      { currency: 'JPY', amount: 700 },
    ]
    assert.deepEqual(countAndAmounts(sums, 'USD'), { count: 3, amounts })
  })
})
