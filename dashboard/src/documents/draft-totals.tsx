import { money } from '../ui/format.ts'
import type { LiveTotals } from './live-totals.ts'
import { taxRows } from './tax-rows.ts'

/** The figures of a form, with the tax of each rate and category. */
export function DraftTotals({ live, currency }: { live: LiveTotals; currency: string }) {
  const amount = (value: number | undefined) => (value === undefined ? '—' : money(value, currency))
  const { totals, groups } = live
  const taxes = totals ? taxRows(groups, currency) : [{ key: 'tax', label: 'Tax', amount: undefined }]
  return (
    <dl className="figures grid grid-cols-[1fr_auto] gap-y-1.5 [&>dd]:pl-3 [&>div>dd]:pl-3" aria-live="polite">
      <dt className="text-soft">Subtotal</dt>
      <dd className="text-right">{amount(totals?.subtotal)}</dd>
      <dt className="text-soft">Discount</dt>
      <dd className="text-right">{amount(totals && (totals.discount_amount === 0 ? 0 : -totals.discount_amount))}</dd>
      {taxes.map((tax) => (
        <div key={tax.key} className="contents">
          <dt className="text-soft">{tax.label}</dt>
          <dd className="text-right">{amount(tax.amount)}</dd>
        </div>
      ))}
      <dt className="mt-1 border-t border-line pt-2 text-base font-semibold">Total</dt>
      <dd className="mt-1 border-t border-line pt-2 text-right text-base font-semibold">{amount(totals?.total)}</dd>
    </dl>
  )
}
