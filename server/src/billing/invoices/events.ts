// The event types of invoices, and which of them a change stores.

import { draftEvent, type EventDraft, type EventType } from '../../record/events/event-type.ts'
import { type Invoice, invoiceExample } from './schema.ts'
import type { InvoiceStatus } from './table.ts'

const paidExample: Invoice = { ...invoiceExample, status: 'paid', amount_paid: 580, amount_due: 0 }

const of = (verb: string, label: string, description: string, example: Invoice = invoiceExample): EventType => ({
  type: `invoice.${verb}`,
  resource_type: 'invoice',
  label,
  description,
  module: null,
  triggers_automations: true,
  example,
})

const created = of('created', 'Invoice created', 'A draft was made, by hand, from a quote or from recorded time.')
const updated = of('updated', 'Invoice updated', 'A field of an invoice changed; events of its status or payments follow.')
const deleted = of(
  'deleted',
  'Invoice deleted',
  'An invoice was deleted; `data` is its last state. Its number is never used again.',
)
const entered: Partial<Record<InvoiceStatus, EventType>> = {
  sent: of('sent', 'Invoice sent', 'The status became `sent`.', { ...invoiceExample, status: 'sent' }),
  viewed: of('viewed', 'Invoice viewed', 'The status became `viewed`.', { ...invoiceExample, status: 'viewed' }),
  overdue: of('overdue', 'Invoice overdue', 'The status became `overdue`: the due date has passed and money is due.', {
    ...invoiceExample,
    status: 'overdue',
  }),
  cancelled: of('cancelled', 'Invoice cancelled', 'The status became `cancelled`: nothing is due any more.', {
    ...invoiceExample,
    status: 'cancelled',
    amount_due: 0,
  }),
  paid: of('paid', 'Invoice paid', 'The status became `paid`: nothing is due any more.', paidExample),
  partial: of('partially_paid', 'Invoice partially paid', 'The status became `partial`.', {
    ...invoiceExample,
    status: 'partial',
    amount_paid: 80,
    amount_due: 500,
  }),
}

export const invoiceEventTypes: readonly EventType[] = [created, updated, deleted, ...Object.values(entered)]

export const invoiceCreated = (invoice: Invoice): EventDraft[] => [draftEvent(created, invoice.id, invoice)]
export const invoiceDeleted = (invoice: Invoice): EventDraft[] => [draftEvent(deleted, invoice.id, invoice)]
/** What the sweep stores: the status alone changed, and no one asked for it. */
export const invoiceBecameOverdue = (invoice: Invoice): EventDraft[] => [draftEvent(entered.overdue!, invoice.id, invoice)]

/**
 * The events of a change, in the order of decisions.md, section 8: invoice.updated, the status entered, then the payments, and last the status
 * that the payments brought about (`paid`, `partial`).
 */
export function invoiceUpdated(before: InvoiceStatus, invoice: Invoice, payments: readonly EventDraft[]): EventDraft[] {
  const status = invoice.status === before ? undefined : entered[invoice.status]
  const entry = status ? [draftEvent(status, invoice.id, invoice)] : []
  const is_about_money = invoice.status === 'paid' || invoice.status === 'partial'
  const update = draftEvent(updated, invoice.id, invoice)
  return is_about_money ? [update, ...payments, ...entry] : [update, ...entry, ...payments]
}
