// How the clock of a sandbox moves. Pure.
import { invalid } from '../../kernel/errors.ts'
import { startOfDay } from '../../kernel/time-zones.ts'
import { type CompanyTime, MOST_AHEAD_MS, nowFor } from '../companies/time.ts'
import { type AdvanceSandbox, MOST_DAYS } from './schema.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The moment that a request moves the clock to, while the machine's shows `real_ms`. Throws 400 for both of `days` and `to` or neither, an invalid
 * moment, one in the past, or more than 366 days ahead of the clock or ten years ahead of the machine's.
 */
export function targetOf(input: AdvanceSandbox, company: CompanyTime, real_ms: number): number {
  const target_ms = askedFor(input, company.time_zone, nowFor(company, real_ms))
  if (target_ms > real_ms + MOST_AHEAD_MS)
    throw invalid(input.to === undefined ? 'days' : 'to', 'A sandbox can be at most ten years ahead: make a new one')
  return target_ms
}

function askedFor({ days, to }: AdvanceSandbox, time_zone: string, now_ms: number): number {
  const both = days !== undefined && to !== undefined
  if (both || (days === undefined && to === undefined)) {
    throw invalid('days', 'Give days, or to: one of them', both ? 'parameter_invalid' : 'parameter_missing')
  }
  if (days !== undefined) return now_ms + days * DAY_MS
  const target = readMoment(to!, time_zone)
  if (target === undefined) {
    throw invalid('to', 'to must be a moment like 2027-01-31T09:30:00Z, or a day like 2027-01-31')
  }
  if (target <= now_ms) throw invalid('to', 'to must be later than what the clock shows (GET /v1/sandbox): it goes forward only')
  if (target > now_ms + MOST_DAYS * DAY_MS)
    throw invalid('to', `to must be at most ${MOST_DAYS} days ahead: move the clock in several steps`)
  return target
}

function readMoment(text: string, time_zone: string): number | undefined {
  try {
    return /^\d{4}-\d{2}-\d{2}$/.test(text)
      ? Date.parse(startOfDay(time_zone, text))
      : Temporal.Instant.from(text).epochMilliseconds
  } catch {
    return undefined
  }
}

/** When the next day begins in the time zone, after `now_ms`. */
export function nextMidnight(time_zone: string, now_ms: number): number {
  const there = Temporal.Instant.fromEpochMilliseconds(Math.floor(now_ms)).toZonedDateTimeISO(time_zone)
  let date = there.toPlainDate()
  for (;;) {
    date = date.add({ days: 1 })
    const start = Date.parse(startOfDay(time_zone, date.toString()))
    if (start > now_ms) return start
  }
}

/**
 * Where the clock goes next on its way from `now_ms` to `target_ms`: no further than the start of the next day, and than what is due in
 * `waits_ms` (undefined: nothing), so that each happens at its time and in its order.
 */
export function nextStop(
  company: Pick<CompanyTime, 'time_zone'>,
  now_ms: number,
  target_ms: number,
  waits_ms: number | undefined,
): number {
  const due_ms = waits_ms === undefined ? target_ms : now_ms + Math.max(1, Math.ceil(waits_ms))
  return Math.min(target_ms, nextMidnight(company.time_zone, now_ms), due_ms)
}
