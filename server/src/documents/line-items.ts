// The line items of invoices and quotes: how they are stored, drafted and replaced.
import type { ChangeTx, Tx } from '../database/database.ts'
import { insertRows, statement } from '../database/statement.ts'
import type { LineItemsTable } from '../database/tables.ts'
import { type CompanyId, type InvoiceId, newId, type QuoteId } from '../kernel/ids.ts'
import { decimalText, type Minor } from '../kernel/money.ts'
import type { CreateLineItem } from './schema.ts'

type DocumentId = InvoiceId | QuoteId
type LineItemTableName = 'invoice_items' | 'quote_items'

/** A line item as its document has it: whose it is goes without saying, and is not read back with each one. */
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

/** Makes the store of one table; both have the same columns. */
export function lineItemStore(table: LineItemTableName): LineItemStore {
  const listItems = statement<{ company_id: CompanyId; document_id: DocumentId }>()((db, p) =>
    db
      .selectFrom(table)
      .select(['sort_order', 'id', 'name', 'description', 'quantity', 'unit', 'unit_price', 'subtotal', 'total'])
      .where('company_id', '=', p.company_id)
      .where('document_id', '=', p.document_id)
      .orderBy('sort_order'),
  )
  const removeItems = statement<{ company_id: CompanyId; document_id: DocumentId }>()((db, p) =>
    db.deleteFrom(table).where('company_id', '=', p.company_id).where('document_id', '=', p.document_id),
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
  return items.map((item) => ({
    company_id,
    document_id,
    sort_order: item.sort_order,
    id: item.id,
    name: item.name,
    description: item.description,
    quantity: item.quantity,
    unit: item.unit,
    unit_price: item.unit_price,
    subtotal: item.subtotal,
    total: item.total,
  }))
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

/** The same items with other amounts, as a changed currency makes them. Names, quantities, prices and ids stay. */
export function withSubtotals(items: readonly LineItemRow[], subtotals: readonly Minor[]): LineItemRow[] {
  return items.map((item, index) => ({ ...item, subtotal: subtotals[index]!, total: subtotals[index]! }))
}
