import { type Static, Type } from 'typebox'
import { presenter } from '../../http/present.ts'
import { Nullable, StringEnum, Text } from '../../http/schema.ts'
import { timestamp } from '../../kernel/clock.ts'
import type { AttemptRecord } from './delivery.ts'
import { type WebhookDeliveriesTable, type WebhookEndpointsTable, webhook_deliveries, webhook_endpoints } from './table.ts'

const MOST_FILTERS = 100

const enabled_events = Type.Array(Text(255), {
  minItems: 1,
  maxItems: MOST_FILTERS,
  description: 'Which events it gets: exact types (`invoice.paid`), all of a resource (`invoice.*`), or all (`*`).',
})

const fields = {
  id: Type.String({ description: 'Identifier, `we_…`.' }),
  company_id: Type.String(),
  url: Type.String({ description: 'Where the events are sent.' }),
  description: Type.String(),
  enabled_events: Type.Array(Type.String(), { description: 'Exact types, `prefix.*`, or `*`.' }),
  status: StringEnum(['enabled', 'disabled'], { title: 'WebhookEndpointStatus' }),
  disabled_reason: Nullable(
    StringEnum(['manual', 'gone', 'failing'], {
      title: 'DisabledReason',
      description: '`manual`: by a request; `gone`: it answered 410; `failing`: nothing arrived for five days.',
    }),
  ),
  created_at: Type.String({ format: 'date-time' }),
  updated_at: Type.String({ format: 'date-time' }),
}

/** A webhook endpoint, without its secret. */
export const WebhookEndpoint = Type.Object(fields, { title: 'WebhookEndpoint', additionalProperties: false })
export type WebhookEndpoint = Static<typeof WebhookEndpoint>

/** The same with the signing secret, which is shown when it is made and never again. */
export const WebhookEndpointWithSecret = Type.Object(
  { ...fields, secret: Type.String({ description: 'The signing secret, `whsec_…`: shown this once.' }) },
  { title: 'WebhookEndpointWithSecret', additionalProperties: false },
)
export type WebhookEndpointWithSecret = Static<typeof WebhookEndpointWithSecret>

const url = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: 'An https:// address that can be reached from the internet.',
})

export const CreateWebhookEndpoint = Type.Object(
  { url, description: Type.Optional(Nullable(Text(255))), enabled_events: Type.Optional(enabled_events) },
  { title: 'CreateWebhookEndpoint', additionalProperties: false },
)
export type CreateWebhookEndpoint = Static<typeof CreateWebhookEndpoint>

export const UpdateWebhookEndpoint = Type.Object(
  {
    url: Type.Optional(url),
    description: Type.Optional(Nullable(Text(255))),
    enabled_events: Type.Optional(enabled_events),
    status: Type.Optional(StringEnum(['enabled', 'disabled'], { title: 'WebhookEndpointStatus' })),
    replay_since: Type.Optional(
      Type.String({
        description:
          'Sends again what did not arrive since then: a date, a date-time with offset, or unix seconds, at most 30 days back. What was delivered is not sent twice.',
      }),
    ),
  },
  { title: 'UpdateWebhookEndpoint', additionalProperties: false },
)
export type UpdateWebhookEndpoint = Static<typeof UpdateWebhookEndpoint>

/** One HTTP call. */
const WebhookAttempt = Type.Object(
  {
    number: Type.Integer(),
    attempted_at: Type.String({ format: 'date-time' }),
    duration_ms: Type.Number(),
    response_status: Nullable(Type.Integer({ description: 'null when there was no answer.' })),
    response_body: Nullable(Type.String({ description: 'The first 2 KiB of the answer.' })),
    error: Nullable(Type.String({ description: 'Why there was no answer.' })),
  },
  { title: 'WebhookAttempt', additionalProperties: false },
)

/** One event to one endpoint, with its attempts. */
export const WebhookDelivery = Type.Object(
  {
    id: Type.String({ description: 'Identifier, `dlv_…`.' }),
    webhook_endpoint_id: Type.String(),
    event_id: Type.String(),
    event_type: Type.String(),
    status: StringEnum(['pending', 'delivered', 'failed', 'cancelled'], {
      title: 'DeliveryStatus',
      description:
        '`failed`: the last attempt of the schedule failed; `cancelled`: the endpoint was disabled or deleted before it arrived.',
    }),
    attempt_count: Type.Integer(),
    next_attempt_at: Nullable(Type.String({ format: 'date-time' })),
    attempts: Type.Array(WebhookAttempt, { description: 'The newest 20, oldest first.' }),
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'WebhookDelivery', additionalProperties: false },
)
export type WebhookDelivery = Static<typeof WebhookDelivery>

/** The exact content of a delivery. */
export const SentDelivery = Type.Object(
  {
    body: Nullable(Type.String({ description: 'The body of each attempt; null where the event is not kept any more.' })),
    attempts: Type.Array(
      Type.Object(
        {
          number: Type.Integer(),
          headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }, { additionalProperties: false }), {
            description: 'Empty where no call was made, or where they were not stored yet.',
          }),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { title: 'SentDelivery', additionalProperties: false },
)
export type SentDelivery = Static<typeof SentDelivery>

export const ResendEvent = Type.Object(
  { webhook_endpoint_id: Type.String({ description: 'The endpoint that gets it, `we_…`.' }) },
  { title: 'ResendEvent', additionalProperties: false },
)

export const presentWebhookEndpoint = presenter<WebhookEndpointsTable>()(WebhookEndpoint, webhook_endpoints, {})

const present = presenter<WebhookDeliveriesTable & { ahead_ms: number }>()(WebhookDelivery, webhook_deliveries, {
  next_attempt_at: ({ due_at_ms, ahead_ms }) => (due_at_ms === null ? null : timestamp(due_at_ms - ahead_ms)),
  attempts: (row) => (JSON.parse(row.attempts) as AttemptRecord[]).map(({ sent_headers: _, ...attempt }) => attempt),
})

/**
 * Shows a delivery. `ahead_ms` is by how much the steady clock, which due times are measured by, is ahead of the machine's clock, which is
 * what is shown.
 */
export const presentDelivery = (row: WebhookDeliveriesTable, ahead_ms: number): WebhookDelivery => present({ ...row, ahead_ms })

export const webhookEndpointExample: WebhookEndpoint = {
  id: 'we_01kb3m8q5s4t6v8w0x2y4z6a8b',
  company_id: 'com_01kb3m8q5sxk2n4v7c9e1g3j5m',
  url: 'https://shop.example.com/webhooks/quoin',
  description: 'Orders',
  enabled_events: ['invoice.paid', 'quote.*'],
  status: 'enabled',
  disabled_reason: null,
  created_at: '2026-02-01T08:00:00.000Z',
  updated_at: '2026-02-01T08:00:00.000Z',
}
