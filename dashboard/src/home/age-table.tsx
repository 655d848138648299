import { money } from '../ui/format.ts'
import { AGES, type Overview } from './overview.ts'

/** Overdue amounts by age, one row per currency. */
export function AgeTable({ currencies }: { currencies: Overview['currencies'] | undefined }) {
  const shown = currencies?.filter((one) => one.overdue > 0)
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label="Amounts by age"
      className="card overflow-x-auto"
      aria-busy={!currencies}
    >
      {/* As in every list: the titles come with the figures, where they then stand. */}
      <table key={currencies ? 'rows' : 'bones'} className="figures w-full border-collapse">
        <thead>
          <tr className={`border-b border-line text-[13px] text-soft ${currencies ? '' : 'invisible'}`}>
            <th scope="col" className="h-10 px-4 text-left font-medium">
              Currency
            </th>
            {AGES.map((age) => (
              <th key={age} scope="col" className="px-4 text-right font-medium whitespace-nowrap">
                {age} days
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(shown?.length ? shown : [undefined]).map((one) => (
            <tr key={one?.currency ?? 'none'} className="h-11 border-b border-line last:border-0">
              <th scope="row" className="px-4 text-left font-medium">
                {one?.currency ?? (currencies ? 'None' : '…')}
              </th>
              {AGES.map((age, index) => (
                <td key={age} className="px-4 text-right whitespace-nowrap">
                  {one?.overdue_by_age[index] ? (
                    money(one.overdue_by_age[index], one.currency)
                  ) : (
                    <span className="text-faint">—</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
