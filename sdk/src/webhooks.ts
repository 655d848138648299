// Signatures of webhooks: checking them on arrival, and making them in tests. Works where `node:crypto` does: Node.js 22 and newer, Bun,
// Deno, Cloudflare Workers with nodejs_compat.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { components } from './api.ts'

type Schemas = components['schemas']

const TOLERANCE_S = 300
const SECRET_PREFIX = 'whsec_'

/** The objects that the events of each resource are about. */
interface Resources {
  customer: Schemas['Customer']
  invoice: Schemas['Invoice']
  payment: Schemas['Payment']
  quote: Schemas['Quote']
  credit_note: Schemas['CreditNote']
  recurring_invoice: Schemas['RecurringInvoice']
  project: Schemas['Project']
  task: Schemas['Task']
  time_entry: Schemas['TimeEntry']
  timer: Schemas['TimeEntry']
  email: Schemas['Email']
  webhook_endpoint: Schemas['WebhookEndpoint']
}

/** The body that a webhook endpoint receives. `event` determines the type of `data`: after `event.event === 'invoice.paid'` it is an Invoice. */
export type WebhookEvent = {
  [R in keyof Resources]: {
    /** `evt_…`: the same at each attempt, so that handled events can be skipped. */
    id: string
    event: `${R}.${string}`
    created_at: string
    data: Resources[R]
    /** Whether it is a test event; then `data.test` is true as well. */
    test: boolean
  }
}[keyof Resources]

/** A stored event, as `GET /v1/events` returns it. `type` determines the type of `data`. */
export type StoredEvent = {
  [R in keyof Resources]: Omit<Schemas['Event'], 'type' | 'data'> & { type: `${R}.${string}`; data: Resources[R] }
}[keyof Resources]

/** Why a webhook was refused. */
export type WebhookRefusal =
  /** The request has no Quoin-Signature. */
  | 'missing_header'
  /** The header is not `t=…,v1=…`. */
  | 'malformed_header'
  /** The header has no `v1`. */
  | 'no_signature'
  /** The body is neither text nor bytes: it was parsed before. */
  | 'body_not_raw'
  /** The secret is empty or no `whsec_…`. */
  | 'malformed_secret'
  /** No signature matches this body and secret. */
  | 'mismatch'
  /** Signed longer ago than the tolerance. */
  | 'too_old'
  /** Signed in the future, by more than the tolerance. */
  | 'too_new'
  /** The signature is right, but the body is no event. */
  | 'malformed_body'

/** A webhook that must not be trusted. The message says what to do. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly reason: WebhookRefusal

  constructor(reason: WebhookRefusal, message: string) {
    super(message)
    this.reason = reason
  }
}

export interface VerifyOptions {
  /** How far the time of signing may be from now, in seconds (default 300). */
  tolerance_s?: number
  /** The time to judge by, in milliseconds (default: the clock). */
  now_ms?: number
}

/**
 * Gives the event of a webhook when its signature is right, and throws a WebhookVerificationError when it isn't.
 *
 * `body` is the raw body, as text or bytes; `header` the value of `Quoin-Signature`; `secret` the `whsec_…` of the endpoint, or several
 * of them. Compares in constant time. An event may arrive more than once: skip the ids that were handled.
 */
export function verifyWebhook(
  body: string | Uint8Array,
  header: string | readonly string[] | null | undefined,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): WebhookEvent {
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    throw new WebhookVerificationError(
      'body_not_raw',
      'The body must be the text or bytes as received, not parsed JSON: with Express, use express.raw({ type: "application/json" }) for this route',
    )
  }
  const { t, signatures } = readHeader(header)
  const expected = secretsOf(secret).map((one) => Buffer.from(hexSignature(one, t, body)))
  // No early exit: the time taken reveals nothing about which signature matches.
  let is_right = false
  for (const signature of signatures) {
    for (const right of expected) if (timingSafeEqual(right, Buffer.from(signature))) is_right = true
  }
  if (!is_right) {
    throw new WebhookVerificationError(
      'mismatch',
      'The signature does not belong to this body and secret: check that the secret is that of this endpoint, and that the body is exactly the bytes received, not parsed and written again',
    )
  }
  checkAge(Number(t), options)
  return readEvent(body)
}

function readHeader(header: string | readonly string[] | null | undefined): { t: string; signatures: string[] } {
  const text = typeof header === 'string' ? header : header?.join(',')
  if (!text) {
    throw new WebhookVerificationError('missing_header', 'The request has no Quoin-Signature header: it does not come from Quoin')
  }
  const parts = text.split(',').map((part) => /^([a-z0-9]+)=(\S+)$/.exec(part.trim()))
  const times = parts.filter((part) => part?.[1] === 't')
  const t = times[0]?.[2]
  if (parts.includes(null) || times.length !== 1 || !t || !/^\d{1,12}$/.test(t)) {
    throw new WebhookVerificationError('malformed_header', 'Quoin-Signature must read t=<unix seconds>,v1=<signature>')
  }
  const signatures = parts.filter((part) => part?.[1] === 'v1').map((part) => part![2]!)
  if (signatures.length === 0) throw new WebhookVerificationError('no_signature', 'Quoin-Signature has no v1 signature')
  if (!signatures.every((signature) => /^[0-9a-f]{64}$/.test(signature))) {
    throw new WebhookVerificationError('malformed_header', 'A v1 signature in Quoin-Signature must be 64 hexadecimal digits')
  }
  return { t, signatures }
}

function secretsOf(secret: string | readonly string[]): readonly string[] {
  const secrets = typeof secret === 'string' ? [secret] : secret
  if (!Array.isArray(secrets) || secrets.length === 0 || !secrets.every((one) => isSecret(one))) {
    throw new WebhookVerificationError(
      'malformed_secret',
      'The secret must be the whole whsec_… of the endpoint: check that the setting is there and not empty',
    )
  }
  return secrets
}

function isSecret(secret: unknown): boolean {
  return typeof secret === 'string' && secret.startsWith(SECRET_PREFIX) && secret.length > SECRET_PREFIX.length
}

function checkAge(signed_s: number, { tolerance_s = TOLERANCE_S, now_ms = Date.now() }: VerifyOptions): void {
  const age_s = Math.floor(now_ms / 1000) - signed_s
  if (age_s > tolerance_s) {
    throw new WebhookVerificationError(
      'too_old',
      `The webhook was signed ${age_s} s ago, more than ${tolerance_s} s: it is repeated, or the clock here is wrong`,
    )
  }
  if (age_s < -tolerance_s) {
    throw new WebhookVerificationError('too_new', `The webhook was signed ${-age_s} s in the future: check the clock here`)
  }
}

function readEvent(body: string | Uint8Array): WebhookEvent {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  try {
    const event = JSON.parse(text)
    if (typeof event?.id === 'string' && typeof event.event === 'string' && 'data' in event) return event
  } catch {
    // Reported below.
  }
  throw new WebhookVerificationError('malformed_body', 'The body is signed, but it is no event of Quoin')
}

/** HMAC-SHA256 over `t`.`body`, the key being the whole secret, its prefix included. */
function hexSignature(secret: string, t: string, body: string | Uint8Array): string {
  return createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex')
}

/** The headers of a signed webhook: Quoin's own, and those of Standard Webhooks. */
export interface WebhookHeaders {
  'quoin-signature': string
  'webhook-id': string
  'webhook-timestamp': string
  'webhook-signature': string
}

/**
 * Signs a webhook as Quoin does, for tests of a handler and for forwarding. `body` are the very bytes that will be sent; `id` is taken
 * from the body when it isn't given. `at_ms` is the time of signing (default: now).
 */
export function signWebhook(
  body: string | Uint8Array,
  secret: string,
  { at_ms = Date.now(), id }: { at_ms?: number; id?: string } = {},
): WebhookHeaders {
  if (!isSecret(secret)) throw new TypeError('signWebhook needs a secret: whsec_…')
  const t = String(Math.floor(at_ms / 1000))
  const event_id = id ?? readEvent(body).id
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  const standard = createHmac('sha256', key).update(`${event_id}.${t}.`).update(body).digest('base64')
  return {
    'quoin-signature': `t=${t},v1=${hexSignature(secret, t, body)}`,
    'webhook-id': event_id,
    'webhook-timestamp': t,
    'webhook-signature': `v1,${standard}`,
  }
}
