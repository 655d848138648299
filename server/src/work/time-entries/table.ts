// The tables of this room.
import type { CompanyId, InvoiceId, LineItemId, ProjectId, TaskId, TimeEntryId, UserId } from '../../kernel/ids.ts'
import { boolean, decimal, defineTable, integer, json, type RowOf, text } from '../../sql/columns.ts'

export const time_entries = defineTable('time_entries', {
  key: ['company_id', 'project_id', 'id'],
  columns: {
    company_id: text<CompanyId>(),
    project_id: text<ProjectId>(),
    id: text<TimeEntryId>(),
    task_id: text<TaskId>().nullable().indexed(),
    user_id: text<UserId>().indexed(),
    start_time: text().indexed(),
    end_time: text().nullable(),
    duration_minutes: integer().indexed(),
    is_running: boolean().indexed(),
    description: text(),
    is_billable: boolean().indexed(),
    hourly_rate: decimal().nullable(),
    internal_cost_rate: decimal().nullable(),
    invoiced: boolean().indexed(),
    invoice_id: text<InvoiceId>().nullable().indexed(),
    /** The line of the invoice that bills it; null where it is not known. */
    invoice_item_id: text<LineItemId>().nullable(),
    /** JSON object. */
    metadata: json(),
    created_at: text().fixed(),
    updated_at: text().uncompared(),
    deleted_at: text().nullable().indexed(),
  },
})
export type TimeEntriesTable = RowOf<typeof time_entries>

declare module '../../sql/tables.ts' {
  interface Tables {
    time_entries: TimeEntriesTable
  }
}
