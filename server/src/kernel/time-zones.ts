// Time zones by their IANA names, and the day that it is in one.
import { timestamp, todayUtc } from './dates.ts'

/** The time zone of a company that names none. */
export const UTC = 'UTC'

/** The name of a time zone in its usual spelling: `europe/berlin` is `Europe/Berlin`. Undefined for anything else, offsets like `+01:00` too. */
export function readTimeZone(text: string): string | undefined {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(text)) return undefined
  try {
    return new Temporal.ZonedDateTime(0n, text).timeZoneId
  } catch {
    return undefined
  }
}

/** A day of a zone: its date, and the milliseconds from which and until which it is that day there. */
interface Day {
  date: string
  from_ms: number
  until_ms: number
}

/** The day that was asked for last in each zone: a few hundred at most, since only names of zones get here. */
const last_days = new Map<string, Day>()

/**
 * The date that it is in a time zone at `now_ms`, YYYY-MM-DD. A zone that changes its clocks, or skips a whole day, does so here too. Throws a
 * RangeError for a name that `readTimeZone` does not know.
 */
export function dayIn(zone: string, now_ms: number): string {
  if (zone === UTC) return todayUtc(now_ms)
  const last = last_days.get(zone)
  if (last && last.from_ms <= now_ms && now_ms < last.until_ms) return last.date
  const day = dayAround(zone, now_ms)
  last_days.set(zone, day)
  return day.date
}

function dayAround(zone: string, now_ms: number): Day {
  const there = Temporal.Instant.fromEpochMilliseconds(Math.floor(now_ms)).toZonedDateTimeISO(zone)
  const date = there.toPlainDate()
  // Not the start of the next date: Apia had no 30 December 2011, and clocks may go back over midnight.
  const change = there.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY
  const next = date.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds
  return { date: date.toString(), from_ms: now_ms, until_ms: Math.min(change, next) }
}

/** The moment at which a date begins in a time zone, as a timestamp; of a date that the zone skips, the start of the next one. */
export function startOfDay(zone: string, date: string): string {
  return timestamp(Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds)
}
