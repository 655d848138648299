// Wake-ups between processes: who commits something tells the others, by LISTEN and NOTIFY.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { clientOptions } from './postgres-connection.ts'

const CHANNEL = 'quoin_notices'
/**
 * What was committed is told so much later, together. It is not part of the transactions: PostgreSQL lets those that notify commit one at a
 * time, all of the database.
 */
const GATHER_MS = 5
const RETRY_MS = 250
/** Longest payload, in bytes of ASCII (PostgreSQL takes less than 8,000). */
const LONGEST = 7_500

/** Tells and hears topics. Nothing here is reliable, by the contract of `Database.onNotify`. */
export class Notices {
  private readonly url: string
  private readonly id = randomUUID()
  private readonly listeners = new Set<(topics: ReadonlySet<string>) => void>()
  private readonly outgoing = new Set<string>()
  private timer: NodeJS.Timeout | undefined
  private client: pg.Client | undefined
  private is_closed = false

  constructor(url: string) {
    this.url = url
  }

  subscribe(listener: (topics: ReadonlySet<string>) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Begins to listen, and goes on by itself after the connection was lost; throws when the first one fails. */
  async listen(): Promise<void> {
    const client = new pg.Client({ ...clientOptions(this.url), pipeline: true, idle_in_transaction_session_timeout: 0 })
    let is_over = false
    const again = () => {
      if (is_over) return
      is_over = true
      this.client = undefined
      if (!this.is_closed) setTimeout(() => this.listen().catch(again_later), RETRY_MS).unref()
    }
    const again_later = () => {
      if (!this.is_closed) setTimeout(() => this.listen().catch(again_later), RETRY_MS).unref()
    }
    client.on('error', again)
    client.on('end', again)
    client.on('notification', ({ payload }) => this.hear(payload ?? ''))
    try {
      await client.connect()
      await client.query(`LISTEN ${CHANNEL}`)
    } catch (error) {
      is_over = true
      client.end().catch(() => {})
      throw error
    }
    this.client = client
  }

  /** Tells the listeners of this process now, and those of others soon. */
  tell(topics: ReadonlySet<string>): void {
    for (const listener of this.listeners) listener(topics)
    for (const topic of topics) this.outgoing.add(topic)
    this.timer ??= setTimeout(() => this.send(), GATHER_MS)
  }

  async close(): Promise<void> {
    this.is_closed = true
    clearTimeout(this.timer)
    this.send()
    await this.client?.end()
  }

  private send(): void {
    this.timer = undefined
    const topics = [...this.outgoing]
    this.outgoing.clear()
    while (topics.length > 0) {
      const part: string[] = []
      let length = 0
      while (topics.length > 0 && length + topics[0]!.length + 3 < LONGEST) {
        length += topics[0]!.length + 3
        part.push(topics.shift()!)
      }
      if (part.length === 0) topics.shift()
      else this.client?.query('SELECT pg_notify($1, $2)', [CHANNEL, `${this.id} ${part.join(' ')}`]).catch(() => {})
    }
  }

  private hear(payload: string): void {
    const [from, ...topics] = payload.split(' ')
    if (from === this.id || topics.length === 0) return
    const heard = new Set(topics)
    for (const listener of this.listeners) listener(heard)
  }
}
