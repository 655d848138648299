// Pure: the invoice lines that recorded time makes. Rules: docs/api/projects.md, "Bill the time".

import { type CreateLineItem, MOST_LINE_ITEMS } from '../../billing/documents/schema.ts'
import type { TaskId } from '../../kernel/ids.ts'
import {
  AmountTooLarge,
  addDecimal,
  fromMinor,
  hoursFromMinutes,
  type Minor,
  multiplyDecimal,
  multiplyToMinor,
  perHour,
} from '../../kernel/money.ts'
import type { TasksTable } from '../tasks/table.ts'
import { compareTasks } from '../tasks/task.ts'
import type { TimeEntriesTable } from './table.ts'

/** The billed part of a time entry. */
export type BilledTime = Pick<TimeEntriesTable, 'task_id' | 'duration_minutes' | 'hourly_rate'>

/** The columns of tasks that lines need. */
export type BilledTask = Pick<TasksTable, 'id' | 'title' | 'hourly_rate' | 'position' | 'created_at'>

/** The entries from the first on, as far as their lines fit on one invoice, or among `most_lines`. */
export function withinOneInvoice<E extends BilledTime>(entries: readonly E[], most_lines = MOST_LINE_ITEMS): E[] {
  const lines = new Set<TaskId | null>()
  const end = entries.findIndex(({ task_id }) => lines.add(task_id).size > most_lines)
  return entries.slice(0, end < 0 ? entries.length : end)
}

/**
 * The lines for `entries`: one for each task in the order of tasks, then one named after the project for time without a task. `tasks` has
 * every task that an entry names. The subtotal of a line is exactly Σ minutes × rate / 60, rounded once to `digits`, whatever its
 * quantity and price say.
 */
export function billTime(
  project: { title: string; hourly_rate: string | null },
  entries: readonly BilledTime[],
  tasks: ReadonlyMap<TaskId, BilledTask>,
  digits: number,
): CreateLineItem[] {
  const by_task = Map.groupBy(entries, (entry) => entry.task_id)
  return billedTasks(entries, tasks).map((id) => {
    const task = id === null ? undefined : tasks.get(id)
    const rates = ratesOf(by_task.get(id) ?? [], task?.hourly_rate ?? project.hourly_rate)
    return lineOf(task?.title ?? project.title, rates, digits)
  })
}

/** The tasks of the lines of `billTime`, in their order; null is that of time without a task. */
export function billedTasks(entries: readonly BilledTime[], tasks: ReadonlyMap<TaskId, BilledTask>): (TaskId | null)[] {
  const lines: (TaskId | null)[] = [...tasks.values()].sort(compareTasks).map(({ id }) => id)
  return entries.some(({ task_id }) => task_id === null) ? [...lines, null] : lines
}

/** Minutes at a rate. */
interface RatedTime {
  minutes: number
  rate: string
}

function ratesOf(entries: readonly BilledTime[], default_rate: string | null): RatedTime[] {
  return entries.map((entry) => ({ minutes: entry.duration_minutes, rate: entry.hourly_rate ?? default_rate ?? '0' }))
}

function lineOf(name: string, times: readonly RatedTime[], digits: number): CreateLineItem {
  const minutes = times.reduce((sum, time) => sum + time.minutes, 0)
  const amount = perHour(
    times.reduce((sum, time) => addDecimal(sum, multiplyDecimal(time.rate, String(time.minutes))), '0'),
    digits,
  )
  const [{ rate } = { rate: '0' }] = times
  const has_one_rate = times.every((time) => time.rate === rate)
  const hours = exactHours(minutes)
  if (has_one_rate && hours !== undefined && isProduct(hours, Number(rate), amount, digits)) {
    return { name, quantity: hours, unit: 'h', unit_price: Number(rate) }
  }
  // Hours × price would not give the exact amount: the line has the amount, and its description says the hours.
  const description = `${hours ?? hoursFromMinutes(minutes)} h at ${has_one_rate ? `${rate} an hour` : 'different rates'}`
  return { name, description, quantity: 1, unit: '', unit_price: fromMinor(amount, digits) }
}

const HOUR_DECIMALS = 6
const MILLIONTHS = 1_000_000
/** Quantities have 15 significant digits at most. */
const MOST_MILLIONTHS = 999_999_999_999_999

/** Minutes as hours, rounded to 6 decimals; undefined when that is too long a number for a quantity. */
function exactHours(minutes: number): number | undefined {
  const rest = minutes % 60
  // Thirds of a millionth at the closest: there is no half to round.
  const millionths = ((minutes - rest) / 60) * MILLIONTHS + Math.round((rest * MILLIONTHS) / 60)
  return millionths > MOST_MILLIONTHS ? undefined : fromMinor(millionths, HOUR_DECIMALS)
}

function isProduct(quantity: number, unit_price: number, amount: Minor, digits: number): boolean {
  try {
    return multiplyToMinor(quantity, unit_price, digits) === amount
  } catch (error) {
    if (error instanceof AmountTooLarge) return false
    throw error
  }
}
