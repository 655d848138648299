import { type FormEvent, useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import type { Data } from '../../../sdk/src/types.ts'
import { messageOf, RequestFailed } from '../app/api.ts'
import { useChange, useDesk } from '../app/session.ts'
import { Button } from '../ui/button.tsx'
import { Confirm, Dialog } from '../ui/dialog.tsx'
import { FormError } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { type KeysChoice, KeysQuestion, useKeysOf } from './member-keys.tsx'
import { RoleField } from './role-field.tsx'

type Member = components['schemas']['Member']

/** A link that was made, shown this once. */
export interface Made {
  name: string
  link: string
}

interface MemberDialogProps {
  member: Member
  onClose: () => void
  onLink: (made: Made) => void
}

/** One member: the role, a new link for the password, removal. */
export function MemberDialog({ member, onClose, onLink }: MemberDialogProps) {
  const { session } = useDesk()
  /** The change that needs a question first: removal, or a lower role of someone who made keys. */
  const [asks, setAsks] = useState<'removal' | { role: string }>()
  const [role, setRole] = useState<string>(member.role)
  const keys = useKeysOf(member.id)
  const save = useChange(
    (send, body: { role: string; revoke_keys?: boolean }) => send.dashboard('PATCH', `/members/${member.id}`, { body }),
    () => {
      toast('Saved')
      onClose()
    },
  )
  const remake = useChange(
    (send) =>
      send.dashboard<Data<'/dashboard/api/members/{id}/link', 'post'>>('POST', `/members/${member.id}/link`, { body: {} }),
    ({ link }) => onLink({ name: member.name, link }),
  )
  const remove = useChange(
    (send, query: { revoke_keys?: boolean }) => send.dashboard('DELETE', `/members/${member.id}`, { query }),
    () => {
      toast(`${member.name} is removed`)
      onClose()
    },
  )
  if (asks === 'removal') {
    return (
      <KeysConfirm
        title={`Remove ${member.name}?`}
        action="Remove member"
        name={member.name}
        keys={keys}
        is_busy={remove.isPending}
        error={remove.error}
        onConfirm={(said) => remove.mutate(said)}
        onClose={() => setAsks(undefined)}
      >
        All sessions of {member.name} end at once, and so do links for a password that they made.
      </KeysConfirm>
    )
  }
  if (asks) {
    return (
      <KeysConfirm
        title={`A lower role for ${member.name}`}
        action="Save"
        name={member.name}
        keys={keys}
        is_busy={save.isPending}
        error={isUndecided(save.error) ? null : save.error}
        onConfirm={(said) => save.mutate({ ...asks, ...said })}
        onClose={() => setAsks(undefined)}
      >
        Keys keep the level that they were made with, even if their maker may do less now.
      </KeysConfirm>
    )
  }
  const error = save.error ?? remake.error
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    save.mutate({ role }, { onError: (refusal) => isUndecided(refusal) && setAsks({ role }) })
  }
  return (
    <Dialog title={member.name || member.email} onClose={onClose}>
      <form onSubmit={submit} className="space-y-4">
        <FormError>{error && !isUndecided(error) && messageOf(error)}</FormError>
        <RoleField value={role} onChange={setRole} />
        <div className="flex flex-wrap justify-between gap-2">
          <div className="flex flex-wrap gap-2">
            {member.id !== session.user.id && (
              <Button look="quiet" onClick={() => setAsks('removal')}>
                Remove…
              </Button>
            )}
            <Button is_busy={remake.isPending} onClick={() => remake.mutate(undefined)}>
              New link for the password
            </Button>
          </div>
          <Button type="submit" look="primary" is_busy={save.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Whether the service wants it said first whether the keys of the member end. */
function isUndecided(error: unknown): boolean {
  return error instanceof RequestFailed && error.code === 'api_keys_undecided'
}

interface KeysConfirmProps {
  title: string
  action: string
  name: string
  keys: ReturnType<typeof useKeysOf>
  is_busy: boolean
  error: unknown
  onConfirm: (said: { revoke_keys?: boolean }) => void
  onClose: () => void
  children: React.ReactNode
}

/** Asks before a removal or a lower role, and whether the keys that the member made end. */
function KeysConfirm({ keys = [], name, error, onConfirm, children, ...rest }: KeysConfirmProps) {
  const [choice, setChoice] = useState<KeysChoice>()
  const [is_missing, setMissing] = useState(false)
  const confirm = () => {
    if (keys.length > 0 && choice === undefined) setMissing(true)
    else onConfirm(choice === undefined ? {} : { revoke_keys: choice === 'end' })
  }
  const sentence =
    is_missing && choice === undefined ? 'Choose first what happens to the keys.' : error ? messageOf(error) : undefined
  return (
    <Confirm {...rest} error={sentence} onConfirm={confirm}>
      {children}
      {keys.length > 0 && <KeysQuestion name={name} keys={keys} onChoose={setChoice} />}
    </Confirm>
  )
}
