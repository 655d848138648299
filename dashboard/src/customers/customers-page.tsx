import { Plus } from 'lucide-react'
import type { components } from '../../../sdk/src/api.ts'
import { usePageSearch } from '../app/search.ts'
import { useApi, useDesk, useMay } from '../app/session.ts'
import { Status } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ForDevelopers } from '../ui/copy.tsx'
import { Filters, SearchFilter } from '../ui/filters.tsx'
import { date } from '../ui/format.ts'
import { useHotkey } from '../ui/hotkeys.ts'
import { type Column, DataTable, PAGE_SIZE, PageHeader, Pager, RowTitle } from '../ui/list.tsx'
import { RowLink } from '../ui/row-link.tsx'
import { SortFilter } from '../ui/sort-filter.tsx'
import { sortOf } from '../ui/sort-order.ts'
import { Empty } from '../ui/states.tsx'
import { CustomerDialog } from './customer-dialog.tsx'

type CustomerSummary = components['schemas']['CustomerSummary']

const SORTS = ['created_at', 'name'] as const
const STANDARD_SORT = '-created_at'

/** All customers of the company. */
export function CustomersPage() {
  const { company } = useDesk()
  const [search, change] = usePageSearch()
  const may_write = useMay('write')
  const list = useApi(
    '/v1/customers',
    {
      query: { search: search.q, sort: sortOf(search.sort, SORTS), limit: PAGE_SIZE, offset: Number(search.offset ?? 0) },
    },
    { keeps_previous: true },
  )
  const openNew = () => change({ dialog: 'new' })
  useHotkey('c', openNew, may_write)
  return (
    <>
      <PageHeader title="Customers">
        {may_write && (
          <Button look="primary" onClick={openNew}>
            <Plus size={16} aria-hidden />
            New customer
          </Button>
        )}
      </PageHeader>
      <Filters>
        <SearchFilter label="Search customers" />
        <SortFilter columns={COLUMNS} standard={STANDARD_SORT} />
      </Filters>
      <DataTable
        label="Customers"
        standard_sort={STANDARD_SORT}
        columns={COLUMNS}
        rows={list.data?.customers}
        error={list.error}
        onRetry={() => void list.refetch()}
        is_stale={list.isPlaceholderData}
        link={(customer, content) => (
          <RowLink to="/customers/$id" id={customer.id}>
            {content}
          </RowLink>
        )}
        empty={
          search.q ? (
            <Empty
              title={`No customer is called “${search.q}”`}
              action={<Button onClick={() => change({ q: undefined })}>Show all customers</Button>}
            >
              The search looks at names, email addresses and cities.
            </Empty>
          ) : (
            <Empty
              title="No customers yet"
              action={
                may_write && (
                  <Button look="primary" onClick={openNew}>
                    Add the first customer
                  </Button>
                )
              }
            >
              <p>Invoices, quotes and projects are for a customer: a name is enough to begin with.</p>
              <ForDevelopers label="the curl line">{`curl '${location.origin}/v1/customers?company_id=${company.id}' \\\n  -H 'Authorization: Bearer sk_…' -H 'Content-Type: application/json' \\\n  -d '{"name": "Lindqvist & Sons AB"}'`}</ForDevelopers>
            </Empty>
          )
        }
      />
      <Pager total={list.data?.pagination.total} />
      {search.dialog === 'new' && <CustomerDialog onClose={() => change({ dialog: undefined })} />}
    </>
  )
}

const COLUMNS: readonly Column<CustomerSummary>[] = [
  { title: 'Name', sort: 'name', cell: (customer) => <RowTitle title={customer.name} detail={customer.contact_email} /> },
  { title: 'Place', from: 'md', cell: (customer) => [customer.city, customer.country].filter(Boolean).join(', ') },
  { title: 'Currency', from: 'sm', cell: (customer) => customer.currency },
  { title: 'Since', from: 'lg', align: 'right', sort: 'created_at', cell: (customer) => date(customer.created_at) },
  { title: 'Status', align: 'right', cell: (customer) => <Status value={customer.status} /> },
]
