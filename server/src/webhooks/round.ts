// What the dispatcher does in one transaction: writes down what attempts came to, makes deliveries of new events, claims what is due.
import type { Logger } from 'pino'
import type { WriteTx } from '../database/database.ts'
import type { WebhookAttemptsTable, WebhookEndpointsTable } from '../database/tables.ts'
import type { EventCatalogue } from '../events/event-type.ts'
import { eventsAfter, findStoredEvent, headOf } from '../events/outbox.ts'
import { recordEvents } from '../events/record.ts'
import { envelopeText } from '../events/schema.ts'
import type { CompanyId, EventId, WebhookEndpointId } from '../kernel/ids.ts'
import type { Vault } from '../kernel/vault.ts'
import { afterAttempt, newDelivery, wantedEvents } from './delivery.ts'
import {
  cancelDeliveries,
  claimDeliveries,
  type DeliveryPlace,
  type EndpointPlace,
  earliestDue,
  findDeliveryForUpdate,
  insertAttempts,
  queueDeliveries,
  saveDelivery,
} from './delivery-repository.ts'
import { endpointDisabled } from './events.ts'
import { findEndpoint, findEndpointForUpdate, listEnabledEndpoints, moveEndpoint, saveEndpoint } from './repository.ts'
import { isSuccess, reasonToDisable } from './schedule.ts'
import { presentWebhookEndpoint } from './schema.ts'
import type { Attempt, AttemptOutcome } from './sender.ts'
import { liveSecrets } from './signing-secrets.ts'

/** What a round works with: the moment, on the machine's clock and on the steady one, and what it needs to know. */
export interface RoundScope {
  now_ms: number
  steady_ms: number
  catalogue: EventCatalogue
  vault: Vault
  log: Logger
  /** Random, from 0 to 1. */
  random(): number
}

/** A delivery under way. */
export interface Claimed extends DeliveryPlace {
  lease: string
  attempt: Attempt
}

/** A delivery whose attempt is over. */
export interface Finished {
  claimed: Claimed
  attempted_at: string
  outcome: AttemptOutcome
}

/** An endpoint, and when its next delivery is due. */
export interface Due extends EndpointPlace {
  due_at_ms: number
}

/**
 * Writes down what attempts came to, in their order: the log, the deliveries, and the endpoints' health. An endpoint that answered 410, or at
 * which nothing has arrived for five days, is disabled, with its event. Gives when the failed ones are due again.
 */
export async function settle(tx: WriteTx, scope: RoundScope, finished: readonly Finished[]): Promise<Due[]> {
  const endpoints = new Map<string, WebhookEndpointsTable | undefined>()
  const changed = new Set<string>()
  const attempts: WebhookAttemptsTable[] = []
  const due: Due[] = []
  for (const { claimed, attempted_at, outcome } of finished) {
    const { company_id, webhook_endpoint_id, event_id } = claimed
    const before = await findDeliveryForUpdate(tx, { company_id, webhook_endpoint_id, event_id })
    if (!before) continue
    const after = afterAttempt(before, claimed.lease, outcome, scope.steady_ms, scope.random())
    await saveDelivery(tx, after)
    const { duration_ms, response_status, response_body, error } = outcome
    const number = after.attempt_count
    attempts.push({
      company_id,
      webhook_endpoint_id,
      event_id,
      number,
      attempted_at,
      duration_ms,
      response_status,
      response_body,
      error,
    })
    if (after.due_at_ms !== null) due.push({ company_id, webhook_endpoint_id, due_at_ms: after.due_at_ms })
    if (!endpoints.has(webhook_endpoint_id)) {
      endpoints.set(webhook_endpoint_id, await findEndpointForUpdate(tx, company_id, webhook_endpoint_id))
    }
    const endpoint = endpoints.get(webhook_endpoint_id)
    const healed = endpoint && withHealth(endpoint, claimed, outcome, scope)
    if (healed === endpoint) continue
    endpoints.set(webhook_endpoint_id, healed)
    changed.add(webhook_endpoint_id)
  }
  await insertAttempts(tx, attempts)
  for (const id of changed) await saveHealth(tx, scope, endpoints.get(id)!)
  return due
}

/** An endpoint after an attempt; what an address answered that is not its own any more says nothing of it. */
function withHealth(
  endpoint: WebhookEndpointsTable,
  claimed: Claimed,
  outcome: AttemptOutcome,
  scope: RoundScope,
): WebhookEndpointsTable {
  if (endpoint.status !== 'enabled' || endpoint.url !== claimed.attempt.url) return endpoint
  if (isSuccess(outcome)) return endpoint.failing_since_ms === null ? endpoint : { ...endpoint, failing_since_ms: null }
  const failing_since_ms = endpoint.failing_since_ms ?? scope.steady_ms
  const disabled_reason = reasonToDisable(outcome, failing_since_ms, scope.steady_ms)
  if (!disabled_reason) return endpoint.failing_since_ms === null ? { ...endpoint, failing_since_ms } : endpoint
  const updated_at = new Date(scope.now_ms).toISOString()
  return { ...endpoint, status: 'disabled', disabled_reason, failing_since_ms, updated_at }
}

async function saveHealth(tx: WriteTx, scope: RoundScope, endpoint: WebhookEndpointsTable): Promise<void> {
  await saveEndpoint(tx, endpoint)
  if (endpoint.status === 'enabled') return
  await cancelDeliveries(tx, { company_id: endpoint.company_id, webhook_endpoint_id: endpoint.id })
  const now = new Date(scope.now_ms).toISOString()
  const shown = presentWebhookEndpoint(endpoint)
  await recordEvents(tx, { company_id: endpoint.company_id, now }, endpointDisabled(shown))
}

/**
 * Makes deliveries of events that came after the places that a company's endpoints have looked up to, and moves these places: at most
 * `budget` deliveries and events. Endpoints at the same place go together, those nearest to the newest event first, so that one that is
 * sent the past again holds up no other. Gives the endpoints that have something due now, and whether something is left.
 */
export async function fanOut(
  tx: WriteTx,
  scope: RoundScope,
  company_id: CompanyId,
  budget: number,
): Promise<{ queued: Due[]; is_behind: boolean; looked_at: number }> {
  const head = await headOf(tx, company_id)
  const behind = (await listEnabledEndpoints(tx, company_id)).filter(({ fanned_out_to }) => fanned_out_to < head)
  const groups = [...Map.groupBy(behind, ({ fanned_out_to }) => fanned_out_to)].sort(([a], [b]) => b - a)
  const queued: Due[] = []
  const now = new Date(scope.now_ms).toISOString()
  let left = budget
  for (const [place, endpoints] of groups) {
    if (left <= 0) break
    const most = Math.max(1, Math.floor(left / endpoints.length))
    const events = await eventsAfter(tx, company_id, place, most)
    const rows = []
    for (const endpoint of endpoints) {
      const endpoint_place = { company_id, webhook_endpoint_id: endpoint.id }
      const wanted = wantedEvents(scope.catalogue, endpoint, events)
      if (wanted.length > 0) queued.push({ ...endpoint_place, due_at_ms: scope.steady_ms })
      for (const event of wanted) rows.push(newDelivery(endpoint_place, event, scope.steady_ms, now))
      await moveEndpoint(tx, company_id, endpoint.id, events.at(-1)?.sequence ?? head)
    }
    if (rows.length > 0) await queueDeliveries(tx, rows)
    left -= Math.max(rows.length, events.length)
    if (events.length === most && events.at(-1)!.sequence < head) return { queued, is_behind: true, looked_at: budget - left }
  }
  return { queued, is_behind: left <= 0, looked_at: budget - left }
}

/** What an endpoint may be given now. */
export interface Quota extends EndpointPlace {
  limit: number
  /** Names the claim. */
  lease: string
}

/**
 * Claims due deliveries of an endpoint, with all that sending them takes. Gives as well when its next one is due, the claimed ones
 * included: undefined when it has none.
 */
export async function claim(
  tx: WriteTx,
  scope: RoundScope,
  quota: Quota,
  lease_ms: number,
): Promise<{ claimed: Claimed[]; next_due_at_ms: number | undefined }> {
  const { company_id, webhook_endpoint_id, limit, lease } = quota
  const place = { company_id, webhook_endpoint_id }
  const endpoint = await findEndpoint(tx, company_id, webhook_endpoint_id)
  if (endpoint?.status !== 'enabled') return { claimed: [], next_due_at_ms: undefined }
  const secrets = openSecrets(scope, endpoint)
  if (!secrets) return { claimed: [], next_due_at_ms: scope.steady_ms + lease_ms }
  const terms = { until_ms: scope.steady_ms, limit, lease, lease_until_ms: scope.steady_ms + lease_ms }
  const event_ids = await claimDeliveries(tx, place, terms)
  const claimed: Claimed[] = []
  for (const event_id of event_ids) {
    const attempt = await attemptOf(tx, company_id, webhook_endpoint_id, event_id, endpoint.url, secrets)
    claimed.push({ ...place, event_id, lease, attempt })
  }
  return { claimed, next_due_at_ms: await earliestDue(tx, place) }
}

/** The live secrets of an endpoint; undefined, with a line in the log, when they can't be opened: its deliveries wait. */
function openSecrets(scope: RoundScope, endpoint: WebhookEndpointsTable): string[] | undefined {
  try {
    return liveSecrets(endpoint.secrets, scope.vault, endpoint.id, scope.now_ms)
  } catch (error) {
    scope.log.error({ err: error, webhook_endpoint_id: endpoint.id }, 'the signing secrets of a webhook endpoint do not open')
    return undefined
  }
}

async function attemptOf(
  tx: WriteTx,
  company_id: CompanyId,
  endpoint_id: WebhookEndpointId,
  event_id: EventId,
  url: string,
  secrets: readonly string[],
): Promise<Attempt> {
  const event = await findStoredEvent(tx, company_id, event_id)
  if (!event) throw new Error(`The event ${event_id} of a delivery to ${endpoint_id} is gone`)
  return { url, event_id, body: envelopeText(event), secrets }
}
