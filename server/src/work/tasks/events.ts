// The event types of tasks, and which of them a change stores.

import { type EventDraft, eventsOf, typesOf } from '../../record/events/event-type.ts'
import { type Task, taskExample } from './schema.ts'
import type { TaskStatus } from './table.ts'

const declare = eventsOf<Task>('task', 'projects', taskExample)

const created = declare('created', 'Task created', 'A task was added to a project.')
const updated = declare('updated', 'Task updated', 'A field of a task changed, by hand or because a task next to it was deleted.')
const completed = declare('completed', 'Task completed', 'The status became `completed`.', {
  status: 'completed',
  completed_at: taskExample.updated_at,
})
const deleted = declare('deleted', 'Task deleted', 'A task was deleted; `data` is its last state.')

export const taskEventTypes = typesOf(created, updated, completed, deleted)

export const taskDeleted = (task: Task): EventDraft[] => [deleted(task)]

/** task.created, and task.completed if it is created so. */
export const taskCreated = (task: Task): EventDraft[] => [
  created(task),
  ...(task.status === 'completed' ? [completed(task)] : []),
]

/** task.updated, then task.completed when the status became that. */
export function taskUpdated(before: TaskStatus, task: Task): EventDraft[] {
  const is_completed = task.status === 'completed' && before !== 'completed'
  return [updated(task), ...(is_completed ? [completed(task)] : [])]
}
