import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Ban, Check, Copy, Pencil, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { messageOf, versionOf } from '../app/api.ts'
import { usePageSearch } from '../app/search.ts'
import { useApi, useChange, useDesk, useMay } from '../app/session.ts'
import { Paper } from '../documents/paper.tsx'
import { Status } from '../ui/badge.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { date, dateTime, money, words } from '../ui/format.ts'
import { useHotkey } from '../ui/hotkeys.ts'
import { Facts, PageHeader } from '../ui/list.tsx'
import { useLock } from '../ui/lock.ts'
import { Bones, Trouble } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { PaymentDialog } from './payment-dialog.tsx'

type Invoice = components['schemas']['Invoice']
type Payment = components['schemas']['Payment']

/** One invoice: its content, its payments, and its actions. */
export function InvoicePage() {
  const { id = '' } = useParams({ strict: false })
  const [search, change] = usePageSearch()
  const invoice = useApi('/v1/invoices/{id}', { path: { id } })
  const payments = useApi('/v1/invoices/{id}/payments', { path: { id }, query: { limit: 100 } })
  if (invoice.error) return <Trouble error={invoice.error} onRetry={() => void invoice.refetch()} />
  if (!invoice.data) return <Bones lines={10} />
  const one = invoice.data
  return (
    <>
      <PageHeader title={one.invoice_number} detail={<Status value={one.status} />}>
        <Actions invoice={one} />
      </PageHeader>
      <div className="grid items-start gap-6 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="space-y-6">
          <Paper document={one} number={one.invoice_number} />
        </div>
        <div className="space-y-6">
          <section aria-label="About the invoice" className="card p-5">
            <Facts
              facts={[
                [
                  'Customer',
                  <Link
                    key="customer"
                    to="/customers/$id"
                    params={{ id: one.customer_id }}
                    className="text-accent hover:underline"
                  >
                    {one.customer.name}
                  </Link>,
                ],
                ['Issued', date(one.issue_date)],
                ['Due date', date(one.due_date)],
                ['Purchase order', one.purchase_order],
                ['Buyer reference', one.buyer_reference],
                ['Amount due', <strong key="due">{money(one.amount_due, one.currency)}</strong>],
                ['Changed', dateTime(one.updated_at)],
              ]}
            />
          </section>
          <section aria-labelledby="payments" className="card p-5">
            <h2 id="payments" className="mb-3">
              Payments
            </h2>
            {payments.error ? <Trouble error={payments.error} /> : <Payments invoice={one} payments={payments.data?.payments} />}
          </section>
        </div>
      </div>
      {search.dialog === 'payment' && <PaymentDialog invoice={one} onClose={() => change({ dialog: undefined })} />}
    </>
  )
}

function Actions({ invoice }: { invoice: Invoice }) {
  const { id, status, invoice_number } = invoice
  const may_write = useMay('write')
  const may_delete = useMay('admin')
  const [, change] = usePageSearch()
  const navigate = useNavigate()
  const [asks, setAsks] = useState<'cancel' | 'delete'>()
  const setStatus = useChange(
    (send, { next, if_match }: { next: Invoice['status']; if_match?: string | undefined }) =>
      send.patch('/v1/invoices/{id}', { path: { id }, body: { status: next }, if_match }),
    (saved, { next, if_match }) => {
      setAsks(undefined)
      // Back to the previous status, unless something happened since; payments recorded with the status are undone.
      const undo =
        if_match === undefined && (status === 'draft' || next === 'paid')
          ? { undo: () => setStatus.mutate({ next: status, if_match: versionOf(saved) }) }
          : {}
      toast(`${invoice_number} is ${words(saved.status).toLowerCase()}`, 'done', { about: id, ...undo })
    },
    { repeats: true },
  )
  const remove = useChange(
    (send) => send.delete('/v1/invoices/{id}', { path: { id } }),
    () => {
      toast(`${invoice_number} is deleted`)
      void navigate({ to: '/invoices' })
    },
  )
  useHotkey('e', () => void navigate({ to: '/invoices/$id/edit', params: { id } }), may_write)
  useHotkey('p', () => change({ dialog: 'payment' }), may_write && invoice.amount_due > 0 && status !== 'draft')
  const is_locked = useLock(setStatus.isPending)
  if (!may_write) return null
  const is_open = !['draft', 'paid', 'cancelled'].includes(status)
  return (
    <>
      <fieldset disabled={is_locked} className="contents">
        <legend className="sr-only">What can be done</legend>
        {may_delete && status === 'draft' && (
          <Button look="quiet" size="icon" aria-label="Delete the invoice" title="Delete" onClick={() => setAsks('delete')}>
            <Trash2 size={16} aria-hidden />
          </Button>
        )}
        {is_open && (
          <Button look="quiet" onClick={() => setAsks('cancel')}>
            <Ban size={15} aria-hidden />
            Cancel…
          </Button>
        )}
        <Link to="/invoices/new" search={{ copy: id }} className={buttonClass('quiet')}>
          <Copy size={15} aria-hidden />
          Duplicate
        </Link>
        <Link to="/invoices/$id/edit" params={{ id }} className={buttonClass()}>
          <Pencil size={15} aria-hidden />
          Edit
        </Link>
        {status === 'draft' && (
          <Button look="primary" is_busy={setStatus.isPending} onClick={() => setStatus.mutate({ next: 'sent' })}>
            <Send size={15} aria-hidden />
            Mark as sent
          </Button>
        )}
        {is_open && (
          <>
            <Button is_busy={setStatus.isPending} onClick={() => setStatus.mutate({ next: 'paid' })}>
              <Check size={15} aria-hidden />
              Mark paid
            </Button>
            <Button look="primary" onClick={() => change({ dialog: 'payment' })}>
              Record payment
            </Button>
          </>
        )}
      </fieldset>
      {status === 'draft' && (
        <p className="w-0 min-w-full text-[13px] text-soft sm:text-right">
          Quoin marks it as sent; you send it yourself. From then on its figures can't be edited.
        </p>
      )}
      {setStatus.error && !asks && (
        <p role="alert" className="w-0 min-w-full text-[13px] text-danger sm:text-right">
          {messageOf(setStatus.error)}
        </p>
      )}
      {asks === 'cancel' && (
        <Confirm
          title={`Cancel ${invoice_number}?`}
          action="Cancel invoice"
          is_busy={setStatus.isPending}
          error={setStatus.error ? messageOf(setStatus.error) : undefined}
          onConfirm={() => setStatus.mutate({ next: 'cancelled' })}
          onClose={() => setAsks(undefined)}
        >
          {invoice.amount_paid > 0 ? (
            <>
              <p>
                {money(invoice.amount_paid, invoice.currency)} were paid on it. The money stays recorded as paid, and the rest,{' '}
                {money(invoice.amount_due, invoice.currency)}, is not due any more.
              </p>
              <p className="mt-2">
                If it went back to the customer, undo the payments first: they can’t be undone on a cancelled invoice. It stays in
                the books with its number.
              </p>
              <Button
                className="mt-3"
                onClick={() => {
                  setAsks(undefined)
                  document.querySelector('#payments')?.scrollIntoView({ block: 'center' })
                  document.querySelector<HTMLElement>('[aria-labelledby=payments] button')?.focus()
                }}
              >
                Undo payments first
              </Button>
            </>
          ) : (
            'Nothing is due on a cancelled invoice. It stays in the books with its number.'
          )}
        </Confirm>
      )}
      {asks === 'delete' && (
        <Confirm
          title={`Delete ${invoice_number}?`}
          action="Delete invoice"
          is_busy={remove.isPending}
          error={remove.error ? messageOf(remove.error) : undefined}
          onConfirm={() => remove.mutate(undefined)}
          onClose={() => setAsks(undefined)}
        >
          Its number is never used again, and time that it billed can be billed again. This can’t be undone.
        </Confirm>
      )}
    </>
  )
}

function Payments({ invoice, payments }: { invoice: Invoice; payments: Payment[] | undefined }) {
  const { session } = useDesk()
  const undo = useChange(
    (send, payment: Payment) =>
      send.delete('/v1/invoices/{id}/payments/{paymentId}', { path: { id: invoice.id, paymentId: payment.id } }),
    (_, payment) => toast(`The payment of ${money(payment.amount, payment.currency)} is undone`),
  )
  const [asked, setAsked] = useState<Payment>()
  if (!payments) return <Bones lines={2} />
  if (payments.length === 0)
    return (
      <p className="text-soft">
        {invoice.status === 'draft' ? 'A draft takes no payments: send it first.' : 'Nothing was paid yet.'}
      </p>
    )
  return (
    <>
      <ul className="space-y-3">
        {payments.map((payment) => (
          <li key={payment.id} className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              <p className="figures font-medium">{money(payment.amount, payment.currency)}</p>
              <p className="text-[13px] break-words text-soft">
                {[date(payment.paid_at), payment.method, payment.reference].filter(Boolean).join(' · ')}
              </p>
            </div>
            {session.level === 'admin' && (
              <Button look="quiet" className="-mr-3.5" onClick={() => setAsked(payment)}>
                Undo…
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked && (
        <Confirm
          title="Undo this payment?"
          action="Undo payment"
          is_busy={undo.isPending}
          error={undo.error ? messageOf(undo.error) : undefined}
          onConfirm={() => undo.mutate(asked, { onSuccess: () => setAsked(undefined) })}
          onClose={() => setAsked(undefined)}
        >
          {money(asked.amount, asked.currency)} will be due again.
        </Confirm>
      )}
    </>
  )
}
