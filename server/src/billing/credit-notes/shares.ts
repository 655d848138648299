// Pure: what a credit note of some of an invoice's lines amounts to. Rules: docs/api/credit-notes.md; reasons: decisions/037-credit-notes.md.
//
// All figures are functions of how much of each line is credited so far. A credit note is the difference between those functions after it and
// before it, so that all parts of an invoice, in any split and order, add up to exactly the invoice: roundings cancel.

import { currencyDigits } from '../../kernel/currencies.ts'
import { addDecimal, compareDecimals, type Minor, partOf, percentOf, sumMinor } from '../../kernel/money.ts'
import { groupKey, lineTax, storedTax, type TaxedDocument, type TaxGroup, taxGroupsOf } from '../documents/tax.ts'

/** A line of the invoice, as far as crediting it is concerned. Quantities are decimal texts, amounts in minor units. */
export interface CreditableLine {
  id: string
  quantity: string
  subtotal: Minor
  tax_rate: string | null
  tax_category: TaxedDocument['tax_category']
}

/** An issued invoice whose lines are credited. */
export type CreditableInvoice = Omit<TaxedDocument, 'items'> & { items: readonly CreditableLine[] }

/** How much of each line is credited, by the id of the line: a decimal text with the sign of the line's quantity. Absent: nothing. */
export type CreditedQuantities = Readonly<Record<string, string>>

/** What the credit notes of an invoice have credited together. */
export interface Credited {
  quantities: CreditedQuantities
  /** Whether there is one: an invoice without lines is credited whole by the first. */
  has_notes: boolean
}

export const NOTHING_CREDITED: Credited = { quantities: {}, has_notes: false }

/** The figures of a credit note, or of all of them together, in minor units. */
export interface CreditFigures {
  subtotal: Minor
  discount_amount: Minor
  subtotal_after_discount: Minor
  tax_amount: Minor
  total: Minor
  /** Of each line with an id among the quantities. */
  lines: Readonly<Record<string, Minor>>
  /** The groups of tax, in the order of the invoice's. */
  groups: TaxGroup[]
}

/** What is left of each line that is not credited whole, by its id. A line of quantity 0 has nothing to credit. */
export function quantitiesLeft(invoice: Pick<CreditableInvoice, 'items'>, credited: CreditedQuantities): Record<string, string> {
  const left: Record<string, string> = {}
  for (const { id, quantity } of invoice.items) {
    const rest = addDecimal(quantity, negated(credited[id] ?? '0'))
    if (compareDecimals(rest, '0') !== 0) left[id] = rest
  }
  return left
}

/** Whether a quantity is at most what is left of a line, and not on the other side of 0. */
export function isWithin(quantity: string, left: string): boolean {
  const sign = compareDecimals(left, '0')
  if (sign === 0 || compareDecimals(quantity, '0') !== sign) return false
  return sign > 0 ? compareDecimals(quantity, left) <= 0 : compareDecimals(quantity, left) >= 0
}

/** What is credited after one more credit note. */
export function withNote({ quantities }: Credited, more: CreditedQuantities): Credited {
  const after: Record<string, string> = { ...quantities }
  for (const [id, quantity] of Object.entries(more)) after[id] = addDecimal(after[id] ?? '0', quantity)
  return { quantities: after, has_notes: true }
}

/** The figures of a credit note of `quantities` after what was credited `before`. Throws AmountTooLarge. */
export function creditFigures(invoice: CreditableInvoice, before: Credited, quantities: CreditedQuantities): CreditFigures {
  const start = creditedSoFar(invoice, before)
  const end = creditedSoFar(invoice, withNote(before, quantities))
  const lines: Record<string, Minor> = {}
  for (const id of Object.keys(quantities)) lines[id] = end.lines[id]! - (start.lines[id] ?? 0)
  const used = new Set(
    invoice.items.filter(({ id }) => id in quantities).map((line) => groupKey(lineTax(storedTax(line), documentTax(invoice)))),
  )
  const groups = end.groups.map((group, index): TaxGroup => {
    const earlier = start.groups[index]!
    return {
      tax_category: group.tax_category,
      tax_rate: group.tax_rate,
      lines_amount: group.lines_amount - earlier.lines_amount,
      discount_amount: group.discount_amount - earlier.discount_amount,
      taxable_amount: group.taxable_amount - earlier.taxable_amount,
      tax_amount: group.tax_amount - earlier.tax_amount,
    }
  })
  return {
    subtotal: end.subtotal - start.subtotal,
    discount_amount: end.discount_amount - start.discount_amount,
    subtotal_after_discount: end.subtotal_after_discount - start.subtotal_after_discount,
    tax_amount: end.tax_amount - start.tax_amount,
    total: end.total - start.total,
    lines,
    groups: groups.filter((group) => used.has(groupKey(group)) || group.taxable_amount !== 0 || group.tax_amount !== 0),
  }
}

/** Whether nothing of an invoice is left. */
export const isCreditedWhole = ({ items }: Pick<CreditableInvoice, 'items'>, { quantities, has_notes }: Credited): boolean =>
  has_notes && items.every(({ id, quantity }) => compareDecimals(quantities[id] ?? '0', quantity) === 0)

/** The figures of all credit notes together: 0 before the first, the invoice's own once nothing is left. Throws AmountTooLarge. */
export function creditedSoFar(invoice: CreditableInvoice, credited: Credited): CreditFigures {
  const digits = currencyDigits(invoice.currency)
  const sum = (amounts: readonly Minor[]) => sumMinor(amounts, digits)
  const lines: Record<string, Minor> = {}
  const of_group = new Map<string, Minor[]>()
  for (const line of invoice.items) {
    const amount = partOf(line.subtotal, credited.quantities[line.id] ?? '0', line.quantity)
    lines[line.id] = amount
    const key = groupKey(lineTax(storedTax(line), documentTax(invoice)))
    of_group.set(key, [...(of_group.get(key) ?? []), amount])
  }
  const whole = taxGroupsOf(invoice)
  const groups = whole.map((group): TaxGroup => {
    const lines_amount = sum(of_group.get(groupKey(group)) ?? [])
    const discount_amount = partOf(group.discount_amount, String(lines_amount), String(group.lines_amount))
    const taxable_amount = lines_amount - discount_amount
    return { ...group, lines_amount, discount_amount, taxable_amount, tax_amount: percentOf(taxable_amount, group.tax_rate) }
  })
  const computed = figuresOf(groups, sum)
  return { ...corrected(invoice, computed, figuresOf(whole, sum), isCreditedWhole(invoice, credited)), lines, groups }
}

type Figures = Omit<CreditFigures, 'lines' | 'groups'>

function figuresOf(groups: readonly TaxGroup[], sum: (amounts: readonly Minor[]) => Minor): Figures {
  const subtotal = sum(groups.map((group) => group.lines_amount))
  const discount_amount = sum(groups.map((group) => group.discount_amount))
  const subtotal_after_discount = subtotal - discount_amount
  const tax_amount = sum(groups.map((group) => group.tax_amount))
  return { subtotal, discount_amount, subtotal_after_discount, tax_amount, total: sum([subtotal_after_discount, tax_amount]) }
}

/**
 * Where a figure was set by hand, its difference from what the lines add up to is credited in proportion to the lines, and whole with the last
 * of them.
 */
function corrected(invoice: CreditableInvoice, computed: Figures, whole: Figures, is_whole: boolean): Figures {
  const figure = (name: keyof Figures): Minor => {
    if (is_whole) return invoice[name]
    const difference = invoice[name] - whole[name]
    return computed[name] + partOf(difference, String(computed.subtotal), String(whole.subtotal))
  }
  return {
    subtotal: figure('subtotal'),
    discount_amount: figure('discount_amount'),
    subtotal_after_discount: figure('subtotal_after_discount'),
    tax_amount: figure('tax_amount'),
    total: figure('total'),
  }
}

const documentTax = ({ tax_rate, tax_category }: CreditableInvoice) => ({ tax_rate: Number(tax_rate), tax_category })

const negated = (text: string) => (text.startsWith('-') ? text.slice(1) : `-${text}`)
