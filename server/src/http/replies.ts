// How answers are written: data with its version, refusals, and answers to what could not be parsed as a request.
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { serialize, serializeLast } from '../kernel/serialize.ts'
import type { Answer } from './answers.ts'
import type { Endpoint, FileAnswer } from './endpoint.ts'
import { etagOfObject, isHeld } from './etag.ts'
import type { StoredAnswer } from './idempotency.ts'
import { commonHeaders } from './request.ts'

/** The body of an answer with `data`. */
export function bodyOf(data: object): string {
  return `{"data":${serialize(data)}}`
}

/** Answers with `data`; single objects carry their ETag, and a client that has this version already gets 304. */
export function sendData(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply, data: object): FastifyReply {
  const text = serializeLast(data)
  if (!endpoint.has_etag || endpoint.method === 'DELETE') return sendJson(reply, endpoint.status, `{"data":${text}}`)
  const tag = etagOfObject(data, text)
  if (endpoint.method === 'GET' && isHeld(request.headers, tag)) return sendNothing(reply, 304, ['ETag', tag])
  return sendJson(reply, endpoint.status, `{"data":${text}}`, ['ETag', tag])
}

/** Answers with a file; a client that has it already gets 304. */
export function sendFile(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply, file: FileAnswer): FastifyReply {
  const tag = `"${file.sha256}"`
  const headers = ['ETag', tag, ...Object.entries(file.headers ?? {}).flat()]
  if (endpoint.has_etag && isHeld(request.headers, tag)) return sendNothing(reply, 304, headers)
  const head = headersOf(reply, headers)
  const content_type = file.content_type ?? endpoint.content_type!
  head.push(
    'Content-Type',
    content_type === 'text/csv' ? 'text/csv; charset=utf-8' : content_type,
    'Content-Length',
    String(file.bytes.length),
  )
  head.push('Content-Disposition', dispositionOf(file.filename))
  reply.hijack()
  reply.raw.writeHead(200, head)
  reply.raw.end(file.bytes)
  waitForReader(reply, file.bytes.length)
  return reply
}

/** The header by which a file is shown, and gets its name when it is saved. */
export const dispositionOf = (filename: string) => `inline; filename="${filename.replace(/[^\w.-]/g, '-')}"`

/** Without a byte of an answer being taken for so long, the connection is cut. */
const UNREAD_MS = 30_000

/** An answer that its client has not taken yet counts for its organization, but not forever. */
function waitForReader(reply: FastifyReply, bytes: number): void {
  reply.request.state?.slot?.answered(bytes)
  // Node sets another time-out once the answer is through.
  if (reply.raw.socket?.writableNeedDrain) reply.raw.setTimeout(UNREAD_MS)
}

/** Gives the stored answer of an Idempotency-Key again. */
export function replay(endpoint: Endpoint, reply: FastifyReply, answer: StoredAnswer): FastifyReply {
  const headers = ['Idempotent-Replayed', 'true']
  if (endpoint.has_etag) headers.push('ETag', etagOfObject(shownBy(endpoint), answer.body.slice('{"data":'.length, -1)))
  return sendJson(reply, answer.status, answer.body, headers)
}

/** The fields of an endpoint's object. */
const shownBy = (endpoint: Endpoint): object => (endpoint.data as { properties?: object }).properties ?? {}

/** The names of `commonHeaders`. */
const COMMON = ['quoin-request-id', 'x-content-type-options', 'cache-control']

/** Sends an answer that is no data, with the headers that Fastify found necessary, as it closes the connection of a body that is too large. */
export function send(reply: FastifyReply, answer: Answer): FastifyReply {
  // The headers of every answer may be among them already; they are written below.
  const found = Object.entries(reply.getHeaders()).filter(([name]) => !COMMON.includes(name))
  const headers = Object.entries({ ...Object.fromEntries(found), ...answer.headers })
  return sendJson(reply, answer.status, answer.body, headers.flat().map(String))
}

/**
 * Writes a JSON answer past Fastify's own sending, which keeps headers in an object and writes UTF-8: an answer of plain ASCII goes out as
 * Latin-1, the same bytes without the detour that Node takes for UTF-8 (both measured by CPU profile: together a fifth of a GET). `headers`
 * are names and values by turns.
 */
function sendJson(reply: FastifyReply, status: number, body: string, headers: readonly string[] = []): FastifyReply {
  const length = Buffer.byteLength(body)
  const head = headersOf(reply, headers)
  head.push('Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(length))
  reply.hijack()
  reply.raw.writeHead(status, head)
  reply.raw.end(body, length === body.length ? 'latin1' : 'utf8')
  waitForReader(reply, length)
  return reply
}

function sendNothing(reply: FastifyReply, status: number, headers: readonly string[]): FastifyReply {
  reply.hijack()
  reply.raw.writeHead(status, headersOf(reply, headers))
  reply.raw.end()
  return reply
}

/** The headers of every answer; a request that was refused before it was parsed has no id. */
function headersOf(reply: FastifyReply, more: readonly string[]): string[] {
  const { state } = reply.request
  return state ? [...commonHeaders(state), ...more] : [...more]
}

/** How long the last words may take to reach a client, before the connection is cut. */
const FAREWELL_MS = 1_000

/** Invalid HTTP, heads that are too large and slow clients never become a request: they are answered here and the connection is closed. */
export function answerBrokenHttp(error: Error & { code?: string }, socket: Socket, request_id: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [line, sentence] =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? ['408 Request Timeout', 'The request did not arrive in time']
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? ['431 Request Header Fields Too Large', 'The head of the request is too large']
        : ['400 Bad Request', 'The request is not valid HTTP']
  const body = JSON.stringify({ error: sentence, code: 'invalid_http' })
  const head = [
    `HTTP/1.1 ${line}`,
    `Quoin-Request-Id: ${request_id}`,
    'X-Content-Type-Options: nosniff',
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // The other side may never close its half of the connection, and would keep the descriptor.
  setTimeout(() => socket.destroy(), FAREWELL_MS).unref()
}

/** Whether a client reads gzip, by its Accept-Encoding; `gzip;q=0` says that it does not. */
export function takesGzip(accepted: string | string[] | undefined): boolean {
  return /(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i.test(String(accepted ?? ''))
}
