// Bodies that are sent compressed.
import { gunzip } from 'node:zlib'
import { ApiError } from '../kernel/errors.ts'

/**
 * Returns `body` without its content coding: gzip, or none. The result has at most `longest` bytes: unpacking ends there, so that a small
 * body never takes more memory than a large one may. Answers 413 for more, 400 for invalid gzip, and 415 for another coding.
 */
export function unpack(
  encoding: string | undefined,
  body: Buffer,
  longest: number,
  done: (error: Error | null, body?: Buffer) => void,
): void {
  const coding = encoding?.trim().toLowerCase() ?? ''
  if (coding === '' || coding === 'identity') {
    done(null, body)
  } else if (coding !== 'gzip' && coding !== 'x-gzip') {
    done(refuse(415, 'unsupported_media_type', 'The body may be compressed with gzip only: Content-Encoding: gzip'))
  } else {
    gunzip(body, { maxOutputLength: longest }, (error, unpacked) => done(error && faultOf(error, longest), unpacked))
  }
}

function faultOf(error: Error, longest: number): ApiError {
  const is_too_large = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
  return is_too_large
    ? refuse(413, 'payload_too_large', tooLarge(longest))
    : refuse(400, 'invalid_json', 'The body is not valid gzip')
}

/** The refusal of a body that is longer than its endpoint takes. */
export const tooLarge = (most_bytes: number) => `The body is larger than ${most_bytes / 1024 / 1024} MiB`

function refuse(status: number, code: string, error: string): ApiError {
  return new ApiError(status, [{ error, code }], status === 415 ? { 'accept-encoding': 'gzip' } : {})
}
