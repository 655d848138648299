// Pure: the dates of a schedule. Each follows from the start date alone, never from the date before it: the 31st is the last day of a short
// month, and the 31st again afterwards.
import { addDays, daysInMonth } from '../../kernel/dates.ts'

export const FREQUENCIES = ['weekly', 'monthly', 'quarterly', 'yearly'] as const
export type Frequency = (typeof FREQUENCIES)[number]

/** A date each `interval` weeks, months, quarters or years. */
export interface Schedule {
  frequency: Frequency
  interval: number
  start_date: string
}

/** A period of a schedule: it begins on `date`, which is the date of its invoice, and ends the day before the next one. */
export interface Period {
  date: string
  last_date: string
}

const LAST_DATE = '9999-12-31'
const DAYS_OF_WEEK = 7
const DAY_MS = 24 * 60 * 60 * 1000
const MONTHS: Record<Exclude<Frequency, 'weekly'>, number> = { monthly: 1, quarterly: 3, yearly: 12 }

/** The date with an index, 0 for the start date; undefined behind the year 9999. */
export function dateAt({ frequency, interval, start_date }: Schedule, index: number): string | undefined {
  if (frequency === 'weekly') return addDays(start_date, index * interval * DAYS_OF_WEEK)
  const month = monthOf(start_date) + index * interval * MONTHS[frequency]
  const year = Math.floor(month / 12)
  if (year > 9999) return undefined
  const day = Math.min(Number(start_date.slice(8)), daysInMonth(year, (month % 12) + 1))
  return `${String(year).padStart(4, '0')}-${padded((month % 12) + 1)}-${padded(day)}`
}

/** The first period whose date is not before `from`; undefined when there is none up to the year 9999. */
export function firstPeriod(schedule: Schedule, from: string): Period | undefined {
  let index = Math.max(0, indexBefore(schedule, from))
  let date = dateAt(schedule, index)
  while (date !== undefined && date < from) date = dateAt(schedule, ++index)
  if (date === undefined) return undefined
  const next = dateAt(schedule, index + 1)
  return { date, last_date: next === undefined ? LAST_DATE : addDays(next, -1)! }
}

/** An index at most one before the first date from `from` on. */
function indexBefore({ frequency, interval, start_date }: Schedule, from: string): number {
  if (frequency === 'weekly') {
    return Math.floor((Date.parse(from) - Date.parse(start_date)) / (DAY_MS * DAYS_OF_WEEK * interval))
  }
  return Math.floor((monthOf(from) - monthOf(start_date)) / (MONTHS[frequency] * interval))
}

/** Months since the year 0. */
const monthOf = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1

const padded = (number: number) => String(number).padStart(2, '0')
