import { type FormEvent, useState } from 'react'
import { messageOf } from '../app/api.ts'
import { useChange } from '../app/session.ts'
import { Dialog, FormButtons } from '../ui/dialog.tsx'
import { FormError, SelectField } from '../ui/field.tsx'
import type { ApiKey, CreatedApiKey } from './key-state.tsx'

const OVERLAPS: readonly (readonly [hours: number, text: string])[] = [
  [0, 'not at all'],
  [1, 'for an hour'],
  [24, 'for a day'],
  [72, 'for three days'],
  [168, 'for a week'],
]

/** Asks how long the old key still works, and makes the new one. */
export function RotateKey({
  api_key,
  onRotated,
  onClose,
}: {
  api_key: ApiKey
  onRotated: (key: CreatedApiKey) => void
  onClose: () => void
}) {
  const [overlap_hours, setOverlap] = useState(24)
  const rotate = useChange(
    (send, body: object) => send.dashboard<CreatedApiKey>('POST', `/v1/api-keys/${api_key.id}/rotate`, { body }),
    onRotated,
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rotate.mutate({ overlap_hours })
  }
  return (
    <Dialog title={`Rotate ${api_key.name}`} onClose={onClose}>
      <form onSubmit={submit} className="space-y-4">
        <FormError>{rotate.error ? messageOf(rotate.error) : undefined}</FormError>
        <p className="text-soft">
          A new key with the same level, companies and restrictions replaces this one. Give it to the program while both work.
        </p>
        <SelectField
          label="The old key still works"
          value={String(overlap_hours)}
          onChange={(event) => setOverlap(Number(event.target.value))}
        >
          {OVERLAPS.map(([hours, text]) => (
            <option key={hours} value={hours}>
              {text}
            </option>
          ))}
        </SelectField>
        <FormButtons onCancel={onClose} is_busy={rotate.isPending}>
          Rotate key
        </FormButtons>
      </form>
    </Dialog>
  )
}
