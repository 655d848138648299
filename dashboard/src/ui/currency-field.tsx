import type { SelectHTMLAttributes } from 'react'
import { CURRENCIES } from '../../../server/src/kernel/currencies.ts'
import { SelectField } from './field.tsx'

/** One of the currencies that documents can be written in; the field is called `currency`. */
export function CurrencyField(
  props: SelectHTMLAttributes<HTMLSelectElement> & { error?: string | undefined; className?: string },
) {
  return (
    <SelectField label="Currency" name="currency" {...props}>
      {CURRENCIES.map(({ code, name }) => (
        <option key={code} value={code}>
          {code}: {name}
        </option>
      ))}
    </SelectField>
  )
}
