// Faults in the log, bounded: what fails again and again is told once a minute, with how often.
import type { Logger } from 'pino'

const TOLD_EVERY_MS = 60_000

/** Gives the function that logs a fault, unless the same sentence was logged within the last minute; `failures` counts those since then. */
export function createTeller(log: Logger) {
  const told = new Map<string, { at: number; untold: number }>()
  return (sentence: string, error: unknown, details: object): void => {
    const now = performance.now()
    const last = told.get(sentence) ?? { at: Number.NEGATIVE_INFINITY, untold: 0 }
    told.set(sentence, last)
    last.untold++
    if (now - last.at < TOLD_EVERY_MS) return
    log.error({ err: error, ...details, failures: last.untold }, sentence)
    last.at = now
    last.untold = 0
  }
}
