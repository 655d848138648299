import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { currencyDigits } from '../../kernel/currencies.ts'
import { ApiError } from '../../kernel/errors.ts'
import { decimalPlaces, fromMinor } from '../../kernel/money.ts'
import { type FigureChange, type Figures, reviseFigures } from './figures.ts'
import { computeLines, computeTotals, type DiscountType, type LineInput, NO_DISCOUNT } from './totals.ts'

interface Stored {
  figures: Figures
  lines: LineInput[]
}

type Terms = Partial<Pick<Figures, 'currency' | 'discount_type' | 'discount_value' | 'tax_rate'>>

/** A document as creating it leaves it. */
function created(items: [quantity: number, unit_price: number][], terms: Terms = {}): Stored {
  const { currency = 'USD', discount_type, discount_value, tax_rate } = { ...NO_DISCOUNT, tax_rate: 0, ...terms }
  const digits = currencyDigits(currency)
  const lines = items.map(([quantity, unit_price]) => ({ quantity, unit_price }))
  const totals = computeTotals({ lines: computeLines(lines, digits), discount_type, discount_value, tax_rate }, digits)
  return { figures: { currency, discount_type, discount_value, tax_rate, tax_category: null, ...totals }, lines }
}

function revised(before: Stored, change: FigureChange): Stored {
  return {
    figures: reviseFigures(before.figures, before.lines, change).figures,
    lines: [...(change.lines ?? before.lines)],
  }
}

/** subtotal, discount_amount, subtotal_after_discount, tax_amount, total as JSON shows them. */
function money({ figures }: Stored): number[] {
  const digits = currencyDigits(figures.currency)
  const { subtotal, discount_amount, subtotal_after_discount, tax_amount, total } = figures
  return [subtotal, discount_amount, subtotal_after_discount, tax_amount, total].map((minor) => fromMinor(minor, digits))
}

function refusal(param: string, code = 'parameter_invalid'): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof ApiError, String(error))
    assert.equal(error.status, 400)
    assert.equal(error.faults[0].param, param)
    assert.equal(error.faults[0].code, code)
    return true
  }
}

// 31.50 + 3.15 = 34.65 dollars
const simple = created([[3, 10.5]], { tax_rate: 10 })
const discounted = created([[1, 200]], { discount_type: 'percentage', discount_value: 10, tax_rate: 20 })
const ten_off = created([[1, 100]], { discount_type: 'fixed', discount_value: 10, tax_rate: 10 })

const MOVED: { name: string; before: Stored; changes: FigureChange[]; money: number[] }[] = [
  {
    name: 'edits of other fields do not shift a percentage discount, however often',
    before: created([[1, 99.5]], { discount_type: 'percentage', discount_value: 5.35, tax_rate: 20 }),
    changes: [{}, {}],
    money: [99.5, 5.32, 94.18, 18.84, 113.02],
  },
  {
    name: 'a draft of 31.50 + 3.15 dollars becomes 32 + 3 yen, without a rate',
    before: simple,
    changes: [{ currency: 'JPY' }],
    money: [32, 0, 32, 3, 35],
  },
  {
    name: 'and back in dollars it is what it was',
    before: simple,
    changes: [{ currency: 'JPY' }, { currency: 'USD' }],
    money: [31.5, 0, 31.5, 3.15, 34.65],
  },
  {
    name: 'a bare total moves the total alone',
    before: created([[1, 100]]),
    changes: [{ total: 120 }],
    money: [100, 0, 100, 0, 120],
  },
  {
    name: 'a change that does not mention the lines leaves every figure',
    before: created(
      [
        [1, 1],
        [2, 2],
      ],
      { tax_rate: 10 },
    ),
    changes: [{}],
    money: [5, 0, 5, 0.5, 5.5],
  },
  {
    name: 'a tax rate moves tax_amount and total',
    before: discounted,
    changes: [{ tax_rate: 10 }],
    money: [200, 20, 180, 18, 198],
  },
  {
    name: 'a subtotal moves everything after it',
    before: discounted,
    changes: [{ subtotal: 100 }],
    money: [100, 10, 90, 18, 108],
  },
  {
    name: 'a discount_amount moves what is after it, not the subtotal',
    before: discounted,
    changes: [{ discount_amount: 50 }],
    money: [200, 50, 150, 30, 180],
  },
  {
    name: 'a subtotal_after_discount moves tax and total',
    before: discounted,
    changes: [{ subtotal_after_discount: 100 }],
    money: [200, 20, 100, 20, 120],
  },
  {
    name: 'a subtotal_after_discount set by hand stays when the tax rate changes, and is what is taxed',
    before: discounted,
    changes: [{ subtotal_after_discount: 100 }, { tax_rate: 10 }],
    money: [200, 20, 100, 10, 110],
  },
  {
    name: 'a figure may be 0',
    before: discounted,
    changes: [{ discount_amount: 0, tax_amount: 0 }],
    money: [200, 0, 200, 0, 200],
  },
  {
    name: 'a fixed discount is rounded to the new digits from its value, not from its rounded amount',
    before: created([[1, 100]], { discount_type: 'fixed', discount_value: 10.495 }),
    changes: [{ currency: 'JPY' }],
    money: [100, 10, 90, 0, 90],
  },
  {
    name: 'a tax_amount moves the total alone',
    before: discounted,
    changes: [{ tax_amount: 1.23 }],
    money: [200, 20, 180, 1.23, 181.23],
  },
  {
    name: 'given figures are stored as given, also against each other',
    before: discounted,
    changes: [{ subtotal: 1, discount_amount: 0.5, subtotal_after_discount: 7, tax_amount: 8, total: 9 }],
    money: [1, 0.5, 7, 8, 9],
  },
  {
    name: 'between two given figures the others are recomputed',
    before: discounted,
    changes: [{ subtotal: 300, tax_amount: 1 }],
    money: [300, 30, 270, 1, 271],
  },
  {
    name: 'a figure set by hand stays while nothing before it changes in value',
    before: discounted,
    changes: [{ total: 500 }, { subtotal: 200, discount_type: 'percentage', discount_value: 10, tax_rate: 20 }],
    money: [200, 20, 180, 36, 500],
  },
  {
    name: 'a figure set by hand goes when something before it changes',
    before: discounted,
    changes: [{ total: 500 }, { tax_rate: 10 }],
    money: [200, 20, 180, 18, 198],
  },
  {
    name: 'a tax rate that leaves the tax as it is leaves a total set by hand',
    before: created([]),
    changes: [{ total: 500 }, { tax_rate: 10 }],
    money: [0, 0, 0, 0, 500],
  },
  {
    name: 'a subtotal and a discount that cancel out still reach a total set by hand',
    before: created([[1, 100]]),
    changes: [{ total: 500 }, { subtotal: 110, discount_amount: 10 }],
    money: [110, 10, 100, 0, 100],
  },
  {
    name: 'new lines replace a subtotal set by hand',
    before: discounted,
    changes: [{ subtotal: 7 }, { lines: [{ quantity: 2, unit_price: 50 }] }],
    money: [100, 10, 90, 18, 108],
  },
  {
    name: 'new lines recompute what was set by hand, even when they add up to the same',
    before: discounted,
    changes: [{ tax_amount: 1 }, { lines: [{ quantity: 2, unit_price: 100 }] }],
    money: [200, 20, 180, 36, 216],
  },
  {
    name: 'a subtotal beside new lines is stored as given',
    before: discounted,
    changes: [{ lines: [{ quantity: 2, unit_price: 50 }], subtotal: 30 }],
    money: [30, 3, 27, 5.4, 32.4],
  },
  {
    name: 'null for both takes the discount away',
    before: discounted,
    changes: [{ discount_type: null, discount_value: null }],
    money: [200, 0, 200, 40, 240],
  },
  {
    name: 'a discount comes with its type and value',
    before: created([[1, 100]], { tax_rate: 10 }),
    changes: [{ discount_type: 'fixed', discount_value: 10.005 }],
    money: [100, 10.01, 89.99, 9, 98.99],
  },
  {
    name: 'another type alone begins with the value 0',
    before: discounted,
    changes: [{ discount_type: 'fixed' }],
    money: [200, 0, 200, 40, 240],
  },
  {
    name: 'a discount_amount given with its discount is stored as given',
    before: discounted,
    changes: [{ discount_value: 50, discount_amount: 1 }],
    money: [200, 1, 199, 39.8, 238.8],
  },
  {
    name: 'a currency of as many digits moves nothing',
    before: discounted,
    changes: [{ total: 500 }, { currency: 'EUR' }],
    money: [200, 20, 180, 36, 500],
  },
  {
    name: 'figures set by hand are kept as numbers and rounded to the new digits, half away from zero',
    before: simple,
    changes: [{ tax_amount: 2.5, total: 99.5 }, { currency: 'JPY' }],
    money: [32, 0, 32, 3, 100],
  },
  {
    name: 'a discount set by hand is rounded, what follows from it computed',
    before: discounted,
    changes: [{ discount_amount: 9.5 }, { currency: 'JPY' }],
    money: [200, 10, 190, 38, 228],
  },
  {
    name: 'a subtotal set by hand is rounded, not taken from the lines',
    before: simple,
    changes: [{ subtotal: 100.5 }, { currency: 'JPY' }],
    money: [101, 0, 101, 10, 111],
  },
  {
    name: 'a new currency and other changes in one request: the currency comes first',
    before: simple,
    changes: [{ total: 99.5 }, { currency: 'JPY', tax_rate: 20 }],
    money: [32, 0, 32, 6, 38],
  },
  {
    name: 'new lines together with a currency are taken in its digits',
    before: simple,
    changes: [{ currency: 'KWD', lines: [{ quantity: 3, unit_price: 1.255 }] }],
    money: [3.765, 0, 3.765, 0.377, 4.142],
  },
  {
    name: 'given figures are in the new currency',
    before: simple,
    changes: [{ currency: 'KWD', total: 34.655 }],
    money: [31.5, 0, 31.5, 3.15, 34.655],
  },
  {
    name: 'a fixed discount of everything stays one when a currency has fewer digits',
    before: created([[1, 31.4]], { discount_type: 'fixed', discount_value: 31.4, tax_rate: 10 }),
    changes: [{ currency: 'JPY' }],
    money: [31, 31, 0, 0, 0],
  },
]

for (const { name, before, changes, money: expected } of MOVED) {
  test(name, () => {
    assert.deepEqual(money(changes.reduce(revised, before)), expected)
  })
}

const DISCOUNTS: { name: string; before: Stored; change: FigureChange; discount: [DiscountType, number, amount: number] }[] = [
  {
    name: 'null for the type takes it away',
    before: discounted,
    change: { discount_type: null },
    discount: ['percentage', 0, 0],
  },
  { name: 'null for the value takes it away', before: ten_off, change: { discount_value: null }, discount: ['percentage', 0, 0] },
  {
    name: 'a value alone goes with the type that stands: fixed',
    before: ten_off,
    change: { discount_value: 20 },
    discount: ['fixed', 20, 20],
  },
  {
    name: 'a value alone goes with the type that stands: per cent, where there was none',
    before: created([[1, 200]]),
    change: { discount_value: 20 },
    discount: ['percentage', 20, 40],
  },
  {
    name: 'another type alone begins with 0: 10 per cent are never read as 10 dollars',
    before: created([[1, 100]], { discount_type: 'percentage', discount_value: 10 }),
    change: { discount_type: 'fixed' },
    discount: ['fixed', 0, 0],
  },
  {
    name: 'the type that stands, alone, changes nothing',
    before: ten_off,
    change: { discount_type: 'fixed' },
    discount: ['fixed', 10, 10],
  },
  {
    name: 'a fixed one on a subtotal of 0 takes nothing off',
    before: created([]),
    change: { discount_type: 'fixed', discount_value: 10 },
    discount: ['fixed', 10, 0],
  },
  {
    name: 'a fixed one given before there are lines comes off them',
    before: created([], { discount_type: 'fixed', discount_value: 10 }),
    change: { lines: [{ quantity: 1, unit_price: 30 }] },
    discount: ['fixed', 10, 10],
  },
]

for (const { name, before, change, discount } of DISCOUNTS) {
  test(`discount: ${name}`, () => {
    const { figures } = revised(before, change)
    const digits = currencyDigits(figures.currency)
    assert.deepEqual([figures.discount_type, figures.discount_value, fromMinor(figures.discount_amount, digits)], discount)
  })
}

test('figures set by hand are rounded to the digits of the currency, half away from zero', () => {
  assert.equal(fromMinor(revised(discounted, { total: 1.005 }).figures.total, 2), 1.01)
  assert.equal(fromMinor(revised(discounted, { subtotal: 33.3333333333333 }).figures.subtotal, 2), 33.33)
  assert.equal(revised(discounted, { currency: 'JPY', total: 1.5 }).figures.total, 2)
  assert.equal(revised(discounted, { tax_amount: 1e-9 }).figures.tax_amount, 0)
})

const REFUSED: { name: string; before: Stored; change: FigureChange; param: string; code?: string }[] = [
  { name: 'a negative figure', before: discounted, change: { tax_amount: -1 }, param: 'tax_amount' },
  {
    name: 'a figure that can not be held',
    before: discounted,
    change: { subtotal: 1e12 },
    param: 'subtotal',
    code: 'amount_too_large',
  },
  {
    name: 'a total that becomes too large',
    before: discounted,
    change: { subtotal_after_discount: 999_999_999_999.99 },
    param: 'total',
    code: 'amount_too_large',
  },
  {
    name: 'amounts that the new currency can not hold',
    before: created([[1, 100_000_000_000]]),
    change: { currency: 'CLF' },
    param: 'currency',
    code: 'amount_too_large',
  },
  {
    name: 'a figure set by hand that the new currency can not hold',
    before: revised(discounted, { total: 1e11 }),
    change: { currency: 'CLF' },
    param: 'currency',
    code: 'amount_too_large',
  },
  {
    name: 'stored lines that the new currency can not hold, under a smaller subtotal set by hand',
    before: revised(created([[1, 100_000_000_000]]), { subtotal: 1, total: 1 }),
    change: { currency: 'CLF' },
    param: 'currency',
    code: 'amount_too_large',
  },
  { name: 'an unknown currency', before: discounted, change: { currency: 'ZZZ' }, param: 'currency' },
  {
    name: 'a value alone above 100 per cent',
    before: created([[1, 1]]),
    change: { discount_value: 101 },
    param: 'discount_value',
  },
  {
    name: 'a fixed discount given before there are lines, by lines that are less than it',
    before: created([], { discount_type: 'fixed', discount_value: 10 }),
    change: { lines: [{ quantity: 1, unit_price: 9.99 }] },
    param: 'discount_value',
  },
  { name: 'a percentage above 100', before: discounted, change: { discount_value: 101 }, param: 'discount_value' },
  { name: 'a tax rate above 100', before: discounted, change: { tax_rate: 101 }, param: 'tax_rate' },
  {
    name: 'a fixed discount above the subtotal',
    before: ten_off,
    change: { discount_value: 100.000001 },
    param: 'discount_value',
  },
  { name: 'a subtotal below the fixed discount', before: ten_off, change: { subtotal: 9.99 }, param: 'discount_value' },
  {
    name: 'a subtotal below the fixed discount, with a discount_amount beside it',
    before: ten_off,
    change: { subtotal: 9.99, discount_amount: 1 },
    param: 'discount_value',
  },
  {
    name: 'a discount_amount above the subtotal',
    before: discounted,
    change: { discount_amount: 200.01 },
    param: 'discount_amount',
  },
  {
    name: 'lines whose sum is below 0',
    before: discounted,
    change: { lines: [{ quantity: -1, unit_price: 1 }] },
    param: 'items',
  },
  {
    name: 'lines that together are too large',
    before: discounted,
    change: {
      lines: [
        { quantity: 1, unit_price: 9e11 },
        { quantity: 1, unit_price: 9e11 },
      ],
    },
    param: 'items',
    code: 'amount_too_large',
  },
  {
    name: 'lines whose sum falls below 0 in the digits of the new currency',
    before: created([
      [-1, 0.5],
      [-1, 0.5],
      [1, 1],
    ]),
    change: { currency: 'JPY' },
    param: 'currency',
  },
  {
    name: 'a discount set by hand that is above the subtotal in the digits of the new currency',
    before: revised(
      created([
        [1, 0.4],
        [1, 0.4],
      ]),
      { discount_amount: 0.6 },
    ),
    change: { currency: 'JPY' },
    param: 'currency',
  },
]

for (const { name, before, change, param, code } of REFUSED) {
  test(`refused: ${name}`, () => {
    assert.throws(() => revised(before, change), refusal(param, code))
  })
}

for (const field of ['currency', 'tax_rate', 'subtotal', 'discount_amount', 'subtotal_after_discount', 'tax_amount', 'total']) {
  test(`refused: null for ${field}`, () => {
    assert.throws(() => revised(discounted, { [field]: null } as FigureChange), refusal(field))
  })
}

test('refused: null for the lines, which a request calls items', () => {
  assert.throws(() => reviseFigures(discounted.figures, discounted.lines, { lines: null } as never), refusal('items'))
})

test('the line subtotals come back in the new currency, from the lines that the document has then', () => {
  assert.deepEqual(reviseFigures(simple.figures, simple.lines, {}).line_subtotals, [3150])
  assert.deepEqual(reviseFigures(simple.figures, simple.lines, { currency: 'JPY' }).line_subtotals, [32])
  const lines = [
    { quantity: 1, unit_price: 1.5 },
    { quantity: -1, unit_price: 0.5 },
  ]
  assert.deepEqual(reviseFigures(simple.figures, simple.lines, { currency: 'JPY', lines }).line_subtotals, [2, -1])
})

test('neither the figures nor the lines before are touched', () => {
  const before = structuredClone(discounted)
  reviseFigures(discounted.figures, discounted.lines, { currency: 'JPY', total: 5 })
  assert.deepEqual(discounted, before)
})

const scaledNumber = (most: number) =>
  fc.tuple(fc.integer({ min: 0, max: most }), fc.integer({ min: 0, max: 6 })).map(([n, places]) => Number(`${n}e-${places}`))
const perCent = fc.integer({ min: 0, max: 100_000_000 }).map((n) => Number(`${n}e-6`))
const anyItems = fc.array(fc.tuple(scaledNumber(10_000), scaledNumber(100_000)), { maxLength: 6 })
const anyCurrency = fc.constantFrom('JPY', 'USD', 'EUR', 'KWD', 'CLF')
const anyDiscount = fc.oneof(
  fc.constant(NO_DISCOUNT),
  perCent.map((discount_value) => ({ discount_type: 'percentage' as DiscountType, discount_value })),
)
const anyTerms = fc
  .tuple(anyCurrency, anyDiscount, perCent)
  .map(([currency, discount, tax_rate]) => ({ currency, ...discount, tax_rate }))

test('where no figure is set by hand, revising a document gives what creating it again would', () => {
  fc.assert(
    fc.property(anyItems, anyTerms, anyItems, anyTerms, fc.boolean(), (items, terms, new_items, new_terms, are_lines_new) => {
      const lines = new_items.map(([quantity, unit_price]) => ({ quantity, unit_price }))
      const result = revised(created(items, terms), are_lines_new ? { ...new_terms, lines } : new_terms)
      assert.deepEqual(result, created(are_lines_new ? new_items : items, new_terms))
    }),
    { numRuns: 3000 },
  )
})

test('a change of currency and back is no change where no figure is set by hand', () => {
  fc.assert(
    fc.property(anyItems, anyTerms, anyCurrency, (items, terms, currency) => {
      const before = created(items, terms)
      assert.deepEqual([{ currency }, { currency: terms.currency }].reduce(revised, before), before)
    }),
    { numRuns: 3000 },
  )
})

const FIELDS = ['subtotal', 'discount_amount', 'subtotal_after_discount', 'tax_amount', 'total'] as const
const anyGiven = fc.record(
  Object.fromEntries(FIELDS.map((field) => [field, fc.integer({ min: 0, max: 100_000 })])) as Record<
    (typeof FIELDS)[number],
    fc.Arbitrary<number>
  >,
  { requiredKeys: [] },
)

test('given figures are stored as given, those before the first of them stay, and no amount has more digits than its currency', () => {
  fc.assert(
    fc.property(anyItems, anyTerms, anyGiven, anyCurrency, (items, terms, given, currency) => {
      const before = created(items, terms)
      const result = accepted(() => revised(before, given))
      if (!result) return
      const first = FIELDS.findIndex((field) => field in given)
      const digits = currencyDigits(terms.currency)
      for (const [place, field] of FIELDS.entries()) {
        if (first < 0 || place < first) assert.equal(result.figures[field], before.figures[field], field)
        if (given[field] !== undefined) assert.equal(fromMinor(result.figures[field], digits), given[field], field)
      }
      const moved = accepted(() => revised(result, { currency }))
      if (!moved) return
      for (const amount of money(moved)) {
        assert.ok(amount >= 0 && !Object.is(amount, -0))
        assert.ok(decimalPlaces(amount) <= currencyDigits(currency))
      }
    }),
    { numRuns: 3000 },
  )
})

/** The result, or undefined where the request is refused; any other error fails. */
function accepted(revise: () => Stored): Stored | undefined {
  try {
    return revise()
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}
