// The event of a reminder. It is one of invoices.
import { eventsOf, typesOf } from '../../record/events/event-type.ts'
import { type Invoice, invoiceExample } from '../invoices/schema.ts'

const declare = eventsOf<Invoice>('invoice', null, invoiceExample)

/** The event of a reminder that was queued. */
export const invoiceReminded = declare('reminded', 'Invoice reminded', 'A reminder of an invoice was queued as an email.', {
  status: 'overdue',
})

export const reminderEventTypes = typesOf(invoiceReminded)
