// The SQL of credit notes and refunds: the store of documents, and what only credit notes are asked.
import { sql } from 'kysely'
import type { CompanyId, CreditNoteId, CustomerId, InvoiceId, RefundId } from '../../kernel/ids.ts'
import { addDecimal } from '../../kernel/money.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { EXPORTED_AT_ONCE, type ExportScope } from '../../sql/export-page.ts'
import { NEWEST_FIRST, type PageQuery, placeIn, readInOrder, type Walk, type WalkParams, walked } from '../../sql/list-order.ts'
import { insertRows, type Queries, statement, statementFamily } from '../../sql/statement.ts'
import type { DocumentQuery } from '../documents/list.ts'
import type { ShownDocuments } from '../documents/query.ts'
import { documentStore } from '../documents/store.ts'
import { creditNoteFigures, refundFigures } from './kept-figures.ts'
import type { CreditNoteLine, OfInvoice } from './schema.ts'
import { credit_note_items, credit_notes, type RefundsTable, refunds } from './table.ts'

export type CreditNoteQuery = DocumentQuery<never>

/** Beside each credit note what it shows of its invoice (`OfInvoice`). */
const withInvoice = (rows: ShownDocuments): ShownDocuments =>
  rows
    .innerJoin('invoices', (join) =>
      join.onRef('invoices.company_id', '=', 'document.company_id').on('invoices.id', '=', sql.ref('document.invoice_id')),
    )
    .select([
      'invoices.invoice_number as invoice_number',
      'invoices.issue_date as invoice_date',
      sql<number>`CASE
        WHEN invoices.amount_paid + invoices.amount_credited - invoices.total > invoices.amount_refunded
        THEN invoices.amount_paid + invoices.amount_credited - invoices.total - invoices.amount_refunded
        ELSE 0
      END`.as('refund_due'),
    ]) as unknown as ShownDocuments

export const creditNoteStore = documentStore<typeof credit_notes, never, OfInvoice & { items: readonly CreditNoteLine[] }>({
  table: credit_notes,
  items: credit_note_items,
  referring: ['refunds'],
  orders: {},
  figures: creditNoteFigures,
  also: withInvoice,
})

interface OneInvoice {
  company_id: CompanyId
  invoice_id: InvoiceId
}

/** The ids of an invoice's credit notes, for a subquery: joined with them, SQLite would walk all lines or refunds of the company. */
const idsOf = (db: Queries, { company_id, invoice_id }: OneInvoice) =>
  db
    .selectFrom('credit_notes')
    .select('id')
    .where('company_id', '=', company_id)
    .where('invoice_id', '=', invoice_id)
    .where('deleted_at', 'is', null)

const listItems = statement<OneInvoice>()((db, p) =>
  db
    .selectFrom('credit_note_items')
    .select(['item_id', 'quantity'])
    .where('company_id', '=', p.company_id)
    .where('document_id', 'in', idsOf(db, p)),
)

/** How much of each line of an invoice is credited, by the id of the line; a line of which nothing is credited is absent. */
export async function sumCredited(tx: Tx, company_id: CompanyId, invoice_id: InvoiceId): Promise<Record<string, string>> {
  const quantities: Record<string, string> = {}
  for (const { item_id, quantity } of await listItems.all(tx, { company_id, invoice_id })) {
    quantities[item_id] = addDecimal(quantities[item_id] ?? '0', quantity)
  }
  return quantities
}

const newestCredits = statement<OneInvoice & { limit: number }>()((db, p) =>
  db
    .selectFrom('credit_notes')
    .select(['credit_note_number as number', 'issue_date as date', 'total as amount'])
    .where('company_id', '=', p.company_id)
    .where('invoice_id', '=', p.invoice_id)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(p.limit),
)

const newestRefundsOfInvoice = statement<OneInvoice & { limit: number }>()((db, p) =>
  db
    .selectFrom('refunds')
    .select(['paid_at as date', 'amount'])
    .where('company_id', '=', p.company_id)
    .where('credit_note_id', 'in', idsOf(db, p))
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(p.limit),
)

/** The newest `limit` credit notes of an invoice with their days and totals. */
export const listCredits = (tx: Tx, of: OneInvoice, limit: number) => newestCredits.all(tx, { ...of, limit })

/** The days and amounts of the newest `limit` refunds of all credit notes of an invoice. */
export const listRefundsOfInvoice = (tx: Tx, of: OneInvoice, limit: number) => newestRefundsOfInvoice.all(tx, { ...of, limit })

interface Of {
  company_id: CompanyId
  credit_note_id: CreditNoteId
}

/** A refund with what is shown of its credit note. */
export interface RefundOfCompanyRow extends RefundsTable {
  currency: string
  credit_note_number: string
  customer_id: CustomerId
  customer_name: string
}

const readPage = statement<ExportScope & { credit_note_id: string; id: string }>()((db, p) =>
  db
    .selectFrom('refunds')
    .innerJoin('credit_notes', (join) =>
      join.onRef('credit_notes.company_id', '=', 'refunds.company_id').onRef('credit_notes.id', '=', 'refunds.credit_note_id'),
    )
    .selectAll('refunds')
    .select(['credit_notes.currency', 'credit_notes.credit_note_number', 'credit_notes.customer_id'])
    .select(sql<string>`coalesce(credit_notes.issued_customer_name, '')`.as('customer_name'))
    .where('refunds.company_id', '=', p.company_id)
    .where('refunds.deleted_at', 'is', null)
    .where('refunds.paid_at', '>=', p.from)
    .where('refunds.paid_at', '<=', p.to)
    .where(sql<boolean>`(refunds.credit_note_id, refunds.id) > (${p.credit_note_id}, ${p.id})`)
    .orderBy('refunds.credit_note_id')
    .orderBy('refunds.id')
    .limit(sql.lit(EXPORTED_AT_ONCE)),
)

/** The living refunds of a period, by their credit note; those after one. */
export const readRefundPage = (
  tx: Tx,
  scope: ExportScope,
  [credit_note_id, id]: readonly string[],
): Promise<RefundOfCompanyRow[]> =>
  readPage.all(tx, { ...scope, credit_note_id: credit_note_id!, id: id! }) as Promise<RefundOfCompanyRow[]>

const insert = insertRows(refunds)

const living = (db: Queries, p: Of) =>
  db
    .selectFrom('refunds')
    .where('company_id', '=', p.company_id)
    .where('credit_note_id', '=', p.credit_note_id)
    .where('deleted_at', 'is', null)

const listPage = statementFamily<Walk, Of & WalkParams>()((db, p, walk) =>
  walked(living(db, p).selectAll(), 'id', NEWEST_FIRST, walk, p),
)

const findPlace = statement<Of & { id: string }>()((db, p) =>
  db
    .selectFrom('refunds')
    .select(placeIn(NEWEST_FIRST, 'id'))
    .where('company_id', '=', p.company_id)
    .where('credit_note_id', '=', p.credit_note_id)
    .where('id', '=', p.id as RefundId),
)

const countAll = statement<Of>()((db, p) => living(db, p).select((eb) => eb.fn.countAll<number>().as('count')))

/** Stores a refund of a credit note in `currency`. */
export async function insertRefund(tx: WriteTx, refund: RefundsTable, currency: string): Promise<void> {
  await insert(tx, [refund])
  refundFigures.move(tx, undefined, { ...refund, currency })
}

/** The newest `limit` refunds of a credit note, newest first. */
export const listNewestRefunds = (tx: Tx, of: Of, limit: number) =>
  listPage({ is_backwards: false }).all(tx, { ...of, limit, offset: 0 })

/** One page of a credit note's refunds, newest first, and how many there are. */
export async function listRefundPage(tx: Tx, of: Of, page: PageQuery) {
  const total = (await countAll.first(tx, of))!.count
  const found = await readInOrder(
    tx,
    { ...page, total, order: NEWEST_FIRST },
    (id) => findPlace.first(tx, { ...of, id }),
    (walk, at) => listPage(walk).all(tx, { ...of, ...at }),
  )
  return { ...found, total }
}
