// Making invoices overdue. Nobody asks for it by a request: it runs at the start, at each UTC midnight and every hour.
import type { Database } from '../database/database.ts'
import { recordEvents } from '../events/record.ts'
import { invoiceBecameOverdue } from './events.ts'
import { findInvoiceForUpdate, listOverdue, saveInvoice } from './repository.ts'
import { presentInvoice } from './schema.ts'

/** Invoices in one transaction at most: requests wait for no more than that. */
const AT_ONCE = 100

/**
 * Sets every sent, viewed or partial invoice overdue whose due date lies before the UTC day of `now_ms` and on which money is due, with one
 * `invoice.overdue` event each, in the same transaction. Gives how many. Safe to run at any time and twice.
 */
export async function sweepOverdueInvoices(database: Database, now_ms: number): Promise<number> {
  const now = new Date(now_ms).toISOString()
  const today = now.slice(0, 10)
  let swept = 0
  for (;;) {
    const count = await database.write(async (tx) => {
      const due = await listOverdue(tx, today, AT_ONCE)
      for (const { company_id, id } of due) {
        const before = (await findInvoiceForUpdate(tx, company_id, id))!
        const after = { ...before, status: 'overdue' as const, updated_at: now }
        await saveInvoice(tx, before, after, false)
        await recordEvents(tx, { company_id, now }, invoiceBecameOverdue(presentInvoice(after)))
      }
      return due.length
    })
    swept += count
    if (count < AT_ONCE) return swept
  }
}
