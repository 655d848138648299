// What is counted and summed of time entries.
import { cellOf } from '../../figures/cells.ts'
import { defineFigures } from '../../figures/figures.ts'
import type { Share } from '../../figures/sums.ts'
import type { ProjectId } from '../../kernel/ids.ts'
import { type TimeEntriesTable, time_entries } from './table.ts'

export const timeFigures = defineFigures({
  table: time_entries,
  scopes: ['project_id'],
  dimensions: ['user_id', 'is_billable', 'invoiced'],
  sums: [
    { names: ['time'], share: shareOfTime },
    { names: ['unbilled'], share: shareOfUnbilled },
  ],
  reads: [
    ...(['project_id', 'task_id', 'user_id', 'is_billable', 'invoiced', 'duration_minutes'] as const),
    ...(['is_running', 'invoice_id', 'hourly_rate', 'internal_cost_rate'] as const),
  ],
  parent: { table: 'tasks', by: { project_id: 'project_id', id: 'task_id' }, columns: { task_rate: 'hourly_rate' } },
})

/** A time entry with the rate of its task, null where there is none. */
export type RatedTimeEntry = TimeEntriesTable & { task_rate: string | null }

/** Its minutes, under the values that it is counted by. A running one counts 0. */
function shareOfTime(
  entry: Pick<TimeEntriesTable, 'project_id' | 'user_id' | 'is_billable' | 'invoiced' | 'duration_minutes'>,
): Share {
  const { project_id, user_id, is_billable, invoiced, duration_minutes } = entry
  return {
    name: 'time',
    key: cellOf(project_id, [user_id, is_billable ? '1' : '0', invoiced ? '1' : '0']),
    amount: duration_minutes,
  }
}

/** The key of what could be billed at a rate; null for what has none but its project's. */
export const unbilledKey = (project_id: ProjectId, rate: string | null) => `${project_id}/${rate ?? ''}`

/** Its minutes, under its project and the rate that it has, or its task. Not while it runs, nor once it is billed. */
function shareOfUnbilled(
  entry: Pick<
    RatedTimeEntry,
    'project_id' | 'is_billable' | 'is_running' | 'invoice_id' | 'hourly_rate' | 'task_rate' | 'duration_minutes'
  >,
): Share | undefined {
  if (!entry.is_billable || entry.is_running || entry.invoice_id !== null) return undefined
  const key = unbilledKey(entry.project_id, entry.hourly_rate ?? entry.task_rate)
  return { name: 'unbilled', key, amount: entry.duration_minutes }
}
