import type { FormEvent } from 'react'
import { fieldErrors } from '../app/api.ts'
import { queries, useChange, useDesk } from '../app/session.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'

/** The name of the organization, for owners to change. */
export function OrganizationName() {
  const { session } = useDesk()
  const save = useChange(
    (send, name: string) => send.dashboard('PATCH', '/organization', { body: { name } }),
    async () => {
      await queries.invalidateQueries({ queryKey: ['session'] })
      toast('Saved')
    },
    { repeats: true },
  )
  const errors = fieldErrors(save.error, (param) => param === 'name')
  if (session.user.role !== 'owner') return null
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    save.mutate(String(new FormData(event.currentTarget).get('name') ?? '').trim())
  }
  return (
    <form onSubmit={submit} noValidate className="card mb-6 flex flex-wrap items-end gap-2 p-5">
      <TextField
        className="min-w-0 flex-1 basis-48"
        label="Organization"
        name="name"
        defaultValue={session.organization.name}
        error={errors['name'] ?? errors['form']}
      />
      <Button type="submit" is_busy={save.isPending}>
        Save
      </Button>
    </form>
  )
}
