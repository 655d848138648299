// Pure: how time entries and tasks count in a project's read-only figures. Rules: decisions/009-project-figures.md.

import { invalid } from '../../kernel/errors.ts'
import {
  AmountTooLarge,
  addDecimal,
  fromMinor,
  hoursFromMinutes,
  type Minor,
  multiplyDecimal,
  perHour,
} from '../../kernel/money.ts'
import type { Tables } from '../../sql/tables.ts'
import type { ProjectFiguresTable } from './table.ts'

/**
 * The figures of a project, exact: Σ minutes, and Σ minutes × rate as decimal texts, not yet divided by 60. They are the sum of the shares
 * of its tasks and time entries, so a change moves them by share after − share before.
 */
export type Figures = Omit<ProjectFiguresTable, 'company_id' | 'project_id'>

export const NO_FIGURES: Figures = {
  tasks_count: 0,
  completed_tasks: 0,
  minutes: 0,
  unrated_minutes: 0,
  own_revenue: '0',
  task_revenue: '0',
  cost: '0',
}

/** The part of a time entry that counts. A running one has 0 minutes. */
export type CountedTime = Pick<
  Tables['time_entries'],
  'task_id' | 'duration_minutes' | 'is_billable' | 'hourly_rate' | 'internal_cost_rate'
>

/** The part of a task that counts; `unrated_minutes` is Σ `unratedMinutes` of its entries. */
export type CountedTask = Pick<Tables['tasks'], 'status' | 'hourly_rate' | 'unrated_minutes' | 'deleted_at'>

/** The minutes of an entry that are billed at the rate of its task or project: billable ones without a rate of their own. */
export function unratedMinutes(entry: CountedTime): number {
  return entry.is_billable && entry.hourly_rate === null ? entry.duration_minutes : 0
}

/** How a time entry counts on its own. Its unrated minutes count with its task, if it has one. */
export function shareOfTime(entry: CountedTime): Figures {
  const { task_id, duration_minutes, is_billable, hourly_rate, internal_cost_rate } = entry
  return {
    ...NO_FIGURES,
    minutes: duration_minutes,
    unrated_minutes: task_id === null ? unratedMinutes(entry) : 0,
    own_revenue: is_billable && hourly_rate !== null ? minutesTimes(duration_minutes, hourly_rate) : '0',
    cost: internal_cost_rate === null ? '0' : minutesTimes(duration_minutes, internal_cost_rate),
  }
}

/** How a task counts: itself unless deleted, and the unrated minutes of its entries even then. */
export function shareOfTask(task: CountedTask): Figures {
  const is_living = task.deleted_at === null
  return {
    ...NO_FIGURES,
    tasks_count: is_living ? 1 : 0,
    completed_tasks: is_living && task.status === 'completed' ? 1 : 0,
    unrated_minutes: task.hourly_rate === null ? task.unrated_minutes : 0,
    task_revenue: task.hourly_rate === null ? '0' : minutesTimes(task.unrated_minutes, task.hourly_rate),
  }
}

function minutesTimes(minutes: number, rate: string): string {
  return multiplyDecimal(rate, String(minutes))
}

export function addFigures(a: Figures, b: Figures): Figures {
  return {
    tasks_count: a.tasks_count + b.tasks_count,
    completed_tasks: a.completed_tasks + b.completed_tasks,
    minutes: a.minutes + b.minutes,
    unrated_minutes: a.unrated_minutes + b.unrated_minutes,
    own_revenue: addDecimal(a.own_revenue, b.own_revenue),
    task_revenue: addDecimal(a.task_revenue, b.task_revenue),
    cost: addDecimal(a.cost, b.cost),
  }
}

/** The change from `before` to `after`. */
export function figuresChange(before: Figures, after: Figures): Figures {
  return {
    tasks_count: after.tasks_count - before.tasks_count,
    completed_tasks: after.completed_tasks - before.completed_tasks,
    minutes: after.minutes - before.minutes,
    unrated_minutes: after.unrated_minutes - before.unrated_minutes,
    own_revenue: subtractDecimal(after.own_revenue, before.own_revenue),
    task_revenue: subtractDecimal(after.task_revenue, before.task_revenue),
    cost: subtractDecimal(after.cost, before.cost),
  }
}

function subtractDecimal(a: string, b: string): string {
  return a === b ? '0' : addDecimal(a, multiplyDecimal(b, '-1'))
}

/** Whether a change leaves the figures as they are. */
export function isNoChange(change: Figures): boolean {
  return (Object.keys(NO_FIGURES) as (keyof Figures)[]).every((figure) => change[figure] === NO_FIGURES[figure])
}

/** The figures as a project shows them. */
export interface ShownFigures {
  total_hours: number
  total_revenue: number
  total_cost: number
  profit: number
  tasks_count: number
  completed_tasks: number
}

/**
 * Divides by 60 and rounds, each figure once: hours to 2 decimals, money to `digits`, half away from zero. `hourly_rate` is the project's,
 * for the minutes that have no other. The figures must have passed `refuseTooLarge`.
 */
export function showFigures(figures: Figures, hourly_rate: string | null, digits: number): ShownFigures {
  const revenue = revenueOf(figures, hourly_rate, digits)
  const cost = perHour(figures.cost, digits)
  return {
    total_hours: hoursFromMinutes(figures.minutes),
    total_revenue: fromMinor(revenue, digits),
    total_cost: fromMinor(cost, digits),
    profit: fromMinor(revenue - cost, digits),
    tasks_count: figures.tasks_count,
    completed_tasks: figures.completed_tasks,
  }
}

function revenueOf(figures: Figures, hourly_rate: string | null, digits: number): Minor {
  const rated = addDecimal(figures.own_revenue, figures.task_revenue)
  const sum = hourly_rate === null ? rated : addDecimal(rated, minutesTimes(figures.unrated_minutes, hourly_rate))
  return perHour(sum, digits)
}

/** Above this many minutes, hours with 2 decimals are no exact number any more. */
const MOST_MINUTES = 999_999_999_999 * 60

/** Throws 400 `amount_too_large` if a figure could not be shown exactly: whatever is stored can always be read. */
export function refuseTooLarge(figures: Figures, hourly_rate: string | null, digits: number): void {
  if (figures.minutes > MOST_MINUTES) throw tooLarge('duration_minutes', 'total_hours')
  refuse('hourly_rate', 'total_revenue', () => revenueOf(figures, hourly_rate, digits))
  refuse('internal_cost_rate', 'total_cost', () => perHour(figures.cost, digits))
}

function refuse(param: string, figure: string, compute: () => Minor): void {
  try {
    compute()
  } catch (error) {
    throw error instanceof AmountTooLarge ? tooLarge(param, figure) : error
  }
}

function tooLarge(param: string, figure: string): Error {
  return invalid(param, `The project's ${figure} would be above 999,999,999,999.999`, 'amount_too_large')
}
