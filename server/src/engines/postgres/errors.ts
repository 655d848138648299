// What PostgreSQL's errors mean for callers: run the transaction again, send the request again, or a fault of ours.
import { ApiError, unavailable } from '../../kernel/errors.ts'

/** An error that the server sent; errors of the driver itself have no five-letter code. */
interface ServerError extends Error {
  code?: string
  severity?: string
  routine?: string
}

/** Deadlock and serialization failure: nothing of the transaction happened, and another try most likely succeeds. */
const TRY_AGAIN = new Set(['40001', '40P01'])

/** A server that takes no writes: it is a standby, or was set so. */
const READ_ONLY = '25006'

/**
 * Codes, or their classes of two letters, that say something of the server's state and nothing of the statement: connections (08),
 * resources (53), an administrator's or a time-out's doing (57), the disk (58), a lock that was waited for too long, a server that takes no
 * writes.
 */
const UNAVAILABLE = new Set(['08', '53', '57', '58', '55P03', READ_ONLY, '25P03', ...TRY_AGAIN])

const DISK_FULL = '53100'

/** The error for a server that takes no writes because it follows another one; with the code that a write would fail with. */
export function standby(): Error {
  return Object.assign(new Error('the server is a standby, which takes no writes'), { code: READ_ONLY })
}

/**
 * A server that lists must not be read from: it has another database (`other`), or the same and takes writes, so that it has become the primary or
 * was never a standby (`promoted`).
 */
export class NotAReplica extends Error {
  readonly why: 'other' | 'promoted'

  constructor(why: 'other' | 'promoted') {
    super(why === 'other' ? 'it is not a replica of this database' : 'it takes writes: it is a primary, not a standby')
    this.why = why
  }
}

/**
 * Whether a notice says that a commit stopped waiting for its synchronous standby: then PostgreSQL calls it a success, although a fail-over
 * would lose it. By the place in its source, as the words depend on the language.
 */
export function isUnreplicated({ routine }: { routine?: string | undefined }): boolean {
  return routine === 'SyncRepWaitForLSN'
}

/** Whether the transaction can be run again. */
export function canRunAgain(error: unknown): boolean {
  return TRY_AGAIN.has((error as ServerError).code ?? '')
}

/** Whether the server sent it: then it has given up the transaction that the statement was in. */
export function isOfServer(error: unknown): boolean {
  return (error as ServerError).severity !== undefined
}

/** Whether it only says that a statement before it failed, and with it the transaction of both. */
export function isGivenUp(error: unknown): boolean {
  return (error as ServerError).code === '25P02'
}

/** Whether it is about the server's state, not about the statement; without errors after which another try most likely succeeds. */
export function isUnavailable(error: unknown): boolean {
  const { code = '' } = error as ServerError
  return !canRunAgain(error) && (UNAVAILABLE.has(code) || UNAVAILABLE.has(code.slice(0, 2)))
}

/**
 * Whether the connection is unusable after this error. That includes a prepared statement whose table was changed since (by the migration of a
 * newer process): PostgreSQL would refuse the statement on this connection forever. And a server that takes no writes: a new connection may
 * lead to the one that does.
 */
export function endsConnection(error: unknown): boolean {
  const { code, severity, routine } = error as ServerError
  if (routine === 'RevalidateCachedQuery' || code === READ_ONLY) return true
  // Only the server's errors have a severity; without one the connection itself failed.
  return severity === undefined || severity === 'FATAL' || severity === 'PANIC' || (code ?? '').startsWith('08')
}

/** The error for the caller: 503 when trying again can help, else the error itself, which is a fault of ours. */
export function asUnavailable(error: unknown, is_connection_lost: boolean): unknown {
  if (error instanceof ApiError) return error
  const code = (error as ServerError).code ?? ''
  if (code === DISK_FULL) {
    return new ApiError(503, [{ error: 'The disk of the database is full', code: 'unavailable' }], { 'retry-after': '5' })
  }
  if (is_connection_lost || UNAVAILABLE.has(code) || UNAVAILABLE.has(code.slice(0, 2))) return unavailable()
  return error
}
