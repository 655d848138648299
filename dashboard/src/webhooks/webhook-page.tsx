import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { api, currentCompany, messageOf } from '../app/api.ts'
import { usePageSearch } from '../app/search.ts'
import { useApi, useChange, useCompanyDashboard, useMay } from '../app/session.ts'
import { Ago } from '../ui/ago.tsx'
import { Status } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Code } from '../ui/copy.tsx'
import { useCursorPages } from '../ui/cursor-pages.ts'
import { Confirm, Dialog } from '../ui/dialog.tsx'
import { ChoiceFilter, Filters } from '../ui/filters.tsx'
import { dateTime, exactTime, number, words } from '../ui/format.ts'
import { type Column, DataTable, Facts, PAGE_SIZE, PageHeader, ROW_LINK, ShowOlder } from '../ui/list.tsx'
import { Bones, Empty, Trouble } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { EndpointDialog } from './endpoint-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'

type Delivery = components['schemas']['WebhookDelivery']
type WebhookEndpoint = components['schemas']['WebhookEndpoint']

const STATUSES = ['pending', 'delivered', 'failed', 'cancelled'] as const
const REASONS: Record<string, string> = {
  manual: 'It was switched off by hand.',
  gone: 'Its server answered 410: it does not want events any more.',
  failing: 'Every attempt failed for too long.',
}

/** One endpoint: its deliveries, with every attempt, and sending again. */
export function WebhookPage() {
  const { id = '' } = useParams({ strict: false })
  const [search, change] = usePageSearch()
  const endpoint = useApi('/v1/webhook-endpoints/{id}', { path: { id } })
  const status = STATUSES.find((one) => one === search.status)
  const path = '/v1/webhook-endpoints/{id}/deliveries'
  const { pages, rows: deliveries } = useCursorPages(
    [currentCompany(), path, id, status],
    'deliveries',
    (starting_after, signal) => api.get(path, { path: { id }, query: { limit: PAGE_SIZE, status, starting_after }, signal }),
    5_000,
  )
  if (endpoint.error) return <Trouble error={endpoint.error} onRetry={() => void endpoint.refetch()} />
  if (!endpoint.data) return <Bones lines={10} />
  const one = endpoint.data
  const open = deliveries?.find((delivery) => delivery.id === search.open)
  return (
    <>
      <PageHeader title={one.url} detail={<Status value={one.status} />}>
        <Actions endpoint={one} />
      </PageHeader>
      {one.disabled_reason && (
        <p className="mb-4 rounded-[7px] bg-warn-wash px-3 py-2 text-warn">
          {REASONS[one.disabled_reason]} No events are sent to it.
        </p>
      )}
      <p className="mb-5 text-soft">
        {one.description && `${one.description} · `}
        <span className="font-mono text-[13px]">{one.enabled_events.join(', ')}</span>
      </p>
      <h2 className="mb-2">Deliveries</h2>
      <Filters>
        <ChoiceFilter
          label="Status"
          value={status}
          onChange={(value) => change({ status: value })}
          choices={STATUSES.map((value) => [value, words(value)])}
        />
      </Filters>
      <DataTable
        label="Deliveries, newest first"
        columns={COLUMNS}
        rows={deliveries}
        error={pages.error}
        onRetry={() => void pages.refetch()}
        link={(delivery, content) => (
          <button type="button" data-row className={ROW_LINK} onClick={() => change({ open: delivery.id })}>
            {content}
          </button>
        )}
        empty={
          <Empty title="No deliveries">
            {status ? 'None has this status.' : 'As soon as something happens in the company, its event is sent here.'}
          </Empty>
        }
      />
      <ShowOlder pages={pages} />
      {open && <DeliveryDetails delivery={open} onClose={() => change({ open: undefined })} />}
      {search.dialog === 'edit' && <EndpointDialog endpoint={one} onClose={() => change({ dialog: undefined })} />}
    </>
  )
}

const COLUMNS: readonly Column<Delivery>[] = [
  {
    title: 'Event',
    cell: (delivery) => <span className="block truncate font-mono text-[13px] font-medium">{delivery.event_type}</span>,
  },
  { title: 'Status', cell: (delivery) => <Status value={delivery.status} /> },
  { title: 'Attempts', from: 'sm', align: 'right', cell: (delivery) => number(delivery.attempt_count) },
  {
    title: 'Next attempt',
    from: 'md',
    align: 'right',
    cell: (delivery) =>
      delivery.next_attempt_at ? <Ago moment={delivery.next_attempt_at} /> : <span className="text-faint">—</span>,
  },
  { title: 'When', from: 'sm', align: 'right', cell: (delivery) => dateTime(delivery.created_at) },
]

function DeliveryDetails({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const may_admin = useMay('admin')
  const resend = useChange(
    (send) =>
      send.post('/v1/events/{id}/resend', {
        path: { id: delivery.event_id },
        body: { webhook_endpoint_id: delivery.webhook_endpoint_id },
      }),
    () => toast('It is sent again'),
    { repeats: true },
  )
  const sent = useCompanyDashboard(
    '/dashboard/api/webhook-endpoints/{id}/deliveries/{eventId}/sent',
    { path: { id: delivery.webhook_endpoint_id, eventId: delivery.event_id } },
    { is_enabled: may_admin },
  )
  const { refetch } = sent
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt has headers of its own
  useEffect(() => {
    if (may_admin) void refetch()
  }, [delivery.attempt_count])
  return (
    <Dialog kind="side" title={delivery.event_type} onClose={onClose}>
      <div className="space-y-5">
        <div className="flex items-center justify-between">
          <Status value={delivery.status} />
          {may_admin && (
            <Button is_busy={resend.isPending} onClick={() => resend.mutate(undefined)}>
              Send again
            </Button>
          )}
        </div>
        {resend.error && (
          <p role="alert" className="text-danger">
            {messageOf(resend.error)}
          </p>
        )}
        <section aria-labelledby="attempts">
          <h3 id="attempts" className="mb-2 font-semibold">
            Attempts
          </h3>
          {delivery.attempts.length === 0 && <p className="text-soft">None yet.</p>}
          <ol className="space-y-4">
            {delivery.attempts.map((attempt) => (
              <li key={attempt.number} className="space-y-2 border-b border-line pb-4 last:border-0">
                <Facts
                  facts={[
                    [`Attempt ${attempt.number}`, exactTime(attempt.attempted_at)],
                    ['Answer', attempt.response_status ?? attempt.error],
                    ['Took', `${number(attempt.duration_ms)} ms`],
                  ]}
                />
                <SentHeaders
                  headers={sent.data?.attempts.find(({ number }) => number === attempt.number)?.headers}
                  number={attempt.number}
                />
                {attempt.response_body && <Code label={`the answer to attempt ${attempt.number}`}>{attempt.response_body}</Code>}
              </li>
            ))}
          </ol>
        </section>
        <section aria-labelledby="payload">
          <h3 id="payload" className="mb-2 font-semibold">
            What was sent
          </h3>
          {!may_admin ? (
            <p className="text-soft">Owners and admins see it, with its signatures.</p>
          ) : sent.data ? (
            sent.data.body === null ? (
              <p className="text-soft">The event is no longer stored.</p>
            ) : (
              <Code label="the body that was sent">{sent.data.body}</Code>
            )
          ) : sent.error ? (
            <p className="text-soft">{messageOf(sent.error)}</p>
          ) : (
            <Bones lines={5} />
          )}
        </section>
      </div>
    </Dialog>
  )
}

/** The headers of an attempt as they were sent. */
function SentHeaders({ headers, number: attempt }: { headers: { name: string; value: string }[] | undefined; number: number }) {
  if (!headers?.length) return null
  return (
    <details>
      <summary className="w-fit text-[13px]">Headers</summary>
      <div className="mt-2">
        <Code label={`the headers of attempt ${attempt}`}>
          {headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
        </Code>
      </div>
    </details>
  )
}

function Actions({ endpoint }: { endpoint: WebhookEndpoint }) {
  const path = { id: endpoint.id }
  const navigate = useNavigate()
  const [, change] = usePageSearch()
  const [asks, setAsks] = useState<'delete' | 'rotate'>()
  const setStatus = useChange(
    (send, status: 'enabled' | 'disabled') => send.patch('/v1/webhook-endpoints/{id}', { path, body: { status } }),
    (saved) => toast(saved.status === 'enabled' ? 'Events are sent again' : 'No events are sent'),
    { repeats: true },
  )
  const rotate = useChange(
    (send) => send.post('/v1/webhook-endpoints/{id}/rotate-secret', { path, body: {} }),
    () => setAsks(undefined),
    { repeats: true },
  )
  const remove = useChange(
    (send) => send.delete('/v1/webhook-endpoints/{id}', { path }),
    () => {
      toast('The endpoint is deleted')
      void navigate({ to: '/developers/webhooks' })
    },
  )
  if (!useMay('admin')) return null
  return (
    <>
      <Button look="quiet" onClick={() => setAsks('delete')}>
        Delete…
      </Button>
      <Button onClick={() => setAsks('rotate')}>New secret…</Button>
      <Button
        is_busy={setStatus.isPending}
        onClick={() => setStatus.mutate(endpoint.status === 'enabled' ? 'disabled' : 'enabled')}
      >
        {endpoint.status === 'enabled' ? 'Switch off' : 'Switch on'}
      </Button>
      <Button onClick={() => change({ dialog: 'edit' })}>Edit</Button>
      {asks === 'delete' && (
        <Confirm
          title="Delete this endpoint?"
          action="Delete endpoint"
          is_busy={remove.isPending}
          error={remove.error ? messageOf(remove.error) : undefined}
          onConfirm={() => remove.mutate(undefined)}
          onClose={() => setAsks(undefined)}
        >
          Its deliveries are gone with it. This can’t be undone.
        </Confirm>
      )}
      {asks === 'rotate' && (
        <Confirm
          title="Make a new signing secret?"
          action="Make a new secret"
          is_busy={rotate.isPending}
          error={rotate.error ? messageOf(rotate.error) : undefined}
          onConfirm={() => rotate.mutate(undefined)}
          onClose={() => setAsks(undefined)}
        >
          For 24 hours calls carry signatures by both, so that your program can switch over.
        </Confirm>
      )}
      {rotate.data && <SecretDialog secret={rotate.data.secret} onClose={() => rotate.reset()} />}
    </>
  )
}
