import { type Static, Type } from 'typebox'
import { partPresenter } from '../../http/present.ts'
import { DateString, Decimal, Nullable, Text } from '../../http/schema.ts'
import { type PaymentsTable, payments } from './table.ts'

/** A payment of an invoice. */
export const Payment = Type.Object(
  {
    id: Type.String({ description: 'Identifier, `pay_…`.' }),
    invoice_id: Type.String(),
    amount: Type.Number({ description: "In the invoice's currency." }),
    currency: Type.String(),
    paid_at: Type.String({ format: 'date', description: 'The day the money came in.' }),
    method: Type.String(),
    reference: Type.String(),
    is_from_status: Type.Boolean({
      description: 'Whether setting the status to `paid` recorded it; such a payment is undone when the status leaves `paid`.',
    }),
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Payment', additionalProperties: false },
)
export type Payment = Static<typeof Payment>

export const CreatePayment = Type.Object(
  {
    amount: Decimal({
      minimum: 0,
      description: 'Rounded to the digits of the currency; then more than 0, and at most what is due.',
    }),
    paid_at: Type.Optional(DateString({ description: 'Default: today in the time zone of the company.' })),
    method: Type.Optional(Nullable(Text(255, { description: '`bank transfer`, `card`, …' }))),
    reference: Type.Optional(Nullable(Text(255, { description: 'What the bank statement says.' }))),
  },
  { title: 'CreatePayment', additionalProperties: false },
)
export type CreatePayment = Static<typeof CreatePayment>

const present = partPresenter<PaymentsTable & { currency: string }>()(Payment, payments, { currency: (row) => row.currency })

/** Shows a stored payment of an invoice in `currency`, which has `digits`. */
export const presentPayment = (row: PaymentsTable, currency: string, digits: number): Payment =>
  present({ ...row, currency }, digits)

export const paymentExample: Payment = {
  id: 'pay_01kb3m8q5sr8t6y4u2i0p9k7j5',
  invoice_id: 'inv_01kb3m8q5s7v9x2z4b6d8f1h3k',
  amount: 580,
  currency: 'EUR',
  paid_at: '2026-02-14',
  method: 'bank transfer',
  reference: 'INV-2026-000042',
  is_from_status: false,
  created_at: '2026-02-14T09:12:44.501Z',
}
