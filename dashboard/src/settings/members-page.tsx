import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import type { Data } from '../../../sdk/src/types.ts'
import { fieldErrors } from '../app/api.ts'
import { usePageSearch } from '../app/search.ts'
import { useChange, useDashboard } from '../app/session.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { CopyField } from '../ui/copy.tsx'
import { Dialog, FormButtons, KeptButton } from '../ui/dialog.tsx'
import { FormError, TextField } from '../ui/field.tsx'
import { date } from '../ui/format.ts'
import { useHotkey } from '../ui/hotkeys.ts'
import { type Column, DataTable, PageHeader, ROW_LINK, RowTitle } from '../ui/list.tsx'
import { Empty } from '../ui/states.tsx'
import { type Made, MemberDialog } from './member-dialog.tsx'
import { OrganizationName } from './organization-name.tsx'
import { ROLES, RoleField } from './role-field.tsx'

type Member = components['schemas']['Member']

/** The members of the organization and their roles. */
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
      <OrganizationName />
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

function NewMember({ onClose, onLink }: { onClose: () => void; onLink: (made: Made) => void }) {
  const create = useChange(
    (send, body: object) => send.dashboard<Data<'/dashboard/api/members', 'post'>>('POST', '/members', { body }),
    ({ member, link }) => onLink({ name: member.name, link }),
  )
  const [role, setRole] = useState('member')
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
        <RoleField value={role} onChange={setRole} error={errors['role']} />
        <FormButtons onCancel={onClose} is_busy={create.isPending}>
          Add and make a link
        </FormButtons>
      </form>
    </Dialog>
  )
}

function LinkDialog({ name, link, onClose }: Made & { onClose: () => void }) {
  return (
    <Dialog title={`The link for ${name}`} once="The link is shown only now" onClose={onClose}>
      <div className="space-y-4">
        <p className="text-soft">
          Send it through a channel that you trust: anyone who opens it first sets the password. It works once, and is shown only
          now.
        </p>
        <CopyField value={new URL(link, location.origin).href} label="the link" />
        <KeptButton />
      </div>
    </Dialog>
  )
}
