// The line items of invoices and quotes: how they are stored, drafted and replaced.
import type { ChangeTx, Tx } from '../database/database.ts'
import { insertRows, statement } from '../database/statement.ts'
import type { LineItemsTable } from '../database/tables.ts'
import { type CompanyId, type InvoiceId, newId, type QuoteId } from '../kernel/ids.ts'
import { decimalText, type Minor } from '../kernel/money.ts'
import type { CreateLineItem } from './schema.ts'

type DocumentId = InvoiceId | QuoteId
type LineItemTableName = 'invoice_items' | 'quote_items'

/** The statements on one of the two tables of line items. */
export interface LineItemStore {
  insert(tx: ChangeTx, items: readonly LineItemsTable[]): Promise<unknown>
  /** A document's items in their order. */
  list(tx: Tx, company_id: CompanyId, document_id: DocumentId): Promise<LineItemsTable[]>
  removeAll(tx: ChangeTx, company_id: CompanyId, document_id: DocumentId): Promise<void>
}

/** Makes the store of one table; both have the same columns. */
export function lineItemStore(table: LineItemTableName): LineItemStore {
  const listItems = statement<{ company_id: CompanyId; document_id: DocumentId }>()((db, p) =>
    db
      .selectFrom(table)
      .selectAll()
      .where('company_id', '=', p.company_id)
      .where('document_id', '=', p.document_id)
      .orderBy('sort_order'),
  )
  const removeItems = statement<{ company_id: CompanyId; document_id: DocumentId }>()((db, p) =>
    db.deleteFrom(table).where('company_id', '=', p.company_id).where('document_id', '=', p.document_id),
  )
  return {
    insert: insertRows(table),
    list: (tx, company_id, document_id) => listItems.all(tx, { company_id, document_id }),
    async removeAll(tx, company_id, document_id) {
      removeItems.post(tx, { company_id, document_id })
    },
  }
}

/** Drafts the rows of a document's items; `subtotals` are their amounts in minor units, in the same order. */
export function draftLineItems(
  owner: { company_id: CompanyId; document_id: DocumentId; now_ms: number },
  items: readonly CreateLineItem[],
  subtotals: readonly Minor[],
): LineItemsTable[] {
  return items.map((item, index) => ({
    company_id: owner.company_id,
    document_id: owner.document_id,
    sort_order: index,
    id: newId('line_item', owner.now_ms),
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
export function withSubtotals(items: readonly LineItemsTable[], subtotals: readonly Minor[]): LineItemsTable[] {
  return items.map((item, index) => ({ ...item, subtotal: subtotals[index]!, total: subtotals[index]! }))
}
