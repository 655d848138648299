// The event types of time entries and their timers, and which of them a change stores.
import { type EventDraft, eventsOf, typesOf } from '../../record/events/event-type.ts'
import { type TimeEntry, timeEntryExample } from './schema.ts'

const declare = eventsOf<TimeEntry>('time_entry', 'projects', timeEntryExample)

const created = declare('created', 'Time entry created', 'Time was recorded, or a timer started.')
const updated = declare(
  'updated',
  'Time entry updated',
  'A field of a time entry changed, by hand or because it was put on an invoice or taken off.',
)
const deleted = declare('deleted', 'Time entry deleted', 'A time entry was deleted; `data` is its last state.')
const started = declare('timer.started', 'Timer started', 'A running time entry was made.', {
  end_time: null,
  duration_minutes: 0,
  is_running: true,
})
const stopped = declare('timer.stopped', 'Timer stopped', 'A running time entry was given its end.')

export const timeEntryEventTypes = typesOf(created, updated, deleted, started, stopped)

export const timeEntryDeleted = (entry: TimeEntry): EventDraft[] => [deleted(entry)]

/** time_entry.created, then timer.started when it runs. */
export const timeEntryCreated = (entry: TimeEntry): EventDraft[] => [
  created(entry),
  ...(entry.is_running ? [started(entry)] : []),
]

/** time_entry.updated, then timer.stopped when it ran before and does not any more. */
export const timeEntryUpdated = (was_running: boolean, entry: TimeEntry): EventDraft[] => [
  updated(entry),
  ...(was_running && !entry.is_running ? [stopped(entry)] : []),
]
