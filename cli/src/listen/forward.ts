// Handing events to a local URL as a webhook delivery would.
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { signWebhook } from '../../../sdk/src/index.ts'
import { VERSION } from '../../../server/src/operate/version.ts'

/** As long as a delivery of the server waits. */
const LONGEST_ANSWER_MS = 15_000
/** A handler that is being restarted refuses connections for a moment: so long it is waited for. */
const PATIENCE_MS = 10_000
const REFUSED_PAUSE_MS = 250
/** How much of an answer is kept, to show why a handler refused. */
const LONGEST_EXCERPT = 120
const LONGEST_BODY_BYTES = 64 * 1024

export interface ForwardSettings {
  secret: string
  /** Additional headers, except those of a delivery. */
  headers: Record<string, string>
  /** Whether any TLS certificate will do. */
  skip_verify: boolean
}

/** The outcome of a forward. */
export interface Outcome {
  /** Undefined when no answer came; then `error` says why. */
  status: number | undefined
  error: string | undefined
  duration_ms: number
  /** The beginning of the answer's body. */
  excerpt: string
}

/** Forwards events to one URL. */
export class Forwarder {
  readonly url: string
  private readonly settings: ForwardSettings
  /** Waiting for a handler once is kind; for each of a thousand events it would be hours. */
  private is_patient = true

  constructor(url: string, settings: ForwardSettings) {
    this.url = url
    this.settings = settings
  }

  /**
   * Posts the body of an event and returns the outcome. A refused connection is retried for ten seconds, because nothing
   * has arrived then, but only until the handler was away that long; `onRefused` is called when that starts. Throws only for `signal`.
   */
  async forward(id: string, body: string, signal: AbortSignal, onRefused: () => void): Promise<Outcome> {
    const bytes = Buffer.from(body)
    const until = performance.now() + PATIENCE_MS
    for (let is_first = true; ; is_first = false) {
      const outcome = await this.post(id, bytes)
      const is_refused = outcome.error === REFUSED
      const is_waited_for = is_refused && this.is_patient && performance.now() < until
      if (!is_waited_for) {
        this.is_patient = !is_refused
        return outcome
      }
      if (is_first) onRefused()
      await sleep(REFUSED_PAUSE_MS, undefined, { signal })
    }
  }

  private post(id: string, bytes: Buffer): Promise<Outcome> {
    const { secret, headers, skip_verify } = this.settings
    const started = performance.now()
    const request = this.url.startsWith('https:') ? requestHttps : requestHttp
    return new Promise((resolve) => {
      const end = (status: number | undefined, error: string | undefined, excerpt = '') => {
        clearTimeout(timer)
        sent.destroy()
        resolve({ status, error, excerpt, duration_ms: Math.round(performance.now() - started) })
      }
      const sent = request(
        this.url,
        {
          method: 'POST',
          // A connection for each: one kept open would break when the handler is restarted.
          agent: false,
          rejectUnauthorized: !skip_verify,
          headers: {
            'user-agent': `quoin-cli/${VERSION}`,
            ...headers,
            'content-type': 'application/json',
            'content-length': bytes.length,
            ...signWebhook(bytes, secret, { id }),
          },
        },
        (response) => {
          readExcerpt(response).then(
            (excerpt) => end(response.statusCode, undefined, excerpt),
            (error: Error) => end(response.statusCode, error.message),
          )
        },
      )
      const timer = setTimeout(() => end(undefined, `no answer within ${LONGEST_ANSWER_MS / 1000} s`), LONGEST_ANSWER_MS)
      sent.on('error', (error: NodeJS.ErrnoException) =>
        end(undefined, error.code === 'ECONNREFUSED' ? REFUSED : oneLine(error.message)),
      )
      sent.end(bytes)
    })
  }
}

const REFUSED = 'connection refused'

/** Faults of TLS come with a line break. */
function oneLine(message: string): string {
  return message.replace(/\s+/g, ' ').trim()
}

async function readExcerpt(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    if ((length += chunk.length) > LONGEST_BODY_BYTES) break
  }
  const text = Buffer.concat(chunks).toString().trim()
  // Control characters would move the cursor of the terminal.
  return text.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, LONGEST_EXCERPT)
}
