// The figures of a document while it is typed, by the very function that the server computes them with.

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

/** One line of the form: texts, as typed. */
export interface DraftLine {
  key: string
  name: string
  description: string
  quantity: string
  unit: string
  unit_price: string
}

/** The inputs of a form's figures. */
export interface DraftFigures {
  currency: string
  items: readonly DraftLine[]
  discount_type: DiscountType | ''
  discount_value: string
  tax_rate: string
}

/** The amounts to show (undefined where they can't be computed), and the faults by the name that the server gives the field. */
export interface LiveTotals {
  lines: (number | undefined)[]
  totals: { [Name in keyof Totals]: number } | undefined
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
        computeLine({ quantity: readNumber(line.quantity, 1), unit_price: readNumber(line.unit_price, 0) }, digits, index)
          .subtotal,
    ),
  )
  const known = subtotals.filter((one) => one !== undefined)
  const totals =
    known.length < subtotals.length
      ? undefined
      : collect(errors, () =>
          computeTotals(
            {
              lines: known,
              ...(draft.discount_type
                ? { discount_type: draft.discount_type, discount_value: readNumber(draft.discount_value, 0) }
                : NO_DISCOUNT),
              tax_rate: readNumber(draft.tax_rate, 0),
            },
            digits,
          ),
        )
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
    errors,
  }
}

/** Every number that is typed, by the name that the server gives the field. */
function numbersOf(draft: DraftFigures): [string, string][] {
  return [
    ...draft.items.flatMap((line, index): [string, string][] => [
      [`items[${index}].quantity`, line.quantity],
      [`items[${index}].unit_price`, line.unit_price],
    ]),
    ['tax_rate', draft.tax_rate],
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
