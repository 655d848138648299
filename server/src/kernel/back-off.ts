// How long to wait before something that failed is tried again. Pure: chance comes in from outside.

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** The wait before each attempt after the one before it: ten attempts in about 75 hours. */
export const WAITS_MS: readonly number[] = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]
/** Waits vary by up to this share, so that what failed together is not retried together. */
const JITTER = 0.1

/**
 * How long to wait after `tries` attempts that failed, in ms; after more than the schedule has, as long as it waits last. `chance` is a random
 * number from 0 to 1.
 */
export function backOff_ms(tries: number, chance: number): number {
  const wait_ms = WAITS_MS[Math.min(tries, WAITS_MS.length - 1)]!
  return Math.round(wait_ms * (1 - JITTER + 2 * JITTER * chance))
}
