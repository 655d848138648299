// Wake-ups between processes: a process that commits notifies the others, by LISTEN and NOTIFY.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { CONNECT_TIMEOUT_MS, clientOptions, cutOff, endClient, STATEMENT_TIMEOUT_MS, settingsOf } from './connection.ts'

const CHANNEL = 'quoin_notices'
/**
 * Notices are sent together after this delay. They are not part of the transactions, because PostgreSQL lets only one
 * transaction that notifies commit at a time, across the whole database.
 */
const BATCH_MS = 5
const RETRY_MS = 250
/** Messages under way at most. */
const MOST_UNANSWERED = 1_000
/** Longest payload, in bytes of ASCII (PostgreSQL takes less than 8,000). */
const LONGEST = 7_500

/** Sends and receives topics. It is not reliable, and `Database.onNotify` does not promise it. */
export class Notices {
  private readonly url: string
  private readonly id = randomUUID()
  private readonly listeners = new Set<(topics: ReadonlySet<string>) => void>()
  private readonly outgoing = new Set<string>()
  private timer: NodeJS.Timeout | undefined
  private retry: NodeJS.Timeout | undefined
  private unanswered = 0
  private client: pg.Client | undefined
  private is_closed = false

  constructor(url: string) {
    this.url = url
  }

  subscribe(listener: (topics: ReadonlySet<string>) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Starts to listen, and reconnects by itself after the connection was lost; throws when the first attempt fails. */
  async listen(): Promise<void> {
    const client = new pg.Client({ ...clientOptions(this.url), pipeline: true })
    let is_lost = false
    const lose = () => {
      is_lost = true
      cutOff(client)
      if (this.client !== client) return
      this.client = undefined
      this.unanswered = 0
      this.listenLater()
    }
    client.on('error', lose)
    client.on('end', lose)
    client.on('notification', ({ payload }) => this.hear(payload ?? ''))
    let timer: NodeJS.Timeout | undefined
    try {
      await client.connect()
      timer = setTimeout(() => cutOff(client), CONNECT_TIMEOUT_MS)
      await client.query(settingsOf(STATEMENT_TIMEOUT_MS))
      await client.query(`LISTEN ${CHANNEL}`)
    } catch (error) {
      lose()
      throw error
    } finally {
      clearTimeout(timer)
    }
    if (is_lost) throw new Error('The connection ended as soon as it was there')
    if (this.is_closed) await endClient(client)
    else this.client = client
  }

  private listenLater(): void {
    if (this.is_closed) return
    this.retry = setTimeout(() => this.listen().catch(() => this.listenLater()), RETRY_MS)
    this.retry.unref()
  }

  /** Notifies the listeners of this process now, and those of others soon. */
  tell(topics: ReadonlySet<string>): void {
    for (const listener of this.listeners) listener(topics)
    for (const topic of topics) this.outgoing.add(topic)
    this.timer ??= setTimeout(() => this.send(), BATCH_MS)
  }

  async close(): Promise<void> {
    this.is_closed = true
    clearTimeout(this.timer)
    clearTimeout(this.retry)
    this.send()
    if (this.client) await endClient(this.client)
  }

  private send(): void {
    this.timer = undefined
    const topics = [...this.outgoing]
    this.outgoing.clear()
    const { client } = this
    // A broken network could take notices for minutes before it shows; other processes poll anyway.
    if (client && this.unanswered >= MOST_UNANSWERED) cutOff(client)
    else if (client) this.sendTo(client, topics)
  }

  private sendTo(client: pg.Client, topics: string[]): void {
    while (topics.length > 0) {
      const part: string[] = []
      let length = 0
      while (topics.length > 0 && length + topics[0]!.length + 3 < LONGEST) {
        length += topics[0]!.length + 3
        part.push(topics.shift()!)
      }
      if (part.length === 0) topics.shift()
      else this.sendPart(client, part)
    }
  }

  private sendPart(client: pg.Client, topics: readonly string[]): void {
    this.unanswered++
    const answered = () => {
      if (this.client === client) this.unanswered--
    }
    client.query('SELECT pg_notify($1, $2)', [CHANNEL, `${this.id} ${topics.join(' ')}`]).then(answered, answered)
  }

  private hear(payload: string): void {
    const [from, ...topics] = payload.split(' ')
    if (from === this.id || topics.length === 0) return
    const heard = new Set(topics)
    for (const listener of this.listeners) listener(heard)
  }
}
