// The one error class of the client, whether the server refused or no answer came.

/** One fault of a request. */
export interface Fault {
  /** A sentence for a person. */
  error: string
  /** For a program: `parameter_invalid`. */
  code?: string
  /** The field at fault: `items[0].quantity`. */
  param?: string
}

/** A request that failed. The message is the server's sentence. */
export class QuoinError extends Error {
  override readonly name = 'QuoinError'
  /** The HTTP status; 0 when no answer came. */
  readonly status: number
  /**
   * For programs: `invoice_not_editable`. Undefined for 401 and 403, which have none, and for answers that aren't Quoin's (a proxy's).
   * `connection_failed` and `timed_out` mean that no answer came.
   */
  readonly code: string | undefined
  /** The field at fault, when one is. */
  readonly param: string | undefined
  /** All faults; one entry at least. */
  readonly errors: readonly Fault[]
  /** The id of the request in the server's log and audit log. */
  readonly request_id: string | undefined
  /** How often the request was sent. A DELETE that was sent twice and ended with 404 may have been done by the first try. */
  readonly tries: number

  constructor(
    failure: { status: number; errors: readonly [Fault, ...Fault[]]; request_id?: string | undefined; tries?: number },
    options?: ErrorOptions,
  ) {
    const [first] = failure.errors
    super(first.error, options)
    this.status = failure.status
    this.code = first.code
    this.param = first.param
    this.errors = failure.errors
    this.request_id = failure.request_id
    this.tries = failure.tries ?? 1
  }
}

/** The error that an answer means; `text` is its body. */
export function errorOfAnswer(response: Response, text: string, tries: number): QuoinError {
  const { status } = response
  const request_id = response.headers.get('quoin-request-id') ?? undefined
  return new QuoinError({ status, errors: faultsOf(response, text), request_id, tries })
}

function faultsOf(response: Response, text: string): [Fault, ...Fault[]] {
  try {
    const { error, code, param, errors } = JSON.parse(text)
    if (typeof error === 'string')
      return Array.isArray(errors) && errors.length > 0 ? (errors as [Fault]) : [{ error, code, param }]
  } catch {
    // Not JSON: a proxy speaks, not Quoin.
  }
  const location = response.headers.get('location')
  const error = location
    ? `The server answers ${response.status}: it has moved to ${location}`
    : `The server answers ${response.status}`
  return [{ error }]
}
