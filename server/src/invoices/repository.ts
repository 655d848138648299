// All SQL of invoices and their line items.
import type { Tx, WriteTx } from '../database/database.ts'
import { moveCounts, readCount } from '../database/list-counts.ts'
import { statement, statementFamily } from '../database/statement.ts'
import type { InvoiceStatus, InvoicesTable } from '../database/tables.ts'
import { lineItemStore } from '../documents/line-items.ts'
import type { CompanyId, CustomerId, InvoiceId } from '../kernel/ids.ts'
import type { InvoiceRecord, InvoiceRow } from './schema.ts'

const LIST = 'invoices'
const items = lineItemStore('invoice_items')

const insert = statement<InvoicesTable>()((db, p) => db.insertInto('invoices').values(columns(p)))

const save = statement<InvoicesTable>()((db, p) =>
  db.updateTable('invoices').set(changeable(p)).where('company_id', '=', p.company_id).where('id', '=', p.id),
)

const find = statement<{ company_id: CompanyId; id: InvoiceId }>()((db, p) =>
  db
    .selectFrom('invoices')
    .innerJoin('customers', (join) =>
      join.onRef('customers.company_id', '=', 'invoices.company_id').onRef('customers.id', '=', 'invoices.customer_id'),
    )
    .selectAll('invoices')
    .select(['customers.name as customer_name', 'customers.contact_email as customer_contact_email'])
    .where('invoices.company_id', '=', p.company_id)
    .where('invoices.id', '=', p.id)
    .where('invoices.deleted_at', 'is', null),
)

interface Page {
  company_id: CompanyId
  status: InvoiceStatus | ''
  customer_id: CustomerId | ''
  limit: number
  offset: number
}

const list = statementFamily<{ by_status: boolean; by_customer: boolean }, Page>()((db, p, { by_status, by_customer }) => {
  let rows = db
    .selectFrom('invoices')
    .innerJoin('customers', (join) =>
      join.onRef('customers.company_id', '=', 'invoices.company_id').onRef('customers.id', '=', 'invoices.customer_id'),
    )
    .selectAll('invoices')
    .select(['customers.name as customer_name', 'customers.contact_email as customer_contact_email'])
    .where('invoices.company_id', '=', p.company_id)
    .where('invoices.deleted_at', 'is', null)
  if (by_status) rows = rows.where('invoices.status', '=', p.status as InvoiceStatus)
  if (by_customer) rows = rows.where('invoices.customer_id', '=', p.customer_id as CustomerId)
  return rows.orderBy('invoices.created_at', 'desc').orderBy('invoices.id', 'desc').limit(p.limit).offset(p.offset)
})

const findOfCustomer = statement<{ company_id: CompanyId; customer_id: CustomerId }>()((db, p) =>
  db
    .selectFrom('invoices')
    .select('id')
    .where('company_id', '=', p.company_id)
    .where('customer_id', '=', p.customer_id)
    .where('deleted_at', 'is', null)
    .limit(1),
)

/** Overdue rule (decisions.md, section 6). The statuses are written out so that the partial index of the same condition serves. */
const findOverdue = statement<{ today: string; limit: number }>()((db, p) =>
  db
    .selectFrom('invoices')
    .innerJoin('companies', 'companies.id', 'invoices.company_id')
    .select(['invoices.company_id', 'invoices.id', 'companies.organization_id'])
    .where('invoices.due_date', '<', p.today)
    .where('invoices.deleted_at', 'is', null)
    .where('invoices.amount_due', '>', 0)
    .where('invoices.status', 'in', ['sent', 'viewed', 'partial'])
    .orderBy('invoices.due_date')
    .limit(p.limit),
)

/** What an update sets: all but the key. SQLite looks for everything that refers to a row whose key is set, even to itself. */
function changeable(p: InvoicesTable) {
  const { company_id, id, ...rest } = columns(p)
  return rest
}

function columns(p: InvoicesTable): InvoicesTable {
  return {
    company_id: p.company_id,
    id: p.id,
    invoice_number: p.invoice_number,
    customer_id: p.customer_id,
    status: p.status,
    issue_date: p.issue_date,
    due_date: p.due_date,
    currency: p.currency,
    subtotal: p.subtotal,
    discount_type: p.discount_type,
    discount_value: p.discount_value,
    discount_amount: p.discount_amount,
    subtotal_after_discount: p.subtotal_after_discount,
    tax_rate: p.tax_rate,
    tax_id: p.tax_id,
    tax_amount: p.tax_amount,
    total: p.total,
    amount_paid: p.amount_paid,
    amount_due: p.amount_due,
    notes: p.notes,
    payment_terms: p.payment_terms,
    public_token: p.public_token,
    created_at: p.created_at,
    updated_at: p.updated_at,
    deleted_at: p.deleted_at,
  }
}

/** The filters under which an invoice is counted: all, by status, by customer, by both. */
function filtersOf(invoice: Pick<InvoicesTable, 'status' | 'customer_id'>): string[] {
  return ['/', `${invoice.status}/`, `/${invoice.customer_id}`, `${invoice.status}/${invoice.customer_id}`]
}

/** A living invoice with its items. */
export async function findInvoice(tx: Tx, company_id: CompanyId, id: InvoiceId): Promise<InvoiceRecord | undefined> {
  const row = await find.first(tx, { company_id, id })
  return row && { ...row, items: await items.list(tx, company_id, id) }
}

export async function insertInvoice(tx: WriteTx, invoice: InvoiceRecord): Promise<void> {
  insert.post(tx, invoice)
  await items.insert(tx, invoice.items)
  await moveCounts(tx, invoice.company_id, LIST, [], filtersOf(invoice))
}

/** Saves a changed invoice; its items are written only when they changed. */
export async function saveInvoice(
  tx: WriteTx,
  before: InvoiceRecord,
  after: InvoiceRecord,
  are_items_changed: boolean,
): Promise<void> {
  save.post(tx, after)
  if (are_items_changed) {
    await items.removeAll(tx, after.company_id, after.id)
    await items.insert(tx, after.items)
  }
  await moveCounts(tx, after.company_id, LIST, filtersOf(before), filtersOf(after))
}

export async function removeInvoice(tx: WriteTx, invoice: InvoiceRecord, deleted_at: string): Promise<void> {
  save.post(tx, { ...invoice, deleted_at })
  await moveCounts(tx, invoice.company_id, LIST, filtersOf(invoice), [])
}

export interface InvoiceQuery {
  status?: InvoiceStatus | undefined
  customer_id?: string | undefined
  limit: number
  offset: number
}

/** One page of living invoices, newest first, and how many match. */
export async function listInvoices(
  tx: Tx,
  company_id: CompanyId,
  query: InvoiceQuery,
): Promise<{ rows: InvoiceRow[]; total: number }> {
  const status = query.status ?? ''
  const customer_id = (query.customer_id ?? '') as CustomerId | ''
  const total = await readCount(tx, company_id, LIST, `${status}/${customer_id}`)
  if (total <= query.offset) return { rows: [], total }
  const page = list({ by_status: query.status !== undefined, by_customer: query.customer_id !== undefined })
  const rows = await page.all(tx, { company_id, status, customer_id, limit: query.limit, offset: query.offset })
  return { rows, total }
}

/** Whether a living invoice names the customer. */
export const isCustomerInvoiced = async (tx: Tx, company_id: CompanyId, customer_id: CustomerId) =>
  (await findOfCustomer.first(tx, { company_id, customer_id })) !== undefined

/** Some of the invoices of any company that have become overdue by `today`, longest overdue first. */
export const listOverdue = (tx: Tx, today: string, limit: number) => findOverdue.all(tx, { today, limit })
