// Making invoices overdue: runs at startup, at each UTC midnight and every hour.

import { defineJob } from '../../jobs/job-kind.ts'
import { recordEvents } from '../../record/events/record.ts'
import type { Database } from '../../sql/database.ts'
import { sweepByCompany } from '../documents/sweep.ts'
import { invoiceBecameOverdue } from './events.ts'
import { findInvoice, listOverdue, saveInvoice } from './repository.ts'
import { type InvoiceRecord, presentInvoice } from './schema.ts'

/**
 * Sets every sent, viewed or partial invoice overdue whose due date lies before the UTC day of `now_ms` and on which money is due, with one
 * `invoice.overdue` event each, in the same transaction. Gives how many. Safe to run at any time and twice; see `sweepByCompany` for faults.
 */
export function sweepOverdueInvoices(database: Database, now_ms: number): Promise<number> {
  const now = new Date(now_ms).toISOString()
  const today = now.slice(0, 10)
  return sweepByCompany(
    database,
    (tx, after, limit) => listOverdue(tx, today, after, limit),
    async (tx, company_id, id) => {
      const before = await findInvoice(tx, company_id, id)
      // It may have been paid, or swept by another process, since it was listed.
      if (!before || !isOverdue(before, today)) return false
      const after = { ...before, status: 'overdue' as const, updated_at: now }
      await saveInvoice(tx, before, after, false)
      await recordEvents(tx, { company_id, now }, invoiceBecameOverdue(presentInvoice(after)))
      return true
    },
  )
}

/** The condition of `listOverdue`, of a row that is locked. */
function isOverdue(invoice: InvoiceRecord, today: string): boolean {
  const { status, due_date, amount_due } = invoice
  return due_date < today && amount_due > 0 && (status === 'sent' || status === 'viewed' || status === 'partial')
}

/** The job that does it. */
export const sweepOverdue = defineJob({
  kind: 'invoices.overdue',
  every: 'hour',
  run: async ({ database, now_ms }) => ({ changed: await sweepOverdueInvoices(database, now_ms) }),
})
