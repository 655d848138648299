import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Check, Pencil, ReceiptText, Send, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { messageOf, versionOf } from '../app/api.ts'
import { useApi, useChange, useMay } from '../app/session.ts'
import { Paper } from '../documents/paper.tsx'
import { Status } from '../ui/badge.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { date, dateTime } from '../ui/format.ts'
import { useHotkey } from '../ui/hotkeys.ts'
import { Facts, PageHeader } from '../ui/list.tsx'
import { useLock } from '../ui/lock.ts'
import { Bones, Trouble } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'

type Quote = components['schemas']['Quote']

/** One quote, and its way to an invoice. */
export function QuotePage() {
  const { id = '' } = useParams({ strict: false })
  const quote = useApi('/v1/quotes/{id}', { path: { id } })
  if (quote.error) return <Trouble error={quote.error} onRetry={() => void quote.refetch()} />
  if (!quote.data) return <Bones lines={10} />
  const one = quote.data
  return (
    <>
      <PageHeader title={one.quote_number} detail={<Status value={one.status} />}>
        <Actions quote={one} />
      </PageHeader>
      <div className="grid items-start gap-6 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="space-y-6">
          <Paper document={one} number={one.quote_number} />
        </div>
        <section aria-label="About the quote" className="card p-5">
          <Facts
            facts={[
              [
                'Customer',
                <Link key="customer" to="/customers/$id" params={{ id: one.customer_id }} className="text-accent hover:underline">
                  {one.customer.name}
                </Link>,
              ],
              ['Issued', date(one.issue_date)],
              ['Valid until', date(one.valid_until)],
              ['Purchase order', one.purchase_order],
              ['Buyer reference', one.buyer_reference],
              [
                'Invoice',
                one.invoice_id && (
                  <Link key="invoice" to="/invoices/$id" params={{ id: one.invoice_id }} className="text-accent hover:underline">
                    Open the invoice
                  </Link>
                ),
              ],
              ['Changed', dateTime(one.updated_at)],
            ]}
          />
        </section>
      </div>
    </>
  )
}

function Actions({ quote }: { quote: Quote }) {
  const { id, status, quote_number } = quote
  const may_write = useMay('write')
  const may_delete = useMay('admin')
  const navigate = useNavigate()
  const [is_asking, setAsking] = useState(false)
  const setStatus = useChange(
    (send, { next, if_match }: { next: Quote['status']; if_match?: string | undefined }) =>
      send.patch('/v1/quotes/{id}', { path: { id }, body: { status: next }, if_match }),
    (saved, { next, if_match }) => {
      // Not after an invoice was made of it, or somebody else changed it.
      const undo =
        if_match !== undefined || next === status
          ? {}
          : { undo: () => setStatus.mutate({ next: status, if_match: versionOf(saved) }) }
      toast(`${quote_number} is ${saved.status}`, 'done', { about: id, ...undo })
    },
    { repeats: true },
  )
  const convert = useChange(
    (send) => send.post('/v1/quotes/{id}/convert', { path: { id }, body: {} }),
    (invoice) => {
      toast(`${invoice.invoice_number} is a draft`, 'done', { about: invoice.id })
      void navigate({ to: '/invoices/$id', params: { id: invoice.id } })
    },
  )
  const remove = useChange(
    (send) => send.delete('/v1/quotes/{id}', { path: { id } }),
    () => {
      toast(`${quote_number} is deleted`)
      void navigate({ to: '/quotes' })
    },
  )
  useHotkey('e', () => void navigate({ to: '/quotes/$id/edit', params: { id } }), may_write)
  const is_locked = useLock(setStatus.isPending || convert.isPending)
  if (!may_write) return null
  const error = setStatus.error ?? convert.error
  return (
    <>
      <fieldset disabled={is_locked} className="contents">
        <legend className="sr-only">What can be done</legend>
        {may_delete && status === 'draft' && (
          <Button look="quiet" size="icon" aria-label="Delete the quote" title="Delete" onClick={() => setAsking(true)}>
            <Trash2 size={16} aria-hidden />
          </Button>
        )}
        <Link to="/quotes/$id/edit" params={{ id }} className={buttonClass()}>
          <Pencil size={15} aria-hidden />
          Edit
        </Link>
        {status === 'draft' && (
          <Button is_busy={setStatus.isPending} onClick={() => setStatus.mutate({ next: 'sent' })}>
            <Send size={15} aria-hidden />
            Mark as sent
          </Button>
        )}
        {(status === 'sent' || status === 'viewed') && (
          <>
            <Button is_busy={setStatus.isPending} onClick={() => setStatus.mutate({ next: 'rejected' })}>
              <X size={15} aria-hidden />
              Rejected
            </Button>
            <Button is_busy={setStatus.isPending} onClick={() => setStatus.mutate({ next: 'approved' })}>
              <Check size={15} aria-hidden />
              Approved
            </Button>
          </>
        )}
        {status !== 'converted' && (
          <Button look="primary" is_busy={convert.isPending} onClick={() => convert.mutate(undefined)}>
            <ReceiptText size={15} aria-hidden />
            Make an invoice
          </Button>
        )}
      </fieldset>
      {status === 'draft' && (
        <p className="w-0 min-w-full text-[13px] text-soft sm:text-right">Quoin marks it as sent; you send it yourself.</p>
      )}
      {error && (
        <p role="alert" className="w-0 min-w-full text-[13px] text-danger sm:text-right">
          {messageOf(error)}
        </p>
      )}
      {is_asking && (
        <Confirm
          title={`Delete ${quote_number}?`}
          action="Delete quote"
          is_busy={remove.isPending}
          error={remove.error ? messageOf(remove.error) : undefined}
          onConfirm={() => remove.mutate(undefined)}
          onClose={() => setAsking(false)}
        >
          Its number is never used again. This can’t be undone.
        </Confirm>
      )}
    </>
  )
}
