import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { CursorPagination, CursorQuery } from '../../http/pagination.ts'
import { StringEnum } from '../../http/schema.ts'
import { DONE_KEPT_DAYS, FAILED_KEPT_DAYS } from '../../jobs/queue.ts'
import { JOB_STATES, Job, jobExample } from './schema.ts'
import { listJobsOf, retryJobOf } from './service.ts'

const OF_DASHBOARD = { tag: 'Dashboard', door: 'session', level: 'admin' } as const

/** Background work, as owners and admins see it. */
export const jobEndpoints: Endpoint[] = [
  endpoint({
    ...OF_DASHBOARD,
    operation_id: 'listJobs',
    method: 'GET',
    path: '/dashboard/api/jobs',
    summary: 'List jobs',
    description: `Background work, newest first. Finished jobs are kept for ${DONE_KEPT_DAYS} days, failed ones until they are retried, or for ${FAILED_KEPT_DAYS} days.`,
    query: Type.Object(
      {
        limit: CursorQuery.limit,
        starting_after: CursorQuery.starting_after,
        of: StringEnum(['company', 'installation'], {
          default: 'company',
          description: 'Whose jobs; those of the installation are for the first organization.',
        }),
        state: Type.Optional(StringEnum(JOB_STATES, { title: 'JobState', description: 'Only jobs in this state.' })),
        kind: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Only jobs of this kind.' })),
      },
      { additionalProperties: false },
    ),
    errors: { 403: ['first_organization_required'] },
    data: Type.Object(
      { jobs: Type.Array(Job), sees_installation: Type.Boolean(), pagination: CursorPagination },
      { additionalProperties: false },
    ),
    example: { jobs: [jobExample], sees_installation: true, pagination: { limit: 50, has_more: false, next_cursor: null } },
    handle: (context, { query }) => listJobsOf(context, query),
  }),
  endpoint({
    ...OF_DASHBOARD,
    operation_id: 'retryJob',
    method: 'POST',
    path: '/dashboard/api/jobs/:id/retry',
    summary: 'Retry a job',
    description: 'Makes a failed or pending job due at once, with all of its attempts.',
    body: Type.Object({}, { additionalProperties: false }),
    body_example: {},
    data: Job,
    example: jobExample,
    errors: { 409: ['job_running', 'job_done', 'job_replaced'] },
    handle: (context, { params }) => retryJobOf(context, params.id),
  }),
]
