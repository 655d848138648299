import { Status } from '../ui/badge.tsx'
import { money } from '../ui/format.ts'

/** What is due on an invoice in a list, or is to be paid back of it; zero is a dash, so that open amounts stand out. */
export function DueCell({ invoice }: { invoice: { amount_due: number; refund_due: number; currency: string } }) {
  if (invoice.refund_due > 0)
    return (
      <>
        {money(invoice.refund_due, invoice.currency)}
        <span className="block text-[13px] text-soft">to pay back</span>
      </>
    )
  if (invoice.amount_due === 0) return <span className="text-faint">—</span>
  return money(invoice.amount_due, invoice.currency)
}

/** A document's total in a list; on narrow screens its status is below it, because there is no room for a column. */
export function TotalCell({ document }: { document: { total: number; currency: string; status: string } }) {
  return (
    <>
      <span className="font-medium">{money(document.total, document.currency)}</span>
      <span className="block sm:hidden">
        <Status value={document.status} />
      </span>
    </>
  )
}
