/** Where the current time comes from. Injected everywhere, so that a test can move it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00Z. */
  now_ms(): number
}

/** The machine's clock. */
export const systemClock: Clock = { now_ms: () => Date.now() }
