import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { currencyDigits } from '../../kernel/currencies.ts'
import { decimalText } from '../../kernel/money.ts'
import { taxGroups } from '../documents/tax.ts'
import { computeLine } from '../documents/totals.ts'
import {
  type CreditableInvoice,
  creditedSoFar,
  creditFigures,
  isCreditedWhole,
  isWithin,
  NOTHING_CREDITED,
  quantitiesLeft,
  withNote,
} from './shares.ts'

const LINES = fc.array(
  fc.record({
    quantity: fc.integer({ min: -400, max: 4000 }).map((n) => n / 100),
    unit_price: fc.integer({ min: -50_00, max: 900_00 }).map((n) => n / 100),
    tax: fc.constantFrom(
      { tax_rate: null, tax_category: null },
      { tax_rate: '7', tax_category: null },
      { tax_rate: '19', tax_category: 'standard' as const },
      { tax_rate: '0', tax_category: 'exempt' as const },
    ),
  }),
  { minLength: 0, maxLength: 8 },
)

interface Given {
  lines: { quantity: number; unit_price: number; tax: { tax_rate: string | null; tax_category: 'standard' | 'exempt' | null } }[]
  currency: string
  discount: number
  by_hand: number
}

/** An issued invoice of random lines; `by_hand` moves its total away from what they make. */
function invoiceOf({ lines, currency, discount, by_hand }: Given): CreditableInvoice {
  const digits = currencyDigits(currency)
  const items = lines.map(({ quantity, unit_price, tax }, index) => ({
    id: `di_${index}`,
    quantity: decimalText(quantity),
    subtotal: computeLine({ quantity, unit_price }, digits).subtotal,
    ...tax,
  }))
  const subtotal = items.reduce((sum, item) => sum + item.subtotal, 0)
  const discount_amount = subtotal > 0 ? Math.floor((subtotal * discount) / 100) : 0
  const document = { tax_rate: 19, tax_category: null }
  const own_taxes = items.map(({ tax_rate, tax_category }) => ({
    tax_rate: tax_rate === null ? null : Number(tax_rate),
    tax_category,
  }))
  const groups = taxGroups(
    { ...document, lines: items.map((item) => item.subtotal), own_taxes },
    subtotal - discount_amount,
    digits,
  )
  const tax_amount = groups.reduce((sum, group) => sum + group.tax_amount, 0)
  return {
    currency,
    items,
    subtotal,
    discount_amount,
    subtotal_after_discount: subtotal - discount_amount,
    tax_rate: '19',
    tax_category: null,
    tax_amount,
    total: subtotal - discount_amount + tax_amount + by_hand,
  }
}

const GIVEN: fc.Arbitrary<Given> = fc.record({
  lines: LINES,
  currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
  discount: fc.integer({ min: 0, max: 100 }),
  by_hand: fc.oneof(fc.constant(0), fc.integer({ min: -500, max: 500 })),
})

/** Credits an invoice in parts until nothing is left: a share of what is left of some lines each time, in the end all. */
function creditInParts(invoice: CreditableInvoice, shares: readonly number[]) {
  let credited = NOTHING_CREDITED
  const notes = []
  for (const share of [...shares, 1]) {
    const quantities: Record<string, string> = {}
    for (const [id, left] of Object.entries(quantitiesLeft(invoice, credited.quantities))) {
      const part = share === 1 ? left : decimalText(Math.trunc(Number(left) * share * 100) / 100)
      if (isWithin(part, left)) quantities[id] = part
    }
    if (Object.keys(quantities).length === 0 && (invoice.items.length > 0 || credited.has_notes)) continue
    notes.push(creditFigures(invoice, credited, quantities))
    credited = withNote(credited, quantities)
  }
  return { notes, credited }
}

const LONG = process.env['QUOIN_TEST_LONG'] !== undefined

describe('the figures of credit notes', () => {
  test('all parts of an invoice, in any split, add up to exactly the invoice', () => {
    fc.assert(
      fc.property(GIVEN, fc.array(fc.double({ min: 0.01, max: 0.99, noNaN: true }), { maxLength: 6 }), (given, shares) => {
        const invoice = invoiceOf(given)
        const { notes, credited } = creditInParts(invoice, shares)
        if (notes.length === 0) return
        assert.ok(isCreditedWhole(invoice, credited))
        for (const figure of ['subtotal', 'discount_amount', 'subtotal_after_discount', 'tax_amount', 'total'] as const) {
          const sum = notes.reduce((all, note) => all + note[figure], 0)
          assert.equal(sum, invoice[figure], figure)
        }
        for (const item of invoice.items) {
          const sum = notes.reduce((all, note) => all + (note.lines[item.id] ?? 0), 0)
          assert.equal(sum, item.subtotal, item.id)
        }
      }),
      { numRuns: LONG ? 100_000 : 2_000 },
    )
  })

  test('each part adds up by itself, but for what was set by hand', () => {
    fc.assert(
      fc.property(GIVEN, fc.array(fc.double({ min: 0.01, max: 0.99, noNaN: true }), { maxLength: 4 }), (given, shares) => {
        const invoice = invoiceOf({ ...given, by_hand: 0 })
        for (const note of creditInParts(invoice, shares).notes) {
          assert.equal(
            Object.values(note.lines).reduce((a, b) => a + b, 0),
            note.subtotal,
          )
          assert.equal(note.subtotal - note.discount_amount, note.subtotal_after_discount)
          assert.equal(note.subtotal_after_discount + note.tax_amount, note.total)
          assert.equal(
            note.groups.reduce((sum, group) => sum + group.taxable_amount, 0),
            note.subtotal_after_discount,
          )
          assert.equal(
            note.groups.reduce((sum, group) => sum + group.tax_amount, 0),
            note.tax_amount,
          )
        }
      }),
      { numRuns: LONG ? 50_000 : 1_000 },
    )
  })

  test('three thirds of 100.00 at 19 % are 33.33, 33.34 and 33.33, and their tax is 19.00', () => {
    const line = { quantity: 3, unit_price: 100 / 3, tax: { tax_rate: null, tax_category: null } }
    const invoice = invoiceOf({ lines: [{ ...line, unit_price: 33.3333333333333 }], currency: 'EUR', discount: 0, by_hand: 0 })
    let credited = NOTHING_CREDITED
    const parts = [1, 1, 1].map(() => {
      const figures = creditFigures(invoice, credited, { di_0: '1' })
      credited = withNote(credited, { di_0: '1' })
      return figures
    })
    assert.deepEqual(
      parts.map((part) => [part.subtotal, part.tax_amount]),
      [
        [3333, 633],
        [3334, 634],
        [3333, 633],
      ],
    )
  })

  test('an invoice without lines is credited by its first credit note', () => {
    const invoice = invoiceOf({ lines: [], currency: 'EUR', discount: 0, by_hand: 500 })
    assert.equal(creditedSoFar(invoice, NOTHING_CREDITED).total, 0)
    assert.equal(creditFigures(invoice, NOTHING_CREDITED, {}).total, 500)
    assert.equal(creditFigures(invoice, { quantities: {}, has_notes: true }, {}).total, 0)
  })

  test('a quantity is within what is left of a line on the same side of 0 only', () => {
    assert.ok(isWithin('2', '2'))
    assert.ok(isWithin('-0.5', '-2'))
    for (const [quantity, left] of [
      ['2.01', '2'],
      ['0', '2'],
      ['-1', '2'],
      ['1', '-2'],
      ['-3', '-2'],
      ['1', '0'],
    ] as const)
      assert.ok(!isWithin(quantity, left), `${quantity} of ${left}`)
  })
})
