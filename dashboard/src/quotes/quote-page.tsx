import { Link, useParams } from '@tanstack/react-router'
import { useApi } from '../app/session.ts'
import { DocumentPage } from '../documents/document-page.tsx'
import { HistoryCard } from '../documents/history-card.tsx'
import { date } from '../ui/format.ts'
import { Bones, Trouble } from '../ui/states.tsx'
import { Evidence } from './evidence.tsx'
import { QuoteActions } from './quote-actions.tsx'

/** One quote, and its way to an invoice. */
export function QuotePage() {
  const { id = '' } = useParams({ strict: false })
  const quote = useApi('/v1/quotes/{id}', { path: { id } })
  if (quote.error) return <Trouble error={quote.error} onRetry={() => void quote.refetch()} />
  if (!quote.data) return <Bones lines={10} />
  const one = quote.data
  const invoice = one.invoice_id && (
    <Link key="invoice" to="/invoices/$id" params={{ id: one.invoice_id }} className="text-accent hover:underline">
      Open the invoice
    </Link>
  )
  return (
    <DocumentPage
      document={one}
      actions={<QuoteActions quote={one} />}
      facts={{ dated: ['Valid until', date(one.valid_until)], more: ['Invoice', invoice] }}
    >
      {one.decision && <Evidence id={id} />}
      <HistoryCard id={id} decision={one.decision} />
    </DocumentPage>
  )
}
