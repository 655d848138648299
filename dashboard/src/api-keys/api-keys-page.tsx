import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { fieldErrors, messageOf } from '../app/api.ts'
import { type PageSearch, usePageSearch } from '../app/search.ts'
import { type Level, useChange, useDashboard, useDesk } from '../app/session.ts'
import { Ago } from '../ui/ago.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Code, CopyField } from '../ui/copy.tsx'
import { Confirm, Dialog, FormButtons, KeptButton } from '../ui/dialog.tsx'
import { FormError, SelectField, TextField } from '../ui/field.tsx'
import { date, exactTime } from '../ui/format.ts'
import { useHotkey } from '../ui/hotkeys.ts'
import { type Column, DataTable, PageHeader, ROW_LINK, RowTitle } from '../ui/list.tsx'
import { Empty } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { EditKey } from './edit-key.tsx'
import { errorsByField, fieldOf } from './key-errors.ts'
import { type ApiKey, type CreatedApiKey, isWorking, KeyState } from './key-state.tsx'
import { RestrictionFields, readRestrictions } from './restriction-fields.tsx'
import { RotateKey } from './rotate-key.tsx'

const LEVELS: readonly (readonly [Level, string])[] = [
  ['read', 'read: looks at everything, changes nothing'],
  ['write', 'write: creates and updates'],
  ['admin', 'admin: deletes, and administers'],
]

/** The API keys: what each may do, and when it was last used. */
export function ApiKeysPage() {
  const keys = useDashboard('/dashboard/api/api-keys')
  const [search, change] = usePageSearch()
  const navigate = useNavigate()
  const [created, setCreated] = useState<CreatedApiKey>()
  const showOnce = (key: CreatedApiKey) => {
    setCreated(key)
    // The dialog that asks is done: loaded again, or by Back, it would come again and be empty.
    void navigate({ to: '.', search: (before: PageSearch) => ({ ...before, dialog: undefined, open: undefined }), replace: true })
  }
  useHotkey('c', () => change({ dialog: 'new' }))
  const open = keys.data?.api_keys.find((key) => key.id === search.open)
  return (
    <>
      <PageHeader title="API keys">
        <Button look="primary" onClick={() => change({ dialog: 'new' })}>
          <Plus size={16} aria-hidden />
          New key
        </Button>
      </PageHeader>
      <DataTable
        label="API keys"
        columns={COLUMNS}
        rows={keys.data?.api_keys}
        error={keys.error}
        onRetry={() => void keys.refetch()}
        skeleton_rows={3}
        link={(key, content) => (
          <button type="button" data-row className={ROW_LINK} onClick={() => change({ open: key.id })}>
            {content}
          </button>
        )}
        empty={
          <Empty
            title="No keys yet"
            action={
              <Button look="primary" onClick={() => change({ dialog: 'new' })}>
                Create the first key
              </Button>
            }
          >
            <p>
              Programs call the API with a key. Make one for each of them, with the least that it needs, and revoke it when it is
              not used any more.
            </p>
          </Empty>
        }
      />
      {search.dialog === 'new' && (
        <NewKey scopes={keys.data?.scopes ?? []} onCreated={showOnce} onClose={() => change({ dialog: undefined })} />
      )}
      {created && <ShownOnce name={created.name} value={created.key} onClose={() => setCreated(undefined)} />}
      {open && (
        <KeyDetails
          api_key={open}
          scopes={keys.data?.scopes ?? []}
          onRotated={showOnce}
          onClose={() => change({ open: undefined })}
        />
      )}
    </>
  )
}

const COLUMNS: readonly Column<ApiKey>[] = [
  {
    title: 'Name',
    cell: (key) => (
      <RowTitle title={key.name || 'Without a name'} detail={<span className="font-mono">{key.key_prefix}…</span>} />
    ),
  },
  { title: 'Level', cell: (key) => <Badge tone={key.level === 'admin' ? 'warn' : 'neutral'}>{key.level}</Badge> },
  { title: 'Companies', from: 'md', cell: (key) => <CompanyNames ids={key.company_ids} /> },
  { title: 'Made by', from: 'md', cell: (key) => <span className="block max-w-40 truncate">{makerOf(key)}</span> },
  {
    title: 'Last used',
    from: 'sm',
    align: 'right',
    cell: (key) =>
      key.last_used_at ? (
        <>
          <Ago moment={key.last_used_at} />
          {key.used_from[0] && <span className="block truncate text-[13px] text-soft">{key.used_from[0].address}</span>}
        </>
      ) : (
        <span className="text-faint">never</span>
      ),
  },
  { title: 'Status', align: 'right', cell: (key) => <KeyState api_key={key} /> },
]

/** A key of the command line, or one from before it was noted, has no maker. */
function makerOf({ created_by }: ApiKey): string {
  return created_by ? created_by.name || created_by.id : 'Command line'
}

function CompanyNames({ ids }: { ids: string[] | 'all' }) {
  const { session } = useDesk()
  if (ids === 'all') return 'All'
  return (
    <span className="block max-w-56 truncate">
      {ids.map((id) => session.companies.find((one) => one.id === id)?.name ?? id).join(', ')}
    </span>
  )
}

function NewKey({
  scopes,
  onCreated,
  onClose,
}: {
  scopes: readonly string[]
  onCreated: (key: CreatedApiKey) => void
  onClose: () => void
}) {
  const { session, company } = useDesk()
  const [is_all, setAll] = useState(false)
  const [level, setLevel] = useState<Level>('write')
  const create = useChange((send, body: object) => send.dashboard<CreatedApiKey>('POST', '/api-keys', { body }), onCreated)
  const errors = errorsByField(fieldErrors(create.error, (param) => FIELDS.includes(fieldOf(param))))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    create.mutate({
      name: fields.get('name'),
      level: fields.get('level'),
      company_ids: is_all ? 'all' : fields.getAll('company_ids'),
      ...readRestrictions(fields),
    })
  }
  return (
    <Dialog title="New API key" onClose={onClose}>
      <form onSubmit={submit} className="space-y-4">
        <FormError>{errors['form']}</FormError>
        <TextField
          label="Name"
          name="name"
          hint="Which program uses it, so that you know what stops when you revoke it."
          error={errors['name']}
          required
          maxLength={255}
        />
        <SelectField
          label="Level"
          name="level"
          value={level}
          onChange={(event) => setLevel(event.target.value as Level)}
          error={errors['level']}
        >
          {LEVELS.map(([one, text]) => (
            <option key={one} value={one}>
              {text}
            </option>
          ))}
        </SelectField>
        <fieldset>
          <legend className="mb-1 text-[13px] font-medium">Companies</legend>
          <label className="flex min-h-8 items-center gap-2.5">
            <input
              type="checkbox"
              className="size-4 accent-(--accent)"
              checked={is_all}
              onChange={(event) => setAll(event.target.checked)}
            />
            All, also those that come later
          </label>
          {!is_all &&
            session.companies.map((one) => (
              <label key={one.id} className="flex min-h-8 items-center gap-2.5">
                <input
                  type="checkbox"
                  name="company_ids"
                  value={one.id}
                  className="size-4 accent-(--accent)"
                  defaultChecked={one.id === company.id}
                />
                {one.name}
              </label>
            ))}
          {errors['company_ids'] && <p className="mt-1 text-[13px] text-danger">{errors['company_ids']}</p>}
        </fieldset>
        <RestrictionFields scopes={scopes} level={level} errors={errors} />
        <FormButtons onCancel={onClose} is_busy={create.isPending}>
          Create key
        </FormButtons>
      </form>
    </Dialog>
  )
}

const FIELDS: readonly string[] = ['name', 'level', 'company_ids', 'scopes', 'expires_at', 'allowed_addresses']

function ShownOnce({ name, value, onClose }: { name: string; value: string; onClose: () => void }) {
  const { company } = useDesk()
  return (
    <Dialog title={name} once="The key is shown only now" onClose={onClose}>
      <div className="space-y-4">
        <p className="text-soft">
          This is the only time the key is shown. Keep it where secrets are kept; if it is lost, revoke it and make another.
        </p>
        <CopyField value={value} label="the API key" />
        <div>
          <p className="mb-1 text-[13px] font-medium">Try it</p>
          <Code label="the curl line">{`curl -H 'Authorization: Bearer ${value}' \\\n  '${location.origin}/v1/invoices?company_id=${company.id}'`}</Code>
        </div>
        <KeptButton />
      </div>
    </Dialog>
  )
}

function KeyDetails({
  api_key,
  scopes,
  onRotated,
  onClose,
}: {
  api_key: ApiKey
  scopes: readonly string[]
  onRotated: (key: CreatedApiKey) => void
  onClose: () => void
}) {
  const [is_asking, setAsking] = useState(false)
  const [is_rotating, setRotating] = useState(false)
  const [is_editing, setEditing] = useState(false)
  const revoke = useChange(
    (send) => send.dashboard('POST', `/api-keys/${api_key.id}/revoke`, { body: {} }),
    () => {
      toast(`${api_key.name} is revoked`)
      onClose()
    },
  )
  if (is_editing) return <EditKey api_key={api_key} scopes={scopes} onClose={() => setEditing(false)} />
  if (is_rotating) return <RotateKey api_key={api_key} onRotated={onRotated} onClose={() => setRotating(false)} />
  if (is_asking) {
    return (
      <Confirm
        title={`Revoke ${api_key.name}?`}
        action="Revoke key"
        is_busy={revoke.isPending}
        error={revoke.error ? messageOf(revoke.error) : undefined}
        onConfirm={() => revoke.mutate(undefined)}
        onClose={() => setAsking(false)}
      >
        Every request with this key is refused from now on. This can’t be undone.
      </Confirm>
    )
  }
  return (
    <Dialog title={api_key.name || 'API key'} onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2.5">
        <Fact name="Begins with">
          <span className="font-mono">{api_key.key_prefix}</span>
        </Fact>
        <Fact name="Level">{api_key.level}</Fact>
        <Fact name="Companies">
          <CompanyNames ids={api_key.company_ids} />
        </Fact>
        {api_key.scopes && <Fact name="May use">{api_key.scopes.join(', ')}</Fact>}
        {api_key.allowed_addresses && <Fact name="Only from">{api_key.allowed_addresses.join(', ')}</Fact>}
        <Fact name="Made by">{makerOf(api_key)}</Fact>
        <Fact name="Created">{date(api_key.created_at)}</Fact>
        <Fact name="Last used">{api_key.last_used_at ? exactTime(api_key.last_used_at) : 'never'}</Fact>
        {api_key.used_from.length > 0 && (
          <Fact name="Used from">
            <ul className="max-h-40 overflow-y-auto">
              {api_key.used_from.map(({ address, last_used_at }) => (
                <li key={address}>
                  {address}, <Ago moment={last_used_at} />
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {api_key.expires_at && <Fact name={isWorking(api_key) ? 'Expires' : 'Expired'}>{exactTime(api_key.expires_at)}</Fact>}
        {api_key.replaced_by && (
          <Fact name="Replaced by">
            <span className="font-mono break-all">{api_key.replaced_by}</span>
          </Fact>
        )}
        {api_key.revoked_at && <Fact name="Revoked">{exactTime(api_key.revoked_at)}</Fact>}
      </dl>
      {isWorking(api_key) && (
        <div className="mt-6 flex justify-end gap-2">
          <Button onClick={() => setEditing(true)}>Edit…</Button>
          {api_key.replaced_by === null && <Button onClick={() => setRotating(true)}>Rotate…</Button>}
          <Button look="danger" onClick={() => setAsking(true)}>
            Revoke…
          </Button>
        </div>
      )}
    </Dialog>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}
