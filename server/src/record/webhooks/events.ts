import { type EventDraft, eventsOf, typesOf } from '../events/event-type.ts'
import { type WebhookEndpoint, webhookEndpointExample } from './schema.ts'

const disabled = eventsOf<WebhookEndpoint>('webhook_endpoint', null, webhookEndpointExample)(
  'disabled',
  'Webhook endpoint disabled',
  'An endpoint was disabled because it answered 410, or because nothing had arrived for five days.',
  { status: 'disabled', disabled_reason: 'failing' },
)

export const webhookEventTypes = typesOf(disabled)

export const endpointDisabled = (endpoint: WebhookEndpoint): EventDraft[] => [disabled(endpoint)]
