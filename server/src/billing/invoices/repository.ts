// All SQL of invoices and their line items.
import { sql } from 'kysely'
import { moveShare, type Share } from '../../figures/kept-sums.ts'
import type { CompanyId, CustomerId, InvoiceId } from '../../kernel/ids.ts'
import type { Gathering, Tx, WriteTx } from '../../sql/database.ts'
import { bothWays } from '../../sql/list-order.ts'
import { insertRows, literals, statement, statementFamily } from '../../sql/statement.ts'
import type { InvoiceStatus, InvoicesTable } from '../../sql/tables.ts'
import { BILLING_COLUMNS, billingOf, keepingCustomer, namesShown } from '../documents/customer.ts'
import { lineItemStore } from '../documents/line-items.ts'
import { type DocumentQuery, documentList, TOTAL_AS_SHOWN } from '../documents/list.ts'
import type { InvoiceRecord, InvoiceRow } from './schema.ts'

/** The statuses in which an invoice waits to be paid. */
const OPEN = ['sent', 'viewed', 'partial', 'overdue'] as const satisfies readonly InvoiceStatus[]

const items = lineItemStore('invoice_items')

const insertAll = insertRows('invoices')

/** New invoices with their items. */
const inserted: Gathering<InvoiceRecord> = {
  // Payments, quotes and time entries refer to invoices.
  tables: ['invoices', 'invoice_items', 'payments', 'quotes', 'time_entries'],
  async write(tx, invoices) {
    await insertAll(tx, invoices.map(columns))
    await items.insert(tx, invoices)
  },
}

/** SQLite writes every index again that has a column of those set, whether its value changes or not: so they are set only when one does. */
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
    .select([...namesShown('invoices'), ...BILLING_COLUMNS])
    .where('invoices.company_id', '=', p.company_id)
    .where('invoices.id', '=', p.id)
    .where('invoices.deleted_at', 'is', null),
)

const list = documentList<InvoiceRow, InvoiceSort>('invoices', {
  ...bothWays('due_date', 'document.due_date'),
  ...bothWays('total', TOTAL_AS_SHOWN),
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
const findOverdue = statement<{ today: string; day: string; after: string; limit: number }>()((db, p) =>
  db
    .selectFrom('invoices')
    .select(['invoices.company_id', 'invoices.id', 'invoices.due_date as day'])
    .where('invoices.due_date', '<', p.today)
    .where('invoices.due_date', '>=', p.day)
    .where((is) => is.or([is('invoices.due_date', '>', p.day), is('invoices.id', '>', p.after as InvoiceId)]))
    .where('invoices.deleted_at', 'is', null)
    .where('invoices.amount_due', '>', sql.lit(0))
    .where('invoices.status', 'in', literals<InvoiceStatus>('sent', 'viewed', 'partial'))
    .orderBy('invoices.due_date')
    .orderBy('invoices.id')
    .limit(p.limit),
)

/** Those of one company, with the ones that were found to be so before: again by the condition of an index. */
const findLongestOverdue = statement<{ company_id: CompanyId; today: string; limit: number }>()((db, p) =>
  db
    .selectFrom('invoices')
    .innerJoin('customers', (join) =>
      join.onRef('customers.company_id', '=', 'invoices.company_id').onRef('customers.id', '=', 'invoices.customer_id'),
    )
    .selectAll('invoices')
    .select(namesShown('invoices'))
    .where('invoices.company_id', '=', p.company_id)
    .where('invoices.due_date', '<', p.today)
    .where('invoices.deleted_at', 'is', null)
    .where('invoices.amount_due', '>', sql.lit(0))
    .where('invoices.status', 'in', literals<InvoiceStatus>(...OPEN))
    .orderBy('invoices.due_date')
    .orderBy('invoices.id')
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
  'currency',
  'total',
  'amount_due',
  'deleted_at',
] as const satisfies readonly (keyof InvoicesTable)[]

function unindexed(p: InvoicesTable) {
  const { status, customer_id, due_date, currency, total, amount_due, deleted_at, ...rest } = changeable(p)
  return rest
}

function columns(p: InvoicesTable): InvoicesTable {
  return {
    company_id: p.company_id,
    id: p.id,
    invoice_number: p.invoice_number,
    customer_id: p.customer_id,
    issued_customer_name: p.issued_customer_name,
    issued_customer_email: p.issued_customer_email,
    issued_billing: p.issued_billing,
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

/** What an invoice counts for in the sums: a draft by its total, an open one by what is due on it, under its currency and due date. */
export function shareOfInvoice(invoice: Pick<InvoicesTable, 'status' | 'currency' | 'due_date' | 'total' | 'amount_due'>) {
  const { status, currency, due_date, total, amount_due } = invoice
  if (status === 'draft') return { name: 'drafts', key: currency, amount: total } satisfies Share
  if (!isOpen(status) || amount_due === 0) return undefined
  return { name: 'open', key: `${currency}/${due_date}`, amount: amount_due } satisfies Share
}

const isOpen = (status: InvoiceStatus) => (OPEN as readonly InvoiceStatus[]).includes(status)

/** A living invoice with its items. */
export async function findInvoice(tx: Tx, company_id: CompanyId, id: InvoiceId): Promise<InvoiceRecord | undefined> {
  const [row, lines] = await Promise.all([find.first(tx, { company_id, id }), items.list(tx, company_id, id)])
  return row && { ...row, customer_billing: billingOf(row), items: lines }
}

export async function insertInvoice(tx: WriteTx, invoice: InvoiceRecord): Promise<void> {
  tx.gather(inserted, invoice)
  list.move(tx, invoice, undefined, invoice)
  moveShare(tx, invoice.company_id, undefined, shareOfInvoice(invoice))
}

/** Saves a changed invoice; its items are written only when they changed. */
export async function saveInvoice(
  tx: WriteTx,
  before: InvoiceRecord,
  after: InvoiceRecord,
  are_items_changed: boolean,
): Promise<void> {
  save({ is_indexed: INDEXED.some((column) => before[column] !== after[column]) }).post(tx, keepingCustomer(after))
  if (are_items_changed) {
    await items.removeAll(tx, after.company_id, after.id)
    await items.insert(tx, [after])
  }
  list.move(tx, after, before, after)
  moveShare(tx, after.company_id, shareOfInvoice(before), shareOfInvoice(after))
}

export async function removeInvoice(tx: WriteTx, invoice: InvoiceRecord, deleted_at: string): Promise<void> {
  save({ is_indexed: true }).post(tx, { ...invoice, deleted_at })
  list.move(tx, invoice, invoice, undefined)
  moveShare(tx, invoice.company_id, shareOfInvoice(invoice), undefined)
}

export type InvoiceQuery = DocumentQuery<InvoiceStatus, InvoiceSort>
type InvoiceSort = 'due_date' | '-due_date' | 'total' | '-total'

/** One page of living invoices in the order asked for, and how many match. */
export const listInvoices = (tx: Tx, company_id: CompanyId, query: InvoiceQuery) => list.page(tx, company_id, query)

/** Whether a living invoice names the customer. */
export const isCustomerInvoiced = async (tx: Tx, company_id: CompanyId, customer_id: CustomerId) =>
  (await findOfCustomer.first(tx, { company_id, customer_id })) !== undefined

/** Some of the invoices of any company that have become overdue by `today`, longest overdue first; only those behind `after`, by day and id. */
export const listOverdue = (tx: Tx, today: string, after: { day: string; id: string }, limit: number) =>
  findOverdue.all(tx, { today, day: after.day, after: after.id, limit })

/** A company's invoices on which money is due since before `today`, the longest first. */
export const listLongestOverdue = (tx: Tx, company_id: CompanyId, today: string, limit: number) =>
  findLongestOverdue.all(tx, { company_id, today, limit })
