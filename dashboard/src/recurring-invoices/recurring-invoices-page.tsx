import { Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { components } from '../../../sdk/src/api.ts'
import { usePageSearch } from '../app/search.ts'
import { useApi, useDesk, useMay } from '../app/session.ts'
import { CustomerFilter } from '../documents/customer-filter.tsx'
import { Badge, Status } from '../ui/badge.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { ForDevelopers } from '../ui/copy.tsx'
import { ChoiceFilter, Filters } from '../ui/filters.tsx'
import { date, money, words } from '../ui/format.ts'
import { useHotkey } from '../ui/hotkeys.ts'
import { type Column, DataTable, PAGE_SIZE, PageHeader, Pager, RowTitle } from '../ui/list.tsx'
import { RowLink } from '../ui/row-link.tsx'
import { SortFilter } from '../ui/sort-filter.tsx'
import { sortOf } from '../ui/sort-order.ts'
import { Empty } from '../ui/states.tsx'
import { everyOf } from './plan.ts'

const STATUSES = ['active', 'paused', 'ended'] as const
const SORTS = ['created_at', 'next_date'] as const
const STANDARD_SORT = '-created_at'

/** All recurring invoices of the company, those in a status, or those of a customer. */
export function RecurringInvoicesPage() {
  const { company } = useDesk()
  const [search, change] = usePageSearch()
  const navigate = useNavigate()
  const may_write = useMay('write')
  const { customer } = search
  const status = STATUSES.find((one) => one === search.status)
  const list = useApi(
    '/v1/recurring-invoices',
    {
      query: {
        status,
        customer_id: customer,
        sort: sortOf(search.sort, SORTS),
        limit: PAGE_SIZE,
        offset: Number(search.offset ?? 0),
      },
    },
    { keeps_previous: true },
  )
  useHotkey('c', () => void navigate({ to: '/recurring-invoices/new', search: { customer } }), may_write)
  const create = may_write && (
    <Link to="/recurring-invoices/new" search={{ customer }} className={buttonClass('primary')}>
      <Plus size={16} aria-hidden />
      New recurring invoice
    </Link>
  )
  return (
    <>
      <PageHeader title="Recurring invoices">{create}</PageHeader>
      <Filters>
        <ChoiceFilter
          label="Status"
          value={status}
          onChange={(value) => change({ status: value })}
          choices={STATUSES.map((known) => [known, words(known)])}
        />
        <CustomerFilter />
        <SortFilter columns={COLUMNS} standard={STANDARD_SORT} />
      </Filters>
      <DataTable
        label="Recurring invoices"
        standard_sort={STANDARD_SORT}
        columns={COLUMNS}
        rows={list.data?.recurring_invoices}
        error={list.error}
        onRetry={() => void list.refetch()}
        is_stale={list.isPlaceholderData}
        link={({ id }, content) => (
          <RowLink to="/recurring-invoices/$id" id={id}>
            {content}
          </RowLink>
        )}
        empty={
          status || customer ? (
            <Empty
              title="No recurring invoices found"
              action={<Button onClick={() => change({ status: undefined, customer: undefined })}>Show all</Button>}
            >
              No recurring invoice matches these filters.
            </Empty>
          ) : (
            <Empty title="No recurring invoices yet" action={create}>
              <p>Create an invoice every week, month, quarter or year, and send it automatically if you like.</p>
              <ForDevelopers label="the curl line">{`curl '${location.origin}/v1/recurring-invoices?company_id=${company.id}' \\\n  -H 'Authorization: Bearer sk_…' -H 'Content-Type: application/json' \\\n  -d '{"customer_id": "cus_…", "frequency": "monthly", "items": [{"name": "Hosting in {month}", "unit_price": 89}]}'`}</ForDevelopers>
            </Empty>
          )
        }
      />
      <Pager total={list.data?.pagination.total} />
    </>
  )
}

const COLUMNS: readonly Column<components['schemas']['RecurringInvoiceSummary']>[] = [
  {
    title: 'Customer',
    sort: 'created_at',
    cell: (plan) => (
      <RowTitle title={plan.customer.name} detail={`${everyOf(plan)[0]!.toUpperCase()}${everyOf(plan).slice(1)}`} />
    ),
  },
  {
    title: 'Status',
    from: 'sm',
    cell: (plan) => (plan.last_error === null ? <Status value={plan.status} /> : <Badge tone="danger">Problem</Badge>),
  },
  { title: 'Sending', from: 'md', cell: (plan) => (plan.auto_send ? 'Automatically' : 'Manually') },
  { title: 'Invoices', from: 'md', align: 'right', cell: (plan) => plan.invoices_count },
  {
    title: 'Next invoice',
    from: 'sm',
    align: 'right',
    sort: 'next_date',
    cell: (plan) => (plan.next_date && plan.status === 'active' ? date(plan.next_date) : '—'),
  },
  {
    title: 'Amount',
    align: 'right',
    cell: ({ estimate }) => <span className="font-medium">{estimate ? money(estimate.total, estimate.currency) : '—'}</span>,
  },
]
