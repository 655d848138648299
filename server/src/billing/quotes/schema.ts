import { type Static, Type } from 'typebox'
import { DateString, StringEnum } from '../../http/schema.ts'
import { currencyDigits } from '../../kernel/currencies.ts'
import { fromDecimalText, fromMinor } from '../../kernel/money.ts'
import type { QuotesTable } from '../../sql/tables.ts'
import type { ShownCustomer } from '../documents/customer.ts'
import type { LineItemRow } from '../documents/line-items.ts'
import {
  BilledCustomer,
  billedCustomerExample,
  createFields,
  DocumentCustomer,
  LineItem,
  lineItemExample,
  moneyFields,
  presentLineItem,
  updateFields,
} from '../documents/schema.ts'
import { NO_DISCOUNT } from '../documents/totals.ts'

export const QUOTE_STATUSES = ['draft', 'sent', 'viewed', 'approved', 'rejected', 'expired', 'converted'] as const

const summaryFields = {
  id: Type.String({ description: 'Identifier, `quo_…`.' }),
  quote_number: Type.String({
    description: '`{PREFIX}-{YEAR}-{COUNTER}`, given at creation, never changed and never given again.',
  }),
  customer_id: Type.String(),
  status: StringEnum(QUOTE_STATUSES, { title: 'QuoteStatus' }),
  issue_date: Type.String({ format: 'date' }),
  valid_until: Type.String({ format: 'date' }),
  ...moneyFields,
  currency: Type.String({ description: 'ISO 4217 code.' }),
  notes: Type.String({ description: 'Visible to the customer.' }),
  payment_terms: Type.String(),
  created_at: Type.String({ format: 'date-time' }),
  updated_at: Type.String({ format: 'date-time' }),
  customer: DocumentCustomer,
}

/** A quote in a list: without items and public_token. */
export const QuoteSummary = Type.Object(summaryFields, { title: 'QuoteSummary', additionalProperties: false })
export type QuoteSummary = Static<typeof QuoteSummary>

/** A quote by itself. */
export const Quote = Type.Object(
  {
    ...summaryFields,
    customer: BilledCustomer,
    public_token: Type.String({ description: 'The secret part of the link to its public page.' }),
    invoice_id: Type.Union([Type.String(), Type.Null()], { description: 'The invoice that it was converted to.' }),
    items: Type.Array(LineItem),
  },
  { title: 'Quote', additionalProperties: false },
)
export type Quote = Static<typeof Quote>

export const CreateQuote = Type.Object(
  {
    ...createFields,
    valid_until: Type.Optional(DateString({ description: 'Default: 30 days after issue_date. It may lie before it.' })),
  },
  { title: 'CreateQuote', additionalProperties: false },
)
export type CreateQuote = Static<typeof CreateQuote>

export const UpdateQuote = Type.Object(
  {
    ...updateFields,
    valid_until: Type.Optional(DateString()),
    status: Type.Optional(StringEnum(QUOTE_STATUSES, { title: 'QuoteStatus' })),
  },
  { title: 'UpdateQuote', additionalProperties: false },
)
export type UpdateQuote = Static<typeof UpdateQuote>

/** What a conversion may say of the new invoice. */
export const ConvertQuote = Type.Object(
  {
    issue_date: Type.Optional(DateString({ description: 'Default: today (UTC).' })),
    due_date: Type.Optional(DateString({ description: 'Default: 30 days after issue_date.' })),
  },
  { title: 'ConvertQuote', additionalProperties: false },
)
export type ConvertQuote = Static<typeof ConvertQuote>

/** A quote's row with what answers show of its customer. */
export type QuoteRow = QuotesTable & Pick<ShownCustomer, 'customer_name' | 'customer_contact_email'>

/** A quote as it is stored: its row, its customer and its line items in their order. */
export interface QuoteRecord extends QuotesTable, ShownCustomer {
  items: readonly LineItemRow[]
}

/** Shows a quote as lists do. The fields are written one by one, so that nothing undeclared can get out. */
export function presentQuoteSummary(row: QuoteRow): QuoteSummary {
  const digits = currencyDigits(row.currency)
  return {
    id: row.id,
    quote_number: row.quote_number,
    customer_id: row.customer_id,
    status: row.status,
    issue_date: row.issue_date,
    valid_until: row.valid_until,
    subtotal: fromMinor(row.subtotal, digits),
    discount_type: row.discount_type ?? NO_DISCOUNT.discount_type,
    discount_value: fromDecimalText(row.discount_value ?? '0'),
    discount_amount: fromMinor(row.discount_amount, digits),
    subtotal_after_discount: fromMinor(row.subtotal_after_discount, digits),
    tax_rate: fromDecimalText(row.tax_rate),
    tax_amount: fromMinor(row.tax_amount, digits),
    total: fromMinor(row.total, digits),
    currency: row.currency,
    notes: row.notes,
    payment_terms: row.payment_terms,
    created_at: row.created_at,
    updated_at: row.updated_at,
    customer: { id: row.customer_id, name: row.customer_name, contact_email: row.customer_contact_email },
  }
}

/** Shows a whole quote. */
export function presentQuote(record: QuoteRecord): Quote {
  const digits = currencyDigits(record.currency)
  const quote = presentQuoteSummary(record) as Quote
  quote.customer.billing = record.customer_billing
  quote.public_token = record.public_token
  quote.invoice_id = record.invoice_id
  quote.items = record.items.map((item) => presentLineItem(item, digits))
  return quote
}

export const quoteExample: Quote = {
  id: 'quo_01kb3m8q5s2c4v6b8n0m1k3j5h',
  quote_number: 'QUO-2026-000007',
  customer_id: 'cus_01kb3m8q5sh6j8k1m3n5p7q9r2',
  status: 'draft',
  issue_date: '2026-01-20',
  valid_until: '2026-02-19',
  subtotal: 1000,
  discount_type: 'percentage',
  discount_value: 50,
  discount_amount: 500,
  subtotal_after_discount: 500,
  tax_rate: 16,
  tax_amount: 80,
  total: 580,
  currency: 'EUR',
  notes: 'Valid for thirty days',
  payment_terms: 'Payable within 30 days',
  created_at: '2026-01-20T08:00:00.000Z',
  updated_at: '2026-01-20T08:00:00.000Z',
  customer: billedCustomerExample,
  public_token: 'b25lTW9yZVJhbmRvbVRva2VuRm9yWW91',
  invoice_id: null,
  items: [lineItemExample],
}

const { items: _items, public_token: _token, invoice_id: _invoice, ...summaryExample } = quoteExample
const { billing: _billing, ...customerExample } = billedCustomerExample
export const quoteSummaryExample: QuoteSummary = { ...summaryExample, customer: customerExample }
