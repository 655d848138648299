import { type Static, Type } from 'typebox'
import { fromText } from '../../kernel/serialize.ts'
import type { EventsTable } from './table.ts'

/** A stored event. */
export const Event = Type.Object(
  {
    id: Type.String({
      description:
        'Identifier, `evt_…`: the same in webhooks, and in the order of the events. Use it to skip events that you have handled.',
    }),
    type: Type.String({ description: '`invoice.paid`, `payment.received`, …' }),
    created_at: Type.String({ format: 'date-time' }),
    resource_type: Type.String({ description: 'What it is about; `cli_test` for test events.' }),
    resource_id: Type.String(),
    company_id: Type.String(),
    data: Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'The resource as GET showed it at that moment; for a deletion, its last state.',
      },
    ),
    test: Type.Boolean({ description: 'Whether it is a test event; then `data.test` is true as well.' }),
  },
  { title: 'Event', additionalProperties: false },
)
export type Event = Static<typeof Event>

/** An event type, as the list of types shows it. */
export const EventTypeEntry = Type.Object(
  {
    type: Type.String(),
    label: Type.String(),
    description: Type.String(),
    module: Type.Union([Type.String(), Type.Null()], { description: 'The optional module that owns it; null for the core.' }),
    triggers_automations: Type.Boolean(),
    example: Type.Object({}, { additionalProperties: true, description: 'A whole, valid `data`.' }),
  },
  { title: 'EventType', additionalProperties: false },
)
export type EventTypeEntry = Static<typeof EventTypeEntry>

export const CreateTestEvent = Type.Object(
  { type: Type.String({ description: 'The type to store a test event of.' }) },
  { title: 'CreateTestEvent', additionalProperties: false },
)

/** What is wrong with a text that is to be `kept_from` of a company's events; undefined if nothing. */
export const faultOfBound = (text: string): string | undefined =>
  /^(evt_[0-9a-z]{10})?$/.test(text) ? undefined : 'empty, or the beginning of the id of an event'

/** The JSON text of an event, on one line: its data is stored as text and goes out as the same bytes. */
export function eventText(row: EventsTable): string {
  const head = JSON.stringify({
    id: row.id,
    type: row.type,
    created_at: row.created_at,
    resource_type: row.resource_type,
    resource_id: row.resource_id,
    company_id: row.company_id,
  })
  return `${head.slice(0, -1)},"data":${row.data},"test":${Boolean(row.is_test)}}`
}

/**
 * The envelope that a webhook endpoint receives. It is made only of stored data, so every attempt sends the same bytes
 * (docs/webhooks.md).
 */
export function envelopeText(row: EventsTable): string {
  const head = JSON.stringify({ id: row.id, event: row.type, created_at: row.created_at })
  return `${head.slice(0, -1)},"data":${row.data},"test":${Boolean(row.is_test)}}`
}

/** Shows a stored event; the result has no fields of its own, only its JSON text (`serialize`). */
export function presentEvent(row: EventsTable): Event {
  return fromText(eventText(row)) as Event
}

/** Shows a page of events, also as text. */
export function presentEventPage(rows: readonly EventsTable[], pagination: object) {
  const text = `{"events":[${rows.map(eventText).join(',')}],"pagination":${JSON.stringify(pagination)}}`
  return fromText(text) as { events: Event[]; pagination: { limit: number; has_more: boolean; next_cursor: string | null } }
}
