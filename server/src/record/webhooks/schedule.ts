// When a delivery is tried again, and when an endpoint is given up. Pure: times and chance come in from outside.

import { backOff_ms, WAITS_MS } from '../../kernel/back-off.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/** An endpoint at which nothing has arrived for so long is disabled. */
const GIVEN_UP_AFTER_MS = 5 * DAY_MS
const GONE = 410

/** After such a pause without any attempt, failures are counted again: what happened before says nothing about today. */
const PAUSE_MS = 30 * HOUR_MS
/** The precision of the last failure: not each one has to be stored. */
const FAILED_AT_STEP_MS = HOUR_MS

/** What is stored of an endpoint's failures. */
export interface Failures {
  failing_since_ms: number | null
  failed_at_ms: number | null
}

/** The failures of an endpoint after another one; the same object if nothing has to be stored. */
export function withFailure<E extends Failures>(endpoint: E, now_ms: number): E {
  const { failing_since_ms, failed_at_ms } = endpoint
  const is_new = failing_since_ms === null || failed_at_ms === null || now_ms - failed_at_ms > PAUSE_MS
  if (is_new) return { ...endpoint, failing_since_ms: now_ms, failed_at_ms: now_ms }
  return now_ms - failed_at_ms >= FAILED_AT_STEP_MS ? { ...endpoint, failed_at_ms: now_ms } : endpoint
}

/** The result of one attempt. `response_status` is null if there was no answer. */
export interface Result {
  response_status: number | null
  /** The wait that the endpoint requested in Retry-After, in ms from now. */
  retry_after_ms: number | null
}

export function isSuccess(result: Result): boolean {
  return result.response_status !== null && result.response_status >= 200 && result.response_status < 300
}

/**
 * When the next attempt is due after `tries` attempts that failed (`WAITS_MS`), or undefined after the last one. `chance` is a random number from
 * 0 to 1. Retry-After can put it off, never bring it forward.
 */
export function nextAttemptAt(tries: number, result: Result, now_ms: number, chance: number): number | undefined {
  if (tries >= WAITS_MS.length) return undefined
  return now_ms + Math.max(backOff_ms(tries, chance), Math.round(result.retry_after_ms ?? 0))
}

/** Why an endpoint is disabled after an attempt that failed, if it is. `failing_since_ms` is the first failure since the last success. */
export function reasonToDisable(result: Result, failing_since_ms: number, now_ms: number): 'gone' | 'failing' | undefined {
  if (result.response_status === GONE) return 'gone'
  return now_ms - failing_since_ms >= GIVEN_UP_AFTER_MS ? 'failing' : undefined
}
