import { Link, useParams } from '@tanstack/react-router'
import { useApi } from '../app/session.ts'
import { detailsOf } from '../documents/details.ts'
import { HistoryCard } from '../documents/history-card.tsx'
import { MailTrouble } from '../documents/mail-trouble.tsx'
import { Paper } from '../documents/paper.tsx'
import { Status } from '../ui/badge.tsx'
import { date, dateTime } from '../ui/format.ts'
import { Facts, PageHeader } from '../ui/list.tsx'
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
  return (
    <>
      <PageHeader title={one.quote_number} detail={<Status value={one.status} />}>
        <QuoteActions quote={one} />
      </PageHeader>
      <MailTrouble id={id} />
      <div className="grid items-start gap-6 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="space-y-6">
          <Paper key={one.id} document={one} number={one.quote_number} />
        </div>
        <div className="space-y-6">
          <section aria-label="About the quote" className="card p-5">
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
                ['Valid until', date(one.valid_until)],
                ...detailsOf(one),
                [
                  'Invoice',
                  one.invoice_id && (
                    <Link
                      key="invoice"
                      to="/invoices/$id"
                      params={{ id: one.invoice_id }}
                      className="text-accent hover:underline"
                    >
                      Open the invoice
                    </Link>
                  ),
                ],
                ['Changed', dateTime(one.updated_at)],
              ]}
            />
          </section>
          {one.decision && <Evidence id={id} />}
          <HistoryCard id={id} decision={one.decision} />
        </div>
      </div>
    </>
  )
}
