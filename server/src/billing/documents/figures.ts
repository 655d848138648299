// How a PATCH moves the amounts of a document (invoice or quote) that exists: the chain of decisions/003-money.md.

import { currencyDigits, isCurrency } from '../../kernel/currencies.ts'
import { invalid } from '../../kernel/errors.ts'
import { convertDigits, fromMinor, type Minor, maxAmount, multiplyToMinor, roundToMinor, sumMinor } from '../../kernel/money.ts'
import type { TaxCategory } from '../../kernel/tax-categories.ts'
import {
  checkLineTaxes,
  checkStandardLines,
  type DocumentTax,
  type OwnTax,
  ownTaxes,
  reviseTax,
  type TaxedLines,
  taxAmount,
} from './tax.ts'
import {
  checkDiscount,
  checkDiscountFits,
  computeLines,
  type Discount,
  type DiscountType,
  discountAmount,
  type LineInput,
  NO_DISCOUNT,
  orTooLarge,
  TOTAL_BELOW_0,
  type Totals,
} from './totals.ts'

/** The stored figures of a document: amounts in minor units of `currency`. */
export interface Figures extends Totals {
  currency: string
  discount_type: DiscountType
  discount_value: number
  tax_rate: number
  tax_category: TaxCategory | null
}

/** The figures that a request changes, as in JSON: amounts are decimals, absent fields are left alone. `lines` replaces all lines. */
export interface FigureChange {
  readonly currency?: string | undefined
  readonly lines?: readonly LineInput[] | undefined
  readonly discount_type?: DiscountType | null | undefined
  readonly discount_value?: number | null | undefined
  readonly tax_rate?: number | undefined
  readonly tax_category?: TaxCategory | null | undefined
  readonly subtotal?: number | undefined
  readonly discount_amount?: number | undefined
  readonly subtotal_after_discount?: number | undefined
  readonly tax_amount?: number | undefined
  readonly total?: number | undefined
}

/** The new figures, and the subtotal of each line (of `change.lines`, else of the lines before) in minor units of the new currency. */
export interface RevisedFigures {
  figures: Figures
  line_subtotals: Minor[]
}

/**
 * Revises a document's figures along the chain subtotal → discount_amount → subtotal_after_discount → tax_amount → total.
 *
 * A figure that `change` gives is stored as given, rounded like a computed one. One that it doesn't is recomputed when a figure before it changed
 * in value, or what it is made from did (lines; discount; tax_rate, tax_category), else kept: `{total: 500}` moves the total alone. A new currency
 * applies no rate: its digits are settled first (`inDigits`), then the rest of the change. `lines_before` are the stored lines, in order.
 *
 * Pure. Throws ApiError 400 that names the field: null where there must be a value, an amount below 0 or too large, an unknown currency, and the
 * faults of `computeTotals` and `computeLine` on the result.
 */
export function reviseFigures(before: Figures, lines_before: readonly LineInput[], change: FigureChange): RevisedFigures {
  refuseNulls(change)
  const currency = change.currency ?? before.currency
  if (!isCurrency(currency)) throw invalid('currency', 'currency must be an ISO 4217 code')
  const old_digits = currencyDigits(before.currency)
  const digits = currencyDigits(currency)
  const start = digits === old_digits ? before : orTooLarge('currency', () => inDigits(before, lines_before, old_digits, digits))
  const line_subtotals = change.lines
    ? computeLines(change.lines, digits)
    : orTooLarge('currency', () => lineSubtotals(lines_before, digits))
  const lines = { lines: line_subtotals, own_taxes: ownTaxes(change.lines ?? lines_before) }
  return { figures: { currency, ...alongTheChain(start, lines, change, digits) }, line_subtotals }
}

type ChainFigures = Omit<Figures, 'currency'>
type Amount = keyof Totals

function alongTheChain(
  start: ChainFigures,
  lines: Pick<TaxedLines, 'lines' | 'own_taxes'>,
  change: FigureChange,
  digits: number,
): ChainFigures {
  const discount = revisedDiscount(start, change)
  const { discount_type, discount_value } = discount
  checkDiscount(discount)
  const tax = revisedTax(start, lines.own_taxes, change)

  // With new lines everything is recomputed, including a total set by hand, even if they add up to the same.
  let moved = change.lines !== undefined
  const settle = (field: Amount, is_remade: boolean, compute: () => Minor): Minor => {
    const figure = givenAmount(change, field, digits, start[field]) ?? (is_remade || moved ? compute() : start[field])
    moved ||= figure !== start[field]
    return figure
  }

  // A broken rule is reported at the field of this request that caused it.
  const from_lines = change.lines ? 'items' : 'currency'
  const subtotal = settle('subtotal', false, () => orTooLarge(from_lines, () => sumMinor(lines.lines, digits)))
  if (subtotal < 0) throw invalid(from_lines, 'The subtotal of the line items must not be below 0')

  const is_discount_new = discount_type !== start.discount_type || discount_value !== start.discount_value
  // Not after a mere change of currency: USD 31.40 off 31.40 stays a discount of everything when both become 31 yen.
  if (is_discount_new || moved) checkDiscountFits(discount, subtotal, digits)
  const discount_amount = settle('discount_amount', is_discount_new, () => discountAmount(discount, subtotal, digits))

  const subtotal_after_discount = settle('subtotal_after_discount', false, () => subtotal - discount_amount)
  if (subtotal_after_discount < 0) {
    throw invalid(
      change.discount_amount === undefined ? 'currency' : 'discount_amount',
      'The discount must not be above the subtotal',
    )
  }
  const is_tax_new = tax.tax_rate !== start.tax_rate || tax.tax_category !== start.tax_category
  const tax_amount = settle('tax_amount', is_tax_new, () =>
    orTooLarge(causeOf(change), () => taxAmount({ ...lines, ...tax }, subtotal_after_discount, digits)),
  )
  const total = settle('total', false, () => orTooLarge('total', () => sumMinor([subtotal_after_discount, tax_amount], digits)))
  if (total < 0) throw invalid(causeOf(change), TOTAL_BELOW_0)
  return { subtotal, discount_type, discount_value, discount_amount, subtotal_after_discount, ...tax, tax_amount, total }
}

/** The tax of the document after a change, which its lines must fit. */
function revisedTax(start: ChainFigures, own_taxes: readonly OwnTax[] | undefined, change: FigureChange): Required<DocumentTax> {
  const tax = reviseTax(start, change)
  if (own_taxes) {
    if (change.lines) checkLineTaxes(own_taxes, tax)
    else checkStandardLines(own_taxes, tax, change.tax_rate === undefined ? 'tax_category' : 'tax_rate')
  }
  return tax
}

/** The field of a request that made a figure what it must not be: the first that the figures follow from. */
function causeOf(change: FigureChange): string {
  if (change.lines) return 'items'
  return CAUSES.find((field) => change[field] !== undefined) ?? 'currency'
}

const CAUSES = [
  'tax_rate',
  'tax_category',
  'subtotal',
  'discount_value',
  'discount_type',
  'discount_amount',
  'subtotal_after_discount',
  'tax_amount',
] as const satisfies (keyof FigureChange)[]

/**
 * The discount after a change: null for either field removes it, a value alone keeps the current type, and another type alone
 * starts with 0 (10 % is never read as 10 dollars).
 */
function revisedDiscount(before: Discount, change: FigureChange): Discount {
  if (change.discount_type === null || change.discount_value === null) return NO_DISCOUNT
  const discount_type = change.discount_type ?? before.discount_type
  const standing_value = discount_type === before.discount_type ? before.discount_value : 0
  return { discount_type, discount_value: change.discount_value ?? standing_value }
}

/**
 * The figures in a currency of other digits. Lines are recomputed from quantity × unit_price, and so is each figure that agreed with those
 * before it: there and back again loses nothing. A figure that was set by hand is kept as a number and rounded.
 */
function inDigits(before: Figures, lines: readonly LineInput[], old_digits: number, digits: number): ChainFigures {
  const { discount_type, discount_value, tax_rate, tax_category } = before
  const own_taxes = ownTaxes(lines)
  const lines_before = lineSubtotals(lines, old_digits)
  const lines_after = lineSubtotals(lines, digits)
  const settle = (field: Amount, computed_before: Minor, compute: () => Minor): Minor =>
    before[field] === computed_before ? compute() : convertDigits(before[field], old_digits, digits)

  const subtotal = settle('subtotal', sumMinor(lines_before, old_digits), () => sumMinor(lines_after, digits))
  const discount_before = discountAmount(before, before.subtotal, old_digits)
  const discount_amount = settle('discount_amount', discount_before, () => discountAmount(before, subtotal, digits))
  const after_before = before.subtotal - before.discount_amount
  const subtotal_after_discount = settle('subtotal_after_discount', after_before, () => subtotal - discount_amount)
  const tax = { own_taxes, tax_rate, tax_category }
  const tax_before = taxAmount({ ...tax, lines: lines_before }, before.subtotal_after_discount, old_digits)
  const tax_amount = settle('tax_amount', tax_before, () =>
    taxAmount({ ...tax, lines: lines_after }, subtotal_after_discount, digits),
  )
  const total_before = before.subtotal_after_discount + before.tax_amount
  const total = settle('total', total_before, () => sumMinor([subtotal_after_discount, tax_amount], digits))
  const discount = { discount_type, discount_value, discount_amount }
  return { subtotal, ...discount, subtotal_after_discount, tax_rate, tax_category, tax_amount, total }
}

/** The subtotals of stored lines, which passed every check when they were stored. Throws AmountTooLarge in digits that are too many for them. */
function lineSubtotals(lines: readonly LineInput[], digits: number): Minor[] {
  return lines.map((line) => multiplyToMinor(line.quantity, line.unit_price, digits, line.discount_percent ?? 0))
}

/** A figure that the request gives, rounded half away from zero. One below 0 is refused, unless it is the tax `before`, sent back as it is shown. */
function givenAmount(change: FigureChange, field: Amount, digits: number, before: Minor): Minor | undefined {
  const amount = change[field]
  if (amount === undefined) return undefined
  if (amount < 0 && !(field === 'tax_amount' && amount === fromMinor(before, digits))) {
    throw invalid(field, `${field} must be 0 or more`)
  }
  if (amount > maxAmount(digits)) throw invalid(field, `${field} must not be above ${maxAmount(digits)}`, 'amount_too_large')
  return roundToMinor(amount, digits)
}

const NEVER_NULL = [
  'currency',
  'lines',
  'tax_rate',
  'subtotal',
  'discount_amount',
  'subtotal_after_discount',
  'tax_amount',
  'total',
] as const

function refuseNulls(change: FigureChange): void {
  for (const field of NEVER_NULL) {
    const param = field === 'lines' ? 'items' : field
    if (change[field] === null) throw invalid(param, `${param} can't be null`)
  }
}
