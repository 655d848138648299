// The lines of a document while they are typed. What few lines need, a discount or a tax of their own, is shown once it is asked for.

import { ArrowDown, ArrowUp, Percent, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { money } from '../ui/format.ts'
import { type Draft, emptyLine } from './draft.ts'
import { hasOwn, isTaxFree } from './draft-tax.ts'
import type { DraftLine, LiveTotals } from './live-totals.ts'
import { TaxCategoryOptions } from './tax-category-options.tsx'

interface LinesProps {
  draft: Draft
  live: LiveTotals
  errors: Readonly<Record<string, string>>
  onChange: (changes: Partial<Draft>) => void
  is_focused: boolean
  shows_own: boolean
}

/** The line items of a form; `shows_own` opens the discount and tax of each from the start. */
export function DraftLines({ draft, live, errors, onChange, is_focused, shows_own }: LinesProps) {
  const [is_open, setOpen] = useState(shows_own)
  // What a line says of its own is never hidden.
  const has_own = draft.items.some(hasOwn)
  const is_wide = is_open || has_own
  const set = (index: number, changes: Partial<DraftLine>) =>
    onChange({ items: draft.items.map((line, at) => (at === index ? { ...line, ...changes } : line)) })
  const move = (index: number, by: number) => {
    const items = [...draft.items]
    const [line] = items.splice(index, 1)
    if (line) items.splice(index + by, 0, line)
    onChange({ items })
  }
  return (
    <>
      <h2 className="mb-3">Line items</h2>
      <ol className="space-y-4">
        {draft.items.map((line, index) => {
          const field = (name: keyof Omit<DraftLine, 'key'>) => ({
            name: `items[${index}].${name}`,
            value: line[name],
            onChange: (event: { target: { value: string } }) => set(index, { [name]: event.target.value }),
            error: errors[`items[${index}].${name}`],
          })
          const amount = live.lines[index]
          return (
            <li
              key={line.key}
              className="grid grid-cols-6 gap-x-3 gap-y-2 border-b border-line pb-4 last:border-0 last:pb-0 sm:grid-cols-12"
            >
              <TextField
                className="col-span-6 sm:col-span-4"
                label="Name"
                {...field('name')}
                autoFocus={(index > 0 || is_focused) && line.name === '' && index === draft.items.length - 1}
              />
              <TextField className="col-span-3 sm:col-span-2" label="Quantity" inputMode="decimal" {...field('quantity')} />
              <TextField className="col-span-3 sm:col-span-2" label="Unit" placeholder="h" {...field('unit')} />
              <TextField className="col-span-3 sm:col-span-2" label="Price" inputMode="decimal" {...field('unit_price')} />
              <div className="col-span-3 text-right sm:col-span-2">
                <span className="mb-1 block text-[13px] font-medium">Amount</span>
                <output className="figures flex h-9 items-center justify-end font-medium">
                  {amount === undefined ? '—' : money(amount, draft.currency)}
                </output>
              </div>
              <TextField
                className="col-span-6 sm:col-span-9"
                label="Description"
                is_label_hidden
                placeholder="Description"
                {...field('description')}
              />
              <div className="col-span-6 flex items-center justify-end sm:col-span-3">
                <Button
                  look="quiet"
                  size="icon"
                  aria-label={`Move line ${index + 1} up`}
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                >
                  <ArrowUp size={15} aria-hidden />
                </Button>
                <Button
                  look="quiet"
                  size="icon"
                  aria-label={`Move line ${index + 1} down`}
                  disabled={index === draft.items.length - 1}
                  onClick={() => move(index, 1)}
                >
                  <ArrowDown size={15} aria-hidden />
                </Button>
                <Button
                  look="quiet"
                  size="icon"
                  aria-label={`Remove line ${index + 1}`}
                  onClick={() =>
                    onChange({ items: draft.items.length === 1 ? [emptyLine()] : draft.items.filter((_, at) => at !== index) })
                  }
                >
                  <Trash2 size={15} aria-hidden />
                </Button>
              </div>
              {is_wide && (
                <>
                  <TextField
                    className="col-span-3 sm:col-span-3"
                    label="Discount, per cent"
                    inputMode="decimal"
                    {...field('discount_percent')}
                  />
                  <TextField
                    className="col-span-3 sm:col-span-3"
                    label="Tax, per cent"
                    inputMode="decimal"
                    placeholder={isTaxFree(line) || isTaxFree(draft) ? '0' : draft.tax_rate || '0'}
                    disabled={isTaxFree(line)}
                    {...field('tax_rate')}
                    {...(isTaxFree(line) ? { value: '0' } : {})}
                  />
                  <SelectField className="col-span-6 sm:col-span-6" label="Tax category of the line" {...field('tax_category')}>
                    <option value="">As the document</option>
                    <TaxCategoryOptions />
                  </SelectField>
                </>
              )}
            </li>
          )
        })}
      </ol>
      {errors['items'] && (
        <p role="alert" className="mt-3 text-[13px] text-danger">
          {errors['items']}
        </p>
      )}
      <div className="mt-4 flex flex-wrap justify-between gap-2">
        <Button onClick={() => onChange({ items: [...draft.items, emptyLine()] })}>
          <Plus size={15} aria-hidden />
          Add a line
        </Button>
        {!has_own && (
          <Button look="quiet" aria-expanded={is_open} onClick={() => setOpen(!is_open)}>
            <Percent size={14} aria-hidden />
            {is_open ? 'Discount and tax as the document' : 'Discount or tax by line'}
          </Button>
        )}
      </div>
    </>
  )
}
