// The tables of this room.
import type { CompanyId, ProjectId, TaskId, UserId } from '../../kernel/ids.ts'
import { boolean, decimal, defineTable, integer, json, type RowOf, text } from '../../sql/columns.ts'
import type { Priority } from '../projects/table.ts'

export type TaskStatus = 'backlog' | 'todo' | 'in_progress' | 'in_review' | 'completed' | 'cancelled'

export const tasks = defineTable('tasks', {
  key: ['company_id', 'project_id', 'id'],
  parent: { column: 'parent_task_id', within: ['company_id', 'project_id'] },
  columns: {
    company_id: text<CompanyId>(),
    project_id: text<ProjectId>(),
    id: text<TaskId>(),
    public_id: text().fixed(),
    parent_task_id: text<TaskId>().nullable().indexed(),
    assigned_to: text<UserId>().nullable().indexed(),
    created_by: text<UserId>().fixed(),
    title: text(),
    description: text(),
    status: text<TaskStatus>().indexed(),
    priority: text<Priority>().indexed(),
    estimated_hours: decimal().nullable(),
    start_date: text().nullable(),
    due_date: text().nullable().indexed(),
    completed_at: text().nullable(),
    is_billable: boolean(),
    hourly_rate: decimal().nullable(),
    position: integer().indexed(),
    /** JSON array of texts. */
    tags: json(),
    /** JSON object. */
    metadata: json(),
    unrated_minutes: integer(),
    search_text: text().indexed(),
    created_at: text().fixed(),
    updated_at: text().uncompared(),
    deleted_at: text().nullable().indexed(),
  },
})
export type TasksTable = RowOf<typeof tasks>

export const task_dependencies = defineTable('task_dependencies', {
  key: ['company_id', 'project_id', 'task_id', 'sort_order'],
  columns: {
    company_id: text<CompanyId>(),
    project_id: text<ProjectId>(),
    task_id: text<TaskId>(),
    sort_order: integer(),
    depends_on_task_id: text<TaskId>().indexed(),
  },
})
export type TaskDependenciesTable = RowOf<typeof task_dependencies>

declare module '../../sql/tables.ts' {
  interface Tables {
    tasks: TasksTable
    task_dependencies: TaskDependenciesTable
  }
}
