/** Where the current time comes from. Injected everywhere, so that a test can move it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00Z. */
  now_ms(): number
}

/** The machine's clock. */
export const systemClock: Clock = { now_ms: () => Date.now() }

let last_ms = Number.NaN
let last_timestamp = ''

/** A moment as a timestamp, `2026-03-01T12:00:00.000Z`. All that a busy server does in one millisecond asks for the same one: it is written once. */
export function timestamp(ms: number): string {
  if (ms !== last_ms) {
    last_timestamp = new Date(ms).toISOString()
    last_ms = ms
  }
  return last_timestamp
}
