import { Type } from 'typebox'
import { Invoice, invoiceExample } from '../../billing/invoices/schema.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { Pagination, PaginationQuery } from '../../http/pagination.ts'
import { Deleted } from '../../http/schema.ts'
import { invoiceProject } from './invoicing.ts'
import { CreateTimeEntry, filterFields, InvoiceProject, TimeEntry, timeEntryExample, UpdateTimeEntry } from './schema.ts'
import { createTimeEntry, deleteTimeEntry, getTimeEntry, listTimeEntries, updateTimeEntry } from './service.ts'

const tag = 'Time entries'

const ListTimeEntries = Type.Object(
  {
    ...PaginationQuery,
    ...filterFields,
  },
  { additionalProperties: false },
)

/** The endpoints of time entries, each inside its project, and that of billing them. */
export const timeEntryEndpoints: readonly Endpoint[] = [
  endpoint({
    operation_id: 'listTimeEntries',
    is_listing: true,
    method: 'GET',
    path: '/v1/projects/:id/time-entries',
    tag,
    tag_description: 'Recorded time, and timers that run.',
    summary: 'List time entries',
    description: 'Newest first, by when they were recorded.',
    query: ListTimeEntries,
    data: Type.Object({ time_entries: Type.Array(TimeEntry), pagination: Pagination }, { additionalProperties: false }),
    example: { time_entries: [timeEntryExample], pagination: { total: 1, limit: 50, offset: 0 } },
    handle: (context, { params, query }) => listTimeEntries(context, params.id, query),
  }),
  endpoint({
    operation_id: 'createTimeEntry',
    method: 'POST',
    path: '/v1/projects/:id/time-entries',
    tag,
    summary: 'Record time or start a timer',
    description:
      'With `start_time` and `end_time` or `duration_minutes` the time is recorded; with neither of the two a timer starts, by default now. A user has one running timer in a company.',
    body: CreateTimeEntry,
    body_example: { task_id: timeEntryExample.task_id, start_time: '2026-02-10T08:00:00Z', duration_minutes: 105 },
    status: 201,
    data: TimeEntry,
    example: timeEntryExample,
    errors: { 400: ['amount_too_large'], 409: ['timer_already_running'] },
    has_etag: true,
    handle: (context, { params, body }) => createTimeEntry(context, params.id, body),
  }),
  endpoint({
    operation_id: 'getTimeEntry',
    method: 'GET',
    path: '/v1/projects/:id/time-entries/:entryId',
    tag,
    summary: 'Get a time entry',
    description: 'A time entry under another project than its own is not found.',
    data: TimeEntry,
    example: timeEntryExample,
    has_etag: true,
    handle: (context, { params }) => getTimeEntry(context, params.id, params.entryId),
  }),
  endpoint({
    operation_id: 'updateTimeEntry',
    method: 'PATCH',
    path: '/v1/projects/:id/time-entries/:entryId',
    tag,
    summary: 'Update a time entry, stop a timer',
    description:
      'Absent fields are left alone; `null` clears a task, description or rate and empties metadata. `end_time` or `duration_minutes` stops a running timer. Time on an invoice can not be changed.',
    body: UpdateTimeEntry,
    body_example: { end_time: '2026-02-10T09:45:00Z' },
    data: TimeEntry,
    example: timeEntryExample,
    errors: { 400: ['amount_too_large'], 409: ['time_entry_invoiced', 'timer_already_running'] },
    has_etag: true,
    handle: (context, { params, body }) => updateTimeEntry(context, params.id, params.entryId, body),
  }),
  endpoint({
    operation_id: 'deleteTimeEntry',
    method: 'DELETE',
    path: '/v1/projects/:id/time-entries/:entryId',
    tag,
    summary: 'Delete a time entry',
    description: "The project's figures fall by it. Time on an invoice can not be deleted.",
    data: Deleted,
    example: { deleted: true },
    errors: { 409: ['time_entry_invoiced'] },
    has_etag: true,
    handle: (context, { params }) => deleteTimeEntry(context, params.id, params.entryId),
  }),
  endpoint({
    operation_id: 'invoiceProject',
    method: 'POST',
    path: '/v1/projects/:id/invoice',
    tag: 'Projects',
    summary: 'Bill the time of a project',
    description:
      'Makes one draft invoice in the currency of the company from the stopped, billable time that is not on an invoice yet: a line for each task in their order, then one named after the project for time without a task. A line has hours and rate if their product is the exact amount, else the amount as one piece. One call bills at most 10,000 entries and 2,000 lines, the oldest first; another call bills the rest. Deleting the draft frees its time.',
    body: InvoiceProject,
    body_example: { tax_rate: 19, payment_terms: 'Payable within 30 days' },
    status: 201,
    data: Invoice,
    example: invoiceExample,
    errors: { 400: ['amount_too_large'], 409: ['project_has_no_customer', 'nothing_to_invoice'] },
    has_etag: true,
    handle: (context, { params, body }) => invoiceProject(context, params.id, body),
  }),
]
