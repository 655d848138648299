import { type SelectHTMLAttributes, useDeferredValue } from 'react'
import { SelectField } from '../ui/field.tsx'

/** The time zone of this device. */
const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone

/** One of the time zones that the browser knows; that of this device comes first. The field is called `time_zone`. */
export function TimeZoneField({
  defaultValue,
  ...props
}: SelectHTMLAttributes<HTMLSelectElement> & { defaultValue: string; error?: string | undefined; className?: string }) {
  const are_all_drawn = useDeferredValue(true, false)
  const first = [...new Set([defaultValue, HERE, 'UTC'])]
  return (
    <SelectField
      label="Time zone"
      name="time_zone"
      hint="When a day begins: for the dates of new documents, what is overdue, and what has expired."
      defaultValue={defaultValue}
      {...props}
    >
      {first.map((zone) => (
        <option key={zone} value={zone}>
          {zone === HERE ? `${spelled(zone)} (this device)` : spelled(zone)}
        </option>
      ))}
      {are_all_drawn && <optgroup label="All time zones">{OPTIONS}</optgroup>}
    </SelectField>
  )
}

function spelled(zone: string): string {
  return zone.replaceAll('_', ' ')
}

const OPTIONS = Intl.supportedValuesOf('timeZone').map((zone) => (
  <option key={zone} value={zone}>
    {spelled(zone)}
  </option>
))
