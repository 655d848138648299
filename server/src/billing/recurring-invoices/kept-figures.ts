import { COMPANY } from '../../figures/cells.ts'
import { defineFigures } from '../../figures/figures.ts'
import { recurring_invoices } from './table.ts'

/** How many recurring invoices there are, also of each customer, by their status. */
export const recurringInvoiceFigures = defineFigures({
  table: recurring_invoices,
  scopes: [COMPANY, 'customer_id'],
  dimensions: ['status'],
  is_marked: true,
})
