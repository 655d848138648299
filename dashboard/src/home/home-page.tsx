import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { usePageSearch } from '../app/search.ts'
import { useCompanyDashboard, useDesk, useMay } from '../app/session.ts'
import { buttonClass } from '../ui/button.tsx'
import { date, money } from '../ui/format.ts'
import { type Column, DataTable, PageHeader, RowTitle } from '../ui/list.tsx'
import { RowLink } from '../ui/row-link.tsx'
import { Empty, Trouble } from '../ui/states.tsx'
import { AgeTable } from './age-table.tsx'
import { ComingReminders } from './coming-reminders.tsx'
import { Figures } from './figures.tsx'
import { FirstDay } from './first-day.tsx'
import { Latest } from './latest.tsx'
import { OverBudget } from './over-budget.tsx'
import type { InvoiceSummary } from './overview.ts'
import { PaidChart } from './paid-chart.tsx'
import { Undelivered } from './undelivered.tsx'

/** What needs attention today: overdue and received amounts, and documents and time to send, answer or bill. */
export function HomePage() {
  const { company } = useDesk()
  const [search, change] = usePageSearch()
  const may_write = useMay('write')
  const overview = useCompanyDashboard('/dashboard/api/overview')
  if (overview.error) return <Trouble error={overview.error} onRetry={() => void overview.refetch()} />
  const figures = overview.data
  const paid = figures?.currencies.filter(
    (one) => one.currency === company.currency || one.paid_by_month.some(({ amount }) => amount !== 0),
  )
  const chart = paid?.find((one) => one.currency === search.currency) ?? paid?.[0]
  return (
    <>
      <PageHeader title={company.name}>
        {may_write && (
          <Link to="/invoices/new" className={buttonClass('primary')}>
            <Plus size={16} aria-hidden />
            New invoice
          </Link>
        )}
      </PageHeader>
      <Undelivered />
      <FirstDay />
      <Figures overview={figures} />
      <div className="mt-8 grid items-start gap-8 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="space-y-8">
          <section aria-labelledby="paid">
            <div className="mb-2 flex min-h-9 items-center justify-between">
              <h2 id="paid">Paid per month</h2>
              {paid && paid.length > 1 && (
                <select
                  aria-label="Currency of the chart"
                  className="control w-auto pr-8"
                  value={chart?.currency}
                  onChange={(event) => change({ currency: event.target.value })}
                >
                  {paid.map((one) => (
                    <option key={one.currency}>{one.currency}</option>
                  ))}
                </select>
              )}
            </div>
            <PaidChart currency={chart?.currency ?? company.currency} months={chart?.paid_by_month} />
          </section>
          <section aria-labelledby="late">
            <h2 id="late" className="mb-2">
              Overdue by age
            </h2>
            <AgeTable currencies={figures?.currencies} />
          </section>
          <section aria-labelledby="longest">
            <div className="mb-2 flex items-center justify-between">
              <h2 id="longest">Overdue the longest</h2>
              <Link to="/invoices" search={{ status: 'overdue', sort: 'due_date' }} className="text-accent hover:underline">
                All overdue
              </Link>
            </div>
            <DataTable
              label="The invoices that are overdue the longest"
              columns={LATE_COLUMNS}
              rows={figures?.longest_overdue}
              skeleton_rows={4}
              link={(invoice, content) => (
                <RowLink to="/invoices/$id" id={invoice.id}>
                  {content}
                </RowLink>
              )}
              empty={
                <Empty title="Nothing is overdue">Invoices whose due date has passed are listed here, the oldest first.</Empty>
              }
            />
          </section>
        </div>
        <div className="space-y-8">
          <ComingReminders />
          <Latest />
          <OverBudget projects={figures?.projects_over_budget} />
        </div>
      </div>
    </>
  )
}

const LATE_COLUMNS: readonly Column<InvoiceSummary>[] = [
  { title: 'Number', cell: (invoice) => <RowTitle title={invoice.invoice_number} detail={invoice.customer.name} /> },
  { title: 'Due date', from: 'sm', align: 'right', cell: (invoice) => date(invoice.due_date) },
  {
    title: 'Open',
    align: 'right',
    cell: (invoice) => <span className="font-medium">{money(invoice.amount_due, invoice.currency)}</span>,
  },
]
