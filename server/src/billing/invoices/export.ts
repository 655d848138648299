// What exports have of invoices and their payments.
import { type Static, Type } from 'typebox'
import { currencyDigits } from '../../kernel/currencies.ts'
import { exportPage, type ReadExport } from '../../sql/export-page.ts'
import { Payment, presentPayment } from '../payments/schema.ts'
import { readPayments } from './payments-repository.ts'
import { invoiceStore } from './repository.ts'
import { type Invoice, presentInvoice } from './schema.ts'

/** Invoices whose day of issue is in a period, drafts among them. */
export const readInvoices: ReadExport<Invoice> = async (tx, scope, after) => {
  const { rows, after: next } = await invoiceStore.readExport(tx, scope, after)
  return { rows: rows.map(presentInvoice), after: next }
}

/** A payment with its invoice and customer. */
export const PaymentOfCompany = Type.Object(
  { ...Payment.properties, invoice_number: Type.String(), customer_id: Type.String(), customer_name: Type.String() },
  { title: 'PaymentOfCompany', additionalProperties: false },
)
export type PaymentOfCompany = Static<typeof PaymentOfCompany>

/** Payments that came in on a day of a period, by the day. */
export const readPaymentsOfCompany: ReadExport<PaymentOfCompany> = async (tx, scope, after = [scope.from, '']) => {
  const { rows, after: next } = exportPage(await readPayments(tx, scope, after), ({ paid_at, id }) => [paid_at, id])
  return {
    rows: rows.map(({ invoice_number, customer_id, customer_name, currency, ...payment }) => ({
      ...presentPayment(payment, currency, currencyDigits(currency)),
      invoice_number,
      customer_id,
      customer_name,
    })),
    after: next,
  }
}
