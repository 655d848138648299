import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { messageOf } from '../app/api.ts'
import { usePageSearch } from '../app/search.ts'
import { useApi, useChange, useMay } from '../app/session.ts'
import { type IssuedKind, KINDS } from '../documents/kinds.ts'
import { DueCell, TotalCell } from '../documents/total-cell.tsx'
import { Status } from '../ui/badge.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { countryName } from '../ui/country-field.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { date, mailtoOf, money, number } from '../ui/format.ts'
import { useHotkey } from '../ui/hotkeys.ts'
import { languageName } from '../ui/language-field.tsx'
import { type Column, DataTable, Facts, PageHeader, RowTitle } from '../ui/list.tsx'
import { RowLink } from '../ui/row-link.tsx'
import { Bones, Empty, Trouble } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { CustomerDialog } from './customer-dialog.tsx'
import { OpenByAge } from './open-by-age.tsx'
import { ReminderSwitch } from './reminder-switch.tsx'

const LATEST = 10

/** One customer: details and documents. */
export function CustomerPage() {
  const { id = '' } = useParams({ strict: false })
  const [search, change] = usePageSearch()
  const may_write = useMay('write')
  const may_delete = useMay('admin')
  const customer = useApi('/v1/customers/{id}', { path: { id } })
  const invoices = useApi('/v1/invoices', { query: { customer_id: id, limit: LATEST } })
  const quotes = useApi('/v1/quotes', { query: { customer_id: id, limit: LATEST } })
  const credits = useApi('/v1/credit-notes', { query: { customer_id: id, limit: LATEST } })
  const setStatus = useChange(
    (send, status: 'active' | 'inactive') => send.patch('/v1/customers/{id}', { path: { id }, body: { status } }),
    (saved) => toast(`${saved.name} is ${saved.status}`),
    { repeats: true },
  )
  useHotkey('e', () => change({ dialog: 'edit' }), may_write)
  if (customer.error) return <Trouble error={customer.error} onRetry={() => void customer.refetch()} />
  if (!customer.data) return <Bones lines={8} />
  const one = customer.data
  return (
    <>
      <PageHeader title={one.name} detail={<Status value={one.status} />}>
        {may_delete && <DeleteCustomer id={id} name={one.name} />}
        {may_write && (
          <>
            <Button
              is_busy={setStatus.isPending}
              onClick={() => setStatus.mutate(one.status === 'active' ? 'inactive' : 'active')}
            >
              {one.status === 'active' ? 'Set inactive' : 'Set active'}
            </Button>
            <Button onClick={() => change({ dialog: 'edit' })}>
              <Pencil size={15} aria-hidden />
              Edit
            </Button>
            <Link to="/invoices/new" search={{ customer: id }} className={buttonClass('primary')}>
              New invoice
            </Link>
          </>
        )}
      </PageHeader>
      <div className="grid items-start gap-6 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="space-y-6">
          <OpenByAge customer={one} />
          <Latest customer={id} kind="invoice" columns={INVOICE_COLUMNS} rows={invoices.data?.invoices} error={invoices.error}>
            Nothing was invoiced to {one.name} yet.
          </Latest>
          <Latest customer={id} kind="quote" columns={QUOTE_COLUMNS} rows={quotes.data?.quotes} error={quotes.error}>
            Nothing was offered to {one.name} yet.
          </Latest>
          <Latest
            customer={id}
            kind="credit_note"
            columns={CREDIT_COLUMNS}
            rows={credits.data?.credit_notes}
            error={credits.error}
          >
            Nothing was credited to {one.name} yet.
          </Latest>
        </div>
        <aside aria-label="About the customer" className="card p-5">
          <Facts
            facts={[
              ['Contact', one.contact_name],
              [
                'Email',
                one.contact_email && (
                  <a className="text-accent hover:underline" href={mailtoOf(one.contact_email)}>
                    {one.contact_email}
                  </a>
                ),
              ],
              ['Phone', one.contact_phone],
              ['Legal name', one.legal_name],
              ['VAT number', one.legal_vat],
              [
                'Address',
                [one.legal_address, [one.zipcode, one.city].filter(Boolean).join(' '), countryName(one.country)]
                  .filter(Boolean)
                  .join(', '),
              ],
              ['Currency', one.currency],
              ...(
                [
                  ['Language', one.language && languageName(one.language)],
                  ['Copies to', one.cc_emails.join(', ')],
                  ['Tax rate', one.default_tax_rate !== null && `${number(one.default_tax_rate)} %`],
                  ['Days to pay', one.default_payment_days !== null && number(one.default_payment_days)],
                  ['Buyer reference', one.buyer_reference],
                  ['E-invoices to', [one.electronic_address_scheme, one.electronic_address].filter(Boolean).join(':')],
                  ['Id elsewhere', one.external_id],
                ] as const
              ).filter(([, value]) => value),
              ['Since', date(one.created_at)],
            ]}
          />
          <ReminderSwitch customer={one} />
          {one.notes && <p className="mt-4 border-t border-line pt-4 whitespace-pre-line text-soft">{one.notes}</p>}
        </aside>
      </div>
      {search.dialog === 'edit' && (
        <CustomerDialog customer={one} onClose={() => change({ dialog: undefined, field: undefined })} />
      )}
    </>
  )
}

/** The latest documents of one kind that the customer has; `children` says what is missing where there are none. */
function Latest<Row extends { id: string }>({
  customer,
  kind,
  columns,
  rows,
  error,
  children,
}: {
  customer: string
  kind: IssuedKind
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  error: unknown
  children: ReactNode
}) {
  const { name, title, path, list, one } = KINDS[kind]
  return (
    <section aria-labelledby={path}>
      <div className="mb-2 flex items-center justify-between">
        <h2 id={path}>{title}</h2>
        <Link to={list} search={{ customer }} className="text-accent hover:underline">
          All {name}s
        </Link>
      </div>
      <DataTable
        label={`The latest ${name}s`}
        columns={columns}
        rows={rows}
        error={error}
        skeleton_rows={3}
        link={({ id }, content) => (
          <RowLink to={one} id={id}>
            {content}
          </RowLink>
        )}
        empty={<Empty title={`No ${name}s`}>{children}</Empty>}
      />
    </section>
  )
}

const INVOICE_COLUMNS: readonly Column<components['schemas']['InvoiceSummary']>[] = [
  { title: 'Number', cell: (invoice) => <RowTitle title={invoice.invoice_number} detail={`due ${date(invoice.due_date)}`} /> },
  { title: 'Status', from: 'sm', cell: (invoice) => <Status value={invoice.status} /> },
  { title: 'Open', from: 'sm', align: 'right', cell: (invoice) => <DueCell invoice={invoice} /> },
  { title: 'Total', align: 'right', cell: (invoice) => <TotalCell document={invoice} /> },
]

const QUOTE_COLUMNS: readonly Column<components['schemas']['QuoteSummary']>[] = [
  { title: 'Number', cell: (quote) => <RowTitle title={quote.quote_number} detail={`until ${date(quote.valid_until)}`} /> },
  { title: 'Status', from: 'sm', cell: (quote) => <Status value={quote.status} /> },
  { title: 'Total', align: 'right', cell: (quote) => <TotalCell document={quote} /> },
]

const CREDIT_COLUMNS: readonly Column<components['schemas']['CreditNoteSummary']>[] = [
  { title: 'Number', cell: (note) => <RowTitle title={note.credit_note_number} detail={`of ${note.invoice_number}`} /> },
  { title: 'Issued', from: 'sm', align: 'right', cell: (note) => date(note.issue_date) },
  { title: 'Total', align: 'right', cell: (note) => <span className="font-medium">{money(note.total, note.currency)}</span> },
]

function DeleteCustomer({ id, name }: { id: string; name: string }) {
  const [is_asking, setAsking] = useState(false)
  const navigate = useNavigate()
  const remove = useChange(
    (send) => send.delete('/v1/customers/{id}', { path: { id } }),
    () => {
      toast(`${name} is deleted`)
      void navigate({ to: '/customers' })
    },
  )
  return (
    <>
      <Button look="quiet" onClick={() => setAsking(true)}>
        Delete…
      </Button>
      {is_asking && (
        <Confirm
          title={`Delete ${name}?`}
          action="Delete customer"
          is_busy={remove.isPending}
          error={remove.error ? messageOf(remove.error) : undefined}
          onConfirm={() => remove.mutate(undefined)}
          onClose={() => setAsking(false)}
        >
          This can’t be undone. A customer with documents or projects can’t be deleted: set it inactive instead.
        </Confirm>
      )}
    </>
  )
}
