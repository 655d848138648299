// What time it is for the company at work: that of this device, unless it is a sandbox.

let ahead_ms = 0

/** Says how far the clock of the company is ahead. */
export function setClockAhead(ms: number): void {
  ahead_ms = ms
}

/** The moment that it is for the company, in milliseconds. */
export const nowMs = (): number => Date.now() + ahead_ms
