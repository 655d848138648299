import type { FormEvent } from 'react'
import { fieldErrors } from '../app/api.ts'
import { useChange } from '../app/session.ts'
import { Dialog, FormButtons } from '../ui/dialog.tsx'
import { FormError, TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { errorsByField, fieldOf } from './key-errors.ts'
import type { ApiKey } from './key-state.tsx'
import { RestrictionFields, readRestrictions } from './restriction-fields.tsx'

const FIELDS: readonly string[] = ['name', 'scopes', 'expires_at', 'allowed_addresses']

/** Changes the name and the restrictions of a key. Level and companies are what it was made with: for others there is a new key. */
export function EditKey({ api_key, scopes, onClose }: { api_key: ApiKey; scopes: readonly string[]; onClose: () => void }) {
  const save = useChange(
    (send, body: object) => send.dashboard('PATCH', `/v1/api-keys/${api_key.id}`, { body }),
    () => {
      toast('The key is saved: it applies from the next request on')
      onClose()
    },
  )
  const errors = errorsByField(fieldErrors(save.error, (param) => FIELDS.includes(fieldOf(param))))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const asked = { name: String(fields.get('name')), ...readRestrictions(fields) }
    // Only what was changed here, so that what others have changed meanwhile stays.
    const changed = Object.entries(asked).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(api_key[field as keyof typeof asked]),
    )
    if (changed.length === 0) onClose()
    else save.mutate(Object.fromEntries(changed))
  }
  return (
    <Dialog title={`Edit ${api_key.name}`} onClose={onClose}>
      <form onSubmit={submit} className="space-y-4">
        <FormError>{errors['form']}</FormError>
        <TextField label="Name" name="name" defaultValue={api_key.name} error={errors['name']} required maxLength={255} />
        <RestrictionFields scopes={scopes} level={api_key.level} initial={api_key} errors={errors} />
        <FormButtons onCancel={onClose} is_busy={save.isPending}>
          Save
        </FormButtons>
      </form>
    </Dialog>
  )
}
