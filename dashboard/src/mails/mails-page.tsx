import { Link } from '@tanstack/react-router'
import type { components } from '../../../sdk/src/api.ts'
import { api, currentCompany } from '../app/api.ts'
import { usePageSearch } from '../app/search.ts'
import { useApi, useDesk } from '../app/session.ts'
import { RetryEmail } from '../documents/history-card.tsx'
import { NotConfigured } from '../documents/not-configured.tsx'
import { Ago } from '../ui/ago.tsx'
import { Status } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Code, CopyField } from '../ui/copy.tsx'
import { useCursorPages } from '../ui/cursor-pages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ChoiceFilter, Filters } from '../ui/filters.tsx'
import { exactTime, number, words } from '../ui/format.ts'
import { type Column, DataTable, Facts, PAGE_SIZE, PageHeader, ROW_LINK, RowTitle, ShowOlder } from '../ui/list.tsx'
import { Bones, Empty, Trouble } from '../ui/states.tsx'

type Email = components['schemas']['Email']

const REFETCH_MS = 3_000
const STATUSES = ['queued', 'sent', 'failed', 'cancelled'] as const

/** The company's emails, newest first: recipients, subject and delivery status. */
export function MailsPage() {
  const { session } = useDesk()
  const [search, change] = usePageSearch()
  const status = STATUSES.find((one) => one === search.status)
  const { pages, rows: emails } = useCursorPages(
    [currentCompany(), '/v1/emails', status],
    'emails',
    (starting_after, signal) => api.get('/v1/emails', { query: { limit: PAGE_SIZE, status, starting_after }, signal }),
    5_000,
  )
  return (
    <>
      <PageHeader title="Mails" />
      <Filters>
        <ChoiceFilter
          label="Status"
          value={status}
          onChange={(value) => change({ status: value })}
          choices={STATUSES.map((value) => [value, words(value)])}
        />
      </Filters>
      <DataTable
        label="Mails, newest first"
        columns={COLUMNS}
        rows={emails}
        error={pages.error}
        onRetry={() => void pages.refetch()}
        link={(email, content) => (
          <button type="button" data-row className={ROW_LINK} onClick={() => change({ open: email.id })}>
            {content}
          </button>
        )}
        empty={
          status ? (
            <Empty
              title={`No mail is ${status}`}
              action={<Button onClick={() => change({ status: undefined })}>Show all mails</Button>}
            >
              {status === 'failed'
                ? 'Mails that could not be delivered are listed here.'
                : 'Mails of this status are listed here.'}
            </Empty>
          ) : (
            <Empty title="No mails yet">
              {session.mail_from === null ? (
                <div className="text-left">
                  <NotConfigured />
                </div>
              ) : (
                'Send an invoice or a quote from its page, and its email appears here.'
              )}
            </Empty>
          )
        }
      />
      <ShowOlder pages={pages} />
      {search.open && <MailDetails id={search.open} onClose={() => change({ open: undefined })} />}
    </>
  )
}

const COLUMNS: readonly Column<Email>[] = [
  { title: 'To', cell: (email) => <RowTitle title={email.to.join(', ')} detail={email.subject} /> },
  { title: 'Kind', from: 'md', cell: (email) => words(email.kind) },
  {
    title: 'Error',
    from: 'lg',
    cell: (email) => (
      <span className="block max-w-[22vw] truncate text-soft" title={errorOf(email)}>
        {errorOf(email)}
      </span>
    ),
  },
  { title: 'Status', align: 'right', cell: (email) => <Status value={email.status} /> },
  { title: 'When', from: 'sm', align: 'right', cell: (email) => <Ago moment={email.created_at} /> },
]

function errorOf({ status, last_error, refused }: Email): string | undefined {
  if (status !== 'sent') return last_error ?? undefined
  return refused[0] && `${refused[0].address} was refused`
}

function MailDetails({ id, onClose }: { id: string; onClose: () => void }) {
  const options = { path: { id } }
  const known = useApi('/v1/emails/{id}', options)
  // While it is under way its fate is asked for.
  const email = useApi('/v1/emails/{id}', options, { refetch_ms: known.data?.status === 'queued' ? REFETCH_MS : undefined })
  const one = email.data
  return (
    <Dialog kind="side" title={one?.subject ?? 'Mail'} onClose={onClose}>
      {email.error ? (
        <Trouble error={email.error} />
      ) : one ? (
        <div className="space-y-5">
          <Status value={one.status} />
          <Facts
            facts={[
              ['To', one.to.join(', ')],
              ...(one.cc.length > 0 ? [['Copy to', one.cc.join(', ')] as const] : []),
              ['About', <AboutLink key="about" email={one} />],
              ['Attempts', number(one.attempts)],
              ['Made', exactTime(one.created_at)],
              ['Taken by the mail server', one.sent_at && exactTime(one.sent_at)],
            ]}
          />
          {one.refused.length > 0 && (
            <Code label="the refused addresses">
              {one.refused.map(({ address, reply }) => `${address}: ${reply}`).join('\n')}
            </Code>
          )}
          {one.last_error && <Code label="the last error">{one.last_error}</Code>}
          {one.status === 'failed' && <RetryEmail email={one} />}
          <div>
            <p className="mb-1 text-[13px] font-medium">Mail id</p>
            <CopyField value={one.id} label="the mail id" />
          </div>
        </div>
      ) : (
        <Bones lines={8} />
      )}
    </Dialog>
  )
}

/** The document that a mail is about, by its kind: its number is in the subject. */
function AboutLink({ email }: { email: Email }) {
  const { resource_type, resource_id: id } = email
  return (
    <Link to={PAGE_OF[resource_type]} params={{ id }} className="text-accent hover:underline">
      Open the {words(resource_type).toLowerCase()}
    </Link>
  )
}

/** Where the page of a document is. */
const PAGE_OF: Readonly<
  Record<Email['resource_type'], '/invoices/$id' | '/quotes/$id' | '/credit-notes/$id' | '/customers/$id'>
> = {
  invoice: '/invoices/$id',
  quote: '/quotes/$id',
  credit_note: '/credit-notes/$id',
  customer: '/customers/$id',
}
