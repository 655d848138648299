// Time entries: where their rules and IO meet. Each write locks the project first, whose figures follow.

import { findStrangers } from '../../access/users/service.ts'
import type { Context } from '../../http/context.ts'
import { readPage } from '../../http/pagination.ts'
import { conflict, invalidAll, notFound } from '../../kernel/errors.ts'
import { type CompanyId, isId, newId, type ProjectId, type UserId } from '../../kernel/ids.ts'
import { recordEvents } from '../../record/events/record.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { lockProject, requireProject } from '../projects/service.ts'
import { countTime, namedTask } from '../tasks/service.ts'
import type { TasksTable } from '../tasks/table.ts'
import { type CompanyTimeQuery, findRunningTimer, listCompanyTime } from './company-repository.ts'
import { timeEntryCreated, timeEntryDeleted, timeEntryUpdated } from './events.ts'
import {
  findRunningOf,
  findTimeEntry,
  insertTimeEntry,
  isProjectInvoiced,
  listTimeEntries as listRows,
  listRunning,
  removeTimeEntry,
  saveTimeEntry,
  type TimeEntryQuery,
} from './repository.ts'
import {
  type CreateTimeEntry,
  presentTimeEntry,
  presentTimeEntryOfCompany,
  type TimeEntry,
  type TimeEntryOfCompany,
  type UpdateTimeEntry,
} from './schema.ts'
import type { TimeEntriesTable } from './table.ts'
import { draftTimeEntry, readPeriod, reviseTimeEntry } from './time-entry.ts'
import { moveUnbilledOfTask } from './unbilled-repository.ts'

/** Where a time entry lies. */
interface ProjectKey {
  company_id: CompanyId
  project_id: ProjectId
}

interface ListQuery extends Omit<TimeEntryQuery, 'period'> {
  from?: string | undefined
  to?: string | undefined
}

/** Lists a project's time entries, newest first. `from` and `to` are dates or timestamps of their start, both inclusive. */
export function listTimeEntries(context: Context, project_id: string, query: ListQuery) {
  return context.read(async (tx) => {
    const { from, to, ...filters } = query
    const period = from === undefined && to === undefined ? undefined : readPeriod({ from, to })
    const { rows, pagination } = await readPage(query, async () => {
      const key = { company_id: context.company_id, project_id: await requireProject(tx, context.company_id, project_id) }
      return listRows(tx, key, { ...filters, period })
    })
    return { time_entries: rows.map(presentTimeEntry), pagination }
  })
}

/**
 * Lists the time entries of all projects, the latest start first, with the sum of their minutes. `me` is the caller; `from` and `to` are
 * as in a project's list.
 */
export function listCompanyTimeEntries(
  context: Context,
  query: Omit<CompanyTimeQuery, 'period'> & { from?: string | undefined; to?: string | undefined },
) {
  return context.read(async (tx) => {
    const { from, to, ...filters } = query
    const period = from === undefined && to === undefined ? undefined : readPeriod({ from, to })
    const user_id = query.user_id === 'me' ? context.user_id : query.user_id
    let total_minutes = 0
    const { rows, pagination } = await readPage(query, async () => {
      const page = await listCompanyTime(tx, context.company_id, { ...filters, user_id, period })
      total_minutes = page.total_minutes
      return page
    })
    return { time_entries: rows.map(presentTimeEntryOfCompany), total_minutes, pagination }
  })
}

/** The caller's running timer in the company. */
export function getRunningTimer(context: Context): Promise<{ time_entry: TimeEntryOfCompany | null }> {
  return context.read(async (tx) => {
    const row = await findRunningTimer(tx, context.company_id, context.user_id)
    return { time_entry: row ? presentTimeEntryOfCompany(row) : null }
  })
}

export function getTimeEntry(context: Context, project_id: string, id: string): Promise<TimeEntry> {
  return context.read(async (tx) => {
    const key = { company_id: context.company_id, project_id: await requireProject(tx, context.company_id, project_id) }
    return presentTimeEntry(await loadTimeEntry(tx, key, id))
  })
}

/** Records time, or starts a timer. Throws 409 `timer_already_running` for a second running one of the same user in the company. */
export function createTimeEntry(context: Context, project_id: string, input: CreateTimeEntry): Promise<TimeEntry> {
  return context.transaction(async (tx) => {
    const { company_id, now, now_ms } = context
    const project = await lockProject(tx, company_id, project_id)
    const key = { company_id, project_id: project.id }
    await refuseStranger(tx, context, input.user_id)
    const entry = draftTimeEntry(input, {
      ...key,
      id: newId('time_entry', now_ms),
      user_id: (input.user_id ?? context.user_id) as UserId,
      task: input.task_id == null ? undefined : await namedTask(tx, key, input.task_id),
      now,
    })
    await refuseSecondTimer(tx, entry)
    await insertTimeEntry(tx, entry, await countTime(tx, project, undefined, entry))
    const time_entry = presentTimeEntry(entry)
    await recordEvents(tx, context, timeEntryCreated(time_entry))
    return time_entry
  })
}

/**
 * Changes a time entry; a given end stops a running one. A request that changes nothing stores no event. Throws 409 `time_entry_invoiced`
 * when it is on an invoice, and `timer_already_running` when another entry of its user runs.
 */
export function updateTimeEntry(context: Context, project_id: string, id: string, given: UpdateTimeEntry): Promise<TimeEntry> {
  return context.transaction(async (tx) => {
    const project = await lockProject(tx, context.company_id, project_id)
    const key = { company_id: project.company_id, project_id: project.id }
    const before = await loadTimeEntry(tx, key, id)
    const changes = context.changesOf(presentTimeEntry(before), given)
    await refuseStranger(tx, context, changes.user_id)
    const task = await changedTask(tx, key, before, changes.task_id)
    const after = reviseTimeEntry(before, changes, { task, now: context.now })
    const time_entry = presentTimeEntry(after)
    if (after === before) return time_entry
    refuseIfInvoiced(before)
    await refuseSecondTimer(tx, after)
    saveTimeEntry(tx, before, after, await countTime(tx, project, before, after))
    await recordEvents(tx, context, timeEntryUpdated(before.is_running, time_entry))
    return time_entry
  })
}

/** Deletes a time entry. Throws 409 `time_entry_invoiced` when it is on an invoice. */
export function deleteTimeEntry(context: Context, project_id: string, id: string): Promise<{ deleted: true }> {
  return context.transaction(async (tx) => {
    const project = await lockProject(tx, context.company_id, project_id)
    const entry = await loadTimeEntry(tx, { company_id: project.company_id, project_id: project.id }, id)
    const time_entry = presentTimeEntry(entry)
    context.requireMatch(time_entry)
    refuseIfInvoiced(entry)
    removeTimeEntry(tx, entry, context.now, await countTime(tx, project, entry, undefined))
    await recordEvents(tx, context, timeEntryDeleted(time_entry))
    return { deleted: true as const }
  })
}

/**
 * Runs before a project's deletion (`BeforeProjectDeleted` of work/projects/service.ts). Throws 409 `time_entry_invoiced` while some of its
 * time is on an invoice. Running entries are deleted, with their events: nobody could stop them any more, and their users could not
 * start another timer.
 */
export async function endTimeOfProject(tx: WriteTx, context: Context, project_id: ProjectId): Promise<void> {
  const key = { company_id: context.company_id, project_id }
  if (await isProjectInvoiced(tx, key)) {
    throw conflict(
      'time_entry_invoiced',
      'Time of this project is on an invoice: delete the invoice first, or archive the project',
    )
  }
  const running = await listRunning(tx, key)
  // No rate matters to a running one.
  for (const entry of running) removeTimeEntry(tx, entry, context.now, new Map())
  await recordEvents(
    tx,
    context,
    running.flatMap((entry) => timeEntryDeleted(presentTimeEntry(entry))),
  )
}

/** Runs when a task gets another rate (`OnTaskRate` of work/tasks/service.ts): its unrated time is billed at that rate. */
export const moveUnbilledTimeOfTask = (tx: WriteTx, before: TasksTable, after: TasksTable): Promise<void> =>
  moveUnbilledOfTask(tx, before, after)

async function loadTimeEntry(tx: Tx, key: ProjectKey, id: string): Promise<TimeEntriesTable> {
  const entry = isId('time_entry', id) ? await findTimeEntry(tx, key, id) : undefined
  if (!entry) throw notFound()
  return entry
}

async function refuseStranger(tx: Tx, context: Context, user_id: string | undefined): Promise<void> {
  if (user_id === undefined) return
  const faults = await findStrangers(tx, context.organization_id, [{ param: 'user_id', id: user_id }])
  if (faults.length > 0) throw invalidAll(faults)
}

/** The task that a change names; the one that it has already may be deleted. */
async function changedTask(
  tx: Tx,
  key: ProjectKey,
  before: TimeEntriesTable,
  task_id: string | null | undefined,
): Promise<TasksTable | null | undefined> {
  if (task_id === undefined || task_id === before.task_id) return undefined
  return task_id === null ? null : namedTask(tx, key, task_id)
}

function refuseIfInvoiced(entry: TimeEntriesTable): void {
  if (entry.invoiced) {
    throw conflict('time_entry_invoiced', 'This time is on an invoice: it can be changed once the invoice is deleted')
  }
}

async function refuseSecondTimer(tx: Tx, entry: TimeEntriesTable): Promise<void> {
  if (!entry.is_running) return
  const running = await findRunningOf(tx, entry.company_id, entry.user_id)
  if (!running || running.id === entry.id) return
  throw conflict('timer_already_running', `This user's timer ${running.id} in project ${running.project_id} runs: stop it first`)
}
