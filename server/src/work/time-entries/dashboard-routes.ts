import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { Pagination, PaginationQuery } from '../../http/pagination.ts'
import { projectExample } from '../projects/schema.ts'
import { taskExample } from '../tasks/schema.ts'
import { filterFields, TimeEntryOfCompany, timeEntryExample } from './schema.ts'
import { getRunningTimer, listCompanyTimeEntries } from './service.ts'

const OF_DASHBOARD = { tag: 'Dashboard', door: 'session' } as const

const example = {
  ...timeEntryExample,
  project: { id: projectExample.id, title: projectExample.title, public_id: projectExample.public_id },
  task_title: taskExample.title,
}

/** The dashboard's endpoints of time across all projects. */
export const timeEntryDashboardEndpoints: readonly Endpoint[] = [
  endpoint({
    ...OF_DASHBOARD,
    operation_id: 'listCompanyTimeEntries',
    is_listing: true,
    method: 'GET',
    path: '/dashboard/api/time-entries',
    summary: 'List the time entries of all projects',
    description: 'The latest start first. `total_minutes` is of all that match, on all pages; a running entry counts 0.',
    query: Type.Object(
      {
        ...PaginationQuery,
        project_id: Type.Optional(Type.String({ description: 'Only time of this project; an unknown one has none.' })),
        ...filterFields,
        user_id: Type.Optional(Type.String({ description: 'Only time of this user; `me` is the caller.' })),
        is_running: Type.Optional(Type.Boolean({ description: 'Only running timers, or only what has ended.' })),
      },
      { additionalProperties: false },
    ),
    data: Type.Object(
      { time_entries: Type.Array(TimeEntryOfCompany), total_minutes: Type.Integer(), pagination: Pagination },
      { additionalProperties: false },
    ),
    example: {
      time_entries: [example],
      total_minutes: timeEntryExample.duration_minutes,
      pagination: { total: 1, limit: 50, offset: 0 },
    },
    handle: (context, { query }) => listCompanyTimeEntries(context, query),
  }),
  endpoint({
    ...OF_DASHBOARD,
    operation_id: 'getRunningTimer',
    method: 'GET',
    path: '/dashboard/api/timer',
    summary: 'Get the running timer',
    description: 'The timer of the member who asks, in the company; null when none runs.',
    data: Type.Object({ time_entry: Type.Union([TimeEntryOfCompany, Type.Null()]) }, { additionalProperties: false }),
    example: { time_entry: null },
    handle: (context) => getRunningTimer(context),
  }),
]
