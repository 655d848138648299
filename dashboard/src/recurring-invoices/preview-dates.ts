import { dateAt, type Schedule } from '../../../server/src/billing/recurring-invoices/dates.ts'

/** Dates that a form shows. */
const SHOWN = 4

/** The first dates of a schedule. */
export const firstDates = (schedule: Schedule): string[] =>
  Array.from({ length: SHOWN }, (_, index) => dateAt(schedule, index)).filter((date) => date !== undefined)
