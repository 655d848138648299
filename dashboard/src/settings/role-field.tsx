import { SelectField } from '../ui/field.tsx'

/** The roles, from everything to looking. */
export const ROLES: readonly (readonly [string, string])[] = [
  ['owner', 'Owner: everything'],
  ['admin', 'Admin: deletes, and administers'],
  ['member', 'Member: creates and updates'],
  ['read_only', 'Read only: looks at everything'],
]

/** Which role someone has, or is to have. */
export function RoleField({
  value,
  onChange,
  error,
}: {
  value: string
  onChange: (role: string) => void
  error?: string | undefined
}) {
  return (
    <SelectField label="Role" name="role" value={value} onChange={(event) => onChange(event.target.value)} error={error}>
      {ROLES.map(([role, text]) => (
        <option key={role} value={role}>
          {text}
        </option>
      ))}
    </SelectField>
  )
}
