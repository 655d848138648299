// All SQL of invoices and their line items.
import { sql } from 'kysely'
import type { Gathering, Tx, WriteTx } from '../database/database.ts'
import { isFrom, type ListKey, markedList } from '../database/list-marks.ts'
import { insertRows, literals, type Queries, statement, statementFamily } from '../database/statement.ts'
import type { InvoiceStatus, InvoicesTable } from '../database/tables.ts'
import { lineItemStore } from '../documents/line-items.ts'
import type { CompanyId, CustomerId, InvoiceId } from '../kernel/ids.ts'
import type { InvoiceRecord, InvoiceRow } from './schema.ts'

const LIST = 'invoices'
const items = lineItemStore('invoice_items')

const insertAll = insertRows('invoices')

/** New invoices with their items. */
const inserted: Gathering<InvoiceRecord> = {
  // Payments, quotes and time entries refer to invoices.
  tables: ['invoices', 'invoice_items', 'payments', 'quotes', 'time_entries'],
  async write(tx, invoices) {
    await insertAll(tx, invoices.map(columns))
    await items.insert(
      tx,
      invoices.flatMap((one) => one.items),
    )
  },
}

/** SQLite writes every index anew that has a column of those set, whether its value changes or not: so they are set only when one does. */
const save = statementFamily<{ is_indexed: boolean }, InvoicesTable>()((db, p, { is_indexed }) =>
  db
    .updateTable('invoices')
    .set(is_indexed ? changeable(p) : unindexed(p))
    .where('company_id', '=', p.company_id)
    .where('id', '=', p.id),
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

interface Shape {
  by_status: boolean
  by_customer: boolean
}

/** The rows from a place in the list on. */
interface Stretch extends ListKey {
  company_id: CompanyId
  status: InvoiceStatus | ''
  customer_id: CustomerId | ''
}

function filtered(db: Queries, p: Stretch, { by_status, by_customer }: Shape) {
  let rows = db
    .selectFrom('invoices')
    .where('invoices.company_id', '=', p.company_id)
    .where('invoices.deleted_at', 'is', null)
    .where(isFrom('invoices', p))
  if (by_status) rows = rows.where('invoices.status', '=', p.status as InvoiceStatus)
  if (by_customer) rows = rows.where('invoices.customer_id', '=', p.customer_id as CustomerId)
  return rows.orderBy('invoices.created_at', 'desc').orderBy('invoices.id', 'desc')
}

const list = statementFamily<Shape, Stretch & { limit: number }>()((db, p, shape) =>
  filtered(db, p, shape)
    .innerJoin('customers', (join) =>
      join.onRef('customers.company_id', '=', 'invoices.company_id').onRef('customers.id', '=', 'invoices.customer_id'),
    )
    .selectAll('invoices')
    .select(['customers.name as customer_name', 'customers.contact_email as customer_contact_email'])
    .limit(p.limit),
)

const findKey = statementFamily<Shape, Stretch & { skip: number }>()((db, p, shape) =>
  filtered(db, p, shape).select(['invoices.created_at', 'invoices.id']).limit(1).offset(p.skip),
)

const marked = markedList(LIST, (tx, { company_id, filter }, from, skip) => {
  const { shape, params } = readFilter(filter)
  return findKey(shape).first(tx, { company_id, ...params, created_at: from.created_at, id: from.id, skip })
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

/** Overdue rule (decisions.md, section 6). The statuses are texts of the statement, and no parameters: only so the index of the same condition is seen to fit. */
const findOverdue = statement<{ today: string; limit: number }>()((db, p) =>
  db
    .selectFrom('invoices')
    .select(['invoices.company_id', 'invoices.id', 'invoices.due_date'])
    .where('invoices.due_date', '<', p.today)
    .where('invoices.deleted_at', 'is', null)
    .where('invoices.amount_due', '>', sql.lit(0))
    .where('invoices.status', 'in', literals<InvoiceStatus>('sent', 'viewed', 'partial'))
    .orderBy('invoices.due_date')
    .limit(p.limit),
)

/** What an update sets: all but the key. SQLite looks for everything that refers to a row whose key is set, even to itself. */
function changeable(p: InvoicesTable) {
  const { company_id, id, invoice_number, public_token, created_at, ...rest } = columns(p)
  return rest
}

/** The columns that change and that an index has. */
const INDEXED = [
  'status',
  'customer_id',
  'due_date',
  'amount_due',
  'deleted_at',
] as const satisfies readonly (keyof InvoicesTable)[]

function unindexed(p: InvoicesTable) {
  const { status, customer_id, due_date, amount_due, deleted_at, ...rest } = changeable(p)
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

/** What such a filter asks for. */
function readFilter(filter: string) {
  const [status, customer_id] = filter.split('/') as [InvoiceStatus | '', CustomerId | '']
  return { shape: { by_status: status !== '', by_customer: customer_id !== '' }, params: { status, customer_id } }
}

/** A living invoice with its items. */
export async function findInvoice(tx: Tx, company_id: CompanyId, id: InvoiceId): Promise<InvoiceRecord | undefined> {
  const [row, lines] = await Promise.all([find.first(tx, { company_id, id }), items.list(tx, company_id, id)])
  return row && { ...row, items: lines }
}

export async function insertInvoice(tx: WriteTx, invoice: InvoiceRecord): Promise<void> {
  tx.gather(inserted, invoice)
  marked.move(tx, invoice, [], filtersOf(invoice))
}

/** Saves a changed invoice; its items are written only when they changed. */
export async function saveInvoice(
  tx: WriteTx,
  before: InvoiceRecord,
  after: InvoiceRecord,
  are_items_changed: boolean,
): Promise<void> {
  save({ is_indexed: INDEXED.some((column) => before[column] !== after[column]) }).post(tx, after)
  if (are_items_changed) {
    await items.removeAll(tx, after.company_id, after.id)
    await items.insert(tx, after.items)
  }
  marked.move(tx, after, filtersOf(before), filtersOf(after))
}

export async function removeInvoice(tx: WriteTx, invoice: InvoiceRecord, deleted_at: string): Promise<void> {
  save({ is_indexed: true }).post(tx, { ...invoice, deleted_at })
  marked.move(tx, invoice, filtersOf(invoice), [])
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
  const filter = `${query.status ?? ''}/${query.customer_id ?? ''}`
  const { total, start } = await marked.locate(tx, { company_id, filter }, query.offset)
  if (!start) return { rows: [], total }
  const { shape, params } = readFilter(filter)
  return { rows: await list(shape).all(tx, { company_id, ...params, ...start, limit: query.limit }), total }
}

/** Whether a living invoice names the customer. */
export const isCustomerInvoiced = async (tx: Tx, company_id: CompanyId, customer_id: CustomerId) =>
  (await findOfCustomer.first(tx, { company_id, customer_id })) !== undefined

/** Some of the invoices of any company that have become overdue by `today`, longest overdue first. */
export async function listOverdue(tx: Tx, today: string, limit: number) {
  const rows = await findOverdue.all(tx, { today, limit })
  // Those of one day by their ids: the index has no order of them, and either engine gives them in another one.
  return rows.sort((a, b) => (a.due_date + a.id < b.due_date + b.id ? -1 : 1))
}
