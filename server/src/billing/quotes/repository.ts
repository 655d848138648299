// The SQL of quotes: the store of documents.
import { bothWays } from '../../sql/list-order.ts'
import { type DocumentQuery, TOTAL_AS_SHOWN } from '../documents/list.ts'
import { documentStore } from '../documents/store.ts'
import { quoteFigures } from './kept-figures.ts'
import { quote_items, quotes } from './table.ts'

const ORDERS = {
  ...bothWays('valid_until', 'document.valid_until'),
  ...bothWays('total', TOTAL_AS_SHOWN, TOTAL_AS_SHOWN, 'bigint'),
}
export type QuoteQuery = DocumentQuery<keyof typeof ORDERS>

export const quoteStore = documentStore({
  table: quotes,
  items: quote_items,
  referring: [],
  orders: ORDERS,
  figures: quoteFigures,
  /** When a quote expires (docs/api/quotes.md, "Status"). */
  due: { day: 'valid_until', statuses: ['sent', 'viewed'] },
})
