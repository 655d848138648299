import type { components } from '../../../sdk/src/api.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { money, number } from '../ui/format.ts'
import { spellNumber } from '../ui/numbers.ts'

interface CreditLinesProps {
  lines: readonly components['schemas']['Invoice']['items'][number][]
  left: Readonly<Record<string, number>>
  currency: string
  quantities: Readonly<Record<string, string>>
  /** By the id of the line. */
  faults: Readonly<Record<string, string>>
  onChange: (id: string, text: string) => void
}

/** The lines of which something is left, each with a field for how much of it is credited. */
export function CreditLines({ lines, left, currency, quantities, faults, onChange }: CreditLinesProps) {
  return (
    <ul aria-label="Lines" className="divide-y divide-line border-y border-line">
      {lines.map((line) => {
        const rest = left[line.id] ?? 0
        return (
          <li key={line.id} className="grid items-start gap-x-4 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_240px]">
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">{line.item_name}</p>
              <p className="figures text-[13px] text-soft wrap-anywhere">
                {number(rest)} {line.unit} left{rest !== line.quantity && ` of ${number(line.quantity)}`} ×{' '}
                {money(line.unit_price, currency)}
              </p>
            </div>
            <div className="flex items-start gap-2">
              <TextField
                className="min-w-0 flex-1"
                label={`Quantity of ${line.item_name}`}
                is_label_hidden
                inputMode={rest < 0 ? 'text' : 'decimal'}
                placeholder="0"
                value={quantities[line.id] ?? ''}
                onChange={(event) => onChange(line.id, event.target.value)}
                error={faults[line.id]}
              />
              <Button aria-label={`All of ${line.item_name}`} onClick={() => onChange(line.id, spellNumber(rest))}>
                All
              </Button>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
