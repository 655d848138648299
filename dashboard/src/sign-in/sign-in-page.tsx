import { type FormEvent, useState } from 'react'
import { auth, messageOf, RequestFailed } from '../app/api.ts'
import { queries } from '../app/session.ts'
import { Button } from '../ui/button.tsx'
import { FormError, TextField } from '../ui/field.tsx'
import { DoorPage } from './door-page.tsx'

/** Signs in with a password and, where it is switched on, a code. It stands at whatever address was asked for, so links survive it. */
export function SignInPage() {
  const [needs_code, setNeedsCode] = useState(false)
  return needs_code ? <CodeForm onBack={() => setNeedsCode(false)} /> : <PasswordForm onNeedsCode={() => setNeedsCode(true)} />
}

function PasswordForm({ onNeedsCode }: { onNeedsCode: () => void }) {
  const [form, submit] = useSubmit(async (fields) => {
    const answer = await auth<{ twoFactorRedirect?: boolean }>('/sign-in/email', {
      email: fields.get('email'),
      password: fields.get('password'),
    })
    if (answer.twoFactorRedirect) onNeedsCode()
    else await enter()
  })
  return (
    <DoorPage title="Sign in to Quoin">
      <form onSubmit={submit} className="space-y-4">
        <FormError>{form.error}</FormError>
        <TextField label="Email" name="email" type="email" autoComplete="username" required autoFocus />
        <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
        <Button type="submit" look="primary" is_busy={form.is_busy} className="w-full justify-center">
          Sign in
        </Button>
      </form>
      <p className="mt-6 text-[13px] text-soft">
        No password yet? Open the link that <code className="font-mono">npm start</code> printed, or ask an owner for a new one.
      </p>
    </DoorPage>
  )
}

function CodeForm({ onBack }: { onBack: () => void }) {
  const [is_backup, setBackup] = useState(false)
  const [form, submit] = useSubmit(async (fields) => {
    await auth(is_backup ? '/two-factor/verify-backup-code' : '/two-factor/verify-totp', {
      code: String(fields.get('code')).trim(),
    })
    await enter()
  })
  return (
    <DoorPage title={is_backup ? 'One of your backup codes' : 'The code of your authenticator'}>
      <form onSubmit={submit} className="space-y-4" key={String(is_backup)}>
        <FormError>{form.error}</FormError>
        <TextField
          label={is_backup ? 'Backup code' : 'Six digits'}
          name="code"
          autoComplete="one-time-code"
          inputMode={is_backup ? 'text' : 'numeric'}
          required
          autoFocus
        />
        <Button type="submit" look="primary" is_busy={form.is_busy} className="w-full justify-center">
          Continue
        </Button>
      </form>
      <div className="mt-4 flex justify-between">
        <Button look="quiet" onClick={onBack}>
          Back
        </Button>
        <Button look="quiet" onClick={() => setBackup(!is_backup)}>
          {is_backup ? 'Use the authenticator' : 'Use a backup code'}
        </Button>
      </div>
    </DoorPage>
  )
}

async function enter(): Promise<void> {
  await queries.invalidateQueries({ queryKey: ['session'] })
}

function useSubmit(
  work: (fields: FormData) => Promise<void>,
): [{ error: string; is_busy: boolean }, (event: FormEvent<HTMLFormElement>) => void] {
  const [state, setState] = useState({ error: '', is_busy: false })
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setState({ error: '', is_busy: true })
    try {
      await work(new FormData(event.currentTarget))
      setState({ error: '', is_busy: false })
    } catch (error) {
      setState({ error: refusal(error), is_busy: false })
    }
  }
  return [state, (event) => void submit(event)]
}

function refusal(error: unknown): string {
  if (error instanceof RequestFailed && error.status === 429) return 'Too many attempts. Wait a minute and try again.'
  if (error instanceof RequestFailed && error.code === 'INVALID_EMAIL_OR_PASSWORD')
    return 'The email or the password is not right.'
  return messageOf(error)
}
