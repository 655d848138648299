import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { useApi } from '../app/session.ts'
import { categoryName } from '../documents/draft-tax.ts'
import { HistoryCard } from '../documents/history-card.tsx'
import { LineName, NoLines, price } from '../documents/lines.tsx'
import { Status } from '../ui/badge.tsx'
import { date, dateTime, money, number } from '../ui/format.ts'
import { languageName } from '../ui/language-field.tsx'
import { Facts, PageHeader } from '../ui/list.tsx'
import { Bones, Trouble } from '../ui/states.tsx'
import { everyOf } from './plan.ts'
import { RecurringInvoiceActions } from './recurring-invoice-actions.tsx'

type RecurringInvoice = components['schemas']['RecurringInvoice']

/** Invoices that the page lists. */
const MOST_INVOICES = 50

/** One recurring invoice: what it bills, when, and the invoices that it has created. */
export function RecurringInvoicePage() {
  const { id = '' } = useParams({ strict: false })
  const plan = useApi('/v1/recurring-invoices/{id}', { path: { id } })
  if (plan.error) return <Trouble error={plan.error} onRetry={() => void plan.refetch()} />
  if (!plan.data) return <Bones lines={10} />
  const one = plan.data
  return (
    <>
      <PageHeader title={`${one.customer.name}, ${everyOf(one)}`} detail={<Status value={one.status} />}>
        <RecurringInvoiceActions plan={one} />
      </PageHeader>
      {one.last_error !== null && (
        <section aria-label="What went wrong" className="card mb-6 border-danger/40 p-5">
          <p className="font-medium text-danger wrap-anywhere">{one.last_error}</p>
          <p className="mt-1 text-[13px] text-soft">
            An invoice that could not be created is retried within 15 minutes. One that could not be sent is a draft below.
          </p>
        </section>
      )}
      <div className="grid items-start gap-6 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="space-y-6">
          <Items plan={one} />
          <Texts plan={one} />
          <MadeInvoices id={id} />
        </div>
        <div className="space-y-6">
          <section aria-label="About the recurring invoice" className="card p-5">
            <Facts facts={factsOf(one)} />
          </section>
          <NextDates plan={one} />
          <HistoryCard id={id} />
        </div>
      </div>
    </>
  )
}

function factsOf(plan: RecurringInvoice): (readonly [string, ReactNode])[] {
  const facts: (readonly [string, ReactNode] | undefined)[] = [
    [
      'Customer',
      <Link key="customer" to="/customers/$id" params={{ id: plan.customer_id }} className="text-accent hover:underline">
        {plan.customer.name}
      </Link>,
    ],
    ['Starts', date(plan.start_date)],
    plan.end_date !== null ? ['Ends', date(plan.end_date)] : undefined,
    plan.occurrences !== null ? ['Ends after', plan.occurrences === 1 ? '1 invoice' : `${plan.occurrences} invoices`] : undefined,
    ['Invoices', number(plan.invoices_count)],
    ['Sending', plan.auto_send ? 'Automatically' : 'Manually'],
    plan.payment_days !== null ? ['Days to pay', String(plan.payment_days)] : undefined,
    plan.include_unbilled_time && plan.project_id !== null
      ? [
          'Recorded time of',
          <Link key="project" to="/projects/$id" params={{ id: plan.project_id }} className="text-accent hover:underline">
            a project
          </Link>,
        ]
      : undefined,
    plan.purchase_order ? ['Purchase order', plan.purchase_order] : undefined,
    plan.buyer_reference ? ['Buyer reference', plan.buyer_reference] : undefined,
    plan.language !== null ? ['Language', languageName(plan.language)] : undefined,
    plan.tax_category !== null ? ['Tax', categoryName(plan.tax_category)] : undefined,
    ['Changed', dateTime(plan.updated_at)],
  ]
  return facts.filter((fact) => fact !== undefined)
}

function NextDates({ plan }: { plan: RecurringInvoice }) {
  const preview = useApi('/v1/recurring-invoices/{id}/preview', { path: { id: plan.id }, query: { count: 12 } })
  return (
    <section aria-labelledby="next-dates" className="card p-5">
      <h2 id="next-dates" className="mb-3">
        Next dates
      </h2>
      {plan.status === 'paused' && <p className="mb-2 text-[13px] text-soft">Paused. If you resume it today:</p>}
      {preview.error ? (
        <Trouble error={preview.error} />
      ) : !preview.data ? (
        <Bones lines={4} />
      ) : preview.data.dates.length === 0 ? (
        <p className="text-soft">None. This recurring invoice has ended.</p>
      ) : (
        <ol className="figures grid grid-cols-2 gap-x-4 gap-y-1.5">
          {preview.data.dates.map((one) => (
            <li key={one}>{date(one)}</li>
          ))}
        </ol>
      )}
    </section>
  )
}

function Items({ plan }: { plan: RecurringInvoice }) {
  const { estimate, items } = plan
  const currency = plan.currency ?? estimate?.currency
  const amount = (value: number) => (currency ? money(value, currency) : number(value))
  return (
    <section aria-label="Line items and estimate" className="card overflow-x-auto">
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-b border-line text-[13px] text-soft">
            <th scope="col" className="h-10 px-4 text-left font-medium sm:px-5">
              Item
            </th>
            <th scope="col" className="px-4 text-right font-medium">
              Quantity
            </th>
            <th scope="col" className="px-4 text-right font-medium sm:px-5">
              Price
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no other name, and never move
            <tr key={index} className="border-b border-line align-top">
              <td className="px-4 py-2.5 sm:px-5">
                <LineName name={item.name} line={item} />
              </td>
              <td className="figures px-4 py-2.5 text-right wrap-anywhere">
                {number(item.quantity)} {item.unit}
              </td>
              <td className="figures px-4 py-2.5 text-right whitespace-nowrap sm:px-5">
                {currency ? price(item.unit_price, currency) : number(item.unit_price)}
              </td>
            </tr>
          ))}
          {items.length === 0 && <NoLines columns={3} />}
        </tbody>
      </table>
      {estimate ? (
        <dl className="figures ml-auto grid w-full max-w-sm grid-cols-[1fr_auto] gap-y-1.5 px-4 py-4 sm:px-5 [&>dd]:pl-8">
          <dt className="text-soft">Subtotal</dt>
          <dd className="text-right">{amount(estimate.subtotal)}</dd>
          {estimate.discount_amount !== 0 && (
            <>
              <dt className="text-soft">Discount</dt>
              <dd className="text-right">{amount(-estimate.discount_amount)}</dd>
            </>
          )}
          <dt className="text-soft">{plan.tax_rate === null ? 'Tax at today’s rate' : 'Tax'}</dt>
          <dd className="text-right">{amount(estimate.tax_amount)}</dd>
          <dt className="text-base font-semibold">{plan.include_unbilled_time ? 'Total without recorded time' : 'Total'}</dt>
          <dd className="text-right text-base font-semibold">{amount(estimate.total)}</dd>
        </dl>
      ) : (
        <p className="px-5 py-4 text-soft">
          No invoice can be created right now: the settings of the customer, the company and the items conflict.
        </p>
      )}
    </section>
  )
}

function Texts({ plan: { notes, payment_terms } }: { plan: RecurringInvoice }) {
  if (!notes && !payment_terms) return null
  return (
    <section aria-label="Notes and terms" className="card space-y-3 p-5 whitespace-pre-line wrap-anywhere">
      {notes && <p>{notes}</p>}
      {payment_terms && <p className="text-soft">{payment_terms}</p>}
    </section>
  )
}

function MadeInvoices({ id }: { id: string }) {
  const made = useApi('/v1/recurring-invoices/{id}/invoices', { path: { id }, query: { limit: MOST_INVOICES } })
  return (
    <section aria-labelledby="made" className="card p-5">
      <h2 id="made" className="mb-3">
        Invoices
      </h2>
      {made.error ? (
        <Trouble error={made.error} onRetry={() => void made.refetch()} />
      ) : !made.data ? (
        <Bones lines={3} />
      ) : made.data.invoices.length === 0 ? (
        <p className="text-soft">No invoices yet. Each one is created within 15 minutes after its day begins.</p>
      ) : (
        <ul className="space-y-3">
          {made.data.invoices.map((invoice) => (
            <li key={invoice.id} className="flex items-start justify-between gap-3">
              <div className="min-w-0">
                <Link to="/invoices/$id" params={{ id: invoice.id }} className="text-accent wrap-anywhere hover:underline">
                  {invoice.invoice_number}
                </Link>
                <p className="text-[13px] text-soft">{date(invoice.issue_date)}</p>
              </div>
              <span className="flex items-center gap-3">
                <Status value={invoice.status} />
                <span className="figures whitespace-nowrap">{money(invoice.total, invoice.currency)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {made.data && made.data.pagination.total > MOST_INVOICES && (
        <p className="mt-3 text-[13px] text-soft">
          The latest {MOST_INVOICES} of {number(made.data.pagination.total)}.
        </p>
      )}
    </section>
  )
}
