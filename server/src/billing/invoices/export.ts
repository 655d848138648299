// What exports have of invoices.
import { oneByOne, type ReadExport } from '../../sql/export-page.ts'
import { invoiceStore } from './repository.ts'
import { type Invoice, presentInvoice } from './schema.ts'

/** Invoices whose day of issue is in a period, drafts among them. */
export const readInvoices: ReadExport<Invoice> = async (tx, scope, after) => {
  const { rows, after: next } = await invoiceStore.readExport(tx, scope, after)
  return { rows: oneByOne(rows, presentInvoice), after: next }
}
