// How much one organization may use of the server at once: running requests, bytes of answers, and its turn among the others.
import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../kernel/errors.ts'
import type { OrganizationId } from '../kernel/ids.ts'

/** Bounds of an organization; tests choose smaller ones. */
export interface BudgetLimits {
  /** Requests under way at once; further ones wait. */
  running: number
  /** Requests that wait at once; further ones are refused. */
  waiting: number
  /** Bytes of large answers that its clients have not taken yet; requests for more wait. */
  bytes: number
}

const LIMITS: BudgetLimits = { running: 128, waiting: 4_096, bytes: 8 * 1024 * 1024 }
/** The most requests released together, of all organizations: that many answers are in memory at once. */
const TOGETHER = 32
/** The most time that requests released together may take, estimated by their kind; one is always released. */
const TURN_MS = 5
/** The estimated cost of an unknown kind of request, and the lowest estimate. */
const UNKNOWN_COST_MS = 1
const LEAST_COST_MS = 0.05
/** The estimated size of the answer to a GET before the first of its kind. */
const UNKNOWN_BYTES = 1024 * 1024
/** A request whose answer is expected to take more of the bytes than that waits for others like it, which may be printed for seconds. */
const LARGE_SHARE = 1 / 8
/** How far a lane is searched for a request whose answer fits, when that of the first does not. */
const LOOK_AHEAD = 64
/** Answers below this are not counted. */
const SMALL_BYTES = 64 * 1024
/** The most lanes and names that are kept. Forgotten ones are learned again with the next request. */
const MOST_KEPT = 10_000

/** The estimates for a kind of request of an organization. */
interface Known {
  cost_ms: number
  bytes: number
}

/** Requests that wait for each other: those of an organization, or of an address while the owner of its key is unknown. */
interface Lane {
  queue: Waiting[]
  running: number
  bytes: number
  /** Those of them that are of large answers which are still made. */
  promised: number
  known: Map<string, Known>
}

interface Waiting {
  /** Identifies its key or session; undefined when it sends none. */
  secret: string | undefined
  lane: Lane
  known: Known
  /** The bytes of a large answer that is still made. */
  promised: number
  resolve(slot: Slot): void
}

/** The slot of a request among those under way. */
export interface Slot {
  /** Notes whose key or session the request has sent: the next one with it waits in the lane of that organization. */
  belongsTo(organization_id: OrganizationId): void
  /** Counts the bytes of its answer until it leaves. */
  answered(bytes: number): void
  /** Frees it; only the first time counts. */
  leave(): void
  /** Resolves when it is free again. */
  left(): Promise<void>
}

export interface Budget {
  /**
   * Waits for the turn of a request of this kind. Requests of an organization are released in order; organizations take turns. Throws 429
   * `rate_limited` when too many of it wait. Requests released at the same moment share what they ask of the database.
   */
  enter(request: FastifyRequest, kind: string): Promise<Slot>
  /**
   * Waits until a request with a large body may be read, checked and done: each takes milliseconds at every step, so an organization has one
   * under way at a time, and others have their turn between.
   */
  readLarge(slot: Slot, organization_id: string): Promise<void>
}

/** Makes the budget, where requests get their turn. */
export function createBudget(changed: Partial<BudgetLimits> = {}): Budget {
  const limits = { ...LIMITS, ...changed }
  const lanes = new Map<string, Lane>()
  /** Whose the keys and sessions are that were sent before, by their hashes. */
  const names = new Map<string, string>()
  /** The lanes with waiting requests, the next one first. */
  let ring: Lane[] = []
  let is_scheduled = false
  let released: readonly Waiting[] = []
  let released_at = 0
  /** When the last request with a large body of each organization will have left. */
  const large = new Map<string, Promise<void>>()

  return {
    async readLarge(slot, organization_id) {
      const before = large.get(organization_id)
      const left = slot.left().then(() => {
        if (large.get(organization_id) === left) large.delete(organization_id)
      })
      large.set(organization_id, left)
      await before
      await new Promise((resolve) => setImmediate(resolve))
    },
    enter(request, kind) {
      const secret = secretOf(request)
      const lane = laneOf((secret && names.get(secret)) ?? `address ${request.state.ip_address}`)
      if (lane.queue.length >= limits.waiting) throw tooMany(limits.waiting)
      let known = lane.known.get(kind)
      if (!known) {
        known = { cost_ms: UNKNOWN_COST_MS, bytes: request.method === 'GET' ? UNKNOWN_BYTES : 0 }
        lane.known.set(kind, known)
      }
      return new Promise((resolve) => {
        if (lane.queue.push({ secret, lane, known, promised: 0, resolve }) === 1) ring.push(lane)
        schedule()
      })
    },
  }

  function laneOf(name: string): Lane {
    let lane = lanes.get(name)
    if (lane) return lane
    if (lanes.size >= MOST_KEPT) {
      for (const [name, { queue, running }] of lanes) if (queue.length === 0 && running === 0) lanes.delete(name)
    }
    lane = { queue: [], running: 0, bytes: 0, promised: 0, known: new Map() }
    lanes.set(name, lane)
    return lane
  }

  function schedule(): void {
    if (is_scheduled) return
    is_scheduled = true
    setImmediate(takeTurn)
    // Right after what the released requests do synchronously, before anything else.
    setImmediate(endTurn)
  }

  function takeTurn(): void {
    const chosen = choose()
    // Shortest first: nobody waits for a long one that came in at the same moment.
    if (chosen.length > 1) chosen.sort((a, b) => a.known.cost_ms - b.known.cost_ms)
    released = chosen
    released_at = performance.now()
    for (const one of chosen) one.resolve(slotOf(one))
  }

  function endTurn(): void {
    is_scheduled = false
    const took_ms = performance.now() - released_at
    learnCosts(released, took_ms)
    released = []
    if (ring.some((lane) => nextOf(lane) >= 0)) schedule()
  }

  /** One of each lane, again and again, while there is room in the turn. */
  function choose(): Waiting[] {
    const chosen: Waiting[] = []
    let cost_ms = 0
    for (let is_any = true; is_any && chosen.length < TOGETHER; ) {
      is_any = false
      for (const lane of ring) {
        if (chosen.length === TOGETHER) break
        const index = nextOf(lane)
        if (index < 0) continue
        const next = lane.queue[index]!
        if (chosen.length > 0 && cost_ms + next.known.cost_ms > TURN_MS) continue
        if (index === 0) lane.queue.shift()
        else lane.queue.splice(index, 1)
        lane.running++
        lane.bytes += next.known.bytes
        if (isLarge(next.known)) next.promised = next.known.bytes
        lane.promised += next.promised
        cost_ms += next.known.cost_ms
        chosen.push(next)
        is_any = true
      }
    }
    const [first, ...others] = ring.filter(({ queue }) => queue.length > 0)
    // Each lane starts a turn when it is its turn.
    ring = first ? [...others, first] : []
    return chosen
  }

  /**
   * The place of the request of a lane that can go on: the first, unless its answer is large and has to wait. Others go on meanwhile, and they do
   * not wait for large answers that are still made.
   */
  function nextOf({ queue, running, bytes, promised }: Lane): number {
    if (running >= limits.running) return -1
    for (let index = 0; index < Math.min(queue.length, LOOK_AHEAD); index++) {
      const { known } = queue[index]!
      const held = isLarge(known) ? bytes : bytes - promised
      // One that exceeds the bound alone is released alone.
      if (held === 0 || known.bytes === 0 || held + known.bytes <= limits.bytes) return index
    }
    return -1
  }

  function isLarge({ bytes }: Known): boolean {
    return bytes > limits.bytes * LARGE_SHARE
  }

  function slotOf(one: Waiting): Slot {
    const { secret, lane, known } = one
    let held = known.bytes
    const keepPromise = () => {
      lane.promised -= one.promised
      one.promised = 0
    }
    let has_left = false
    let onLeft = () => {}
    return {
      belongsTo(organization_id) {
        if (secret === undefined || names.get(secret) === organization_id) return
        if (names.size >= MOST_KEPT) names.delete(names.keys().next().value!)
        names.set(secret, organization_id)
      },
      answered(bytes) {
        const counted = bytes < SMALL_BYTES ? 0 : bytes
        // Estimates fall slowly: a kind with both small and large answers is treated as large.
        if (counted >= known.bytes || known.bytes === UNKNOWN_BYTES) known.bytes = counted
        else known.bytes = known.bytes * 0.9 < SMALL_BYTES ? 0 : Math.round(known.bytes * 0.9)
        if (has_left) return
        keepPromise()
        lane.bytes += counted - held
        held = counted
        if (lane.queue.length > 0) schedule()
      },
      leave() {
        if (has_left) return
        has_left = true
        onLeft()
        lane.running--
        keepPromise()
        lane.bytes -= held
        if (lane.queue.length > 0) schedule()
      },
      left: () =>
        new Promise((resolve) => {
          if (has_left) resolve()
          else onLeft = resolve
        }),
    }
  }
}

/** Splits the time that requests took together among their kinds, by their estimated cost. */
function learnCosts(requests: readonly Waiting[], took_ms: number): void {
  let expected = 0
  for (const { known } of requests) expected += known.cost_ms
  // Once for each kind, whatever number there is of it: a turn that took twice as long says that each costs twice as much.
  for (const known of new Set(requests.map(({ known }) => known))) {
    const share = Math.max(LEAST_COST_MS, (known.cost_ms / expected) * took_ms)
    known.cost_ms += (share - known.cost_ms) * (share > known.cost_ms ? 0.5 : 0.2)
  }
}

/** The key or session that a request sends, as a hash: the secret itself is kept nowhere. */
function secretOf({ headers }: FastifyRequest): string | undefined {
  const secret = headers.authorization ?? headers.cookie
  return secret === undefined ? undefined : hash('sha1', secret)
}

function tooMany(waiting: number): ApiError {
  const sentence = `${waiting} requests of this organization wait already: wait 1 s`
  return new ApiError(429, [{ error: sentence, code: 'rate_limited' }], { 'retry-after': '1' })
}
