import { Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { components } from '../../../sdk/src/api.ts'
import { usePageSearch } from '../app/search.ts'
import { useApi, useDesk, useMay } from '../app/session.ts'
import { CustomerFilter } from '../documents/customer-filter.tsx'
import { TotalCell } from '../documents/total-cell.tsx'
import { Status } from '../ui/badge.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Code } from '../ui/copy.tsx'
import { ChoiceFilter, Filters } from '../ui/filters.tsx'
import { date, money, words } from '../ui/format.ts'
import { useHotkey } from '../ui/hotkeys.ts'
import { type Column, DataTable, PAGE_SIZE, PageHeader, Pager, RowTitle } from '../ui/list.tsx'
import { RowLink } from '../ui/row-link.tsx'
import { SortFilter } from '../ui/sort-filter.tsx'
import { sortOf } from '../ui/sort-order.ts'
import { Empty } from '../ui/states.tsx'

type InvoiceSummary = components['schemas']['InvoiceSummary']

/** Those that the API's list can be asked for: `in_review` is none of them. */
const STATUSES = ['draft', 'sent', 'viewed', 'partial', 'paid', 'overdue', 'cancelled'] as const
const SORTS = ['created_at', 'due_date', 'total'] as const
const STANDARD_SORT = '-created_at'

/** All invoices of the company. */
export function InvoicesPage() {
  const { company } = useDesk()
  const [search, change] = usePageSearch()
  const navigate = useNavigate()
  const may_write = useMay('write')
  const status = STATUSES.find((one) => one === search.status)
  const list = useApi(
    '/v1/invoices',
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
  useHotkey('c', () => void navigate({ to: '/invoices/new', search: { customer: search.customer } }), may_write)
  const create = may_write && (
    <Link to="/invoices/new" search={{ customer: search.customer }} className={buttonClass('primary')}>
      <Plus size={16} aria-hidden />
      New invoice
    </Link>
  )
  return (
    <>
      <PageHeader title="Invoices">{create}</PageHeader>
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
        label="Invoices"
        standard_sort={STANDARD_SORT}
        columns={COLUMNS}
        rows={list.data?.invoices}
        error={list.error}
        onRetry={() => void list.refetch()}
        is_stale={list.isPlaceholderData}
        link={(invoice, content) => (
          <RowLink to="/invoices/$id" id={invoice.id}>
            {content}
          </RowLink>
        )}
        empty={
          status || search.customer ? (
            <Empty
              title="No invoice like this"
              action={<Button onClick={() => change({ status: undefined, customer: undefined })}>Show all invoices</Button>}
            >
              No invoice fits these filters.
            </Empty>
          ) : (
            <Empty title="No invoices yet" action={create}>
              <p>An invoice begins as a draft: only when it is sent do its figures stand. Programs write them with</p>
              <Code label="the curl line">{`curl '${location.origin}/v1/invoices?company_id=${company.id}' \\\n  -H 'Authorization: Bearer sk_…' -H 'Content-Type: application/json' \\\n  -d '{"customer_id": "cus_…", "items": [{"name": "Hosting", "unit_price": 89}]}'`}</Code>
            </Empty>
          )
        }
      />
      <Pager total={list.data?.pagination.total} />
    </>
  )
}

const COLUMNS: readonly Column<InvoiceSummary>[] = [
  {
    title: 'Number',
    sort: 'created_at',
    cell: (invoice) => <RowTitle title={invoice.invoice_number} detail={invoice.customer.name} />,
  },
  { title: 'Status', from: 'sm', cell: (invoice) => <Status value={invoice.status} /> },
  { title: 'Issued', from: 'md', align: 'right', cell: (invoice) => date(invoice.issue_date) },
  { title: 'Due on', from: 'sm', align: 'right', sort: 'due_date', cell: (invoice) => date(invoice.due_date) },
  {
    title: 'Due',
    from: 'lg',
    align: 'right',
    cell: (invoice) =>
      invoice.amount_due === 0 ? <span className="text-faint">—</span> : money(invoice.amount_due, invoice.currency),
  },
  { title: 'Total', align: 'right', sort: 'total', cell: (invoice) => <TotalCell document={invoice} /> },
]
