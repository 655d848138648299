import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import type { Data } from '../../../sdk/src/types.ts'
import { dashboard, fieldErrors, messageOf } from '../app/api.ts'
import { usePageSearch } from '../app/search.ts'
import { useChange, useDashboard, useDesk } from '../app/session.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { CopyField } from '../ui/copy.tsx'
import { Confirm, Dialog } from '../ui/dialog.tsx'
import { FormError, SelectField, TextField } from '../ui/field.tsx'
import { date } from '../ui/format.ts'
import { useHotkey } from '../ui/hotkeys.ts'
import { type Column, DataTable, PageHeader, ROW_LINK, RowTitle } from '../ui/list.tsx'
import { Empty } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'

type Member = components['schemas']['Member']

const ROLES: readonly (readonly [string, string])[] = [
  ['owner', 'Owner: everything'],
  ['admin', 'Admin: deletes, and administers'],
  ['member', 'Member: creates and updates'],
  ['read_only', 'Read only: looks at everything'],
]

/** Who belongs to the organization, and what they may do. */
export function MembersPage() {
  const [search, change] = usePageSearch()
  const members = useDashboard('/dashboard/api/members')
  const [link, setLink] = useState<{ name: string; link: string }>()
  const openNew = () => change({ dialog: 'new' })
  useHotkey('c', openNew)
  const open = members.data?.members.find((member) => member.id === search.open)
  return (
    <>
      <PageHeader title="Members">
        <Button look="primary" onClick={openNew}>
          <Plus size={16} aria-hidden />
          New member
        </Button>
      </PageHeader>
      <DataTable
        label="Members"
        columns={COLUMNS}
        rows={members.data?.members}
        error={members.error}
        onRetry={() => void members.refetch()}
        skeleton_rows={3}
        link={(member, content) => (
          <button type="button" data-row className={ROW_LINK} onClick={() => change({ open: member.id })}>
            {content}
          </button>
        )}
        empty={<Empty title="Nobody yet">Add the people who work with you.</Empty>}
      />
      {search.dialog === 'new' && (
        <NewMember
          onClose={() => change({ dialog: undefined })}
          onLink={(made) => {
            setLink(made)
            change({ dialog: undefined })
          }}
        />
      )}
      {open && (
        <MemberDialog
          key={open.id}
          member={open}
          onClose={() => change({ open: undefined })}
          onLink={(made) => {
            setLink(made)
            change({ open: undefined })
          }}
        />
      )}
      {link && <LinkDialog name={link.name} link={link.link} onClose={() => setLink(undefined)} />}
    </>
  )
}

const COLUMNS: readonly Column<Member>[] = [
  { title: 'Name', cell: (member) => <RowTitle title={member.name || member.email} detail={member.email} /> },
  { title: 'Role', cell: (member) => ROLES.find(([role]) => role === member.role)?.[1].split(':')[0] ?? member.role },
  { title: 'Since', from: 'sm', align: 'right', cell: (member) => date(member.created_at) },
  {
    title: 'Signs in',
    from: 'md',
    align: 'right',
    cell: (member) => (member.has_password ? <Badge tone="ok">Yes</Badge> : <Badge tone="warn">Not yet</Badge>),
  },
]

interface Made {
  name: string
  link: string
}

function NewMember({ onClose, onLink }: { onClose: () => void; onLink: (made: Made) => void }) {
  const create = useChange(
    (body: object) => dashboard<Data<'/dashboard/api/members', 'post'>>('POST', '/members', { body }),
    ({ member, link }) => onLink({ name: member.name, link }),
  )
  const errors = fieldErrors(create.error, (param) => ['name', 'email', 'role'].includes(param))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    create.mutate(Object.fromEntries(new FormData(event.currentTarget)))
  }
  return (
    <Dialog title="New member" onClose={onClose}>
      <form onSubmit={submit} noValidate className="space-y-4">
        <FormError>{errors['form']}</FormError>
        <TextField label="Name" name="name" error={errors['name']} />
        <TextField label="Email" name="email" type="email" error={errors['email']} />
        <RoleField defaultValue="member" error={errors['role']} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" is_busy={create.isPending}>
            Add and make a link
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function RoleField({ defaultValue, error }: { defaultValue: string; error?: string | undefined }) {
  return (
    <SelectField label="Role" name="role" defaultValue={defaultValue} error={error}>
      {ROLES.map(([role, text]) => (
        <option key={role} value={role}>
          {text}
        </option>
      ))}
    </SelectField>
  )
}

function MemberDialog({ member, onClose, onLink }: { member: Member; onClose: () => void; onLink: (made: Made) => void }) {
  const { session } = useDesk()
  const [is_asking, setAsking] = useState(false)
  const save = useChange(
    (body: object) => dashboard('PATCH', `/members/${member.id}`, { body }),
    () => {
      toast('Saved')
      onClose()
    },
  )
  const remake = useChange(
    () => dashboard<Data<'/dashboard/api/members/{id}/link', 'post'>>('POST', `/members/${member.id}/link`, { body: {} }),
    ({ link }) => onLink({ name: member.name, link }),
  )
  const remove = useChange(
    () => dashboard('DELETE', `/members/${member.id}`),
    () => {
      toast(`${member.name} is removed`)
      onClose()
    },
  )
  if (is_asking) {
    return (
      <Confirm
        title={`Remove ${member.name}?`}
        action="Remove member"
        is_busy={remove.isPending}
        error={remove.error ? messageOf(remove.error) : undefined}
        onConfirm={() => remove.mutate(undefined)}
        onClose={() => setAsking(false)}
      >
        All sessions of {member.name} end at once.
      </Confirm>
    )
  }
  const error = save.error ?? remake.error
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    save.mutate(Object.fromEntries(new FormData(event.currentTarget)))
  }
  return (
    <Dialog title={member.name || member.email} onClose={onClose}>
      <form onSubmit={submit} className="space-y-4">
        <FormError>{error && messageOf(error)}</FormError>
        <RoleField defaultValue={member.role} />
        <div className="flex flex-wrap justify-between gap-2">
          <div className="flex flex-wrap gap-2">
            {member.id !== session.user.id && (
              <Button look="quiet" onClick={() => setAsking(true)}>
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

function LinkDialog({ name, link, onClose }: Made & { onClose: () => void }) {
  return (
    <Dialog title={`The link for ${name}`} onClose={onClose}>
      <div className="space-y-4">
        <p className="text-soft">
          Send it by a way that you trust: whoever opens it first sets the password. It works once, and is shown only now.
        </p>
        <CopyField value={new URL(link, location.origin).href} label="the link" />
      </div>
    </Dialog>
  )
}
