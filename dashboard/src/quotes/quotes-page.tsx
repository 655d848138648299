import type { components } from '../../../sdk/src/api.ts'
import { usePageSearch } from '../app/search.ts'
import { useApi } from '../app/session.ts'
import { DocumentList, documentQuery } from '../documents/document-list.tsx'
import { TotalCell } from '../documents/total-cell.tsx'
import { Status } from '../ui/badge.tsx'
import { date } from '../ui/format.ts'
import { type Column, RowTitle } from '../ui/list.tsx'

const STATUSES = ['draft', 'sent', 'viewed', 'approved', 'rejected', 'expired', 'converted'] as const
const SORTS = ['created_at', 'valid_until', 'total'] as const

/** All quotes of the company. */
export function QuotesPage() {
  const [search] = usePageSearch()
  const list = useApi('/v1/quotes', { query: documentQuery(search, STATUSES, SORTS) }, { keeps_previous: true })
  return (
    <DocumentList kind="quote" statuses={STATUSES} columns={COLUMNS} rows={list.data?.quotes} list={list}>
      A quote says what the work would cost. When the customer agrees, it becomes an invoice with one click, cent for cent the
      same.
    </DocumentList>
  )
}

const COLUMNS: readonly Column<components['schemas']['QuoteSummary']>[] = [
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
