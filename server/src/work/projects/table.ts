// The tables of this room.
import type { CompanyId, CustomerId, ProjectId, UserId } from '../../kernel/ids.ts'
import { boolean, decimal, defineTable, integer, json, type RowOf, text } from '../../sql/columns.ts'

export type Priority = 'low' | 'medium' | 'high' | 'urgent'
export type ProjectStatus = 'draft' | 'in_progress' | 'on_hold' | 'review' | 'completed' | 'cancelled'

export const projects = defineTable('projects', {
  key: ['company_id', 'id'],
  columns: {
    company_id: text<CompanyId>(),
    id: text<ProjectId>(),
    public_id: text().fixed(),
    customer_id: text<CustomerId>().nullable().indexed(),
    title: text(),
    description: text(),
    status: text<ProjectStatus>().indexed(),
    priority: text<Priority>().indexed(),
    start_date: text().nullable(),
    due_date: text().nullable().indexed(),
    billing_type: text<'time_based' | 'fixed_price' | 'mixed'>(),
    budget_hours: decimal().nullable().indexed(),
    budget_amount: decimal().nullable().indexed(),
    hourly_rate: decimal().nullable(),
    progress_percentage: integer(),
    is_archived: boolean().indexed(),
    /** JSON array of user ids. */
    assigned_to: json(),
    created_by: text<UserId>().fixed(),
    completed_at: text().nullable(),
    /** JSON object. */
    metadata: json(),
    public_token: text().fixed(),
    search_text: text().indexed(),
    created_at: text().fixed(),
    updated_at: text().uncompared(),
    deleted_at: text().nullable().indexed(),
  },
})
export type ProjectsTable = RowOf<typeof projects>

export const project_figures = defineTable('project_figures', {
  key: ['company_id', 'project_id'],
  columns: {
    company_id: text<CompanyId>(),
    project_id: text<ProjectId>(),
    tasks_count: integer(),
    completed_tasks: integer(),
    minutes: integer(),
    unrated_minutes: integer(),
    own_revenue: decimal(),
    task_revenue: decimal(),
    cost: decimal(),
  },
})
export type ProjectFiguresTable = RowOf<typeof project_figures>

declare module '../../sql/tables.ts' {
  interface Tables {
    projects: ProjectsTable
    project_figures: ProjectFiguresTable
  }
}
