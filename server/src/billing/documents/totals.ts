// The amounts of a document (invoice or quote): of each line, and from the lines to the total. Rules: decisions/003-money.md.

import { ApiError, type Fault, invalid, invalidAll } from '../../kernel/errors.ts'
import {
  AmountTooLarge,
  isAbove,
  type Minor,
  MOST_AMOUNT,
  multiplyToMinor,
  percentOf,
  roundToMinor,
  sumMinor,
} from '../../kernel/money.ts'
import { checkDocumentTax, checkLineTaxes, type OwnTax, type TaxedLines, taxAmount } from './tax.ts'

/** The meaning of `discount_value`: per cent of the subtotal, or an amount in the document's currency. */
export type DiscountType = 'percentage' | 'fixed'

/** The inputs of a line's amounts, as in JSON: credit lines have a negative quantity or unit_price. */
export interface LineInput extends OwnTax {
  readonly quantity: number
  readonly unit_price: number
  /** What comes off the line, in per cent. */
  readonly discount_percent?: number | null | undefined
}

/** The discount of a document. */
export interface Discount {
  readonly discount_type: DiscountType
  readonly discount_value: number
}

/** The discount of a document without one. */
export const NO_DISCOUNT = { discount_type: 'percentage', discount_value: 0 } as const satisfies Discount

/** The inputs of a document's amounts. `lines` are the line subtotals in minor units. */
export interface TotalsInput extends Discount, TaxedLines {}

/** A document's amounts in minor units: subtotal − discount_amount = subtotal_after_discount, and that + tax_amount = total. */
export interface Totals {
  subtotal: Minor
  discount_amount: Minor
  subtotal_after_discount: Minor
  tax_amount: Minor
  total: Minor
}

/**
 * Computes every amount of a document from its line subtotals, in minor units of a currency of that many digits.
 *
 * Each line was rounded before it is added, so the printed lines always add up to the printed subtotal. The discount comes off before tax;
 * tax is rounded once for each group of lines that are taxed alike (`taxGroups`), which is the whole document when no line has a tax of its own.
 * Rounding is half away from zero. No amount is below 0, but for the tax where credit lines are taxed higher than others.
 *
 * Pure. Throws ApiError 400: `items` (the subtotal or total is below 0, or an amount too large), `discount_value` (a percentage outside 0–100, a
 * fixed discount below 0 or above a subtotal that is above 0), `tax_rate` and `items[i].tax_rate` (outside 0–100, or not one of the category).
 */
export function computeTotals(input: TotalsInput, digits: number): Totals {
  checkDiscount(input)
  checkDocumentTax(input)
  if (input.own_taxes) checkLineTaxes(input.own_taxes, input)
  const subtotal = orTooLarge('items', () => sumMinor(input.lines, digits))
  if (subtotal < 0) throw invalid('items', 'The subtotal of the line items must not be below 0')
  checkDiscountFits(input, subtotal, digits)
  const discount_amount = discountAmount(input, subtotal, digits)
  const subtotal_after_discount = subtotal - discount_amount
  const tax_amount = orTooLarge('items', () => taxAmount(input, subtotal_after_discount, digits))
  const total = orTooLarge('items', () => sumMinor([subtotal_after_discount, tax_amount], digits))
  if (total < 0) throw invalid('items', TOTAL_BELOW_0)
  return { subtotal, discount_amount, subtotal_after_discount, tax_amount, total }
}

/** Credit lines that are taxed higher than all others can take off more than there is. */
export const TOTAL_BELOW_0 = 'The total must not be below 0: credit lines take more tax off than the others have'

/**
 * The amounts of one line in minor units: quantity × unit_price, less its discount, rounded half away from zero; its total is its subtotal.
 *
 * `index` is the line's place in the request, for the `param` of a fault. Throws ApiError 400 with `items[index].quantity` or
 * `items[index].unit_price`: no number, or (`amount_too_large`) above 999,999,999,999.999; `items[index].discount_percent`: not from 0 to 100.
 */
export function computeLine(line: LineInput, digits: number, index = 0): { subtotal: Minor; total: Minor } {
  const { quantity, unit_price } = line
  const percent_off = line.discount_percent ?? 0
  if (!Number.isFinite(quantity)) throw invalid(`items[${index}].quantity`, 'quantity must be a number')
  if (!Number.isFinite(unit_price)) throw invalid(`items[${index}].unit_price`, 'unit_price must be a number')
  if (Math.abs(unit_price) > MOST_AMOUNT) throw tooLarge(`items[${index}].unit_price`)
  if (!(percent_off >= 0 && percent_off <= 100)) {
    throw invalid(`items[${index}].discount_percent`, 'discount_percent must be between 0 and 100')
  }
  try {
    const subtotal = multiplyToMinor(quantity, unit_price, digits, percent_off)
    return { subtotal, total: subtotal }
  } catch (error) {
    // Of a product, the factor that made it larger is at fault.
    if (error instanceof AmountTooLarge) throw tooLarge(`items[${index}].${Math.abs(quantity) > 1 ? 'quantity' : 'unit_price'}`)
    throw error
  }
}

/** The subtotals of all lines, in order. Throws one ApiError 400 with every line's fault; the faults are those of `computeLine`. */
export function computeLines(lines: readonly LineInput[], digits: number): Minor[] {
  const subtotals: Minor[] = []
  const faults: Fault[] = []
  lines.forEach((line, index) => {
    try {
      subtotals.push(computeLine(line, digits, index).subtotal)
    } catch (error) {
      faults.push(...faultsOf(error))
    }
  })
  if (faults.length > 0) throw invalidAll(faults)
  return subtotals
}

/** The discount on a subtotal in minor units, rounded once; nothing can come off a subtotal of 0. For a discount that passed the checks below. */
export function discountAmount({ discount_type, discount_value }: Discount, subtotal: Minor, digits: number): Minor {
  if (subtotal === 0) return 0
  return discount_type === 'percentage' ? percentOf(subtotal, discount_value) : roundToMinor(discount_value, digits)
}

/** Throws ApiError 400 unless the value is one that the type allows. */
export function checkDiscount({ discount_type, discount_value }: Discount): void {
  if (!(discount_value >= 0)) throw invalid('discount_value', 'discount_value must be 0 or more')
  if (discount_type === 'percentage' && discount_value > 100)
    throw invalid('discount_value', 'A percentage discount must be between 0 and 100')
  if (discount_value > MOST_AMOUNT) throw tooLarge('discount_value')
}

/** Throws ApiError 400 when a fixed discount is above a subtotal that is above 0, compared before it is rounded. It is never clamped. */
export function checkDiscountFits({ discount_type, discount_value }: Discount, subtotal: Minor, digits: number): void {
  if (discount_type === 'fixed' && subtotal > 0 && isAbove(discount_value, subtotal, digits)) {
    throw invalid('discount_value', 'A fixed discount must not be above the subtotal')
  }
}

/** Returns the result of `compute`; its AmountTooLarge becomes an ApiError 400 `amount_too_large` that names `param`. */
export function orTooLarge<T>(param: string, compute: () => T): T {
  try {
    return compute()
  } catch (error) {
    if (error instanceof AmountTooLarge) throw tooLarge(param)
    throw error
  }
}

function tooLarge(param: string): ApiError {
  return invalid(param, 'No amount may be above 999,999,999,999.999', 'amount_too_large')
}

function faultsOf(error: unknown): readonly Fault[] {
  if (error instanceof ApiError) return error.faults
  throw error
}
