import type { components } from '../../../sdk/src/api.ts'
import { api, currentCompany } from '../app/api.ts'
import { usePageSearch } from '../app/search.ts'
import { useApi } from '../app/session.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Code, CopyField } from '../ui/copy.tsx'
import { useCursorPages } from '../ui/cursor-pages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ChoiceFilter, Filters } from '../ui/filters.tsx'
import { dateTime, exactTime } from '../ui/format.ts'
import { type Column, DataTable, Facts, PAGE_SIZE, PageHeader, ROW_LINK, ShowOlder } from '../ui/list.tsx'
import { Bones, Empty, Trouble } from '../ui/states.tsx'

type Event = components['schemas']['Event']

/** The events of the company, newest first, as webhooks and streams deliver them. */
export function EventsPage() {
  const [search, change] = usePageSearch()
  const types = useApi('/v1/events/types')
  const { pages, rows: events } = useCursorPages(
    [currentCompany(), '/v1/events', search.type],
    'events',
    (starting_after, signal) => api.get('/v1/events', { query: { limit: PAGE_SIZE, type: search.type, starting_after }, signal }),
    10_000,
  )
  const prefixes = [...new Set((types.data?.event_types ?? []).map((one) => `${one.type.split('.')[0]}.*`))]
  const choices = [...prefixes, ...(types.data?.event_types ?? []).map((one) => one.type)].sort()
  return (
    <>
      <PageHeader title="Events" />
      <Filters>
        <ChoiceFilter
          label="Type"
          value={search.type}
          onChange={(type) => change({ type })}
          choices={choices.map((type) => [type, type])}
        />
      </Filters>
      <DataTable
        label="Events, newest first"
        columns={COLUMNS}
        rows={events}
        error={pages.error}
        onRetry={() => void pages.refetch()}
        link={(event, content) => (
          <button type="button" data-row className={ROW_LINK} onClick={() => change({ open: event.id })}>
            {content}
          </button>
        )}
        empty={
          search.type ? (
            <Empty
              title="No event of this type"
              action={<Button onClick={() => change({ type: undefined })}>Show all events</Button>}
            >
              Nothing of the kind happened yet.
            </Empty>
          ) : (
            <Empty title="Nothing happened yet">
              <p>
                Every change leaves an event, in the order in which the changes happened. To see one, add a customer, or follow
                from your terminal:
              </p>
              <Code label="the command">npx quoin listen --forward-to localhost:3000</Code>
            </Empty>
          )
        }
      />
      <ShowOlder pages={pages} />
      {search.open && <EventDetails id={search.open} onClose={() => change({ open: undefined })} />}
    </>
  )
}

const COLUMNS: readonly Column<Event>[] = [
  {
    title: 'Type',
    cell: (event) => (
      <span className="flex min-w-0 items-center gap-2">
        <span className="truncate font-mono text-[13px] font-medium">{event.type}</span>
        {event.test && <Badge>test</Badge>}
      </span>
    ),
  },
  { title: 'About', from: 'md', cell: (event) => <span className="font-mono text-[13px] text-soft">{event.resource_id}</span> },
  { title: 'When', align: 'right', cell: (event) => <time dateTime={event.created_at}>{dateTime(event.created_at)}</time> },
]

function EventDetails({ id, onClose }: { id: string; onClose: () => void }) {
  const event = useApi('/v1/events/{id}', { path: { id } })
  return (
    <Dialog kind="side" title={event.data?.type ?? 'Event'} onClose={onClose}>
      {event.error ? (
        <Trouble error={event.error} />
      ) : event.data ? (
        <div className="space-y-5">
          <Facts
            facts={[
              ['When', exactTime(event.data.created_at)],
              ['About', event.data.resource_type],
            ]}
          />
          <CopyField value={event.data.id} label="the event id" />
          <Code label="the event as JSON">{JSON.stringify(event.data, null, 2)}</Code>
        </div>
      ) : (
        <Bones lines={8} />
      )}
    </Dialog>
  )
}
