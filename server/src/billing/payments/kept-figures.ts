// What is summed of payments.
import { defineFigures } from '../../figures/figures.ts'
import { payments } from './table.ts'

export const paymentFigures = defineFigures({
  table: payments,
  sums: [
    {
      names: ['paid'],
      // Its amount, under the currency of its invoice and the month that it was made in.
      share: ({ currency, paid_at, amount }) => ({ name: 'paid', key: `${currency}/${paid_at.slice(0, 7)}`, amount }),
    },
  ],
  reads: ['invoice_id', 'amount', 'paid_at'],
  parent: { table: 'invoices', by: { id: 'invoice_id' }, columns: { currency: 'currency' } },
})
