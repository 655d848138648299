import type { Logger } from 'pino'
import { lastToday } from '../../access/companies/service.ts'
import { defineJob } from '../../jobs/job-kind.ts'
import { type GenerationParts, generateDue, todayOf } from './generate.ts'
import { listDueRecurringInvoices } from './repository.ts'

/** Invoices of one plan in one run: more of them, after a long time without a server, are made by the next runs. */
const MOST_AT_ONCE = 12
/** Plans that are read in one go. */
const PLANS_AT_ONCE = 100

/** What the sweep has of the service besides the database. */
export interface SweepParts extends Omit<GenerationParts, 'database'> {
  log: Pick<Logger, 'warn'>
}

/**
 * Makes the invoices that are due of all companies, at most 12 of each plan, and gives how many. A plan that fails does not hold up the others:
 * unexpected failures are reported together at the end. Safe to run at any time, twice, and in several processes at once.
 */
async function sweepRecurringInvoices(parts: GenerationParts & SweepParts, now_ms: number): Promise<number> {
  const failures: Error[] = []
  const last_today = await lastToday(parts.database, now_ms)
  let after = { day: '', id: '' }
  let made = 0
  for (;;) {
    const due = await parts.database.read((tx) => listDueRecurringInvoices(tx, last_today, after, PLANS_AT_ONCE))
    for (const plan of due) {
      if (plan.day > todayOf(plan, now_ms)) continue
      try {
        const { invoices, told } = await generateDue(parts, plan, now_ms, MOST_AT_ONCE)
        made += invoices
        if (told !== undefined) parts.log.warn({ company_id: plan.company_id, recurring_invoice_id: plan.id }, told)
      } catch (error) {
        failures.push(new Error(`No invoice could be made of ${plan.id} of ${plan.company_id}`, { cause: error }))
      }
    }
    if (due.length < PLANS_AT_ONCE) break
    after = { day: due.at(-1)!.day, id: due.at(-1)!.id }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `No invoice could be made of ${failures.length} recurring invoices; the others are done`)
  return made
}

/** The job that does it. */
export const recurringInvoicesSweep = (parts: SweepParts) =>
  defineJob({
    kind: 'recurring.invoices',
    // Days begin at a quarter of an hour of UTC, whatever the time zone.
    every: 'quarter',
    run: async ({ database, now_ms }) => ({ made: await sweepRecurringInvoices({ ...parts, database }, now_ms) }),
  })
