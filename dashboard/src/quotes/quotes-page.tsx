import { Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { components } from '../../../sdk/src/api.ts'
import { usePageSearch } from '../app/search.ts'
import { useApi, useMay } from '../app/session.ts'
import { CustomerFilter } from '../documents/customer-filter.tsx'
import { TotalCell } from '../documents/total-cell.tsx'
import { Status } from '../ui/badge.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { ChoiceFilter, Filters } from '../ui/filters.tsx'
import { date, words } from '../ui/format.ts'
import { useHotkey } from '../ui/hotkeys.ts'
import { type Column, DataTable, PAGE_SIZE, PageHeader, Pager, RowTitle } from '../ui/list.tsx'
import { RowLink } from '../ui/row-link.tsx'
import { SortFilter } from '../ui/sort-filter.tsx'
import { sortOf } from '../ui/sort-order.ts'
import { Empty } from '../ui/states.tsx'

type QuoteSummary = components['schemas']['QuoteSummary']

const STATUSES = ['draft', 'sent', 'viewed', 'approved', 'rejected', 'expired', 'converted'] as const
const SORTS = ['created_at', 'valid_until', 'total'] as const
const STANDARD_SORT = '-created_at'

/** All quotes of the company. */
export function QuotesPage() {
  const [search, change] = usePageSearch()
  const navigate = useNavigate()
  const may_write = useMay('write')
  const status = STATUSES.find((one) => one === search.status)
  const list = useApi(
    '/v1/quotes',
    {
      query: {
        status,
        customer_id: search.customer,
        sort: sortOf(search.sort, SORTS),
        limit: PAGE_SIZE,
        offset: Number(search.offset ?? 0),
      },
    },
    { keeps_previous: true },
  )
  useHotkey('c', () => void navigate({ to: '/quotes/new', search: { customer: search.customer } }), may_write)
  const create = may_write && (
    <Link to="/quotes/new" search={{ customer: search.customer }} className={buttonClass('primary')}>
      <Plus size={16} aria-hidden />
      New quote
    </Link>
  )
  return (
    <>
      <PageHeader title="Quotes">{create}</PageHeader>
      <Filters>
        <ChoiceFilter
          label="Status"
          value={status}
          onChange={(value) => change({ status: value })}
          choices={STATUSES.map((one) => [one, words(one)])}
        />
        <CustomerFilter />
        <SortFilter columns={COLUMNS} standard={STANDARD_SORT} />
      </Filters>
      <DataTable
        label="Quotes"
        standard_sort={STANDARD_SORT}
        columns={COLUMNS}
        rows={list.data?.quotes}
        error={list.error}
        onRetry={() => void list.refetch()}
        is_stale={list.isPlaceholderData}
        link={(quote, content) => (
          <RowLink to="/quotes/$id" id={quote.id}>
            {content}
          </RowLink>
        )}
        empty={
          status || search.customer ? (
            <Empty
              title="No quote like this"
              action={<Button onClick={() => change({ status: undefined, customer: undefined })}>Show all quotes</Button>}
            >
              No quote fits these filters.
            </Empty>
          ) : (
            <Empty title="No quotes yet" action={create}>
              A quote says what the work would cost. When the customer agrees, it becomes an invoice with one click, cent for cent
              the same.
            </Empty>
          )
        }
      />
      <Pager total={list.data?.pagination.total} />
    </>
  )
}

const COLUMNS: readonly Column<QuoteSummary>[] = [
  {
    title: 'Number',
    sort: 'created_at',
    cell: (quote) => <RowTitle title={quote.quote_number} detail={quote.customer.name} />,
  },
  { title: 'Status', from: 'sm', cell: (quote) => <Status value={quote.status} /> },
  { title: 'Issued', from: 'md', align: 'right', cell: (quote) => date(quote.issue_date) },
  { title: 'Valid until', from: 'sm', align: 'right', sort: 'valid_until', cell: (quote) => date(quote.valid_until) },
  { title: 'Total', align: 'right', sort: 'total', cell: (quote) => <TotalCell document={quote} /> },
]
