// All SQL of payments.

import { moveShare, type Share } from '../../figures/kept-sums.ts'
import type { CompanyId, InvoiceId, PaymentId } from '../../kernel/ids.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { statement } from '../../sql/statement.ts'
import type { PaymentsTable } from './table.ts'

interface Of {
  company_id: CompanyId
  invoice_id: InvoiceId
}

const insert = statement<PaymentsTable>()((db, p) =>
  db.insertInto('payments').values({
    company_id: p.company_id,
    invoice_id: p.invoice_id,
    id: p.id,
    amount: p.amount,
    paid_at: p.paid_at,
    method: p.method,
    reference: p.reference,
    is_from_status: p.is_from_status,
    created_at: p.created_at,
    deleted_at: p.deleted_at,
  }),
)

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

const remove = statement<Of & { id: PaymentId; deleted_at: string }>()((db, p) =>
  db
    .updateTable('payments')
    .set({ deleted_at: p.deleted_at })
    .where('company_id', '=', p.company_id)
    .where('invoice_id', '=', p.invoice_id)
    .where('id', '=', p.id),
)

/** What a payment counts for in the sums: its amount, under its currency and the month that it was made in. */
export function shareOfPayment({ amount, paid_at }: PaymentsTable, currency: string) {
  return { name: 'paid', key: `${currency}/${paid_at.slice(0, 7)}`, amount } satisfies Share
}

/** Stores a payment of an invoice in `currency`. */
export function insertPayment(tx: WriteTx, payment: PaymentsTable, currency: string): void {
  insert.post(tx, payment)
  moveShare(tx, payment.company_id, undefined, shareOfPayment(payment, currency))
}

/** All living payments of an invoice, newest first. */
export const listPaymentsOf = (tx: Tx, company_id: CompanyId, invoice_id: InvoiceId) =>
  listAll.all(tx, { company_id, invoice_id })

/** One page of an invoice's payments, newest first, and how many there are. */
export async function listPaymentPage(tx: Tx, of: Of, page: { limit: number; offset: number }) {
  const rows = await listPage.all(tx, { ...of, limit: page.limit, offset: page.offset })
  return { rows, total: (await countAll.first(tx, of))!.count }
}

export function removePayment(tx: WriteTx, payment: PaymentsTable, currency: string, deleted_at: string): void {
  const { company_id, invoice_id, id } = payment
  remove.post(tx, { company_id, invoice_id, id, deleted_at })
  moveShare(tx, company_id, shareOfPayment(payment, currency), undefined)
}
