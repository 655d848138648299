import { eventsOf, typesOf } from '../../record/events/event-type.ts'
import { type Payment, paymentExample } from './schema.ts'

const declare = eventsOf<Payment>('payment', null, paymentExample)

export const paymentReceived = declare(
  'received',
  'Payment received',
  'The paid amount of an invoice grew: a payment was recorded, or the status set to paid.',
)
export const paymentReversed = declare(
  'reversed',
  'Payment reversed',
  'The paid amount of an invoice shrank: a payment was undone.',
)

export const paymentEventTypes = typesOf(paymentReceived, paymentReversed)
