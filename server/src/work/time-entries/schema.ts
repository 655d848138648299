import { type Static, Type } from 'typebox'
import { createFields, shownTextsGiven } from '../../billing/documents/schema.ts'
import { presenter } from '../../http/present.ts'
import { DateString, Id, Metadata, Nullable, Text, Timestamp } from '../../http/schema.ts'
import { Measure } from '../projects/schema.ts'
import { ProjectName } from '../tasks/schema.ts'
import { type TimeEntriesTable, time_entries } from './table.ts'

const LARGEST_DURATION_MINUTES = 999_999_999

const NullableText = (description: string) => Nullable(Type.String({ description }))
const NullableNumber = (description: string) => Nullable(Type.Number({ description }))

/** A time entry, alone and in a list. */
export const TimeEntry = Type.Object(
  {
    id: Type.String({ description: 'Identifier, `tme_…`.' }),
    project_id: Type.String(),
    task_id: NullableText('The task that it was spent on.'),
    user_id: Type.String({ description: 'Whose time it is.' }),
    company_id: Type.String(),
    start_time: Type.String({ format: 'date-time' }),
    end_time: Nullable(Type.String({ format: 'date-time', description: 'null while it runs.' })),
    duration_minutes: Type.Integer({ description: 'Whole minutes of elapsed time; 0 while it runs.' }),
    is_running: Type.Boolean(),
    description: Type.String(),
    is_billable: Type.Boolean(),
    hourly_rate: NullableNumber('Overrides the rates of its task and project; null: those apply.'),
    internal_cost_rate: NullableNumber('What an hour of it costs.'),
    invoiced: Type.Boolean({ description: 'Whether it is on an invoice; then it can be neither changed nor deleted.' }),
    invoice_id: NullableText('The invoice that it is on.'),
    metadata: Metadata({ description: 'Whatever the client keeps here.' }),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { title: 'TimeEntry', additionalProperties: false },
)
export type TimeEntry = Static<typeof TimeEntry>

/** A time entry in the list of all projects. */
export const TimeEntryOfCompany = Type.Object(
  { ...TimeEntry.properties, project: ProjectName, task_title: NullableText('The title of its task.') },
  { title: 'TimeEntryOfCompany', additionalProperties: false },
)
export type TimeEntryOfCompany = Static<typeof TimeEntryOfCompany>

/** The filters of lists of time. */
export const filterFields = {
  task_id: Type.Optional(Type.String({ description: 'Only time on this task.' })),
  user_id: Type.Optional(Type.String({ description: 'Only time of this user.' })),
  is_billable: Type.Optional(Type.Boolean({ description: 'Only billable time, or only the other.' })),
  invoiced: Type.Optional(Type.Boolean({ description: 'Only time that is on an invoice, or only the other.' })),
  from: Type.Optional(
    Type.String({ description: 'Only time that starts on this day or later: a date (UTC), or a moment with its offset.' }),
  ),
  to: Type.Optional(
    Type.String({ description: 'Only time that starts on this day or earlier: a date (the whole UTC day), or a moment.' }),
  ),
}

const inputFields = {
  task_id: Type.Optional(Nullable(Id('tsk', { description: 'A task of the same project.' }))),
  user_id: Type.Optional(Id('usr', { description: 'Whose time it is. Default on creation: the user of the key.' })),
  start_time: Type.Optional(
    Timestamp({ description: 'Default on creation: now, when neither end_time nor duration_minutes is given.' }),
  ),
  end_time: Type.Optional(Nullable(Timestamp({ description: 'After start_time. On a running entry it stops the timer.' }))),
  duration_minutes: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: LARGEST_DURATION_MINUTES,
      description: 'At least 1. In place of end_time, which is then that long after start_time.',
    }),
  ),
  description: Type.Optional(Nullable(Text(10_000))),
  is_billable: Type.Optional(Type.Boolean({ description: "Default on creation: the task's, else true." })),
  hourly_rate: Measure('Overrides the rates of its task and project.'),
  internal_cost_rate: Measure('What an hour of it costs.'),
  metadata: Type.Optional(Nullable(Metadata({ description: 'Replaces all of it.' }))),
}

export const CreateTimeEntry = Type.Object(inputFields, { title: 'CreateTimeEntry', additionalProperties: false })
export type CreateTimeEntry = Static<typeof CreateTimeEntry>

export const UpdateTimeEntry = Type.Object(inputFields, { title: 'UpdateTimeEntry', additionalProperties: false })
export type UpdateTimeEntry = Static<typeof UpdateTimeEntry>

/** The fields of the new invoice that billing a project may set. */
export const InvoiceProject = Type.Object(
  {
    issue_date: createFields.issue_date,
    due_date: Type.Optional(DateString({ description: 'Default: 30 days after issue_date.' })),
    ...shownTextsGiven,
    tax_rate: createFields.tax_rate,
    tax_category: createFields.tax_category,
    tax_exemption_reasons: createFields.tax_exemption_reasons,
    tax_id: createFields.tax_id,
  },
  { title: 'InvoiceProject', additionalProperties: false },
)
export type InvoiceProject = Static<typeof InvoiceProject>

/** A time entry with the columns of its project and task that lists across projects show. */
export interface TimeEntryOfCompanyRow extends TimeEntriesTable {
  project_title: string
  project_public_id: string
  task_title: string | null
}

/** Shows a time entry. */
export const presentTimeEntry = presenter<TimeEntriesTable>()(TimeEntry, time_entries, {})

/** Shows a time entry outside of its project. */
export function presentTimeEntryOfCompany(row: TimeEntryOfCompanyRow): TimeEntryOfCompany {
  const project = { id: row.project_id, title: row.project_title, public_id: row.project_public_id }
  return { ...presentTimeEntry(row), project, task_title: row.task_title }
}

export const timeEntryExample: TimeEntry = {
  id: 'tme_01kb3m8q5sv7x9z1b3d5f7h9k1',
  project_id: 'pro_01kb3m8q5st4w6y8z0b2d4f6h8',
  task_id: 'tsk_01kb3m8q5sc1e3g5j7k9m2n4p6',
  user_id: 'usr_01kb3m8q5sq2v7p3x1w9d4e6rt',
  company_id: 'com_01kb3m8q5sxk2n4v7c9e1g3j5m',
  start_time: '2026-02-10T08:00:00.000Z',
  end_time: '2026-02-10T09:45:00.000Z',
  duration_minutes: 105,
  is_running: false,
  description: 'Form of the delivery address',
  is_billable: true,
  hourly_rate: null,
  internal_cost_rate: 40,
  invoiced: false,
  invoice_id: null,
  metadata: {},
  created_at: '2026-02-10T09:46:10.000Z',
  updated_at: '2026-02-10T09:46:10.000Z',
}
