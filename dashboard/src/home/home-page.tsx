import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { api, currentCompany } from '../app/api.ts'
import { useApi, useDesk } from '../app/session.ts'
import { buttonClass } from '../ui/button.tsx'
import { ago, date, money, number, today } from '../ui/format.ts'
import { type Column, DataTable, PageHeader, ROW_LINK, RowTitle } from '../ui/list.tsx'
import { Bone, Empty, Trouble } from '../ui/states.tsx'
import { type Ageing, ageing, BUCKETS } from './ageing.ts'

type InvoiceSummary = components['schemas']['InvoiceSummary']

const PAGE = 100
/** Pages read per status: figures of more invoices than this are said to be of these only. */
const MOST_PAGES = 10

/** What needs attention today: what is due and how late, what waits to be sent or answered, what happened last. */
export function HomePage() {
  const { company } = useDesk()
  const open = useQuery({ queryKey: [currentCompany(), 'open invoices'], queryFn: ({ signal }) => listOpen(signal) })
  const drafts = useApi('/v1/invoices', { query: { status: 'draft', limit: 1 } })
  const sent_quotes = useApi('/v1/quotes', { query: { status: 'sent', limit: 1 } })
  const events = useApi('/v1/events', { query: { limit: 8 } })
  if (open.error) return <Trouble error={open.error} onRetry={() => void open.refetch()} />
  const figures = open.data && ageing(open.data.invoices, today())
  const late = open.data?.invoices.filter((one) => one.due_date < today()).sort((a, b) => (a.due_date < b.due_date ? -1 : 1))
  return (
    <>
      <PageHeader title={company.name} />
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
        <Figure title="Outstanding">
          {figures && <Amounts figures={figures} of={(one) => one.outstanding} fallback={company.currency} />}
        </Figure>
        <Figure title="Overdue">
          {figures && <Amounts figures={figures} of={(one) => one.overdue} fallback={company.currency} />}
        </Figure>
        <Figure title="Drafts" to="/invoices" status="draft">
          {drafts.data?.pagination.total}
        </Figure>
        <Figure title="Quotes waiting" to="/quotes" status="sent">
          {sent_quotes.data?.pagination.total}
        </Figure>
      </div>
      {open.data?.is_cut && (
        <p className="mt-2 text-[13px] text-soft">
          The amounts are those of the latest {PAGE * MOST_PAGES} open invoices of each status.
        </p>
      )}
      <div className="mt-8 grid items-start gap-8 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="space-y-8">
          <section aria-labelledby="late">
            <h2 id="late" className="mb-2">
              Overdue by age
            </h2>
            <AgeTable figures={figures} />
          </section>
          <section aria-labelledby="longest">
            <div className="mb-2 flex items-center justify-between">
              <h2 id="longest">Overdue the longest</h2>
              <Link to="/invoices" search={{ status: 'overdue' }} className="text-accent hover:underline">
                All overdue
              </Link>
            </div>
            <DataTable
              label="The invoices that are overdue the longest"
              columns={LATE_COLUMNS}
              rows={late?.slice(0, 8)}
              skeleton_rows={4}
              link={(invoice, content) => (
                <Link to="/invoices/$id" params={{ id: invoice.id }} data-row className={ROW_LINK}>
                  {content}
                </Link>
              )}
              empty={
                <Empty
                  title="Nothing is overdue"
                  action={
                    <Link to="/invoices/new" className={buttonClass('primary')}>
                      New invoice
                    </Link>
                  }
                >
                  Invoices whose due date has passed stand here, the oldest first.
                </Empty>
              }
            />
          </section>
        </div>
        <div className="space-y-8">
          <OverBudget />
          <section aria-labelledby="latest" className="card p-5">
            <h2 id="latest" className="mb-3">
              What happened last
            </h2>
            <ol className="space-y-2.5">
              {events.data
                ? events.data.events.map((event) => (
                    <li key={event.id} className="flex items-baseline justify-between gap-3">
                      <Link
                        to="/developers/events"
                        search={{ open: event.id }}
                        className="truncate font-mono text-[13px] hover:underline"
                      >
                        {event.type}
                      </Link>
                      <span className="text-[13px] whitespace-nowrap text-soft">{ago(event.created_at)}</span>
                    </li>
                  ))
                : Array.from({ length: 8 }, (_, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: they never move
                    <li key={index}>
                      <Bone className="my-0.5" />
                    </li>
                  ))}
              {events.data?.events.length === 0 && <li className="text-soft">Nothing yet: add a customer to begin.</li>}
            </ol>
          </section>
        </div>
      </div>
    </>
  )
}

function OverBudget() {
  const { company } = useDesk()
  const projects = useApi('/v1/projects', { query: { status: ['in_progress'], is_archived: false, limit: PAGE } })
  const over = projects.data?.projects.filter(
    (one) =>
      (one.budget_hours !== null && one.total_hours > one.budget_hours) ||
      (one.budget_amount !== null && one.total_revenue > one.budget_amount),
  )
  return (
    <section aria-labelledby="budget" className="card p-5">
      <h2 id="budget" className="mb-3">
        Projects over their budget
      </h2>
      {projects.error ? (
        <p className="text-soft">They could not be loaded.</p>
      ) : (
        <ul className="space-y-2.5">
          {over ? (
            over.slice(0, 6).map((one) => (
              <li key={one.id}>
                <Link to="/projects/$id" params={{ id: one.id }} className="block truncate font-medium hover:underline">
                  {one.title}
                </Link>
                <span className="figures text-[13px] text-danger">
                  {one.budget_hours !== null && one.total_hours > one.budget_hours
                    ? `${number(one.total_hours)} of ${number(one.budget_hours)} hours`
                    : `${money(one.total_revenue, company.currency)} of ${money(one.budget_amount ?? 0, company.currency)}`}
                </span>
              </li>
            ))
          ) : (
            <li>
              <Bone />
            </li>
          )}
          {over?.length === 0 && <li className="text-soft">None of the projects in progress.</li>}
        </ul>
      )}
    </section>
  )
}

const LATE_COLUMNS: readonly Column<InvoiceSummary>[] = [
  { title: 'Number', cell: (invoice) => <RowTitle title={invoice.invoice_number} detail={invoice.customer.name} /> },
  { title: 'Due on', from: 'sm', align: 'right', cell: (invoice) => date(invoice.due_date) },
  {
    title: 'Due',
    align: 'right',
    cell: (invoice) => <span className="font-medium">{money(invoice.amount_due, invoice.currency)}</span>,
  },
]

function Figure({
  title,
  to,
  status,
  children,
}: {
  title: string
  to?: '/invoices' | '/quotes'
  status?: string
  children: ReactNode
}) {
  return (
    <section aria-label={title} className="card relative min-h-24 p-4">
      <h2 className="text-[13px] font-medium text-soft">
        {to ? (
          <Link to={to} search={{ status }} className="after:absolute after:inset-0 hover:underline">
            {title}
          </Link>
        ) : (
          title
        )}
      </h2>
      <div className="figures mt-1 text-lg font-semibold sm:text-xl tracking-tight">
        {children ?? <Bone className="mt-2 h-6 w-28" />}
      </div>
    </section>
  )
}

function Amounts({ figures, of, fallback }: { figures: Ageing[]; of: (one: Ageing) => number; fallback: string }) {
  const shown = figures.filter((one) => of(one) !== 0)
  if (shown.length === 0) return money(0, fallback)
  return shown.map((one) => (
    <p key={one.currency} className="leading-snug">
      {money(of(one), one.currency)}
    </p>
  ))
}

function AgeTable({ figures }: { figures: Ageing[] | undefined }) {
  const shown = figures?.filter((one) => one.overdue > 0)
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label="Amounts by age"
      className="card overflow-x-auto"
      aria-busy={!figures}
    >
      <table className="figures w-full border-collapse">
        <thead>
          <tr className="border-b border-line text-[13px] text-soft">
            <th scope="col" className="h-10 px-4 text-left font-medium">
              Currency
            </th>
            {BUCKETS.map((bucket) => (
              <th key={bucket} scope="col" className="px-4 text-right font-medium whitespace-nowrap">
                {bucket} days
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(shown?.length ? shown : [undefined]).map((one) => (
            <tr key={one?.currency ?? 'none'} className="h-11 border-b border-line last:border-0">
              <th scope="row" className="px-4 text-left font-medium">
                {one?.currency ?? (figures ? 'None' : '…')}
              </th>
              {BUCKETS.map((bucket, index) => (
                <td key={bucket} className="px-4 text-right whitespace-nowrap">
                  {one?.by_age[index] ? money(one.by_age[index], one.currency) : <span className="text-faint">—</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** All invoices on which something is due. */
async function listOpen(signal: AbortSignal): Promise<{ invoices: InvoiceSummary[]; is_cut: boolean }> {
  let is_cut = false
  const lists = await Promise.all(
    (['sent', 'viewed', 'partial', 'overdue'] as const).map(async (status) => {
      const invoices: InvoiceSummary[] = []
      for (let page = 0; page < MOST_PAGES; page++) {
        const answer = await api.get('/v1/invoices', { query: { status, limit: PAGE, offset: page * PAGE }, signal })
        invoices.push(...answer.invoices)
        if (invoices.length >= answer.pagination.total || answer.invoices.length === 0) return invoices
      }
      is_cut = true
      return invoices
    }),
  )
  return { invoices: lists.flat(), is_cut }
}
