// How a refusal or fault becomes an answer: status, headers and body in the one shape that all errors have.
import { ApiError, AuthError, unavailable } from '../kernel/errors.ts'
import { BODY_LIMIT } from './bodies.ts'
import { tooLarge } from './content-encoding.ts'

export interface Answer {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
}

const NO_HEADERS = {}

/** The body of a refusal with a code. `faults` has at least one entry; several are listed under `errors` as well. */
function refusalBody(faults: ApiError['faults']): string {
  const [first] = faults
  return JSON.stringify(faults.length > 1 ? { ...first, errors: faults } : first)
}

/**
 * The answer for an error that was thrown while a request was answered, or undefined if it is not the caller's mistake: the caller of this
 * function logs that and answers `internalError`. `most_bytes`: how long the body of the request may be.
 */
export function answerFor(error: unknown, most_bytes = BODY_LIMIT): Answer | undefined {
  if (error instanceof ApiError) return { status: error.status, headers: error.headers, body: refusalBody(error.faults) }
  if (error instanceof AuthError) {
    const headers = error.status === 401 ? { 'www-authenticate': 'Bearer' } : NO_HEADERS
    return { status: error.status, headers, body: JSON.stringify({ error: error.message }) }
  }
  if (isOutOfDescriptors(error)) return answerFor(unavailable('The service has too many files and connections open, try again'))
  return answerForFramework((error as { code?: string } | null)?.code, most_bytes)
}

const LONGEST_CHAIN = 4

/** Whether it failed because the process, or the system, may not open another file or socket: trying again can help. */
function isOutOfDescriptors(error: unknown): boolean {
  let one = error as { code?: unknown; message?: unknown; cause?: unknown } | null | undefined
  for (let depth = 0; depth < LONGEST_CHAIN && typeof one === 'object' && one !== null; depth++, one = one.cause as typeof one) {
    if (one.code === 'EMFILE' || one.code === 'ENFILE') return true
    // A module that could not be read is recognized by the message only.
    if (one.code === 'ERR_INVALID_PACKAGE_CONFIG' && String(one.message).includes('too many open files')) return true
  }
  return false
}

/** Refusals that Fastify makes before a handler of ours runs. */
function answerForFramework(code: string | undefined, most_bytes: number): Answer | undefined {
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return refusal(413, 'payload_too_large', tooLarge(most_bytes))
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_CONTENT_TYPE':
      return refusal(415, 'unsupported_media_type', 'The body must be JSON in UTF-8: send Content-Type: application/json')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return refusal(400, 'invalid_json', 'The body is not as long as Content-Length says')
    default:
      return undefined
  }
}

/** An answer with one sentence and its code. */
export function refusal(status: number, code: string, error: string, headers: Record<string, string> = NO_HEADERS): Answer {
  return { status, headers, body: JSON.stringify({ error, code }) }
}

/** The answer for a fault of ours. It says nothing of what happened, which is in the log under the request's id. */
export function internalError(): Answer {
  return refusal(500, 'internal_error', 'Something went wrong on our side. The request id is in the header Quoin-Request-Id')
}
