// Webhook endpoints: made, changed, their secrets rotated; their deliveries listed and queued again.
import { disabledModules } from '../../access/companies/service.ts'
import type { Context } from '../../http/context.ts'
import { readMoment } from '../../kernel/dates.ts'
import { ApiError, conflict, type Fault, invalid, invalidAll, notFound } from '../../kernel/errors.ts'
import { type CompanyId, isId, newId } from '../../kernel/ids.ts'
import type { Vault } from '../../kernel/vault.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import type { EventCatalogue } from '../events/event-type.ts'
import { headOf, placeBefore } from '../events/outbox.ts'
import { topicOf } from '../events/record.ts'
import { withEarlierFilters } from './delivery.ts'
import { cancelAllDeliveries, cancelDeliveries } from './delivery-repository.ts'
import { checkDestination, resolvesToPrivate } from './destination.ts'
import { filterFaults } from './filters.ts'
import { deliveriesTopic } from './notices.ts'
import { findEndpoint, insertEndpoint, listEndpoints, saveEndpoint } from './repository.ts'
import {
  type CreateWebhookEndpoint,
  presentWebhookEndpoint,
  type UpdateWebhookEndpoint,
  type WebhookEndpoint,
  type WebhookEndpointWithSecret,
} from './schema.ts'
import { firstSecret, newSigningSecret, rotated } from './signing-secrets.ts'
import type { WebhookEndpointsTable } from './table.ts'

/** Endpoints of a company at most. */
const MOST_ENDPOINTS = 16
/** How far back events can be replayed: no longer than deliveries are kept, because they show what arrived. */
export const REPLAYED_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000

/** The dependencies of the room: all event types, the vault of the secrets, whether webhooks may go to private addresses, and the steady clock. */
export interface WebhookParts {
  catalogue: EventCatalogue
  vault: Vault
  allow_private: boolean
  /** The time that deliveries are due by. */
  steady_ms(): number
  /** By how much it is ahead of the machine's clock, in ms to the second: below zero when it is behind. */
  ahead_ms(): number
}

/** All endpoints of the company, newest first; there are few. */
export function listWebhookEndpoints(context: Context): Promise<{ webhook_endpoints: WebhookEndpoint[] }> {
  return context.read(async (tx) => ({
    webhook_endpoints: (await listEndpoints(tx, context.company_id)).map(presentWebhookEndpoint),
  }))
}

/** One endpoint; throws 404 if the company has none with that id. */
export function getWebhookEndpoint(context: Context, id: string): Promise<WebhookEndpoint> {
  return context.read(async (tx) => presentWebhookEndpoint(await loadEndpoint(tx, context.company_id, id)))
}

/**
 * Makes an endpoint, which gets events from now on. Throws 400 for an address where webhooks may not go and for unknown filters, 409
 * `webhook_endpoint_limit_reached` for the seventeenth. Only this answer shows the secret.
 */
export async function createWebhookEndpoint(
  context: Context,
  parts: WebhookParts,
  input: CreateWebhookEndpoint,
): Promise<WebhookEndpointWithSecret> {
  const filters = input.enabled_events ?? ['*']
  const url = await checkInput(parts, { url: input.url, enabled_events: filters })
  return context.transaction(async (tx) => {
    const { company_id, now, now_ms } = context
    await refuseDisabledModules(tx, company_id, parts.catalogue, filters)
    if ((await listEndpoints(tx, company_id)).length >= MOST_ENDPOINTS) {
      throw conflict(
        'webhook_endpoint_limit_reached',
        `A company has at most ${MOST_ENDPOINTS} webhook endpoints: delete one first`,
      )
    }
    const id = newId('webhook_endpoint', now_ms)
    const secret = newSigningSecret()
    const row: WebhookEndpointsTable = {
      company_id,
      id,
      url: url!,
      description: input.description ?? '',
      enabled_events: JSON.stringify(filters),
      earlier_filters: '[]',
      status: 'enabled',
      disabled_reason: null,
      secrets: firstSecret(parts.vault, id, secret),
      fanned_out_to: await headOf(tx, company_id),
      failing_since_ms: null,
      failed_at_ms: null,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    }
    await insertEndpoint(tx, row)
    return { ...presentWebhookEndpoint(row), secret }
  })
}

/**
 * Changes an endpoint. Disabling ends its pending deliveries; after enabling it gets new events, and with `replay_since` also those that
 * it missed since then. Throws 400 as `createWebhookEndpoint` does, and for a `replay_since` that is invalid or too long ago.
 */
export async function updateWebhookEndpoint(
  context: Context,
  parts: WebhookParts,
  id: string,
  given: UpdateWebhookEndpoint,
): Promise<WebhookEndpoint> {
  const checked = await checkInput(parts, await newInput(context, id, given))
  const since = readReplay(given, context.now_ms)
  return context.transaction(async (tx) => {
    const before = await loadEndpoint(tx, context.company_id, id)
    const changes = context.changesOf(presentWebhookEndpoint(before), given)
    const url = changes.url === undefined ? undefined : checked
    const new_filters = JSON.stringify(changes.enabled_events) === before.enabled_events ? [] : (changes.enabled_events ?? [])
    await refuseDisabledModules(tx, context.company_id, parts.catalogue, new_filters)
    const status = changes.status ?? before.status
    if (since !== undefined && status === 'disabled') {
      throw invalid('replay_since', 'replay_since needs an enabled endpoint: send "status": "enabled" with it')
    }
    const revised: WebhookEndpointsTable = {
      ...before,
      url: url ?? before.url,
      description: changes.description === undefined ? before.description : (changes.description ?? ''),
      enabled_events: changes.enabled_events ? JSON.stringify(changes.enabled_events) : before.enabled_events,
      status,
      disabled_reason: status === before.status ? before.disabled_reason : status === 'disabled' ? 'manual' : null,
    }
    const is_turned_on = status === 'enabled' && before.status === 'disabled'
    if (is_turned_on || revised.url !== before.url) revised.failing_since_ms = null
    if (is_turned_on) revised.fanned_out_to = await headOf(tx, context.company_id)
    else if (revised.enabled_events !== before.enabled_events && before.status === 'enabled') {
      revised.earlier_filters = withEarlierFilters(before, await headOf(tx, context.company_id))
    }
    // A replay uses the current filters.
    if (is_turned_on || since !== undefined) revised.earlier_filters = '[]'
    if (since !== undefined) {
      revised.fanned_out_to = Math.min(revised.fanned_out_to, await placeBefore(tx, context.company_id, since))
    }
    if (JSON.stringify(revised) === JSON.stringify(before)) return presentWebhookEndpoint(before)
    const after = { ...revised, updated_at: context.now }
    await saveEndpoint(tx, after)
    if (after.status === 'disabled' && before.status === 'enabled') await endDeliveries(tx, after)
    // What is left from the time before it was disabled must not be sent now.
    if (is_turned_on) cancelAllDeliveries(tx, { company_id: after.company_id, webhook_endpoint_id: after.id })
    tx.notify(topicOf(context.company_id))
    if (is_turned_on || since !== undefined) {
      tx.notify(deliveriesTopic({ company_id: after.company_id, webhook_endpoint_id: after.id }))
    }
    return presentWebhookEndpoint(after)
  })
}

/** Deletes an endpoint and ends its pending deliveries. */
export function deleteWebhookEndpoint(context: Context, id: string): Promise<{ deleted: true }> {
  return context.transaction(async (tx) => {
    const row = await loadEndpoint(tx, context.company_id, id)
    context.requireMatch(presentWebhookEndpoint(row))
    await saveEndpoint(tx, { ...row, status: 'disabled', deleted_at: context.now, updated_at: context.now })
    await endDeliveries(tx, row)
    return { deleted: true as const }
  })
}

/** Cancels the pending deliveries of a disabled endpoint; if there are many, the dispatcher continues, and sends none of them. */
async function endDeliveries(tx: WriteTx, { company_id, id: webhook_endpoint_id }: WebhookEndpointsTable): Promise<void> {
  const key = { company_id, webhook_endpoint_id }
  if (await cancelDeliveries(tx, key)) tx.notify(deliveriesTopic(key))
}

/** Gives an endpoint a new secret; for 24 hours more it is signed with the old one as well. */
export function rotateSecret(context: Context, parts: WebhookParts, id: string): Promise<WebhookEndpointWithSecret> {
  return context.transaction(async (tx) => {
    const row = await loadEndpoint(tx, context.company_id, id)
    const secret = newSigningSecret()
    const secrets = rotated(row.secrets, parts.vault, row.id, secret, context.real_ms)
    const after = { ...row, secrets, updated_at: context.now }
    await saveEndpoint(tx, after)
    return { ...presentWebhookEndpoint(after), secret }
  })
}

interface Input {
  url?: string | undefined
  enabled_events?: readonly string[] | undefined
}

/** The parts of a change to validate: not what the endpoint has already, whatever became of its name or filters since. */
function newInput(context: Context, id: string, { url, enabled_events }: UpdateWebhookEndpoint): Promise<Input> {
  return context.read(async (tx) => {
    const known = isId('webhook_endpoint', id) ? await findEndpoint(tx, context.company_id, id) : undefined
    const has_filters = JSON.stringify(enabled_events) === known?.enabled_events
    return { url: url === known?.url ? undefined : url, enabled_events: has_filters ? undefined : enabled_events }
  })
}

/** Checks address and filters before anything is written; gives the address as it is kept. Throws 400 with all faults. */
async function checkInput(parts: WebhookParts, { url, enabled_events: filters }: Input): Promise<string | undefined> {
  const faults: Fault[] = []
  let checked: string | undefined
  try {
    checked = url === undefined ? undefined : checkDestination(url, parts)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    faults.push(...error.faults)
  }
  if (filters) faults.push(...filterFaults(parts.catalogue, filters))
  if (faults.length > 0) throw invalidAll(faults)
  if (checked !== undefined && !parts.allow_private && (await resolvesToPrivate(new URL(checked).hostname))) {
    throw invalid('url', 'url must not lead to a private address, and its name resolves to one')
  }
  return checked
}

async function refuseDisabledModules(tx: Tx, company_id: CompanyId, catalogue: EventCatalogue, filters: readonly string[]) {
  const modules = filters.map((filter) => catalogue.find(filter)?.module)
  if (modules.every((module) => !module)) return
  const disabled = await disabledModules(tx, company_id)
  const index = modules.findIndex((module) => module && disabled.has(module))
  if (index < 0) return
  const sentence = `${filters[index]} belongs to the module ${modules[index]}, which is turned off for this company`
  throw invalid(`enabled_events[${index}]`, sentence, 'event_type_unavailable')
}

function readReplay(changes: UpdateWebhookEndpoint, now_ms: number): string | undefined {
  if (changes.replay_since === undefined) return undefined
  const since = readMoment(changes.replay_since, 'from')
  if (since === undefined) throw invalid('replay_since', 'replay_since must be a date, a date-time with offset, or unix seconds')
  if (Date.parse(since) < now_ms - REPLAYED_DAYS * DAY_MS) {
    throw invalid('replay_since', `replay_since must not lie more than ${REPLAYED_DAYS} days back`)
  }
  return since
}

/** An endpoint of a company; throws 404 if it has none with that id. */
export async function loadEndpoint(tx: Tx, company_id: CompanyId, id: string): Promise<WebhookEndpointsTable> {
  const row = isId('webhook_endpoint', id) ? await findEndpoint(tx, company_id, id) : undefined
  if (!row) throw notFound()
  return row
}
