// The tables of line items, one for each kind of document.
import type { CompanyId } from '../../kernel/ids.ts'
import type { Table } from '../../sql/columns.ts'
import type { ChangeTx, Tx } from '../../sql/database.ts'
import { insertRows, statement } from '../../sql/statement.ts'
import type { DocumentId } from './kinds.ts'
import type { LineItemRow } from './line-items.ts'
import type { LineItemsTable, lineItemColumns } from './table.ts'

/** A kind may have columns of its own besides. */
export type LineItemTable = Table<'invoice_items' | 'quote_items' | 'credit_note_items', typeof lineItemColumns>

/** A document, as far as its items are concerned. */
interface ItemizedDocument {
  company_id: CompanyId
  id: DocumentId
  items: readonly LineItemRow[]
}

/** The statements on one of the tables of line items. */
export interface LineItemStore {
  insert(tx: ChangeTx, documents: readonly ItemizedDocument[]): Promise<unknown>
  /** A document's items in their order. */
  list(tx: Tx, company_id: CompanyId, document_id: DocumentId): Promise<LineItemRow[]>
  removeAll(tx: ChangeTx, company_id: CompanyId, document_id: DocumentId): Promise<void>
}

/** Makes the store of one table. */
export function lineItemStore(table: LineItemTable): LineItemStore {
  /** The keys of the document are not read back with each line. */
  const read = Object.keys(table.columns).filter(
    (name) => name !== 'company_id' && name !== 'document_id',
  ) as (keyof LineItemRow)[]
  const listItems = statement<{ company_id: CompanyId; document_id: DocumentId }>()((db, p) =>
    db
      .selectFrom(table.name)
      .select(read)
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
