// When it is for a company: by the machine's clock, or by that of a sandbox, in its time zone. Pure.
import { dayIn } from '../../kernel/time-zones.ts'
import type { CompaniesTable } from './table.ts'

/** What the time of a company depends on. */
export type CompanyTime = Pick<CompaniesTable, 'time_zone' | 'clock_ahead_ms'>

/** The moment that it is for a company while the machine's clock shows `real_ms`. */
export const nowFor = ({ clock_ahead_ms }: Pick<CompanyTime, 'clock_ahead_ms'>, real_ms: number): number =>
  real_ms + (clock_ahead_ms ?? 0)

/** The day that it is for a company, YYYY-MM-DD, while the machine's clock shows `real_ms`. */
export const todayFor = (company: CompanyTime, real_ms: number): string => dayIn(company.time_zone, nowFor(company, real_ms))
