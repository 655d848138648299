// The types of stored documents of any kind.
import type { Column, RowOf, Table } from '../../sql/columns.ts'
import type { ShownCustomer } from './customer.ts'
import type { LineItemRow } from './line-items.ts'
import type { DocumentTableName } from './query.ts'
import type { documentColumns, Unlisted } from './table.ts'

/** The table of a kind of document. */
export type DocumentTable = Table<DocumentTableName, typeof documentColumns & { id: Column<string>; status: Column<string> }>

/** A document's row as lists read it, with the columns of its customer that they show. */
export type ListedRowOf<D extends DocumentTable> = Omit<RowOf<D>, Unlisted> &
  Pick<ShownCustomer, 'customer_name' | 'customer_contact_email'>

/** A document as it is stored: its row, its customer and its line items in their order. */
export type DocumentRecordOf<D extends DocumentTable> = RowOf<D> & ShownCustomer & { items: readonly LineItemRow[] }

/** A decision on a quote, as its document says it. */
export interface ShownDecision {
  is_accepted: boolean
  name: string
  reason?: string | null
  /** A date. */
  decided_on: string
}

/** What one kind of document says and others do not, or have under another name. */
export interface OwnFields {
  number: string
  /** Of an invoice. */
  due_date?: string | null
  /** Of a quote. */
  valid_until?: string | null
  decision?: ShownDecision | null
  /** Of a credit note: the number and issue date of its invoice, and why it was made. */
  invoice_number?: string | null
  /** The day on which it was issued. */
  invoice_date?: string | null
  reason?: string | null
}
