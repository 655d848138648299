// Following the events of a company: by the stream, by asking again where there is no stream, and back after each loss.
import { errorOfAnswer, QuoinError } from './errors.ts'
import { EventStreamParser } from './event-stream.ts'
import { eventTextsOf } from './event-text.ts'
import { reasonOf, retryAfterMs, sleep } from './retry.ts'

/** The server sends a comment every 15 s: a stream that is silent for three of them is dead, whatever TCP thinks. */
const LONGEST_SILENCE_MS = 45_000
/** The first bytes come at once, unless something in between holds them back. */
const LONGEST_OPENING_MS = 5_000
const POLL_INTERVAL_MS = 1_000
/** After this time the stream is tried again: the obstacle may be gone. */
const LONGEST_POLLING_MS = 10 * 60_000
const POLL_TIMEOUT_MS = 30_000
const PAGE_SIZE = 100
const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 30_000
/** The beginning of all events. */
const EVER = '1970-01-01'

export interface FollowOptions {
  /** Only events of these types: exact, `invoice.*`, or `*`. */
  types?: readonly string[]
  /** Start after this event. Without it and `since`: with new events. */
  after?: string
  /** Start with the events from this time on: a date, a date-time with offset, or unix seconds. */
  since?: string
  /** In place of the client's own. */
  company_id?: string
  /** Ends it. */
  signal?: AbortSignal
  /** Called when the connection is made, is replaced by polling every second, or is lost. */
  on_state?: (state: FollowState) => void
}

export type FollowState =
  | { state: 'streaming' }
  | { state: 'polling'; reason: string }
  | { state: 'disconnected'; reason: string; retry_in_ms: number }

/** The server, the company and the key. */
export interface Server {
  url: string
  headers: Record<string, string>
  company_id: string | undefined
  fetch: typeof globalThis.fetch
}

type Query = Record<string, string | undefined>

/** After which event, or from which time on. */
type Position = { after: string } | { since: string }

/**
 * The events as the server's own text, oldest first, each once, until `signal` is aborted. Throws a QuoinError when the server refuses
 * for good, with the code `cursor_expired` when events after the position were removed: read the current state then, and follow again from
 * `since: '1970-01-01'`, which is all that the server still has. Everything else is waited out.
 */
export async function* follow(
  server: Server,
  options: FollowOptions,
): AsyncGenerator<{ id: string; text: string }, void, undefined> {
  const { signal } = options
  let from = startOf(options)
  for (let failures = 0; !signal?.aborted; failures++) {
    let loss: Loss
    try {
      from ??= await newestPosition(server, options)
      for await (const { position, text } of eventsOf(server, options, from)) {
        failures = 0
        if (position === undefined || ('after' in from && position <= from.after)) continue
        from = { after: position }
        if (text !== undefined) yield { id: position, text }
      }
      continue
    } catch (error) {
      if (signal?.aborted) return
      if (error instanceof QuoinError) throw error
      loss = error instanceof Loss ? error : new Loss(reasonOf(error))
    }
    // Slow readers are disconnected; by now, this one has caught up.
    if (loss.code === 'slow_reader') continue
    const backoff_ms = Math.random() * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures, 10))
    const retry_in_ms = Math.round(loss.retry_after_ms + backoff_ms)
    options.on_state?.({ state: 'disconnected', reason: loss.message, retry_in_ms })
    await sleep(retry_in_ms, signal).catch(() => {})
  }
}

function startOf({ after, since }: FollowOptions): Position | undefined {
  if (after !== undefined) return { after }
  return since === undefined ? undefined : { since }
}

/** After the newest event there is: only new events follow. */
async function newestPosition(server: Server, options: FollowOptions): Promise<Position> {
  const [newest] = eventTextsOf(await get(server, options, { limit: '1' }))
  return newest === undefined ? { since: EVER } : { after: idOf(newest) }
}

/** Where a connection is: at an event, or at a position without one. Without a position, all that is known is that it is there. */
interface Step {
  position?: string
  text?: string
}

async function* eventsOf(server: Server, options: FollowOptions, from: Position): AsyncGenerator<Step, void, undefined> {
  const opened = await openStream(server, options, from)
  if ('reader' in opened) yield* readStream(opened.reader, opened.first, options)
  else {
    options.on_state?.({ state: 'polling', reason: opened.reason })
    yield* poll(server, options, from)
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array>
type Piece = Awaited<ReturnType<Reader['read']>>

/** Opens the stream and waits for its first bytes; returns the reason if no stream is possible. Throws a Loss or a QuoinError. */
async function openStream(
  server: Server,
  { types, signal, ...options }: FollowOptions,
  from: Position,
): Promise<{ reader: Reader; first: Piece } | { reason: string }> {
  const query = { type: types?.join(',') || undefined, 'created[gte]': 'since' in from ? from.since : undefined }
  const position: Record<string, string> = 'after' in from ? { 'last-event-id': from.after } : {}
  const url = urlOf(server, options, '/v1/events/stream', query)
  const headers = { ...server.headers, ...position, accept: 'text/event-stream' }
  return within(LONGEST_OPENING_MS, signal, async (ending) => {
    const response = await server.fetch(url, { headers, redirect: 'manual', signal: ending })
    // A server without streams takes "stream" for the id of an event.
    const has_no_stream = [404, 405, 406].includes(response.status)
    if (!response.ok && !has_no_stream) throw await lossOf(response)
    if (has_no_stream || !response.headers.get('content-type')?.startsWith('text/event-stream') || !response.body) {
      await response.body?.cancel()
      const reason = has_no_stream ? 'this server has none' : 'something between here and the server does not let it through'
      return { reason }
    }
    const reader = response.body.getReader()
    return { reader, first: await reader.read() }
  }).catch((error: unknown) => {
    if (error instanceof TooLate) return { reason: 'something between here and the server holds it back' }
    throw error
  })
}

class TooLate extends Error {}

/**
 * The result of `work`, unless it takes longer than `ms` (throws TooLate) or `signal` is aborted (throws its reason); in both cases the signal
 * that `work` got is aborted. The end doesn't depend on `fetch` obeying that signal.
 */
async function within<T>(ms: number, signal: AbortSignal | undefined, work: (ending: AbortSignal) => Promise<T>): Promise<T> {
  signal?.throwIfAborted()
  const ending = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let abort = () => {}
  const ended = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooLate(`no answer within ${ms / 1000} s`)), ms)
    abort = () => reject(signal!.reason)
    signal?.addEventListener('abort', abort)
  })
  try {
    return await Promise.race([work(ending.signal), ended])
  } catch (error) {
    ending.abort()
    throw error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

async function* readStream(reader: Reader, first: Piece, options: FollowOptions): AsyncGenerator<Step, void, undefined> {
  const parser = new EventStreamParser()
  const decoder = new TextDecoder()
  options.on_state?.({ state: 'streaming' })
  try {
    for (let piece = first; !piece.done; piece = await within(LONGEST_SILENCE_MS, options.signal, () => reader.read())) {
      for (const { event, data, id } of parser.push(decoder.decode(piece.value, { stream: true }))) {
        if (event === 'error') throw farewell(data)
        if (event === 'message') yield { position: id, text: data }
      }
      // An id may come alone, when other events were skipped; before the first event of a company it is not one.
      yield parser.id.startsWith('evt_') ? { position: parser.id } : {}
    }
  } finally {
    // Not awaited: a connection that hangs would hold up the next one.
    reader.cancel().catch(() => {})
  }
  throw new Loss('the server ended the event stream')
}

/** The server's last message. If it is a refusal, the next connection is refused with it, and that is reported. */
function farewell(data: string): Loss {
  const { error, code } = JSON.parse(data) as { error: string; code?: string }
  return new Loss(error, { code })
}

/** Asks for newer events every second, each page from where the last one ended. */
async function* poll(server: Server, options: FollowOptions, from: Position): AsyncGenerator<Step, void, undefined> {
  const { types = [], signal } = options
  // The list takes one type; of several, it is asked whether it knows them.
  const filter = { type: types.length === 1 ? types[0] : undefined }
  if (types.length > 1) for (const type of types) await get(server, options, { type, limit: '1' })
  let { after, since } = from as { after?: string; since?: string }
  const started = performance.now()
  while (performance.now() - started < LONGEST_POLLING_MS) {
    const is_start = after === undefined
    const texts = is_start
      ? await oldestSince(server, options, { ...filter, 'created[gte]': since! })
      : eventTextsOf(await get(server, options, { ...filter, ending_before: after!, limit: String(PAGE_SIZE) }))
    yield {}
    for (const text of texts.reverse()) {
      const { id, type } = JSON.parse(text) as { id: string; type: string }
      after = id
      yield types.length === 0 || types.some((one) => isOfType(type, one)) ? { position: id, text } : { position: id }
    }
    const is_last_page = !is_start && texts.length < PAGE_SIZE
    if (is_last_page || texts.length === 0) await sleep(POLL_INTERVAL_MS, signal)
  }
}

/** The oldest event since a time, if there is one: the list is newest first, so its end is walked to. */
async function oldestSince(server: Server, options: FollowOptions, query: Query): Promise<string[]> {
  let oldest: string | undefined
  for (;;) {
    const starting_after = oldest && idOf(oldest)
    const texts = eventTextsOf(await get(server, options, { ...query, starting_after, limit: String(PAGE_SIZE) }))
    oldest = texts.at(-1) ?? oldest
    if (texts.length < PAGE_SIZE) return oldest === undefined ? [] : [oldest]
  }
}

/** Whether an event type is one that a filter means: itself, `prefix.*` or `*`. The dot is literal, and case counts. */
function isOfType(type: string, filter: string): boolean {
  return filter === '*' || filter === type || (filter.endsWith('.*') && type.startsWith(filter.slice(0, -1)))
}

/** The body of `GET /v1/events`. Throws a Loss or a QuoinError. */
async function get(server: Server, { signal, ...options }: FollowOptions, query: Query): Promise<string> {
  const url = urlOf(server, options, '/v1/events', query)
  return within(POLL_TIMEOUT_MS, signal, async (ending) => {
    const response = await server.fetch(url, { headers: server.headers, redirect: 'manual', signal: ending })
    if (!response.ok) throw await lossOf(response)
    return response.text()
  })
}

function urlOf(server: Server, options: FollowOptions, path: string, query: Query): string {
  const given = Object.entries({ company_id: options.company_id ?? server.company_id, ...query })
  return `${server.url}${path}?${new URLSearchParams(given.filter((entry): entry is [string, string] => entry[1] !== undefined))}`
}

function idOf(event_text: string): string {
  return (JSON.parse(event_text) as { id: string }).id
}

/** The connection is gone, or the server can't answer now: it is worth coming back. */
class Loss extends Error {
  readonly code: string | undefined
  readonly retry_after_ms: number

  constructor(message: string, { code, retry_after_ms = 0 }: { code?: string | undefined; retry_after_ms?: number } = {}) {
    super(message)
    this.code = code
    this.retry_after_ms = retry_after_ms
  }
}

/**
 * The error for an answer that isn't a success: a permanent refusal (QuoinError), or something temporary. Whatever a proxy answers while
 * the server is away is temporary.
 */
async function lossOf(response: Response): Promise<QuoinError | Loss> {
  const error = errorOfAnswer(response, await response.text(), 1)
  const { status } = response
  const is_of_server = error.request_id !== undefined
  if (is_of_server && status < 500 && status !== 408 && status !== 429) return error
  return new Loss(error.message, { code: error.code, retry_after_ms: retryAfterMs(response.headers.get('retry-after')) })
}
