// Requests a second per API key: a token bucket that holds twice the rate, and one request at least (QUOIN_RATE_LIMIT).
import { ApiError } from '../kernel/errors.ts'

interface Bucket {
  tokens: number
  filled_at_ms: number
  /** Requests since the last exchange with other processes, and how many there may be until the next. */
  used: number
  allowed: number
  /** All requests of the caller so far, as the last exchange had them; undefined while it was quiet. */
  total: number | undefined
}

/** Buckets kept at once; a full bucket is forgotten, since a new one starts full. */
const SWEEP_AT_BUCKETS = 10_000
/** No request waits that long: one that is earlier by more says that the clock was set back. */
const CLOCK_SET_BACK_MS = 60_000

/**
 * Call it with a caller's id at each request. Returns the headers `RateLimit-Policy` and `RateLimit` (names and values alternating; none without
 * limit), and throws 429 `rate_limited` with them and Retry-After (whole seconds) when the caller has used up its burst.
 */
export interface RateLimiter {
  (caller_id: string, now_ms: number): readonly string[]
  /** The requests of each caller since the last call; callers without new requests are reported once with 0, then left out. */
  takeUses(): Map<string, number>
  /**
   * Reports what all processes together have let through of these callers, and how many processes there are. Until the next report
   * each process uses no more than its part of what is left: together they stay within the limit, and a single one can use all of it.
   */
  share(totals: ReadonlyMap<string, number>, named: ReadonlyMap<string, number>, processes: number, now_ms: number): void
}

const NO_HEADERS: readonly string[] = []

/** Makes the limiter. `per_second` undefined: no limit. */
export function createRateLimiter(per_second: number | undefined): RateLimiter {
  if (per_second === undefined) return Object.assign(() => NO_HEADERS, { takeUses: () => new Map(), share() {} })
  const burst = Math.max(1, per_second * 2)
  // Of less than one a second: one in so many.
  const window_s = Math.max(1, Math.ceil(1 / per_second))
  const quota = Math.floor(per_second * window_s)
  const policy = `"default";q=${quota};w=${window_s}`
  const buckets = new Map<string, Bucket>()
  let processes = 1
  const partOf = (tokens: number) => (processes === 1 ? Number.POSITIVE_INFINITY : Math.max(1, tokens / processes))

  function refill(bucket: Bucket, now_ms: number): void {
    // A clock that went back must not take tokens away.
    const elapsed_s = Math.max(0, now_ms - bucket.filled_at_ms) / 1000
    bucket.tokens = Math.min(burst, bucket.tokens + elapsed_s * per_second!)
    // Requests that wait for their turn come out of order: the time between two of them counts once. After a clock was set back it starts over.
    if (now_ms > bucket.filled_at_ms || now_ms < bucket.filled_at_ms - CLOCK_SET_BACK_MS) bucket.filled_at_ms = now_ms
  }

  function limit(caller_id: string, now_ms: number): readonly string[] {
    if (buckets.size > SWEEP_AT_BUCKETS) dropFull(buckets, now_ms, per_second!, burst)
    let bucket = buckets.get(caller_id)
    if (!bucket) {
      bucket = { tokens: burst, filled_at_ms: now_ms, used: 0, allowed: partOf(burst), total: undefined }
      buckets.set(caller_id, bucket)
    }
    refill(bucket, now_ms)
    if (bucket.tokens < 1 || bucket.allowed < 1) {
      const wait_s = Math.max(1, Math.ceil((1 - bucket.tokens) / per_second!))
      const sentence = `More than ${per_second} requests a second with this key: wait ${wait_s} s`
      const told = { 'ratelimit-policy': policy, ratelimit: `"default";r=0;t=${wait_s}`, 'retry-after': String(wait_s) }
      throw new ApiError(429, [{ error: sentence, code: 'rate_limited' }], told)
    }
    bucket.tokens -= 1
    bucket.allowed -= 1
    bucket.used += 1
    const left = Math.min(quota, Math.floor(bucket.tokens))
    return [
      'RateLimit-Policy',
      policy,
      'RateLimit',
      `"default";r=${left};t=${Math.max(1, Math.ceil((quota - left) / per_second!))}`,
    ]
  }

  return Object.assign(limit, {
    takeUses() {
      const uses = new Map<string, number>()
      for (const [caller_id, bucket] of buckets) {
        if (bucket.used === 0 && bucket.total === undefined) continue
        uses.set(caller_id, bucket.used)
        bucket.used = 0
      }
      return uses
    },
    share(totals: ReadonlyMap<string, number>, named: ReadonlyMap<string, number>, living: number, now_ms: number) {
      processes = living
      for (const [caller_id, bucket] of buckets) {
        const total = totals.get(caller_id)
        refill(bucket, now_ms)
        const own = named.get(caller_id) ?? 0
        if (total !== undefined) {
          // Whatever was used before it was tracked here has been refilled, as far as is known.
          const of_others = bucket.total === undefined ? 0 : Math.max(0, total - bucket.total - own)
          bucket.tokens = Math.max(-burst, bucket.tokens - of_others)
          // One that is quiet everywhere is not followed any further.
          bucket.total = own === 0 && of_others === 0 && bucket.used === 0 && bucket.tokens === burst ? undefined : total
        }
        bucket.allowed = partOf(bucket.tokens)
      }
    },
  })
}

function dropFull(buckets: Map<string, Bucket>, now_ms: number, per_second: number, burst: number): void {
  for (const [key_id, bucket] of buckets) {
    if (bucket.tokens + ((now_ms - bucket.filled_at_ms) / 1000) * per_second >= burst) buckets.delete(key_id)
  }
}
