import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { computeLines, computeTotals } from '../../../server/src/billing/documents/totals.ts'
import { currencyDigits } from '../../../server/src/kernel/currencies.ts'
import { fromMinor } from '../../../server/src/kernel/money.ts'
import { spellNumber } from '../ui/numbers.ts'
import { emptyLine } from './draft.ts'
import { type DraftFigures, type DraftLine, liveTotals } from './live-totals.ts'

const line = (quantity: string, unit_price: string, own: Partial<DraftLine> = {}): DraftLine => ({
  ...emptyLine(),
  name: 'x',
  quantity,
  unit_price,
  ...own,
})
const draft = (changes: Partial<DraftFigures>): DraftFigures => ({
  currency: 'USD',
  items: [],
  discount_type: '',
  discount_value: '',
  tax_rate: '',
  tax_category: '',
  ...changes,
})

test('the totals of a form are those that the server computes, to the cent', () => {
  const amount = fc.integer({ min: 0, max: 10_000_000 }).map((n) => n / 1000)
  fc.assert(
    fc.property(
      fc.array(fc.tuple(amount, amount), { minLength: 1, maxLength: 8 }),
      fc.constantFrom('USD', 'JPY', 'KWD'),
      fc.integer({ min: 0, max: 100 }),
      fc.integer({ min: 0, max: 100 }),
      (lines, currency, tax_rate, discount) => {
        const digits = currencyDigits(currency)
        const server = computeTotals(
          {
            lines: computeLines(
              lines.map(([quantity, unit_price]) => ({ quantity, unit_price })),
              digits,
            ),
            discount_type: 'percentage',
            discount_value: discount,
            tax_rate,
          },
          digits,
        )
        const { totals } = liveTotals(
          draft({
            currency,
            items: lines.map(([quantity, price]) => line(spellNumber(quantity), spellNumber(price))),
            discount_type: 'percentage',
            discount_value: String(discount),
            tax_rate: String(tax_rate),
          }),
        )
        assert.equal(totals?.total, fromMinor(server.total, digits))
        assert.equal(totals?.tax_amount, fromMinor(server.tax_amount, digits))
      },
    ),
  )
})

test('a fault in one line is named, and the others keep their amounts', () => {
  const live = liveTotals(draft({ items: [line('2', '9.99'), line('two', '5')] }))
  assert.deepEqual(live.lines, [19.98, undefined])
  assert.equal(live.totals, undefined)
  assert.deepEqual(Object.keys(live.errors), ['items[1].quantity'])
})

test('a fixed discount above the subtotal is a fault of its value', () => {
  const live = liveTotals(draft({ items: [line('1', '10')], discount_type: 'fixed', discount_value: '10.01' }))
  assert.deepEqual(Object.keys(live.errors), ['discount_value'])
})

test('a number that could be read in two ways is a fault of its field', () => {
  const { errors, totals } = liveTotals(draft({ items: [line('1', '2.500')], tax_rate: '1.000' }))
  assert.deepEqual(errors, { 'items[0].unit_price': 'Write 2500 or 2.50', tax_rate: 'Write 1000 or 1.00' })
  assert.equal(totals, undefined)
})

test('lines with a tax and a discount of their own: the groups are those of the documentation', () => {
  const items = [
    line('1', '100'),
    line('2', '50', { tax_rate: '7', discount_percent: '50' }),
    line('1', '18', { tax_category: 'exempt' }),
  ]
  const { totals, groups, errors } = liveTotals(draft({ items, tax_rate: '19', discount_type: 'fixed', discount_value: '8.4' }))
  assert.deepEqual(errors, {})
  assert.deepEqual(groups, [
    { tax_category: 'standard', tax_rate: 19, taxable_amount: 95, tax_amount: 18.05 },
    { tax_category: 'standard', tax_rate: 7, taxable_amount: 47.5, tax_amount: 3.33 },
    { tax_category: 'exempt', tax_rate: 0, taxable_amount: 17.1, tax_amount: 0 },
  ])
  assert.deepEqual([totals?.tax_amount, totals?.total], [21.38, 180.98])
})

test('the faults of the tax of a line are at its fields', () => {
  const faulty = [line('1', '1', { tax_category: 'standard' }), line('1', '1', { tax_rate: 'x', discount_percent: '101' })]
  assert.deepEqual(Object.keys(liveTotals(draft({ items: faulty })).errors).sort(), [
    'items[1].discount_percent',
    'items[1].tax_rate',
  ])
  assert.deepEqual(Object.keys(liveTotals(draft({ items: faulty.slice(0, 1) })).errors), ['items[0].tax_rate'])
})
