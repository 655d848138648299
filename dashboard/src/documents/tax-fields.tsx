// The tax of a document while it is typed: its rate and category, and why there is none where a category has to say so.

import { EXPLAINED_CATEGORIES, type ExplainedCategory } from '../../../server/src/kernel/tax-categories.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import type { Draft, Reasons } from './draft.ts'
import { CATEGORY_NAMES, isTaxFree } from './draft-tax.ts'
import type { LiveTotals } from './live-totals.ts'
import { TaxCategoryOptions } from './tax-category-options.tsx'

/** Rate, category and reasons, for a grid of two columns. */
export function TaxFields({
  draft,
  live,
  errors,
  onChange,
}: {
  draft: Draft
  live: LiveTotals
  errors: Readonly<Record<string, string>>
  onChange: (changes: Partial<Draft>) => void
}) {
  const is_free = isTaxFree(draft)
  return (
    <>
      <TextField
        label="Tax rate, per cent"
        name="tax_rate"
        inputMode="decimal"
        placeholder="0"
        value={is_free ? '0' : draft.tax_rate}
        disabled={is_free}
        onChange={(event) => onChange({ tax_rate: event.target.value })}
        error={errors['tax_rate']}
      />
      <SelectField
        label="Tax category"
        name="tax_category"
        value={draft.tax_category}
        onChange={(event) => onChange({ tax_category: event.target.value as Draft['tax_category'] })}
        error={errors['tax_category']}
      >
        <option value="">By the rate</option>
        <TaxCategoryOptions />
      </SelectField>
      {explained(draft, live).map((category) => (
        <TextField
          key={category}
          className="col-span-2"
          label={`Reason: ${CATEGORY_NAMES[category].toLowerCase()}`}
          name={`tax_exemption_reasons.${category}`}
          placeholder="The usual words"
          maxLength={1000}
          value={draft.tax_exemption_reasons[category]}
          onChange={(event) =>
            onChange({ tax_exemption_reasons: { ...draft.tax_exemption_reasons, [category]: event.target.value } as Reasons })
          }
          error={errors[`tax_exemption_reasons.${category}`]}
        />
      ))}
    </>
  )
}

/** The categories that say why there is no tax: those of the document, its lines and its figures, and those that say it already. */
function explained(draft: Draft, { groups }: LiveTotals): ExplainedCategory[] {
  const used: string[] = [
    draft.tax_category,
    ...draft.items.map((line) => line.tax_category),
    ...groups.map((g) => g.tax_category),
  ]
  return EXPLAINED_CATEGORIES.filter((category) => used.includes(category) || draft.tax_exemption_reasons[category] !== '')
}
