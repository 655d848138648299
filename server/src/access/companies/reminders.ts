// Pure: the steps in which a company reminds its customers, and since when each of them counts (decisions/040-reminders.md).
import { invalid } from '../../kernel/errors.ts'
import { hasControls } from '../../kernel/text.ts'
import type { Reminder } from './schema.ts'
import type { CompaniesTable } from './table.ts'

/** A step as it is stored. */
export interface Step {
  /** From the due date: −7 is a week before it. */
  days: number
  /** Null: as the company words its reminders, else as the language does. */
  subject: string | null
  message: string | null
  /** The first day that it counts for: that on which it was set. */
  since: string
}

/** The steps of a company, by their days. */
export const stepsOf = ({ reminders }: Pick<CompaniesTable, 'reminders'>): Step[] => JSON.parse(reminders) as Step[]

/**
 * The steps after a change, as they are stored: by their days. One that was there keeps the day since when it counts, whatever becomes of its texts; a new
 * one counts from `today` on. Throws 400 for two steps of one day, and for a subject of several lines.
 */
export function changedSteps(before: CompaniesTable, changes: readonly Reminder[] | null | undefined, today: string): string {
  if (changes === undefined) return before.reminders
  const since = new Map(stepsOf(before).map((step) => [step.days, step.since]))
  const steps = (changes ?? []).map(({ days, subject = null, message = null }, index): Step => {
    const param = `reminders[${index}]`
    if (changes!.findIndex((other) => other.days === days) !== index)
      throw invalid(
        `${param}.days`,
        `${param}.days must be another number than those of the other reminders: ${days} is there twice`,
      )
    if (subject !== null && hasControls(subject))
      throw invalid(`${param}.subject`, `${param}.subject must be one line, without line breaks and control characters`)
    return { days, subject, message, since: since.get(days) ?? today }
  })
  return JSON.stringify(steps.sort((a, b) => a.days - b.days))
}
