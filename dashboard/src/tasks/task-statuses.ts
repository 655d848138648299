import type { components } from '../../../sdk/src/api.ts'

export type TaskStatus = components['schemas']['Task']['status']

/** The columns of the board, in the order of the work. */
export const TASK_STATUSES: readonly TaskStatus[] = ['backlog', 'todo', 'in_progress', 'in_review', 'completed', 'cancelled']

/** What is more or less urgent, the least first. */
export const PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const

/** Whether nothing of a task is left to be done: it is not overdue, then. */
export function isDone({ status }: { status: TaskStatus }): boolean {
  return status === 'completed' || status === 'cancelled'
}
