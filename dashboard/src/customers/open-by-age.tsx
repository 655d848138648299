import { FileText } from 'lucide-react'
import type { Data } from '../../../sdk/src/types.ts'
import { usePageSearch } from '../app/search.ts'
import { useCompanyDashboard } from '../app/session.ts'
import { Button } from '../ui/button.tsx'
import { money } from '../ui/format.ts'
import { Trouble } from '../ui/states.tsx'
import { StatementDialog } from './statement-dialog.tsx'

type Age = Data<'/dashboard/api/customers/{id}/ageing', 'get'>['ages'][number]

const AGES = [
  ['current', 'Not due yet'],
  ['days_1_30', '1–30 days'],
  ['days_31_60', '31–60 days'],
  ['days_61_90', '61–90 days'],
  ['days_over_90', 'Over 90 days'],
] as const satisfies readonly (readonly [keyof Age, string])[]

/** What a customer owes by how long it has been due, and the way to a statement of account. */
export function OpenByAge({ customer }: { customer: { id: string; name: string } }) {
  const [search, change] = usePageSearch()
  const ageing = useCompanyDashboard('/dashboard/api/customers/{id}/ageing', { path: { id: customer.id } })
  return (
    <section aria-labelledby="open-by-age">
      <div className="mb-2 flex min-h-9 items-center justify-between">
        <h2 id="open-by-age">Open by age</h2>
        <Button onClick={() => change({ dialog: 'statement' })}>
          <FileText size={15} aria-hidden />
          Statement…
        </Button>
      </div>
      {ageing.error ? (
        <div className="card">
          <Trouble error={ageing.error} onRetry={() => void ageing.refetch()} />
        </div>
      ) : (
        <Ages ages={ageing.data?.ages} />
      )}
      {search.dialog === 'statement' && <StatementDialog customer={customer} onClose={() => change({ dialog: undefined })} />}
    </section>
  )
}

/** The table; `ages` is undefined while it loads. */
function Ages({ ages }: { ages: readonly Age[] | undefined }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label="Amounts by age"
      aria-busy={!ages}
      className="card overflow-x-auto"
    >
      <table className="figures w-full border-collapse">
        <thead>
          <tr className="border-b border-line text-[13px] text-soft">
            <th scope="col" className="h-10 px-4 text-left font-medium">
              Currency
            </th>
            {AGES.map(([name, title]) => (
              <th key={name} scope="col" className="px-4 text-right font-medium whitespace-nowrap">
                {title}
              </th>
            ))}
            <th scope="col" className="px-4 text-right font-medium">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {(ages && ages.length > 0 ? ages : [undefined]).map((one) => (
            <tr key={one?.currency ?? 'none'} className="h-11 border-b border-line last:border-0">
              <th scope="row" className="px-4 text-left font-medium">
                {one?.currency ?? (ages ? 'None' : '…')}
              </th>
              {AGES.map(([name]) => (
                <td key={name} className="px-4 text-right whitespace-nowrap">
                  {one?.[name] ? money(one[name], one.currency) : <span className="text-faint">—</span>}
                </td>
              ))}
              <td className="px-4 text-right font-medium whitespace-nowrap">{one ? money(one.total, one.currency) : '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
