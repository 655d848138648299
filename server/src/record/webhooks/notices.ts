// The topic under which an endpoint's deliveries are notified (`Database.onNotify`): something may be due for it now.
import type { CompanyId, WebhookEndpointId } from '../../kernel/ids.ts'

interface EndpointKey {
  company_id: CompanyId
  webhook_endpoint_id: WebhookEndpointId
}

const TOPIC = 'deliveries:'

export function deliveriesTopic({ company_id, webhook_endpoint_id }: EndpointKey): string {
  return `${TOPIC}${company_id}/${webhook_endpoint_id}`
}

/** The endpoint that such a topic is about; undefined for other topics. */
export function endpointOfTopic(topic: string): EndpointKey | undefined {
  if (!topic.startsWith(TOPIC)) return undefined
  const [company_id, webhook_endpoint_id] = topic.slice(TOPIC.length).split('/') as [CompanyId, WebhookEndpointId]
  return { company_id, webhook_endpoint_id }
}
