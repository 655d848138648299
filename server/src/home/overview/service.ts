// The home page: what the rooms of the business say of themselves, read on one snapshot.
import { disabledModules, getCompany } from '../../access/companies/service.ts'
import { longestOverdue, readInvoiceAmounts } from '../../billing/invoices/overview.ts'
import { readWaitingQuotes } from '../../billing/quotes/overview.ts'
import type { Context } from '../../http/context.ts'
import { currencyDigits } from '../../kernel/currencies.ts'
import { projectsOverBudget } from '../../work/projects/overview.ts'
import { unbilledTime } from '../../work/time-entries/overview.ts'
import { countAndAmounts, currencyFigures } from './overview.ts'
import { MOST_INVOICES, MOST_PROJECTS, type Overview } from './schema.ts'

/** The figures of a company as they are at this moment; what is overdue is judged by the company's day, whatever the statuses say yet. */
export function getOverview(context: Context): Promise<Overview> {
  return context.read(async (tx) => {
    const { company_id, today } = context
    const [company, disabled, invoices, quotes, longest_overdue] = await Promise.all([
      getCompany(tx, company_id),
      disabledModules(tx, company_id),
      readInvoiceAmounts(tx, company_id),
      readWaitingQuotes(tx, company_id),
      longestOverdue(tx, company_id, today, MOST_INVOICES),
    ])
    const { currency } = company
    const digits = currencyDigits(currency)
    const [time, projects_over_budget] = disabled.has('projects')
      ? [
          { minutes: 0, amount: 0, minutes_without_rate: 0 },
          { total: 0, projects: [] },
        ]
      : await Promise.all([unbilledTime(tx, company_id, digits), projectsOverBudget(tx, company_id, digits, MOST_PROJECTS)])
    return {
      today,
      currencies: currencyFigures(invoices, currency, today),
      drafts: countAndAmounts(invoices.drafts, currency),
      quotes_waiting: countAndAmounts(quotes, currency),
      unbilled: { minutes: time.minutes, amount: time.amount, currency, minutes_without_rate: time.minutes_without_rate },
      longest_overdue,
      projects_over_budget,
    }
  })
}
