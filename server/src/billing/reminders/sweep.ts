// The job that reminds: it finds the invoices whose step is due, company by company, a page at a time.

import { setImmediate as othersFirst } from 'node:timers/promises'
import { stepsOf } from '../../access/companies/reminders.ts'
import { findCompanyRow, listRemindingCompanies } from '../../access/companies/repository.ts'
import { todayFor } from '../../access/companies/time.ts'
import { defineJob } from '../../jobs/job-kind.ts'
import type { CompanyId } from '../../kernel/ids.ts'
import type { Database } from '../../sql/database.ts'
import { type Reminded, type ReminderParts, remind } from './remind.ts'
import { listOpenInvoices, type OpenInvoice, type Place } from './repository.ts'
import { addressProblem, doesCount, type Timing, type Window, windowsOf } from './step.ts'

/** Companies, and invoices of one, that are looked at in one go: requests and other companies wait for no more than that. */
const AT_ONCE = 100
/** Invoices that are reminded of side by side: their transactions share a commit. */
const WRITES_AT_ONCE = 20
/** Failures after which a company is left alone until the next sweep: one invoice that fails holds up no other. */
const MOST_FAILURES = 20

/** How far the sweep has come in a company. */
interface Turn {
  company_id: CompanyId
  /** What is still to be looked at. */
  windows: Window[]
  after: Place | undefined
  failures: unknown[]
}

export interface SweepCounts {
  /** Mails that were queued. */
  sent: number
  /** Reminders that can't be sent, where that was not known before. */
  waiting: number
}

/** What a sweep works with; `now_ms` is by the clock of the machine. */
interface Sweep {
  database: Database
  parts: ReminderParts
  now_ms: number
  counts: SweepCounts
}

/**
 * Reminds of every invoice whose latest step is due on the day that `now_ms` is for its company, and was not sent. Companies take turns. One without
 * reminders costs nothing. `only` is a sandbox: nothing else is looked at then. Failures are reported together at the end, when all others are
 * done. Safe to run at any time and twice.
 */
export async function sweepReminders(
  database: Database,
  parts: ReminderParts,
  now_ms: number,
  { only, signal }: { only?: CompanyId; signal?: AbortSignal } = {},
): Promise<SweepCounts> {
  const sweep: Sweep = { database, parts, now_ms, counts: { sent: 0, waiting: 0 } }
  const failures: Error[] = []
  const turns: Turn[] = []
  const take = async (turn: Turn) => {
    const is_over = await takeTurn(sweep, turn).catch((error) => turn.failures.push(error) > 0)
    if (!is_over) turns.push(turn)
    else if (turn.failures.length > 0)
      failures.push(new Error(`Reminders of ${turn.company_id} failed`, { cause: new AggregateError(turn.failures) }))
  }
  // The first turn of each company, then those of the companies with more.
  for await (const company of companiesOf(database, only)) {
    if (signal?.aborted) break
    const steps: Timing[] = stepsOf(company).map(({ days, since }) => ({ days, since }))
    const windows = windowsOf(steps, todayFor(company, now_ms))
    await take({ company_id: company.id, windows, after: undefined, failures: [] })
  }
  for (let turn = turns.shift(); turn && !signal?.aborted; turn = turns.shift()) await take(turn)
  if (failures.length > 0) throw new AggregateError(failures, `Reminders failed in ${failures.length} companies`)
  return sweep.counts
}

async function* companiesOf(database: Database, only: CompanyId | undefined) {
  if (only !== undefined) {
    const company = await database.readOne((tx) => findCompanyRow(tx, only))
    if (company) yield company
    return
  }
  for (let after = ''; ; ) {
    const companies = await database.readOne((tx) => listRemindingCompanies(tx, after, AT_ONCE))
    yield* companies
    if (companies.length < AT_ONCE) return
    after = companies.at(-1)!.id
  }
}

/** Looks at one page of a company's invoices; says whether it is done with the company. */
async function takeTurn(sweep: Sweep, turn: Turn): Promise<boolean> {
  await othersFirst()
  const { company_id, windows } = turn
  for (let left = AT_ONCE; windows.length > 0 && left > 0; ) {
    const { step, from, until } = windows[0]!
    const after = turn.after ?? { day: from, id: '' }
    const page = { company_id, days: step.days, after, until, limit: left }
    const invoices = await sweep.database.readOne((tx) => listOpenInvoices(tx, page))
    const due = invoices.filter((invoice) => isToRemind(sweep.parts, invoice, step))
    for (let first = 0; first < due.length; first += WRITES_AT_ONCE) {
      const done = await remindOf(sweep, company_id, due.slice(first, first + WRITES_AT_ONCE), step.days)
      if (isEndOfTurns(turn, done)) return true
    }
    turn.after = invoices.length < left ? undefined : { day: invoices.at(-1)!.due_date, id: invoices.at(-1)!.id }
    if (turn.after === undefined) windows.shift()
    left -= invoices.length
  }
  return windows.length === 0
}

type Done = PromiseSettledResult<{ reminded: Reminded }>

/** Reminds of some invoices, each in a transaction of its own. */
async function remindOf(sweep: Sweep, company_id: CompanyId, due: readonly OpenInvoice[], days: number): Promise<Done[]> {
  const { database, parts, now_ms, counts } = sweep
  const done = await Promise.allSettled(
    due.map(({ id: invoice_id }) =>
      database.write(async (tx) => ({ reminded: await remind(tx, parts, { company_id, invoice_id, days }, now_ms) }), company_id),
    ),
  )
  for (const one of done) {
    if (one.status === 'rejected' || one.value.reminded === 'nothing') continue
    if (one.value.reminded === 'sent') counts.sent++
    else counts.waiting++
  }
  return done
}

/** Whether the company may send no more today, or too much failed in it. */
function isEndOfTurns(turn: Turn, done: readonly Done[]): boolean {
  for (const one of done) if (one.status === 'rejected') turn.failures.push(one.reason)
  const is_at_limit = done.some((one) => one.status === 'fulfilled' && one.value.reminded === 'email_limit_reached')
  return is_at_limit || turn.failures.length >= MOST_FAILURES
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
export const remindersJob = (parts: ReminderParts) =>
  defineJob({
    kind: 'invoices.remind',
    // Days begin at a quarter of an hour of UTC, whatever the time zone.
    every: 'quarter',
    run: ({ database, now_ms, signal }) => sweepReminders(database, parts, now_ms, { signal }),
  })
