import type { components } from '../../../sdk/src/api.ts'
import { usePageSearch } from '../app/search.ts'
import { useApi } from '../app/session.ts'
import { DocumentList, documentQuery } from '../documents/document-list.tsx'
import { date, money } from '../ui/format.ts'
import { type Column, RowTitle } from '../ui/list.tsx'

/** All credit notes of the company, newest first. */
export function CreditNotesPage() {
  const [search] = usePageSearch()
  const list = useApi('/v1/credit-notes', { query: documentQuery(search, [], []) }, { keeps_previous: true })
  return (
    <DocumentList kind="credit_note" columns={COLUMNS} rows={list.data?.credit_notes} list={list}>
      A credit note takes an issued invoice back, or some lines of it: “Correct…” in the menu of the invoice.
    </DocumentList>
  )
}

const COLUMNS: readonly Column<components['schemas']['CreditNoteSummary']>[] = [
  { title: 'Number', cell: (note) => <RowTitle title={note.credit_note_number} detail={note.customer.name} /> },
  { title: 'Invoice', from: 'sm', cell: (note) => note.invoice_number },
  { title: 'Issued', from: 'sm', align: 'right', cell: (note) => date(note.issue_date) },
  {
    title: 'Total',
    align: 'right',
    cell: (note) => <span className="font-medium">{money(note.total, note.currency)}</span>,
  },
]
