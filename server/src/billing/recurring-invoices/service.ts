// Recurring invoices: where their rules and IO meet. How invoices are made of them: generate.ts.
import { getCompany } from '../../access/companies/service.ts'
import type { CompaniesTable } from '../../access/companies/table.ts'
import type { Context } from '../../http/context.ts'
import { readPage } from '../../http/pagination.ts'
import { notFound } from '../../kernel/errors.ts'
import { type CompanyId, isId, newId } from '../../kernel/ids.ts'
import { recordEvents } from '../../record/events/record.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import type { PageQuery } from '../../sql/list-order.ts'
import { namedCustomer } from '../customers/service.ts'
import type { CustomersTable } from '../customers/table.ts'
import { defaultsOf } from '../documents/details.ts'
import { presentInvoiceSummary } from '../invoices/schema.ts'
import { recurringInvoiceCreated, recurringInvoiceDeleted, recurringInvoiceUpdated } from './events.ts'
import { draftRecurringInvoice, nextDates, reviseRecurringInvoice } from './recurring-invoice.ts'
import {
  findRecurringInvoice,
  insertRecurringInvoice,
  listInvoicesOf,
  listRecurringInvoices as listRows,
  type RecurringInvoiceQuery,
  type RecurringInvoiceRow,
  removeRecurringInvoice,
  saveRecurringInvoice,
} from './repository.ts'
import {
  type CreateRecurringInvoice,
  presentRecurringInvoice,
  presentRecurringInvoiceSummary,
  type RecurringInvoice,
  type RecurringInvoiceRecord,
  type UpdateRecurringInvoice,
} from './schema.ts'
import type { RecurringInvoicesTable } from './table.ts'
import type { BillableTime } from './time.ts'

/** Lists recurring invoices in the requested order, newest first by default. */
export function listRecurringInvoices(context: Context, query: RecurringInvoiceQuery) {
  return context.read(async (tx) => {
    const company = await getCompany(tx, context.company_id)
    const { rows, pagination } = await readPage(query, () => listRows(tx, context.company_id, query))
    return {
      recurring_invoices: rows.map((row) => presentRecurringInvoiceSummary(withDefaults(row, company))),
      pagination,
    }
  })
}

export function getRecurringInvoice(context: Context, id: string): Promise<RecurringInvoice> {
  return context.read(async (tx) => presentRecurringInvoice(await load(tx, context.company_id, id)))
}

/** The dates of the next `count` invoices; of a paused one: if it were resumed today. */
export function previewRecurringInvoice(context: Context, id: string, count: number): Promise<{ dates: string[] }> {
  return context.read(async (tx) => {
    const plan = await load(tx, context.company_id, id)
    return { dates: nextDates(plan, { count, today: context.today }) }
  })
}

/** The invoices that a recurring invoice made, the latest first. Throws 404. */
export function listInvoicesOfRecurring(context: Context, id: string, query: PageQuery) {
  return context.read(async (tx) => {
    const { rows, pagination } = await readPage(query, async () => {
      const { id: recurring_invoice_id } = await load(tx, context.company_id, id)
      return listInvoicesOf(tx, { company_id: context.company_id, recurring_invoice_id }, query)
    })
    return { invoices: rows.map(presentInvoiceSummary), pagination }
  })
}

/** Makes a recurring invoice. Throws 400 for an unknown customer or project, and for a schedule or content that can't be. */
export function createRecurringInvoice(
  context: Context,
  input: CreateRecurringInvoice,
  time: BillableTime,
): Promise<RecurringInvoice> {
  return context.transaction(async (tx) => {
    const { company_id, now, now_ms, today } = context
    const company = await getCompany(tx, company_id)
    const customer = await namedCustomer(tx, company_id, input.customer_id)
    const made = { company_id, id: newId('recurring_invoice', now_ms), defaults: defaultsOf(company, customer), today, now }
    const row = draftRecurringInvoice(input, made)
    await checkProject(tx, row, time)
    await insertRecurringInvoice(tx, row)
    const plan = presentRecurringInvoice(recordOf(row, customer, company))
    await recordEvents(tx, context, recurringInvoiceCreated(plan))
    return plan
  })
}

/**
 * Changes a recurring invoice; what it has made stays as it is. A request that changes nothing stores no event. See
 * `reviseRecurringInvoice` for what it refuses.
 */
export function updateRecurringInvoice(
  context: Context,
  id: string,
  given: UpdateRecurringInvoice,
  time: BillableTime,
): Promise<RecurringInvoice> {
  return context.transaction(async (tx) => {
    const { company_id, now, today } = context
    const company = await getCompany(tx, company_id)
    const before = await load(tx, company_id, id)
    const shown = presentRecurringInvoice(before)
    const changes = context.changesOf(shown, given)
    const customer = await namedCustomer(tx, company_id, changes.customer_id ?? before.customer_id)
    const revised = reviseRecurringInvoice(before, changes, { defaults: defaultsOf(company, customer), today, now })
    if (revised === before) return shown
    const after = recordOf(revised, customer, company)
    const is_other = after.project_id !== before.project_id || after.customer_id !== before.customer_id
    if (is_other || (after.include_unbilled_time && !before.include_unbilled_time)) await checkProject(tx, after, time)
    saveRecurringInvoice(tx, before, after)
    const plan = presentRecurringInvoice(after)
    await recordEvents(tx, context, recurringInvoiceUpdated(before.status, plan))
    return plan
  })
}

/** Deletes a recurring invoice in any status. The invoices that it made stay. */
export function deleteRecurringInvoice(context: Context, id: string): Promise<{ deleted: true }> {
  return context.transaction(async (tx) => {
    const before = await load(tx, context.company_id, id)
    const plan = presentRecurringInvoice(before)
    context.requireMatch(plan)
    removeRecurringInvoice(tx, before, context.now)
    await recordEvents(tx, context, recurringInvoiceDeleted(plan))
    return { deleted: true as const }
  })
}

/** Throws 400 where the project of a recurring invoice is unknown, or for another customer. */
async function checkProject(tx: WriteTx, plan: RecurringInvoicesTable, time: BillableTime): Promise<void> {
  if (plan.project_id !== null) await time.check(tx, plan.company_id, plan.project_id, plan.customer_id)
}

async function load(tx: Tx, company_id: CompanyId, id: string): Promise<RecurringInvoiceRecord> {
  const row = isId('recurring_invoice', id) ? await findRecurringInvoice(tx, company_id, id) : undefined
  if (!row) throw notFound()
  return withDefaults(row, await getCompany(tx, company_id))
}

/** A row with what its invoices inherit now. */
export function withDefaults(row: RecurringInvoiceRow, company: CompaniesTable): RecurringInvoiceRecord {
  const defaults = defaultsOf(company, {
    language: row.customer_language,
    default_tax_rate: row.customer_tax_rate,
    default_tax_category: row.customer_tax_category,
    default_payment_days: row.customer_payment_days,
    buyer_reference: row.customer_buyer_reference,
  })
  return { ...row, defaults }
}

const recordOf = (row: RecurringInvoicesTable, customer: CustomersTable, company: CompaniesTable): RecurringInvoiceRecord => ({
  ...row,
  customer_name: customer.name,
  customer_contact_email: customer.contact_email,
  defaults: defaultsOf(company, customer),
})
