// All SQL of quotes and their line items.

import { moveShare, type Share } from '../../figures/kept-sums.ts'
import type { CompanyId, CustomerId, QuoteId } from '../../kernel/ids.ts'
import type { Gathering, Tx, WriteTx } from '../../sql/database.ts'
import { bothWays } from '../../sql/list-order.ts'
import { insertRows, literals, statement } from '../../sql/statement.ts'
import type { QuoteStatus, QuotesTable } from '../../sql/tables.ts'
import { BILLING_COLUMNS, billingOf, keepingCustomer, namesShown } from '../documents/customer.ts'
import { lineItemStore } from '../documents/line-items.ts'
import { type DocumentQuery, documentList, TOTAL_AS_SHOWN } from '../documents/list.ts'
import type { QuoteRecord, QuoteRow } from './schema.ts'

const items = lineItemStore('quote_items')

const insertAll = insertRows('quotes')

/** New quotes with their items. */
const inserted: Gathering<QuoteRecord> = {
  // Nothing else refers to quotes.
  tables: ['quotes', 'quote_items'],
  async write(tx, quotes) {
    await insertAll(tx, quotes.map(columns))
    await items.insert(tx, quotes)
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
    .select([...namesShown('quotes'), ...BILLING_COLUMNS])
    .where('quotes.company_id', '=', p.company_id)
    .where('quotes.id', '=', p.id)
    .where('quotes.deleted_at', 'is', null),
)

const list = documentList<QuoteRow, QuoteSort>('quotes', {
  ...bothWays('valid_until', 'document.valid_until'),
  ...bothWays('total', TOTAL_AS_SHOWN),
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
const findExpired = statement<{ today: string; day: string; after: string; limit: number }>()((db, p) =>
  db
    .selectFrom('quotes')
    .select(['quotes.company_id', 'quotes.id', 'quotes.valid_until as day'])
    .where('quotes.valid_until', '<', p.today)
    .where('quotes.valid_until', '>=', p.day)
    .where((is) => is.or([is('quotes.valid_until', '>', p.day), is('quotes.id', '>', p.after as QuoteId)]))
    .where('quotes.deleted_at', 'is', null)
    .where('quotes.status', 'in', literals<QuoteStatus>('sent', 'viewed'))
    .orderBy('quotes.valid_until')
    .orderBy('quotes.id')
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
    issued_customer_name: p.issued_customer_name,
    issued_customer_email: p.issued_customer_email,
    issued_billing: p.issued_billing,
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

/** What a quote counts for in the sums: one that waits for the customer by its total, under its currency. */
function shareOfQuote({ status, currency, total }: QuotesTable): Share | undefined {
  return status === 'sent' || status === 'viewed' ? { name: 'quotes_waiting', key: currency, amount: total } : undefined
}

/** A living quote with its items. */
export async function findQuote(tx: Tx, company_id: CompanyId, id: QuoteId): Promise<QuoteRecord | undefined> {
  const [row, lines] = await Promise.all([find.first(tx, { company_id, id }), items.list(tx, company_id, id)])
  return row && { ...row, customer_billing: billingOf(row), items: lines }
}

export async function insertQuote(tx: WriteTx, quote: QuoteRecord): Promise<void> {
  tx.gather(inserted, quote)
  list.move(tx, quote, undefined, quote)
  moveShare(tx, quote.company_id, undefined, shareOfQuote(quote))
}

/** Saves a changed quote; its items are written only when they changed. */
export async function saveQuote(tx: WriteTx, before: QuoteRecord, after: QuoteRecord, are_items_changed: boolean): Promise<void> {
  save.post(tx, keepingCustomer(after))
  if (are_items_changed) {
    await items.removeAll(tx, after.company_id, after.id)
    await items.insert(tx, [after])
  }
  list.move(tx, after, before, after)
  moveShare(tx, after.company_id, shareOfQuote(before), shareOfQuote(after))
}

export async function removeQuote(tx: WriteTx, quote: QuoteRecord, deleted_at: string): Promise<void> {
  save.post(tx, { ...quote, deleted_at })
  list.move(tx, quote, quote, undefined)
  moveShare(tx, quote.company_id, shareOfQuote(quote), undefined)
}

export type QuoteQuery = DocumentQuery<QuoteStatus, QuoteSort>
type QuoteSort = 'valid_until' | '-valid_until' | 'total' | '-total'

/** One page of living quotes in the order asked for, and how many match. */
export const listQuotes = (tx: Tx, company_id: CompanyId, query: QuoteQuery) => list.page(tx, company_id, query)

/** Whether a living quote names the customer. */
export const isCustomerQuoted = async (tx: Tx, company_id: CompanyId, customer_id: CustomerId) =>
  (await findOfCustomer.first(tx, { company_id, customer_id })) !== undefined

/** Some of the quotes of any company whose validity ended before `today`, longest ago first; only those behind `after`, by day and id. */
export const listExpired = (tx: Tx, today: string, after: { day: string; id: string }, limit: number) =>
  findExpired.all(tx, { today, day: after.day, after: after.id, limit })
