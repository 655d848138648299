// Sends events to webhook endpoints: in rounds of one transaction each, as many attempts at once as are allowed, each endpoint for itself.
// How it can skip nothing and lose nothing stands in decisions/011-webhook-delivery.md.
import type { Logger } from 'pino'
import type { Database, WriteTx } from '../database/database.ts'
import type { Leadership } from '../database/leadership.ts'
import type { EventCatalogue } from '../events/event-type.ts'
import { companyOfTopic } from '../events/record.ts'
import type { Clock } from '../kernel/clock.ts'
import { type CompanyId, randomDigits, type WebhookEndpointId } from '../kernel/ids.ts'
import type { Vault } from '../kernel/vault.ts'
import {
  type EndpointPlace,
  listEarliestDue,
  readSteadyClock,
  releaseAllLeases,
  releaseLease,
  writeSteadyClock,
} from './delivery-repository.ts'
import { endpointOfTopic } from './notices.ts'
import { companiesBehind, isBehind } from './repository.ts'
import { type Claimed, claim, type Due, type Finished, fanOut, type Quota, type RoundScope, settle } from './round.ts'
import { isSuccess } from './schedule.ts'
import type { Sender } from './sender.ts'
import { createSecretReader } from './signing-secrets.ts'

/**
 * Attempts under way at once. An endpoint with nothing under way may always have one, so that nobody waits for the others, however slow and
 * however many they are. What an endpoint has beyond the first is bounded for all together, and goes to those with the least.
 */
const MOST_BEYOND_FIRST = 256
const MOST_OF_ENDPOINT = 16
const FIRST_OF_ENDPOINT = 1
/** The last bound of all, for the memory's sake; endpoints that fail leave a quarter to the others. */
const MOST_IN_FLIGHT = 1_024
const MOST_IN_FLIGHT_FAILING = 768
/** The bytes of the bodies under way; small ones pass beyond it where an endpoint has nothing under way. */
const MOST_BYTES_IN_FLIGHT = 16 * 1024 * 1024
const SMALL_BYTES = 16 * 1024
/** What one round does at most: it bounds how long requests wait for its transaction. */
const SETTLED_IN_ROUND = 64
const FANNED_OUT_IN_ROUND = 128
const CLAIMED_IN_ROUND = 64
/**
 * Rounds are so far apart at least, unless there is enough for a full one: what happened in between shares a transaction, and the answer of
 * the request that caused it is on its way first.
 */
const ROUND_GAP_MS = 8
/**
 * What attempts came to is written down so much later at most, mostly together with the next events: a database page that many deliveries are
 * on is then written once. Who kills the process in between has them repeated, which is what at least once allows.
 */
const SETTLE_GAP_MS = 100
/** Endpoints with nothing to do that are remembered, for how many attempts at once they take. */
const LANES_KEPT = 1_000
/** How long an attempt may take, with much to spare, before its delivery counts as lost and is claimed again. */
const LEASE_MS = 60_000
/** How often it looks by itself for what other processes did, and for what it may have missed. */
const POLL_MS = 1_000
const FULL_POLL_MS = 30_000
/** How long it waits after a round that failed. */
const FAULT_WAIT_MS = 1_000
/** How long attempts under way may take when the process is asked to end. */
const STOP_GRACE_MS = 2_000
/** The steady clock is written down when it has moved by so much. */
const CLOCK_STEP_MS = 1_000

export interface DispatcherParts {
  database: Database
  clock: Clock
  /** Milliseconds that never jump, starting near the machine's clock: what due times are measured by. */
  steadyClock: Clock
  catalogue: EventCatalogue
  vault: Vault
  sender: Sender
  log: Logger
  random?: () => number
  /** Says whether this process is the one that makes deliveries, where there may be several. */
  leadership: Leadership
}

export interface Dispatcher {
  /** Takes up what an earlier process left, and begins. */
  start(): Promise<void>
  /** The time that deliveries are due by, in ms. */
  steady_ms(): number
  /** Looks at once whether something is due. */
  wake(): void
  /** Resolves when nothing is under way and nothing is due. */
  idle(): Promise<void>
  /** Ends: attempts under way get two seconds, what they came to is written down, the rest is given back. */
  stop(): Promise<void>
}

/** One endpoint with deliveries: what is under way, and when it is looked at next. */
interface Lane extends EndpointPlace {
  in_flight: number
  /** How many attempts it may have at once: fewer while it fails, more while it answers. */
  window: number
  /** Whether its last attempt failed. */
  is_failing: boolean
  due_at_ms: number
  /** Whether something of it is due later: since it is looked at because of what is due now, that must not be forgotten. */
  has_later: boolean
}

/** What the transactions of one round may do together, and have been given so far. */
class RoundBounds {
  /** Bytes of bodies. */
  readonly room: { bytes: number }
  events_left = FANNED_OUT_IN_ROUND
  at_once_left = CLAIMED_IN_ROUND
  /** Attempts that endpoints have been given, and how many of them are beyond their first one under way. */
  readonly given = new Map<WebhookEndpointId, number>()
  beyond_first = 0

  constructor(bytes: number) {
    this.room = { bytes }
  }

  give(lane: Lane, count: number): void {
    const given = this.given.get(lane.webhook_endpoint_id) ?? 0
    this.beyond_first += lane.in_flight + given > 0 ? count : count - 1
    this.given.set(lane.webhook_endpoint_id, given + count)
  }
}

/** A clock that follows the machine's when it starts and then only counts: whatever is set, it neither jumps nor stands still. */
export function createSteadyClock(clock: Clock): Clock {
  const offset = clock.now_ms() - performance.now()
  return { now_ms: () => Math.round(offset + performance.now()) }
}

export function createDispatcher(parts: DispatcherParts): Dispatcher {
  return new RoundDispatcher(parts)
}

class RoundDispatcher implements Dispatcher {
  private readonly parts: DispatcherParts
  private readonly leadership: Leadership
  private readonly random: () => number
  private readonly readSecrets: ReturnType<typeof createSecretReader>
  private readonly lanes = new Map<WebhookEndpointId, Lane>()
  /** Companies of which there may be new events, and those that are known to have some. */
  private readonly rumours = new Set<CompanyId>()
  private readonly news = new Set<CompanyId>()
  private finished: Finished[] = []
  private finished_since = 0
  private readonly under_way = new Map<Claimed, Promise<void>>()
  /** Endpoints with something under way. */
  private busy_lanes = 0
  private bytes_in_flight = 0
  private clock_offset_ms = 0
  private clock_written_ms = 0
  private resume_at = 0
  private running: Promise<void> | undefined
  private timer: NodeJS.Timeout | undefined
  private polled_at = 0
  private fully_polled_at = 0
  private is_woken = false
  private unsubscribe = () => {}
  private state: 'new' | 'started' | 'stopping' | 'stopped' = 'new'
  private readonly lease_prefix = randomDigits(12)
  private leases = 0

  constructor(parts: DispatcherParts) {
    this.parts = parts
    this.leadership = parts.leadership
    this.readSecrets = createSecretReader(parts.vault)
    this.random = parts.random ?? Math.random
  }

  async start(): Promise<void> {
    const { database, steadyClock } = this.parts
    const written = await database.read(readSteadyClock)
    // The machine's clock was set back since: due times go on from where they were, as if it had not been.
    this.clock_offset_ms = Math.max(0, written - steadyClock.now_ms())
    this.unsubscribe = database.onNotify((topics) => this.hear(topics))
    this.state = 'started'
    await this.leadership.onTaken(() => this.takeOver())
    this.wake()
  }

  /** Goes on where the process before stopped. Whatever it had under way, it has no more: its leases end. */
  private async takeOver(): Promise<void> {
    const { database, steadyClock } = this.parts
    const written = await database.read(readSteadyClock)
    this.clock_offset_ms = Math.max(this.clock_offset_ms, written - steadyClock.now_ms())
    await database.write(async (tx) => {
      releaseAllLeases(tx, this.steady_ms())
      writeSteadyClock(tx, this.steady_ms())
    })
    this.polled_at = 0
    this.fully_polled_at = 0
    this.wake()
  }

  wake(): void {
    if (this.state !== 'started' || this.running || this.is_woken) return
    clearTimeout(this.timer)
    if (this.isPressing()) this.begin()
    else {
      this.is_woken = true
      this.timer = setTimeout(() => this.begin(), ROUND_GAP_MS)
    }
  }

  private begin(): void {
    this.is_woken = false
    clearTimeout(this.timer)
    this.running = this.run().finally(() => {
      this.running = undefined
      if (this.state === 'started') this.sleep()
    })
  }

  async idle(): Promise<void> {
    for (;;) {
      this.polled_at = 0
      if (!this.running) this.begin()
      while (this.running) await this.running
      if (this.under_way.size > 0) await Promise.race(this.under_way.values())
      else if (this.rumours.size === 0 && !this.hasWork()) return
    }
  }

  async stop(): Promise<void> {
    if (this.state !== 'started') return
    this.unsubscribe()
    this.state = 'stopping'
    this.is_woken = false
    clearTimeout(this.timer)
    while (this.running) await this.running
    let grace: NodeJS.Timeout | undefined
    await Promise.race([
      Promise.all(this.under_way.values()),
      new Promise((resolve) => {
        grace = setTimeout(resolve, STOP_GRACE_MS)
      }),
    ])
    clearTimeout(grace)
    this.state = 'stopped'
    await this.parts.sender.close()
    try {
      await this.writeLast()
    } catch (error) {
      // Their leases run out, and they are sent again: that is what at least once allows.
      this.parts.log.error({ err: error }, 'the last webhook attempts could not be written down; they will be repeated')
    }
  }

  /** Writes down what attempts came to, and gives those back that have not ended. */
  private async writeLast(): Promise<void> {
    const finished = Map.groupBy(this.finished, ({ claimed }) => claimed.company_id)
    const given_back = Map.groupBy(this.under_way.keys(), ({ company_id }) => company_id)
    const companies = new Set([...finished.keys(), ...given_back.keys()])
    const writes = [...companies].map((company_id) =>
      this.parts.database.write(async (tx) => {
        await settle(tx, this.scope(new RoundBounds(0)), finished.get(company_id) ?? [])
        for (const claimed of given_back.get(company_id) ?? []) {
          releaseLease(tx, placeOf(claimed), claimed.lease, this.steady_ms())
        }
      }, company_id),
    )
    await Promise.all(writes)
  }

  private hear(topics: ReadonlySet<string>): void {
    let is_heard = false
    for (const topic of topics) {
      const company_id = companyOfTopic(topic)
      const endpoint = endpointOfTopic(topic)
      if (company_id) this.rumours.add(company_id)
      if (endpoint) this.letIn(this.laneOf(endpoint))
      is_heard ||= company_id !== undefined || endpoint !== undefined
    }
    if (is_heard) this.wake()
  }

  /** Somebody asked for it by hand: it is tried at once, beside what may be hanging there. */
  private letIn(lane: Lane): void {
    lane.due_at_ms = 0
    lane.is_failing = false
    lane.window = Math.min(MOST_OF_ENDPOINT, Math.max(lane.window, lane.in_flight + 1))
  }

  private async run(): Promise<void> {
    while (this.state === 'started' && performance.now() >= this.resume_at) {
      try {
        await this.look()
        if (!this.hasWork()) return
        await this.round()
        if (!this.isPressing()) return
      } catch (error) {
        this.resume_at = performance.now() + FAULT_WAIT_MS
        this.parts.log.error({ err: error }, 'webhooks could not be dispatched; trying again')
      }
    }
  }

  /** Finds out where there are new events, without a write. */
  private async look(): Promise<void> {
    const { database } = this.parts
    if (!this.leadership.isHeld()) return void this.rumours.clear()
    const now = performance.now()
    if (this.polled_at === 0 || now - this.polled_at >= POLL_MS) {
      this.polled_at = now
      for (const company_id of await database.readOne(companiesBehind)) this.news.add(company_id)
    }
    if (this.fully_polled_at === 0 || now - this.fully_polled_at >= FULL_POLL_MS) {
      for (const due of await database.readOne(listEarliestDue)) {
        this.expect(due as Due)
        // The earliest is all that is known of it.
        this.laneOf(due).has_later = true
      }
      this.fully_polled_at = now
    }
    if (this.rumours.size === 0) return
    const rumours = [...this.rumours]
    this.rumours.clear()
    for (const company_id of rumours) {
      if (await database.readOne((tx) => isBehind(tx, company_id))) this.news.add(company_id)
    }
  }

  private hasWork(): boolean {
    if (this.finished.length > 0) return true
    return this.leadership.isHeld() && (this.news.size > 0 || this.readyLanes().length > 0)
  }

  /** Whether there is enough for a full round. */
  private isPressing(): boolean {
    return this.finished.length >= SETTLED_IN_ROUND / 2 || (this.news.size > 0 && this.leadership.isHeld())
  }

  /** Whether an endpoint may have one more attempt under way, besides `given` and, of all endpoints, `beyond_first` that are not counted yet. */
  private mayHaveMore(lane: Lane, given = 0, beyond_first = 0): boolean {
    const of_lane = lane.in_flight + given
    if (of_lane >= lane.window) return false
    if (of_lane > 0) return this.under_way.size - this.busy_lanes + beyond_first < MOST_BEYOND_FIRST && this.hasBytes()
    return this.under_way.size < (lane.is_failing ? MOST_IN_FLIGHT_FAILING : MOST_IN_FLIGHT)
  }

  private hasBytes(): boolean {
    return this.bytes_in_flight < MOST_BYTES_IN_FLIGHT
  }

  private readyLanes(): Lane[] {
    const now = this.steady_ms()
    return [...this.lanes.values()].filter((lane) => lane.due_at_ms <= now && this.mayHaveMore(lane))
  }

  /** One transaction for each company that something is to be done for; those of other companies neither wait for it nor fail with it. */
  private async round(): Promise<void> {
    const finished = Map.groupBy(this.finished.splice(0, SETTLED_IN_ROUND), ({ claimed }) => claimed.company_id)
    const shared = new RoundBounds(MOST_BYTES_IN_FLIGHT - this.bytes_in_flight)
    const quotas = Map.groupBy(this.leadership.isHeld() ? this.quotasOf(shared) : [], ({ company_id }) => company_id)
    const news = this.leadership.isHeld() ? [...this.news] : []
    const companies = new Set<CompanyId>([...news, ...finished.keys(), ...quotas.keys()])
    const done = [...companies].map((company_id) => {
      const is_news = news.includes(company_id)
      return this.roundOf(company_id, is_news, finished.get(company_id) ?? [], quotas.get(company_id) ?? [], shared)
    })
    const outcomes = await Promise.allSettled([...done, this.writeClock()])
    this.forgetIdleLanes()
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed) throw failed.reason
  }

  private async roundOf(
    company_id: CompanyId,
    is_news: boolean,
    finished: readonly Finished[],
    quotas: readonly Quota[],
    shared: RoundBounds,
  ): Promise<void> {
    const lease = this.newLease()
    const work = async (tx: WriteTx) => {
      // Made anew each time that it runs: what it keeps is only true of this transaction.
      const scope = this.scope(shared)
      const due = await settle(tx, scope, finished)
      const at_once = {
        take: (place: EndpointPlace, bytes: number) => this.takeAtOnce(place, bytes, lease, shared),
        lease_ms: LEASE_MS,
      }
      const budget = shared.events_left
      const fanned_out = is_news && budget > 0 ? await fanOut(tx, scope, company_id, budget, at_once) : undefined
      if (fanned_out) shared.events_left -= Math.max(1, fanned_out.looked_at)
      const claims = []
      for (const quota of quotas) claims.push({ quota, ...(await claim(tx, scope, quota, LEASE_MS)) })
      return { due, fanned_out, claims }
    }
    try {
      const { due, fanned_out, claims } = await this.parts.database.write(work, company_id)
      // Nothing is taken over before it is committed.
      if (fanned_out) {
        this.news.delete(company_id)
        // At the end: the others come first next time.
        if (fanned_out.is_behind) this.news.add(company_id)
        for (const one of fanned_out.queued) this.expect(one)
        for (const one of fanned_out.claimed) this.send(one)
      }
      for (const one of due) this.expect(one)
      for (const { quota, claimed, next_due_at_ms } of claims) {
        const lane = this.laneOf(quota)
        if (quota.has_later && next_due_at_ms === undefined) lane.has_later = false
        if (next_due_at_ms !== undefined) this.expect({ ...quota, due_at_ms: next_due_at_ms })
        for (const one of claimed) this.send(one)
      }
    } catch (error) {
      this.finished.unshift(...finished)
      for (const quota of quotas) this.expect({ ...quota, due_at_ms: 0 })
      throw error
    }
  }

  /** The lease for a delivery that is made now, when its endpoint may be given it at once; undefined when it has to wait. */
  private takeAtOnce(place: EndpointPlace, bytes: number, lease: string, shared: RoundBounds): string | undefined {
    const lane = this.laneOf(place)
    const given = shared.given.get(place.webhook_endpoint_id) ?? 0
    const has_bytes = shared.room.bytes > 0 || (lane.in_flight + given === 0 && bytes <= SMALL_BYTES)
    const is_next = lane.due_at_ms > this.steady_ms() && this.mayHaveMore(lane, given, shared.beyond_first)
    if (shared.at_once_left <= 0 || !has_bytes || !is_next) return undefined
    shared.give(lane, 1)
    shared.at_once_left--
    shared.room.bytes -= bytes
    return lease
  }

  /** What the lanes that are due are given in this round. */
  private quotasOf(shared: RoundBounds): Quota[] {
    const quotas: Quota[] = []
    let left = CLAIMED_IN_ROUND
    for (const lane of this.dueLanes()) {
      if (left <= 0) break
      if (!this.mayHaveMore(lane, 0, shared.beyond_first)) continue
      const is_first = lane.in_flight === 0
      const room = MOST_BEYOND_FIRST - (this.under_way.size - this.busy_lanes) - shared.beyond_first + (is_first ? 1 : 0)
      const limit = Math.min(left, Math.max(1, room), lane.window - lane.in_flight)
      quotas.push(this.quotaOf(lane, limit, is_first))
      shared.give(lane, limit)
      left -= limit
    }
    return quotas
  }

  /** The lanes that may be given something now, those with the least under way first. */
  private dueLanes(): Lane[] {
    return this.readyLanes().sort((a, b) => a.in_flight - b.in_flight || a.due_at_ms - b.due_at_ms)
  }

  /**
   * What a lane is given. It counts as looked at from here on, so that what becomes due while the round is under way is not forgotten when
   * the round ends.
   */
  private quotaOf(lane: Lane, limit: number, is_first: boolean): Quota {
    lane.due_at_ms = Number.POSITIVE_INFINITY
    const { company_id, webhook_endpoint_id, has_later } = lane
    return { company_id, webhook_endpoint_id, limit, lease: this.newLease(), is_first, has_later }
  }

  private newLease(): string {
    return `${this.lease_prefix}${++this.leases}`
  }

  private async writeClock(): Promise<void> {
    const now = this.steady_ms()
    if (now - this.clock_written_ms < CLOCK_STEP_MS || !this.leadership.isHeld()) return
    await this.parts.database.write(async (tx) => writeSteadyClock(tx, now))
    this.clock_written_ms = now
  }

  private send(claimed: Claimed): void {
    const lane = this.laneOf(claimed)
    const attempted_at = new Date(this.parts.clock.now_ms()).toISOString()
    if (lane.in_flight++ === 0) this.busy_lanes++
    this.bytes_in_flight += claimed.attempt.body.length
    const sent = this.parts.sender.send(claimed.attempt).then((outcome) => {
      // After the end of the sender no outcome says anything of the endpoint.
      if (this.state === 'stopped') return
      const had_room = this.hasBytes() && this.under_way.size - this.busy_lanes < MOST_BEYOND_FIRST
      this.under_way.delete(claimed)
      if (--lane.in_flight === 0) this.busy_lanes--
      this.bytes_in_flight -= claimed.attempt.body.length
      lane.is_failing = !isSuccess(outcome)
      lane.window = lane.is_failing ? 1 : Math.min(MOST_OF_ENDPOINT, lane.window * 2)
      if (this.finished.push({ claimed: withoutBody(claimed), attempted_at, outcome }) === 1)
        this.finished_since = performance.now()
      if (!had_room || this.isPressing() || lane.due_at_ms <= this.steady_ms()) this.wake()
      else if (this.state === 'started' && !this.running && !this.is_woken && this.finished.length === 1) this.sleep()
    })
    this.under_way.set(claimed, sent)
  }

  /** The lane of an endpoint, made when it has none. */
  private laneOf({ company_id, webhook_endpoint_id }: EndpointPlace): Lane {
    let lane = this.lanes.get(webhook_endpoint_id)
    if (!lane) {
      const due_at_ms = Number.POSITIVE_INFINITY
      lane = {
        company_id,
        webhook_endpoint_id,
        in_flight: 0,
        window: FIRST_OF_ENDPOINT,
        is_failing: false,
        due_at_ms,
        has_later: false,
      }
      this.lanes.set(webhook_endpoint_id, lane)
    }
    return lane
  }

  private expect(due: Due): void {
    const lane = this.laneOf(due)
    lane.due_at_ms = Math.min(lane.due_at_ms, due.due_at_ms)
    if (due.due_at_ms > this.steady_ms()) lane.has_later = true
  }

  private forgetIdleLanes(): void {
    if (this.lanes.size < LANES_KEPT) return
    for (const [id, lane] of this.lanes) {
      if (lane.in_flight === 0 && lane.due_at_ms === Number.POSITIVE_INFINITY) this.lanes.delete(id)
    }
  }

  private sleep(): void {
    clearTimeout(this.timer)
    const fault_ms = this.resume_at - performance.now()
    let wait_ms = POLL_MS
    if (fault_ms > 0) wait_ms = fault_ms
    else if (this.rumours.size > 0) wait_ms = ROUND_GAP_MS
    else {
      const now = this.steady_ms()
      for (const lane of this.lanes.values()) {
        if (this.mayHaveMore(lane)) wait_ms = Math.min(wait_ms, Math.max(ROUND_GAP_MS, lane.due_at_ms - now))
      }
    }
    if (this.finished.length > 0) wait_ms = Math.min(wait_ms, this.finished_since + SETTLE_GAP_MS - performance.now())
    this.timer = setTimeout(() => this.begin(), Math.max(1, Math.ceil(wait_ms)))
    this.timer.unref()
  }

  steady_ms(): number {
    return this.parts.steadyClock.now_ms() + this.clock_offset_ms
  }

  private scope(shared: RoundBounds): RoundScope {
    const { clock, catalogue, log } = this.parts
    return {
      now_ms: clock.now_ms(),
      steady_ms: this.steady_ms(),
      catalogue,
      readSecrets: this.readSecrets,
      log,
      random: this.random,
      envelopes: new Map(),
      room: shared.room,
      endpoints: new Map(),
    }
  }
}

/** What is kept until the next round: bodies can be large. */
function withoutBody(claimed: Claimed): Claimed {
  return { ...claimed, attempt: { ...claimed.attempt, body: '' } }
}

function placeOf({ company_id, webhook_endpoint_id, event_id }: Claimed) {
  return { company_id, webhook_endpoint_id, event_id }
}
