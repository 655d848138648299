// What came in, as answers show it: the payments of all invoices of a company, and their sums.
import { type Static, Type } from 'typebox'
import { Payment, paymentExample } from '../payments/schema.ts'

/** A payment with its invoice and customer. */
export const PaymentOfCompany = Type.Object(
  { ...Payment.properties, invoice_number: Type.String(), customer_id: Type.String(), customer_name: Type.String() },
  { title: 'PaymentOfCompany', additionalProperties: false },
)
export type PaymentOfCompany = Static<typeof PaymentOfCompany>

export const paymentOfCompanyExample: PaymentOfCompany = {
  ...paymentExample,
  invoice_number: 'INV-2026-000042',
  customer_id: 'cus_01kb3m8q5sh6j8k1m3n5p7q9r2',
  customer_name: 'Lindqvist & Sons AB',
}

const Sum = Type.Object(
  {
    key: Type.String({ description: 'The day, the method, or the id of the customer.' }),
    name: Type.String({ description: 'The name of the customer; otherwise the key.' }),
    currency: Type.String(),
    count: Type.Integer(),
    amount: Type.Number(),
  },
  { title: 'ReceivedSum', additionalProperties: false },
)
/** What came in of one day, method or customer, in one currency. */
export type Sum = Static<typeof Sum>

/** What came in within a period, added up. */
export const ReceivedSums = Type.Object(
  {
    is_whole: Type.Boolean({ description: 'False where the period has more payments than are added up.' }),
    totals: Type.Array(
      Type.Object({ currency: Type.String(), count: Type.Integer(), amount: Type.Number() }, { additionalProperties: false }),
    ),
    by_day: Type.Array(Sum),
    by_method: Type.Array(Sum, { description: 'Of each currency the largest first, 100 at most.' }),
    by_customer: Type.Array(Sum, { description: 'Of each currency the largest first, 100 at most.' }),
  },
  { title: 'ReceivedSums', additionalProperties: false },
)
export type ReceivedSums = Static<typeof ReceivedSums>

const sumExample = { name: 'bank transfer', key: 'bank transfer', currency: 'EUR', count: 1, amount: 580 }
export const receivedSumsExample: ReceivedSums = {
  is_whole: true,
  totals: [{ currency: 'EUR', count: 1, amount: 580 }],
  by_day: [{ ...sumExample, key: '2026-02-14', name: '2026-02-14' }],
  by_method: [sumExample],
  by_customer: [{ ...sumExample, key: 'cus_01kb3m8q5sh6j8k1m3n5p7q9r2', name: 'Lindqvist & Sons AB' }],
}
