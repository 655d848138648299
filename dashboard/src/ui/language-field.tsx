import type { SelectHTMLAttributes } from 'react'
import { LANGUAGES } from '../../../server/src/kernel/languages.ts'
import { SelectField } from './field.tsx'

const names = new Intl.DisplayNames('en', { type: 'language' })

/** The English name of a language by its code. */
export function languageName(code: string): string {
  return names.of(code) ?? code
}

/** One of the languages that documents and mails are written in. `inherited` names the choice of none: "That of the company". */
export function LanguageField({
  inherited,
  ...props
}: SelectHTMLAttributes<HTMLSelectElement> & {
  inherited?: string | undefined
  hint?: string
  error?: string | undefined
  className?: string
}) {
  return (
    <SelectField label="Language" name="language" {...props}>
      {inherited !== undefined && <option value="">{inherited}</option>}
      {LANGUAGES.map((code) => (
        <option key={code} value={code}>
          {languageName(code)}
        </option>
      ))}
    </SelectField>
  )
}
