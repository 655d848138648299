import type { components } from '../../../sdk/src/api.ts'

export type TaskStatus = components['schemas']['Task']['status']

/** The columns of the board, in the order of the work. */
export const TASK_STATUSES: readonly TaskStatus[] = ['backlog', 'todo', 'in_progress', 'in_review', 'completed', 'cancelled']

/** The priorities, the least urgent first. */
export const PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const

/** Whether a task is finished: then it is not overdue. */
export function isDone({ status }: { status: TaskStatus }): boolean {
  return status === 'completed' || status === 'cancelled'
}
