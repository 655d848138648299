import { Link, useParams } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { usePageSearch } from '../app/search.ts'
import { useApi, useMay } from '../app/session.ts'
import { type Asked, DocumentDialogs, IssuedActions } from '../documents/document-menu.tsx'
import { DocumentPage } from '../documents/document-page.tsx'
import { HistoryCard } from '../documents/history-card.tsx'
import { DownloadMenu } from '../e-invoices/download-menu.tsx'
import { EInvoicePanel } from '../e-invoices/e-invoice-panel.tsx'
import { Button } from '../ui/button.tsx'
import { date, money } from '../ui/format.ts'
import { useHotkey } from '../ui/hotkeys.ts'
import { MoreMenu } from '../ui/menu.tsx'
import { Bones, Trouble } from '../ui/states.tsx'
import { RefundDialog } from './refund-dialog.tsx'

type CreditNote = components['schemas']['CreditNote']

/** One credit note: its content, its refunds, and its actions. */
export function CreditNotePage() {
  const { id = '' } = useParams({ strict: false })
  const [search, change] = usePageSearch()
  const note = useApi('/v1/credit-notes/{id}', { path: { id } })
  const refunds = useApi('/v1/credit-notes/{id}/refunds', { path: { id }, query: { limit: 100 } })
  if (note.error) return <Trouble error={note.error} onRetry={() => void note.refetch()} />
  if (!note.data) return <Bones lines={10} />
  const one = note.data
  const invoice = (
    <Link key="invoice" to="/invoices/$id" params={{ id: one.invoice_id }} className="text-accent hover:underline">
      {one.invoice_number}
    </Link>
  )
  return (
    <>
      <DocumentPage
        document={one}
        actions={<CreditNoteActions note={one} />}
        downloads={<DownloadMenu document={one} />}
        facts={{
          dated: ['Invoice', invoice],
          more: ['Total', <strong key="total">{money(one.total, one.currency)}</strong>],
        }}
      >
        {one.reason && (
          <section aria-labelledby="reason" className="card p-5">
            <h2 id="reason" className="mb-2">
              Reason
            </h2>
            <p className="whitespace-pre-line wrap-anywhere">{one.reason}</p>
          </section>
        )}
        <section aria-labelledby="refunds" className="card p-5">
          <h2 id="refunds" className="mb-3">
            Refunds
          </h2>
          {refunds.error ? <Trouble error={refunds.error} /> : <Refunds note={one} refunds={refunds.data?.refunds} />}
        </section>
        <HistoryCard id={id} refunds={refunds.data?.refunds} />
        {/* The last: it comes when its own answers are there, and moves nothing. */}
        <EInvoicePanel key={id} document={one} />
      </DocumentPage>
      {search.dialog === 'refund' && one.refund_due > 0 && (
        <RefundDialog note={one} onClose={() => change({ dialog: undefined })} />
      )}
    </>
  )
}

function CreditNoteActions({ note }: { note: CreditNote }) {
  const may_write = useMay('write')
  const [, change] = usePageSearch()
  const [asks, setAsks] = useState<Asked>()
  useHotkey('s', () => change({ dialog: 'send' }), may_write)
  if (!may_write) return null
  return (
    <>
      <fieldset className="contents">
        <legend className="sr-only">What can be done</legend>
        <MoreMenu label="More actions">
          <IssuedActions document={note} onAsk={setAsks} />
        </MoreMenu>
        {note.refund_due > 0 && <Button onClick={() => change({ dialog: 'refund' })}>Record refund…</Button>}
        <Button look="primary" onClick={() => change({ dialog: 'send' })}>
          <Send size={15} aria-hidden />
          Send
        </Button>
      </fieldset>
      <DocumentDialogs document={note} asked={asks} onClose={() => setAsks(undefined)} />
    </>
  )
}

function Refunds({ note, refunds }: { note: CreditNote; refunds: readonly components['schemas']['Refund'][] | undefined }) {
  if (!refunds) return <Bones lines={2} />
  return (
    <div className="space-y-3">
      {refunds.length > 0 && (
        <ul className="space-y-3">
          {refunds.map((refund) => (
            <li key={refund.id}>
              <p className="figures font-medium">{money(refund.amount, refund.currency)}</p>
              <p className="text-[13px] break-words text-soft">
                {[date(refund.paid_at), refund.method, refund.reference].filter(Boolean).join(' · ')}
              </p>
            </li>
          ))}
        </ul>
      )}
      <p className="text-soft">
        {note.refund_due > 0
          ? `${money(note.refund_due, note.currency)} are to be paid back, of the whole invoice.`
          : refunds.length > 0
            ? 'Nothing more is to be paid back.'
            : 'Nothing is to be paid back.'}
      </p>
    </div>
  )
}
