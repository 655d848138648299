import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownSums } from './shown-sums.ts'

const sum = (currency: string, key: string, amount: number) => ({ key, name: key, currency, count: 1, amount })

test('each currency has its own largest sums, and its own rest', () => {
  const totals = [
    { currency: 'JPY', amount: 60_000, count: 4 },
    { currency: 'EUR', amount: 0.3, count: 2 },
  ]
  const sums = [
    sum('JPY', 'a', 30_000),
    sum('JPY', 'b', 20_000),
    sum('JPY', 'c', 6_000),
    sum('JPY', 'd', 4_000),
    sum('EUR', 'a', 0.2),
    sum('EUR', 'b', 0.1),
  ]
  const [yen, euros] = shownSums({ totals }, sums, 2)
  assert.deepEqual([yen!.shown.map(({ key }) => key), yen!.rest], [['a', 'b'], 10_000])
  assert.deepEqual([euros!.shown.map(({ key }) => key), euros!.rest], [['a', 'b'], 0])
})

test('what the service leaves out is in the rest', () => {
  const totals = [{ currency: 'EUR', amount: 100.1, count: 300 }]
  assert.equal(shownSums({ totals }, [sum('EUR', 'a', 60)], 6)[0]!.rest, 40.1)
})

test('one more is shown in place of a rest of one', () => {
  const totals = [{ currency: 'EUR', amount: 6, count: 3 }]
  const [euros] = shownSums({ totals }, [sum('EUR', 'a', 3), sum('EUR', 'b', 2), sum('EUR', 'c', 1)], 2)
  assert.deepEqual([euros!.shown.length, euros!.rest], [3, 0])
})
