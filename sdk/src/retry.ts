// Trying a request again, when it is safe and may help.
import { errorOfAnswer, QuoinError } from './errors.ts'

const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 8_000
/** A Retry-After beyond this is not waited for: the caller learns of it at once. */
const LONGEST_RETRY_AFTER_MS = 60_000

export interface RetrySettings {
  fetch: typeof globalThis.fetch
  /** Tries after the first. */
  retries: number
  /** For one try, its body included. */
  timeout_ms: number
  /** 0 ≤ n < 1. */
  random: () => number
  sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

/** Answers that have no body; a Response refuses one for them. */
const WITHOUT_BODY = [204, 205, 304]

/** An answer whose body has arrived; `response` can still be read. */
export interface Answer {
  response: Response
  /** The body as it came, and as UTF-8. */
  bytes: Uint8Array
  text: string
  tries: number
}

/**
 * Sends a request until a retry can't improve the answer: lost connections, time-outs, 408, 429, 5xx and a 409 that says that
 * the first try is still running are retried, with exponential backoff and full jitter, and not before `Retry-After`.
 *
 * Every method may be repeated: POST and PATCH must carry an Idempotency-Key, a GET changes nothing, and a deleted object stays
 * deleted. Throws a QuoinError when no answer came, and the reason of the caller's signal when it was aborted.
 */
export async function fetchWithRetries(request: Request, settings: RetrySettings): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    request.signal.throwIfAborted()
    const outcome = await tryOnce(request, settings, tries)
    request.signal.throwIfAborted()
    const wait_ms = tries > settings.retries ? undefined : delayBefore(tries, outcome, settings.random)
    if (wait_ms === undefined) {
      if (outcome instanceof QuoinError) throw outcome
      return outcome
    }
    await settings.sleep(wait_ms, request.signal)
  }
}

async function tryOnce(request: Request, { fetch, timeout_ms }: RetrySettings, tries: number): Promise<Answer | QuoinError> {
  const ending = new AbortController()
  const end = () => ending.abort()
  let is_too_late = false
  const timer = setTimeout(() => {
    is_too_late = true
    end()
  }, timeout_ms)
  request.signal.addEventListener('abort', end)
  // A signal passed to fetch may be garbage-collected before it fires, if only the pending fetch references it: so this end is awaited too.
  const ended = new Promise<never>((_, reject) => ending.signal.addEventListener('abort', () => reject(ending.signal.reason)))
  try {
    const { response, bytes, text } = await Promise.race([
      exchange(fetch, new Request(request.clone(), { signal: ending.signal })),
      ended,
    ])
    return { response, bytes, text, tries }
  } catch (cause) {
    const where = new URL(request.url).origin
    const fault = is_too_late
      ? { error: `${where} did not answer within ${timeout_ms / 1000} s`, code: 'timed_out' }
      : { error: `${where} can't be reached: ${reasonOf(cause)}`, code: 'connection_failed' }
    return new QuoinError({ status: 0, errors: [fault], tries }, { cause })
  } finally {
    clearTimeout(timer)
    request.signal.removeEventListener('abort', end)
  }
}

/** Reads the body as well, so that an answer that is cut off in the middle is a failure here, and not later. */
async function exchange(fetch: RetrySettings['fetch'], request: Request): Promise<Omit<Answer, 'tries'>> {
  const arrived = await fetch(request)
  const bytes = new Uint8Array(await arrived.arrayBuffer())
  const text = isText(arrived) ? new TextDecoder().decode(bytes) : ''
  const { status, statusText, headers } = arrived
  const response = new Response(WITHOUT_BODY.includes(status) ? null : bytes, { status, statusText, headers })
  return { response, bytes, text }
}

/** A file is not decoded for nothing. */
const isText = ({ headers }: Response) => headers.get('content-type') !== 'application/pdf'

/** In words why `fetch` failed: its own message is "fetch failed", the reason is in the causes. */
export function reasonOf(error: unknown): string {
  let reason = error instanceof Error ? error.message : String(error)
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown }
    reason = cause.message || (typeof code === 'string' ? code : reason)
  }
  return reason
}

/** How long to wait before another try; undefined if there should be none. */
function delayBefore(tries: number, outcome: Answer | QuoinError, random: () => number): number | undefined {
  const backoff_ms = random() * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (tries - 1))
  if (outcome instanceof QuoinError) return backoff_ms
  const { response } = outcome
  if (!isWorthAnotherTry(outcome)) return undefined
  const asked_ms = retryAfterMs(response.headers.get('retry-after')) ?? 0
  return asked_ms > LONGEST_RETRY_AFTER_MS ? undefined : asked_ms + backoff_ms
}

function isWorthAnotherTry({ response, text }: Answer): boolean {
  const { status } = response
  if (status === 409) return errorOfAnswer(response, text, 1).code === 'idempotency_key_in_use'
  return status === 408 || status === 429 || status >= 500
}

/** The wait of a `Retry-After` in seconds or as a date; undefined if it is missing or invalid. */
export function retryAfterMs(header: string | null, now_ms: number = Date.now()): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header)) return Number(header) * 1000
  const until_ms = Date.parse(header)
  return Number.isNaN(until_ms) ? undefined : Math.max(0, until_ms - now_ms)
}

/** Waits; rejects with the signal's reason when it is aborted meanwhile. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal!.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })
}
