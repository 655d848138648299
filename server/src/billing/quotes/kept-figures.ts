// What is counted and summed of quotes.
import { COMPANY } from '../../figures/cells.ts'
import { defineFigures } from '../../figures/figures.ts'
import type { Share } from '../../figures/sums.ts'
import { type QuotesTable, quotes } from './table.ts'

export const quoteFigures = defineFigures({
  table: quotes,
  scopes: [COMPANY, 'customer_id'],
  dimensions: ['status'],
  is_marked: true,
  sums: [{ names: ['quotes_waiting'], share: shareOfQuote }],
  reads: ['status', 'currency', 'total'],
})

/** One that waits for the customer counts by its total, under its currency. */
function shareOfQuote({ status, currency, total }: Pick<QuotesTable, 'status' | 'currency' | 'total'>): Share | undefined {
  return status === 'sent' || status === 'viewed' ? { name: 'quotes_waiting', key: currency, amount: total } : undefined
}
