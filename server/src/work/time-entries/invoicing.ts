// Putting recorded time on an invoice, and taking it off again.

import type { OnCredited } from '../../billing/credit-notes/service.ts'
import { MOST_LINE_ITEMS } from '../../billing/documents/schema.ts'
import type { Invoice } from '../../billing/invoices/schema.ts'
import { createInvoiceIn } from '../../billing/invoices/service.ts'
import type { BillableTime, TakenTime } from '../../billing/recurring-invoices/time.ts'
import type { Context } from '../../http/context.ts'
import { currencyDigits } from '../../kernel/currencies.ts'
import { conflict, invalid } from '../../kernel/errors.ts'
import { type CompanyId, type InvoiceId, isId, type LineItemId, type TaskId } from '../../kernel/ids.ts'
import { recordEvents } from '../../record/events/record.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import type { ProjectRow } from '../projects/schema.ts'
import { findProjectNow, lockProject } from '../projects/service.ts'
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
    const { items, markBilled } = await takeTime(tx, context, project)
    if (items.length === 0) {
      throw conflict('nothing_to_invoice', 'This project has no stopped, billable time that is not on an invoice yet')
    }
    const invoice = await createInvoiceIn(tx, context, { ...input, customer_id, items })
    await markBilled(invoice, 0)
    return invoice
  })
}

/** The time of projects, as recurring invoices bill it. */
export const billableTime: BillableTime = {
  async check(tx, company_id, project_id, customer_id) {
    await projectOf(tx, company_id, project_id, customer_id)
  },
  async take(tx, context, { project_id, customer_id, before, most_lines }) {
    const project = await projectOf(tx, context.company_id, project_id, customer_id)
    return takeTime(tx, context, project, { before, most_lines })
  },
}

/** A project that can be billed to a customer: it is for that one, or for none. Throws 400. */
async function projectOf(tx: Tx, company_id: CompanyId, project_id: string, customer_id: string): Promise<ProjectRow> {
  const project = isId('project', project_id) ? await findProjectNow(tx, company_id, project_id) : undefined
  if (!project) throw invalid('project_id', 'project_id must be the id of a project of this company (GET /v1/projects)')
  if (project.customer_id !== null && project.customer_id !== customer_id) {
    throw invalid('project_id', `The project ${project.public_id} is for another customer`)
  }
  return project
}

/** Takes the time of a locked project that can be billed, the oldest first, as far as it fits on the invoice. */
async function takeTime(
  tx: WriteTx,
  context: Context,
  project: ProjectRow,
  { before, most_lines = MOST_LINE_ITEMS }: { before?: string; most_lines?: number } = {},
): Promise<TakenTime> {
  const key = { company_id: project.company_id, project_id: project.id }
  const found = await listBillable(tx, key, MOST_ENTRIES)
  const entries = withinOneInvoice(before === undefined ? found : found.filter((entry) => entry.start_time < before), most_lines)
  const tasks = await tasksOfTime(tx, key, taskIdsOf(entries))
  return {
    items: billTime(project, entries, tasks, currencyDigits(project.currency)),
    async markBilled(invoice, first_line) {
      const lines = new Map(
        billedTasks(entries, tasks).map((id, index) => [id, invoice.items[first_line + index]!.id as LineItemId]),
      )
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
    },
  }
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
