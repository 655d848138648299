// What is counted of credit notes, and summed of refunds.
import { COMPANY } from '../../figures/cells.ts'
import { defineFigures } from '../../figures/figures.ts'
import { credit_notes, refunds } from './table.ts'

export const creditNoteFigures = defineFigures({
  table: credit_notes,
  scopes: [COMPANY, 'customer_id'],
  dimensions: ['invoice_id'],
  is_marked: true,
})

export const refundFigures = defineFigures({
  table: refunds,
  sums: [
    {
      names: ['refunded'],
      // Its amount, under the currency of its credit note and the month that it was made in.
      share: ({ currency, paid_at, amount }) => ({ name: 'refunded', key: `${currency}/${paid_at.slice(0, 7)}`, amount }),
    },
  ],
  reads: ['credit_note_id', 'amount', 'paid_at'],
  parent: { table: 'credit_notes', by: { id: 'credit_note_id' }, columns: { currency: 'currency' } },
})
