// Putting recorded time on an invoice, and taking it off again.

import type { OnCredited } from '../../billing/credit-notes/service.ts'
import type { Invoice } from '../../billing/invoices/schema.ts'
import { createInvoiceIn } from '../../billing/invoices/service.ts'
import type { Context } from '../../http/context.ts'
import { currencyDigits } from '../../kernel/currencies.ts'
import { conflict } from '../../kernel/errors.ts'
import type { InvoiceId, LineItemId, TaskId } from '../../kernel/ids.ts'
import { recordEvents } from '../../record/events/record.ts'
import type { WriteTx } from '../../sql/database.ts'
import { lockProject } from '../projects/service.ts'
import { tasksOfTime } from '../tasks/service.ts'
import { billedTasks, billTime, withinOneInvoice } from './billing.ts'
import { timeEntryUpdated } from './events.ts'
import { listBillable, listOfInvoice, saveInvoiced } from './repository.ts'
import { type InvoiceProject, presentTimeEntry } from './schema.ts'
import type { TimeEntriesTable } from './table.ts'

/** Time entries that one call bills at most: others wait for its transaction. */
const MOST_ENTRIES = 10_000

/**
 * Bills the stopped billable time of a project that is on no invoice yet: makes one draft with a line for each task, and marks the entries.
 * At most 10,000 entries, the oldest first, and at most as many lines as an invoice may have. Throws 409 `project_has_no_customer`, or
 * `nothing_to_invoice`.
 */
export function invoiceProject(context: Context, project_id: string, input: InvoiceProject): Promise<Invoice> {
  return context.transaction(async (tx) => {
    const project = await lockProject(tx, context.company_id, project_id)
    const { customer_id } = project
    if (customer_id === null) {
      throw conflict('project_has_no_customer', 'This project is for no customer: set its customer_id first')
    }
    const key = { company_id: project.company_id, project_id: project.id }
    const entries = withinOneInvoice(await listBillable(tx, key, MOST_ENTRIES))
    if (entries.length === 0) {
      throw conflict('nothing_to_invoice', 'This project has no stopped, billable time that is not on an invoice yet')
    }
    const tasks = await tasksOfTime(tx, key, taskIdsOf(entries))
    const items = billTime(project, entries, tasks, currencyDigits(project.currency))
    const invoice = await createInvoiceIn(tx, context, { ...input, customer_id, items })
    const lines = new Map(billedTasks(entries, tasks).map((id, index) => [id, invoice.items[index]!.id as LineItemId]))
    const billed = entries.map((entry) => ({
      ...entry,
      invoiced: true,
      invoice_id: invoice.id as InvoiceId,
      invoice_item_id: lines.get(entry.task_id)!,
      updated_at: context.now,
    }))
    for (const indexes of Map.groupBy(entries.keys(), (index) => entries[index]!.task_id).values()) {
      const of = (all: readonly TimeEntriesTable[]) => indexes.map((index) => all[index]!)
      saveInvoiced(tx, of(entries), of(billed), tasks)
    }
    await recordEvents(
      tx,
      context,
      billed.flatMap((entry) => timeEntryUpdated(false, presentTimeEntry(entry))),
    )
    return invoice
  })
}

/** Takes the time of a deleted invoice off it, so that it can be billed again (`OnInvoiceDeleted` of billing/invoices/service.ts). */
export const freeBilledTime = (tx: WriteTx, context: Context, invoice_id: InvoiceId): Promise<void> =>
  freeTime(tx, context, invoice_id, () => true)

/**
 * Takes time off an invoice when its line is credited whole (`OnCredited` of billing/credit-notes/service.ts). Time of a line that is not
 * known, because the lines were replaced or it was billed before they were kept, is free once the whole invoice is credited.
 */
export const freeCreditedTime: OnCredited = (tx, context, { invoice_id, item_ids, is_whole }) =>
  freeTime(tx, context, invoice_id, ({ invoice_item_id }) => {
    return is_whole || (invoice_item_id !== null && item_ids.has(invoice_item_id))
  })

async function freeTime(
  tx: WriteTx,
  context: Context,
  invoice_id: InvoiceId,
  isFreed: (entry: TimeEntriesTable) => boolean,
): Promise<void> {
  const billed = (await listOfInvoice(tx, context.company_id, invoice_id)).filter(isFreed)
  if (billed.length === 0) return
  const not_billed = { invoiced: false, invoice_id: null, invoice_item_id: null, updated_at: context.now }
  const freed = billed.map((entry) => ({ ...entry, ...not_billed }))
  saveInvoiced(tx, billed, freed, await tasksOfTime(tx, billed[0]!, taskIdsOf(billed)))
  await recordEvents(
    tx,
    context,
    freed.flatMap((entry) => timeEntryUpdated(false, presentTimeEntry(entry))),
  )
}

function taskIdsOf(entries: readonly TimeEntriesTable[]): TaskId[] {
  return [...new Set(entries.map((entry) => entry.task_id))].filter((id) => id !== null)
}
