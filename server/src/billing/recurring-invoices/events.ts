import { type EventDraft, eventsOf, typesOf } from '../../record/events/event-type.ts'
import { type RecurringInvoice, recurringInvoiceExample } from './schema.ts'

const declare = eventsOf<RecurringInvoice>('recurring_invoice', null, recurringInvoiceExample)

const created = declare('created', 'Recurring invoice created', 'A recurring invoice was added.')
const updated = declare(
  'updated',
  'Recurring invoice updated',
  'A field of a recurring invoice changed, or the reason why its invoice could not be made or sent. Each invoice that it makes is an `invoice.created` alone.',
)
const ended = declare(
  'ended',
  'Recurring invoice ended',
  'The status became `ended`: the last invoice was created, or it was ended manually.',
  { status: 'ended', next_date: null },
)
const deleted = declare('deleted', 'Recurring invoice deleted', 'A recurring invoice was deleted; `data` is its last state.')

export const recurringInvoiceEventTypes = typesOf(created, updated, ended, deleted)

export const recurringInvoiceCreated = (plan: RecurringInvoice): EventDraft[] => [created(plan)]
export const recurringInvoiceDeleted = (plan: RecurringInvoice): EventDraft[] => [deleted(plan)]

/** recurring_invoice.updated, then recurring_invoice.ended when the status became that. */
export const recurringInvoiceUpdated = (before: RecurringInvoice['status'], plan: RecurringInvoice): EventDraft[] => [
  updated(plan),
  ...endedEvents(before, plan),
]

/** The events of an invoice that was made, beside those of the invoice: one where it was the last, or where the reason of a failure changed. */
export const recurringInvoiceMoved = (
  before: Pick<RecurringInvoice, 'status' | 'last_error'>,
  plan: RecurringInvoice,
): EventDraft[] => [...(plan.last_error === before.last_error ? [] : [updated(plan)]), ...endedEvents(before.status, plan)]

const endedEvents = (before: RecurringInvoice['status'], plan: RecurringInvoice) =>
  plan.status === 'ended' && before !== 'ended' ? [ended(plan)] : []
