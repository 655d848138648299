import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { useApi } from '../app/session.ts'
import { Ago } from '../ui/ago.tsx'
import { money, words } from '../ui/format.ts'
import { Bone } from '../ui/states.tsx'
import { actionsOf } from './actions.ts'
import { linkOf } from './event-link.ts'

type Event = components['schemas']['Event']

const SHOWN = 6
/** Test events are in the list but not shown here, so some more are loaded. */
const ASKED = 50

/** The latest events of the company, each with a link to its object. */
export function Latest() {
  const asked = useApi('/v1/events', { query: { limit: ASKED } })
  const events = asked.data && actionsOf(asked.data.events.filter((event) => !event.test))
  const gone = new Set(asked.data?.events.filter(({ type }) => type.endsWith('.deleted')).map((event) => event.resource_id))
  return (
    <section aria-labelledby="latest" className="card p-5">
      <h2 id="latest" className="mb-3">
        What happened last
      </h2>
      <ol className="space-y-2.5">
        {asked.error && <li className="text-soft">It could not be loaded.</li>}
        {events
          ? events.slice(0, SHOWN).map((event) => <Line key={event.id} event={event} gone={gone} />)
          : !asked.error &&
            Array.from({ length: SHOWN }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they never move
              <li key={index} className="h-10.5">
                <Bone className="w-2/3" />
              </li>
            ))}
        {events?.length === 0 && <li className="text-soft">Nothing yet: add a customer to begin.</li>}
      </ol>
    </section>
  )
}

/** One event. Its object may have been deleted since: `gone` has the ids of objects known to be deleted. */
function Line({ event, gone }: { event: Event; gone: ReadonlySet<string> }) {
  const title = words(event.type.replace('.', ' '))
  const link = linkOf(event)
  return (
    <li className="h-10.5">
      {link && !gone.has(event.resource_id) && !gone.has(link.params.id ?? '') ? (
        <Link {...link} className="block truncate hover:underline">
          {title}
        </Link>
      ) : (
        <span className="block truncate">{title}</span>
      )}
      <span className="flex justify-between gap-3 text-[13px] text-soft">
        <span className="truncate">
          <About event={event} />
        </span>
        <span className="whitespace-nowrap">
          <Ago moment={event.created_at} />
        </span>
      </span>
    </li>
  )
}

/** The name of an event's object for people. */
function About({ event: { resource_type, data: shown } }: { event: Event }): ReactNode {
  const data = shown as Record<string, unknown>
  const text = (field: string) => (typeof data[field] === 'string' ? (data[field] as string) : '')
  if (resource_type === 'payment') {
    const amount = typeof data['amount'] === 'number' ? money(data['amount'], text('currency')) : ''
    return (
      <>
        {amount} for <InvoiceNumber id={text('invoice_id')} />
      </>
    )
  }
  const name = ['credit_note_number', 'invoice_number', 'quote_number', 'subject', 'title', 'name', 'description', 'url']
    .map(text)
    .find((one) => one !== '')
  if (name || resource_type !== 'time_entry') return name
  const project_id = text('project_id')
  return text('task_id') ? <TaskTitle id={project_id} taskId={text('task_id')} /> : <ProjectTitle id={project_id} />
}

function InvoiceNumber({ id }: { id: string }) {
  const invoice = useApi('/v1/invoices/{id}', { path: { id } })
  return invoice.error ? 'an invoice' : invoice.data?.invoice_number
}

function TaskTitle(path: { id: string; taskId: string }) {
  const task = useApi('/v1/projects/{id}/tasks/{taskId}', { path })
  return task.error ? <ProjectTitle id={path.id} /> : task.data?.title
}

function ProjectTitle({ id }: { id: string }) {
  return useApi('/v1/projects/{id}', { path: { id } }).data?.title
}
