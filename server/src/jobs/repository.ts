// The SQL of jobs. Only the runner asks for the jobs of all companies; every other statement names one.
import { sql } from 'kysely'
import { timestamp } from '../kernel/clock.ts'
import type { CompanyId, JobId } from '../kernel/ids.ts'
import type { Tx, WriteTx } from '../sql/database.ts'
import { insertRows, literals, statement, statementFamily } from '../sql/statement.ts'
import type { Outcome } from './job.ts'
import { type JobsTable, jobs } from './table.ts'

/** Where a job is: its key. */
export type JobKey = Pick<JobsTable, 'company_id' | 'id'>
type Owner = JobsTable['company_id']
export type JobState = JobsTable['state']

/** Due jobs of a kind that are looked at in one go. */
const WINDOW = 8
/** Companies whose jobs are looked for when there are more. */
const COMPANIES_AT_ONCE = 8
const OF_COMPANY_AT_ONCE = 2
/** Jobs that are removed, or listed to be retried, at once. */
export const JOBS_AT_ONCE = 100

const [PENDING, RUNNING] = literals('pending', 'running')

/** The topic of `Database.onNotify` when a job was made due. */
export const JOBS_TOPIC = 'jobs'

const insert = insertRows(jobs, (row) => row.onConflict((taken) => taken.doNothing()).returning('id'))

const findJob = statement<JobKey>()((db, p, dialect) =>
  dialect.forUpdate(db.selectFrom('jobs').selectAll().where('company_id', '=', p.company_id).where('id', '=', p.id)),
)

const findDue = statement<{ kind: string; now_ms: number }>()((db, p) =>
  db
    .selectFrom('jobs')
    .select(['company_id', 'id', 'kind', 'due_at_ms'])
    .where('kind', '=', p.kind)
    .where('state', '=', PENDING!)
    .where('due_at_ms', '<=', p.now_ms)
    .orderBy('due_at_ms')
    .limit(sql.lit(WINDOW)),
)

const findNextCompany = statement<{ kind: string; company_id: string }>()((db, p) =>
  db
    .selectFrom('jobs')
    .select(['company_id', 'due_at_ms'])
    .where('kind', '=', p.kind)
    .where('state', '=', PENDING!)
    .where('company_id', '>', p.company_id as Owner)
    .orderBy('company_id')
    .orderBy('due_at_ms')
    .limit(sql.lit(1)),
)

const findDueOfCompany = statement<{ kind: string; company_id: Owner; now_ms: number }>()((db, p) =>
  db
    .selectFrom('jobs')
    .select(['company_id', 'id', 'kind', 'due_at_ms'])
    .where('kind', '=', p.kind)
    .where('state', '=', PENDING!)
    .where('company_id', '=', p.company_id)
    .where('due_at_ms', '<=', p.now_ms)
    .orderBy('due_at_ms')
    .limit(sql.lit(OF_COMPANY_AT_ONCE)),
)

const findFree = statement<JobKey & { now_ms: number }>()((db, p, dialect) =>
  dialect.forUpdateOfFree(
    db
      .selectFrom('jobs')
      .selectAll()
      .where('company_id', '=', p.company_id)
      .where('id', '=', p.id)
      .where('state', '=', PENDING!)
      .where('due_at_ms', '<=', p.now_ms),
  ),
)

const findEarliest = statement<{ kind: string }>()((db, p) =>
  db
    .selectFrom('jobs')
    .select('due_at_ms')
    .where('kind', '=', p.kind)
    .where('state', '=', PENDING!)
    .orderBy('due_at_ms')
    .limit(sql.lit(1)),
)

const claim = statement<JobKey & { lease: string; started_at: string }>()((db, p) =>
  db
    .updateTable('jobs')
    .set((one) => ({
      state: 'running' as const,
      lease: p.lease,
      beat: 0,
      started_at: p.started_at,
      attempts: one('attempts', '+', 1),
    }))
    .where('company_id', '=', p.company_id)
    .where('id', '=', p.id),
)

const beat = statement<JobKey & { lease: string }>()((db, p) =>
  db
    .updateTable('jobs')
    .set((one) => ({ beat: one('beat', '+', 1) }))
    .where('company_id', '=', p.company_id)
    .where('id', '=', p.id)
    .where('lease', '=', p.lease),
)

const end = statement<JobKey & Outcome & { state_was: JobState; lease_was: string }>()((db, p) =>
  db
    .updateTable('jobs')
    .set({
      state: p.state,
      due_at_ms: p.due_at_ms,
      due_from_ms: p.due_from_ms,
      attempts: p.attempts,
      last_error: p.last_error,
      result: p.result,
      finished_at: p.finished_at,
      lease: '',
    })
    .where('company_id', '=', p.company_id)
    .where('id', '=', p.id)
    .where('state', '=', p.state_was)
    .where('lease', '=', p.lease_was),
)

const findRunning = statement<object>()((db) => db.selectFrom('jobs').selectAll().where('state', '=', RUNNING!))

const findLostWait = statement<{ after_ms: number }>()((db, p) =>
  db.selectFrom('jobs').select('id').where('state', '=', PENDING!).where('due_from_ms', '>', p.after_ms).limit(sql.lit(1)),
)

const endWaits = statement<{ after_ms: number; now_ms: number }>()((db, p) =>
  db
    .updateTable('jobs')
    .set({ due_at_ms: p.now_ms, due_from_ms: p.now_ms })
    .where('state', '=', PENDING!)
    .where('due_from_ms', '>', p.after_ms),
)

const hasLiving = statement<{ company_id: Owner; kind: string; unique_key: string }>()((db, p) =>
  db
    .selectFrom('jobs')
    .select('id')
    .where('company_id', '=', p.company_id)
    .where('kind', '=', p.kind)
    .where('unique_key', '=', p.unique_key)
    .where('state', 'in', [PENDING!, RUNNING!]),
)

const makeDue = statement<{ company_id: Owner; kind: string; unique_key: string; now_ms: number }>()((db, p) =>
  db
    .updateTable('jobs')
    .set({ due_at_ms: p.now_ms, due_from_ms: p.now_ms })
    .where('company_id', '=', p.company_id)
    .where('kind', '=', p.kind)
    .where('unique_key', '=', p.unique_key)
    .where('state', '=', PENDING!),
)

const findOver = statementFamily<{ state: 'done' | 'failed' }, { until: string }>()((db, p, { state }) =>
  db
    .selectFrom('jobs')
    .select(['company_id', 'id'])
    .where('state', '=', literals(state)[0]!)
    .where('finished_at', '<', p.until)
    .orderBy('finished_at')
    .limit(sql.lit(JOBS_AT_ONCE)),
)

const remove = statement<JobKey>()((db, p) => db.deleteFrom('jobs').where('company_id', '=', p.company_id).where('id', '=', p.id))

type Shape = { of_company: boolean; by_state: boolean; by_kind: boolean }
type Filter = { company_id: Owner; state: JobState; kind: string; before: string; limit: number }

/** The filter is compared as a pair with the id, so that only the index that begins with it fits: SQLite would walk the key. */
const findPage = statementFamily<Shape, Filter>()((db, p, shape, dialect) => {
  let query = db.selectFrom('jobs').selectAll()
  if (shape.of_company) query = query.where('company_id', '=', p.company_id)
  const column = shape.by_state ? 'state' : shape.by_kind ? 'kind' : undefined
  if (column === undefined) return dialect.firstRows(query.where('id', '<', p.before as JobId).orderBy('id', 'desc'), p.limit)
  const pair = sql`(${sql.ref(column)}, ${sql.ref('id')})`
  query = query
    .where(sql<boolean>`${pair} < (${p[column]}, ${p.before})`)
    .where(sql<boolean>`${pair} > (${p[column]}, ${sql.lit('')})`)
  if (shape.by_state && shape.by_kind) query = query.where('kind', '=', p.kind)
  return dialect.firstRows(query.orderBy(column, 'desc').orderBy('id', 'desc'), p.limit)
})

const findOwner = statement<{ id: JobId }>()((db, p) => db.selectFrom('jobs').select('company_id').where('id', '=', p.id))

/** Adds a job, unless its key is taken; says whether it did. */
export const insertJob = async (tx: WriteTx, job: JobsTable) => (await insert(tx, [job])).length === 1
/** Finds a job and locks it. */
export const lockJob = (tx: Tx, key: JobKey) => findJob.first(tx, key)
/** Whose job it is that only its id is known of. */
export const ownerOfJob = async (tx: Tx, id: JobId) => (await findOwner.first(tx, { id }))?.company_id
/** When the next pending job of a kind is due; undefined if there is none. */
export const earliestDue = async (tx: Tx, kind: string) => (await findEarliest.first(tx, { kind }))?.due_at_ms
/** Leases a due job and returns it; undefined if another process has it or is about to. Waits for nobody. */
export async function claimJob(
  tx: WriteTx,
  { company_id, id }: JobKey,
  lease: string,
  now_ms: number,
): Promise<JobsTable | undefined> {
  const job = await findFree.first(tx, { company_id, id, now_ms })
  if (!job) return undefined
  const started_at = timestamp(now_ms)
  claim.post(tx, { company_id, id, lease, started_at })
  return { ...job, state: 'running', lease, beat: 0, started_at, attempts: job.attempts + 1 }
}
/** Shows that a job still runs. */
export const beatJob = (tx: WriteTx, { company_id, id, lease }: JobsTable) => beat.post(tx, { company_id, id, lease })
/** Stores the outcome of a job, unless another process has it by now; returns whether it did. `job` is the job as it was read. */
export async function saveOutcome(tx: WriteTx, job: JobsTable, outcome: Outcome): Promise<boolean> {
  const { company_id, id, state: state_was, lease: lease_was } = job
  return (await end.run(tx, { ...outcome, company_id, id, state_was, lease_was })) === 1
}
/** All that runs anywhere: few, since each process runs few. */
export const listRunning = (tx: Tx) => findRunning.all(tx, {})
/** Whether a wait began at a moment that is still to come, by more than the clocks of processes may differ. */
export const hasLostWait = async (tx: Tx, after_ms: number) => (await findLostWait.first(tx, { after_ms })) !== undefined
/** Makes those jobs due. */
export const endLostWaits = (tx: WriteTx, after_ms: number, now_ms: number) => endWaits.post(tx, { after_ms, now_ms })
/** Makes the pending job of a key due now. */
export const makeDueNow = (tx: WriteTx, key: { company_id: Owner; kind: string; unique_key: string }, now_ms: number) =>
  makeDue.post(tx, { ...key, now_ms })
/** Whether the key of a job belongs to one that is not over. */
export async function isKeyTaken(tx: Tx, { company_id, kind, unique_key }: JobsTable): Promise<boolean> {
  return unique_key !== null && (await hasLiving.first(tx, { company_id, kind, unique_key })) !== undefined
}

/** A job that is due, as far as choosing must know it. */
export type DueJob = Pick<JobsTable, 'company_id' | 'id' | 'kind' | 'due_at_ms'>

/**
 * Due jobs of a kind: those that have waited longest, and if there are more, also those of the companies after `after`. So a company with
 * very many jobs hides no other's. Returns the company to continue after.
 */
export async function listDue(tx: Tx, kind: string, now_ms: number, after: string): Promise<{ jobs: DueJob[]; after: string }> {
  const jobs = await findDue.all(tx, { kind, now_ms })
  if (jobs.length < WINDOW) return { jobs, after }
  const seen = new Set(jobs.map(({ id }) => id))
  let company_id = after
  for (let step = 0; step < COMPANIES_AT_ONCE; step++) {
    const next = await findNextCompany.first(tx, { kind, company_id })
    // From the beginning again; the installation comes before all companies.
    company_id = next?.company_id ?? ''
    if (next && next.due_at_ms > now_ms) continue
    const of_company = await findDueOfCompany.all(tx, { kind, company_id: company_id as Owner, now_ms })
    jobs.push(...of_company.filter(({ id }) => !seen.has(id)))
    for (const { id } of of_company) seen.add(id)
  }
  return { jobs, after: company_id }
}

/** Removes jobs that finished before `until`, up to a number; returns how many. */
export async function removeOver(tx: WriteTx, state: 'done' | 'failed', until: string): Promise<number> {
  const over = await findOver({ state }).all(tx, { until })
  for (const { company_id, id } of over) remove.post(tx, { company_id, id })
  return over.length
}

export interface JobFilter {
  /** Null: jobs of the installation. Undefined: all. */
  company_id?: CompanyId | null | undefined
  state?: JobState | undefined
  kind?: string | undefined
  /** Only jobs made before this one. */
  before?: string | undefined
  limit: number
}

/** The newest jobs that a filter names, newest first. */
export function listJobs(tx: Tx, { company_id, state, kind, before, limit }: JobFilter): Promise<JobsTable[]> {
  const shape = { of_company: company_id !== undefined, by_state: state !== undefined, by_kind: kind !== undefined }
  const filter = {
    company_id: company_id ?? '',
    state: state ?? 'done',
    kind: kind ?? '',
    before: before ?? AFTER_ALL,
    limit,
  } as const
  return findPage(shape).all(tx, filter)
}

/** Sorts after each id. */
const AFTER_ALL = 'job_~'
