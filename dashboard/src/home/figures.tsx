import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PageSearch } from '../app/search.ts'
import { useDesk } from '../app/session.ts'
import { hours, money } from '../ui/format.ts'
import { Bone } from '../ui/states.tsx'
import type { Overview } from './overview.ts'

/** The figures at the top of the first page, each a link to what it counts. */
export function Figures({ overview }: { overview: Overview | undefined }) {
  const { company } = useDesk()
  const sums = (of: 'outstanding' | 'overdue') =>
    overview?.currencies.map((one) => ({ currency: one.currency, amount: one[of] })).filter((one) => one.amount !== 0)
  const unbilled = overview?.unbilled
  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-6 xl:grid-cols-5 xl:gap-4">
      <Figure title="Outstanding" to="/invoices" className="md:col-span-3 xl:col-span-1">
        {overview && <Amounts amounts={sums('outstanding') ?? []} fallback={company.currency} />}
      </Figure>
      <Figure title="Overdue" to="/invoices" search={{ status: 'overdue' }} className="md:col-span-3 xl:col-span-1">
        {overview && <Amounts amounts={sums('overdue') ?? []} fallback={company.currency} />}
      </Figure>
      <Figure
        title="Drafts"
        to="/invoices"
        search={{ status: 'draft' }}
        className="md:col-span-2 xl:col-span-1"
        detail={overview && <Amounts amounts={overview.drafts.amounts} />}
      >
        {overview?.drafts.count}
      </Figure>
      <Figure
        title="Quotes waiting"
        to="/quotes"
        search={{ status: 'sent' }}
        className="md:col-span-2 xl:col-span-1"
        detail={overview && <Amounts amounts={overview.quotes_waiting.amounts} />}
      >
        {overview?.quotes_waiting.count}
      </Figure>
      <Figure
        title="Unbilled time"
        to="/time"
        search={{ billing: 'open' }}
        className="col-span-2 xl:col-span-1"
        detail={
          unbilled && (
            <>
              {money(unbilled.amount, unbilled.currency)}
              {unbilled.minutes_without_rate > 0 && `, ${hours(unbilled.minutes_without_rate)} h without a rate`}
            </>
          )
        }
      >
        {unbilled && `${hours(unbilled.minutes)} h`}
      </Figure>
    </div>
  )
}

function Figure(props: {
  title: string
  to: '/invoices' | '/quotes' | '/time'
  search?: PageSearch
  className: string
  detail?: ReactNode
  children: ReactNode
}) {
  return (
    <section aria-label={props.title} className={`card relative min-h-26 p-4 hover:border-line-strong ${props.className}`}>
      <h2 className="text-[13px] font-medium text-soft">
        <Link to={props.to} search={props.search ?? {}} className="after:absolute after:inset-0 hover:underline">
          {props.title}
        </Link>
      </h2>
      <div className="figures mt-1 text-lg leading-snug font-semibold tracking-tight break-words">
        {props.children === undefined ? <Bone className="my-1 h-5 w-28" /> : props.children}
      </div>
      {props.detail && <div className="figures text-[13px] text-soft">{props.detail}</div>}
    </section>
  )
}

function Amounts({ amounts, fallback }: { amounts: readonly { currency: string; amount: number }[]; fallback?: string }) {
  if (amounts.length === 0) return fallback && money(0, fallback)
  return amounts.map((one) => <p key={one.currency}>{money(one.amount, one.currency)}</p>)
}
