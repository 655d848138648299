const UNITS_MS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** The values of `--since` and `--until`. */
export const TIME_FORMS = 'now, 2h (back from now: s, m, h or d), 2026-03-01, 2026-03-01T12:00:00Z, or unix seconds'

/** A time as the API reads it: `now`, and `90s`, `30m`, `2h` and `7d` back from now; everything else is left to the API. Pure. */
export function readSince(text: string, now_ms: number): string {
  if (text === 'now') return new Date(now_ms).toISOString()
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  return unit === undefined ? text : new Date(now_ms - Number(count) * UNITS_MS[unit]!).toISOString()
}
