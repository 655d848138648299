// Pure: how a quote is drafted, revised and converted. Rules: docs/api/quotes.md.

import { conflict } from '../../kernel/errors.ts'
import type { LineItemId, QuoteId } from '../../kernel/ids.ts'
import { isChangedIn } from '../../sql/columns.ts'
import type { CustomersTable } from '../customers/table.ts'
import { discountOf, draftDocument, type NewDocument, reviseDocument, termDate } from '../documents/document.ts'
import { lineInput } from '../documents/line-items.ts'
import { reviseTexts } from '../documents/texts.ts'
import type { CreateInvoice } from '../invoices/schema.ts'
import { decisionAfter, UNDECIDED } from './decision.ts'
import type { ConvertQuote, CreateQuote, QuoteRecord, UpdateQuote } from './schema.ts'
import { quotes } from './table.ts'

/** Drafts a quote without its number, which is taken when everything else is valid. Throws 400 for invalid content. */
export function draftQuote(input: CreateQuote, made: NewDocument): QuoteRecord {
  const draft = draftDocument(input, made)
  const valid_until = termDate(input.valid_until, draft.issue_date, 'valid_until')
  return { ...draft, id: made.id as QuoteId, quote_number: '', valid_until, invoice_id: null, ...UNDECIDED }
}

/**
 * Revises a quote: every field in every status. `customer` is set when the change names another one. Throws 400 for content that can't be.
 * `after` is `before` itself when nothing changes.
 */
export function reviseQuote(
  before: QuoteRecord,
  changes: UpdateQuote,
  made: { customer: CustomersTable | undefined; now: string; newLineId: () => LineItemId },
): { after: QuoteRecord; are_items_changed: boolean } {
  const { edited, are_items_changed } = reviseDocument(before, changes, made)
  edited.status = changes.status ?? before.status
  edited.decision = decisionAfter(before, edited.status)
  edited.valid_until = changes.valid_until ?? before.valid_until
  if (!are_items_changed && !isQuoteChanged(before, edited)) return { after: before, are_items_changed: false }
  return { after: { ...edited, updated_at: made.now }, are_items_changed }
}

/** Whether a stored quote differs from another, but for the time of the change. */
export const isQuoteChanged = isChangedIn(quotes)

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
    ...reviseTexts(quote, {}),
    service_from: quote.service_from,
    service_to: quote.service_to,
    language: quote.language,
    tax_rate: Number(quote.tax_rate),
    // Null is no category, and not the customer's.
    tax_category: quote.tax_category,
    tax_exemption_reasons: quote.tax_exemption_reasons === null ? null : JSON.parse(quote.tax_exemption_reasons),
    ...discountOf(quote),
    items: quote.items.map((item) => ({
      name: item.name,
      description: item.description,
      unit: item.unit,
      ...lineInput(item),
    })),
  }
}
