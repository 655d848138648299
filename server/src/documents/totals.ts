// What the amounts of a document (invoice or quote) are: line by line, and from the lines down to the total. Rules: decisions/003-money.md.

import { ApiError, type Fault, invalid, invalidAll } from '../kernel/errors.ts'
import {
  AmountTooLarge,
  isAbove,
  isDecimal,
  type Minor,
  multiplyToMinor,
  percentOf,
  roundToMinor,
  sumMinor,
} from '../kernel/money.ts'

/** What `discount_value` is: per cent of the subtotal, or an amount in the document's currency. */
export type DiscountType = 'percentage' | 'fixed'

/** What a line's amounts come from, as in JSON: credit lines have a negative quantity or unit_price. */
export interface LineInput {
  readonly quantity: number
  readonly unit_price: number
}

/** What a document's amounts come from. `lines` are the line subtotals in minor units; a document without a discount has both fields null. */
export interface TotalsInput {
  readonly lines: readonly Minor[]
  readonly discount_type: DiscountType | null
  readonly discount_value: number | null
  readonly tax_rate: number
}

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
 * tax is rounded once, for the whole document. Rounding is half away from zero. No amount is below 0.
 *
 * Pure. Throws ApiError 400: `items` (the subtotal is below 0, or an amount too large), `discount_type` or `discount_value` (one without the
 * other, a percentage outside 0–100, a fixed discount below 0 or above the subtotal), `tax_rate` (outside 0–100).
 */
export function computeTotals(input: TotalsInput, digits: number): Totals {
  const { discount_type, discount_value, tax_rate } = input
  checkDiscount(discount_type, discount_value)
  checkTaxRate(tax_rate)
  const subtotal = orTooLarge('items', () => sumMinor(input.lines, digits))
  if (subtotal < 0) throw invalid('items', 'The subtotal of the line items must not be below 0')
  checkDiscountFits(discount_type, discount_value, subtotal, digits)
  const discount_amount = discountAmount(discount_type, discount_value, subtotal, digits)
  const subtotal_after_discount = subtotal - discount_amount
  const tax_amount = percentOf(subtotal_after_discount, tax_rate)
  const total = orTooLarge('items', () => sumMinor([subtotal_after_discount, tax_amount], digits))
  return { subtotal, discount_amount, subtotal_after_discount, tax_amount, total }
}

/**
 * The amounts of one line in minor units: quantity × unit_price, rounded half away from zero; its total is its subtotal.
 *
 * `index` is the line's place in the request, for the `param` of a fault. Throws ApiError 400 with `items[index].quantity` or
 * `items[index].unit_price`: more than 6 decimals or 15 significant digits, or (`amount_too_large`) above 999,999,999,999.999.
 */
export function computeLine(line: LineInput, digits: number, index = 0): { subtotal: Minor; total: Minor } {
  const { quantity, unit_price } = line
  if (!isDecimal(quantity, MOST_DECIMALS)) throw invalid(`items[${index}].quantity`, `quantity ${DECIMAL_RULE}`)
  if (!isDecimal(unit_price, MOST_DECIMALS)) throw invalid(`items[${index}].unit_price`, `unit_price ${DECIMAL_RULE}`)
  if (Math.abs(unit_price) > MOST_UNIT_PRICE) throw tooLarge(`items[${index}].unit_price`)
  try {
    const subtotal = multiplyToMinor(quantity, unit_price, digits)
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

/** The discount on a subtotal in minor units, rounded once; 0 without one. For a discount that passed the checks below. */
export function discountAmount(type: DiscountType | null, value: number | null, subtotal: Minor, digits: number): Minor {
  if (type === null || value === null) return 0
  return type === 'percentage' ? percentOf(subtotal, value) : roundToMinor(value, digits)
}

/** Throws ApiError 400 unless both are null, or the type and a value that it allows are there. */
export function checkDiscount(type: DiscountType | null, value: number | null): void {
  if (type === null && value === null) return
  if (type === null) throw invalid('discount_type', 'A discount_value needs a discount_type, percentage or fixed')
  if (value === null) throw invalid('discount_value', 'A discount_type needs a discount_value')
  if (!(value >= 0)) throw invalid('discount_value', 'discount_value must be 0 or more')
  if (type === 'percentage' && value > 100) throw invalid('discount_value', 'A percentage discount must be between 0 and 100')
  if (!isDecimal(value, MOST_DECIMALS)) throw invalid('discount_value', `discount_value ${DECIMAL_RULE}`)
}

/** Throws ApiError 400 when a fixed discount is above the subtotal, compared before it is rounded. It is never clamped. */
export function checkDiscountFits(type: DiscountType | null, value: number | null, subtotal: Minor, digits: number): void {
  if (type === 'fixed' && value !== null && isAbove(value, subtotal, digits)) {
    throw invalid('discount_value', 'A fixed discount must not be above the subtotal')
  }
}

/** Throws ApiError 400 unless the rate is between 0 and 100 per cent with at most 6 decimals. */
export function checkTaxRate(rate: number): void {
  if (!(rate >= 0 && rate <= 100)) throw invalid('tax_rate', 'tax_rate must be between 0 and 100')
  if (!isDecimal(rate, MOST_DECIMALS)) throw invalid('tax_rate', `tax_rate ${DECIMAL_RULE}`)
}

/** What `compute` returns; its AmountTooLarge becomes an ApiError 400 `amount_too_large` that names `param`. */
export function orTooLarge<T>(param: string, compute: () => T): T {
  try {
    return compute()
  } catch (error) {
    if (error instanceof AmountTooLarge) throw tooLarge(param)
    throw error
  }
}

const MOST_DECIMALS = 6
const MOST_UNIT_PRICE = 999_999_999_999.999
const DECIMAL_RULE = 'must have at most 6 decimals and 15 significant digits'

function tooLarge(param: string): ApiError {
  return invalid(param, 'No amount may be above 999,999,999,999.999', 'amount_too_large')
}

function faultsOf(error: unknown): readonly Fault[] {
  if (error instanceof ApiError) return error.faults
  throw error
}
