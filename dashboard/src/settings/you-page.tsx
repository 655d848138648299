import { useState } from 'react'
import { auth, fieldErrors, messageOf, RequestFailed } from '../app/api.ts'
import { queries, useChange, useDesk } from '../app/session.ts'
import { type Theme, useTheme } from '../app/theme.ts'
import { useSubmit } from '../app/use-submit.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Code, CopyField } from '../ui/copy.tsx'
import { Dialog, FormButtons, KeptButton } from '../ui/dialog.tsx'
import { FormError, SelectField, TextField } from '../ui/field.tsx'
import { words } from '../ui/format.ts'
import { Facts, PageHeader } from '../ui/list.tsx'
import { toast } from '../ui/toast.tsx'
import { ChangeEmail } from './change-email.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** The person's own settings: password, passkeys, second factor, sessions, theme. */
export function YouPage() {
  const { session } = useDesk()
  const [theme, setTheme] = useTheme()
  return (
    <>
      <PageHeader title="You" />
      <div className="grid max-w-2xl gap-6">
        <section aria-label="About you" className="card space-y-4 p-5">
          <NameForm />
          <Facts
            facts={[
              ['Email', session.user.email],
              ['Role', words(session.user.role)],
              ['Organization', session.organization.name],
            ]}
          />
          {session.has_password && session.organizations.length === 1 && <ChangeEmail />}
        </section>
        <section aria-labelledby="theme" className="card p-5">
          <h2 id="theme" className="mb-3">
            Theme
          </h2>
          <SelectField
            label="Theme"
            is_label_hidden
            className="max-w-56"
            value={theme}
            onChange={(event) => setTheme(event.target.value as Theme)}
          >
            <option value="system">As the system</option>
            <option value="light">Light</option>
            <option value="dark">Dark</option>
          </SelectField>
        </section>
        <PasswordSection />
        <PasskeysSection />
        <SecondFactor />
        <SessionsSection />
      </div>
    </>
  )
}

function NameForm() {
  const { session } = useDesk()
  const save = useChange(
    (send, name: string) => send.dashboard('PATCH', '/session/user', { body: { name } }),
    async () => {
      await queries.invalidateQueries({ queryKey: ['session'] })
      toast('Saved')
    },
    { repeats: true },
  )
  const errors = fieldErrors(save.error, (param) => param === 'name')
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(String(new FormData(event.currentTarget).get('name') ?? '').trim())
      }}
    >
      <TextField
        className="min-w-0 flex-1 basis-48"
        label="Your name"
        name="name"
        autoComplete="name"
        defaultValue={session.user.name}
        error={errors['name'] ?? errors['form']}
      />
      <Button type="submit" is_busy={save.isPending}>
        Save
      </Button>
    </form>
  )
}

function PasswordSection() {
  const form = useSubmit(async (fields, element) => {
    await auth('/change-password', {
      currentPassword: fields.get('current'),
      newPassword: fields.get('new'),
      revokeOtherSessions: true,
    })
    element.reset()
    toast('The password is changed; all other sessions have ended')
  }, sentenceOfPassword)
  return (
    <section aria-labelledby="password" className="card p-5">
      <h2 id="password" className="mb-3">
        Password
      </h2>
      <form onSubmit={form.submit} className="grid gap-4 sm:grid-cols-2">
        <div className="empty:hidden sm:col-span-2">
          <FormError>{form.error}</FormError>
        </div>
        <TextField label="Current password" name="current" type="password" autoComplete="current-password" required />
        <TextField label="New password" name="new" type="password" autoComplete="new-password" minLength={10} required />
        <div className="sm:col-span-2">
          <Button type="submit" is_busy={form.is_busy}>
            Change the password
          </Button>
        </div>
      </form>
    </section>
  )
}

function sentenceOfPassword(refusal: unknown): string {
  const has_none = refusal instanceof RequestFailed && refusal.code === 'CREDENTIAL_ACCOUNT_NOT_FOUND'
  return has_none ? 'You have no password. An owner can make a link for one under Settings, Members.' : messageOf(refusal)
}

interface Enrolment {
  totpURI: string
  backupCodes: string[]
}

function SecondFactor() {
  const { session } = useDesk()
  const [asks, setAsks] = useState<'switch' | 'codes'>()
  const [codes, setCodes] = useState<string[]>()
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const is_on = session.two_factor_enabled
  const refresh = () => queries.invalidateQueries({ queryKey: ['session'] })
  return (
    <section aria-labelledby="second-factor" className="card p-5">
      <div className="mb-2 flex items-center gap-3">
        <h2 id="second-factor">Second factor</h2>
        {is_on ? <Badge tone="ok">On</Badge> : <Badge>Off</Badge>}
      </div>
      <p className="mb-4 text-soft">
        With it, signing in needs the password and a code from your authenticator app. A passkey replaces both.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setAsks('switch')}>{is_on ? 'Switch off…' : 'Switch on…'}</Button>
        {is_on && <Button onClick={() => setAsks('codes')}>New backup codes…</Button>}
      </div>
      {asks && (
        <PasswordQuestion
          onClose={() => setAsks(undefined)}
          onPassword={async (password) => {
            if (asks === 'codes') {
              setCodes((await auth<Enrolment>('/two-factor/generate-backup-codes', { password })).backupCodes)
            } else if (is_on) {
              await auth('/two-factor/disable', { password })
              await refresh()
              toast('The second factor is off')
            } else {
              setEnrolment(await auth<Enrolment>('/two-factor/enable', { password }))
            }
            setAsks(undefined)
          }}
        />
      )}
      {codes && (
        <Dialog title="Your new backup codes" once="The codes are shown only now" onClose={() => setCodes(undefined)}>
          <div className="space-y-4">
            <p className="text-soft">
              Each opens once what your authenticator would. They are shown only now; the earlier ones are void.
            </p>
            <Code label="the backup codes">{codes.join('\n')}</Code>
            <KeptButton />
          </div>
        </Dialog>
      )}
      {enrolment && (
        <EnrolDialog
          enrolment={enrolment}
          onClose={() => setEnrolment(undefined)}
          onDone={async () => {
            setEnrolment(undefined)
            await refresh()
            toast('The second factor is on')
          }}
        />
      )}
    </section>
  )
}

/** Asks for the password; a person without one needs a recent sign-in, which the service checks. */
function PasswordQuestion({ onClose, onPassword }: { onClose: () => void; onPassword: (password: string) => Promise<void> }) {
  const { has_password } = useDesk().session
  const form = useSubmit((fields) => onPassword(String(fields.get('password') ?? '')))
  return (
    <Dialog title={has_password ? 'Your password' : 'The second factor'} onClose={onClose}>
      <form onSubmit={form.submit} className="space-y-4">
        <FormError>{form.error}</FormError>
        {has_password ? (
          <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
        ) : (
          <p className="text-soft">You have no password. It is enough that you signed in within the last hour.</p>
        )}
        <FormButtons onCancel={onClose} is_busy={form.is_busy}>
          Continue
        </FormButtons>
      </form>
    </Dialog>
  )
}

function EnrolDialog({ enrolment, onClose, onDone }: { enrolment: Enrolment; onClose: () => void; onDone: () => Promise<void> }) {
  const form = useSubmit(async (fields) => {
    await auth('/two-factor/verify-totp', { code: String(fields.get('code')).trim() })
    await onDone()
  })
  const secret = new URL(enrolment.totpURI).searchParams.get('secret') ?? ''
  return (
    <Dialog title="Set up the second factor" onClose={onClose}>
      <form onSubmit={form.submit} className="space-y-4">
        <FormError>{form.error}</FormError>
        <div>
          <p className="mb-1 font-medium">1. Enter this secret in your authenticator</p>
          <CopyField value={secret} label="the secret" />
          <p className="mt-1 text-[13px] text-soft">
            On a phone,{' '}
            <a className="text-accent underline" href={enrolment.totpURI}>
              this link
            </a>{' '}
            opens it.
          </p>
        </div>
        <div>
          <p className="mb-1 font-medium">2. Keep the backup codes</p>
          <Code label="the backup codes">{enrolment.backupCodes.join('\n')}</Code>
          <label className="mt-2 flex items-center gap-2.5">
            <input type="checkbox" name="kept" required className="size-4 accent-(--accent)" />I have kept them: they are shown
            only now
          </label>
        </div>
        <TextField
          label="3. Enter the code that it shows"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
        />
        <FormButtons onCancel={onClose} is_busy={form.is_busy}>
          Switch on
        </FormButtons>
      </form>
    </Dialog>
  )
}
