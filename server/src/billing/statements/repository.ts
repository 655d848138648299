// The SQL of statements: they have no table of their own, and read documents, payments and refunds of one customer.
import { sql } from 'kysely'
import type { CompanyId, CustomerId } from '../../kernel/ids.ts'
import type { Tx } from '../../sql/database.ts'
import { literals, type Queries, statement } from '../../sql/statement.ts'
import { type InvoiceStatus, OPEN } from '../invoices/table.ts'
import type { EntryKind } from './schema.ts'
import type { Movement } from './statement.ts'

interface Params {
  company_id: CompanyId
  customer_id: CustomerId
  from: string
  to: string
  limit: number
}

/**
 * What an invoice was billed with. Of a cancelled one the rest was written off: it counts with what was paid or credited on it, so that it
 * leaves the balance as it is.
 */
const BILLED = sql<number>`(case when invoices.status = 'cancelled' and invoices.amount_paid + invoices.amount_credited < invoices.total
  then invoices.amount_paid + invoices.amount_credited else invoices.total end)`

/** The invoices that count: those that were issued. */
const issued = (db: Queries, p: Params) =>
  db
    .selectFrom('invoices')
    .where('invoices.company_id', '=', p.company_id)
    .where('invoices.customer_id', '=', p.customer_id)
    .where('invoices.deleted_at', 'is', null)
    .where('invoices.status', '<>', sql.lit('draft'))

const paymentsOf = (db: Queries, p: Params) =>
  issued(db, p)
    .innerJoin('payments', (join) =>
      join.onRef('payments.company_id', '=', 'invoices.company_id').onRef('payments.invoice_id', '=', 'invoices.id'),
    )
    .where('payments.deleted_at', 'is', null)

const notesOf = (db: Queries, p: Params) =>
  db
    .selectFrom('credit_notes')
    .where('credit_notes.company_id', '=', p.company_id)
    .where('credit_notes.customer_id', '=', p.customer_id)
    .where('credit_notes.deleted_at', 'is', null)

const refundsOf = (db: Queries, p: Params) =>
  notesOf(db, p)
    .innerJoin('refunds', (join) =>
      join.onRef('refunds.company_id', '=', 'credit_notes.company_id').onRef('refunds.credit_note_id', '=', 'credit_notes.id'),
    )
    .where('refunds.deleted_at', 'is', null)

/** How the entries of a kind are read: of the period, and what they come to before it. */
const READS: Readonly<Record<EntryKind, ReturnType<typeof readerOf>>> = {
  invoice: readerOf((db, p) =>
    issued(db, p)
      .select(['invoices.issue_date as date', 'invoices.invoice_number as number', 'invoices.currency'])
      .select(BILLED.as('amount')),
  ),
  payment: readerOf((db, p) =>
    paymentsOf(db, p).select([
      'payments.paid_at as date',
      'invoices.invoice_number as number',
      'invoices.currency',
      'payments.amount',
    ]),
  ),
  credit_note: readerOf((db, p) =>
    notesOf(db, p).select([
      'credit_notes.issue_date as date',
      'credit_notes.credit_note_number as number',
      'credit_notes.currency',
      'credit_notes.total as amount',
    ]),
  ),
  refund: readerOf((db, p) =>
    refundsOf(db, p).select([
      'refunds.paid_at as date',
      'credit_notes.credit_note_number as number',
      'credit_notes.currency',
      'refunds.amount',
    ]),
  ),
}
const SIGNS: Readonly<Record<EntryKind, 1 | -1>> = { invoice: 1, payment: -1, credit_note: -1, refund: 1 }

interface Row {
  date: string
  number: string
  currency: string
  amount: number
}

function readerOf(rows: (db: Queries, p: Params) => { as(alias: 'entry'): unknown }) {
  const entries = (db: Queries, p: Params) =>
    db.selectFrom(rows(db, p).as('entry') as 'invoices as entry') as unknown as EntryQuery
  return {
    list: statement<Params>()<Row>(
      (db, p) =>
        entries(db, p)
          .selectAll()
          .where('date', '>=', p.from)
          .where('date', '<=', p.to)
          .where('amount', '<>', sql.lit(0))
          .limit(p.limit) as never,
    ),
    sum: statement<Params>()<{ currency: string; amount: number | string }>(
      (db, p) =>
        entries(db, p)
          .select(['currency', sql<string>`cast(sum(amount) as text)`.as('amount')])
          .where('date', '<', p.from)
          .groupBy('currency') as never,
    ),
  }
}

/** The builder of a query over entries, as far as it is used here. */
interface EntryQuery {
  selectAll(): EntryQuery
  select(columns: unknown): EntryQuery
  where(column: keyof Row, operator: string, value: unknown): EntryQuery
  limit(limit: number): EntryQuery
  groupBy(column: keyof Row): EntryQuery
}

/** Some entries of a kind in a period, in no order: at most `limit`. */
export async function listMovements(tx: Tx, kind: EntryKind, params: Params): Promise<Movement[]> {
  const rows = await READS[kind].list.all(tx, params)
  return rows.map((row) => ({ ...row, kind, amount: SIGNS[kind] * row.amount }))
}

/** What the entries of a kind before a period come to, by currency. */
export async function sumsBefore(tx: Tx, kind: EntryKind, params: Params) {
  const rows = await READS[kind].sum.all(tx, params)
  return rows.map(({ currency, amount }) => ({ currency, amount: BigInt(SIGNS[kind]) * BigInt(amount) }))
}

const sumOpen = statement<{ company_id: CompanyId; customer_id: CustomerId }>()((db, p) =>
  db
    .selectFrom('invoices')
    .select(['currency', 'due_date', sql<string>`cast(sum(amount_due) as text)`.as('amount')])
    .where('company_id', '=', p.company_id)
    .where('customer_id', '=', p.customer_id)
    .where('deleted_at', 'is', null)
    .where('status', 'in', literals<InvoiceStatus>(...OPEN))
    .where('amount_due', '>', sql.lit(0))
    .groupBy(['currency', 'due_date']),
)

/** What is due on the open invoices of a customer, by currency and due date. */
export async function listOpenByDate(tx: Tx, company_id: CompanyId, customer_id: CustomerId) {
  const rows = await sumOpen.all(tx, { company_id, customer_id })
  return rows.map(({ amount, ...named }) => ({ ...named, amount: BigInt(amount) }))
}
