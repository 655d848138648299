// The line items of invoices and quotes: how they are stored, drafted and replaced.

import { MOST_FAULTS } from '../../http/validate.ts'
import { type Fault, invalidAll } from '../../kernel/errors.ts'
import { type CompanyId, type InvoiceId, newId, type QuoteId } from '../../kernel/ids.ts'
import { decimalText, fromMinor, type Minor } from '../../kernel/money.ts'
import type { Table } from '../../sql/columns.ts'
import type { ChangeTx, Tx } from '../../sql/database.ts'
import { insertRows, statement } from '../../sql/statement.ts'
import type { CreateLineItem, UpdateLineItem } from './schema.ts'
import { type LineItemsTable, lineItemColumns } from './table.ts'

type DocumentId = InvoiceId | QuoteId
export type LineItemTable = Table<'invoice_items' | 'quote_items', typeof lineItemColumns>

/** A line item as its document has it: without the keys of its document, which are not read back with each one. */
export type LineItemRow = Omit<LineItemsTable, 'company_id' | 'document_id'>

/** A document, as far as its items are concerned. */
interface ItemizedDocument {
  company_id: CompanyId
  id: DocumentId
  items: readonly LineItemRow[]
}

/** The statements on one of the two tables of line items. */
export interface LineItemStore {
  insert(tx: ChangeTx, documents: readonly ItemizedDocument[]): Promise<unknown>
  /** A document's items in their order. */
  list(tx: Tx, company_id: CompanyId, document_id: DocumentId): Promise<LineItemRow[]>
  removeAll(tx: ChangeTx, company_id: CompanyId, document_id: DocumentId): Promise<void>
}

/** The keys of the document are not read back with each line. */
const READ = Object.keys(lineItemColumns).filter(
  (name) => name !== 'company_id' && name !== 'document_id',
) as (keyof LineItemRow)[]

/** Makes the store of one table; both have the same columns. */
export function lineItemStore(table: LineItemTable): LineItemStore {
  const listItems = statement<{ company_id: CompanyId; document_id: DocumentId }>()((db, p) =>
    db
      .selectFrom(table.name)
      .select(READ)
      .where('company_id', '=', p.company_id)
      .where('document_id', '=', p.document_id)
      .orderBy('sort_order'),
  )
  const removeItems = statement<{ company_id: CompanyId; document_id: DocumentId }>()((db, p) =>
    db.deleteFrom(table.name).where('company_id', '=', p.company_id).where('document_id', '=', p.document_id),
  )
  const insertAll = insertRows(table)
  return {
    insert: (tx, documents) => insertAll(tx, documents.flatMap(rowsOf)),
    list: (tx, company_id, document_id) => listItems.all(tx, { company_id, document_id }),
    async removeAll(tx, company_id, document_id) {
      removeItems.post(tx, { company_id, document_id })
    },
  }
}

function rowsOf({ company_id, id: document_id, items }: ItemizedDocument): LineItemsTable[] {
  return items.map((item) => ({ ...item, company_id, document_id }))
}

/** Drafts a document's items at the moment `now_ms`; `subtotals` are their amounts in minor units, in the same order. */
export function draftLineItems(items: readonly CreateLineItem[], subtotals: readonly Minor[], now_ms: number): LineItemRow[] {
  return items.map((item, index) => ({
    sort_order: index,
    id: newId('line_item', now_ms),
    name: item.name,
    description: item.description ?? '',
    quantity: decimalText(item.quantity ?? 1),
    unit: item.unit ?? '',
    unit_price: decimalText(item.unit_price),
    subtotal: subtotals[index]!,
    total: subtotals[index]!,
  }))
}

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
    const { description, quantity, unit, unit_price } = item
    const replaced = { name: name ?? '', description, quantity, unit, unit_price }
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
    decimalText(item.unit_price) === line.unit_price
  )
}

/** The same items with other amounts, as a changed currency makes them. Names, quantities, prices and ids stay. */
export function withSubtotals(items: readonly LineItemRow[], subtotals: readonly Minor[]): LineItemRow[] {
  return items.map((item, index) => ({ ...item, subtotal: subtotals[index]!, total: subtotals[index]! }))
}
