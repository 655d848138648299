import { draftEvent, type EventDraft, type EventType } from '../events/event-type.ts'
import { type WebhookEndpoint, webhookEndpointExample } from './schema.ts'

const disabled: EventType = {
  type: 'webhook_endpoint.disabled',
  resource_type: 'webhook_endpoint',
  label: 'Webhook endpoint disabled',
  description: 'An endpoint was disabled because it answered 410, or because nothing had arrived for five days.',
  module: null,
  triggers_automations: true,
  example: { ...webhookEndpointExample, status: 'disabled', disabled_reason: 'failing' },
}

export const webhookEventTypes: readonly EventType[] = [disabled]

export const endpointDisabled = (endpoint: WebhookEndpoint): EventDraft[] => [draftEvent(disabled, endpoint.id, endpoint)]
