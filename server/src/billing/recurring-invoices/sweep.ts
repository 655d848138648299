import type { Logger } from 'pino'
import { type SweepScope, sweepScopes } from '../../access/companies/service.ts'
import { todayFor } from '../../access/companies/time.ts'
import { defineJob } from '../../jobs/job-kind.ts'
import type { CompanyId } from '../../kernel/ids.ts'
import type { Database } from '../../sql/database.ts'
import { type GenerationParts, generateDue } from './generate.ts'
import { listDueRecurringInvoices } from './repository.ts'

/** Invoices of one plan at a time, so that others have their turn; after a long time without a server the next ones follow later. */
const MOST_AT_ONCE = 12
/** Plans that are read in one go. */
const PLANS_AT_ONCE = 100

/** What the sweep has of the service besides the database. */
export interface SweepParts extends Omit<GenerationParts, 'database'> {
  log: Pick<Logger, 'warn'>
}

/**
 * Makes the invoices that are due of all companies, at most 12 of each plan at a time, and gives how many. A plan that fails does not hold up the others:
 * unexpected failures are reported together at the end. `only` is a sandbox: nothing else is looked at then. Safe to run at any time, twice, and in
 * several processes at once.
 */
export async function sweepRecurringInvoices(
  database: Database,
  parts: SweepParts,
  now_ms: number,
  { only, signal }: { only?: CompanyId; signal?: AbortSignal } = {},
): Promise<number> {
  const failures: Error[] = []
  let made = 0
  for (const scope of await sweepScopes(database, now_ms, only))
    made += await sweepScope({ ...parts, database }, scope, now_ms, failures, signal)
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      `Could not create the invoices of ${failures.length} recurring invoices; all others are done`,
    )
  return made
}

async function sweepScope(
  parts: GenerationParts & SweepParts,
  scope: SweepScope,
  now_ms: number,
  failures: Error[],
  signal: AbortSignal | undefined,
): Promise<number> {
  let after = { day: '', id: '' }
  let made = 0
  for (;;) {
    const due = await parts.database.read((tx) => listDueRecurringInvoices(tx, scope, after, PLANS_AT_ONCE))
    for (const plan of due) {
      if (signal?.aborted) return made
      if (plan.day > todayFor(plan, now_ms)) continue
      try {
        const { invoices, told } = await generateDue(parts, plan, now_ms + made, MOST_AT_ONCE)
        made += invoices
        if (told !== undefined) parts.log.warn({ company_id: plan.company_id, recurring_invoice_id: plan.id }, told)
      } catch (error) {
        failures.push(new Error(`Could not create an invoice of ${plan.id} of ${plan.company_id}`, { cause: error }))
      }
    }
    if (due.length < PLANS_AT_ONCE) return made
    after = { day: due.at(-1)!.day, id: due.at(-1)!.id }
  }
}

/** The job that does it. */
export const recurringInvoicesJob = (parts: SweepParts) =>
  defineJob({
    kind: 'recurring.invoices',
    // Days begin at a quarter of an hour of UTC, whatever the time zone.
    every: 'quarter',
    run: async ({ database, now_ms, signal }) => ({ made: await sweepRecurringInvoices(database, parts, now_ms, { signal }) }),
  })
