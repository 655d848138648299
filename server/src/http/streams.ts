// Streams of server-sent events: how they are opened, written, bounded and ended. The endpoint decides what is in them.
import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { ApiError, unavailable } from '../kernel/errors.ts'
import type { CompanyId } from '../kernel/ids.ts'
import { companyNotAccessible, type Gate } from './admission.ts'
import { answerFor, internalError } from './answers.ts'
import type { Slot } from './budget.ts'
import type { Caller } from './context.ts'
import type { Message, MessageSource } from './endpoint.ts'
import { commonHeaders } from './request.ts'

/** Bounds of streams; tests choose shorter ones. */
export interface StreamLimits {
  /** Streams open at once: in the process, of one organization, and with one key. */
  streams: number
  streams_of_organization: number
  streams_of_key: number
  /** A comment is sent when nothing else was for so long: proxies cut connections that say nothing for a minute. */
  keep_alive_ms: number
  /** How long a reader may take to read what was written before it is dropped. */
  patience_ms: number
  /** How long the last words may take to reach the reader, before the connection is cut. */
  farewell_ms: number
}

const LIMITS: StreamLimits = {
  streams: 512,
  streams_of_organization: 128,
  streams_of_key: 32,
  keep_alive_ms: 15_000,
  patience_ms: 30_000,
  farewell_ms: 1_000,
}
/** How soon a client that was cut off reconnects. */
const RETRY_MS = 2_000
const TOO_MANY_RETRY_S = 10
/**
 * A stream that has caught up waits at least this long before it looks again, longer with more open streams: on a busy company all of them
 * are woken at each commit, and their reads must leave the writers enough time.
 */
const PAUSE_MS = 10
const PAUSE_PER_STREAM_MS = 0.4

/** What the rooms above pass in. */
export interface StreamServerParts extends Pick<Gate, 'authenticate'> {
  log: Logger
  follow(company_id: CompanyId, wake: () => void): () => void
  stream_limits?: Partial<StreamLimits> | undefined
  onStream?: ((change: 1 | -1) => void) | undefined
}

/** Waits for the turn of a stream to read its next page, among all requests. */
type TakeTurn = (request: FastifyRequest) => Promise<Slot>

/** The streams of a process. */
export interface Streams {
  /**
   * Sends the messages that `open` returns until either side ends the stream; resolves when it has started. HEAD gets the
   * headers only. Throws what `open` throws, 429 `too_many_streams` and, while the server stops, 503.
   */
  answer(request: FastifyRequest, reply: FastifyReply, open: () => Promise<MessageSource>): Promise<void>
  /** Ends all streams at once, and refuses new ones. */
  stop(): void
}

/** Keeps the streams of a process. */
export function createStreams(parts: StreamServerParts, takeTurn: TakeTurn): Streams {
  const limits = { ...LIMITS, ...parts.stream_limits }
  const running = new Set<Stream>()
  const takeSlot = createSlots(limits)
  const pause_ms = () => PAUSE_MS + running.size * PAUSE_PER_STREAM_MS
  let is_stopped = false
  return {
    async answer(request, reply, open) {
      if (is_stopped) throw unavailable()
      const is_head = request.method === 'HEAD'
      const leave = is_head ? () => {} : takeSlot(request.state.access.caller!)
      let source: MessageSource
      try {
        source = await open()
        if (is_stopped) throw unavailable()
      } catch (error) {
        leave()
        throw error
      }
      const raw = beginAnswer(reply)
      if (is_head) return void raw.end()
      const stream = new Stream({ ...parts, limits, pause_ms, takeTurn, request, raw, source })
      running.add(stream)
      parts.onStream?.(1)
      void stream.run().finally(() => {
        running.delete(stream)
        parts.onStream?.(-1)
        leave()
      })
    },
    stop() {
      is_stopped = true
      for (const stream of running) stream.end(': the server is stopping\n\n')
    },
  }
}

/** Counts the streams: the function counts one more for a caller and returns the function that releases it. */
function createSlots(limits: StreamLimits): (caller: Caller) => () => void {
  /** By the id of a key or an organization; no two ids are the same. */
  const counts = new Map<string, number>()
  let total = 0
  const countOf = (id: string) => counts.get(id) ?? 0
  const add = ({ api_key_id, organization_id }: Caller, change: number) => {
    total += change
    for (const id of [api_key_id!, organization_id]) {
      const count = countOf(id) + change
      if (count > 0) counts.set(id, count)
      else counts.delete(id)
    }
  }
  return (caller) => {
    const { streams, streams_of_organization, streams_of_key } = limits
    if (countOf(caller.api_key_id!) >= streams_of_key) throw tooMany(`${streams_of_key} streams with this key`)
    if (countOf(caller.organization_id) >= streams_of_organization) {
      throw tooMany(`${streams_of_organization} streams of this organization`)
    }
    if (total >= streams) throw tooMany(`${streams} streams of this server`)
    add(caller, 1)
    return () => add(caller, -1)
  }
}

function tooMany(open: string): ApiError {
  const sentence = `The ${open} that can be open at once are: end one, or try again later`
  return new ApiError(429, [{ error: sentence, code: 'too_many_streams' }], { 'retry-after': String(TOO_MANY_RETRY_S) })
}

function beginAnswer(reply: FastifyReply): ServerResponse {
  const head = commonHeaders(reply.request.state)
  // A proxy that compresses or collects would keep messages back.
  head[head.indexOf('no-store')] = 'no-store, no-transform'
  head.push('Content-Type', 'text/event-stream; charset=utf-8', 'X-Accel-Buffering', 'no')
  reply.hijack()
  reply.raw.writeHead(200, head)
  return reply.raw
}

/** The start of a stream. `position`, if there is one, makes a client that is cut off before its first message resume there. */
export function openingOf(position: string | undefined): string {
  return `retry: ${RETRY_MS}\n\n: ready\n\n${position === undefined ? '' : positionOf(position)}`
}

/** A message without data: clients keep its id as where to resume, and show nothing. */
function positionOf(id: string): string {
  return `id: ${id}\n\n`
}

/** A message as it is sent. Its data is JSON text, which has no line breaks. */
export function frameOf(message: Message): string {
  return `id: ${message.id}\ndata: ${message.data}\n\n`
}

interface StreamParts extends StreamServerParts {
  limits: StreamLimits
  pause_ms(): number
  takeTurn: TakeTurn
  request: FastifyRequest
  raw: ServerResponse
  source: MessageSource
}

/** One stream. It holds one page of messages at most: the next is read when the connection has taken the last. */
class Stream {
  private readonly parts: StreamParts
  private readonly closed: Promise<void>
  private is_over = false
  private is_woken = false
  private onWake = () => {}
  private told: string | undefined

  constructor(parts: StreamParts) {
    this.parts = parts
    const { raw } = parts
    // A client that has already disconnected is not reported again.
    const is_gone = raw.destroyed || raw.socket?.destroyed === true
    this.closed = is_gone ? Promise.resolve() : new Promise((resolve) => raw.once('close', resolve))
    void this.closed.then(() => this.stop())
    // A write that meets a broken connection; the connection closes afterwards.
    raw.on('error', () => {})
  }

  /** Sends messages until the stream is over; resolves when its connection holds nothing of it any more. Never throws. */
  async run(): Promise<void> {
    const { follow, request } = this.parts
    const unfollow = follow(request.state.company_id!, () => this.wake())
    try {
      await this.sendAll()
    } catch (error) {
      this.fail(error)
    } finally {
      unfollow()
    }
    await this.closed
  }

  /** Ends it with a last text, written unchanged. What the reader has not taken soon after is dropped. */
  end(last_words: string): void {
    if (this.is_over) return
    this.stop()
    const { raw, limits } = this.parts
    raw.end(last_words)
    const timer = setTimeout(() => raw.destroy(), limits.farewell_ms)
    void this.closed.then(() => clearTimeout(timer))
  }

  private stop(): void {
    this.is_over = true
    this.wake()
  }

  private wake(): void {
    this.is_woken = true
    this.onWake()
  }

  private async sendAll(): Promise<void> {
    const { limits, pause_ms } = this.parts
    this.told = this.parts.source.position()
    await this.write(openingOf(this.told))
    let wrote_at = performance.now()
    while (!this.is_over) {
      this.is_woken = false
      const read_at = performance.now()
      const { is_written, has_more } = await this.sendPage()
      if (is_written) wrote_at = performance.now()
      if (has_more) continue
      const is_quiet = !(await this.untilWoken(wrote_at + limits.keep_alive_ms - performance.now()))
      if (is_quiet || performance.now() - wrote_at >= limits.keep_alive_ms) {
        await this.sendIfAllowed(() => `: keep-alive\n\n${this.newPosition()}`)
        wrote_at = performance.now()
      }
      await pauseUntil(read_at + pause_ms())
    }
  }

  /** Reads the next page in its turn and writes it. Its slot is free again when the connection has taken it, as that of an answer. */
  private async sendPage(): Promise<{ is_written: boolean; has_more: boolean }> {
    const { source, takeTurn, request } = this.parts
    const slot = await takeTurn(request)
    try {
      const { messages, has_more } = await source.next()
      const text = messages.map(frameOf).join('')
      slot.answered(text.length)
      if (messages.length > 0) {
        await this.sendIfAllowed(() => text)
        this.told = messages.at(-1)!.id
      }
      return { is_written: messages.length > 0, has_more }
    } finally {
      slot.leave()
    }
  }

  /** Tells the client its position when events that its filter leaves out moved it. */
  private newPosition(): string {
    const position = this.parts.source.position()
    if (position === undefined || position === this.told) return ''
    this.told = position
    return positionOf(position)
  }

  /**
   * Asks whether the key may still read here and only then, without anything in between, writes: nothing is sent after a revocation was
   * answered. Throws the refusal.
   */
  private async sendIfAllowed(text: () => string): Promise<void> {
    const { authenticate, request } = this.parts
    const access = await authenticate(request.headers.authorization, request.state.company_id)
    if (access.refusal) throw access.refusal
    if (!access.company_id) throw companyNotAccessible()
    await this.write(text())
  }

  /** Writes and waits until the connection has taken it. Throws `slow_reader` when it does not. */
  private async write(text: string): Promise<void> {
    if (this.is_over) return
    const { raw, limits } = this.parts
    let timer: NodeJS.Timeout | undefined
    const too_slow = new Promise<true>((resolve) => {
      timer = setTimeout(() => resolve(true), limits.patience_ms)
    })
    const taken = new Promise<false>((resolve) => raw.write(text, () => resolve(false)))
    const is_too_slow = await Promise.race([taken, too_slow, this.closed])
    clearTimeout(timer)
    if (is_too_slow && !this.is_over) throw new SlowReader()
  }

  /** Whether it was woken before so much time had passed. */
  private async untilWoken(ms: number): Promise<boolean> {
    if (!this.is_woken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        this.onWake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      this.onWake = () => {}
    }
    return this.is_woken
  }

  /** Ends it with a message of the type `error`, whose data is the body that a refusal would have. */
  private fail(error: unknown): void {
    const { log, request } = this.parts
    let answer = answerFor(error)
    if (!answer) {
      log.error({ err: error, request_id: request.state.request_id }, 'a stream failed')
      answer = internalError()
    }
    this.end(`event: error\ndata: ${answer.body}\n\n`)
  }
}

class SlowReader extends ApiError {
  constructor() {
    super(503, [{ error: 'The reader does not keep up: connect again and go on after the last id', code: 'slow_reader' }])
  }
}

async function pauseUntil(at: number): Promise<void> {
  const ms = at - performance.now()
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms))
}
