import { draftEvent, type EventDraft, type EventType } from '../../record/events/event-type.ts'
import { type Customer, customerExample } from './schema.ts'

const of = (verb: string, label: string, description: string): EventType => ({
  type: `customer.${verb}`,
  resource_type: 'customer',
  label,
  description,
  module: null,
  triggers_automations: true,
  example: customerExample,
})

const created = of('created', 'Customer created', 'A customer was added.')
const updated = of('updated', 'Customer updated', 'A field of a customer changed.')
const deleted = of('deleted', 'Customer deleted', 'A customer was deleted; `data` is its last state.')

export const customerEventTypes: readonly EventType[] = [created, updated, deleted]

export const customerCreated = (customer: Customer): EventDraft[] => [draftEvent(created, customer.id, customer)]
export const customerUpdated = (customer: Customer): EventDraft[] => [draftEvent(updated, customer.id, customer)]
export const customerDeleted = (customer: Customer): EventDraft[] => [draftEvent(deleted, customer.id, customer)]
