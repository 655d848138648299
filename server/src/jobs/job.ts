// The next state of a job: after a run that succeeds, fails, or ends with its process, and after a retry by hand. Pure.
import { backOff_ms } from '../kernel/back-off.ts'
import { timestamp } from '../kernel/clock.ts'
import { withoutSecrets } from '../kernel/redact.ts'
import { type AnyJobKind, GiveUp, type Interval } from './job-kind.ts'
import type { JobsTable } from './table.ts'

const INTERVAL_MS: Record<Interval, number> = { hour: 60 * 60 * 1000, quarter: 15 * 60 * 1000 }
/** A moment into the new interval, so that no rounding of a timer runs the work of midnight on the old day. */
const AFTER_ITS_BEGIN_MS = 50
const LONGEST_ERROR = 500
const LONGEST_RESULT = 4_000
/** Errors have causes, which say more: so many are kept. */
const CAUSES_KEPT = 3

/** The changes of a job when a run of it ends, or someone retries it. */
export type Outcome = Pick<
  JobsTable,
  'state' | 'due_at_ms' | 'due_from_ms' | 'attempts' | 'last_error' | 'result' | 'finished_at'
>

/** How long it is until the next full hour, or quarter of an hour, of UTC, which midnight is one of. */
export function untilNext_ms(every: Interval, now_ms: number): number {
  const interval_ms = INTERVAL_MS[every]
  return interval_ms - (now_ms % interval_ms) + AFTER_ITS_BEGIN_MS
}

/** After a run that gave `result`. Work that recurs is pending again: once, however many times were missed. */
export function afterSuccess({ every }: Pick<AnyJobKind, 'every'>, job: JobsTable, result: unknown, now_ms: number): Outcome {
  const told = { last_error: null, result: resultText(result), finished_at: timestamp(now_ms) }
  if (!every) return { ...outcomeOf(job), ...told, state: 'done', due_from_ms: null }
  return { ...pending(job, now_ms, untilNext_ms(every, now_ms)), ...told, attempts: 0 }
}

/** After a run that failed, which `job.attempts` counts already. `chance` is a random number from 0 to 1. */
export function afterFailure(
  kind: Pick<AnyJobKind, 'every' | 'attempts'>,
  job: JobsTable,
  error: unknown,
  now_ms: number,
  chance: number,
): Outcome {
  return afterFault(kind, job, errorText(error), error instanceof GiveUp, now_ms, backOff_ms(job.attempts, chance))
}

/** After a run whose process ended: first at once, then later and later, since it may be the job that ends processes. */
export function afterLoss(kind: Pick<AnyJobKind, 'every' | 'attempts'>, job: JobsTable, now_ms: number, chance: number): Outcome {
  const error = 'The process that ran it ended, or stood still'
  return afterFault(kind, job, error, false, now_ms, backOff_ms(Math.max(0, job.attempts - 1), chance))
}

function afterFault(
  { every, attempts }: Pick<AnyJobKind, 'every' | 'attempts'>,
  job: JobsTable,
  last_error: string,
  is_final: boolean,
  now_ms: number,
  wait_ms: number,
): Outcome {
  if (every) return { ...pending(job, now_ms, Math.min(wait_ms, untilNext_ms(every, now_ms))), last_error }
  if (!is_final && job.attempts < attempts) return { ...pending(job, now_ms, wait_ms), last_error }
  return { ...outcomeOf(job), last_error, state: 'failed', due_from_ms: null, finished_at: timestamp(now_ms) }
}

/** Given back before it was run to its end, because the process ends in order: that run does not count. */
export function afterRelease(job: JobsTable, now_ms: number): Outcome {
  return { ...pending(job, now_ms, 0), attempts: Math.max(0, job.attempts - 1) }
}

/** Retried by hand: due at once, with all of its attempts. */
export function afterRetry(job: JobsTable, now_ms: number): Outcome {
  return { ...pending(job, now_ms, 0), attempts: 0, finished_at: null }
}

function pending(job: JobsTable, now_ms: number, wait_ms: number): Outcome {
  return { ...outcomeOf(job), state: 'pending', due_at_ms: now_ms + wait_ms, due_from_ms: now_ms }
}

function outcomeOf(job: JobsTable): Outcome {
  const { state, due_at_ms, due_from_ms, attempts, last_error, result, finished_at } = job
  return { state, due_at_ms, due_from_ms, attempts, last_error, result, finished_at }
}

/** Results are for people to look at: one that is too long is left out. */
function resultText(result: unknown): string | null {
  const text = JSON.stringify(result ?? null)
  return text === 'null' || text.length > LONGEST_RESULT ? null : text
}

/** A fault in one short line, with its causes and without secrets. */
export function errorText(error: unknown): string {
  const messages: string[] = []
  for (let fault = error; fault !== undefined && messages.length < CAUSES_KEPT; ) {
    messages.push(fault instanceof Error ? fault.message || fault.name : String(fault))
    fault = fault instanceof AggregateError ? fault.errors[0] : fault instanceof Error ? fault.cause : undefined
  }
  const line = messages.join(': ').replace(/\s+/g, ' ').replace(USER_OF_URL, '//…@').replace(BEARER, '$1 …')
  return withoutSecrets(line).slice(0, LONGEST_ERROR).toWellFormed()
}

const USER_OF_URL = /\/\/[^/@\s]+@/g
const BEARER = /\b(bearer|basic|password|passwd|secret|token|api[_-]?key)(?:\s*[=:]\s*|\s+)\S+/gi
