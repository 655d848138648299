// The catalogue of refusals. Every 4xx that the API answers is an ApiError made by a function of this file.

/** One fault of a request: a sentence for a person, a code for a program, and the field at fault (`items[0].quantity`), if it is one. */
export interface Fault {
  error: string
  code: string
  param?: string
}

/**
 * A refusal that the HTTP layer turns into an answer. Throwing one inside a transaction undoes the transaction.
 *
 * `status` is the HTTP status, `faults` has at least one entry; the first one is the answer's `error`, `code` and `param`,
 * and all of them are its `errors` when there are several (docs/api/README.md, "Errors").
 */
export class ApiError extends Error {
  readonly status: number
  readonly faults: readonly [Fault, ...Fault[]]
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, faults: readonly [Fault, ...Fault[]], headers: Record<string, string> = {}) {
    super(faults[0].error)
    this.name = 'ApiError'
    this.status = status
    this.faults = faults
    this.headers = headers
  }
}

/** A refusal of authentication or permission: its body is exactly `{"error": message}`, without a code (docs/api/README.md, "Keys and levels"). */
export class AuthError extends Error {
  readonly status: 401 | 403

  constructor(status: 401 | 403, message: string) {
    super(message)
    this.name = 'AuthError'
    this.status = status
  }
}

/** 400 for one field: `param` is at fault, `sentence` says what is allowed. */
export function invalid(param: string, sentence: string, code = 'parameter_invalid'): ApiError {
  return new ApiError(400, [{ error: sentence, code, param }])
}

/** 400 for several faults found in one pass. `faults` must not be empty. */
export function invalidAll(faults: readonly Fault[]): ApiError {
  const [first, ...rest] = faults
  if (!first) throw new Error('invalidAll was called without a fault')
  return new ApiError(400, [first, ...rest])
}

/**
 * 404 for an object that is unknown, deleted, another company's or under another parent: the same answer for all of them. `sentence` is for a part
 * of an object that the caller may read.
 */
export function notFound(sentence = 'No such object'): ApiError {
  return new ApiError(404, [{ error: sentence, code: 'not_found' }])
}

/** 409: the object's state forbids the request. `param` names the field that the state speaks against, if there is one. */
export function conflict(code: string, sentence: string, param?: string): ApiError {
  return new ApiError(409, [param === undefined ? { error: sentence, code } : { error: sentence, code, param }])
}

/** 503: the database can't take the request now; the caller should try again, with the same Idempotency-Key. */
export function unavailable(sentence = 'The service is not available at the moment, try again'): ApiError {
  return new ApiError(503, [{ error: sentence, code: 'unavailable' }], { 'retry-after': '1' })
}
