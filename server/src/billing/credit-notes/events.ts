import { eventsOf, typesOf } from '../../record/events/event-type.ts'
import { type CreditNote, creditNoteExample } from './schema.ts'

const declare = eventsOf<CreditNote>('credit_note', null, creditNoteExample)

export const creditNoteCreated = declare(
  'created',
  'Credit note created',
  'A credit note was issued; the events of its invoice follow.',
)
export const creditNoteRefunded = declare(
  'refunded',
  'Credit note refunded',
  'Money was paid back to the customer; the event of its invoice follows.',
  { amount_refunded: 580, refund_due: 0 },
)

export const creditNoteEventTypes = typesOf(creditNoteCreated, creditNoteRefunded)
