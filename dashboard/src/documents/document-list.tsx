// The lists of documents: filters, order, table, and the empty state.

import type { UseQueryResult } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { type PageSearch, usePageSearch } from '../app/search.ts'
import { useMay } from '../app/session.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { ChoiceFilter, Filters } from '../ui/filters.tsx'
import { words } from '../ui/format.ts'
import { useHotkey } from '../ui/hotkeys.ts'
import { type Column, DataTable, PAGE_SIZE, PageHeader, Pager } from '../ui/list.tsx'
import { RowLink } from '../ui/row-link.tsx'
import { SortFilter } from '../ui/sort-filter.tsx'
import { sortOf } from '../ui/sort-order.ts'
import { Empty } from '../ui/states.tsx'
import { CustomerFilter } from './customer-filter.tsx'
import { DocumentSearch } from './document-search.tsx'
import { type IssuedKind, KINDS } from './kinds.ts'

const STANDARD_SORT = '-created_at'
/** Where one is made; a credit note on the page of its invoice. */
const NEW_PATHS = { invoice: '/invoices/new', quote: '/quotes/new', credit_note: undefined } as const

interface DocumentListProps<Summary> {
  kind: IssuedKind
  /** Those that the list can be filtered by. */
  statuses?: readonly string[]
  columns: readonly Column<Summary>[]
  rows: readonly Summary[] | undefined
  list: UseQueryResult<{ pagination: { total: number } }>
  /** Explains such a document in the empty state. */
  children: ReactNode
}

/** The query of a list of documents, from the address. */
export function documentQuery<Status extends string, Field extends string>(
  search: PageSearch,
  statuses: readonly Status[],
  sorts: readonly Field[],
) {
  const status = statuses.find((one) => one === search.status)
  return {
    status: status && [status],
    customer_id: search.customer,
    sort: sortOf(search.sort, sorts),
    limit: PAGE_SIZE,
    offset: Number(search.offset ?? 0),
  }
}

/** All documents of a kind that the company has, those with a status, or those of a customer. */
export function DocumentList<Summary extends { id: string }>(props: DocumentListProps<Summary>) {
  const { kind, statuses = [], columns, rows, list, children } = props
  const { name, title, one } = KINDS[kind]
  const new_path = NEW_PATHS[kind]
  const [search, change] = usePageSearch()
  const navigate = useNavigate()
  const may_write = useMay('write')
  const { customer } = search
  const status = statuses.find((known) => known === search.status)
  useHotkey('c', () => new_path && void navigate({ to: new_path, search: { customer } }), may_write && new_path !== undefined)
  const create = may_write && new_path && (
    <Link to={new_path} search={{ customer }} className={buttonClass('primary')}>
      <Plus size={16} aria-hidden />
      New {name}
    </Link>
  )
  return (
    <>
      <PageHeader title={title}>{create}</PageHeader>
      <Filters>
        <DocumentSearch kind={kind} />
        {statuses.length > 0 && (
          <ChoiceFilter
            label="Status"
            value={status}
            onChange={(value) => change({ status: value })}
            choices={statuses.map((known) => [known, words(known)])}
          />
        )}
        <CustomerFilter />
        {columns.some(({ sort }) => sort) && <SortFilter columns={columns} standard={STANDARD_SORT} />}
      </Filters>
      <DataTable
        label={title}
        standard_sort={STANDARD_SORT}
        columns={columns}
        rows={rows}
        error={list.error}
        onRetry={() => void list.refetch()}
        is_stale={list.isPlaceholderData}
        link={({ id }, content) => (
          <RowLink to={one} id={id}>
            {content}
          </RowLink>
        )}
        empty={
          status || customer ? (
            <Empty
              title={`No ${name} like this`}
              action={<Button onClick={() => change({ status: undefined, customer: undefined })}>Show all {name}s</Button>}
            >
              No {name} fits these filters.
            </Empty>
          ) : (
            <Empty title={`No ${name}s yet`} action={create}>
              {children}
            </Empty>
          )
        }
      />
      <Pager total={list.data?.pagination.total} />
    </>
  )
}
