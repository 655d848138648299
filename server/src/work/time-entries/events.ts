// The event types of time entries and their timers, and which of them a change stores.
import { draftEvent, type EventDraft, type EventType } from '../../record/events/event-type.ts'
import { type TimeEntry, timeEntryExample } from './schema.ts'

const runningExample: TimeEntry = { ...timeEntryExample, end_time: null, duration_minutes: 0, is_running: true }

const of = (type: string, label: string, description: string, example: TimeEntry = timeEntryExample): EventType => ({
  type,
  resource_type: 'time_entry',
  label,
  description,
  module: 'projects',
  triggers_automations: true,
  example,
})

const created = of('time_entry.created', 'Time entry created', 'Time was recorded, or a timer started.')
const updated = of(
  'time_entry.updated',
  'Time entry updated',
  'A field of a time entry changed, by hand or because it was put on an invoice or taken off.',
)
const deleted = of('time_entry.deleted', 'Time entry deleted', 'A time entry was deleted; `data` is its last state.')
const started = of('timer.started', 'Timer started', 'A running time entry was made.', runningExample)
const stopped = of('timer.stopped', 'Timer stopped', 'A running time entry was given its end.')

export const timeEntryEventTypes: readonly EventType[] = [created, updated, deleted, started, stopped]

export const timeEntryDeleted = (entry: TimeEntry): EventDraft[] => [draftEvent(deleted, entry.id, entry)]

/** time_entry.created, then timer.started when it runs. */
export const timeEntryCreated = (entry: TimeEntry): EventDraft[] => [
  draftEvent(created, entry.id, entry),
  ...(entry.is_running ? [draftEvent(started, entry.id, entry)] : []),
]

/** time_entry.updated, then timer.stopped when it ran before and does not any more. */
export const timeEntryUpdated = (was_running: boolean, entry: TimeEntry): EventDraft[] => [
  draftEvent(updated, entry.id, entry),
  ...(was_running && !entry.is_running ? [draftEvent(stopped, entry.id, entry)] : []),
]
