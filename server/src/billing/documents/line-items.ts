// Pure: how the line items of invoices and quotes are drafted and replaced.

import { MOST_FAULTS } from '../../http/validate.ts'
import { type Fault, invalidAll } from '../../kernel/errors.ts'
import type { LineItemId } from '../../kernel/ids.ts'
import { decimalText, fromMinor, type Minor } from '../../kernel/money.ts'
import type { CreateLineItem, UpdateLineItem } from './schema.ts'
import type { LineItemsTable } from './table.ts'

/** A line item as its document has it: without the keys of its document, which are not read back with each one. */
export type LineItemRow = Omit<LineItemsTable, 'company_id' | 'document_id'>

/** Drafts a document's items; `subtotals` are their amounts in minor units, in the same order. */
export function draftLineItems(
  items: readonly CreateLineItem[],
  subtotals: readonly Minor[],
  newLineId: () => LineItemId,
): LineItemRow[] {
  return items.map((item, index) => ({
    sort_order: index,
    id: newLineId(),
    name: item.name,
    description: item.description ?? '',
    quantity: decimalText(item.quantity ?? 1),
    unit: item.unit ?? '',
    unit_price: decimalText(item.unit_price),
    discount_percent: decimalOrNull(item.discount_percent),
    tax_rate: decimalOrNull(item.tax_rate),
    tax_category: item.tax_category ?? null,
    subtotal: subtotals[index]!,
    total: subtotals[index]!,
  }))
}

const decimalOrNull = (n: number | null | undefined) => (n == null ? null : decimalText(n))

/** What amounts and tax of a stored line follow from. */
export const lineInput = ({ quantity, unit_price, discount_percent, tax_rate, tax_category }: LineItemRow) => ({
  quantity: Number(quantity),
  unit_price: Number(unit_price),
  discount_percent: numberOrNull(discount_percent),
  tax_rate: numberOrNull(tax_rate),
  tax_category,
})

const numberOrNull = (text: string | null) => (text === null ? null : Number(text))

/**
 * The lines after a change with `items`; undefined if they equal the stored ones as GET shows them, in the same order.
 *
 * A line may be sent back as shown: its `item_name` is then its name, and its read-only fields must equal those of the line
 * with its id, else of the line with its index. Throws 400 with all faults: `parameter_read_only`, `parameter_missing`.
 */
export function replacedItems(
  given: readonly UpdateLineItem[],
  stored: readonly LineItemRow[],
  digits: number,
): CreateLineItem[] | undefined {
  const by_id = new Map(stored.map((line) => [line.id as string, line]))
  const faults: Fault[] = []
  let is_changed = given.length !== stored.length
  const items = given.map((item, index): CreateLineItem => {
    const line = item.id === undefined ? stored[index] : by_id.get(item.id)
    faults.push(...readOnlyFaults(item, line, digits, index))
    const name = item.name ?? item.item_name
    if (name === undefined) faults.push(missingName(index))
    const { description, quantity, unit, unit_price, discount_percent, tax_rate, tax_category } = item
    const own = { discount_percent, tax_rate, tax_category }
    const replaced = { name: name ?? '', description, quantity, unit, unit_price, ...own }
    is_changed ||= item.id !== stored[index]?.id || !isLine(replaced, stored[index]!)
    return replaced
  })
  if (faults.length > 0) throw invalidAll(faults.slice(0, MOST_FAULTS))
  return is_changed ? items : undefined
}

function missingName(index: number): Fault {
  return { error: `items[${index}].name is required`, code: 'parameter_missing', param: `items[${index}].name` }
}

function readOnlyFaults(item: UpdateLineItem, line: LineItemRow | undefined, digits: number, index: number): Fault[] {
  const shown = line && {
    id: line.id as string,
    item_name: line.name,
    subtotal: fromMinor(line.subtotal, digits),
    total: fromMinor(line.total, digits),
    sort_order: line.sort_order,
  }
  return LINE_FIELDS_SHOWN.filter((field) => item[field] !== undefined && item[field] !== shown?.[field]).map((field) => {
    const param = `items[${index}].${field}`
    const advice = field === 'item_name' ? ': give the new name as name' : ''
    return { error: `${param} can't be changed, only given back as it is shown${advice}`, code: 'parameter_read_only', param }
  })
}

const LINE_FIELDS_SHOWN = ['id', 'item_name', 'subtotal', 'total', 'sort_order'] as const

function isLine(item: CreateLineItem, line: LineItemRow): boolean {
  return (
    item.name === line.name &&
    (item.description ?? '') === line.description &&
    decimalText(item.quantity ?? 1) === line.quantity &&
    (item.unit ?? '') === line.unit &&
    decimalText(item.unit_price) === line.unit_price &&
    decimalOrNull(item.discount_percent) === line.discount_percent &&
    decimalOrNull(item.tax_rate) === line.tax_rate &&
    (item.tax_category ?? null) === line.tax_category
  )
}

/** The same items with other amounts, as a changed currency makes them. Names, quantities, prices and ids stay. */
export function withSubtotals(items: readonly LineItemRow[], subtotals: readonly Minor[]): LineItemRow[] {
  return items.map((item, index) => ({ ...item, subtotal: subtotals[index]!, total: subtotals[index]! }))
}
