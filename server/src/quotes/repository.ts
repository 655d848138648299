// All SQL of quotes and their line items.
import type { Gathering, Tx, WriteTx } from '../database/database.ts'
import { isFrom, type ListKey, markedList } from '../database/list-marks.ts'
import { insertRows, literals, type Queries, statement, statementFamily } from '../database/statement.ts'
import type { QuoteStatus, QuotesTable } from '../database/tables.ts'
import { lineItemStore } from '../documents/line-items.ts'
import type { CompanyId, CustomerId, QuoteId } from '../kernel/ids.ts'
import type { QuoteRecord, QuoteRow } from './schema.ts'

const LIST = 'quotes'
const items = lineItemStore('quote_items')

const insertAll = insertRows('quotes')

/** New quotes with their items. */
const inserted: Gathering<QuoteRecord> = {
  // Nothing else refers to quotes.
  tables: ['quotes', 'quote_items'],
  async write(tx, quotes) {
    await insertAll(tx, quotes.map(columns))
    await items.insert(
      tx,
      quotes.flatMap((one) => one.items),
    )
  },
}

const save = statement<QuotesTable>()((db, p) =>
  db.updateTable('quotes').set(changeable(p)).where('company_id', '=', p.company_id).where('id', '=', p.id),
)

const find = statement<{ company_id: CompanyId; id: QuoteId }>()((db, p) =>
  db
    .selectFrom('quotes')
    .innerJoin('customers', (join) =>
      join.onRef('customers.company_id', '=', 'quotes.company_id').onRef('customers.id', '=', 'quotes.customer_id'),
    )
    .selectAll('quotes')
    .select(['customers.name as customer_name', 'customers.contact_email as customer_contact_email'])
    .where('quotes.company_id', '=', p.company_id)
    .where('quotes.id', '=', p.id)
    .where('quotes.deleted_at', 'is', null),
)

interface Shape {
  by_status: boolean
  by_customer: boolean
}

/** The rows from a place in the list on. */
interface Stretch extends ListKey {
  company_id: CompanyId
  status: QuoteStatus | ''
  customer_id: CustomerId | ''
}

function filtered(db: Queries, p: Stretch, { by_status, by_customer }: Shape) {
  let rows = db
    .selectFrom('quotes')
    .where('quotes.company_id', '=', p.company_id)
    .where('quotes.deleted_at', 'is', null)
    .where(isFrom('quotes', p))
  if (by_status) rows = rows.where('quotes.status', '=', p.status as QuoteStatus)
  if (by_customer) rows = rows.where('quotes.customer_id', '=', p.customer_id as CustomerId)
  return rows.orderBy('quotes.created_at', 'desc').orderBy('quotes.id', 'desc')
}

const list = statementFamily<Shape, Stretch & { limit: number }>()((db, p, shape) =>
  filtered(db, p, shape)
    .innerJoin('customers', (join) =>
      join.onRef('customers.company_id', '=', 'quotes.company_id').onRef('customers.id', '=', 'quotes.customer_id'),
    )
    .selectAll('quotes')
    .select(['customers.name as customer_name', 'customers.contact_email as customer_contact_email'])
    .limit(p.limit),
)

const findKey = statementFamily<Shape, Stretch & { skip: number }>()((db, p, shape) =>
  filtered(db, p, shape).select(['quotes.created_at', 'quotes.id']).limit(1).offset(p.skip),
)

const marked = markedList(LIST, (tx, { company_id, filter }, from, skip) => {
  const { shape, params } = readFilter(filter)
  return findKey(shape).first(tx, { company_id, ...params, created_at: from.created_at, id: from.id, skip })
})

const findOfCustomer = statement<{ company_id: CompanyId; customer_id: CustomerId }>()((db, p) =>
  db
    .selectFrom('quotes')
    .select('id')
    .where('company_id', '=', p.company_id)
    .where('customer_id', '=', p.customer_id)
    .where('deleted_at', 'is', null)
    .limit(1),
)

/** Expiry rule (decisions.md, section 6). The statuses are texts of the statement, and no parameters: only so the index of the same condition is seen to fit. */
const findExpired = statement<{ today: string; limit: number }>()((db, p) =>
  db
    .selectFrom('quotes')
    .select(['quotes.company_id', 'quotes.id', 'quotes.valid_until'])
    .where('quotes.valid_until', '<', p.today)
    .where('quotes.deleted_at', 'is', null)
    .where('quotes.status', 'in', literals<QuoteStatus>('sent', 'viewed'))
    .orderBy('quotes.valid_until')
    .limit(p.limit),
)

/** What an update sets: all but the key. SQLite looks for everything that refers to a row whose key is set, even to itself. */
function changeable(p: QuotesTable) {
  const { company_id, id, ...rest } = columns(p)
  return rest
}

function columns(p: QuotesTable): QuotesTable {
  return {
    company_id: p.company_id,
    id: p.id,
    quote_number: p.quote_number,
    customer_id: p.customer_id,
    status: p.status,
    issue_date: p.issue_date,
    valid_until: p.valid_until,
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
    notes: p.notes,
    payment_terms: p.payment_terms,
    invoice_id: p.invoice_id,
    public_token: p.public_token,
    created_at: p.created_at,
    updated_at: p.updated_at,
    deleted_at: p.deleted_at,
  }
}

/** The filters under which a quote is counted: all, by status, by customer, by both. */
function filtersOf(quote: Pick<QuotesTable, 'status' | 'customer_id'>): string[] {
  return ['/', `${quote.status}/`, `/${quote.customer_id}`, `${quote.status}/${quote.customer_id}`]
}

/** What such a filter asks for. */
function readFilter(filter: string) {
  const [status, customer_id] = filter.split('/') as [QuoteStatus | '', CustomerId | '']
  return { shape: { by_status: status !== '', by_customer: customer_id !== '' }, params: { status, customer_id } }
}

/** A living quote with its items. */
export async function findQuote(tx: Tx, company_id: CompanyId, id: QuoteId): Promise<QuoteRecord | undefined> {
  const [row, lines] = await Promise.all([find.first(tx, { company_id, id }), items.list(tx, company_id, id)])
  return row && { ...row, items: lines }
}

export async function insertQuote(tx: WriteTx, quote: QuoteRecord): Promise<void> {
  tx.gather(inserted, quote)
  marked.move(tx, quote, [], filtersOf(quote))
}

/** Saves a changed quote; its items are written only when they changed. */
export async function saveQuote(tx: WriteTx, before: QuoteRecord, after: QuoteRecord, are_items_changed: boolean): Promise<void> {
  save.post(tx, after)
  if (are_items_changed) {
    await items.removeAll(tx, after.company_id, after.id)
    await items.insert(tx, after.items)
  }
  marked.move(tx, after, filtersOf(before), filtersOf(after))
}

export async function removeQuote(tx: WriteTx, quote: QuoteRecord, deleted_at: string): Promise<void> {
  save.post(tx, { ...quote, deleted_at })
  marked.move(tx, quote, filtersOf(quote), [])
}

export interface QuoteQuery {
  status?: QuoteStatus | undefined
  customer_id?: string | undefined
  limit: number
  offset: number
}

/** One page of living quotes, newest first, and how many match. */
export async function listQuotes(tx: Tx, company_id: CompanyId, query: QuoteQuery): Promise<{ rows: QuoteRow[]; total: number }> {
  const filter = `${query.status ?? ''}/${query.customer_id ?? ''}`
  const { total, start } = await marked.locate(tx, { company_id, filter }, query.offset)
  if (!start) return { rows: [], total }
  const { shape, params } = readFilter(filter)
  return { rows: await list(shape).all(tx, { company_id, ...params, ...start, limit: query.limit }), total }
}

/** Whether a living quote names the customer. */
export const isCustomerQuoted = async (tx: Tx, company_id: CompanyId, customer_id: CustomerId) =>
  (await findOfCustomer.first(tx, { company_id, customer_id })) !== undefined

/** Some of the quotes of any company whose validity ended before `today`, longest ago first. */
export async function listExpired(tx: Tx, today: string, limit: number) {
  const rows = await findExpired.all(tx, { today, limit })
  // Those of one day by their ids: the index has no order of them, and either engine gives them in another one.
  return rows.sort((a, b) => (a.valid_until + a.id < b.valid_until + b.id ? -1 : 1))
}
