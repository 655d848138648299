import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Data } from '../../../sdk/src/types.ts'
import { auth, dashboard, fieldErrors, takeUpLink } from '../app/api.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Field, FormError, TextField } from '../ui/field.tsx'
import { Bones } from '../ui/states.tsx'
import { DoorPage } from './door-page.tsx'

const SHORTEST_PASSWORD = 10

/** Sets the password of the person that a one-time link was made for, and signs them in. */
export function WelcomePage({ token }: { token: string }) {
  const person = useQuery({
    queryKey: ['welcome', token],
    queryFn: () => dashboard<Data<'/dashboard/api/welcome/{token}', 'get'>>('GET', `/welcome/${token}`),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (person.error) return <UsedUp />
  if (!person.data) {
    return (
      <DoorPage title="Welcome">
        <Bones lines={5} />
      </DoorPage>
    )
  }
  return <PasswordForm token={token} email={person.data.email} name={person.data.name} />
}

function PasswordForm({ token, email, name }: { token: string; email: string; name: string }) {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [is_busy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const password = String(fields.get('password'))
    if (password !== fields.get('again')) return setErrors({ again: 'The two are not the same.' })
    setBusy(true)
    try {
      await takeUpLink(token, password)
      await auth('/sign-in/email', { email, password })
      location.assign('/')
    } catch (error) {
      setErrors(fieldErrors(error, (param) => param === 'password'))
      setBusy(false)
    }
  }
  return (
    <DoorPage title={name ? `Welcome, ${name}` : 'Welcome to Quoin'}>
      <form onSubmit={(event) => void submit(event)} className="space-y-4">
        <FormError>{errors['form']}</FormError>
        <Field label="Email">
          {(wiring) => (
            // It is said, not asked for; in the form it is for the browser that keeps the password.
            <input
              {...wiring}
              name="email"
              type="email"
              autoComplete="username"
              value={email}
              readOnly
              tabIndex={-1}
              className="w-full text-ellipsis bg-transparent text-soft"
            />
          )}
        </Field>
        <TextField
          label="Choose a password"
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={SHORTEST_PASSWORD}
          hint={`At least ${SHORTEST_PASSWORD} characters; three or four words are easy to keep.`}
          error={errors['password']}
          required
          autoFocus
        />
        <TextField label="Once more" name="again" type="password" autoComplete="new-password" error={errors['again']} required />
        <Button type="submit" look="primary" is_busy={is_busy} className="w-full justify-center">
          Set the password and sign in
        </Button>
      </form>
    </DoorPage>
  )
}

function UsedUp() {
  return (
    <DoorPage title="This link was used, or is too old">
      <p className="mb-6 text-soft">
        A link sets a password once. If you have set yours, sign in; if not, an owner can make a new link under Settings, Members.
      </p>
      <a href="/" className={buttonClass('primary')}>
        Sign in
      </a>
    </DoorPage>
  )
}
