// Requests a second per API key: a token bucket that holds twice the rate, and one request at least (QUOIN_RATE_LIMIT).
import { ApiError } from '../kernel/errors.ts'

interface Bucket {
  tokens: number
  filled_at_ms: number
}

/** Buckets kept at once; a full bucket is forgotten, since a new one starts full. */
const SWEEP_AT_BUCKETS = 10_000
/** No request waits that long: one that is earlier by more says that the clock was set back. */
const CLOCK_SET_BACK_MS = 60_000

/**
 * Makes the limiter: call it with a key's id at each request. Throws 429 `rate_limited` with Retry-After (whole seconds) when
 * the key has used up its burst. `per_second` undefined: no limit.
 */
export function createRateLimiter(per_second: number | undefined): (key_id: string, now_ms: number) => void {
  if (per_second === undefined) return () => {}
  const burst = Math.max(1, per_second * 2)
  const buckets = new Map<string, Bucket>()
  return (key_id, now_ms) => {
    if (buckets.size > SWEEP_AT_BUCKETS) dropFull(buckets, now_ms, per_second, burst)
    const bucket = buckets.get(key_id) ?? { tokens: burst, filled_at_ms: now_ms }
    buckets.set(key_id, bucket)
    // A clock that went back must not take tokens away.
    const elapsed_s = Math.max(0, now_ms - bucket.filled_at_ms) / 1000
    bucket.tokens = Math.min(burst, bucket.tokens + elapsed_s * per_second)
    // Requests that wait for their turn come out of order: the time between two of them counts once. A clock that was set back begins again.
    if (now_ms > bucket.filled_at_ms || now_ms < bucket.filled_at_ms - CLOCK_SET_BACK_MS) bucket.filled_at_ms = now_ms
    if (bucket.tokens < 1) {
      const wait_s = Math.max(1, Math.ceil((1 - bucket.tokens) / per_second))
      const sentence = `More than ${per_second} requests a second with this key: wait ${wait_s} s`
      throw new ApiError(429, [{ error: sentence, code: 'rate_limited' }], { 'retry-after': String(wait_s) })
    }
    bucket.tokens -= 1
  }
}

function dropFull(buckets: Map<string, Bucket>, now_ms: number, per_second: number, burst: number): void {
  for (const [key_id, bucket] of buckets) {
    if (bucket.tokens + ((now_ms - bucket.filled_at_ms) / 1000) * per_second >= burst) buckets.delete(key_id)
  }
}
