// Sends events to webhook endpoints: in rounds of one transaction each, as many attempts at once as are allowed, each endpoint for itself.
// How it can skip nothing and lose nothing is in decisions/011-webhook-delivery.md.
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Leadership } from '../../jobs/leadership.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type CompanyId, randomDigits } from '../../kernel/ids.ts'
import type { Vault } from '../../kernel/vault.ts'
import type { Database, WriteTx } from '../../sql/database.ts'
import type { EventCatalogue } from '../events/event-type.ts'
import { companyOfTopic } from '../events/record.ts'
import { CompanyRounds } from './company-rounds.ts'
import { type EndpointKey, listEarliestDue, releaseAllLeases, releaseLease } from './delivery-repository.ts'
import { Lanes, type RoundBounds } from './lanes.ts'
import { endpointOfTopic } from './notices.ts'
import { companiesBehind, isBehind } from './repository.ts'
import { type Claimed, type Due, type Finished, type Quota, type RoundScope, runRound, settle } from './round.ts'
import { isSuccess } from './schedule.ts'
import type { Sender } from './sender.ts'
import { createSecretReader } from './signing-secrets.ts'
import { SteadyTime } from './steady-time.ts'
import { Unwritten } from './unwritten.ts'

/** The most outcomes of one round; the lanes bound what it fans out and claims. */
const SETTLED_IN_ROUND = 64
/**
 * The least time between rounds, unless there is enough for a full one: events in between share a transaction, and the answer of
 * the request that caused them is sent first.
 */
const ROUND_GAP_MS = 8
/**
 * Outcomes are stored within this delay, mostly together with the next events: a database page with many deliveries
 * is then written once. After a kill in between, these attempts are repeated, which at-least-once delivery allows.
 */
const SETTLE_GAP_MS = 100
/** How long an attempt may take, with much to spare, before its delivery counts as lost and is claimed again. */
const LEASE_MS = 60_000
/** How often it polls, for what other processes did and for missed notices. */
const POLL_MS = 1_000
const FULL_POLL_MS = 30_000
/** How long attempts under way may take when the process is asked to end. */
const STOP_GRACE_MS = 2_000

export interface DispatcherParts {
  database: Database
  clock: Clock
  /** Milliseconds that never jump, starting near the machine's clock: due times are measured by it. */
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
  /** Takes over what an earlier process left, and starts. */
  start(): Promise<void>
  /** The time that deliveries are due by, in ms. */
  steady_ms(): number
  /** By how much it is ahead of the machine's clock, in ms to the second: below zero when it is behind. */
  ahead_ms(): number
  /** Looks at once whether something is due. */
  wake(): void
  /** Resolves when nothing is running and nothing is due, except for companies that pause after a fault; and when it is asked to stop. */
  idle(): Promise<void>
  /** Stops: running attempts get two seconds, their outcomes are stored, the rest is released. */
  stop(): Promise<void>
}

export function createDispatcher(parts: DispatcherParts): Dispatcher {
  return new RoundDispatcher(parts)
}

class RoundDispatcher implements Dispatcher {
  private readonly parts: DispatcherParts
  private readonly leadership: Leadership
  private readonly random: () => number
  private readonly readSecrets: ReturnType<typeof createSecretReader>
  private readonly time: SteadyTime
  private readonly lanes = new Lanes(
    () => this.steady_ms(),
    () => this.newLease(),
    (company_id) => this.rounds.isOut(company_id),
  )
  /** Companies that may have new events, and those that are known to have some. */
  private readonly rumours = new Set<CompanyId>()
  private readonly news = new Set<CompanyId>()
  private readonly finished = new Unwritten((company_id) => this.rounds.isOut(company_id))
  private readonly under_way = new Map<Claimed, Promise<void>>()
  private readonly rounds: CompanyRounds
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
    this.time = new SteadyTime(parts.database, parts.steadyClock)
    this.rounds = new CompanyRounds(this.time, parts.log, () => this.wake())
  }

  async start(): Promise<void> {
    await this.time.catchUp()
    this.unsubscribe = this.parts.database.onNotify((topics) => this.hear(topics))
    this.state = 'started'
    await this.leadership.onTaken(() => this.takeOver())
    this.wake()
  }

  /** Continues where the previous process stopped. Whatever that process was doing has ended, and so do its leases. */
  private async takeOver(): Promise<void> {
    await this.time.catchUp()
    await this.parts.database.write(async (tx) => {
      releaseAllLeases(tx, this.steady_ms())
      this.time.write(tx)
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
    // Once it is asked to end, nothing more becomes idle by waiting.
    while (this.state === 'new' || this.state === 'started') {
      this.polled_at = 0
      if (!this.running) this.begin()
      while (this.running) await this.running
      const under_way = [...this.under_way.values(), ...this.rounds.underWay()]
      if (under_way.length > 0) await Promise.race(under_way)
      else if (this.rounds.restsFor_ms() > 0) await pause(this.rounds.restsFor_ms())
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
      Promise.all([...this.rounds.underWay(), ...this.under_way.values()]),
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
      // Their leases expire, and they are sent again, which at-least-once delivery allows.
      this.parts.log.error({ err: error }, 'the last webhook attempts could not be written down; they will be repeated')
    }
  }

  /** Stores outcomes, and releases attempts that have not ended. */
  private async writeLast(): Promise<void> {
    const finished = Map.groupBy(this.finished.all(), ({ claimed }) => claimed.company_id)
    const given_back = Map.groupBy(this.under_way.keys(), ({ company_id }) => company_id)
    const companies = new Set([...finished.keys(), ...given_back.keys()])
    const writes = [...companies].map((company_id) =>
      this.parts.database.write(async (tx) => {
        await settle(tx, this.scope({ bytes: 0 }), finished.get(company_id) ?? [])
        for (const claimed of given_back.get(company_id) ?? []) {
          releaseLease(tx, placeOf(claimed), claimed.lease, this.steady_ms())
        }
      }, company_id),
    )
    const failed = (await Promise.allSettled(writes)).find((outcome) => outcome.status === 'rejected')
    if (failed) throw failed.reason
  }

  private hear(topics: ReadonlySet<string>): void {
    let is_heard = false
    for (const topic of topics) {
      const company_id = companyOfTopic(topic)
      const endpoint = endpointOfTopic(topic)
      if (company_id) this.rumours.add(company_id)
      if (endpoint) this.lanes.letIn(endpoint)
      is_heard ||= company_id !== undefined || endpoint !== undefined
    }
    if (is_heard) this.wake()
  }

  private async run(): Promise<void> {
    while (this.state === 'started' && this.rounds.restsFor_ms() <= 0) {
      try {
        await this.look()
        if (!this.hasWork()) return
        await this.round()
        if (!this.isPressing()) return
      } catch (error) {
        this.rounds.rest(error)
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
        this.lanes.expect(due as Due)
        // The earliest is all that is known of it.
        this.lanes.of(due).has_later = true
      }
      this.fully_polled_at = now
    }
    if (this.rumours.size === 0) return
    const rumours = [...this.rumours]
    this.rumours.clear()
    for (const company_id of rumours) {
      // One that can't be asked is looked at by its own round, which fails for it alone.
      const is_behind = this.rounds.isOut(company_id) || database.readOne((tx) => isBehind(tx, company_id)).catch(() => true)
      if (await is_behind) this.news.add(company_id)
    }
  }

  private hasWork(): boolean {
    if (this.finished.count() > 0) return true
    return this.leadership.isHeld() && (this.newsNow().length > 0 || this.lanes.isAnyReady())
  }

  /** Whether there is enough for a full round. */
  private isPressing(): boolean {
    return this.finished.count() >= SETTLED_IN_ROUND / 2 || (this.leadership.isHeld() && this.newsNow().length > 0)
  }

  private newsNow(): CompanyId[] {
    return [...this.news].filter((company_id) => !this.rounds.isOut(company_id))
  }

  /** One transaction for each company with work; other companies neither wait for it nor fail with it. */
  private async round(): Promise<void> {
    await this.rounds.room()
    const finished = Map.groupBy(this.finished.take(SETTLED_IN_ROUND), ({ claimed }) => claimed.company_id)
    const shared = this.lanes.newBounds()
    const quotas = Map.groupBy(this.leadership.isHeld() ? this.lanes.quotasOf(shared) : [], ({ company_id }) => company_id)
    const news = this.leadership.isHeld() ? this.newsNow() : []
    const companies = new Set<CompanyId>([...news, ...finished.keys(), ...quotas.keys()])
    for (const company_id of companies) {
      const is_news = news.includes(company_id)
      const round = this.roundOf(company_id, is_news, finished.get(company_id) ?? [], quotas.get(company_id) ?? [], shared)
      this.rounds.add(company_id, round)
    }
    await Promise.all([this.rounds.mostlyEnded(), this.leadership.isHeld() && this.time.keep()])
    this.lanes.forgetIdle()
  }

  private async roundOf(
    company_id: CompanyId,
    is_news: boolean,
    finished: readonly Finished[],
    quotas: readonly Quota[],
    shared: RoundBounds,
  ): Promise<void> {
    const lease = this.newLease()
    const at_once = {
      take: (key: EndpointKey, bytes: number) => this.lanes.takeAtOnce(key, bytes, lease, shared),
      lease_ms: LEASE_MS,
    }
    // Made for each run of the transaction: what the scope remembers is only true for that run.
    const work = (tx: WriteTx) =>
      runRound(tx, this.scope(shared.room), { company_id, finished, is_news, quotas, bounds: shared, at_once })
    try {
      const { due, fanned_out, claims } = await this.parts.database.write(work, company_id)
      // Too late for the end of this process: the leases run out, or end with the start of the next.
      if (this.state === 'stopped') return
      // Nothing is taken over before it is committed.
      if (fanned_out) {
        this.news.delete(company_id)
        // At the end: the others come first next time.
        if (fanned_out.is_behind) this.news.add(company_id)
        for (const one of fanned_out.queued) this.lanes.expect(one)
        for (const one of fanned_out.claimed) this.send(one)
      }
      for (const one of due) this.lanes.expect(one)
      for (const { quota, claimed, next_due_at_ms } of claims) {
        const lane = this.lanes.of(quota)
        if (quota.has_later && next_due_at_ms === undefined) lane.has_later = false
        if (next_due_at_ms !== undefined) this.lanes.expect({ ...quota, due_at_ms: next_due_at_ms })
        for (const one of claimed) this.send(one)
      }
    } catch (error) {
      this.finished.addAgain(finished)
      for (const quota of quotas) this.lanes.expect({ ...quota, due_at_ms: 0 })
      throw error
    }
  }

  private newLease(): string {
    return `${this.lease_prefix}${++this.leases}`
  }

  private send(claimed: Claimed): void {
    const lane = this.lanes.of(claimed)
    const attempted_at = new Date(this.parts.clock.now_ms()).toISOString()
    const bytes = claimed.attempt.body.length
    this.lanes.begin(lane, bytes)
    const sent = this.parts.sender.send(claimed.attempt).then((outcome) => {
      // After the end of the sender no outcome says anything of the endpoint.
      if (this.state === 'stopped') return
      const had_room = this.lanes.hasRoom()
      this.under_way.delete(claimed)
      this.lanes.end(lane, bytes, isSuccess(outcome))
      this.finished.add({ claimed: withoutBody(claimed), attempted_at, outcome })
      if (!had_room || this.isPressing() || lane.due_at_ms <= this.steady_ms()) this.wake()
      else if (this.state === 'started' && !this.running && !this.is_woken && this.finished.count() === 1) this.sleep()
    })
    this.under_way.set(claimed, sent)
  }

  private sleep(): void {
    clearTimeout(this.timer)
    const fault_ms = this.rounds.restsFor_ms()
    let wait_ms = POLL_MS
    if (fault_ms > 0) wait_ms = fault_ms
    else if (this.rumours.size > 0 || this.isPressing()) wait_ms = ROUND_GAP_MS
    else wait_ms = Math.min(wait_ms, Math.max(ROUND_GAP_MS, Math.min(this.lanes.untilDue_ms(), this.rounds.untilNext_ms())))
    const since_ms = this.finished.since_ms()
    if (since_ms !== undefined) wait_ms = Math.min(wait_ms, since_ms + SETTLE_GAP_MS - performance.now())
    this.timer = setTimeout(() => this.begin(), Math.max(1, Math.ceil(wait_ms)))
    this.timer.unref()
  }

  steady_ms(): number {
    return this.time.now_ms()
  }

  ahead_ms(): number {
    return Math.round((this.steady_ms() - this.parts.clock.now_ms()) / 1000) * 1000
  }

  private scope(room: RoundScope['room']): RoundScope {
    const { clock, catalogue, log } = this.parts
    return {
      now_ms: clock.now_ms(),
      steady_ms: this.steady_ms(),
      catalogue,
      readSecrets: this.readSecrets,
      log,
      random: this.random,
      envelopes: new Map(),
      room,
      endpoints: new Map(),
    }
  }
}

/** Stored until the next round: bodies can be large. */
function withoutBody(claimed: Claimed): Claimed {
  return { ...claimed, attempt: { ...claimed.attempt, body: '' } }
}

function placeOf({ company_id, webhook_endpoint_id, event_id }: Claimed) {
  return { company_id, webhook_endpoint_id, event_id }
}
