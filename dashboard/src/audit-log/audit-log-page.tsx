import { Download } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import type { Data } from '../../../sdk/src/types.ts'
import { dashboard, queryText } from '../app/api.ts'
import { type PageSearch, usePageSearch } from '../app/search.ts'
import { useDashboard, useDesk } from '../app/session.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { CopyField } from '../ui/copy.tsx'
import { useCursorPages } from '../ui/cursor-pages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ChoiceFilter, DaysFilter, Filters } from '../ui/filters.tsx'
import { dateTime, exactTime, number } from '../ui/format.ts'
import { type Column, DataTable, Facts, PAGE_SIZE, PageHeader, ROW_LINK } from '../ui/list.tsx'
import { Empty } from '../ui/states.tsx'
import { shortPath } from './short-path.ts'

type Entry = components['schemas']['AuditLogEntry']
type Page = Data<'/dashboard/api/audit-log', 'get'>

/** The log of every request, with filters, and an export of the filtered entries. */
export function AuditLogPage() {
  const { session } = useDesk()
  const [search, change] = usePageSearch()
  const keys = useDashboard('/dashboard/api/api-keys')
  const members = useDashboard('/dashboard/api/members')
  const query = filtersOf(search)
  const [wanted, setWanted] = useState(PAGE_SIZE)
  const { pages, rows } = useCursorPages(['dashboard', '/audit-log', query], 'entries', (before: number | undefined, signal) =>
    dashboard<Page>('GET', '/audit-log', { query: { ...query, limit: PAGE_SIZE, before }, signal }),
  )
  const entries = useMemo(() => rows?.map((entry) => ({ ...entry, id: String(entry.sequence) })), [rows])
  // One answer covers a limited number of log entries: if few match the filters, older ones are loaded until the page is full.
  const found = entries?.length ?? 0
  const is_looking = pages.hasNextPage && found < wanted && !pages.isError
  const { isFetching, fetchNextPage } = pages
  useEffect(() => {
    if (is_looking && !isFetching) void fetchNextPage()
  }, [is_looking, isFetching, fetchNextPage])
  const open = entries?.find((entry) => entry.id === search.open)
  const is_filtered = Object.values(query).some(Boolean)
  return (
    <>
      <PageHeader title="Audit log">
        <a href={`/dashboard/api/audit-log.csv${queryText(query)}`} download className={buttonClass()}>
          <Download size={15} aria-hidden />
          Export CSV
        </a>
      </PageHeader>
      <Filters>
        <ChoiceFilter
          label="Method"
          value={search.method}
          onChange={(method) => change({ method })}
          choices={['GET', 'POST', 'PATCH', 'DELETE'].map((one) => [one, one])}
        />
        <ChoiceFilter
          label="Status"
          value={search.status}
          onChange={(status) => change({ status })}
          choices={[
            ['2xx', '2xx: done'],
            ['4xx', '4xx: refused'],
            ['5xx', '5xx: failed'],
            ['401', '401: no key'],
            ['404', '404: not found'],
            ['429', '429: too many'],
          ]}
        />
        <ChoiceFilter
          label="Key"
          is_loaded
          value={search.key}
          onChange={(key) => change({ key })}
          choices={(keys.data?.api_keys ?? []).map((key) => [key.id, key.name || key.key_prefix])}
        />
        <ChoiceFilter
          label="Member"
          is_loaded
          value={search.user}
          onChange={(user) => change({ user })}
          choices={(members.data?.members ?? []).map((one) => [one.id, one.name || one.email])}
        />
        <ChoiceFilter
          label="Company"
          value={search.company}
          onChange={(company) => change({ company })}
          choices={session.companies.map((one) => [one.id, one.name])}
        />
        {session.sees_installation && (
          <ChoiceFilter
            label="Caller"
            value={search.caller}
            onChange={(caller) => change({ caller })}
            choices={[['none', 'without a valid key']]}
          />
        )}
        <DaysFilter />
      </Filters>
      <DataTable
        label="Requests, newest first"
        columns={COLUMNS}
        rows={is_looking && found === 0 ? undefined : entries}
        error={pages.error}
        onRetry={() => void pages.refetch()}
        link={(entry, content) => (
          <button type="button" data-row className={ROW_LINK} onClick={() => change({ open: entry.id })}>
            {content}
          </button>
        )}
        empty={
          is_filtered ? (
            <Empty title="No request like this" action={<Button onClick={() => change(NO_FILTERS)}>Clear the filters</Button>}>
              Nothing in the log fits these filters.
            </Empty>
          ) : (
            <Empty title="No requests yet">
              Every request to the API and every change made here leaves one line, which can’t be altered afterwards.
            </Empty>
          )
        }
      />
      <div className="mt-3 flex h-9 justify-center">
        {pages.hasNextPage && (
          <Button is_busy={is_looking} onClick={() => setWanted(found + PAGE_SIZE)}>
            {is_looking ? `Looking before entry ${number(pages.data?.pages.at(-1)?.pagination.next_before ?? 0)}…` : 'Show older'}
          </Button>
        )}
      </div>
      {open && <EntryDetails entry={open} onClose={() => change({ open: undefined })} />}
    </>
  )
}

const NO_FILTERS: PageSearch = {
  method: undefined,
  status: undefined,
  key: undefined,
  user: undefined,
  company: undefined,
  caller: undefined,
  from: undefined,
  to: undefined,
  path: undefined,
}

const COLUMNS: readonly Column<Entry & { id: string }>[] = [
  {
    title: 'Request',
    takes_rest: true,
    cell: (entry) => (
      <span className="flex items-baseline gap-2 font-mono text-[13px]">
        <span className="w-12 shrink-0 text-soft">{entry.method}</span>
        <span className="block min-w-0 truncate" title={entry.path}>
          {shortPath(entry.path)}
        </span>
        {entry.count !== null && <Count entry={entry} />}
      </span>
    ),
  },
  { title: 'Status', align: 'right', cell: (entry) => <StatusCode status={entry.status} /> },
  {
    title: 'By',
    from: 'md',
    cell: (entry) => (
      <span className="block max-w-60 truncate whitespace-nowrap" title={entry.api_key_name || entry.user_name || undefined}>
        <By entry={entry} />
      </span>
    ),
  },
  { title: 'Took', from: 'lg', align: 'right', cell: (entry) => tookText(entry) },
  {
    title: 'When',
    from: 'sm',
    align: 'right',
    cell: (entry) => <time dateTime={entry.created_at}>{dateTime(entry.created_at)}</time>,
  },
]

/** An entry that counts several requests: how many, and until when. */
function Count({ entry }: { entry: Entry }) {
  return (
    <span className="shrink-0 whitespace-nowrap font-sans text-soft">
      ×{number(entry.count ?? 1)} until{' '}
      <time dateTime={entry.last_at ?? undefined}>{dateTime(entry.last_at ?? entry.created_at)}</time>
    </span>
  )
}

/** Its time and duration; for an entry that counts several requests, how many and from when to when. */
function spanOf(entry: Entry): (readonly [string, ReactNode])[] {
  if (entry.count === null) {
    return [
      ['When', exactTime(entry.created_at)],
      ['Took', tookText(entry)],
    ]
  }
  return [
    ['Requests', number(entry.count)],
    ['First', exactTime(entry.created_at)],
    ['Last', exactTime(entry.last_at ?? entry.created_at)],
  ]
}

const tookText = ({ count, duration_ms }: Entry) => (count === null ? `${number(Math.round(duration_ms * 10) / 10)} ms` : '')

function StatusCode({ status }: { status: number }) {
  const colour = status >= 500 ? 'text-danger' : status >= 400 ? 'text-warn' : 'text-ok'
  return <span className={`figures font-medium ${colour}`}>{status}</span>
}

function By({ entry }: { entry: Entry }) {
  const { session } = useDesk()
  if (entry.user_id) return entry.user_id === session.user.id ? 'you' : entry.user_name || <Id>{entry.user_id}</Id>
  if (entry.key_prefix) {
    return (
      <>
        {entry.api_key_name} <Id>{entry.key_prefix}…</Id>
      </>
    )
  }
  return <span className="text-faint">nobody</span>
}

function Id({ children }: { children: ReactNode }) {
  return <span className="font-mono text-[13px]">{children}</span>
}

function EntryDetails({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { session } = useDesk()
  return (
    <Dialog kind="side" title={`${entry.method} ${entry.status}`} onClose={onClose}>
      <div className="space-y-5">
        <CopyField value={entry.path} label="the path" />
        <Facts
          facts={[
            ['Status', <StatusCode key="status" status={entry.status} />],
            ...spanOf(entry),
            ['By', <By key="by" entry={entry} />],
            ['Company', session.companies.find((one) => one.id === entry.company_id)?.name ?? entry.company_id],
            ['From', entry.ip_address],
            ['Program', entry.user_agent],
            ['Place in the log', number(entry.sequence)],
          ]}
        />
        <div>
          <p className="mb-1 text-[13px] font-medium">Request id</p>
          <CopyField value={entry.request_id} label="the request id" />
        </div>
      </div>
    </Dialog>
  )
}

/** The filters of the address as the endpoint names them. */
function filtersOf(search: PageSearch): Record<string, string | undefined> {
  return {
    method: search.method,
    status: search.status,
    api_key_id: search.key,
    user_id: search.user,
    company_id: search.company,
    without_valid_key: search.caller === 'none' ? 'true' : undefined,
    path: search.path,
    from: startOf(search.from, 0),
    to: startOf(search.to, 1),
  }
}

/** The moment at which a day begins here, or the one `later` days after it; undefined for an invalid day. */
function startOf(day: string | undefined, later: number): string | undefined {
  const [year, month, date] = (day ?? '').split('-').map(Number)
  if (year === undefined || month === undefined || date === undefined) return undefined
  const moment = new Date(year, month - 1, date + later)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}
