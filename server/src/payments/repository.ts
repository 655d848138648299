// All SQL of payments.
import type { Tx, WriteTx } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import type { PaymentsTable } from '../database/tables.ts'
import type { CompanyId, InvoiceId, PaymentId } from '../kernel/ids.ts'

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

export const insertPayment = (tx: WriteTx, payment: PaymentsTable) => insert.post(tx, payment)

/** All living payments of an invoice, newest first. */
export const listPaymentsOf = (tx: Tx, company_id: CompanyId, invoice_id: InvoiceId) =>
  listAll.all(tx, { company_id, invoice_id })

/** One page of an invoice's payments, newest first, and how many there are. */
export async function listPaymentPage(tx: Tx, of: Of, page: { limit: number; offset: number }) {
  const rows = await listPage.all(tx, { ...of, limit: page.limit, offset: page.offset })
  return { rows, total: (await countAll.first(tx, of))!.count }
}

export const removePayment = (tx: WriteTx, payment: PaymentsTable, deleted_at: string) =>
  remove.post(tx, { company_id: payment.company_id, invoice_id: payment.invoice_id, id: payment.id, deleted_at })
