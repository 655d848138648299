import { defineJob } from '../../jobs/job-kind.ts'
import type { CompanyId } from '../../kernel/ids.ts'
import type { Database } from '../../sql/database.ts'
import { sweepDue } from '../documents/sweep.ts'
import { invoiceBecameOverdue } from './events.ts'
import { invoiceStore } from './repository.ts'
import { presentInvoice } from './schema.ts'

/** Makes sent, viewed and partial invoices overdue whose due date has passed and on which money is due (`sweepDue`). */
export const sweepOverdueInvoices = (database: Database, now_ms: number, only?: CompanyId): Promise<number> =>
  sweepDue(database, now_ms, invoiceStore, 'overdue', (after) => invoiceBecameOverdue(presentInvoice(after)), only)

/** The job that does it. */
export const sweepOverdue = defineJob({
  kind: 'invoices.overdue',
  // Days begin at a quarter of an hour of UTC, whatever the time zone.
  every: 'quarter',
  run: async ({ database, now_ms }) => ({ changed: await sweepOverdueInvoices(database, now_ms) }),
})
