import { draftEvent, type EventDraft, type EventType } from '../../record/events/event-type.ts'
import { type Payment, paymentExample } from './schema.ts'

const of = (verb: string, label: string, description: string): EventType => ({
  type: `payment.${verb}`,
  resource_type: 'payment',
  label,
  description,
  module: null,
  triggers_automations: true,
  example: paymentExample,
})

const received = of(
  'received',
  'Payment received',
  'The paid amount of an invoice grew: a payment was recorded, or the status set to paid.',
)
const reversed = of('reversed', 'Payment reversed', 'The paid amount of an invoice shrank: a payment was undone.')

export const paymentEventTypes: readonly EventType[] = [received, reversed]

export const paymentReceived = (payment: Payment): EventDraft => draftEvent(received, payment.id, payment)
export const paymentReversed = (payment: Payment): EventDraft => draftEvent(reversed, payment.id, payment)
