const UNITS_MS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A time as the API reads it: `90s`, `30m`, `2h` and `7d` count back from now, everything else is left to the API. Pure. */
export function readSince(text: string, now_ms: number): string {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  return unit === undefined ? text : new Date(now_ms - Number(count) * UNITS_MS[unit]!).toISOString()
}
