// The SQL of quotes: the store of documents.
import type { Share } from '../../figures/kept-sums.ts'
import { bothWays } from '../../sql/list-order.ts'
import { type DocumentQuery, TOTAL_AS_SHOWN } from '../documents/list.ts'
import { documentStore } from '../documents/store.ts'
import { type QuoteStatus, type QuotesTable, quote_items, quotes } from './table.ts'

const ORDERS = { ...bothWays('valid_until', 'document.valid_until'), ...bothWays('total', TOTAL_AS_SHOWN) }
export type QuoteQuery = DocumentQuery<QuoteStatus, keyof typeof ORDERS>

export const quoteStore = documentStore({
  table: quotes,
  items: quote_items,
  referring: [],
  orders: ORDERS,
  shareOf: shareOfQuote,
  /** When a quote expires (docs/api/quotes.md, "Status"). */
  due: { day: 'valid_until', statuses: ['sent', 'viewed'] },
})

/** What a quote counts for in the sums: one that waits for the customer by its total, under its currency. */
function shareOfQuote({ status, currency, total }: QuotesTable): Share | undefined {
  return status === 'sent' || status === 'viewed' ? { name: 'quotes_waiting', key: currency, amount: total } : undefined
}
