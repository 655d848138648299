import { Type } from 'typebox'
import { type Endpoint, endpoint, streamEndpoint } from '../../http/endpoint.ts'
import { CursorPagination, CursorQuery } from '../../http/pagination.ts'
import type { EventCatalogue } from './event-type.ts'
import { CreateTestEvent, Event, EventTypeEntry } from './schema.ts'
import { createTestEvent, getEvent, listEvents, listEventTypes } from './service.ts'
import { openEventStream } from './stream.ts'

const tag = 'Events'

const ListEventsQuery = Type.Object(
  {
    ...CursorQuery,
    type: Type.Optional(Type.String({ description: 'An exact type (`invoice.paid`), a prefix (`invoice.*`), or `*`.' })),
    resource_id: Type.Optional(Type.String({ description: 'Only events about this resource.' })),
    'created[gte]': Type.Optional(
      Type.String({ description: 'Not before: a date (00:00 UTC), a date-time with offset, or unix seconds.' }),
    ),
    'created[lte]': Type.Optional(
      Type.String({ description: "Not after: a date (the day's end in UTC), a date-time with offset, or unix seconds." }),
    ),
  },
  { additionalProperties: false },
)

const StreamEventsQuery = Type.Object(
  {
    type: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Exact types (`invoice.paid`), prefixes (`invoice.*`), or `*`: one, or several separated by commas.',
      }),
    ),
    resource_id: ListEventsQuery.properties.resource_id,
    'created[gte]': Type.Optional(
      Type.String({
        description:
          'Start with the first event at or after: a date (00:00 UTC), a date-time with offset, or unix seconds. Ignored with a position.',
      }),
    ),
    last_event_id: Type.Optional(
      Type.String({
        minLength: 1,
        description:
          "Start after this event, for clients that can't send the header `Last-Event-ID`, which wins; `0` starts at the first event that is stored.",
      }),
    ),
  },
  { additionalProperties: false },
)

/** The endpoints of events; `catalogue` has all types of the program. */
export function eventEndpoints(catalogue: EventCatalogue): Endpoint[] {
  const [type] = catalogue.types
  const example = {
    id: 'evt_000000001aq4w6e8r0t2y1n3p5',
    type: type!.type,
    created_at: '2026-02-01T08:00:00.000Z',
    resource_type: type!.resource_type,
    resource_id: (type!.example as { id: string }).id,
    company_id: 'com_01kb3m8q5sxk2n4v7c9e1g3j5m',
    data: type!.example,
    test: false,
  }
  return [
    endpoint({
      operation_id: 'listEvents',
      is_listing: true,
      method: 'GET',
      path: '/v1/events',
      tag,
      tag_description: 'What happened in a company, in order: lists, streams, types and test events.',
      summary: 'List events',
      description:
        'Always newest first. The order of a company is total and agrees with the ids: a client that remembers the newest id and asks with `ending_before` misses nothing. Where the operator lets old events be removed, one that was away for longer gets 400 `cursor_expired`. A key that reaches exactly one company may leave `company_id` out.',
      company: 'optional',
      query: ListEventsQuery,
      data: Type.Object({ events: Type.Array(Event), pagination: CursorPagination }, { additionalProperties: false }),
      example: { events: [example], pagination: { limit: 50, has_more: false, next_cursor: null } },
      errors: { 400: ['invalid_type', 'event_type_unavailable', 'cursor_expired'] },
      handle: (context, { query }) => listEvents(context, catalogue, query),
    }),
    endpoint({
      operation_id: 'listEventTypes',
      method: 'GET',
      path: '/v1/events/types',
      tag,
      summary: 'List event types',
      description: 'The types available to the company, not paginated; those of modules that are turned off are left out.',
      company: 'optional',
      data: Type.Object({ event_types: Type.Array(EventTypeEntry) }, { additionalProperties: false }),
      example: {
        event_types: [
          {
            type: type!.type,
            label: type!.label,
            description: type!.description,
            module: type!.module,
            triggers_automations: type!.triggers_automations,
            example: type!.example,
          },
        ],
      },
      handle: (context) => listEventTypes(context, catalogue),
    }),
    streamEndpoint({
      operation_id: 'streamEvents',
      path: '/v1/events/stream',
      tag,
      summary: 'Follow events as they are stored',
      description: [
        'Server-sent events, oldest first, test events included: the `data` of each message is an event as `GET /v1/events/{id}` shows it.',
        'It starts with what comes after now, or after the position given; the `id` of the last message, sent as `Last-Event-ID`, resumes it without a gap.',
        'The first `id` comes at once, without data. A line `: keep-alive` comes when nothing else did for 15 s.',
        'A message of the type `error` is the last one: its data is the body of the refusal, such as `{"error":"API key is disabled"}`, or has the code `slow_reader` when a page was not taken within 30 s.',
        'Where the operator lets old events be removed, a position from before gets 400 `cursor_expired`: `0` starts with all that is stored.',
        'At most 32 streams with one key.',
      ].join(' '),
      company: 'optional',
      query: StreamEventsQuery,
      data: Event,
      example,
      errors: { 400: ['invalid_type', 'event_type_unavailable', 'cursor_expired'] },
      handle: (context, { query, last_event_id }) => openEventStream(context, catalogue, query, last_event_id),
    }),
    endpoint({
      operation_id: 'createTestEvent',
      method: 'POST',
      path: '/v1/events/test',
      tag,
      summary: 'Create a test event',
      description:
        'Stores an event of the type with its example data, `test: true` and `resource_type: cli_test`. It is listed, never delivered.',
      company: 'optional',
      body: CreateTestEvent,
      body_example: { type: type!.type },
      status: 201,
      data: Event,
      example: { ...example, resource_type: 'cli_test', data: { ...type!.example, test: true }, test: true },
      errors: { 400: ['invalid_type', 'event_type_unavailable'] },
      handle: (context, { body }) => createTestEvent(context, catalogue, body),
    }),
    endpoint({
      operation_id: 'getEvent',
      method: 'GET',
      path: '/v1/events/:id',
      tag,
      summary: 'Get an event',
      description: 'One stored event.',
      company: 'optional',
      data: Event,
      example,
      has_etag: true,
      handle: (context, { params }) => getEvent(context, params.id),
    }),
  ]
}
