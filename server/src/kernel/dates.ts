// Calendar dates ('2026-03-01': no time zone, no moment) and timestamps ('2026-03-01T12:00:00.000Z': a moment in UTC).
// Both are kept as text, whose alphabetical order is the order in time. `Temporal` says the same of every text and date
// (the tests compare them), but is ten times slower than looking at the digits.

/** Whether the text is a real day from 0001-01-01 to 9999-12-31, written as YYYY-MM-DD and in no other way. */
export function isDate(text: string): boolean {
  return text.length === 10 && startsWithDate(text)
}

/** The date `days` days after `date` (before it, when negative); undefined outside the years 0001 to 9999. */
export function addDays(date: string, days: number): string | undefined {
  if (!isDate(date) || !Number.isSafeInteger(days)) throw new RangeError(`Can't add ${days} days to ${date}`)
  const day = dayNumber(dateYear(date), twoDigits(date, 5), twoDigits(date, 8)) + days
  return day >= FIRST_DAY && day <= LAST_DAY ? writeDay(day) : undefined
}

/** The day that it is in UTC at `now_ms`. */
export function todayUtc(now_ms: number): string {
  return writeDay(Math.floor(now_ms / DAY_MS))
}

/** The year of a date or timestamp, as a number. */
export function dateYear(date: string): number {
  return twoDigits(date, 0) * 100 + twoDigits(date, 2)
}

/**
 * Whether the text is an instant as RFC 3339 writes it: `2026-03-01T12:00:00Z`, or with an offset instead of `Z`
 * (`+02:00`, `-09:30`), with 1 to 9 decimals of a second or none. The year in UTC is 0001 to 9999.
 *
 * Refused: lower-case `t` and `z`, leap seconds (:60), 24:00, a missing offset or second.
 */
export function isTimestamp(text: string): boolean {
  return parseTimestamp(text) !== undefined
}

/** The milliseconds since 1970 of a text for which `isTimestamp` is true; fractions of a millisecond are cut off. */
export function toUtcMilliseconds(text: string): number {
  const at_ms = parseTimestamp(text)
  if (at_ms === undefined) throw new RangeError(`Not a timestamp: ${text}`)
  return at_ms
}

/** The same instant in our only spelling, `2026-03-01T10:00:00.000Z`, of a text for which `isTimestamp` is true. */
export function normalizeTimestamp(text: string): string {
  return timestamp(toUtcMilliseconds(text))
}

/** A moment in our spelling: `2026-03-01T10:00:00.000Z`. */
export function timestamp(now_ms: number): string {
  if (!isInRange(now_ms)) throw new RangeError(`Not within the years 0001 to 9999: ${now_ms} ms`)
  const day = Math.floor(now_ms / DAY_MS)
  const time = Math.floor(now_ms - day * DAY_MS)
  const hours = Math.floor(time / (60 * MINUTE_MS))
  const minutes = Math.floor(time / MINUTE_MS) % 60
  const seconds = Math.floor(time / 1000) % 60
  return `${writeDay(day)}T${PAIRS[hours]}:${PAIRS[minutes]}:${PAIRS[seconds]}.${String(time % 1000).padStart(3, '0')}Z`
}

/** The whole minutes of elapsed time between two timestamps; 0 or below when the end isn't after the start. */
export function elapsedMinutes(start: string, end: string): number {
  return Math.floor((toUtcMilliseconds(end) - toUtcMilliseconds(start)) / MINUTE_MS)
}

/**
 * The timestamp to compare with for a filter like `created[gte]` (edge `from`) or `created[lte]` (edge `until`), both of them
 * inclusive. `text` is a date, a timestamp as `isTimestamp` takes it or a shorter one, or unix seconds up to the year 9999; undefined for
 * anything else. A shorter timestamp lacks its seconds, or its offset (UTC then); a space may replace the `+` of an offset, because
 * query strings decode it so. Unix seconds may have decimals.
 *
 * The whole of what `text` names is included: `until` a date means its last millisecond (23:59:59.999Z), `until` a minute or second without
 * decimals means the last millisecond of that.
 */
export function readMoment(text: string, edge: 'from' | 'until'): string | undefined {
  if (isDate(text)) return edge === 'from' ? `${text}T00:00:00.000Z` : `${text}T23:59:59.999Z`
  const [, seconds, decimals = ''] = UNIX_SECONDS.exec(text) ?? []
  if (seconds !== undefined) return edgeOf(Number(seconds) * 1000 + milliseconds(decimals), edge, decimals === '' ? 1000 : 1)
  const [, minute, second, fraction, zone = 'Z'] = LOOSE_TIMESTAMP.exec(text) ?? []
  if (minute === undefined) return undefined
  const at_ms = parseTimestamp(`${minute}${second ?? ':00'}${fraction ?? ''}${zone.replace(' ', '+')}`)
  return edgeOf(at_ms, edge, second === undefined ? MINUTE_MS : fraction === undefined ? 1000 : 1)
}

/** The first or last millisecond of a span that starts at `at_ms` and is `width_ms` long. */
function edgeOf(at_ms: number | undefined, edge: 'from' | 'until', width_ms: number): string | undefined {
  if (at_ms === undefined || !isInRange(at_ms)) return undefined
  return timestamp(edge === 'until' ? at_ms + width_ms - 1 : at_ms)
}

/** The milliseconds of the decimals of a second; the rest is cut off. */
function milliseconds(decimals: string): number {
  return Number(decimals.slice(0, 3).padEnd(3, '0'))
}

const UNIX_SECONDS = /^(0|[1-9]\d{0,11})(?:\.(\d{1,9}))?$/
const LOOSE_TIMESTAMP = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?:(:\d\d)(\.\d{1,9})?)?(Z|[+ -]\d\d:\d\d)?$/
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const HYPHEN = 0x2d
const ZERO = 0x30

/** The milliseconds since 1970, undefined when the text isn't a timestamp (see `isTimestamp`). */
function parseTimestamp(text: string): number | undefined {
  if (!startsWithDate(text) || !TIME_OF_DAY.test(text)) return undefined
  const day = dayNumber(dateYear(text), twoDigits(text, 5), twoDigits(text, 8))
  let minutes = day * 1440 + twoDigits(text, 11) * 60 + twoDigits(text, 14)
  let time_end = text.length - 1
  if (text.charAt(time_end) !== 'Z') {
    time_end = text.length - 6
    const offset = twoDigits(text, time_end + 1) * 60 + twoDigits(text, time_end + 4)
    minutes += text.charAt(time_end) === '+' ? -offset : offset
  }
  const decimals = time_end > 19 ? milliseconds(text.slice(20, time_end)) : 0
  const at_ms = minutes * MINUTE_MS + twoDigits(text, 17) * 1000 + decimals
  return isInRange(at_ms) ? at_ms : undefined
}

const TIME_OF_DAY = /^.{10}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/** Whether the first ten characters are a real day. */
function startsWithDate(text: string): boolean {
  if (text.charCodeAt(4) !== HYPHEN || text.charCodeAt(7) !== HYPHEN) return false
  const year = dateYear(text)
  const month = twoDigits(text, 5)
  const day = twoDigits(text, 8)
  // Each comparison is false for NaN, which is the value of two characters that aren't digits.
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && (day <= 28 || day <= daysInMonth(year, month))
}

/** The days of a month, 1 to 12. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** The number that the two digits at `at` say, NaN when they aren't digits. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO
  const ones = text.charCodeAt(at + 1) - ZERO
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN
}

/**
 * The days since 1970-01-01. A year is counted from March on, so that the leap day is its last, and 400 years are always 146,097
 * days (Howard Hinnant's `days_from_civil`).
 */
function dayNumber(year: number, month: number, day: number): number {
  const march_year = month > 2 ? year : year - 1
  const century = Math.floor(march_year / 100)
  const day_of_year = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  return 365 * march_year + Math.floor(march_year / 4) - century + Math.floor(century / 4) + day_of_year - DAYS_TO_1970
}

/** The date of a day counted from 1970-01-01: the other way round (`civil_from_days`). */
function writeDay(day_number: number): string {
  const day = day_number + DAYS_TO_1970
  const era = Math.floor(day / 146_097)
  const day_of_era = day - era * 146_097
  const year_of_era = Math.floor(
    (day_of_era - Math.floor(day_of_era / 1460) + Math.floor(day_of_era / 36_524) - Math.floor(day_of_era / 146_096)) / 365,
  )
  const day_of_year = day_of_era - (365 * year_of_era + Math.floor(year_of_era / 4) - Math.floor(year_of_era / 100))
  const month_from_march = Math.floor((5 * day_of_year + 2) / 153)
  const year = era * 400 + year_of_era + (month_from_march >= 10 ? 1 : 0)
  const month = ((month_from_march + 2) % 12) + 1
  const day_of_month = day_of_year - Math.floor((153 * month_from_march + 2) / 5) + 1
  return `${PAIRS[Math.floor(year / 100)]}${PAIRS[year % 100]}-${PAIRS[month]}-${PAIRS[day_of_month]}`
}

const DAYS_TO_1970 = 719_468
/** '00' to '99'. */
const PAIRS = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'))
const FIRST_DAY = dayNumber(1, 1, 1)
const LAST_DAY = dayNumber(9999, 12, 31)

function isInRange(at_ms: number): boolean {
  return at_ms >= FIRST_DAY * DAY_MS && at_ms < (LAST_DAY + 1) * DAY_MS
}
