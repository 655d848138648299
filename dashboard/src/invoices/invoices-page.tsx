import type { components } from '../../../sdk/src/api.ts'
import { usePageSearch } from '../app/search.ts'
import { useApi, useDesk } from '../app/session.ts'
import { DocumentList, documentQuery } from '../documents/document-list.tsx'
import { DueCell, TotalCell } from '../documents/total-cell.tsx'
import { Status } from '../ui/badge.tsx'
import { ForDevelopers } from '../ui/copy.tsx'
import { date } from '../ui/format.ts'
import { type Column, RowTitle } from '../ui/list.tsx'

/** The statuses that the API's list can filter by: all but `in_review`. */
const STATUSES = ['draft', 'sent', 'viewed', 'partial', 'paid', 'overdue', 'cancelled'] as const
const SORTS = ['created_at', 'due_date', 'total'] as const

/** All invoices of the company. */
export function InvoicesPage() {
  const { company } = useDesk()
  const [search] = usePageSearch()
  const list = useApi('/v1/invoices', { query: documentQuery(search, STATUSES, SORTS) }, { keeps_previous: true })
  return (
    <DocumentList kind="invoice" statuses={STATUSES} columns={COLUMNS} rows={list.data?.invoices} list={list}>
      <p>An invoice starts as a draft. Once it is sent, its figures are fixed.</p>
      <ForDevelopers label="the curl line">{`curl '${location.origin}/v1/invoices?company_id=${company.id}' \\\n  -H 'Authorization: Bearer sk_…' -H 'Content-Type: application/json' \\\n  -d '{"customer_id": "cus_…", "items": [{"name": "Hosting", "unit_price": 89}]}'`}</ForDevelopers>
    </DocumentList>
  )
}

const COLUMNS: readonly Column<components['schemas']['InvoiceSummary']>[] = [
  {
    title: 'Number',
    sort: 'created_at',
    cell: (invoice) => <RowTitle title={invoice.invoice_number} detail={invoice.customer.name} />,
  },
  { title: 'Status', from: 'sm', cell: (invoice) => <Status value={invoice.status} /> },
  { title: 'Issued', from: 'md', align: 'right', cell: (invoice) => date(invoice.issue_date) },
  { title: 'Due date', from: 'sm', align: 'right', sort: 'due_date', cell: (invoice) => date(invoice.due_date) },
  {
    title: 'Open',
    from: 'lg',
    align: 'right',
    cell: (invoice) => <DueCell invoice={invoice} />,
  },
  { title: 'Total', align: 'right', sort: 'total', cell: (invoice) => <TotalCell document={invoice} /> },
]
