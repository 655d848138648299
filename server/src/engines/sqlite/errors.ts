// What SQLite's errors mean for callers: try again, a fault of ours, or a file whose state is unknown.
import { ApiError, unavailable } from '../../kernel/errors.ts'

const SQLITE_BUSY = 5
const SQLITE_LOCKED = 6
const SQLITE_IOERR = 10
const SQLITE_CORRUPT = 11
const SQLITE_FULL = 13
const SQLITE_CANTOPEN = 14
const SQLITE_NOTADB = 26

/**
 * The error for the callers of a failed commit: 503 when trying again can help. A full disk and a busy file leave the file as it was; after a
 * fault of the disk its state is unknown, and the process ends (`isDiskFault`). Any other error is a fault of ours and is returned unchanged.
 */
export function asUnavailable(error: Error): Error {
  const code = primaryCode(error)
  if (code === SQLITE_FULL) return new ApiError(503, [{ error: 'The disk is full', code: 'unavailable' }], { 'retry-after': '5' })
  // A file that was there a moment ago can't be opened where the process has too many open already.
  return [SQLITE_BUSY, SQLITE_LOCKED, SQLITE_IOERR, SQLITE_CANTOPEN].includes(code) ? unavailable() : error
}

/** Whether an error says something of the file or the disk, and nothing of the statement: the next one would meet it, too. */
export function isOfTheFile(error: Error): boolean {
  const code = primaryCode(error)
  return isDiskFault(error) || [SQLITE_BUSY, SQLITE_LOCKED, SQLITE_FULL].includes(code)
}

/** Whether the state of the file is unknown until it is opened again. */
export function isDiskFault(error: Error): boolean {
  return [SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_NOTADB].includes(primaryCode(error))
}

/** Whether the file is not, or no longer, a whole database. */
export const isDamage = (error: unknown) => error instanceof Error && [SQLITE_CORRUPT, SQLITE_NOTADB].includes(primaryCode(error))

function primaryCode(error: Error): number {
  return ((error as { errcode?: number }).errcode ?? 0) & 0xff
}

/** Whether another process has the file right now. */
export const isBusy = (error: Error) => primaryCode(error) === SQLITE_BUSY
