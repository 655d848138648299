import { type EventDraft, eventsOf, typesOf } from '../../record/events/event-type.ts'
import { type Customer, customerExample } from './schema.ts'

const declare = eventsOf<Customer>('customer', null, customerExample)

const created = declare('created', 'Customer created', 'A customer was added.')
const updated = declare('updated', 'Customer updated', 'A field of a customer changed.')
const deleted = declare('deleted', 'Customer deleted', 'A customer was deleted; `data` is its last state.')

export const customerEventTypes = typesOf(created, updated, deleted)

export const customerCreated = (customer: Customer): EventDraft[] => [created(customer)]
export const customerUpdated = (customer: Customer): EventDraft[] => [updated(customer)]
export const customerDeleted = (customer: Customer): EventDraft[] => [deleted(customer)]
