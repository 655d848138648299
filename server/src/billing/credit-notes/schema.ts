import { type Static, Type } from 'typebox'
import { partPresenter, presenter } from '../../http/present.ts'
import { DateString, Decimal, Id, Nullable, StringEnum, Text } from '../../http/schema.ts'
import { fromMinor } from '../../kernel/money.ts'
import type { LineItemRow } from '../documents/line-items.ts'
import type { DocumentRecordOf, ListedRowOf } from '../documents/record.ts'
import {
  BilledCustomer,
  billedCustomerExample,
  closingFields,
  DocumentNumber,
  detailExamples,
  LineItem,
  lineItemExample,
  MOST_LINE_ITEMS,
  moneyFields,
  PublicToken,
  presentLineItem,
  shownInSummary,
  shownInWhole,
  taxExamples,
  taxFields,
} from '../documents/schema.ts'
import { textExamples } from '../documents/texts.ts'
import { CreatePayment } from '../payments/schema.ts'
import { credit_notes, type RefundsTable, refunds } from './table.ts'

// What only other kinds of document have.
const { external_id: _external, notes: _notes, payment_terms: _terms, ...closing } = closingFields

const summaryFields = {
  id: Type.String({ description: 'Identifier, `cn_…`.' }),
  credit_note_number: DocumentNumber,
  invoice_id: Type.String({ description: 'The invoice that it credits.' }),
  invoice_number: Type.String(),
  customer_id: Type.String(),
  status: StringEnum(['issued'], { title: 'CreditNoteStatus' }),
  issue_date: Type.String({ format: 'date' }),
  ...moneyFields,
  reason: Type.String({ description: 'Why it was made. Visible to the customer.' }),
  amount_refunded: Type.Number({ description: 'Sum of its refunds.' }),
  refund_due: Type.Number({
    description: 'What is left to pay back to the customer: of the whole invoice, the same figure as there.',
  }),
  ...closing,
}

/** A credit note in a list: without items and public_token. */
export const CreditNoteSummary = Type.Object(summaryFields, { title: 'CreditNoteSummary', additionalProperties: false })
export type CreditNoteSummary = Static<typeof CreditNoteSummary>

const CreditNoteItem = Type.Object(
  { ...LineItem.properties, item_id: Type.String({ description: 'The line of the invoice.' }) },
  { title: 'CreditNoteItem', additionalProperties: false },
)

/** A single credit note. */
export const CreditNote = Type.Object(
  {
    ...summaryFields,
    customer: BilledCustomer,
    ...taxFields,
    public_token: PublicToken,
    items: Type.Array(CreditNoteItem),
  },
  { title: 'CreditNote', additionalProperties: false },
)
export type CreditNote = Static<typeof CreditNote>

const CreditedItem = Type.Object(
  {
    item_id: Id('di', { description: 'A line of the invoice.' }),
    quantity: Decimal({ description: 'How much of it, with the sign of its quantity.' }),
  },
  { title: 'CreditedItem', additionalProperties: false },
)

export const CreateCreditNote = Type.Object(
  {
    invoice_id: Id('inv', { description: 'An issued invoice.' }),
    items: Type.Optional(
      Type.Array(CreditedItem, {
        minItems: 1,
        maxItems: MOST_LINE_ITEMS,
        description: 'How much of which lines. Default: all that is left.',
      }),
    ),
    reason: Type.Optional(Nullable(Text(2_000, { description: 'Why it is made. Visible to the customer.' }))),
    issue_date: Type.Optional(DateString({ description: 'Default: today in the time zone of the company.' })),
  },
  { title: 'CreateCreditNote', additionalProperties: false },
)
export type CreateCreditNote = Static<typeof CreateCreditNote>

/** Money that was paid back to the customer. */
export const Refund = Type.Object(
  {
    id: Type.String({ description: 'Identifier, `rfd_…`.' }),
    credit_note_id: Type.String(),
    amount: Type.Number({ description: "In the credit note's currency." }),
    currency: Type.String(),
    paid_at: Type.String({ format: 'date', description: 'The day the money went out.' }),
    method: Type.String(),
    reference: Type.String(),
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Refund', additionalProperties: false },
)
export type Refund = Static<typeof Refund>

export const CreateRefund = Type.Object(
  {
    ...CreatePayment.properties,
    amount: Decimal({
      minimum: 0,
      description: 'Rounded to the digits of the currency; then more than 0, and at most the refund due.',
    }),
  },
  { title: 'CreateRefund', additionalProperties: false },
)
export type CreateRefund = Static<typeof CreateRefund>

/** What a credit note shows of its invoice. */
export interface OfInvoice {
  invoice_number: string
  /** The day on which the invoice was issued. */
  invoice_date: string
  /** In minor units. */
  refund_due: number
}

/** A line of a credit note. */
export type CreditNoteLine = LineItemRow & { item_id: string }

/** A credit note's row as lists read it, with what they show of its customer and its invoice. */
export type CreditNoteRow = ListedRowOf<typeof credit_notes> & OfInvoice

/** A credit note as it is stored: its row, its customer, what it shows of its invoice, and its line items in their order. */
export type CreditNoteRecord = Omit<DocumentRecordOf<typeof credit_notes>, 'items'> &
  OfInvoice & { items: readonly CreditNoteLine[] }

const ofInvoice = {
  invoice_number: (row: OfInvoice) => row.invoice_number,
  refund_due: (row: OfInvoice, digits: number) => fromMinor(row.refund_due, digits),
}

/** Shows a credit note as lists do. */
export const presentCreditNoteSummary = presenter<CreditNoteRow>()(CreditNoteSummary, credit_notes, {
  ...shownInSummary,
  ...ofInvoice,
})

/** Shows a whole credit note. */
export const presentCreditNote = presenter<CreditNoteRecord>()(CreditNote, credit_notes, {
  ...shownInWhole,
  ...ofInvoice,
  items: (row: CreditNoteRecord, digits: number) =>
    row.items.map((item) => ({ ...presentLineItem(item, digits), item_id: item.item_id })),
})

const present = partPresenter<RefundsTable & { currency: string }>()(Refund, refunds, { currency: (row) => row.currency })

/** Shows a stored refund of a credit note in `currency`, which has `digits`. */
export const presentRefund = (row: RefundsTable, currency: string, digits: number): Refund =>
  present({ ...row, currency }, digits)

const { notes: _n, payment_terms: _t, ...texts } = textExamples
const { external_id: _e, ...details } = detailExamples

export const creditNoteExample: CreditNote = {
  id: 'cn_01kb3m8q5sc4r6d8t1n3t5e7x9',
  credit_note_number: 'CN-2026-000003',
  invoice_id: 'inv_01kb3m8q5s7v9x2z4b6d8f1h3k',
  invoice_number: 'INV-2026-000042',
  customer_id: 'cus_01kb3m8q5sh6j8k1m3n5p7q9r2',
  status: 'issued',
  issue_date: '2026-02-20',
  subtotal: 1000,
  discount_type: 'percentage',
  discount_value: 50,
  discount_amount: 500,
  subtotal_after_discount: 500,
  tax_rate: 16,
  tax_amount: 80,
  total: 580,
  reason: 'The landing page was not delivered',
  amount_refunded: 0,
  refund_due: 580,
  currency: 'EUR',
  ...texts,
  ...details,
  created_at: '2026-02-20T08:00:00.000Z',
  updated_at: '2026-02-20T08:00:00.000Z',
  customer: billedCustomerExample,
  ...taxExamples,
  public_token: 'YW5vdGhlclJhbmRvbVRva2VuT2ZDcmVk',
  items: [{ ...lineItemExample, id: 'di_01kb3m8q5sc9r2e4d6i8t1l3n5', item_id: lineItemExample.id }],
}

const {
  items: _items,
  public_token: _token,
  tax_category: _category,
  tax_exemption_reasons: _reasons,
  tax_breakdown: _breakdown,
  ...summaryExample
} = creditNoteExample
const { billing: _billing, ...customerExample } = billedCustomerExample
export const creditNoteSummaryExample: CreditNoteSummary = { ...summaryExample, customer: customerExample }

export const refundExample: Refund = {
  id: 'rfd_01kb3m8q5sr2f4n6d8b1k3m5o7',
  credit_note_id: creditNoteExample.id,
  amount: 580,
  currency: 'EUR',
  paid_at: '2026-02-21',
  method: 'bank transfer',
  reference: 'CN-2026-000003',
  created_at: '2026-02-21T09:12:44.501Z',
}
