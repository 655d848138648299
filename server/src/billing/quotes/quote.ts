// Pure: how a quote is drafted, revised and converted. Rules: decisions.md of the specification, section 7.

import { conflict } from '../../kernel/errors.ts'
import type { CompanyId, QuoteId } from '../../kernel/ids.ts'
import type { CustomersTable } from '../../sql/tables.ts'
import { customerShown, NOT_ISSUED } from '../documents/customer.ts'
import { discountOf, draftContent, reviseContent, termDate } from '../documents/document.ts'
import { draftLineItems } from '../documents/line-items.ts'
import type { CreateInvoice } from '../invoices/schema.ts'
import type { ConvertQuote, CreateQuote, QuoteRecord, UpdateQuote } from './schema.ts'

/** What the surroundings give a new quote. */
export interface NewQuote {
  company_id: CompanyId
  id: QuoteId
  public_token: string
  customer: CustomersTable
  /** The company's currency. */
  currency: string
  now: string
  now_ms: number
  today: string
}

/** Drafts a quote, all but its number: that is taken when everything else is found to be right. Throws 400 for content that can't be. */
export function draftQuote(input: CreateQuote, made: NewQuote): QuoteRecord {
  const { content, line_subtotals } = draftContent(input, made)
  return {
    company_id: made.company_id,
    id: made.id,
    quote_number: '',
    customer_id: made.customer.id,
    status: 'draft',
    valid_until: termDate(input.valid_until, content.issue_date, 'valid_until'),
    ...content,
    invoice_id: null,
    public_token: made.public_token,
    created_at: made.now,
    updated_at: made.now,
    deleted_at: null,
    ...customerShown(made.customer),
    ...NOT_ISSUED,
    items: draftLineItems(input.items ?? [], line_subtotals, made.now_ms),
  }
}

/**
 * Revises a quote: every field in every status. `customer` is set when the change names another one. Throws 400 for content that can't be.
 * `after` is `before` itself when nothing changes.
 */
export function reviseQuote(
  before: QuoteRecord,
  changes: UpdateQuote,
  made: { customer: CustomersTable | undefined; now: string; now_ms: number },
): { after: QuoteRecord; are_items_changed: boolean } {
  const { content, items, are_items_changed } = reviseContent(before, changes, made.now_ms)
  const after: QuoteRecord = {
    ...before,
    ...content,
    items,
    status: changes.status ?? before.status,
    valid_until: changes.valid_until ?? before.valid_until,
    customer_id: made.customer?.id ?? before.customer_id,
    ...(made.customer ? customerShown(made.customer) : {}),
  }
  const is_changed = are_items_changed || COMPARED.some((field) => after[field] !== before[field])
  return is_changed
    ? { after: { ...after, updated_at: made.now }, are_items_changed }
    : { after: before, are_items_changed: false }
}

const COMPARED = [
  'customer_id',
  'status',
  'issue_date',
  'valid_until',
  'currency',
  'subtotal',
  'discount_type',
  'discount_value',
  'discount_amount',
  'subtotal_after_discount',
  'tax_rate',
  'tax_id',
  'tax_amount',
  'total',
  'notes',
  'payment_terms',
] as const satisfies readonly (keyof QuoteRecord)[]

/** Whether an invoice was made from a quote, whatever status it was given since, or it was marked as converted by hand. */
export function isConverted(quote: QuoteRecord): boolean {
  return quote.status === 'converted' || quote.invoice_id !== null
}

/** Throws 409 when a quote can't become an invoice: it was converted already, or it is rejected or expired. */
export function refuseIfNotConvertible(quote: QuoteRecord): void {
  if (isConverted(quote)) throw conflict('quote_already_converted', 'This quote was converted to an invoice already')
  if (quote.status === 'rejected' || quote.status === 'expired') {
    throw conflict('quote_not_convertible', `This quote is ${quote.status}: change its status before converting it`)
  }
}

/** What the invoice of a quote is made from: the same customer, currency, lines, discount, tax, notes and terms, with dates of its own. */
export function invoiceFromQuote(quote: QuoteRecord, dates: ConvertQuote): CreateInvoice {
  return {
    customer_id: quote.customer_id,
    ...dates,
    currency: quote.currency,
    notes: quote.notes,
    payment_terms: quote.payment_terms,
    tax_rate: Number(quote.tax_rate),
    tax_id: quote.tax_id,
    ...discountOf(quote),
    items: quote.items.map((item) => ({
      name: item.name,
      description: item.description,
      quantity: Number(item.quantity),
      unit: item.unit,
      unit_price: Number(item.unit_price),
    })),
  }
}
