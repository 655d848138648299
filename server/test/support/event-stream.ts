// A client of the event stream: reads it with the parser that followers use, and can stop reading.
import { get, type IncomingMessage } from 'node:http'
import { createParser } from 'eventsource-parser'

export interface StreamMessage {
  id: string | undefined
  /** The type of the message; undefined for an event. */
  event: string | undefined
  data: string
}

export interface StreamReader {
  status: number
  headers: IncomingMessage['headers']
  /** Everything that came, as text. */
  text(): string
  messages: StreamMessage[]
  comments: string[]
  /** Every id that came, with or without data. */
  ids: string[]
  retries: number[]
  /** The ids of the events. */
  event_ids(): string[]
  /** Waits until what it returns is true; fails after `ms`. */
  until(condition: () => boolean, ms?: number): Promise<void>
  /** Resolves at the end, however it came: `complete` when the server ended the answer, `cut` when the connection was. */
  ended: Promise<'complete' | 'cut'>
  /** Stops reading, and resumes. */
  pause(): void
  resume(): void
  /** Goes away. */
  close(): void
}

/** Opens a stream and resolves when its head has come. `url` has the query. */
export function openStream(url: string, key: string, headers: Record<string, string> = {}): Promise<StreamReader> {
  return new Promise((resolve, reject) => {
    const sent = get(url, { agent: false, headers: { authorization: `Bearer ${key}`, ...headers } }, (response) =>
      resolve(readerOf(response)),
    )
    sent.on('error', reject)
  })
}

function readerOf(response: IncomingMessage): StreamReader {
  let text = ''
  let onProgress = () => {}
  const messages: StreamMessage[] = []
  const comments: string[] = []
  const ids: string[] = []
  const retries: number[] = []
  const parser = createParser({
    onEvent: ({ id, event, data }) => messages.push({ id, event, data }),
    onComment: (comment) => comments.push(comment),
    onId: (id) => ids.push(id),
    onRetry: (ms) => retries.push(ms),
    onError: (error) => {
      throw error
    },
  })
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    text += chunk
    parser.feed(chunk)
    onProgress()
  })
  response.on('error', () => {})
  const ended = new Promise<'complete' | 'cut'>((resolve) =>
    response.on('close', () => {
      onProgress()
      resolve(response.complete ? 'complete' : 'cut')
    }),
  )
  return {
    status: response.statusCode!,
    headers: response.headers,
    text: () => text,
    messages,
    comments,
    ids,
    retries,
    event_ids: () => messages.filter(({ event }) => event === undefined).map(({ id }) => id!),
    until(condition, ms = 5_000) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`not after ${ms} ms: ${condition}\n${text.slice(-2_000)}`)), ms)
        onProgress = () => {
          if (!condition()) return
          clearTimeout(timer)
          onProgress = () => {}
          resolve()
        }
        onProgress()
      })
    },
    ended,
    pause: () => void response.pause(),
    resume: () => void response.resume(),
    close: () => void response.destroy(),
  }
}
