// Events in the reference: a schema for each kind of resource, so that the type of an event determines the type of its data, and the bodies
// of webhooks.
import type { TSchema } from 'typebox'

type Json = Record<string, unknown>

/** An event type as far as the reference is concerned; `resource_type` names the component of its data (`time_entry` → `TimeEntry`). */
export interface DescribedEvent {
  type: string
  resource_type: string
  label: string
  description: string
}

/** The `resource_type` of test events. */
const TEST = 'cli_test'

/**
 * The component `Event` and its kinds. `event` is the event as the endpoints declare it, with data of any kind: a kind has its words for all
 * other fields.
 */
export function eventSchemas(event: TSchema, types: readonly DescribedEvent[]): Json {
  const { properties, required } = event as unknown as { properties: Record<string, Json>; required: string[] }
  const kind = (title: string, own: Json): Json => ({
    type: 'object',
    title,
    properties: Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, own[name] ?? schema])),
    required,
    additionalProperties: false,
  })
  const kinds: Json = {}
  const mapping: Record<string, string> = {}
  for (const resource_type of new Set(types.map((one) => one.resource_type))) {
    const title = `${componentOf(resource_type)}Event`
    kinds[title] = kind(title, {
      type: { type: 'string', enum: types.filter((one) => one.resource_type === resource_type).map(({ type }) => type) },
      resource_type: { type: 'string', const: resource_type },
      data: dataOf(resource_type),
      test: { type: 'boolean', const: false },
    })
    mapping[resource_type] = `#/components/schemas/${title}`
  }
  kinds['TestEvent'] = kind('TestEvent', {
    type: { type: 'string', enum: types.map(({ type }) => type) },
    resource_type: { type: 'string', const: TEST },
    data: {
      type: 'object',
      description: 'The example of the type, and `test`.',
      properties: { test: { type: 'boolean', const: true } },
      required: ['test'],
      additionalProperties: true,
    },
    test: { type: 'boolean', const: true },
  })
  mapping[TEST] = '#/components/schemas/TestEvent'
  const Event = {
    title: 'Event',
    description: 'A stored event; `resource_type` tells the kind, and so the shape of `data`.',
    oneOf: Object.values(mapping).map(($ref) => ({ $ref })),
    discriminator: { propertyName: 'resource_type', mapping },
  }
  return { ...kinds, Event }
}

/** The `webhooks` of the document: the body that a webhook endpoint receives for each event type. */
export function webhooksOf(types: readonly DescribedEvent[]): Record<string, Json> {
  return Object.fromEntries(types.map((event) => [event.type, { post: operationOf(event) }]))
}

function operationOf({ type, resource_type, label, description }: DescribedEvent): Json {
  const properties = {
    id: { type: 'string', description: 'The same at each attempt: skip ids that you have handled.' },
    event: { type: 'string', const: type },
    created_at: { type: 'string', format: 'date-time' },
    data: dataOf(resource_type),
    test: { type: 'boolean', const: false, description: 'Test events are never delivered.' },
  }
  const schema = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
  return {
    operationId: `on${componentOf(type)}`,
    tags: ['Webhooks'],
    summary: label,
    description,
    security: [],
    parameters: [...HEADERS],
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '2XX': { description: 'Arrived. Any other answer, a redirect included, is a failed attempt and is retried.' },
      410: { description: 'No longer wanted: the endpoint is disabled.' },
    },
  }
}

const HEADERS = [
  ['Quoin-Signature', '`t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret.'],
  ['webhook-id', 'The id of the event (Standard Webhooks).'],
  ['webhook-timestamp', 'Unix seconds of the attempt (Standard Webhooks).'],
  ['webhook-signature', '`v1,<base64>`, once for each live secret (Standard Webhooks).'],
].map(([name, description]) => ({ name, in: 'header', required: true, description, schema: { type: 'string' } }))

function dataOf(resource_type: string): Json {
  return { $ref: `#/components/schemas/${componentOf(resource_type)}` }
}

/** `time_entry` → `TimeEntry`, `invoice.paid` → `InvoicePaid`. */
function componentOf(name: string): string {
  return name.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
