// The tables of this room.
import type { CompanyId, DeliveryId, EventId, WebhookEndpointId } from '../../kernel/ids.ts'
import { defineTable, integer, json, OF_DATABASE, type RowOf, text } from '../../sql/columns.ts'

export const webhook_endpoints = defineTable('webhook_endpoints', {
  key: ['company_id', 'id'],
  columns: {
    company_id: text<CompanyId>(),
    id: text<WebhookEndpointId>(),
    url: text(),
    description: text(),
    /** JSON array of filters. */
    enabled_events: json(),
    /** JSON array of `{until, enabled_events}`: the filters for events up to a position, as they were when it was reached. */
    earlier_filters: json(),
    status: text<'enabled' | 'disabled'>(),
    disabled_reason: text<'manual' | 'gone' | 'failing'>().nullable(),
    /** JSON array of sealed signing secrets, the newest first. */
    secrets: json(),
    /** The position of the last event of the company that was looked at for it. */
    fanned_out_to: integer(),
    /** The first failure since the last success, and roughly the last one. */
    failing_since_ms: integer().nullable(),
    failed_at_ms: integer().nullable(),
    created_at: text().fixed(),
    updated_at: text().uncompared(),
    deleted_at: text().nullable().indexed(),
  },
})
export type WebhookEndpointsTable = RowOf<typeof webhook_endpoints>

export const webhook_deliveries = defineTable('webhook_deliveries', {
  key: ['company_id', 'webhook_endpoint_id', 'event_id'],
  // Its holder is no server of the database that this goes to: the delivery is due when the lease would have ended.
  cleared: ['lease'],
  columns: {
    company_id: text<CompanyId>(),
    webhook_endpoint_id: text<WebhookEndpointId>(),
    event_id: text<EventId>(),
    id: text<DeliveryId>().fixed(),
    event_type: text().fixed(),
    status: text<'pending' | 'delivered' | 'failed' | 'cancelled'>().indexed(),
    /** Attempts since it was queued, or queued again by hand: the position in the schedule. */
    tries: integer(),
    /** Attempts ever: the number of the last one in the log. */
    attempt_count: integer(),
    /** JSON array of the newest attempts, oldest first, as the API shows them. */
    attempts: json(),
    due_at_ms: integer().nullable().indexed(),
    lease: text().nullable(),
    created_at: text().fixed(),
  },
})
export type WebhookDeliveriesTable = RowOf<typeof webhook_deliveries>

export const webhook_clock = defineTable('webhook_clock', {
  key: ['id'],
  owner: OF_DATABASE,
  columns: {
    id: integer<1>(),
    steady_ms: integer(),
  },
})
export type WebhookClockTable = RowOf<typeof webhook_clock>

export const vault_keys = defineTable('vault_keys', {
  key: ['id'],
  owner: OF_DATABASE,
  columns: {
    id: integer<1>(),
    key_id: text(),
  },
})
export type VaultKeysTable = RowOf<typeof vault_keys>

declare module '../../sql/tables.ts' {
  interface Tables {
    webhook_endpoints: WebhookEndpointsTable
    webhook_deliveries: WebhookDeliveriesTable
    webhook_clock: WebhookClockTable
    vault_keys: VaultKeysTable
  }
}
