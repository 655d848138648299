// The job that reminds: it finds the invoices whose step is due, company by company, a page at a time.

import { stepsOf } from '../../access/companies/reminders.ts'
import { listRemindingCompanies } from '../../access/companies/repository.ts'
import { defineJob, type JobKind } from '../../jobs/job-kind.ts'
import type { CompanyId } from '../../kernel/ids.ts'
import { dayIn } from '../../kernel/time-zones.ts'
import type { Database } from '../../sql/database.ts'
import { type Reminded, type ReminderParts, remind } from './remind.ts'
import { listOpenInvoices, type OpenInvoice, type Place } from './repository.ts'
import { addressProblem, doesCount, type Timing, type Window, windowsOf } from './step.ts'

/** Companies, and invoices of one, that are looked at in one go: requests and other companies wait for no more than that. */
const AT_ONCE = 100
/** Invoices that are reminded of side by side: their transactions share a commit. */
const WRITES_AT_ONCE = 20

/** How far the sweep has come in a company. */
interface Turn {
  company_id: CompanyId
  /** What is still to be looked at. */
  windows: Window[]
  after: Place | undefined
}

export interface SweepCounts {
  /** Mails that were queued. */
  sent: number
  /** Reminders that can't be sent, where that was not known before. */
  waiting: number
}

/**
 * Reminds of every invoice whose latest step is due on the day that `now_ms` is for its company, and was not sent. Companies take turns. One without
 * reminders costs nothing. Failures are reported together at the end, when all others are done. Safe to run at any time and twice.
 */
export async function sweepReminders(
  database: Database,
  parts: ReminderParts,
  now_ms: number,
  signal?: AbortSignal,
): Promise<SweepCounts> {
  const counts: SweepCounts = { sent: 0, waiting: 0 }
  const failures: Error[] = []
  const take = async (turn: Turn) => {
    try {
      return await takeTurn(database, parts, turn, now_ms, counts)
    } catch (error) {
      failures.push(new Error(`Reminders of ${turn.company_id} could not be sent`, { cause: error }))
      return undefined
    }
  }
  // The first turn of each company, then those of the companies with more.
  let unfinished: Turn[] = []
  for (let after = ''; !signal?.aborted; ) {
    const companies = await database.readOne((tx) => listRemindingCompanies(tx, after, AT_ONCE))
    for (const company of companies) {
      const steps: Timing[] = stepsOf(company).map(({ days, since }) => ({ days, since }))
      const windows = windowsOf(steps, dayIn(company.time_zone, now_ms))
      unfinished.push(...present(await take({ company_id: company.id, windows, after: undefined })))
    }
    if (companies.length < AT_ONCE) break
    after = companies.at(-1)!.id
  }
  while (unfinished.length > 0 && !signal?.aborted) {
    const next: Turn[] = []
    for (const turn of unfinished) next.push(...present(await take(turn)))
    unfinished = next
  }
  if (failures.length > 0) throw new AggregateError(failures, `Reminders failed ${failures.length} times; the others are done`)
  return counts
}

const present = (turn: Turn | undefined) => (turn ? [turn] : [])

/** Looks at one page of a company's invoices; gives the next turn, undefined when the company is done. */
async function takeTurn(
  database: Database,
  parts: ReminderParts,
  turn: Turn,
  now_ms: number,
  counts: SweepCounts,
): Promise<Turn | undefined> {
  const { company_id } = turn
  let { after } = turn
  const windows = [...turn.windows]
  for (let left = AT_ONCE; windows.length > 0 && left > 0; ) {
    const { step, from, until } = windows[0]!
    const { days } = step
    const place = after ?? { day: from, id: '' }
    const invoices = await database.readOne((tx) => listOpenInvoices(tx, { company_id, days, after: place, until, limit: left }))
    const due = invoices.filter((invoice) => isToRemind(parts, invoice, step))
    for (let first = 0; first < due.length; first += WRITES_AT_ONCE) {
      const some = due.slice(first, first + WRITES_AT_ONCE)
      const done = await Promise.allSettled(
        some.map(({ id }) =>
          database.write(
            async (tx) => ({ was: await remind(tx, parts, { company_id, invoice_id: id, days }, now_ms) }),
            company_id,
          ),
        ),
      )
      if (count(done, counts)) return undefined
    }
    if (invoices.length < left) {
      windows.shift()
      after = undefined
    } else after = { day: invoices.at(-1)!.due_date, id: invoices.at(-1)!.id }
    left -= invoices.length
  }
  return windows.length > 0 ? { company_id, windows, after } : undefined
}

/** Counts what happened; says whether the company may send no more for now. Throws the first failure, when all have been tried. */
function count(done: readonly PromiseSettledResult<{ was: Reminded }>[], counts: SweepCounts): boolean {
  let is_at_limit = false
  for (const one of done) {
    if (one.status === 'rejected' || one.value.was === 'nothing') continue
    if (one.value.was === 'sent') counts.sent++
    else counts.waiting++
    if (one.value.was === 'email_limit_reached') is_at_limit = true
  }
  const failed = done.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  return is_at_limit
}

/** Whether a transaction is worth it: one that can still not be sent is not tried. */
function isToRemind({ mail }: ReminderParts, invoice: OpenInvoice, step: Timing): boolean {
  if (invoice.reminders_paused || invoice.customer_paused || !doesCount(invoice, step)) return false
  if (invoice.state === null) return true
  if (invoice.state !== 'waiting') return false
  if (invoice.reason === 'email_not_configured') return mail().from !== undefined
  if (invoice.reason === 'email_limit_reached') return true
  const { contact_email, cc_emails } = invoice
  return addressProblem({ contact_email: contact_email ?? '', cc_emails: cc_emails ?? '[]' }) !== invoice.reason
}

/** The job that does it. */
export function remindersJob(parts: ReminderParts): JobKind<null> {
  return defineJob({
    kind: 'invoices.remind',
    // Days begin at a quarter of an hour of UTC, whatever the time zone.
    every: 'quarter',
    run: ({ database, now_ms, signal }) => sweepReminders(database, parts, now_ms, signal),
  }) as JobKind<null>
}
