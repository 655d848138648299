// The fields that restrict a key: scopes, expiry and addresses. The form around them reads them by `readRestrictions`.
import { useState } from 'react'
import type { Level } from '../app/session.ts'
import { Field, SelectField, TextArea, TextField } from '../ui/field.tsx'
import { exactTime, words } from '../ui/format.ts'

const LEVELS: readonly Level[] = ['read', 'write', 'admin']
const DAY_MS = 86_400_000

/** What restricts a key; null: nothing does. */
export interface Restrictions {
  scopes: string[] | null
  expires_at: string | null
  allowed_addresses: string[] | null
}

const UNRESTRICTED: Restrictions = { scopes: null, expires_at: null, allowed_addresses: null }

/** `scopes` are all that there are; those above `level` are not offered. `initial` are the restrictions of a key that is changed. */
export function RestrictionFields({
  scopes,
  level,
  initial = UNRESTRICTED,
  errors,
}: {
  scopes: readonly string[]
  level: Level
  initial?: Restrictions
  errors: Readonly<Record<string, string>>
}) {
  const [has_scopes, setHasScopes] = useState(initial.scopes !== null)
  const [expires, setExpires] = useState(initial.expires_at ?? '')
  const chosen = new Map(initial.scopes?.map((scope) => scope.split(':') as [string, string]))
  return (
    <>
      <fieldset>
        <legend className="mb-1 text-[13px] font-medium">May use</legend>
        <label className="flex min-h-8 items-center gap-2.5">
          <input
            type="checkbox"
            className="size-4 accent-(--accent)"
            checked={has_scopes}
            onChange={(event) => setHasScopes(event.target.checked)}
          />
          Only some resources
        </label>
        {has_scopes && (
          <div className="mt-1 grid gap-x-4 gap-y-2 sm:grid-cols-2">
            {[...levelsOf(scopes, level)].map(([resource, levels]) => (
              <Field key={resource} label={words(resource.replace(/(?<=\w\w)-/g, ' '))}>
                {(wiring) => (
                  <select
                    {...wiring}
                    name={`scope.${resource}`}
                    className="control pr-8"
                    defaultValue={chosen.get(resource) ?? ''}
                  >
                    <option value="">none</option>
                    {levels.map((one) => (
                      <option key={one} value={one}>
                        {one}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
            ))}
          </div>
        )}
        {errors['scopes'] && <p className="mt-1 text-[13px] text-danger">{errors['scopes']}</p>}
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Expires"
          name="expires"
          value={expires}
          onChange={(event) => setExpires(event.target.value)}
          error={expires === 'on' ? undefined : errors['expires_at']}
        >
          <option value="">never</option>
          {initial.expires_at !== null && <option value={initial.expires_at}>{exactTime(initial.expires_at)}</option>}
          <option value="30">in 30 days</option>
          <option value="90">in 90 days</option>
          <option value="365">in a year</option>
          <option value="on">on a day…</option>
        </SelectField>
        {expires === 'on' && <TextField label="Last day" name="last_day" type="date" required error={errors['expires_at']} />}
      </div>
      <TextArea
        label="Addresses"
        name="addresses"
        rows={2}
        defaultValue={initial.allowed_addresses?.join('\n')}
        hint="Addresses or networks that it may be used from, one on each line, such as 192.0.2.0/24. Empty: anywhere."
        error={errors['allowed_addresses']}
      />
    </>
  )
}

/** The levels that may be chosen for each resource. */
function levelsOf(scopes: readonly string[], level: Level): Map<string, Level[]> {
  const found = new Map<string, Level[]>()
  for (const scope of scopes) {
    const [resource = '', needed] = scope.split(':') as [string, Level]
    if (LEVELS.indexOf(needed) > LEVELS.indexOf(level)) continue
    found.set(resource, [...(found.get(resource) ?? []), needed])
  }
  return found
}

/** The restrictions that a form with these fields asks for. A last day is over when it is over for the person. */
export function readRestrictions(fields: FormData): Restrictions {
  const scopes = [...fields].flatMap(([name, value]) =>
    name.startsWith('scope.') && value !== '' ? [`${name.slice('scope.'.length)}:${value}`] : [],
  )
  const has_scopes = [...fields.keys()].some((name) => name.startsWith('scope.'))
  const expires = String(fields.get('expires') ?? '')
  const addresses = String(fields.get('addresses') ?? '')
    .split(/[\s,]+/)
    .filter(Boolean)
  return {
    scopes: has_scopes ? scopes : null,
    expires_at: expires === '' ? null : endOf(expires, String(fields.get('last_day') ?? '')),
    allowed_addresses: addresses.length > 0 ? addresses : null,
  }
}

/** A number of days from now, `on` the last day, or the moment itself. */

function endOf(expires: string, last_day: string): string {
  if (/^\d+$/.test(expires)) return new Date(Date.now() + Number(expires) * DAY_MS).toISOString()
  if (expires !== 'on') return expires
  const [year = 0, month = 1, day = 1] = last_day.split('-').map(Number)
  return new Date(year, month - 1, day + 1).toISOString()
}
