import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { messageOf } from '../app/api.ts'
import { usePageSearch } from '../app/search.ts'
import { useApi, useChange, useDesk } from '../app/session.ts'
import { CorrectDialog } from '../credit-notes/correct-dialog.tsx'
import { CreditNotesCard } from '../credit-notes/credit-notes-card.tsx'
import { useCreditNotesOf, useRefundsOf } from '../credit-notes/credited.ts'
import { DocumentPage } from '../documents/document-page.tsx'
import { HistoryCard } from '../documents/history-card.tsx'
import { DownloadMenu } from '../e-invoices/download-menu.tsx'
import { EInvoicePanel } from '../e-invoices/e-invoice-panel.tsx'
import { amountLeft } from '../ui/amounts.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { date, money } from '../ui/format.ts'
import { Bones, Trouble } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { InvoiceActions, isCorrectable } from './invoice-actions.tsx'
import { PaymentDialog } from './payment-dialog.tsx'
import { RemindersCard } from './reminders-card.tsx'

type Invoice = components['schemas']['Invoice']
type Payment = components['schemas']['Payment']

/** One invoice: its content, its payments, and its actions. */
export function InvoicePage() {
  const { id = '' } = useParams({ strict: false })
  const [search, change] = usePageSearch()
  const invoice = useApi('/v1/invoices/{id}', { path: { id } })
  const payments = useApi('/v1/invoices/{id}/payments', { path: { id }, query: { limit: 100 } })
  const credit_notes = useCreditNotesOf({ id, amount_credited: invoice.data?.amount_credited ?? 0 })
  const noted = credit_notes.data?.credit_notes ?? []
  const refunds = useRefundsOf(noted.filter(({ amount_refunded }) => amount_refunded > 0).map((note) => note.id))
  if (invoice.error) return <Trouble error={invoice.error} onRetry={() => void invoice.refetch()} />
  if (!invoice.data) return <Bones lines={10} />
  const one = invoice.data
  return (
    <>
      <DocumentPage
        document={one}
        actions={<InvoiceActions invoice={one} />}
        downloads={one.status !== 'draft' && <DownloadMenu document={one} />}
        facts={{
          dated: ['Due date', date(one.due_date)],
          more: ['Amount due', <strong key="due">{money(one.amount_due, one.currency)}</strong>],
          origin: one.recurring_invoice_id ? ['Created by', <MadeBy key="origin" id={one.recurring_invoice_id} />] : undefined,
        }}
      >
        <section aria-labelledby="payments" className="card p-5">
          <h2 id="payments" className="mb-3">
            Payments
          </h2>
          {payments.error ? <Trouble error={payments.error} /> : <Payments invoice={one} payments={payments.data?.payments} />}
        </section>
        {one.status !== 'draft' && <RemindersCard invoice={one} />}
        <CreditNotesCard invoice={one} credit_notes={credit_notes} />
        <HistoryCard id={id} payments={payments.data?.payments} credit_notes={noted} refunds={refunds.data} />
        {/* The last: it comes when its own answers are there, and moves nothing. */}
        <EInvoicePanel key={id} document={one} />
      </DocumentPage>
      {search.dialog === 'payment' && <PaymentDialog invoice={one} onClose={() => change({ dialog: undefined })} />}
      {search.dialog === 'correct' && isCorrectable(one) && (
        <CorrectDialog invoice={one} onClose={() => change({ dialog: undefined })} />
      )}
    </>
  )
}

/** The recurring invoice that made it. It may be deleted by now, and has no page then. */
const MadeBy = ({ id }: { id: string }) => (
  <Link to="/recurring-invoices/$id" params={{ id }} className="text-accent hover:underline">
    a recurring invoice
  </Link>
)

/** What was paid beyond the rest of an invoice with credit notes is not due again: less is to be paid back. */
function whatUndoingMeans({ refund_due, currency }: Invoice, { amount }: Payment): string {
  const due_again = amountLeft(amount, refund_due)
  if (due_again === 0) return `What is to be paid back to the customer becomes less by ${money(amount, currency)}.`
  return `${money(due_again, currency)} will be due again${refund_due > 0 ? ', and nothing is to be paid back any more' : ''}.`
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
          {whatUndoingMeans(invoice, asked)}
        </Confirm>
      )}
    </>
  )
}
