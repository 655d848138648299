import { issuedDocuments } from '../documents/issued.ts'
import { invoiceUpdated, invoiceViewed } from './events.ts'
import { isInvoiceChanged } from './invoice.ts'
import { invoiceStore } from './repository.ts'
import { CreateInvoice, Invoice, type InvoiceRecord, invoiceExample, presentInvoice } from './schema.ts'
import { changeInvoiceIn, draftInvoiceToSee } from './service.ts'

/** Invoices on their way to the customer. */
export const issuedInvoices = issuedDocuments<InvoiceRecord, Invoice, InvoiceRecord['id']>({
  kind: 'invoice',
  store: invoiceStore,
  schema: Invoice,
  example: invoiceExample,
  present: presentInvoice,
  own: ({ invoice_number, due_date }) => ({ number: invoice_number, due_date }),
  changed: (before, after) => invoiceUpdated(before.status, presentInvoice(after), []),
  drafts: {
    create: CreateInvoice,
    isChanged: isInvoiceChanged,
    viewed: (after) => invoiceViewed(presentInvoice(after)),
    issue: (tx, context, before) => changeInvoiceIn(tx, context, before, { status: 'sent' }),
    draftToSee: draftInvoiceToSee,
  },
})
