import { Link } from '@tanstack/react-router'
import { useApi } from '../app/session.ts'
import { Ago } from '../ui/ago.tsx'
import { words } from '../ui/format.ts'
import { Bone } from '../ui/states.tsx'

const SHOWN = 6

/** The latest events of the company. */
export function Latest() {
  const events = useApi('/v1/events', { query: { limit: SHOWN } })
  return (
    <section aria-labelledby="latest" className="card p-5">
      <h2 id="latest" className="mb-3">
        What happened last
      </h2>
      <ol className="space-y-2.5">
        {events.error && <li className="text-soft">It could not be loaded.</li>}
        {events.data
          ? events.data.events.map((event) => (
              <li key={event.id} className="h-10.5">
                <Link to="/developers/events" search={{ open: event.id }} className="block truncate hover:underline">
                  {words(event.type.replace('.', ' '))}
                </Link>
                <span className="flex justify-between gap-3 text-[13px] text-soft">
                  <span className="truncate">{nameOf(event.data)}</span>
                  <span className="whitespace-nowrap">
                    <Ago moment={event.created_at} />
                  </span>
                </span>
              </li>
            ))
          : !events.error &&
            Array.from({ length: SHOWN }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they never move
              <li key={index} className="h-10.5">
                <Bone className="w-2/3" />
              </li>
            ))}
        {events.data?.events.length === 0 && <li className="text-soft">Nothing yet: add a customer to begin.</li>}
      </ol>
    </section>
  )
}

/** What people call the resource of an event. */
function nameOf(resource: Readonly<Record<string, unknown>>): string {
  const names = ['invoice_number', 'quote_number', 'title', 'name', 'description'].map((field) => resource[field])
  return names.find((one): one is string => typeof one === 'string' && one !== '') ?? ''
}
