import type { components } from '../../../sdk/src/api.ts'
import { taxRows } from '../documents/tax-rows.ts'
import { money } from '../ui/format.ts'

/** The figures of a credit note before it is made; dashes until they are known. */
export function CreditTotals({
  preview,
  currency,
}: {
  preview: components['schemas']['CreditNote'] | undefined
  currency: string
}) {
  const amount = (value: number | undefined) => (value === undefined ? '—' : money(value, currency))
  const whole = preview && {
    tax_category: preview.tax_category,
    tax_rate: preview.tax_rate,
    taxable_amount: null,
    tax_amount: preview.tax_amount,
  }
  const groups = preview?.tax_breakdown?.length ? preview.tax_breakdown : whole ? [whole] : []
  const taxes = preview ? taxRows(groups, currency) : [{ key: 'tax', label: 'Tax', amount: undefined }]
  return (
    <dl
      aria-label="What is credited, in figures"
      aria-live="polite"
      className="figures ml-auto grid w-full max-w-xs grid-cols-[1fr_auto] gap-y-1.5 [&>dd]:pl-3 [&>div>dd]:pl-3"
    >
      <dt className="text-soft">Subtotal</dt>
      <dd className="text-right">{amount(preview?.subtotal)}</dd>
      {preview !== undefined && preview.discount_amount !== 0 && (
        <>
          <dt className="text-soft">Discount</dt>
          <dd className="text-right">{amount(-preview.discount_amount)}</dd>
        </>
      )}
      {taxes.map((tax) => (
        <div key={tax.key} className="contents">
          <dt className="text-soft">{tax.label}</dt>
          <dd className="text-right">{amount(tax.amount)}</dd>
        </div>
      ))}
      <dt className="mt-1 border-t border-line pt-2 text-base font-semibold">Credited</dt>
      <dd className="mt-1 border-t border-line pt-2 text-right text-base font-semibold">{amount(preview?.total)}</dd>
    </dl>
  )
}
