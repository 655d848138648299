import type { Context } from '../../http/context.ts'
import { publicLink } from '../documents/public-link.ts'
import { invoiceUpdated, invoiceViewed } from './events.ts'
import { invoiceStore } from './repository.ts'
import { type Invoice, type InvoiceRecord, presentInvoice } from './schema.ts'
import { loadInvoice } from './service.ts'

/** What the public page asks of an invoice, and changes in it. */
export const invoiceLink = publicLink<InvoiceRecord, InvoiceRecord['id']>({
  store: invoiceStore,
  load: loadInvoice,
  viewed: (after) => invoiceViewed(presentInvoice(after)),
  renewed: (before, after) => invoiceUpdated(before.status, presentInvoice(after), []),
})

/** Gives an invoice a new link; the old one opens nothing any more. */
export const renewInvoiceToken = (context: Context, id: string): Promise<Invoice> =>
  context.transaction(async (tx) => presentInvoice(await invoiceLink.renewIn(tx, context, id)))
