// Which pages of other sites may call /v1 from a browser (QUOIN_CORS_ORIGINS). Never with cookies: a key is the only way in.
import type { FastifyRequest } from 'fastify'

const ALLOWED = 'Authorization, Content-Type, Content-Encoding, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID'
const EXPOSED =
  'Quoin-Request-Id, ETag, Retry-After, Idempotent-Replayed, Allow, RateLimit, RateLimit-Policy, Content-Disposition, Quoin-Document-Sha256'
/** How long a browser may remember the answer to its question, in seconds. */
const MAX_AGE_S = '600'

/** The headers of an answer under /v1, names and values alternating: empty while no origin is allowed. */
export function crossOriginHeaders(origins: readonly string[], request: FastifyRequest): string[] {
  if (origins.length === 0) return []
  const { origin } = request.headers
  if (origin === undefined || !origins.includes(origin)) return ['Vary', 'Origin']
  return ['Vary', 'Origin', 'Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', EXPOSED]
}

/** Whether a browser asks, before the request itself, if a page of an allowed origin may send it. */
export function isPreflight(origins: readonly string[], request: FastifyRequest): boolean {
  const { origin } = request.headers
  if (request.method !== 'OPTIONS' || origin === undefined || !origins.includes(origin)) return false
  return request.headers['access-control-request-method'] !== undefined
}

/** The additional headers of the answer to a preflight: what may be sent by `methods`. */
export function preflightHeaders(methods: readonly string[]): Record<string, string> {
  return {
    'Access-Control-Allow-Methods': methods.join(', '),
    'Access-Control-Allow-Headers': ALLOWED,
    'Access-Control-Max-Age': MAX_AGE_S,
  }
}
