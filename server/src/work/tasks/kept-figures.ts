// What is counted of tasks.
import { defineFigures } from '../../figures/figures.ts'
import { rowsOf } from '../../figures/rows.ts'
import type { CountedTask } from '../projects/figures.ts'
import { type TasksTable, tasks } from './table.ts'

/** The text of `parent_task_id` that tasks without a parent are counted under. */
export const ROOT = 'root'

export const taskFigures = defineFigures({
  table: tasks,
  scopes: ['project_id'],
  dimensions: [
    ...(['status', 'priority', 'assigned_to'] as const),
    { column: 'parent_task_id', text: (parent: string | null) => (parent === null ? ROOT : '') },
  ],
})

/** Reads what projects count of their tasks, of deleted ones too. */
export const countedTasks = rowsOf<CountedTask & Pick<TasksTable, 'id' | 'project_id'>>({
  table: tasks,
  columns: ['id', 'project_id', 'status', 'hourly_rate', 'unrated_minutes', 'deleted_at'],
  has_deleted: true,
})
