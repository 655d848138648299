// The payments of a period: their sums, and the table of them.

import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import type { components } from '../../../sdk/src/api.ts'
import { api, currentCompany } from '../app/api.ts'
import { usePageSearch } from '../app/search.ts'
import { useCompanyDashboard, useToday } from '../app/session.ts'
import { buttonClass } from '../ui/button.tsx'
import { useCursorPages } from '../ui/cursor-pages.ts'
import { DaysFilter, Filters } from '../ui/filters.tsx'
import { date, money, number } from '../ui/format.ts'
import { type Column, DataTable, PAGE_SIZE, PageHeader, ROW_LINK, RowTitle, ShowOlder } from '../ui/list.tsx'
import { Segments } from '../ui/segments.tsx'
import { Bone, Empty, Trouble } from '../ui/states.tsx'
import { periodOf, periodsOn } from './period.ts'
import { shownSums } from './shown-sums.ts'

type Payment = components['schemas']['PaymentOfCompany']
type Sums = components['schemas']['ReceivedSums']

/** Rows of each currency in a table of sums; the rest is one row. */
const MOST_SUMS = 6

/** The payments of a period: this month unless the address names another. */
export function PaymentsPage() {
  const today = useToday()
  const [search, change] = usePageSearch()
  const period = periodOf(search, today)
  const { from, to } = period
  const usual = periodsOn(today)
  const chosen = (['month', 'last', 'year'] as const).find((one) => usual[one].from === from && usual[one].to === to) ?? 'other'
  const sums = useCompanyDashboard('/dashboard/api/payments/sums', { query: { from, to } }, { keeps_previous: true })
  const { pages, rows } = useCursorPages([currentCompany(), '/v1/payments', from, to], 'payments', (starting_after, signal) =>
    api.get('/v1/payments', { query: { limit: PAGE_SIZE, 'paid[gte]': from, 'paid[lte]': to, starting_after }, signal }),
  )
  const query = new URLSearchParams({ company_id: currentCompany(), from, to })
  return (
    <>
      <PageHeader title="Payments">
        <a href={`/dashboard/api/v1/exports/payments?${query}`} download className={buttonClass()}>
          <Download size={15} aria-hidden />
          Export
        </a>
      </PageHeader>
      <div className="mb-1 flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <Segments
          label="Period"
          value={chosen}
          choices={[
            ['month', 'This month'],
            ['last', 'Last month'],
            ['year', 'This year'],
          ]}
          onChange={(one) => one !== 'other' && change(one === 'month' ? { from: undefined, to: undefined } : usual[one])}
        />
        <Filters>
          <DaysFilter />
        </Filters>
      </div>
      {sums.error ? <Trouble error={sums.error} onRetry={() => void sums.refetch()} /> : <Totals sums={sums.data} />}
      <DataTable
        label="Payments, latest first"
        columns={COLUMNS}
        rows={rows}
        error={pages.error}
        onRetry={() => void pages.refetch()}
        link={(payment, content) => (
          <Link to="/invoices/$id" params={{ id: payment.invoice_id }} data-row className={ROW_LINK}>
            {content}
          </Link>
        )}
        empty={
          <Empty title="No payments">
            No payments were received from {date(from)} to {date(to)}. Record them on an invoice, or match a bank statement.
          </Empty>
        }
      />
      <ShowOlder pages={pages} />
    </>
  )
}

const COLUMNS: readonly Column<Payment>[] = [
  {
    title: 'Invoice',
    takes_rest: true,
    cell: (payment) => <RowTitle title={payment.customer_name} detail={payment.invoice_number} />,
  },
  {
    title: 'Method',
    from: 'md',
    cell: ({ method }) =>
      method ? (
        <span className="block max-w-[18vw] truncate" title={method}>
          {method}
        </span>
      ) : (
        <span className="text-faint">—</span>
      ),
  },
  {
    title: 'Reference',
    from: 'lg',
    cell: ({ reference }) => (
      <span className="block max-w-[18vw] truncate text-soft" title={reference}>
        {reference}
      </span>
    ),
  },
  { title: 'Received', align: 'right', from: 'sm', cell: ({ paid_at }) => date(paid_at) },
  { title: 'Amount', align: 'right', cell: ({ amount, currency }) => <span className="figures">{money(amount, currency)}</span> },
]

/** What was received altogether, by method and by customer; currencies are never added. */
function Totals({ sums }: { sums: Sums | undefined }) {
  if (!sums) {
    return (
      <div className="card mb-6 p-5">
        <Bone className="h-7 w-40" />
      </div>
    )
  }
  if (sums.totals.length === 0) return null
  return (
    <div className="mb-6 grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-3">
      <section className="card p-5" aria-labelledby="received-total">
        <h2 id="received-total" className="mb-2 text-[13px] font-medium text-soft">
          Received
        </h2>
        {sums.totals.map(({ currency, amount, count }) => (
          <p key={currency} className="flex items-baseline justify-between gap-3">
            <span className="figures text-lg font-semibold">{money(amount, currency)}</span>
            <span className="text-[13px] text-soft">{count === 1 ? '1 payment' : `${number(count)} payments`}</span>
          </p>
        ))}
        {sums.by_day.length > 1 && (
          <details className="mt-3">
            <summary className="cursor-pointer text-[13px] text-soft">By day</summary>
            <ul className="mt-2 max-h-56 space-y-1 overflow-y-auto pr-1">
              {sums.by_day.map(({ key, currency, amount }) => (
                <li key={`${key} ${currency}`} className="flex justify-between gap-3">
                  <span>{date(key)}</span>
                  <span className="figures whitespace-nowrap">{money(amount, currency)}</span>
                </li>
              ))}
            </ul>
          </details>
        )}
        {!sums.is_whole && (
          <p className="mt-2 text-[13px] text-warn">This period has too many payments to add up. Choose a shorter one.</p>
        )}
      </section>
      <SumTable id="received-methods" title="By method" sums={sums} of="by_method" />
      <SumTable id="received-customers" title="By customer" sums={sums} of="by_customer" />
    </div>
  )
}

function SumTable({ id, title, sums, of }: { id: string; title: string; sums: Sums; of: 'by_method' | 'by_customer' }) {
  return (
    <section className="card p-5" aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-[13px] font-medium text-soft">
        {title}
      </h2>
      <div className="space-y-3">
        {shownSums(sums, sums[of], MOST_SUMS).map(({ currency, shown, rest }) => (
          <ul key={currency} aria-label={currency} className="space-y-1">
            {shown.map(({ key, name, amount }) => (
              <li key={key} className="flex justify-between gap-3">
                <span className="min-w-0 truncate">{name || 'No method'}</span>
                <span className="figures whitespace-nowrap">{money(amount, currency)}</span>
              </li>
            ))}
            {rest > 0 && (
              <li className="flex justify-between gap-3 text-soft">
                <span>Others</span>
                <span className="figures whitespace-nowrap">{money(rest, currency)}</span>
              </li>
            )}
          </ul>
        ))}
      </div>
    </section>
  )
}
