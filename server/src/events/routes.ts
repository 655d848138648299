import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { CursorPagination, CursorQuery } from '../http/pagination.ts'
import type { EventCatalogue } from './event-type.ts'
import { CreateTestEvent, Event, EventTypeEntry } from './schema.ts'
import { createTestEvent, getEvent, listEvents, listEventTypes } from './service.ts'

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
      method: 'GET',
      path: '/v1/events',
      tag,
      summary: 'List events',
      description:
        'Always newest first. The order of a company is total and agrees with the ids: who remembers the newest id seen and asks with `ending_before` misses nothing. A key that reaches exactly one company may leave `company_id` out.',
      company: 'optional',
      query: ListEventsQuery,
      data: Type.Object({ events: Type.Array(Event), pagination: CursorPagination }, { additionalProperties: false }),
      example: { events: [example], pagination: { limit: 50, has_more: false, next_cursor: null } },
      errors: { 400: ['invalid_type', 'event_type_unavailable'] },
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
