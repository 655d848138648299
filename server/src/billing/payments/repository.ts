// All SQL of payments.

import type { CompanyId, InvoiceId } from '../../kernel/ids.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { updateRow } from '../../sql/rows.ts'
import { insertRows, statement } from '../../sql/statement.ts'
import { paymentFigures } from './kept-figures.ts'
import { type PaymentsTable, payments } from './table.ts'

interface Of {
  company_id: CompanyId
  invoice_id: InvoiceId
}

const insert = insertRows(payments)
const update = updateRow(payments)

const listAll = statement<Of>()((db, p) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('company_id', '=', p.company_id)
    .where('invoice_id', '=', p.invoice_id)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc'),
)

const listPage = statement<Of & { limit: number; offset: number }>()((db, p) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('company_id', '=', p.company_id)
    .where('invoice_id', '=', p.invoice_id)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(p.limit)
    .offset(p.offset),
)

const countAll = statement<Of>()((db, p) =>
  db
    .selectFrom('payments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', p.company_id)
    .where('invoice_id', '=', p.invoice_id)
    .where('deleted_at', 'is', null),
)

/** Stores a payment of an invoice in `currency`. */
export async function insertPayment(tx: WriteTx, payment: PaymentsTable, currency: string): Promise<void> {
  await insert(tx, [payment])
  paymentFigures.move(tx, undefined, { ...payment, currency })
}

/** All living payments of an invoice, newest first. */
export const listPaymentsOf = (tx: Tx, company_id: CompanyId, invoice_id: InvoiceId) =>
  listAll.all(tx, { company_id, invoice_id })

/** The newest `limit` living payments of an invoice, newest first. */
export const listNewestPayments = (tx: Tx, of: Of, limit: number) => listPage.all(tx, { ...of, limit, offset: 0 })

/** One page of an invoice's payments, newest first, and how many there are. */
export async function listPaymentPage(tx: Tx, of: Of, page: { limit: number; offset: number }) {
  const rows = await listPage.all(tx, { ...of, limit: page.limit, offset: page.offset })
  return { rows, total: (await countAll.first(tx, of))!.count }
}

export function removePayment(tx: WriteTx, payment: PaymentsTable, currency: string, deleted_at: string): void {
  update.post(tx, { ...payment, deleted_at }, payment)
  paymentFigures.move(tx, { ...payment, currency }, undefined)
}
