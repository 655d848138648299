import { Status } from '../ui/badge.tsx'
import { money } from '../ui/format.ts'

/** A document's total in a list; on narrow screens its status stands below, since there is no room for a column of it. */
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
