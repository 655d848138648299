import { type FormEvent, useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { messageOf, RequestFailed } from '../app/api.ts'
import { useChange, useDashboard } from '../app/session.ts'
import { useSubmit } from '../app/use-submit.ts'
import { addPasskey, canUsePasskeys } from '../sign-in/passkey.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm, Dialog, FormButtons } from '../ui/dialog.tsx'
import { FormError, TextField } from '../ui/field.tsx'
import { date } from '../ui/format.ts'
import { toast } from '../ui/toast.tsx'

type Passkey = components['schemas']['Passkey']

/** The person's passkeys, and a button that adds one. */
export function PasskeysSection() {
  const passkeys = useDashboard('/dashboard/api/passkeys')
  const ways = useDashboard('/dashboard/api/sign-in')
  const [open, setOpen] = useState<'new' | { rename: Passkey } | { remove: Passkey }>()
  const close = () => setOpen(undefined)
  const host = ways.data?.passkey_host
  const can_add = canUsePasskeys(host)
  return (
    <section aria-labelledby="passkeys" className="card p-5">
      <h2 id="passkeys" className="mb-2">
        Passkeys
      </h2>
      <p className="mb-4 text-soft">
        A passkey is on your phone, computer or security key and signs you in without a password and without a code: the device
        asks for your finger, face or PIN.
      </p>
      {passkeys.data && passkeys.data.passkeys.length > 0 && (
        <ul className="mb-4 divide-y divide-line border-y border-line">
          {passkeys.data.passkeys.map((passkey) => (
            <li key={passkey.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <span className="min-w-0 grow truncate font-medium">{passkey.name || 'Passkey'}</span>
              {passkey.is_synced && <Badge>On several devices</Badge>}
              {passkey.created_at && <span className="text-[13px] text-soft">since {date(passkey.created_at)}</span>}
              <span className="flex">
                <Button look="quiet" aria-label={`Rename ${passkey.name}…`} onClick={() => setOpen({ rename: passkey })}>
                  Rename…
                </Button>
                <Button look="quiet" aria-label={`Remove ${passkey.name}…`} onClick={() => setOpen({ remove: passkey })}>
                  Remove…
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {can_add ? <Button onClick={() => setOpen('new')}>Add a passkey…</Button> : ways.data && <WhyNone host={host ?? null} />}
      {open === 'new' && <NewPasskey onClose={close} onDone={() => void passkeys.refetch()} />}
      {typeof open === 'object' && 'rename' in open && <RenamePasskey passkey={open.rename} onClose={close} />}
      {typeof open === 'object' && 'remove' in open && <RemovePasskey passkey={open.remove} onClose={close} />}
    </section>
  )
}

function WhyNone({ host }: { host: string | null }) {
  if (host === null)
    return <p className="text-soft">They need a host name for this service: its operator sets QUOIN_PUBLIC_URL.</p>
  if (host !== location.hostname) return <p className="text-soft">They can be added at {host}, and work there.</p>
  return <p className="text-soft">This browser has none.</p>
}

function NewPasskey({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const form = useSubmit(async (fields) => {
    const name = String(fields.get('name')).trim()
    await addPasskey(name)
    toast(`${name} is added`)
    onDone()
    onClose()
  }, sentenceOf)
  return (
    <Dialog title="Add a passkey" onClose={onClose}>
      <form onSubmit={form.submit} className="space-y-4">
        <FormError>{form.error}</FormError>
        <TextField
          label="Name"
          name="name"
          defaultValue="This device"
          maxLength={100}
          hint="So that you can tell it from the others."
          required
        />
        <FormButtons onCancel={onClose} is_busy={form.is_busy}>
          Continue
        </FormButtons>
      </form>
    </Dialog>
  )
}

function sentenceOf(fault: unknown): string {
  const is_old = fault instanceof RequestFailed && fault.code === 'SESSION_NOT_FRESH'
  return is_old ? 'Sign out and in again first: a passkey is added within an hour of signing in.' : messageOf(fault)
}

function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const rename = useChange(
    (send, name: string) => send.dashboard('PATCH', `/passkeys/${passkey.id}`, { body: { name } }),
    onClose,
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    rename.mutate(String(new FormData(event.currentTarget).get('name')))
  }
  return (
    <Dialog title="Rename the passkey" onClose={onClose}>
      <form onSubmit={submit} className="space-y-4">
        <FormError>{rename.error && messageOf(rename.error)}</FormError>
        <TextField label="Name" name="name" defaultValue={passkey.name} maxLength={100} required />
        <FormButtons onCancel={onClose} is_busy={rename.isPending}>
          Save
        </FormButtons>
      </form>
    </Dialog>
  )
}

function RemovePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const remove = useChange(
    (send) => send.dashboard('DELETE', `/passkeys/${passkey.id}`),
    () => {
      toast(`${passkey.name} is removed`)
      onClose()
    },
  )
  return (
    <Confirm
      title={`Remove ${passkey.name}?`}
      action="Remove passkey"
      is_busy={remove.isPending}
      error={remove.error ? messageOf(remove.error) : undefined}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      Nobody can sign in with it any more. Delete it on the device as well.
    </Confirm>
  )
}
