// The tables of this room.
import type { CompanyId, JobId } from '../kernel/ids.ts'
import { defineTable, integer, OF_DATABASE, type RowOf, text } from '../sql/columns.ts'

/** Exports include running jobs: where they are imported, their run counts as ended with its process. */
export const jobs = defineTable('jobs', {
  key: ['company_id', 'id'],
  leaves_unowned: true,
  columns: {
    /** Empty for jobs of the installation as a whole. */
    company_id: text<CompanyId | ''>(),
    id: text<JobId>(),
    kind: text().fixed(),
    /** Of one kind and company only one job that is not over has it; null: no matter. */
    unique_key: text().nullable().fixed(),
    /** JSON. */
    payload: text().fixed(),
    state: text<'pending' | 'running' | 'done' | 'failed'>().indexed(),
    due_at_ms: integer().indexed(),
    /** When the wait until `due_at_ms` began; null where that is a date of the calendar. */
    due_from_ms: integer().nullable().indexed(),
    /** Runs that were started since it was made, retried by hand, or last succeeded. */
    attempts: integer(),
    /** The process that runs it; empty while it is pending. `beat` moves while it runs. */
    lease: text().indexed(),
    beat: integer(),
    last_error: text().nullable(),
    /** JSON. */
    result: text().nullable(),
    created_at: text().fixed(),
    started_at: text().nullable(),
    finished_at: text().nullable().indexed(),
  },
})
export type JobsTable = RowOf<typeof jobs>

export const leaderships = defineTable('leaderships', {
  key: ['name'],
  owner: OF_DATABASE,
  columns: {
    name: text(),
    holder: text(),
    beat: integer(),
  },
})
export type LeadershipsTable = RowOf<typeof leaderships>

declare module '../sql/tables.ts' {
  interface Tables {
    jobs: JobsTable
    leaderships: LeadershipsTable
  }
}
