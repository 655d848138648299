// Decides which endpoint may send next: its running attempts, how many it may have at once, and the bounds for all together.
// Has no database and sends nothing; the rule that nobody waits for the others is here (decisions/011-webhook-delivery.md).
import type { CompanyId, WebhookEndpointId } from '../../kernel/ids.ts'
import type { EndpointKey } from './delivery-repository.ts'
import type { Due, Quota } from './round.ts'

/**
 * Running attempts. An endpoint without one may always start one, so that nobody waits for the others, however slow and
 * however many they are. What an endpoint has beyond the first is bounded for all together, and goes to those with the fewest.
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
/** The most work of one round: it bounds how long requests wait for its transaction. */
const FANNED_OUT_IN_ROUND = 128
const CLAIMED_IN_ROUND = 64
/** Endpoints with nothing to do that are remembered, for how many attempts at once they take. */
const LANES_KEPT = 1_000

/** One endpoint with deliveries: its running attempts, and when it is checked next. */
export interface Lane extends EndpointKey {
  in_flight: number
  /** How many attempts it may have at once: fewer while it fails, more while it answers. */
  window: number
  /** Whether its last attempt failed. */
  is_failing: boolean
  due_at_ms: number
  /** Whether something of it is due later: a check for what is due now must not forget that. */
  has_later: boolean
}

/** The bounds of the transactions of one round, and what they have been given so far. */
export class RoundBounds {
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

/**
 * The endpoints that have, or recently had, something to send. `steady_ms` returns the time that deliveries are due by, `isOut` says for which
 * companies nothing can be sent now.
 */
export class Lanes {
  private readonly steady_ms: () => number
  private readonly newLease: () => string
  private readonly isOut: (company_id: CompanyId) => boolean
  private readonly lanes = new Map<WebhookEndpointId, Lane>()
  /** Attempts under way, and the endpoints that have some. */
  private in_flight = 0
  private busy_lanes = 0
  private bytes_in_flight = 0

  constructor(steady_ms: () => number, newLease: () => string, isOut: (company_id: CompanyId) => boolean) {
    this.steady_ms = steady_ms
    this.newLease = newLease
    this.isOut = isOut
  }

  /** The lane of an endpoint, made if it has none. */
  of({ company_id, webhook_endpoint_id }: EndpointKey): Lane {
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

  /** Remembers when something of an endpoint is due. */
  expect(due: Due): void {
    const lane = this.of(due)
    lane.due_at_ms = Math.min(lane.due_at_ms, due.due_at_ms)
    if (due.due_at_ms > this.steady_ms()) lane.has_later = true
  }

  /** Requested by hand: it is tried at once, even if other attempts hang. */
  letIn(key: EndpointKey): void {
    const lane = this.of(key)
    lane.due_at_ms = 0
    lane.is_failing = false
    lane.window = Math.min(MOST_OF_ENDPOINT, Math.max(lane.window, lane.in_flight + 1))
  }

  /** An attempt of `bytes` starts. */
  begin(lane: Lane, bytes: number): void {
    if (lane.in_flight++ === 0) this.busy_lanes++
    this.in_flight++
    this.bytes_in_flight += bytes
  }

  /** It is over: an endpoint that answers gets twice as many at once, one that fails falls back to one. */
  end(lane: Lane, bytes: number, is_success: boolean): void {
    if (--lane.in_flight === 0) this.busy_lanes--
    this.in_flight--
    this.bytes_in_flight -= bytes
    lane.is_failing = !is_success
    lane.window = lane.is_failing ? 1 : Math.min(MOST_OF_ENDPOINT, lane.window * 2)
  }

  /** Whether there is room beyond the first attempts of endpoints. */
  hasRoom(): boolean {
    return this.hasBytes() && this.in_flight - this.busy_lanes < MOST_BEYOND_FIRST
  }

  /** Whether something is due of a lane that may have one more. */
  isAnyReady(): boolean {
    return this.ready().length > 0
  }

  /** The bounds of a new round. */
  newBounds(): RoundBounds {
    return new RoundBounds(MOST_BYTES_IN_FLIGHT - this.bytes_in_flight)
  }

  /** What the due lanes get in this round, those with the fewest running attempts first. */
  quotasOf(shared: RoundBounds): Quota[] {
    const quotas: Quota[] = []
    let left = CLAIMED_IN_ROUND
    for (const lane of this.ready().sort((a, b) => a.in_flight - b.in_flight || a.due_at_ms - b.due_at_ms)) {
      if (left <= 0) break
      if (!this.mayHaveMore(lane, 0, shared.beyond_first)) continue
      const is_first = lane.in_flight === 0
      const room = MOST_BEYOND_FIRST - (this.in_flight - this.busy_lanes) - shared.beyond_first + (is_first ? 1 : 0)
      const limit = Math.min(left, Math.max(1, room), lane.window - lane.in_flight)
      quotas.push(this.quotaOf(lane, limit, is_first))
      shared.give(lane, limit)
      left -= limit
    }
    return quotas
  }

  /** The lease for a delivery that is made now, when its endpoint may be given it at once; undefined when it has to wait. */
  takeAtOnce(key: EndpointKey, bytes: number, lease: string, shared: RoundBounds): string | undefined {
    const lane = this.of(key)
    const given = shared.given.get(key.webhook_endpoint_id) ?? 0
    const has_bytes = shared.room.bytes > 0 || (lane.in_flight + given === 0 && bytes <= SMALL_BYTES)
    const is_next = lane.due_at_ms > this.steady_ms() && this.mayHaveMore(lane, given, shared.beyond_first)
    if (shared.at_once_left <= 0 || !has_bytes || !is_next) return undefined
    shared.give(lane, 1)
    shared.at_once_left--
    shared.room.bytes -= bytes
    return lease
  }

  /** In how many ms the next lane that may have more is due, below zero if one is; `Infinity` if none is. */
  untilDue_ms(): number {
    const now = this.steady_ms()
    let wait_ms = Number.POSITIVE_INFINITY
    for (const lane of this.lanes.values()) {
      if (this.mayHaveMore(lane) && !this.isOut(lane.company_id)) wait_ms = Math.min(wait_ms, lane.due_at_ms - now)
    }
    return wait_ms
  }

  /** Forgets endpoints with nothing to do, when there are many. */
  forgetIdle(): void {
    if (this.lanes.size < LANES_KEPT) return
    for (const [id, lane] of this.lanes) {
      if (lane.in_flight === 0 && lane.due_at_ms === Number.POSITIVE_INFINITY) this.lanes.delete(id)
    }
  }

  private ready(): Lane[] {
    const now = this.steady_ms()
    return [...this.lanes.values()].filter(
      (lane) => lane.due_at_ms <= now && this.mayHaveMore(lane) && !this.isOut(lane.company_id),
    )
  }

  /** Whether an endpoint may have one more attempt under way, besides `given` and, of all endpoints, `beyond_first` that are not counted yet. */
  private mayHaveMore(lane: Lane, given = 0, beyond_first = 0): boolean {
    const of_lane = lane.in_flight + given
    if (of_lane >= lane.window) return false
    if (of_lane > 0) return this.in_flight - this.busy_lanes + beyond_first < MOST_BEYOND_FIRST && this.hasBytes()
    return this.in_flight < (lane.is_failing ? MOST_IN_FLIGHT_FAILING : MOST_IN_FLIGHT)
  }

  private hasBytes(): boolean {
    return this.bytes_in_flight < MOST_BYTES_IN_FLIGHT
  }

  /**
   * What a lane gets. It counts as checked from here on, so that what becomes due during the round is not forgotten when
   * the round ends.
   */
  private quotaOf(lane: Lane, limit: number, is_first: boolean): Quota {
    lane.due_at_ms = Number.POSITIVE_INFINITY
    const { company_id, webhook_endpoint_id, has_later } = lane
    return { company_id, webhook_endpoint_id, limit, lease: this.newLease(), is_first, has_later }
  }
}
