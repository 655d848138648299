// Payments of an invoice: recording and undoing them moves its status and amounts. They live here, since the invoice changes with them.

import type { Context } from '../../http/context.ts'
import { readPage } from '../../http/pagination.ts'
import { currencyDigits } from '../../kernel/currencies.ts'
import { notFound } from '../../kernel/errors.ts'
import { type CompanyId, type InvoiceId, newId, type PaymentId } from '../../kernel/ids.ts'
import { recordEvents } from '../../record/events/record.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import type { PageQuery } from '../../sql/list-order.ts'
import { paymentReceived, paymentReversed } from '../payments/events.ts'
import { insertPayment, listNewestPayments, listPaymentPage, listPaymentsOf, removePayment } from '../payments/repository.ts'
import { type CreatePayment, type Payment, presentPayment } from '../payments/schema.ts'
import type { PaymentsTable } from '../payments/table.ts'
import { invoiceUpdated } from './events.ts'
import { invoiceStore } from './repository.ts'
import { type InvoiceRecord, presentInvoice } from './schema.ts'
import { loadInvoice } from './service.ts'
import { paymentAmount, withoutPayment, withPayment } from './settlement.ts'
import { thankFor } from './thanks.ts'

/** Lists the payments of an invoice, newest first. */
export function listPayments(context: Context, invoice_id: string, query: PageQuery) {
  return context.read(async (tx) => {
    const { rows: payments, pagination } = await readPage(query, async () => {
      const { company_id, id, currency } = await loadInvoice(tx, context.company_id, invoice_id)
      const page = await listPaymentPage(tx, { company_id, invoice_id: id }, query)
      const digits = currencyDigits(currency)
      return { ...page, rows: page.rows.map((row) => presentPayment(row, currency, digits)) }
    })
    return { payments, pagination }
  })
}

/** Records a payment; the invoice becomes partial or paid. Throws 400 if it is more than what is due. */
export function recordPayment(context: Context, invoice_id: string, input: CreatePayment): Promise<Payment> {
  return context.transaction(async (tx) => {
    const before = await loadInvoice(tx, context.company_id, invoice_id)
    const { row } = await recordPaymentIn(tx, context, before, input)
    return presentPayment(row, before.currency, currencyDigits(before.currency))
  })
}

/**
 * The same inside a larger transaction: matching a bank transfer. Gives the payment and the invoice after it. `place` is which of the payments of an
 * invoice it is that the transaction records, from 0: their ids sort in this order.
 */
export async function recordPaymentIn(
  tx: WriteTx,
  context: Context,
  before: InvoiceRecord,
  input: CreatePayment,
  place = 0,
): Promise<{ row: PaymentsTable; after: InvoiceRecord }> {
  const amount = paymentAmount(before, input.amount)
  const row = {
    company_id: before.company_id,
    invoice_id: before.id,
    id: newId('payment', context.now_ms + place),
    amount,
    paid_at: input.paid_at ?? context.today,
    method: input.method ?? '',
    reference: input.reference ?? '',
    is_from_status: false,
    created_at: context.now,
    deleted_at: null,
  }
  const after = withPayment(before, amount, context)
  await insertPayment(tx, row, before.currency)
  await invoiceStore.save(tx, before, after, false)
  await thankFor(tx, context, after, amount)
  const payment = presentPayment(row, before.currency, currencyDigits(before.currency))
  await recordEvents(tx, context, invoiceUpdated(before.status, presentInvoice(after), [paymentReceived(payment)]))
  return { row, after }
}

/** Runs when payments are undone: passed in by rooms that refer to them (the bank transfer of a payment is unmatched again). */
export type OnPaymentsUndone = (tx: WriteTx, context: Context, ids: readonly PaymentId[]) => Promise<void>

/** Undoes a payment; the invoice is no longer paid by it. Throws 404 for a payment that is not this invoice's, and 409 `payment_refunded`. */
export function reversePayment(
  context: Context,
  invoice_id: string,
  payment_id: string,
  onUndone: OnPaymentsUndone,
): Promise<{ deleted: true }> {
  return context.transaction(async (tx) => {
    await reversePaymentIn(tx, context, { invoice_id, payment_id }, onUndone, (shown) => context.requireMatch(shown))
    return { deleted: true as const }
  })
}

/** The same inside a larger transaction: undoing the match of a bank transfer. `check` sees the payment before it is undone. */
export async function reversePaymentIn(
  tx: WriteTx,
  context: Context,
  { invoice_id, payment_id }: { invoice_id: string; payment_id: string },
  onUndone: OnPaymentsUndone,
  check: (shown: Payment) => void = () => {},
): Promise<void> {
  const before = await loadInvoice(tx, context.company_id, invoice_id)
  const payments = await listPaymentsOf(tx, before.company_id, before.id)
  const row = payments.find((payment) => payment.id === payment_id)
  if (!row) throw notFound()
  const digits = currencyDigits(before.currency)
  const shown = (payment: typeof row) => presentPayment(payment, before.currency, digits)
  check(shown(row))
  const { after, all_undone } = withoutPayment(before, row, payments, context)
  for (const payment of all_undone) removePayment(tx, payment, before.currency, context.now)
  await invoiceStore.save(tx, before, after, false)
  const reversals = all_undone.map((payment) => paymentReversed(shown(payment)))
  await recordEvents(tx, context, invoiceUpdated(before.status, presentInvoice(after), reversals))
  await onUndone(
    tx,
    context,
    all_undone.map(({ id }) => id),
  )
}

/** The days and amounts (in minor units) of an invoice's payments, the newest `limit` of them. */
export async function latestPayments(tx: Tx, company_id: CompanyId, invoice_id: InvoiceId, limit: number) {
  const rows = await listNewestPayments(tx, { company_id, invoice_id }, limit)
  return rows.map(({ paid_at, amount }) => ({ date: paid_at, amount }))
}
