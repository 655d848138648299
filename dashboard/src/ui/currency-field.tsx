import { type SelectHTMLAttributes, useDeferredValue } from 'react'
import { CURRENCIES } from '../../../server/src/kernel/currencies.ts'
import { SelectField } from './field.tsx'

/** One of the currencies that documents can be written in; the field is called `currency`. */
export function CurrencyField(
  props: SelectHTMLAttributes<HTMLSelectElement> & { hint?: string; error?: string | undefined; className?: string },
) {
  // The chosen currency comes with the form; the browser takes as long for all others as for the form, so they come right after it.
  const are_all_drawn = useDeferredValue(true, false)
  const chosen = props.value ?? props.defaultValue
  return (
    <SelectField label="Currency" name="currency" {...props}>
      {are_all_drawn ? OPTIONS : OPTIONS.filter(({ key }) => key === chosen)}
    </SelectField>
  )
}

/** Made once: the field is in forms that are drawn again with every letter. */
const OPTIONS = CURRENCIES.map(({ code, name }) => (
  <option key={code} value={code}>
    {code}: {name}
  </option>
))
