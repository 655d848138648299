// The figures of a document while it is typed, by the very function that the server computes them with.

import { type LineTax, ownTaxes, taxGroups } from '../../../server/src/billing/documents/tax.ts'
import {
  computeLine,
  computeTotals,
  type DiscountType,
  NO_DISCOUNT,
  type Totals,
} from '../../../server/src/billing/documents/totals.ts'
import { currencyDigits } from '../../../server/src/kernel/currencies.ts'
import { ApiError } from '../../../server/src/kernel/errors.ts'
import { fromMinor, type Minor } from '../../../server/src/kernel/money.ts'
import { inWords } from '../app/labels.ts'
import { readNumber, readTyped } from '../ui/numbers.ts'
import { documentTaxOf, isTaxFree, lineTaxOf, type TypedTax } from './draft-tax.ts'

/** One line of the form: texts, as typed. Its tax is '' where it has none of its own. */
export interface DraftLine extends TypedTax {
  key: string
  name: string
  description: string
  quantity: string
  unit: string
  unit_price: string
  discount_percent: string
}

/** The inputs of a form's figures. */
export interface DraftFigures extends TypedTax {
  currency: string
  items: readonly DraftLine[]
  discount_type: DiscountType | ''
  discount_value: string
}

/** The tax of the lines of one category and rate, as in `tax_breakdown`. */
export interface LiveGroup extends LineTax {
  taxable_amount: number
  tax_amount: number
}

/** The amounts to show (undefined where they can't be computed), and the faults by the name that the server gives the field. */
export interface LiveTotals {
  lines: (number | undefined)[]
  totals: { [Name in keyof Totals]: number } | undefined
  /** The groups that `tax_amount` is the sum of; empty without totals. */
  groups: LiveGroup[]
  errors: Record<string, string>
}

/** Computes what the server will compute. An empty line counts as 0; a fault in one line does not affect the amounts of the others. */
export function liveTotals(draft: DraftFigures): LiveTotals {
  const digits = currencyDigits(draft.currency)
  const errors: Record<string, string> = {}
  const subtotals: (Minor | undefined)[] = draft.items.map((line, index) =>
    collect(
      errors,
      () =>
        computeLine(
          {
            quantity: readNumber(line.quantity, 1),
            unit_price: readNumber(line.unit_price, 0),
            discount_percent: readNumber(line.discount_percent, 0),
          },
          digits,
          index,
        ).subtotal,
    ),
  )
  const known = subtotals.filter((one) => one !== undefined)
  const taxed = { lines: known, own_taxes: ownTaxes(draft.items.map(lineTaxOf)), ...documentTaxOf(draft) }
  const discount = draft.discount_type
    ? { discount_type: draft.discount_type, discount_value: readNumber(draft.discount_value, 0) }
    : NO_DISCOUNT
  const totals =
    known.length < subtotals.length ? undefined : collect(errors, () => computeTotals({ ...taxed, ...discount }, digits))
  for (const [param, text] of numbersOf(draft)) {
    const { fault } = readTyped(text)
    if (fault !== undefined) errors[param] = fault
  }
  return {
    lines: subtotals.map((minor) => (minor === undefined ? undefined : fromMinor(minor, digits))),
    totals: totals && {
      subtotal: fromMinor(totals.subtotal, digits),
      discount_amount: fromMinor(totals.discount_amount, digits),
      subtotal_after_discount: fromMinor(totals.subtotal_after_discount, digits),
      tax_amount: fromMinor(totals.tax_amount, digits),
      total: fromMinor(totals.total, digits),
    },
    groups: totals
      ? taxGroups(taxed, totals.subtotal_after_discount, digits).map(
          ({ tax_category, tax_rate, taxable_amount, tax_amount }) => ({
            tax_category,
            tax_rate,
            taxable_amount: fromMinor(taxable_amount, digits),
            tax_amount: fromMinor(tax_amount, digits),
          }),
        )
      : [],
    errors,
  }
}

/** Every number that is typed, by the name that the server gives the field. */
function numbersOf(draft: DraftFigures): [string, string][] {
  return [
    ...draft.items.flatMap((line, index): [string, string][] => [
      [`items[${index}].quantity`, line.quantity],
      [`items[${index}].unit_price`, line.unit_price],
      [`items[${index}].discount_percent`, line.discount_percent],
      [`items[${index}].tax_rate`, isTaxFree(line) ? '' : line.tax_rate],
    ]),
    ['tax_rate', isTaxFree(draft) ? '' : draft.tax_rate],
    ...(draft.discount_type ? [['discount_value', draft.discount_value] as [string, string]] : []),
  ]
}

function collect<T>(errors: Record<string, string>, compute: () => T): T | undefined {
  try {
    return compute()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    for (const fault of error.faults) errors[fault.param ?? 'form'] ??= inWords(fault)
    return undefined
  }
}
