// The current time of a company: by the machine's clock, or by that of a sandbox, in its time zone. Pure.
import { dayIn } from '../../kernel/time-zones.ts'
import type { CompaniesTable } from './table.ts'

/** How far the clock of a sandbox may be ahead of the machine's: ten years. */
export const MOST_AHEAD_MS = 10 * 366 * 24 * 60 * 60 * 1000

/** What the time of a company depends on. */
export type CompanyTime = Pick<CompaniesTable, 'time_zone' | 'clock_ahead_ms'>

/** The current moment of a company while the machine's clock shows `real_ms`. */
export const nowFor = ({ clock_ahead_ms }: Pick<CompanyTime, 'clock_ahead_ms'>, real_ms: number): number =>
  real_ms + (clock_ahead_ms ?? 0)

/** The current day of a company, YYYY-MM-DD, while the machine's clock shows `real_ms`. */
export const todayFor = (company: CompanyTime, real_ms: number): string => dayIn(company.time_zone, nowFor(company, real_ms))
