import type { components } from '../../../sdk/src/api.ts'
import { DraftTotals } from '../documents/draft-totals.tsx'
import { amountLeft } from '../ui/amounts.ts'

/** The figures of a credit note before it is made, and what is open and to be paid back after it; dashes until they are known. */
export function CreditTotals({
  preview,
  invoice,
}: {
  preview: components['schemas']['CreditNote'] | undefined
  invoice: components['schemas']['Invoice']
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
      <DraftTotals
        totals={preview}
        groups={groups}
        currency={invoice.currency}
        label="What is credited, in figures"
        total="Credited"
        after={[
          ['Open after it', preview && amountLeft(invoice.amount_due, preview.total)],
          ['To pay back', preview?.refund_due],
        ]}
      />
    </div>
  )
}
