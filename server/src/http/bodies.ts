// How bodies come in: as bytes of JSON, bounded and unpacked.
import type { FastifyInstance } from 'fastify'
import { unpack } from './content-encoding.ts'

/** Largest body, in bytes. */
export const BODY_LIMIT = 1024 * 1024

/**
 * Bodies are JSON in UTF-8 and nothing else; they are kept as bytes, since an Idempotency-Key speaks of the very request. Where none is
 * declared, as on DELETE, none is read. An empty body is none, whatever its Content-Type: `curl -X POST -d ''` and `fetch` name one by themselves.
 */
export function readBodies(app: FastifyInstance): void {
  app.addHttpMethod('DELETE', { hasBody: false, overrideExisting: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
    if (body.length === 0) {
      done(null)
    } else if (charset && charset.toLowerCase() !== 'utf-8') {
      done(noJson())
    } else {
      unpack(request.headers['content-encoding'], body as Buffer, BODY_LIMIT, done)
    }
  })
  app.addContentTypeParser('*', (request, payload, done) => {
    if (request.is404 || request.headers['content-length'] === '0') return done(null)
    // Its length is not told, or it is not empty: its first byte says enough. `done` is called once.
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    payload
      .once('data', () => reject(noJson()))
      .once('end', resolve)
      .once('error', reject)
    promise.then(() => done(null), done)
  })
}

function noJson(): Error {
  return Object.assign(new Error('unsupported'), { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' })
}
