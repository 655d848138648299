// Long answers, sent in parts as they are read: one at a time for each organization, no faster than its client reads.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { ApiError } from '../kernel/errors.ts'
import type { OrganizationId } from '../kernel/ids.ts'
import type { Download } from './endpoint.ts'
import { commonHeaders } from './request.ts'

const RETRY_S = 5
/** Without a byte being taken for so long, the connection is cut. */
const UNREAD_MS = 30_000

/** The downloads of a process. */
export interface Downloads {
  /**
   * Sends the parts of what `open` returns, and resolves when the client has all of them or has disconnected. The next part is requested when the
   * connection has taken the last. HEAD gets the headers only. Throws what `open` throws, and 429 `rate_limited` while the organization has
   * another download running.
   */
  answer(request: FastifyRequest, reply: FastifyReply, open: () => Promise<Download>): Promise<void>
}

/** Keeps the downloads of a process. */
export function createDownloads(log: Logger): Downloads {
  const under_way = new Set<OrganizationId>()
  return {
    async answer(request, reply, open) {
      const { organization_id } = request.state.access.caller!
      if (under_way.has(organization_id)) throw isUnderWay()
      under_way.add(organization_id)
      try {
        const { content_type, charset = 'utf-8', filename, parts } = await open()
        const { raw } = reply
        reply.hijack()
        const named = ['Content-Disposition', `attachment; filename="${filename}"`]
        raw.writeHead(200, [...commonHeaders(request.state), 'Content-Type', `${content_type}; charset=${charset}`, ...named])
        if (request.method === 'HEAD') return void raw.end()
        try {
          if (await sendAll(raw, parts)) raw.end()
        } catch (error) {
          log.error({ err: error, request_id: request.state.request_id }, 'a download failed')
          // The client must not take the part that it has for the whole.
          raw.destroy()
        }
      } finally {
        under_way.delete(organization_id)
      }
    },
  }
}

/** Bytes that are sent at once. */
const CHUNK_BYTES = 64 * 1024

/**
 * Sends parts in chunks, each after the client's side of the connection has taken the last; whether the client is still there at the end. All chunks
 * have the same memory: Node keeps each write that had to wait, and what was written, until the next full garbage collection.
 */
async function sendAll(raw: FastifyReply['raw'], parts: Download['parts']): Promise<boolean> {
  const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES)
  let used = 0
  let is_timed = false
  let is_gone = false
  let goOn = () => {}
  // One listener for all chunks: a race with a promise of the end would leave something at that promise for each of them.
  raw.once('close', () => {
    is_gone = true
    goOn()
  })
  const flush = (bytes: Uint8Array) => {
    used = 0
    return new Promise<void>((resolve) => {
      goOn = resolve
      const written = (error: unknown) => {
        // Long before the connection says that it is closed.
        if (error) is_gone = true
        resolve()
      }
      if (raw.write(bytes, written) || is_timed) return
      raw.setTimeout(UNREAD_MS)
      is_timed = true
    })
  }
  for await (const part of parts) {
    const most = typeof part === 'string' ? part.length * MOST_UTF8 : part.length
    if (used > 0 && used + most > CHUNK_BYTES) await flush(chunk.subarray(0, used))
    if (is_gone || raw.destroyed) return false
    if (most > CHUNK_BYTES) await flush(typeof part === 'string' ? Buffer.from(part) : part)
    else if (typeof part === 'string') used += chunk.write(part, used)
    else {
      chunk.set(part, used)
      used += part.length
    }
  }
  if (used > 0) await flush(chunk.subarray(0, used))
  return !is_gone && !raw.destroyed
}

/** Bytes of a UTF-16 unit in UTF-8 at most. */
const MOST_UTF8 = 3

function isUnderWay(): ApiError {
  const sentence = `An export of this organization is under way, and there is one at a time: wait ${RETRY_S} s`
  return new ApiError(429, [{ error: sentence, code: 'rate_limited' }], { 'retry-after': String(RETRY_S) })
}
