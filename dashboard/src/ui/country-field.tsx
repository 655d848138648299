import { type SelectHTMLAttributes, useDeferredValue } from 'react'
import { COUNTRY_CODES } from '../../../server/src/kernel/countries.ts'
import { SelectField } from './field.tsx'

const names = new Intl.DisplayNames('en', { type: 'region' })

/** The English name of a country by its ISO 3166-1 code; another text is given back as it is. */
export function countryName(code: string): string {
  return COUNTRY_CODES.includes(code) ? (names.of(code) ?? code) : code
}

/** One of the countries, or none; the field is called `country`. A stored text that is no code stays as a choice of its own. */
export function CountryField(
  props: SelectHTMLAttributes<HTMLSelectElement> & { hint?: string; error?: string | undefined; className?: string },
) {
  // As in the field of currencies: the other countries come right after the form.
  const are_all_drawn = useDeferredValue(true, false)
  const chosen = String(props.defaultValue ?? '')
  return (
    <SelectField label="Country" name="country" autoComplete="country" {...props}>
      <option value="">—</option>
      {chosen !== '' && !COUNTRY_CODES.includes(chosen) && <option value={chosen}>{chosen}</option>}
      {/* By its key the chosen one is the same element when the others come: another one would not be chosen. */}
      {are_all_drawn ? OPTIONS : OPTIONS.filter(({ key }) => key === chosen)}
    </SelectField>
  )
}

const OPTIONS = COUNTRY_CODES.map((code) => [code, countryName(code)] as const)
  .sort(([, one], [, other]) => one.localeCompare(other, 'en'))
  .map(([code, name]) => (
    <option key={code} value={code}>
      {name}
    </option>
  ))
