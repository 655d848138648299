import { issuedCreditNotes } from '../credit-notes/issued.ts'
import type { CreditNoteRecord } from '../credit-notes/schema.ts'
import type { IssuedDocuments } from '../documents/issued.ts'
import type { DocumentKind } from '../documents/kinds.ts'
import { issuedInvoices } from '../invoices/issued.ts'
import type { InvoiceRecord } from '../invoices/schema.ts'
import { issuedQuotes } from '../quotes/issued.ts'
import type { QuoteRecord } from '../quotes/schema.ts'

/** A document that can be printed, and has a public page. */
export type PrintedRecord = InvoiceRecord | QuoteRecord | CreditNoteRecord

/** All kinds of document, for what is done with each of them in the same way: files and public pages. */
export const ISSUED: Readonly<Record<DocumentKind, IssuedDocuments<PrintedRecord>>> = {
  invoice: issuedInvoices,
  quote: issuedQuotes,
  credit_note: issuedCreditNotes,
}
