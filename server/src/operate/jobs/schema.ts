// How a job is shown: to the dashboard's pages, and by `quoin jobs list`.
import { type Static, Type } from 'typebox'
import { presenter } from '../../http/present.ts'
import { Nullable, StringEnum } from '../../http/schema.ts'
import { type JobsTable, jobs } from '../../jobs/table.ts'
import { timestamp } from '../../kernel/clock.ts'

export const JOB_STATES = ['pending', 'running', 'done', 'failed'] as const

export const Job = Type.Object(
  {
    id: Type.String(),
    company_id: Nullable(Type.String({ description: 'Null for what belongs to the installation as a whole.' })),
    kind: Type.String(),
    state: StringEnum(JOB_STATES, { title: 'JobState' }),
    attempts: Type.Integer({
      description: 'Runs that were started since it was made or retried; for recurring work, since it last succeeded.',
    }),
    due_at: Nullable(Type.String({ description: 'When it runs next; null while it runs and after it ended.' })),
    last_error: Nullable(Type.String({ description: 'Why the last run failed, shortened and without secrets.' })),
    result: Nullable(Type.String({ description: 'The result of the last run, as JSON.' })),
    created_at: Type.String(),
    started_at: Nullable(Type.String()),
    finished_at: Nullable(
      Type.String({ description: 'When it was done or failed; of work that recurs, when it last succeeded.' }),
    ),
  },
  { title: 'Job', additionalProperties: false },
)
export type Job = Static<typeof Job>

export const jobExample: Job = {
  id: 'job_01kb3m8q5s7f0h3k6n9q2t5v8x',
  company_id: null,
  kind: 'invoices.overdue',
  state: 'pending',
  attempts: 0,
  due_at: '2026-03-01T13:00:00.050Z',
  last_error: null,
  result: '{"changed":2}',
  created_at: '2026-01-01T08:00:00.000Z',
  started_at: '2026-03-01T12:00:00.061Z',
  finished_at: '2026-03-01T12:00:00.093Z',
}

export const presentJob = presenter<JobsTable>()(Job, jobs, {
  company_id: (job) => job.company_id || null,
  due_at: (job) => (job.state === 'pending' ? timestamp(job.due_at_ms) : null),
})
