// A kind of job: a value that its room exports from one file, and that app.ts lists.
import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { WAITS_MS } from '../kernel/back-off.ts'
import type { CompanyId, JobId } from '../kernel/ids.ts'
import type { Database, WriteTx } from '../sql/database.ts'

/** Runs of one kind side by side in a process, where it does not say otherwise. */
const USUAL_CONCURRENCY = 2
/** A longer run counts as failed; what it does afterwards in `change` is undone. */
const USUAL_LIMIT_MS = 15 * 60_000
const LIMIT_OF_RECURRING_MS = 60 * 60_000

/** How often recurring work runs. */
export type Interval = 'hour' | 'quarter'

/** A run of a job, as its handler sees it. */
export interface JobRun<Payload> {
  id: JobId
  /** Null for jobs of the installation as a whole. */
  company_id: CompanyId | null
  payload: Payload
  /** 1 for the first run. */
  attempt: number
  now_ms: number
}

/** The same, for handlers that do more than one transaction. */
export interface LongJobRun<Payload> extends JobRun<Payload> {
  database: Database
  /** Aborted when the process ends, or when the run has taken too long. */
  signal: AbortSignal
}

/** Thrown by a handler when a retry can't help: the job fails at once. */
export class GiveUp extends Error {}

/** The result of a handler, stored with the job: something small that JSON can hold. */
interface Shared<Payload> {
  /** `room.what`, such as `invoices.overdue`. Never changed: jobs in databases have this name. */
  kind: string
  concurrency: number
  /** Runs before it counts as failed. */
  attempts: number
  limit_ms: number
  /** Runs when a process starts and at each full hour, or quarter of an hour, of UTC, for the installation, without a payload. It is never over. */
  every?: Interval | undefined
  /** Throws GiveUp where it is no payload of the kind. */
  check(payload: unknown): asserts payload is Payload
}

/** A kind of job with one of two handlers. Both may run twice for one job, so `run` must be safe to. */
export type JobKind<Payload> = Shared<Payload> &
  (
    | {
        /**
         * Runs in a transaction of the job's company (of none, for the installation), which also marks the job as done: its change
         * is made once, whatever crashes. As in all transactions, it has no effect except through `tx`.
         */
        change(tx: WriteTx, job: JobRun<Payload>): Promise<unknown>
      }
    | {
        /** Does anything, such as a call to the outside. That it is done is written down afterwards, so a crash in between repeats it. */
        run(job: LongJobRun<Payload>): Promise<unknown>
      }
  )

/** Any kind, its payload's type forgotten. */
// biome-ignore lint/suspicious/noExplicitAny: payloads come from the database, and are checked there
export type AnyJobKind = JobKind<any>

type Optional = Partial<Pick<Shared<unknown>, 'concurrency' | 'attempts' | 'limit_ms' | 'every'>>
type Handler<Payload> =
  | { change(tx: WriteTx, job: JobRun<Payload>): Promise<unknown> }
  | { run(job: LongJobRun<Payload>): Promise<unknown> }

/** What it takes to make a job of a kind. */
export type JobName<Payload> = Pick<Shared<Payload>, 'kind' | 'check'>

/**
 * Names a kind of job, for a room that makes jobs that a later room does: that one defines it with the same name and schema, by
 * `defineJob({ ...name, run })`.
 */
export function nameJob<Schema extends TSchema>(kind: string, schema: Schema): JobName<Static<Schema>> & { schema: Schema } {
  return { kind, schema, check: checkOf(kind, schema) }
}

function checkOf<Schema extends TSchema>(kind: string, schema: Schema | undefined): JobName<Static<Schema>>['check'] {
  return (payload) => {
    const is_right = schema ? Check(schema, payload) : payload === null
    if (!is_right) throw new GiveUp(`The payload of a job ${kind} has not its shape`)
  }
}

/** Declares a kind of job. Payloads are checked against `schema` when a job is made and before it runs; without one there is no payload. */
export function defineJob<Schema extends TSchema>(
  parts: { kind: string; schema?: Schema } & Optional & Handler<Static<Schema>>,
): JobKind<Static<Schema>> {
  const { schema, ...given } = parts
  return {
    concurrency: USUAL_CONCURRENCY,
    attempts: WAITS_MS.length,
    limit_ms: parts.every ? LIMIT_OF_RECURRING_MS : USUAL_LIMIT_MS,
    ...given,
    check: checkOf(parts.kind, schema),
  }
}
