import type { components } from '../../../sdk/src/api.ts'
import { amountLeft } from '../ui/amounts.ts'
import { money, number } from '../ui/format.ts'
import { categoryName } from './draft-tax.ts'
import type { AnyDocument } from './kinds.ts'
import { taxRows } from './tax-rows.ts'

/** The lines and the figures of a document as a table. */
export function Lines({ document }: { document: AnyDocument }) {
  const { currency } = document
  const { notes, payment_terms } = 'notes' in document ? document : { notes: '', payment_terms: '' }
  return (
    <div className="space-y-6">
      <section aria-label="Line items and totals" className="card overflow-x-auto">
        <table className="w-full border-collapse">
          <thead>
            <tr className="border-b border-line text-[13px] text-soft">
              <th scope="col" className="h-10 px-4 text-left font-medium sm:px-5">
                Item
              </th>
              <th scope="col" className="hidden px-4 text-right font-medium sm:table-cell">
                Quantity
              </th>
              <th scope="col" className="hidden px-4 text-right font-medium sm:table-cell">
                Price
              </th>
              <th scope="col" className="px-4 text-right font-medium sm:px-5">
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            {document.items.map((item) => (
              <tr key={item.id} className="border-b border-line align-top">
                <td className="px-4 py-2.5 sm:px-5">
                  <LineName name={item.item_name} line={item} />
                  <span className="figures block text-[13px] text-soft sm:hidden">
                    {number(item.quantity)} {item.unit} × {price(item.unit_price, currency)}
                  </span>
                </td>
                <td className="figures hidden px-4 py-2.5 text-right wrap-anywhere sm:table-cell">
                  <span className="whitespace-nowrap">{number(item.quantity)}</span> {item.unit}
                </td>
                <td className="figures hidden px-4 py-2.5 text-right whitespace-nowrap sm:table-cell">
                  {price(item.unit_price, currency)}
                </td>
                <td className="figures px-4 py-2.5 text-right whitespace-nowrap sm:px-5">{money(item.total, currency)}</td>
              </tr>
            ))}
            {document.items.length === 0 && <NoLines columns={4} />}
          </tbody>
        </table>
        <dl className="figures ml-auto grid w-full max-w-sm grid-cols-[1fr_auto] gap-y-1.5 px-4 [&>dd]:pl-8 [&>div>dd]:pl-8 py-4 sm:px-5">
          <dt className="text-soft">Subtotal</dt>
          <dd className="text-right">{money(document.subtotal, currency)}</dd>
          {(document.discount_value !== 0 || document.discount_amount !== 0) && (
            <>
              <dt className="text-soft">
                Discount{document.discount_type === 'percentage' && ` ${number(document.discount_value)} %`}
              </dt>
              <dd className="text-right">{money(-document.discount_amount, currency)}</dd>
            </>
          )}
          {taxesOf(document).map((tax) => (
            <div key={tax.key} className="contents">
              <dt className="text-soft">{tax.label}</dt>
              <dd className="text-right">{money(tax.amount ?? 0, currency)}</dd>
            </div>
          ))}
          <dt className="text-base font-semibold">Total</dt>
          <dd className="text-right text-base font-semibold">{money(document.total, currency)}</dd>
          {'amount_due' in document && (
            <>
              {changesOf(document).map(([label, amount]) => (
                <div key={label} className="contents">
                  <dt className="text-soft">{label}</dt>
                  <dd className="text-right">{money(amount, currency)}</dd>
                </div>
              ))}
              <dt className="border-t border-line pt-1.5 font-semibold">Amount due</dt>
              <dd className="border-t border-line pt-1.5 text-right font-semibold">{money(document.amount_due, currency)}</dd>
              {document.refund_due > 0 && (
                <>
                  <dt className="font-semibold">To pay back</dt>
                  <dd className="text-right font-semibold">{money(document.refund_due, currency)}</dd>
                </>
              )}
            </>
          )}
        </dl>
      </section>
      {(notes || payment_terms) && (
        <section aria-label="Notes and terms" className="card space-y-3 p-5 whitespace-pre-line">
          {notes && <p>{notes}</p>}
          {payment_terms && <p className="text-soft">{payment_terms}</p>}
        </section>
      )}
    </div>
  )
}

/** What a line is called, its description, and the discount and tax of its own. */
export function LineName({ name, line }: { name: string; line: OwnFields & { description: string } }) {
  const own = ownOf(line)
  return (
    <>
      <span className="block font-medium wrap-anywhere">{name}</span>
      {line.description && (
        <span className="block max-w-prose text-[13px] whitespace-pre-line text-soft wrap-anywhere">{line.description}</span>
      )}
      {own && <span className="figures block text-[13px] text-soft">{own}</span>}
    </>
  )
}

/** The row of a table without lines. */
export function NoLines({ columns }: { columns: number }) {
  return (
    <tr className="border-b border-line">
      <td colSpan={columns} className="px-5 py-6 text-center text-soft">
        No lines yet
      </td>
    </tr>
  )
}

/** The lines of the totals about tax; one alone where figures that were set by hand have no breakdown. */
function taxesOf({ tax_breakdown, tax_rate, tax_category, tax_amount, currency }: AnyDocument) {
  const group = { tax_category, tax_rate, taxable_amount: null, tax_amount }
  return taxRows(tax_breakdown && tax_breakdown.length > 0 ? tax_breakdown : [group], currency)
}

/** What came between the total of an invoice and what is due on it or to be paid back. */
function changesOf({ total, amount_paid, amount_credited, refund_due }: components['schemas']['Invoice']) {
  const beyond = amountLeft(amount_credited, amountLeft(total, amount_paid))
  const changes: [label: string, amount: number][] = [
    ['Paid', -amount_paid],
    ['Credited', -amount_credited],
    ['Paid back', amountLeft(beyond, refund_due)],
  ]
  return changes.filter(([, amount]) => amount !== 0)
}

type OwnFields = Pick<AnyDocument['items'][number], 'discount_percent' | 'tax_rate' | 'tax_category'>

/** The discount and tax that a line does not leave to its document. */
function ownOf({ discount_percent, tax_rate, tax_category }: OwnFields): string {
  const rate = tax_rate === null || (tax_rate === 0 && tax_category !== null) ? '' : `Tax ${number(tax_rate)} %`
  const category = tax_category === null || tax_category === 'standard' ? '' : categoryName(tax_category)
  return [discount_percent ? `Discount ${number(discount_percent)} %` : '', rate, category].filter(Boolean).join(' · ')
}

/** A price may have more decimals than its currency; all of them are shown. */
export function price(value: number, currency: string): string {
  const short = money(value, currency)
  return Number(value.toFixed(2)) === value ? short : `${number(value)} ${currency}`
}
