import { type Static, Type } from 'typebox'
import { Nullable, StringEnum } from '../../http/schema.ts'

export const ENTRY_KINDS = ['invoice', 'payment', 'credit_note', 'refund'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

const Entry = Type.Object(
  {
    date: Type.String({ format: 'date', description: 'The issue date of a document, the day on which money moved.' }),
    kind: StringEnum(ENTRY_KINDS, { title: 'StatementEntryKind' }),
    number: Type.String({
      description: 'Of the document; of a payment that of its invoice, of a refund that of its credit note.',
    }),
    amount: Type.Number({ description: 'What it adds to the balance: below 0 for payments and credit notes.' }),
    balance: Type.Number({ description: 'What was open after it.' }),
  },
  { title: 'StatementEntry', additionalProperties: false },
)

const StatementOfCurrency = Type.Object(
  {
    currency: Type.String(),
    opening_balance: Type.Number({ description: 'What was open before `from`; below 0: in favour of the customer.' }),
    entries: Type.Array(Entry, { description: 'By date.' }),
    closing_balance: Type.Number({ description: 'What is open at the end of `to`.' }),
  },
  { title: 'CurrencyStatement', additionalProperties: false },
)

/** What a customer was billed and has paid, with the balance after each entry. */
export const Statement = Type.Object(
  {
    customer_id: Type.String(),
    from: Nullable(Type.String({ format: 'date' })),
    to: Type.String({ format: 'date' }),
    statements: Type.Array(StatementOfCurrency, { description: 'One for each currency, by its code.' }),
  },
  { title: 'Statement', additionalProperties: false },
)
export type Statement = Static<typeof Statement>

const Ages = Type.Object(
  {
    currency: Type.String(),
    current: Type.Number({ description: 'Not due yet, or due today.' }),
    days_1_30: Type.Number(),
    days_31_60: Type.Number(),
    days_61_90: Type.Number(),
    days_over_90: Type.Number(),
    total: Type.Number(),
  },
  { title: 'CustomerAges', additionalProperties: false },
)

/** What a customer owes, by how long it has been due. */
export const Ageing = Type.Object(
  {
    today: Type.String({ format: 'date' }),
    ages: Type.Array(Ages, { description: 'Σ amount_due of open invoices, for each currency in which something is due.' }),
  },
  { title: 'CustomerAgeing', additionalProperties: false },
)
export type Ageing = Static<typeof Ageing>

export const statementExample: Statement = {
  customer_id: 'cus_01kb3m8q5sh6j8k1m3n5p7q9r2',
  from: '2026-01-01',
  to: '2026-03-31',
  statements: [
    {
      currency: 'EUR',
      opening_balance: 120,
      entries: [
        { date: '2026-02-01', kind: 'invoice', number: 'INV-2026-000042', amount: 580, balance: 700 },
        { date: '2026-02-20', kind: 'payment', number: 'INV-2026-000042', amount: -500, balance: 200 },
        { date: '2026-03-02', kind: 'credit_note', number: 'CN-2026-000003', amount: -80, balance: 120 },
      ],
      closing_balance: 120,
    },
  ],
}

export const ageingExample: Ageing = {
  today: '2026-03-20',
  ages: [{ currency: 'EUR', current: 80, days_1_30: 580, days_31_60: 0, days_61_90: 0, days_over_90: 120, total: 780 }],
}
