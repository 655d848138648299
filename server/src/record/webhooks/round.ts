// One transaction of the dispatcher for one company: stores outcomes, makes deliveries of new events, claims what is due.
import type { Logger } from 'pino'
import type { CompanyId, EventId, WebhookEndpointId } from '../../kernel/ids.ts'
import type { WriteTx } from '../../sql/database.ts'
import type { EventCatalogue } from '../events/event-type.ts'
import { eventsAfter, findStoredEvent, headOf } from '../events/outbox.ts'
import { recordEvents } from '../events/record.ts'
import { envelopeText } from '../events/schema.ts'
import { afterAttempt, ended, type NewEvent, wantedEvents } from './delivery.ts'
import {
  cancelDeliveries,
  claimDeliveries,
  type DeliveryKey,
  type EndpointKey,
  earliestDue,
  findDelivery,
  queueDeliveries,
  releaseLease,
  saveDelivery,
} from './delivery-repository.ts'
import { endpointDisabled } from './events.ts'
import { newDelivery } from './new-delivery.ts'
import { findEndpoint, listEnabledEndpoints, moveEndpoints, saveEndpoint } from './repository.ts'
import { isSuccess, reasonToDisable, withFailure } from './schedule.ts'
import { presentWebhookEndpoint } from './schema.ts'
import type { Attempt, AttemptOutcome } from './sender.ts'
import type { createSecretReader } from './signing-secrets.ts'
import type { WebhookDeliveriesTable, WebhookEndpointsTable } from './table.ts'

/** The input of a round: the moment, on the machine's clock and on the steady one, and what it needs to know. */
export interface RoundScope {
  now_ms: number
  steady_ms: number
  catalogue: EventCatalogue
  /** The live secrets of an endpoint, from their stored form. */
  readSecrets: ReturnType<typeof createSecretReader>
  log: Logger
  /** Random, from 0 to 1. */
  random(): number
  /** The envelopes of events that were read in this round: one event goes to many endpoints. */
  envelopes: Map<EventId, string>
  /** How many bytes of bodies may still be claimed, by all companies of the round; the one that reaches it is. */
  room: { bytes: number }
  /** The endpoints as this round knows them. */
  endpoints: Map<WebhookEndpointId, WebhookEndpointsTable | undefined>
}

/** A delivery under way. */
export interface Claimed extends DeliveryKey {
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
export interface Due extends EndpointKey {
  due_at_ms: number
}

/** The work of a round for a company. */
export interface RoundOrder {
  company_id: CompanyId
  finished: readonly Finished[]
  /** Whether there may be new events. */
  is_news: boolean
  quotas: readonly Quota[]
  /** How many events the companies of the round may still look at together; each one subtracts its own. */
  bounds: { events_left: number }
  at_once: AtOnce
}

/** A company's round, in its transaction: settles, fans out, claims. */
export async function runRound(tx: WriteTx, scope: RoundScope, order: RoundOrder) {
  const { company_id, is_news, bounds, at_once } = order
  const due = await settle(tx, scope, order.finished)
  const budget = bounds.events_left
  const fanned_out = is_news && budget > 0 ? await fanOut(tx, scope, company_id, budget, at_once) : undefined
  if (fanned_out) bounds.events_left -= Math.max(1, fanned_out.looked_at)
  const claims = []
  for (const quota of order.quotas) claims.push({ quota, ...(await claim(tx, scope, quota, at_once.lease_ms)) })
  return { due, fanned_out, claims }
}

/**
 * Stores outcomes in their order: the log, the deliveries, and the endpoints' health. An endpoint that answered 410, or at
 * which nothing has arrived for five days, is disabled, with its event. Returns when the failed ones are due again.
 */
export async function settle(tx: WriteTx, scope: RoundScope, finished: readonly Finished[]): Promise<Due[]> {
  const { endpoints } = scope
  const changed = new Set<WebhookEndpointId>()
  const due: Due[] = []
  // All queries at once: on a remote database each one alone is a round trip.
  const rows = await Promise.all(finished.map(({ claimed }) => findDelivery(tx, keyOf(claimed))))
  const changed_rows = new Map<string, WebhookDeliveriesTable>()
  for (const [index, { claimed, attempted_at, outcome }] of finished.entries()) {
    const { company_id, webhook_endpoint_id, event_id } = claimed
    const name = `${webhook_endpoint_id} ${event_id}`
    const before = changed_rows.get(name) ?? rows[index]
    if (!before) continue
    if (!endpoints.has(webhook_endpoint_id)) {
      endpoints.set(webhook_endpoint_id, await findEndpoint(tx, company_id, webhook_endpoint_id))
    }
    const endpoint = endpoints.get(webhook_endpoint_id)
    const is_moved = endpoint !== undefined && endpoint.url !== claimed.attempt.url
    const made = { attempted_at, ...outcome }
    const is_over = endpoint?.status !== 'enabled'
    const after = afterAttempt(is_over ? ended(before) : before, claimed.lease, made, scope.steady_ms, scope.random(), is_moved)
    saveDelivery(tx, after)
    changed_rows.set(name, after)
    if (after.due_at_ms !== null) due.push({ company_id, webhook_endpoint_id, due_at_ms: after.due_at_ms })
    const healed = endpoint && withHealth(endpoint, claimed, outcome, scope)
    if (healed === endpoint) continue
    endpoints.set(webhook_endpoint_id, healed)
    changed.add(webhook_endpoint_id)
  }
  for (const id of changed) due.push(...(await saveHealth(tx, scope, endpoints.get(id)!)))
  return due
}

function keyOf({ company_id, webhook_endpoint_id, event_id }: Claimed): DeliveryKey {
  return { company_id, webhook_endpoint_id, event_id }
}

/** An endpoint after an attempt; an answer from an address that is no longer its own is ignored. */
function withHealth(
  endpoint: WebhookEndpointsTable,
  claimed: Claimed,
  outcome: AttemptOutcome,
  scope: RoundScope,
): WebhookEndpointsTable {
  if (endpoint.status !== 'enabled' || endpoint.url !== claimed.attempt.url) return endpoint
  if (isSuccess(outcome)) return endpoint.failing_since_ms === null ? endpoint : { ...endpoint, failing_since_ms: null }
  const failed = withFailure(endpoint, scope.steady_ms)
  const disabled_reason = reasonToDisable(outcome, failed.failing_since_ms!, scope.steady_ms)
  if (!disabled_reason) return failed
  const updated_at = new Date(scope.now_ms).toISOString()
  return { ...failed, status: 'disabled', disabled_reason, updated_at }
}

/** Gives the endpoint as due when it was disabled and deliveries of it are left to end. */
async function saveHealth(tx: WriteTx, scope: RoundScope, endpoint: WebhookEndpointsTable): Promise<Due[]> {
  await saveEndpoint(tx, endpoint)
  if (endpoint.status === 'enabled') return []
  const key = { company_id: endpoint.company_id, webhook_endpoint_id: endpoint.id }
  const has_more = await cancelDeliveries(tx, key)
  const now = new Date(scope.now_ms).toISOString()
  const shown = presentWebhookEndpoint(endpoint)
  await recordEvents(tx, { company_id: endpoint.company_id, now }, endpointDisabled(shown))
  return has_more ? [{ ...key, due_at_ms: scope.steady_ms }] : []
}

/** How a new delivery goes out at once: the lease that an endpoint with nothing else due is given for it; undefined when it has to wait. */
interface AtOnce {
  take(endpoint: EndpointKey, bytes: number): string | undefined
  lease_ms: number
}

/** The result of fanning out. */
interface FannedOut {
  /** Deliveries that go out at once. */
  claimed: Claimed[]
  /** Endpoints with deliveries that wait. */
  queued: Due[]
  /** Whether something is left to look at. */
  is_behind: boolean
  looked_at: number
}

/**
 * Makes deliveries of events that came after the positions of a company's endpoints, and moves these positions: at most
 * `budget` deliveries and events. Endpoints at the same position go together, those nearest to the newest event first, so that one that is
 * sent the past again holds up no other.
 */
async function fanOut(
  tx: WriteTx,
  scope: RoundScope,
  company_id: CompanyId,
  budget: number,
  at_once: AtOnce,
): Promise<FannedOut> {
  const head = await headOf(tx, company_id)
  const behind = (await listEnabledEndpoints(tx, company_id)).filter(({ fanned_out_to }) => fanned_out_to < head)
  const groups = [...Map.groupBy(behind, ({ fanned_out_to }) => fanned_out_to)].sort(([a], [b]) => b - a)
  const done: FannedOut = { claimed: [], queued: [], is_behind: false, looked_at: 0 }
  for (const [position, endpoints] of groups) {
    if (done.looked_at >= budget) return { ...done, is_behind: true }
    const most = Math.max(1, Math.floor((budget - done.looked_at) / endpoints.length))
    const events = await eventsAfter(tx, company_id, position, most)
    const last = events.at(-1)?.sequence ?? head
    await moveEndpoints(tx, company_id, position, last)
    const rows = newDeliveries(scope, endpoints, events, at_once, done)
    const stored = rows.length === 0 ? [] : await queueDeliveries(tx, rows)
    const by_id = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]))
    const at_once_ids = new Set(stored.flatMap(({ event_id, lease }) => (lease === null ? [] : [event_id])))
    await Promise.all([...at_once_ids].map((event_id) => envelopeOf(tx, scope, company_id, event_id)))
    // One that had arrived already was not stored again, and is not sent.
    for (const { webhook_endpoint_id, event_id, lease } of stored) {
      const endpoint = by_id.get(webhook_endpoint_id)!
      const secrets = lease === null ? undefined : openSecrets(scope, endpoint)
      if (lease === null || !secrets) continue
      const body = await envelopeOf(tx, scope, company_id, event_id)
      const attempt = { url: endpoint.url, event_id, body, secrets }
      done.claimed.push({ company_id, webhook_endpoint_id, event_id, lease, attempt })
    }
    done.looked_at += Math.max(rows.length, events.length)
    if (events.length === most && last < head) return { ...done, is_behind: true }
  }
  return done
}

function newDeliveries(
  scope: RoundScope,
  endpoints: readonly WebhookEndpointsTable[],
  events: readonly NewEvent[],
  at_once: AtOnce,
  done: FannedOut,
): WebhookDeliveriesTable[] {
  const now = new Date(scope.now_ms).toISOString()
  const rows: WebhookDeliveriesTable[] = []
  for (const endpoint of endpoints) {
    const key = { company_id: endpoint.company_id, webhook_endpoint_id: endpoint.id }
    const can_sign = openSecrets(scope, endpoint) !== undefined
    let has_queued = false
    for (const event of wantedEvents(scope.catalogue, endpoint, events)) {
      const lease = can_sign ? at_once.take(key, event.bytes) : undefined
      if (lease) rows.push(newDelivery(key, event, scope.steady_ms + at_once.lease_ms, now, lease))
      else rows.push(newDelivery(key, event, scope.steady_ms, now))
      has_queued ||= !lease
    }
    if (has_queued) done.queued.push({ ...key, due_at_ms: scope.steady_ms })
  }
  return rows
}

/** What an endpoint may get now. */
export interface Quota extends EndpointKey {
  limit: number
  /** Names the claim. */
  lease: string
  /** Whether the endpoint has nothing under way. */
  is_first: boolean
  /** Whether it may have deliveries that are due later. */
  has_later: boolean
}

/** Bytes of bodies beyond the bound that first attempts of endpoints may make in all. */
const MOST_OVERDRAWN = 48 * 1024 * 1024

/**
 * Claims due deliveries of an endpoint, with everything needed to send them; for a disabled one it cancels some instead. Also returns when its
 * next one is due, claimed ones included: undefined if it has none, or none but claimed ones and that is known without a query.
 */
async function claim(
  tx: WriteTx,
  scope: RoundScope,
  quota: Quota,
  lease_ms: number,
): Promise<{ claimed: Claimed[]; next_due_at_ms: number | undefined }> {
  const { company_id, webhook_endpoint_id, limit, lease } = quota
  const key = { company_id, webhook_endpoint_id }
  if (!scope.endpoints.has(webhook_endpoint_id)) {
    scope.endpoints.set(webhook_endpoint_id, await findEndpoint(tx, company_id, webhook_endpoint_id))
  }
  const endpoint = scope.endpoints.get(webhook_endpoint_id)
  if (endpoint?.status !== 'enabled') {
    const has_more = await cancelDeliveries(tx, key)
    return { claimed: [], next_due_at_ms: has_more ? scope.steady_ms : undefined }
  }
  const secrets = openSecrets(scope, endpoint)
  if (!secrets) return { claimed: [], next_due_at_ms: scope.steady_ms + lease_ms }
  const terms = { until_ms: scope.steady_ms, limit, lease, lease_until_ms: scope.steady_ms + lease_ms }
  const event_ids = await claimDeliveries(tx, key, terms)
  const claimed: Claimed[] = []
  for (const event_id of event_ids) {
    // The first one of an idle endpoint is always sent: what one endpoint sends may not hold up another.
    const may_overdraw = quota.is_first && claimed.length === 0 && scope.room.bytes > -MOST_OVERDRAWN
    if (scope.room.bytes <= 0 && !may_overdraw) {
      await releaseLease(tx, { ...key, event_id }, lease, scope.steady_ms)
      continue
    }
    const body = await envelopeOf(tx, scope, company_id, event_id)
    scope.room.bytes -= body.length
    claimed.push({ ...key, event_id, lease, attempt: { url: endpoint.url, event_id, body, secrets } })
  }
  const may_have_more = quota.has_later || event_ids.length === limit || claimed.length < event_ids.length
  return { claimed, next_due_at_ms: may_have_more ? await earliestDue(tx, key) : undefined }
}

/** The live secrets of an endpoint; undefined, with a line in the log, when they can't be opened: its deliveries wait. */
function openSecrets(scope: RoundScope, endpoint: WebhookEndpointsTable): string[] | undefined {
  try {
    return scope.readSecrets(endpoint.secrets, endpoint.id, scope.now_ms)
  } catch (error) {
    scope.log.error({ err: error, webhook_endpoint_id: endpoint.id }, 'the signing secrets of a webhook endpoint do not open')
    return undefined
  }
}

async function envelopeOf(tx: WriteTx, scope: RoundScope, company_id: CompanyId, event_id: EventId): Promise<string> {
  let text = scope.envelopes.get(event_id)
  if (text === undefined) {
    const event = await findStoredEvent(tx, company_id, event_id)
    if (!event) throw new Error(`The event ${event_id} of a delivery is gone`)
    text = envelopeText(event)
    scope.envelopes.set(event_id, text)
  }
  return text
}
