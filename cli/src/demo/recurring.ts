import { createRecurringInvoice } from '../../../server/src/billing/recurring-invoices/service.ts'
import type { Context } from '../../../server/src/http/context.ts'
import { billableTime } from '../../../server/src/work/time-entries/invoicing.ts'

/** What is billed again and again, to the customers in this order. */
const PLANS = [
  { frequency: 'monthly', status: 'active', auto_send: true, name: 'Hosting in {month} {year}', unit_price: 89 },
  { frequency: 'quarterly', status: 'active', auto_send: false, name: 'Maintenance, {period}', unit_price: 640 },
  { frequency: 'yearly', status: 'paused', auto_send: false, name: 'Licence {year}', unit_price: 1_200 },
] as const

/** Makes the recurring invoices of a company: each begins on the first of the month after `context`. */
export async function makeRecurringInvoices(contextOf: () => Context, customers: readonly string[]): Promise<void> {
  for (const [index, { name, unit_price, ...plan }] of PLANS.entries()) {
    const context = contextOf()
    const start_date = Temporal.PlainDate.from(context.today).with({ day: 1 }).add({ months: 1 }).toString()
    const items = [{ name, unit_price }]
    await createRecurringInvoice(
      context,
      { ...plan, customer_id: customers[index]!, start_date, tax_rate: 19, items },
      billableTime,
    )
  }
}
