// All SQL of payments.

import type { CompanyId, InvoiceId, PaymentId } from '../../kernel/ids.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { NEWEST_FIRST, type PageQuery, placeIn, readInOrder, type Walk, type WalkParams, walked } from '../../sql/list-order.ts'
import { updateRow } from '../../sql/rows.ts'
import { insertRows, type Queries, statement, statementFamily } from '../../sql/statement.ts'
import { paymentFigures } from './kept-figures.ts'
import { type PaymentsTable, payments } from './table.ts'

interface Of {
  company_id: CompanyId
  invoice_id: InvoiceId
}

const insert = insertRows(payments)
const update = updateRow(payments)

const living = (db: Queries, p: Of) =>
  db
    .selectFrom('payments')
    .where('company_id', '=', p.company_id)
    .where('invoice_id', '=', p.invoice_id)
    .where('deleted_at', 'is', null)

const listAll = statement<Of>()((db, p) => living(db, p).selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc'))

const listPage = statementFamily<Walk, Of & WalkParams>()((db, p, walk) =>
  walked(living(db, p).selectAll(), 'id', NEWEST_FIRST, walk, p),
)

const findPlace = statement<Of & { id: string }>()((db, p) =>
  db
    .selectFrom('payments')
    .select(placeIn(NEWEST_FIRST, 'id'))
    .where('company_id', '=', p.company_id)
    .where('invoice_id', '=', p.invoice_id)
    .where('id', '=', p.id as PaymentId),
)

const countAll = statement<Of>()((db, p) => living(db, p).select((eb) => eb.fn.countAll<number>().as('count')))

/** Stores a payment of an invoice in `currency`. */
export async function insertPayment(tx: WriteTx, payment: PaymentsTable, currency: string): Promise<void> {
  await insert(tx, [payment])
  paymentFigures.move(tx, undefined, { ...payment, currency })
}

/** All living payments of an invoice, newest first. */
export const listPaymentsOf = (tx: Tx, company_id: CompanyId, invoice_id: InvoiceId) =>
  listAll.all(tx, { company_id, invoice_id })

/** The newest `limit` living payments of an invoice, newest first. */
export const listNewestPayments = (tx: Tx, of: Of, limit: number) =>
  listPage({ is_backwards: false }).all(tx, { ...of, limit, offset: 0 })

/** One page of an invoice's payments, newest first, and how many there are. */
export async function listPaymentPage(tx: Tx, of: Of, page: PageQuery) {
  const total = (await countAll.first(tx, of))!.count
  const found = await readInOrder(
    tx,
    { ...page, total, order: NEWEST_FIRST },
    (id) => findPlace.first(tx, { ...of, id }),
    (walk, at) => listPage(walk).all(tx, { ...of, ...at }),
  )
  return { ...found, total }
}

export function removePayment(tx: WriteTx, payment: PaymentsTable, currency: string, deleted_at: string): void {
  update.post(tx, { ...payment, deleted_at }, payment)
  paymentFigures.move(tx, { ...payment, currency }, undefined)
}
