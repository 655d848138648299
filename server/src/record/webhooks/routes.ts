import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { CursorPagination, CursorQuery } from '../../http/pagination.ts'
import { Deleted, StringEnum } from '../../http/schema.ts'
import { getSentDelivery, listWebhookDeliveries, resendEvent } from './deliveries.ts'
import {
  CreateWebhookEndpoint,
  ResendEvent,
  SentDelivery,
  UpdateWebhookEndpoint,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
  webhookEndpointExample,
} from './schema.ts'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  rotateSecret,
  updateWebhookEndpoint,
  type WebhookParts,
} from './service.ts'

const tag = 'Webhooks'
const with_secret = {
  ...webhookEndpointExample,
  secret: 'whsec_q3nZ0x7HkTf2LwRz9VbYc4MpJd8GsA1eUo6XiB5K0aQwEr',
}

const delivery = {
  id: 'dlv_000000001b3n5p7q9r2t4v6w8x',
  webhook_endpoint_id: webhookEndpointExample.id,
  event_id: 'evt_000000001aq4w6e8r0t2y1n3p5',
  event_type: 'invoice.paid',
  status: 'delivered' as const,
  attempt_count: 1,
  next_attempt_at: null,
  attempts: [
    {
      number: 1,
      attempted_at: '2026-02-01T08:00:00.042Z',
      duration_ms: 87.3,
      response_status: 200,
      response_body: 'ok',
      error: null,
    },
  ],
  created_at: '2026-02-01T08:00:00.031Z',
}

const ListDeliveriesQuery = Type.Object(
  {
    ...CursorQuery,
    status: Type.Optional(
      StringEnum(['pending', 'delivered', 'failed', 'cancelled'], {
        title: 'DeliveryStatus',
        description: 'Only deliveries of this status.',
      }),
    ),
    event_id: Type.Optional(Type.String({ description: 'Only the delivery of this event.' })),
  },
  { additionalProperties: false },
)

/** The endpoints of webhook endpoints and their deliveries; `parts` is asked for when one is called. */
export const webhookEndpoints = (parts: () => WebhookParts): Endpoint[] => [
  endpoint({
    operation_id: 'listWebhookEndpoints',
    method: 'GET',
    path: '/v1/webhook-endpoints',
    tag,
    tag_description: 'Where events are sent, the outcome of each delivery, and the bodies that arrive.',
    summary: 'List webhook endpoints',
    description: 'Newest first, not paginated: a company has at most 16.',
    data: Type.Object({ webhook_endpoints: Type.Array(WebhookEndpoint) }, { additionalProperties: false }),
    example: { webhook_endpoints: [webhookEndpointExample] },
    handle: (context) => listWebhookEndpoints(context),
  }),
  endpoint({
    operation_id: 'createWebhookEndpoint',
    method: 'POST',
    path: '/v1/webhook-endpoints',
    tag,
    summary: 'Create a webhook endpoint',
    description:
      'It gets events from now on. Only this answer shows `secret`, with which its deliveries are signed. The address must be https and not lead to a private network; it is checked again at each delivery.',
    body: CreateWebhookEndpoint,
    body_example: {
      url: webhookEndpointExample.url,
      description: webhookEndpointExample.description,
      enabled_events: webhookEndpointExample.enabled_events,
    },
    status: 201,
    data: WebhookEndpointWithSecret,
    example: with_secret,
    errors: { 400: ['invalid_type', 'event_type_unavailable'], 409: ['webhook_endpoint_limit_reached'] },
    is_answer_secret: true,
    handle: (context, { body }) => createWebhookEndpoint(context, parts(), body),
  }),
  endpoint({
    operation_id: 'getWebhookEndpoint',
    method: 'GET',
    path: '/v1/webhook-endpoints/:id',
    tag,
    summary: 'Get a webhook endpoint',
    description: 'Without its secret.',
    data: WebhookEndpoint,
    example: webhookEndpointExample,
    has_etag: true,
    handle: (context, { params }) => getWebhookEndpoint(context, params.id),
  }),
  endpoint({
    operation_id: 'updateWebhookEndpoint',
    method: 'PATCH',
    path: '/v1/webhook-endpoints/:id',
    tag,
    summary: 'Update a webhook endpoint',
    description:
      'Disabling cancels pending deliveries. After enabling, new events are sent; with `replay_since` also those that did not arrive since then.',
    body: UpdateWebhookEndpoint,
    body_example: { description: 'Orders and quotes' },
    data: WebhookEndpoint,
    example: webhookEndpointExample,
    errors: { 400: ['invalid_type', 'event_type_unavailable'] },
    has_etag: true,
    handle: (context, { params, body }) => updateWebhookEndpoint(context, parts(), params.id, body),
  }),
  endpoint({
    operation_id: 'deleteWebhookEndpoint',
    method: 'DELETE',
    path: '/v1/webhook-endpoints/:id',
    tag,
    summary: 'Delete a webhook endpoint',
    description: 'Nothing more is sent to it.',
    data: Deleted,
    example: { deleted: true },
    has_etag: true,
    handle: (context, { params }) => deleteWebhookEndpoint(context, params.id),
  }),
  endpoint({
    operation_id: 'rotateWebhookEndpointSecret',
    method: 'POST',
    path: '/v1/webhook-endpoints/:id/rotate-secret',
    tag,
    summary: "Rotate a webhook endpoint's secret",
    description:
      'Makes a new secret, shown only in this answer. For 24 hours deliveries are also signed with the old one: the signature header then has one `v1` for each.',
    body: Type.Object({}, { additionalProperties: false }),
    body_example: {},
    data: WebhookEndpointWithSecret,
    example: with_secret,
    is_answer_secret: true,
    handle: (context, { params }) => rotateSecret(context, parts(), params.id),
  }),
  endpoint({
    operation_id: 'listWebhookDeliveries',
    method: 'GET',
    path: '/v1/webhook-endpoints/:id/deliveries',
    tag,
    summary: "List a webhook endpoint's deliveries",
    description: 'With their attempts, newest event first. Finished ones are kept for 30 days.',
    query: ListDeliveriesQuery,
    data: Type.Object({ deliveries: Type.Array(WebhookDelivery), pagination: CursorPagination }, { additionalProperties: false }),
    example: { deliveries: [delivery], pagination: { limit: 50, has_more: false, next_cursor: null } },
    handle: (context, { params, query }) => listWebhookDeliveries(context, parts(), params.id, query),
  }),
  endpoint({
    operation_id: 'resendEvent',
    method: 'POST',
    path: '/v1/events/:id/resend',
    tag,
    summary: 'Send an event again',
    description:
      "Queues the event for an endpoint once more, even if it arrived before or the endpoint's filters leave it out. It has the same id and the same bytes.",
    company: 'optional',
    body: ResendEvent,
    body_example: { webhook_endpoint_id: webhookEndpointExample.id },
    data: WebhookDelivery,
    example: { ...delivery, status: 'pending', next_attempt_at: '2026-02-01T09:00:00.000Z' },
    errors: { 409: ['test_event', 'webhook_endpoint_disabled'] },
    handle: (context, { params, body }) => resendEvent(context, parts(), params.id, body),
  }),
]

/** Fields of deliveries for the dashboard only. */
export const webhookDashboardEndpoints: Endpoint[] = [
  endpoint({
    tag: 'Dashboard',
    door: 'session',
    level: 'admin',
    operation_id: 'getSentDelivery',
    method: 'GET',
    path: '/dashboard/api/webhook-endpoints/:id/deliveries/:eventId/sent',
    summary: 'Get what a delivery sent',
    description:
      'The exact body, and the headers of each attempt with their signatures. Needs the level that may make a new secret.',
    data: SentDelivery,
    example: {
      body: '{"id":"evt_01kb3m8q5s0c2e4g6j8m1p3r5t"}',
      attempts: [{ number: 1, headers: [{ name: 'webhook-timestamp', value: '1769932800' }] }],
    },
    handle: (context, { params }) => getSentDelivery(context, params.id, params.eventId),
  }),
]
