import { type Static, Type } from 'typebox'
import { presenter } from '../../http/present.ts'
import { DateString, Metadata, Nullable, StringEnum } from '../../http/schema.ts'
import type { DocumentRecordOf, ListedRowOf } from '../documents/record.ts'
import {
  BilledCustomer,
  billedCustomerExample,
  closingFields,
  createFields,
  DocumentNumber,
  detailExamples,
  LineItem,
  lineItemExample,
  moneyFields,
  PublicToken,
  shownInSummary,
  shownInWhole,
  taxExamples,
  taxFields,
  updateFields,
} from '../documents/schema.ts'
import { textExamples } from '../documents/texts.ts'
import { type Decision, isAcceptance } from './decision.ts'
import { quotes } from './table.ts'

export const QUOTE_STATUSES = ['draft', 'sent', 'viewed', 'approved', 'rejected', 'expired', 'converted'] as const

const summaryFields = {
  id: Type.String({ description: 'Identifier, `quo_…`.' }),
  quote_number: DocumentNumber,
  customer_id: Type.String(),
  status: StringEnum(QUOTE_STATUSES, { title: 'QuoteStatus' }),
  issue_date: Type.String({ format: 'date' }),
  valid_until: Type.String({ format: 'date' }),
  ...moneyFields,
  ...closingFields,
}

/** A quote in a list: without items and public_token. */
export const QuoteSummary = Type.Object(summaryFields, { title: 'QuoteSummary', additionalProperties: false })
export type QuoteSummary = Static<typeof QuoteSummary>

/** The customer's decision, as everyone with access to the quote sees it. */
const QuoteDecision = Type.Object(
  {
    decided_at: Type.String({ format: 'date-time' }),
    name: Nullable(Type.String({ description: 'As typed by the person who accepted it; null when it was declined.' })),
    reason: Nullable(Type.String({ description: 'Why it was declined; null when it was accepted.' })),
    document_sha256: Type.String({ description: 'SHA-256 of the PDF that was shown.' }),
  },
  {
    title: 'QuoteDecision',
    additionalProperties: false,
    description: 'What the customer decided on the public page; null without a decision, or once the quote was opened again.',
  },
)

/** The same with the evidence of it. */
export const DecisionEvidence = Type.Object(
  {
    ...QuoteDecision.properties,
    status: StringEnum(['approved', 'rejected']),
    document_version: Type.Integer({ description: 'The version of the PDF that was shown.' }),
    ip_address: Type.String({ description: "The client's address." }),
    user_agent: Nullable(Type.String({ description: 'What the browser called itself, up to 512 characters.' })),
  },
  { title: 'DecisionEvidence', additionalProperties: false },
)
export type DecisionEvidence = Static<typeof DecisionEvidence>

/** Shows a decision with its evidence. */
export function presentEvidence(decision: Decision): DecisionEvidence {
  const { decided_at, name, reason, document_sha256, document_version, ip_address, user_agent } = decision
  const status = isAcceptance(decision) ? 'approved' : 'rejected'
  return { decided_at, name, reason, document_sha256, status, document_version, ip_address, user_agent }
}

/** A quote by itself. */
export const Quote = Type.Object(
  {
    ...summaryFields,
    customer: BilledCustomer,
    ...taxFields,
    metadata: Metadata(),
    public_token: PublicToken,
    invoice_id: Type.Union([Type.String(), Type.Null()], { description: 'The invoice that it was converted to.' }),
    decision: Nullable(QuoteDecision),
    items: Type.Array(LineItem),
  },
  { title: 'Quote', additionalProperties: false },
)
export type Quote = Static<typeof Quote>

export const CreateQuote = Type.Object(
  {
    ...createFields,
    valid_until: Type.Optional(DateString({ description: 'Default: 30 days after issue_date. It may be before it.' })),
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
    issue_date: Type.Optional(DateString({ description: 'Default: today in the time zone of the company.' })),
    due_date: Type.Optional(DateString({ description: 'Default: as of a new invoice.' })),
  },
  { title: 'ConvertQuote', additionalProperties: false },
)
export type ConvertQuote = Static<typeof ConvertQuote>

/** A quote's row as lists read it, with the columns of its customer that they show. */
export type QuoteRow = ListedRowOf<typeof quotes>

/** A quote as it is stored: its row, its customer and its line items in their order. */
export type QuoteRecord = DocumentRecordOf<typeof quotes>

/** Shows a quote as lists do. */
export const presentQuoteSummary = presenter<QuoteRow>()(QuoteSummary, quotes, shownInSummary)

/** Shows a whole quote. */
export const presentQuote = presenter<QuoteRecord>()(Quote, quotes, shownInWhole)

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
  ...textExamples,
  ...detailExamples,
  notes: 'Valid for thirty days',
  created_at: '2026-01-20T08:00:00.000Z',
  updated_at: '2026-01-20T08:00:00.000Z',
  customer: billedCustomerExample,
  ...taxExamples,
  metadata: { order: 'web-118' },
  public_token: 'b25lTW9yZVJhbmRvbVRva2VuRm9yWW91',
  invoice_id: null,
  decision: null,
  items: [lineItemExample],
}

const {
  items: _items,
  public_token: _token,
  metadata: _metadata,
  invoice_id: _invoice,
  decision: _decision,
  tax_category: _category,
  tax_exemption_reasons: _reasons,
  tax_breakdown: _breakdown,
  ...summaryExample
} = quoteExample
const { billing: _billing, ...customerExample } = billedCustomerExample
export const quoteSummaryExample: QuoteSummary = { ...summaryExample, customer: customerExample }

export const evidenceExample: DecisionEvidence = {
  decided_at: '2026-01-22T14:03:11.000Z',
  name: 'Astrid Lindqvist',
  reason: null,
  document_sha256: '5f2c1e0d9b8a7c6f5e4d3c2b1a0f9e8d7c6b5a4f3e2d1c0b9a8f7e6d5c4b3a29',
  status: 'approved',
  document_version: 1,
  ip_address: '203.0.113.7',
  user_agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)',
}
