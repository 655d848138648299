import type { SelectHTMLAttributes } from 'react'
import { CURRENCIES } from '../../../server/src/kernel/currencies.ts'
import { SelectField } from './field.tsx'

/** One of the currencies that documents can be written in; the field is called `currency`. */
export function CurrencyField(
  props: SelectHTMLAttributes<HTMLSelectElement> & { hint?: string; error?: string | undefined; className?: string },
) {
  return (
    <SelectField label="Currency" name="currency" {...props}>
      {OPTIONS}
    </SelectField>
  )
}

/** Made once: the field stands in forms that are drawn anew with every letter. */
const OPTIONS = CURRENCIES.map(({ code, name }) => (
  <option key={code} value={code}>
    {code}: {name}
  </option>
))
