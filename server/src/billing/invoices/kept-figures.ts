// What is counted and summed of invoices.
import { COMPANY } from '../../figures/cells.ts'
import { defineFigures } from '../../figures/figures.ts'
import type { Share } from '../../figures/sums.ts'
import { type InvoiceStatus, type InvoicesTable, invoices, OPEN } from './table.ts'

export const invoiceFigures = defineFigures({
  table: invoices,
  scopes: [COMPANY, 'customer_id'],
  dimensions: ['status'],
  is_marked: true,
  sums: [{ names: ['drafts', 'open'], share: shareOfInvoice }],
  reads: ['status', 'currency', 'due_date', 'total', 'amount_due'],
})

/** A draft counts by its total under its currency, an open invoice by what is due on it under its currency and due date. */
function shareOfInvoice(
  invoice: Pick<InvoicesTable, 'status' | 'currency' | 'due_date' | 'total' | 'amount_due'>,
): Share | undefined {
  const { status, currency, due_date, total, amount_due } = invoice
  if (status === 'draft') return { name: 'drafts', key: currency, amount: total }
  if (!(OPEN as readonly InvoiceStatus[]).includes(status) || amount_due === 0) return undefined
  return { name: 'open', key: `${currency}/${due_date}`, amount: amount_due }
}
