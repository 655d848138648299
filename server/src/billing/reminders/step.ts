// Pure: which step of a company's reminders is due for an invoice (decisions/040-reminders.md).
import type { Step } from '../../access/companies/reminders.ts'
import { addDays } from '../../kernel/dates.ts'
import { isMailAddress, readEmail } from '../../kernel/email.ts'
import type { InvoicesTable } from '../invoices/table.ts'

/** Of a step: when it counts. */
export type Timing = Pick<Step, 'days' | 'since'>
type Dated = Pick<InvoicesTable, 'due_date' | 'issue_date' | 'issued_on'>

/** The day of a step. */
export const dayOf = ({ due_date }: Pick<InvoicesTable, 'due_date'>, { days }: Pick<Step, 'days'>): string =>
  moved(due_date, days)

/** Whether a step counts for an invoice: its day is not before it was set, nor before the invoice was issued. */
export const doesCount = (invoice: Dated, step: Timing): boolean => {
  const day = dayOf(invoice, step)
  return day >= step.since && day >= (invoice.issued_on ?? invoice.issue_date)
}

/** The steps that have become due, the latest last. Only the latest is sent; those before it are over. */
export const dueSteps = <S extends Timing>(steps: readonly S[], invoice: Dated, today: string): S[] =>
  steps.filter((step) => dayOf(invoice, step) <= today && doesCount(invoice, step)).sort((a, b) => a.days - b.days)

/** The due dates, first and last, of which a step is the latest that is due. */
export interface Window<S extends Timing = Timing> {
  from: string
  until: string
  step: S
}

/**
 * The due dates for which a step is due, each date once: with the latest step that counts for it. So an index of due dates finds the invoices
 * of each step. When an invoice was issued is for the caller to look at (`dueSteps`).
 */
export function windowsOf<S extends Timing>(steps: readonly S[], today: string): Window<S>[] {
  const windows: Window<S>[] = []
  for (const step of steps.toSorted((a, b) => b.days - a.days)) {
    let free = [{ from: moved(step.since, -step.days), until: moved(today, -step.days) }]
    for (const taken of windows) {
      free = free.flatMap(({ from, until }) => [
        { from, until: earlier(until, moved(taken.from, -1)) },
        { from: later(from, moved(taken.until, 1)), until },
      ])
      free = free.filter(({ from, until }) => from <= until)
    }
    windows.push(...free.filter(({ from, until }) => from <= until).map((dates) => ({ ...dates, step })))
  }
  return windows
}

/** A date that many days later, at most the last there is. */
const moved = (date: string, days: number) => addDays(date, days) ?? (days < 0 ? '0001-01-01' : '9999-12-31')
const earlier = (a: string, b: string) => (a < b ? a : b)
const later = (a: string, b: string) => (a > b ? a : b)

/** Why a customer can't get mails; undefined: they can be sent. `cc_emails` is as it is stored. */
export function addressProblem(customer: {
  contact_email: string
  cc_emails: string
}): 'no_address' | 'invalid_address' | undefined {
  if (customer.contact_email.trim() === '') return 'no_address'
  const addresses = [customer.contact_email, ...(JSON.parse(customer.cc_emails) as string[])]
  return addresses.every((address) => isMailAddress(readEmail(address))) ? undefined : 'invalid_address'
}
