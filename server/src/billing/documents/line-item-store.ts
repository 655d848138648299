// The two tables of line items, those of invoices and of quotes.
import type { CompanyId, InvoiceId, QuoteId } from '../../kernel/ids.ts'
import type { Table } from '../../sql/columns.ts'
import type { ChangeTx, Tx } from '../../sql/database.ts'
import { insertRows, statement } from '../../sql/statement.ts'
import type { LineItemRow } from './line-items.ts'
import { type LineItemsTable, lineItemColumns } from './table.ts'

type DocumentId = InvoiceId | QuoteId
export type LineItemTable = Table<'invoice_items' | 'quote_items', typeof lineItemColumns>

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
