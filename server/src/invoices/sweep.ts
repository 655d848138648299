// Making invoices overdue. Nobody asks for it by a request: it runs at the start, at each UTC midnight and every hour.
import type { Database } from '../database/database.ts'
import { recordEvents } from '../events/record.ts'
import { invoiceBecameOverdue } from './events.ts'
import { findInvoice, listOverdue, saveInvoice } from './repository.ts'
import { type InvoiceRecord, presentInvoice } from './schema.ts'

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
    const due = await database.read((tx) => listOverdue(tx, today, AT_ONCE))
    for (const [company_id, invoices] of Map.groupBy(due, (invoice) => invoice.company_id)) {
      swept += await database.write(async (tx) => {
        let changed = 0
        for (const { id } of invoices) {
          const before = await findInvoice(tx, company_id, id)
          // It may have been paid, or swept by another process, since it was listed.
          if (!before || !isOverdue(before, today)) continue
          const after = { ...before, status: 'overdue' as const, updated_at: now }
          await saveInvoice(tx, before, after, false)
          await recordEvents(tx, { company_id, now }, invoiceBecameOverdue(presentInvoice(after)))
          changed++
        }
        return changed
      }, company_id)
    }
    if (due.length < AT_ONCE) return swept
  }
}

/** The condition of `listOverdue`, of a row that is locked. */
function isOverdue(invoice: InvoiceRecord, today: string): boolean {
  const { status, due_date, amount_due } = invoice
  return due_date < today && amount_due > 0 && (status === 'sent' || status === 'viewed' || status === 'partial')
}
