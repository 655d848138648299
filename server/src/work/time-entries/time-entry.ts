// Pure: how a time entry is drafted, revised and stopped. Rules: docs/api/time-entries.md.

import { clearable } from '../../billing/documents/texts.ts'
import { elapsedMinutes, normalizeTimestamp, readMoment, timestamp, toUtcMilliseconds } from '../../kernel/dates.ts'
import { invalid } from '../../kernel/errors.ts'
import type { CompanyId, ProjectId, TimeEntryId, UserId } from '../../kernel/ids.ts'
import { changed, changedDecimal, changedJson, isChanged } from '../projects/changes.ts'
import type { TasksTable } from '../tasks/table.ts'
import type { CreateTimeEntry, UpdateTimeEntry } from './schema.ts'
import type { TimeEntriesTable } from './table.ts'

/** The inputs of a new time entry besides its content. */
export interface NewTimeEntry {
  company_id: CompanyId
  project_id: ProjectId
  id: TimeEntryId
  user_id: UserId
  /** The task that the request names. */
  task: TasksTable | undefined
  now: string
}

/** Drafts a time entry: with an end or a duration a finished one, else a running one. Throws 400 for times that can't be. */
export function draftTimeEntry(input: CreateTimeEntry, made: NewTimeEntry): TimeEntriesTable {
  return {
    company_id: made.company_id,
    project_id: made.project_id,
    id: made.id,
    task_id: made.task?.id ?? null,
    user_id: made.user_id,
    ...draftTimes(input, made.now),
    description: input.description ?? '',
    is_billable: input.is_billable ?? made.task?.is_billable ?? true,
    hourly_rate: changedDecimal(input.hourly_rate, null),
    internal_cost_rate: changedDecimal(input.internal_cost_rate, null),
    invoiced: false,
    invoice_id: null,
    invoice_item_id: null,
    metadata: changedJson(input.metadata, '{}', '{}'),
    created_at: made.now,
    updated_at: made.now,
    deleted_at: null,
  }
}

/**
 * A time entry after a change: absent fields are left alone, null clears. `task` is set when the change names another one, null when it removes
 * it. Throws 400 for invalid times. The result is `before` itself when nothing changes.
 */
export function reviseTimeEntry(
  before: TimeEntriesTable,
  changes: UpdateTimeEntry,
  made: { task: TasksTable | null | undefined; now: string },
): TimeEntriesTable {
  const after: TimeEntriesTable = {
    ...before,
    ...reviseTimes(before, changes, made.now),
    task_id: made.task === undefined ? before.task_id : (made.task?.id ?? null),
    user_id: changed(changes.user_id as UserId | undefined, before.user_id)!,
    description: clearable(changes.description, before.description),
    is_billable: changes.is_billable ?? before.is_billable,
    hourly_rate: changedDecimal(changes.hourly_rate, before.hourly_rate),
    internal_cost_rate: changedDecimal(changes.internal_cost_rate, before.internal_cost_rate),
    metadata: changedJson(changes.metadata, before.metadata, '{}'),
  }
  return isChanged(before, after) ? { ...after, updated_at: made.now } : before
}

/** How far a client's clock may be ahead of ours when it starts a timer. */
const CLOCK_SKEW_MS = 60_000

type Times = Pick<TimeEntriesTable, 'start_time' | 'end_time' | 'duration_minutes' | 'is_running'>

function draftTimes(input: CreateTimeEntry, now: string): Times {
  refuseEndAndDuration(input)
  const { start_time, end_time, duration_minutes } = input
  const is_running = end_time == null && duration_minutes === undefined
  if (start_time === undefined && !is_running) {
    throw invalid('start_time', 'start_time is required with end_time or duration_minutes', 'parameter_missing')
  }
  const start = start_time === undefined ? now : normalizeTimestamp(start_time)
  if (is_running) return running(start, now)
  return stopped(start, end_time == null ? endAfter(start, duration_minutes!) : normalizeTimestamp(end_time), 'end_time')
}

function reviseTimes(before: TimeEntriesTable, changes: UpdateTimeEntry, now: string): Times {
  refuseEndAndDuration(changes)
  if (changes.end_time === null && !before.is_running) {
    throw invalid('end_time', 'end_time may not be null: what has ended can not run again, start a new entry')
  }
  const start = changes.start_time === undefined ? before.start_time : normalizeTimestamp(changes.start_time)
  const end = changedEnd(before, start, changes)
  if (end === null) return start === before.start_time ? timesOf(before) : running(start, now)
  return stopped(start, end, changes.end_time == null ? 'start_time' : 'end_time')
}

function changedEnd(before: TimeEntriesTable, start: string, changes: UpdateTimeEntry): string | null {
  const { end_time, duration_minutes } = changes
  if (end_time != null) return normalizeTimestamp(end_time)
  if (duration_minutes === undefined) return before.end_time
  // Repeating the current duration is no change: its end may be some seconds after the whole minute.
  const is_same = !before.is_running && start === before.start_time && duration_minutes === before.duration_minutes
  return is_same ? before.end_time : endAfter(start, duration_minutes)
}

function timesOf({ start_time, end_time, duration_minutes, is_running }: TimeEntriesTable): Times {
  return { start_time, end_time, duration_minutes, is_running }
}

function refuseEndAndDuration({ end_time, duration_minutes }: UpdateTimeEntry): void {
  // An entry can show 0, which may be sent back; 0 can't be set.
  if (end_time == null || duration_minutes === undefined) return
  throw invalid('duration_minutes', 'Give end_time or duration_minutes, not both')
}

/** It counts nothing until it stops. Throws 400 for a start that is still to come. */
function running(start_time: string, now: string): Times {
  if (toUtcMilliseconds(start_time) > toUtcMilliseconds(now) + CLOCK_SKEW_MS)
    throw invalid('start_time', 'start_time of a running entry must not lie in the future')
  return { start_time, end_time: null, duration_minutes: 0, is_running: true }
}

/** `param` is the field that is at fault when the end is not after the start. */
function stopped(start_time: string, end_time: string, param: string): Times {
  if (end_time <= start_time) throw invalid(param, 'end_time must be after start_time')
  return { start_time, end_time, duration_minutes: elapsedMinutes(start_time, end_time), is_running: false }
}

const MINUTE_MS = 60_000
const LAST_MOMENT_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

function endAfter(start: string, minutes: number): string {
  if (minutes < 1) throw invalid('duration_minutes', 'duration_minutes must be at least 1')
  const end_ms = toUtcMilliseconds(start) + minutes * MINUTE_MS
  if (end_ms > LAST_MOMENT_MS) throw invalid('duration_minutes', 'duration_minutes would lead beyond the year 9999')
  return timestamp(end_ms)
}

/**
 * The first and last `start_time` that a list asks for, as timestamps, both inclusive; a date means the whole day. Throws 400 for what
 * `readMoment` can't read.
 */
export function readPeriod(query: { from?: string | undefined; to?: string | undefined }): { from: string; to: string } {
  return { from: readEdge('from', 'from', query.from ?? '0001-01-01'), to: readEdge('to', 'until', query.to ?? '9999-12-31') }
}

function readEdge(param: string, edge: 'from' | 'until', text: string): string {
  const moment = readMoment(text, edge)
  if (moment === undefined)
    throw invalid(param, `${param} must be a date like 2026-03-01, a moment like 2026-03-01T12:00:00Z, or unix seconds`)
  return moment
}
