// The event types of invoices, and which of them a change stores.
import type { EventDraft } from '../../record/events/event-type.ts'
import { documentEvents } from '../documents/events.ts'
import { type Invoice, invoiceExample } from './schema.ts'
import type { InvoiceStatus } from './table.ts'

const events = documentEvents<Invoice>(
  'invoice',
  invoiceExample,
  {
    created: ['Invoice created', 'A draft was made, by hand, from a quote or from recorded time.'],
    updated: ['Invoice updated', 'A field of an invoice changed; events of its status or payments follow.'],
    deleted: ['Invoice deleted', 'An invoice was deleted; `data` is its last state. Its number is never reused.'],
  },
  {
    sent: ['sent', 'Invoice sent', 'The status became `sent`.'],
    viewed: ['viewed', 'Invoice viewed', 'The status became `viewed`.'],
    overdue: ['overdue', 'Invoice overdue', 'The status became `overdue`: the due date has passed and money is due.'],
    cancelled: ['cancelled', 'Invoice cancelled', 'The status became `cancelled`: nothing is due any more.', { amount_due: 0 }],
    paid: ['paid', 'Invoice paid', 'The status became `paid`: nothing is due any more.', { amount_paid: 580, amount_due: 0 }],
    partial: ['partially_paid', 'Invoice partially paid', 'The status became `partial`.', { amount_paid: 80, amount_due: 500 }],
  },
)

export const invoiceEventTypes = events.types
export const invoiceCreated = events.created
export const invoiceDeleted = events.deleted
/** The event of the sweep: only the status changed, and no request asked for it. */
export const invoiceBecameOverdue = (invoice: Invoice): EventDraft[] => events.entered(invoice)

/** The event of the first look at the public page, which changed nothing but the status. */
export const invoiceViewed = (invoice: Invoice): EventDraft[] => events.entered(invoice)

/**
 * The events of a change, in the order of docs/api/events.md: invoice.updated, the status entered, then the payments, and last the status
 * that the payments brought about (`paid`, `partial`).
 */
export function invoiceUpdated(before: InvoiceStatus, invoice: Invoice, payments: readonly EventDraft[]): EventDraft[] {
  const entry = events.entered(invoice, before)
  const is_about_money = invoice.status === 'paid' || invoice.status === 'partial'
  const update = events.updated(invoice)
  return is_about_money ? [update, ...payments, ...entry] : [update, ...entry, ...payments]
}
