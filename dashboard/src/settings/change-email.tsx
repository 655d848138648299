import { type FormEvent, useState } from 'react'
import { fieldErrors } from '../app/api.ts'
import { queries, useChange, useDesk } from '../app/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, FormButtons } from '../ui/dialog.tsx'
import { FormError, TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'

/** Changes the address that the person signs in with. */
export function ChangeEmail() {
  const [is_open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Change the address…</Button>
      {is_open && <EmailDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function EmailDialog({ onClose }: { onClose: () => void }) {
  const { session } = useDesk()
  const save = useChange(
    (send, body: object) => send.dashboard<{ email: string }>('PATCH', '/session/email', { body }),
    async ({ email }) => {
      await queries.invalidateQueries({ queryKey: ['session'] })
      toast(`You sign in with ${email} from now on; all other sessions have ended`)
      onClose()
    },
  )
  const errors = fieldErrors(save.error, (param) => ['email', 'password'].includes(param))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    save.mutate({ email: String(fields.get('email')).trim(), password: String(fields.get('password')) })
  }
  return (
    <Dialog title="Change the address" onClose={onClose}>
      <form onSubmit={submit} noValidate className="space-y-4">
        <FormError>{errors['form']}</FormError>
        <TextField
          label="New email"
          name="email"
          type="email"
          autoComplete="username"
          hint={`You sign in with it. Now it is ${session.user.email}.`}
          error={errors['email']}
        />
        <TextField label="Password" name="password" type="password" autoComplete="current-password" error={errors['password']} />
        <FormButtons onCancel={onClose} is_busy={save.isPending}>
          Change
        </FormButtons>
      </form>
    </Dialog>
  )
}
