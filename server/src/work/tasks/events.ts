// The event types of tasks, and which of them a change stores.

import { draftEvent, type EventDraft, type EventType } from '../../record/events/event-type.ts'
import { type Task, taskExample } from './schema.ts'
import type { TaskStatus } from './table.ts'

const of = (verb: string, label: string, description: string, example: Task = taskExample): EventType => ({
  type: `task.${verb}`,
  resource_type: 'task',
  label,
  description,
  module: 'projects',
  triggers_automations: true,
  example,
})

const created = of('created', 'Task created', 'A task was added to a project.')
const updated = of('updated', 'Task updated', 'A field of a task changed, by hand or because a task next to it was deleted.')
const completed = of('completed', 'Task completed', 'The status became `completed`.', {
  ...taskExample,
  status: 'completed',
  completed_at: taskExample.updated_at,
})
const deleted = of('deleted', 'Task deleted', 'A task was deleted; `data` is its last state.')

export const taskEventTypes: readonly EventType[] = [created, updated, completed, deleted]

export const taskDeleted = (task: Task): EventDraft[] => [draftEvent(deleted, task.id, task)]

/** task.created, and task.completed if it is created so. */
export const taskCreated = (task: Task): EventDraft[] => [
  draftEvent(created, task.id, task),
  ...(task.status === 'completed' ? [draftEvent(completed, task.id, task)] : []),
]

/** task.updated, then task.completed when the status became that. */
export function taskUpdated(before: TaskStatus, task: Task): EventDraft[] {
  const is_completed = task.status === 'completed' && before !== 'completed'
  return [draftEvent(updated, task.id, task), ...(is_completed ? [draftEvent(completed, task.id, task)] : [])]
}
