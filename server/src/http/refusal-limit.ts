// How often one address may ask for something: be refused for want of a valid key or session, or open public pages.
import { isIPv6 } from 'node:net'
import { ApiError } from '../kernel/errors.ts'

/** Refusals per second in the long run, and the burst: a test suite's thousands are all answered. */
const REFUSALS: AddressLimit = {
  per_second: 100,
  burst: 10_000,
  sentence: 'More than 100 requests a second without a valid key from this address',
}
/** Addresses that are told apart. Further ones share a bucket until others are full again. */
const MOST_ADDRESSES = 10_000
const DROPPED_EVERY_MS = 1_000
/** No request waits that long: one that is earlier by more says that the clock was set back. */
const CLOCK_SET_BACK_MS = 60_000

interface Bucket {
  tokens: number
  filled_at_ms: number
}

/** How many requests an address may make. */
export interface AddressLimit {
  /** In the long run; 1 at least. */
  per_second: number
  burst: number
  /** What a refusal says before `: wait 1 s`. */
  sentence: string
}

/**
 * Makes the limiter of refusals: call it with the address of each request that is about to be refused with 401. Requests with a valid key or
 * session are not counted.
 */
export const createRefusalLimiter = () => createAddressLimiter(REFUSALS)

/**
 * Makes a limiter: call it with the address of each request that counts. Throws 429 `rate_limited` with Retry-After (whole seconds) once the
 * address has used up its burst. Memory is bounded however many addresses there are.
 */
export function createAddressLimiter({ per_second, burst, sentence }: AddressLimit): (address: string, now_ms: number) => void {
  const buckets = new Map<string, Bucket>()
  let dropped_at_ms = Number.NEGATIVE_INFINITY
  /** A clock that went back must not take tokens away. */
  const gained = ({ filled_at_ms }: Bucket, now_ms: number) => (Math.max(0, now_ms - filled_at_ms) / 1000) * per_second
  return (address, now_ms) => {
    let name = networkOf(address)
    if (!buckets.has(name) && buckets.size >= MOST_ADDRESSES) {
      // Not for each request: that would cost more than the request.
      if (Math.abs(now_ms - dropped_at_ms) >= DROPPED_EVERY_MS) {
        for (const [known, one] of buckets) if (one.tokens + gained(one, now_ms) >= burst) buckets.delete(known)
        dropped_at_ms = now_ms
      }
      if (buckets.size >= MOST_ADDRESSES) name = SHARED
    }
    const bucket = buckets.get(name) ?? { tokens: burst, filled_at_ms: now_ms }
    buckets.set(name, bucket)
    bucket.tokens = Math.min(burst, bucket.tokens + gained(bucket, now_ms))
    // Requests that wait for their turn come out of order: the time between two of them counts once. After a clock was set back it starts over.
    if (now_ms > bucket.filled_at_ms || now_ms < bucket.filled_at_ms - CLOCK_SET_BACK_MS) bucket.filled_at_ms = now_ms
    if (bucket.tokens >= 1) {
      bucket.tokens -= 1
      return
    }
    throw new ApiError(429, [{ error: `${sentence}: wait 1 s`, code: 'rate_limited' }], { 'retry-after': '1' })
  }
}

/** No address is written like this. */
const SHARED = '*'

/** The address itself; for IPv6 its /64, since a client with one of these addresses has them all. */
export function networkOf(address: string): string {
  const plain = address.toLowerCase().replace(/%.*$/, '')
  if (plain.startsWith('::ffff:') && plain.includes('.')) return plain.slice('::ffff:'.length)
  if (!isIPv6(plain)) return plain
  const [before = '', after] = plain.split('::')
  const groups = before === '' ? [] : before.split(':')
  const rest = after === undefined || after === '' ? 0 : after.split(':').length
  const zeros = after === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - rest)).fill('0')
  const all = [...groups, ...zeros, ...(after ? after.split(':') : [])]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
