import { money } from '../ui/format.ts'
import type { LiveTotals } from './live-totals.ts'
import { type TaxGroup, taxRows } from './tax-rows.ts'

/**
 * The figures of what is not made yet, with the tax of each rate and category; dashes until they are known.
 * `label` names them for assistive technology, `total` is the word for their sum, and `after` are amounts that follow from it.
 */
export function DraftTotals({
  totals,
  groups,
  currency,
  label,
  total = 'Total',
  after = [],
}: {
  totals: Pick<NonNullable<LiveTotals['totals']>, 'subtotal' | 'discount_amount' | 'total'> | undefined
  groups: readonly TaxGroup[]
  currency: string
  label?: string
  total?: string
  after?: readonly (readonly [label: string, amount: number | undefined])[]
}) {
  const amount = (value: number | undefined) => (value === undefined ? '—' : money(value, currency))
  const taxes = totals ? taxRows(groups, currency) : [{ key: 'tax', label: 'Tax', amount: undefined }]
  return (
    <dl aria-label={label} aria-live="polite" className="figures grid grid-cols-[1fr_auto] gap-y-1.5 [&>dd]:pl-3 [&>div>dd]:pl-3">
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
      <dt className="mt-1 border-t border-line pt-2 text-base font-semibold">{total}</dt>
      <dd className="mt-1 border-t border-line pt-2 text-right text-base font-semibold">{amount(totals?.total)}</dd>
      {after.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-soft">{label}</dt>
          <dd className="text-right">{amount(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
