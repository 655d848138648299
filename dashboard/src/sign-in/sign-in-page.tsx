import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Data } from '../../../sdk/src/types.ts'
import { auth, dashboard, messageOf, RequestFailed } from '../app/api.ts'
import { queries } from '../app/session.ts'
import { useSubmit } from '../app/use-submit.ts'
import { Button } from '../ui/button.tsx'
import { FormError, TextField } from '../ui/field.tsx'
import { DoorPage } from './door-page.tsx'
import { lostSession } from './lost-session.ts'
import { canUsePasskeys, signInWithPasskey } from './passkey.ts'

/**
 * Signs in with a password and, if it is switched on, a code; with a passkey, or by single sign-on. It is shown at the requested address,
 * so links survive it.
 */
export function SignInPage() {
  const [told] = useState(takeTold)
  const [needs_code, setNeedsCode] = useState(told === 'code')
  if (needs_code) return <CodeForm onBack={() => setNeedsCode(false)} />
  return <PasswordForm told={told} onNeedsCode={() => setNeedsCode(true)} />
}

/** The result that the way back from another service puts at the end of the address, where it is removed once it was read. */
function takeTold(): string | undefined {
  const search = new URLSearchParams(location.search)
  const told = search.get('sign_in') ?? undefined
  search.delete('sign_in')
  if (told !== undefined) history.replaceState(history.state, '', location.pathname + (search.size > 0 ? `?${search}` : ''))
  return told
}

const TOLD: Readonly<Record<string, string>> = {
  no_member: 'Nobody here has the address of your account there. Ask an owner to add you with it.',
  other_account:
    'Your address has another account there than before. Ask an owner to remove you as a member, and to add you again.',
  email_not_verified: 'The other service has not verified your address, so it opens nothing here.',
  failed: 'Signing in by the other service did not work. Try again.',
}

function PasswordForm({ told, onNeedsCode }: { told: string | undefined; onNeedsCode: () => void }) {
  const [lost] = useState(lostSession)
  const form = useSubmit(async (fields) => {
    const answer = await auth<{ twoFactorRedirect?: boolean }>('/sign-in/email', {
      email: fields.get('email'),
      password: fields.get('password'),
    })
    if (answer.twoFactorRedirect) onNeedsCode()
    else await enter()
  }, refusal)
  return (
    <DoorPage title="Sign in to Quoin">
      <form onSubmit={form.submit} className="space-y-4">
        <FormError>{form.error || (told && Object.hasOwn(TOLD, told) && TOLD[told])}</FormError>
        {lost && !form.error && (
          <p role="status" className="rounded-[7px] bg-warn-wash px-3 py-2 text-[13px] text-warn">
            {lost}
          </p>
        )}
        <TextField label="Email" name="email" type="email" autoComplete="username" required autoFocus />
        <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
        <Button type="submit" look="primary" is_busy={form.is_busy} className="w-full justify-center">
          Sign in
        </Button>
      </form>
      <p className="mt-6 text-[13px] text-soft">
        No password yet? Open the link that <code className="font-mono">npm start</code> printed, or ask an owner for a new one.
      </p>
      <OtherWays />
    </DoorPage>
  )
}

/** The other ways to sign in. They come last, because they are loaded: nothing moves when they appear. */
function OtherWays() {
  const ways = useQuery({
    queryKey: ['sign-in'],
    queryFn: () => dashboard<Data<'/dashboard/api/sign-in', 'get'>>('GET', '/sign-in'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [error, setError] = useState('')
  const by = async (way: () => Promise<void>) => {
    setError('')
    try {
      await way()
    } catch (fault) {
      setError(refusal(fault))
    }
  }
  const single_sign_on = ways.data?.single_sign_on
  const has_passkeys = canUsePasskeys(ways.data?.passkey_host)
  if (!single_sign_on && !has_passkeys) return null
  return (
    <div className="mt-6 space-y-3 border-t border-line pt-6">
      <FormError>{error}</FormError>
      {has_passkeys && (
        <Button className="w-full justify-center" onClick={() => void by(() => signInWithPasskey().then(enter))}>
          Sign in with a passkey
        </Button>
      )}
      {single_sign_on && (
        <Button className="w-full justify-center" onClick={() => void by(leaveForSso)}>
          Sign in with {single_sign_on.name}
        </Button>
      )}
    </div>
  )
}

async function leaveForSso(): Promise<void> {
  const { url } = await auth<{ url: string }>('/sign-in/sso', { to: location.pathname + location.search })
  location.assign(url)
}

function CodeForm({ onBack }: { onBack: () => void }) {
  const [is_backup, setBackup] = useState(false)
  const form = useSubmit(async (fields) => {
    await auth(is_backup ? '/two-factor/verify-backup-code' : '/two-factor/verify-totp', {
      code: String(fields.get('code')).trim(),
    })
    await enter()
  }, refusal)
  return (
    <DoorPage title={is_backup ? 'One of your backup codes' : 'The code of your authenticator'}>
      <form onSubmit={form.submit} className="space-y-4" key={String(is_backup)}>
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

function refusal(error: unknown): string {
  if (error instanceof RequestFailed && error.status === 429) return 'Too many attempts. Wait a minute and try again.'
  if (error instanceof RequestFailed && error.code === 'INVALID_EMAIL_OR_PASSWORD')
    return 'The email or the password is not right.'
  if (error instanceof RequestFailed && PASSKEY_REFUSALS.includes(error.code)) return 'This passkey opens nothing here.'
  return messageOf(error)
}

const PASSKEY_REFUSALS = ['PASSKEY_NOT_FOUND', 'AUTHENTICATION_FAILED']
