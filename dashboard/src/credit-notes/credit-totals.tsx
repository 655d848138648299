import type { components } from '../../../sdk/src/api.ts'
import { DraftTotals } from '../documents/draft-totals.tsx'

/** The figures of a credit note before it is made; dashes until they are known. */
export function CreditTotals({
  preview,
  currency,
}: {
  preview: components['schemas']['CreditNote'] | undefined
  currency: string
}) {
  const whole = preview && {
    tax_category: preview.tax_category,
    tax_rate: preview.tax_rate,
    taxable_amount: null,
    tax_amount: preview.tax_amount,
  }
  const groups = preview?.tax_breakdown?.length ? preview.tax_breakdown : whole ? [whole] : []
  return (
    <div className="ml-auto w-full max-w-xs">
      <DraftTotals totals={preview} groups={groups} currency={currency} label="What is credited, in figures" total="Credited" />
    </div>
  )
}
