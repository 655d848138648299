// How bodies come in: as bytes of JSON, bounded and unpacked.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../kernel/errors.ts'
import { unpack } from './content-encoding.ts'
import type { Endpoint, Upload } from './endpoint.ts'

/** Largest body in bytes, unless configured otherwise. */
export const BODY_LIMIT = 1024 * 1024
/** Files that some endpoint takes by themselves. */
const FILE_TYPES = ['application/xml', 'text/xml', 'application/pdf', 'text/plain', 'text/csv']

/**
 * Bodies are JSON in UTF-8, and files where an endpoint takes one; they are kept as bytes, since an Idempotency-Key speaks of the very request. Where none is
 * declared, as on DELETE, none is read. An empty body is none, whatever its Content-Type: `curl -X POST -d ''` and `fetch` name one by themselves.
 */
export function readBodies(app: FastifyInstance, body_limit: number): void {
  app.addHttpMethod('DELETE', { hasBody: false, overrideExisting: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(FILE_TYPES, { parseAs: 'buffer' }, (request, body, done) => {
    const { upload, body: schema } = endpointOf(request)
    if (body.length === 0) done(null)
    else if (!upload?.types.includes(mediaTypeOf(request))) done(upload ? noFile(upload, schema) : noJson())
    else unpack(request.headers['content-encoding'], body as Buffer, upload.most_bytes, done)
  })
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const { upload, body: schema } = endpointOf(request)
    const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
    if (body.length === 0) {
      done(null)
    } else if (upload && !schema) {
      done(noFile(upload))
    } else if (charset && charset.toLowerCase() !== 'utf-8') {
      done(noJson())
    } else {
      unpack(request.headers['content-encoding'], body as Buffer, upload?.most_bytes ?? body_limit, done)
    }
  })
  app.addContentTypeParser('*', (request, payload, done) => {
    if (request.is404 || request.headers['content-length'] === '0') return done(null)
    // Its length is not told, or it is not empty: its first byte says enough. `done` is called once.
    const { upload, body: schema } = endpointOf(request)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    payload
      .once('data', () => reject(upload ? noFile(upload, schema) : noJson()))
      .once('end', resolve)
      .once('error', reject)
    promise.then(() => done(null), done)
  })
}

/** What the endpoint of a request takes. */
const endpointOf = (request: FastifyRequest): Partial<Pick<Endpoint, 'upload' | 'body'>> =>
  request.routeOptions.config?.compiled?.endpoint ?? {}

/** The content type of a request without its parameters, in lower case. */
export const mediaTypeOf = (request: FastifyRequest): string =>
  (request.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase()

/** What is said of a body that is no file of one of these types. */
export const wantsFile = (types: readonly string[]) =>
  `The body must be the file itself: send Content-Type: ${types.join(' or ')}`

/** What an endpoint takes that takes files: JSON too, where it has a body. */
export const typesTaken = ({ upload, body }: Pick<Endpoint, 'upload' | 'body'>): readonly string[] => [
  ...(body ? ['application/json'] : []),
  ...(upload?.types ?? []),
]

const noFile = (upload: Upload, body?: Endpoint['body']) =>
  new ApiError(415, [{ error: wantsFile(typesTaken({ upload, body })), code: 'unsupported_media_type' }])

function noJson(): Error {
  return Object.assign(new Error('unsupported'), { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' })
}

/** A file that is somewhat too large, and no more: the rest of a larger one is cut off. */
const MOST_DROPPED = 12 * 1024 * 1024
const LONGEST_DROPPING_MS = 2_000
/** Who sends nothing for so long waits for the answer. */
const SILENCE_MS = 100

/**
 * Reads what is on its way of a body that is refused, and drops it. The answer closes the connection: without this, a client or proxy in the
 * middle of sending often finds its connection reset, and never sees the answer. Bounded in bytes and time.
 */
export async function dropRest(request: IncomingMessage): Promise<void> {
  if (request.complete || request.readableEnded || request.destroyed) return
  const { promise, resolve } = Promise.withResolvers<void>()
  let left = MOST_DROPPED
  const silence = setTimeout(resolve, SILENCE_MS)
  const longest = setTimeout(resolve, LONGEST_DROPPING_MS)
  const count = (chunk: Buffer) => {
    left -= chunk.length
    silence.refresh()
    if (left < 0) resolve()
  }
  request.on('data', count).once('end', resolve).once('close', resolve).once('error', resolve).resume()
  await promise
  for (const timer of [silence, longest]) clearTimeout(timer)
  request.off('data', count)
}
