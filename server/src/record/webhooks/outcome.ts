// What is stored of one HTTP call, and how it is worded. Pure.

/** Why a webhook is not sent there: `message` is a phrase for the endpoint's owner ("the address 10.0.0.1 is not public"). */
export class RefusedDestination extends Error {
  constructor(phrase: string) {
    super(phrase)
    this.name = 'RefusedDestination'
  }
}

const LONGEST_RETRY_AFTER_MS = 24 * 3600 * 1000

/**
 * How long a `Retry-After` header asks to wait, in milliseconds from `now_ms`: whole seconds or an HTTP date, at least 0 and at most a day;
 * null for no header or one that says nothing.
 */
export function retryAfterMs(header: string | undefined, now_ms: number): number | null {
  if (header === undefined) return null
  const text = header.trim()
  // Dates that do not say GMT would be read in this machine's time zone.
  const wait_ms = /^\d+$/.test(text) ? Number(text) * 1000 : /GMT$/.test(text) ? Date.parse(text) - now_ms : Number.NaN
  if (Number.isNaN(wait_ms)) return null
  return Math.min(Math.max(wait_ms, 0), LONGEST_RETRY_AFTER_MS)
}

/**
 * The beginning of an answer's body as text that every database takes: invalid UTF-8 and NUL become U+FFFD, and with `is_cut` (more followed
 * these bytes) a character that is cut in two is left out.
 */
export function bodyText(bytes: Uint8Array, is_cut: boolean): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: is_cut }).replaceAll('\0', '\uFFFD')
}

const SENTENCES: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was closed before an answer came',
  EPIPE: 'the connection was closed before an answer came',
  ETIMEDOUT: 'the host did not take the connection',
  EHOSTUNREACH: 'the host can not be reached',
  ENETUNREACH: 'the network of the host can not be reached',
  EADDRNOTAVAIL: 'the host can not be reached from this machine',
  // The name servers' answers, by way of c-ares and of the system.
  ENOTFOUND: 'the name does not resolve',
  ENODATA: 'the name does not resolve: it has no address',
  EBADNAME: 'the name does not resolve: it is not a valid domain name',
  EAI_AGAIN: 'the name does not resolve at the moment',
  EAI_FAIL: 'the name does not resolve at the moment',
  ESERVFAIL: 'the name does not resolve: its name server failed',
  EREFUSED: 'the name does not resolve: its name server refused to answer',
  ETIMEOUT: 'the name does not resolve: no name server answered in time',
  ECANCELLED: 'the name does not resolve: no name server answered in time',
  CERT_HAS_EXPIRED: 'the TLS certificate has expired',
  CERT_NOT_YET_VALID: 'the TLS certificate is not valid yet',
  CERT_REVOKED: 'the TLS certificate was revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the TLS certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the TLS certificate comes from an authority that is not trusted here',
  UNABLE_TO_GET_ISSUER_CERT: 'the TLS certificate comes without the certificates that lead to a trusted authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the TLS certificate comes without the certificates that lead to a trusted authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the TLS certificate comes without the certificates that lead to a trusted authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the TLS certificate is for another host',
  HPE_HEADER_OVERFLOW: 'the headers of the answer are too long',
}

/** One plain phrase for the endpoint's owner about why there was no HTTP answer. Never a stack, and nothing of this machine. */
export function failureSentence(error: unknown): string {
  if (error instanceof RefusedDestination) return error.message
  const code = codeOf(error)
  const sentence = SENTENCES[code]
  if (sentence !== undefined) return sentence
  if (code.startsWith('HPE_')) return 'the answer is not HTTP'
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) return 'the TLS handshake failed'
  if (code.includes('CERT')) return 'the TLS certificate is not valid'
  return code === '' ? 'the request failed' : `the request failed (${code})`
}

/** A connection tried on several addresses fails with one error around the others; the last one is the most useful. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors.at(-1))
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return typeof code === 'string' ? code : ''
}
