import type { components } from '../../../sdk/src/api.ts'
import { messageOf } from '../app/api.ts'
import { useApi, useChange, useDesk, useMay } from '../app/session.ts'
import { Ago } from '../ui/ago.tsx'
import { Button } from '../ui/button.tsx'
import { exactTime } from '../ui/format.ts'
import { Bones } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { type Decision, type Happening, historyOf } from './history.ts'

type Email = components['schemas']['Email']

const DOTS: Record<Happening['tone'], string> = {
  plain: 'bg-line-strong',
  ok: 'bg-ok',
  waiting: 'bg-warn',
  failed: 'bg-danger',
}
/** While a mail is under way its fate is asked for. */
const REFETCH_MS = 3_000

/** The mails of a document, the latest first; asked for again while one is under way. */
export function useEmailsOf(resource_id: string) {
  const options = { query: { resource_id, limit: 100 } }
  const known = useApi('/v1/emails', options)
  const is_waiting = known.data?.emails.some(({ status }) => status === 'queued')
  return useApi('/v1/emails', options, { refetch_ms: is_waiting ? REFETCH_MS : undefined })
}

/** What happened to a document: made, sent to whom, viewed, paid, credited, paid back, decided. */
export function HistoryCard({
  id,
  payments,
  credit_notes,
  refunds,
  decision,
}: {
  id: string
  payments?: readonly components['schemas']['Payment'][] | undefined
  credit_notes?: readonly components['schemas']['CreditNoteSummary'][] | undefined
  refunds?: readonly components['schemas']['Refund'][] | undefined
  decision?: Decision | null | undefined
}) {
  const events = useApi('/v1/events', { query: { resource_id: id, limit: 100 } })
  const emails = useEmailsOf(id)
  const happenings =
    events.data &&
    emails.data &&
    historyOf({
      events: events.data.events as never,
      emails: emails.data.emails,
      ...(payments ? { payments } : {}),
      ...(credit_notes ? { credit_notes } : {}),
      ...(refunds ? { refunds } : {}),
      decision,
    })
  return (
    <section aria-labelledby="history" className="card p-5">
      <h2 id="history" className="mb-3">
        History
      </h2>
      {events.error || emails.error ? (
        <p className="text-soft">It could not be loaded.</p>
      ) : happenings ? (
        <ol>
          {happenings.map((one) => (
            <Entry key={one.id} happening={one} />
          ))}
        </ol>
      ) : (
        <Bones lines={3} />
      )}
    </section>
  )
}

function Entry({ happening }: { happening: Happening }) {
  const { at, title, detail, tone, email } = happening
  return (
    <li className="group relative pb-4 pl-5 last:pb-0">
      <span aria-hidden="true" className="absolute top-3 bottom-0 left-[3.5px] w-px bg-line group-last:hidden" />
      <span aria-hidden="true" className={`absolute top-[7px] left-0 size-2 rounded-full ${DOTS[tone]}`} />
      <p className={`wrap-anywhere ${tone === 'failed' ? 'text-danger' : ''}`}>{title}</p>
      {detail && <p className="text-[13px] whitespace-pre-line text-soft wrap-anywhere">{detail}</p>}
      <p className="text-[13px] text-faint">
        <time dateTime={at} title={exactTime(at)}>
          <Ago moment={at} />
        </time>
        {email && email.cc.length > 0 && ` · copy to ${email.cc.join(', ')}`}
      </p>
      {email?.status === 'failed' && <RetryEmail email={email} />}
    </li>
  )
}

/** Queues a failed mail once more; nothing for people who may only look. */
export function RetryEmail({ email }: { email: Email }) {
  const may_write = useMay('write')
  const { session } = useDesk()
  const retry = useChange(
    (send) => send.post('/v1/emails/{id}/retry', { path: { id: email.id }, body: {} }),
    () => toast('The mail is queued once more'),
    { repeats: true },
  )
  if (!may_write || session.mail_from === null) return null
  return (
    <div className="mt-1.5">
      <Button is_busy={retry.isPending} onClick={() => retry.mutate(undefined)}>
        Send once more
      </Button>
      {retry.error && (
        <p role="alert" className="mt-1 text-[13px] text-danger">
          {messageOf(retry.error)}
        </p>
      )}
    </div>
  )
}
