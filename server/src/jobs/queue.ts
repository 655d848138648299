// Makes jobs, retries them, and removes finished ones.
import { timestamp } from '../kernel/clock.ts'
import { type CompanyId, type JobId, newId } from '../kernel/ids.ts'
import type { Database, WriteTx } from '../sql/database.ts'
import { afterRetry } from './job.ts'
import { type AnyJobKind, defineJob, type JobName } from './job-kind.ts'
import {
  insertJob,
  isKeyTaken,
  JOBS_AT_ONCE,
  JOBS_TOPIC,
  listJobs,
  lockJob,
  makeDueNow,
  ownerOfJob,
  removeOver,
  saveOutcome,
} from './repository.ts'
import type { JobsTable } from './table.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** How long jobs that are over can be looked at. */
export const DONE_KEPT_DAYS = 7
export const FAILED_KEPT_DAYS = 90
/** Payloads name what the job is about and do not contain it. The longest, in characters of JSON. */
const LONGEST_PAYLOAD = 16_000
/** The key of work that recurs. */
const RECURRING_KEY = 'recurring'

export interface NewJob<Payload> {
  kind: JobName<Payload>
  /** The company of the transaction; null for jobs of the installation. */
  company_id: CompanyId | null
  payload: Payload
  /** While a job of the kind and company with this key is not over, no other is made. */
  unique_key?: string | undefined
  /** When it is due; now by default. */
  due_at_ms?: number | undefined
}

/**
 * Makes a job in the transaction of the change that calls for it: there with it, or not at all. Gives its id; undefined where the key is taken.
 * Throws where the payload is not one of the kind.
 */
export async function enqueue<Payload>(tx: WriteTx, wanted: NewJob<Payload>, now_ms: number): Promise<JobId | undefined> {
  const { kind, company_id, unique_key = null, due_at_ms = now_ms } = wanted
  const check: AnyJobKind['check'] = kind.check
  check(wanted.payload)
  const payload = JSON.stringify(wanted.payload ?? null)
  if (payload.length > LONGEST_PAYLOAD) throw new Error(`The payload of a job ${kind.kind} is longer than ${LONGEST_PAYLOAD}`)
  const id = newId('job', now_ms)
  const is_made = await insertJob(tx, {
    company_id: company_id ?? '',
    id,
    kind: kind.kind,
    unique_key,
    payload,
    state: 'pending',
    due_at_ms,
    due_from_ms: null,
    attempts: 0,
    lease: '',
    beat: 0,
    last_error: null,
    result: null,
    created_at: timestamp(now_ms),
    started_at: null,
    finished_at: null,
  })
  if (!is_made) return undefined
  tx.notify(JOBS_TOPIC)
  return id
}

/** Makes the job of a recurring kind if there is none, and makes it due now. */
export async function ensureRecurring(tx: WriteTx, kind: AnyJobKind, now_ms: number): Promise<void> {
  const key = { company_id: null, unique_key: RECURRING_KEY }
  if (await enqueue(tx, { kind, payload: null, ...key }, now_ms)) return
  makeDueNow(tx, { ...key, company_id: '', kind: kind.kind }, now_ms)
}

/** The result of retrying a job by hand. */
export type Retried = { job: JobsTable } | { refused: 'not_found' | 'running' | 'done' | 'replaced' }

/** Makes a job due at once that has failed or that waits, with all of its attempts; in a transaction of its company. */
export async function retryJob(tx: WriteTx, company_id: CompanyId | null, id: JobId, now_ms: number): Promise<Retried> {
  const job = await lockJob(tx, { company_id: company_id ?? '', id })
  if (!job) return { refused: 'not_found' }
  if (job.state === 'running' || job.state === 'done') return { refused: job.state }
  // Another one was made since it failed, and does the same.
  if (job.state === 'failed' && (await isKeyTaken(tx, job))) return { refused: 'replaced' }
  const outcome = afterRetry(job, now_ms)
  if (!(await saveOutcome(tx, job, outcome))) return { refused: 'running' }
  tx.notify(JOBS_TOPIC)
  return { job: { ...job, ...outcome } }
}

/** The same for the operator, who only knows its id. */
export async function retryAnyJob(database: Database, id: JobId, now_ms: number): Promise<Retried> {
  const owner = await database.readOne((tx) => ownerOfJob(tx, id))
  if (owner === undefined) return { refused: 'not_found' }
  return database.write((tx) => retryJob(tx, owner || null, id, now_ms), owner || undefined)
}

/** Retries all failed jobs, or those of a kind; returns how many. */
export async function retryFailedJobs(database: Database, kind: string | undefined, now_ms: number): Promise<number> {
  let retried = 0
  let before: string | undefined
  for (;;) {
    const failed = await database.readOne((tx) => listJobs(tx, { state: 'failed', kind, before, limit: JOBS_AT_ONCE }))
    for (const { id } of failed) if ('job' in (await retryAnyJob(database, id, now_ms))) retried++
    if (failed.length < JOBS_AT_ONCE) return retried
    before = failed.at(-1)!.id
  }
}

/** Removes jobs that are over after a while. */
export const removeOldJobs = defineJob({
  kind: 'jobs.retention',
  every: 'hour',
  async run({ database, now_ms }) {
    let removed = 0
    for (const [state, days] of [
      ['done', DONE_KEPT_DAYS],
      ['failed', FAILED_KEPT_DAYS],
    ] as const) {
      const until = timestamp(now_ms - days * DAY_MS)
      for (let count = JOBS_AT_ONCE; count === JOBS_AT_ONCE; removed += count) {
        count = await database.write((tx) => removeOver(tx, state, until))
      }
    }
    return { removed }
  },
})
