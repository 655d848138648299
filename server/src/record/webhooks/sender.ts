// One HTTP call to one endpoint: from an event's bytes to what is stored of the answer. Knows nothing of schedules and rows.
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { createLookup, destinationOf } from './destination.ts'
import { bodyText, failureSentence, retryAfterMs } from './outcome.ts'
import { signatureHeaders } from './signature.ts'

/** One call to make. `body` is sent as its UTF-8 bytes, signed with each of `secrets`. */
export interface Attempt {
  url: string
  event_id: string
  body: string
  secrets: readonly string[]
}

/**
 * The outcome of an attempt. Either a complete answer came: `response_status` and `response_body` (its first 2 KiB as text) are set, whatever
 * the status; or none did, and `error` is a phrase that says why. `retry_after_ms` is the wait that the answer requested, 0 to 24 hours.
 */
export interface AttemptOutcome {
  duration_ms: number
  response_status: number | null
  response_body: string | null
  error: string | null
  retry_after_ms: number | null
  /** The headers that were sent, with the signatures of that moment; absent where no call was made. */
  sent_headers?: Record<string, string>
}

/** `send` never rejects. `close` gives up running calls (their outcome is an error) and every later send. */
export interface Sender {
  send(attempt: Attempt): Promise<AttemptOutcome>
  close(): Promise<void>
}

/** `user_agent` is the header's value; `timeout_ms` the time for all of an attempt, from the name's resolution to the answer's last byte. */
export interface SenderOptions {
  allow_private: boolean
  user_agent: string
  timeout_ms?: number
}

const TIMEOUT_MS = 15_000
/** The most that is read of an answer; an endpoint that sends more has answered, and the connection is closed. */
const READ_LIMIT_BYTES = 64 * 1024
const KEPT_BYTES = 2 * 1024
/** Servers close an idle connection after 5 s or more; being first avoids most requests on a connection that is just ending. */
const IDLE_CONNECTION_MS = 4_000
/** Connections to one host and port that are kept open without use. */
const IDLE_CONNECTIONS_PER_HOST = 64

interface Agents {
  http: HttpAgent
  https: HttpsAgent
}

interface Call {
  url: URL
  agents: Agents
  headers: Record<string, string | number>
  body: Buffer
}

interface Answer {
  status: number
  body: string
  retry_after: string | undefined
}

/**
 * Makes a sender that works in this thread. Each call checks the destination again, in its URL and in the connection's own lookup
 * (destination.ts), follows no redirect, uses no proxy and decodes no compressed body.
 */
export function createSender(options: SenderOptions): Sender {
  const timeout_ms = options.timeout_ms ?? TIMEOUT_MS
  const pooled = createAgents(options, true)
  const fresh = createAgents(options, false)
  const giveUp = new Set<(error: Error) => void>()
  let is_closed = false

  async function answerTo(attempt: Attempt, onHeaders: (headers: Record<string, string>) => void): Promise<Answer> {
    if (is_closed) throw new Unfinished('the sender was closed')
    const url = destinationOf(attempt.url, options)
    // One buffer: the bytes that are signed are the bytes that are sent.
    const body = Buffer.from(attempt.body)
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': body.byteLength,
      'User-Agent': options.user_agent,
      ...signatureHeaders(attempt.secrets, { id: attempt.event_id, body, timestamp_s: Math.floor(Date.now() / 1000) }),
    }
    onHeaders({ ...headers, 'Content-Length': String(body.byteLength) })
    const deadline = new AbortController()
    const abort = (error: Error) => deadline.abort(error)
    const timer = setTimeout(() => abort(new Unfinished(`timed out after ${timeout_ms / 1000} s`)), timeout_ms)
    giveUp.add(abort)
    try {
      return await callOnce({ url, agents: pooled, headers, body }, deadline.signal)
    } catch (error) {
      // A kept connection can be closed by the other side at the moment of use. Nothing was answered, so a second try is no worse than a
      // lost answer, and sparing it would fail deliveries to servers that close early.
      if (!(error instanceof StaleConnection)) throw error
      return await callOnce({ url, agents: fresh, headers, body }, deadline.signal)
    } finally {
      clearTimeout(timer)
      giveUp.delete(abort)
    }
  }

  return {
    async send(attempt) {
      const started_ms = performance.now()
      const duration = () => Math.round(performance.now() - started_ms)
      let sent: Pick<AttemptOutcome, 'sent_headers'> = {}
      try {
        const { status, body, retry_after } = await answerTo(attempt, (sent_headers) => {
          sent = { sent_headers }
        })
        const retry_after_ms = retryAfterMs(retry_after, Date.now())
        return { duration_ms: duration(), response_status: status, response_body: body, error: null, retry_after_ms, ...sent }
      } catch (error) {
        const phrase = error instanceof Unfinished ? error.message : failureSentence(error)
        return { ...failedOutcome(phrase, duration()), ...sent }
      }
    },
    async close() {
      is_closed = true
      for (const abort of giveUp) abort(new Unfinished('the sender was closed'))
      for (const agents of [pooled, fresh]) {
        agents.http.destroy()
        agents.https.destroy()
      }
    },
  }
}

/** The outcome of an attempt without an answer. */
export function failedOutcome(error: string, duration_ms: number): AttemptOutcome {
  return { duration_ms, response_status: null, response_body: null, error, retry_after_ms: null }
}

/** Our own agents, so that neither a proxy in the environment nor another part of the program affects these connections. */
function createAgents(options: SenderOptions, keepAlive: boolean): Agents {
  const settings = {
    keepAlive,
    timeout: IDLE_CONNECTION_MS,
    // No bound on connections in use: endpoints of several companies may share a host (an automation service), and none may wait there for
    // another. The caller bounds the running calls.
    maxFreeSockets: IDLE_CONNECTIONS_PER_HOST,
    lookup: createLookup(options),
  }
  return { http: new HttpAgent(settings), https: new HttpsAgent(settings) }
}

/** An end that is our own decision, or that came in the middle of an answer; `message` is the phrase for the owner. */
class Unfinished extends Error {}
/** A kept connection turned out to be closed before the first byte of an answer. */
class StaleConnection extends Error {}

/** Sends the request on a connection of these agents. Rejects with StaleConnection, Unfinished or Node.js's own error. */
function callOnce(call: Call, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = openRequest(call)
    let bytes_before = 0
    let response: IncomingMessage | undefined
    let is_settled = false
    const settle = (finish: () => void) => {
      if (is_settled) return
      is_settled = true
      signal.removeEventListener('abort', onAbort)
      finish()
    }
    const fail = (error: unknown) =>
      settle(() => {
        request.destroy()
        const is_unanswered = request.reusedSocket && request.socket?.bytesRead === bytes_before
        reject(!signal.aborted && !response && is_unanswered && isClosing(error) ? new StaleConnection() : error)
      })
    const inAnswer = (phrase: string) =>
      response ? `${phrase}, in the middle of an answer with status ${response.statusCode}` : phrase
    const onAbort = () => fail(new Unfinished(inAnswer((signal.reason as Error).message)))
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort)
    request.once('socket', (socket) => {
      bytes_before = socket.bytesRead
    })
    request.on('error', (error) => fail(response ? new Unfinished(inAnswer('the connection was closed')) : error))
    // The last event of every request: nothing may end (a status 101, say) without an outcome. An answer reports its own end.
    request.once('close', () => response ?? fail(new Unfinished('the connection was closed before an answer came')))
    request.once('response', (answer) => {
      response = answer
      readAnswer(request, answer).then(
        (whole) => settle(() => resolve(whole)),
        () => fail(new Unfinished(inAnswer('the connection was closed'))),
      )
    })
    request.end(call.body)
  })
}

function openRequest({ url, agents, headers }: Call): ClientRequest {
  const options: RequestOptions = {
    method: 'POST',
    hostname: url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname,
    port: url.port,
    path: url.pathname + url.search,
    headers,
  }
  return url.protocol === 'https:'
    ? httpsRequest({ ...options, agent: agents.https })
    : httpRequest({ ...options, agent: agents.http })
}

function isClosing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ECONNRESET' || code === 'EPIPE'
}

/** Resolves at the end of the answer, or when more than the limit came: then the rest is cut off with the connection. */
function readAnswer(request: ClientRequest, response: IncomingMessage): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const kept: Buffer[] = []
    let kept_bytes = 0
    let read_bytes = 0
    const finish = () => {
      const body = bodyText(Buffer.concat(kept, kept_bytes), read_bytes > kept_bytes)
      resolve({ status: response.statusCode!, body, retry_after: response.headers['retry-after'] })
    }
    response.on('data', (chunk: Buffer) => {
      read_bytes += chunk.byteLength
      if (kept_bytes < KEPT_BYTES) {
        // A copy: a slice would keep the whole chunk alive until the attempt is recorded.
        const part = Buffer.from(chunk.subarray(0, KEPT_BYTES - kept_bytes))
        kept.push(part)
        kept_bytes += part.byteLength
      }
      if (read_bytes <= READ_LIMIT_BYTES) return
      finish()
      request.destroy()
    })
    response.once('end', finish)
    response.on('error', reject)
    response.once('close', () => reject(new Error('closed')))
  })
}
