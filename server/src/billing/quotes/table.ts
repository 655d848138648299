// The tables of quotes.
import type { InvoiceId, QuoteId } from '../../kernel/ids.ts'
import { defineTable, json, type RowOf, text } from '../../sql/columns.ts'
import { documentColumns, LINE_ITEM_KEY, lineItemColumns } from '../documents/table.ts'

export type QuoteStatus = 'draft' | 'sent' | 'viewed' | 'approved' | 'rejected' | 'expired' | 'converted'

export const quotes = defineTable('quotes', {
  key: ['company_id', 'id'],
  columns: {
    ...documentColumns,
    id: text<QuoteId>(),
    quote_number: text().fixed(),
    status: text<QuoteStatus>().indexed(),
    valid_until: text().indexed(),
    /** The invoice that it was converted to. */
    invoice_id: text<InvoiceId>().nullable(),
    /** JSON: the customer's decision that stands, as answers show it. */
    decision: json().nullable(),
    /** JSON: all decisions with their evidence (`Decision` of billing/quotes/decision.ts), also from before the quote was opened again. */
    decisions: json(),
  },
})
export type QuotesTable = RowOf<typeof quotes>

export const quote_items = defineTable('quote_items', { key: LINE_ITEM_KEY, columns: lineItemColumns })

declare module '../../sql/tables.ts' {
  interface Tables {
    quotes: QuotesTable
    quote_items: RowOf<typeof quote_items>
  }
}
