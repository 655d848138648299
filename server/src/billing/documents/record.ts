// The types of stored documents of any kind.
import type { Column, RowOf, Table } from '../../sql/columns.ts'
import type { ShownCustomer } from './customer.ts'
import type { LineItemRow } from './line-items.ts'
import type { DocumentTableName } from './query.ts'
import type { documentColumns } from './table.ts'

/** The table of a kind of document. */
export type DocumentTable = Table<DocumentTableName, typeof documentColumns & { id: Column<string>; status: Column<string> }>

/** A document's row with the columns of its customer that answers show. */
export type DocumentRowOf<D extends DocumentTable> = RowOf<D> & Pick<ShownCustomer, 'customer_name' | 'customer_contact_email'>

/** A document as it is stored: its row, its customer and its line items in their order. */
export type DocumentRecordOf<D extends DocumentTable> = RowOf<D> & ShownCustomer & { items: readonly LineItemRow[] }
