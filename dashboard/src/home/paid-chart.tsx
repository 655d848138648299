import { useId } from 'react'
import { compactMoney, money, month, monthLetter } from '../ui/format.ts'
import type { Overview } from './overview.ts'
import { axisLines } from './scale.ts'

type Months = Overview['currencies'][number]['paid_by_month']

/** The drawing's own units: it is stretched to the width that there is. */
const WIDTH = 1_200
const HEIGHT = 160

/** What was paid less what was paid back in each of the last twelve months, in one currency: as bars, and as the table that they were drawn from. */
export function PaidChart({ currency, months }: { currency: string; months: Months | undefined }) {
  const id = useId()
  const lines = axisLines((months ?? []).map((one) => one.amount))
  const [bottom = 0] = lines
  const top = lines.at(-1) ?? 0
  const heightOf = (amount: number) => (HEIGHT * (amount - bottom)) / (top - bottom)
  const step = WIDTH / 12
  return (
    <figure className="card p-4 sm:p-5" aria-busy={!months}>
      <figcaption id={id} className="mb-3 text-[13px] text-soft">
        {currency}, the last twelve months, less refunds
      </figcaption>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3" aria-hidden="true">
        <div className="figures flex h-40 flex-col-reverse justify-between text-right text-xs leading-none text-soft">
          {lines.map((line) => (
            <span key={line} className="-my-1.5 min-w-8">
              {months ? compactMoney(line, currency) : ''}
            </span>
          ))}
        </div>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="h-40 w-full overflow-visible">
          <title>Bars, one for each month</title>
          {lines.map((line) => (
            <line
              key={line}
              x1="0"
              x2={WIDTH}
              y1={HEIGHT - heightOf(line)}
              y2={HEIGHT - heightOf(line)}
              className={line === 0 ? 'stroke-line-strong' : 'stroke-line'}
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {months?.map((one, index) => {
            return (
              <g key={one.month} className="group">
                <title>{`${month(one.month)}: ${money(one.amount, currency)}`}</title>
                {/* The whole column answers to the pointer, not only its bar. */}
                <rect x={index * step} y="0" width={step} height={HEIGHT} className="fill-transparent" />
                <rect
                  x={index * step + step * 0.2}
                  y={HEIGHT - heightOf(Math.max(0, one.amount))}
                  width={step * 0.6}
                  height={heightOf(Math.abs(one.amount)) - heightOf(0)}
                  className="fill-accent group-hover:fill-accent-strong"
                />
              </g>
            )
          })}
        </svg>
        <span />
        <div className="mt-2 grid h-4 grid-cols-12 text-center text-xs leading-4 text-soft">
          {months?.map((one) => (
            <span key={one.month}>
              <span className="sm:hidden">{monthLetter(one.month)}</span>
              <span className="hidden sm:inline">{month(one.month, 'short')}</span>
            </span>
          ))}
        </div>
      </div>
      <details className="mt-3 text-[13px]">
        <summary className="w-fit rounded-[4px] text-soft hover:text-ink">As a table</summary>
        <table aria-labelledby={id} className="figures mt-2 w-full max-w-sm border-collapse">
          <thead className="sr-only">
            <tr>
              <th scope="col">Month</th>
              <th scope="col">Paid</th>
            </tr>
          </thead>
          <tbody>
            {months?.map((one) => (
              <tr key={one.month} className="border-b border-line last:border-0">
                <th scope="row" className="py-1 text-left font-normal">
                  {month(one.month)}
                </th>
                <td className="py-1 text-right">{money(one.amount, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
