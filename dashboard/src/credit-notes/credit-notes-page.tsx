import type { components } from '../../../sdk/src/api.ts'
import { usePageSearch } from '../app/search.ts'
import { useApi } from '../app/session.ts'
import { CustomerFilter } from '../documents/customer-filter.tsx'
import { Button } from '../ui/button.tsx'
import { Filters } from '../ui/filters.tsx'
import { date, money } from '../ui/format.ts'
import { type Column, DataTable, PAGE_SIZE, PageHeader, Pager, RowTitle } from '../ui/list.tsx'
import { RowLink } from '../ui/row-link.tsx'
import { Empty } from '../ui/states.tsx'

/** All credit notes of the company, newest first, or those of a customer. */
export function CreditNotesPage() {
  const [search, change] = usePageSearch()
  const { customer } = search
  const list = useApi(
    '/v1/credit-notes',
    { query: { customer_id: customer, limit: PAGE_SIZE, offset: Number(search.offset ?? 0) } },
    { keeps_previous: true },
  )
  return (
    <>
      <PageHeader title="Credit notes" />
      <Filters>
        <CustomerFilter />
      </Filters>
      <DataTable
        label="Credit notes"
        columns={COLUMNS}
        rows={list.data?.credit_notes}
        error={list.error}
        onRetry={() => void list.refetch()}
        is_stale={list.isPlaceholderData}
        link={({ id }, content) => (
          <RowLink to="/credit-notes/$id" id={id}>
            {content}
          </RowLink>
        )}
        empty={
          customer ? (
            <Empty
              title="No credit note like this"
              action={<Button onClick={() => change({ customer: undefined })}>Show all credit notes</Button>}
            >
              No credit note is for this customer.
            </Empty>
          ) : (
            <Empty title="No credit notes yet">
              A credit note takes an issued invoice back, or some lines of it: “Correct…” in the menu of the invoice.
            </Empty>
          )
        }
      />
      <Pager total={list.data?.pagination.total} />
    </>
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
