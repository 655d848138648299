// Webhooks without a network: a sender that records attempts and answers as the test says, and a service that sends with it.
import assert from 'node:assert/strict'
import type { Attempt, AttemptOutcome, Sender } from '../../src/record/webhooks/sender.ts'
import { startTestApp, type TestApp } from './test-app.ts'

/** The status of an answer; with `Retry-After`; none because there is no connection; or none yet, until `release`. */
export type ScriptedAnswer = number | { status: number; retry_after_ms: number } | 'refused' | 'hang'

export class ScriptedSender implements Sender {
  /** Every attempt so far, in their order. */
  readonly attempts: Attempt[] = []
  /** The answers from now on. */
  answer: (attempt: Attempt) => ScriptedAnswer = () => 200
  /** The most attempts that were under way at once, of all and by URL. */
  most_at_once = 0
  readonly most_of = new Map<string, number>()
  private unanswered: { attempt: Attempt; hangs: boolean; end: (outcome: AttemptOutcome) => void }[] = []

  send(attempt: Attempt): Promise<AttemptOutcome> {
    this.attempts.push(attempt)
    const answer = this.answer(attempt)
    return new Promise((resolve) => {
      const entry = { attempt, hangs: answer === 'hang', end: resolve }
      this.unanswered.push(entry)
      this.most_at_once = Math.max(this.most_at_once, this.unanswered.length)
      this.most_of.set(attempt.url, Math.max(this.most_of.get(attempt.url) ?? 0, this.under_way(attempt.url)))
      if (answer === 'hang') return
      setImmediate(() => {
        this.unanswered = this.unanswered.filter((other) => other !== entry)
        resolve(outcomeOf(answer))
      })
    })
  }

  /** How many attempts are under way, of all or to one URL. */
  under_way(url?: string): number {
    return this.unanswered.filter(({ attempt }) => url === undefined || attempt.url === url).length
  }

  /** Answers the attempts that hang, of all or to one URL. */
  release(answer: Exclude<ScriptedAnswer, 'hang'>, url?: string): void {
    const released = this.unanswered.filter(({ hangs, attempt }) => hangs && (url === undefined || attempt.url === url))
    this.unanswered = this.unanswered.filter((entry) => !released.includes(entry))
    for (const { end } of released) end(outcomeOf(answer))
  }

  /** The ids of the events that were sent to a URL, in their order. */
  sentTo(url: string): string[] {
    return this.attempts.filter((attempt) => attempt.url === url).map(({ event_id }) => event_id)
  }

  async close(): Promise<void> {
    this.release('refused')
  }
}

function outcomeOf(answer: Exclude<ScriptedAnswer, 'hang'>): AttemptOutcome {
  if (answer === 'refused') {
    return { duration_ms: 1, response_status: null, response_body: null, error: 'connection refused', retry_after_ms: null }
  }
  const { status, retry_after_ms } = typeof answer === 'number' ? { status: answer, retry_after_ms: null } : answer
  return { duration_ms: 1, response_status: status, response_body: 'said so', error: null, retry_after_ms }
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely by tests; their shape is checked against the contract
type Json = any

/** A service whose webhooks go to a scripted sender. */
export interface WebhookTest {
  app: TestApp
  sender: ScriptedSender
  /** Makes an endpoint and gives it as the API shows it, with its secret. */
  addEndpoint(body?: object, call?: object): Promise<Json>
  /** Causes one event (`customer.created`) and gives its id. */
  cause(call?: object): Promise<string>
  /** Lets time pass, and waits until everything due by then has been sent and stored. */
  pass(ms: number): Promise<void>
  /** Waits until everything due now has been sent and stored. */
  settle(): Promise<void>
  endpoint(id: string): Promise<Json>
  /** All deliveries of an endpoint, newest event first. */
  deliveries(id: string): Promise<Json[]>
  /** The delivery of one event to an endpoint. */
  delivery(id: string, event_id: string): Promise<Json>
}

/** Starts a service whose dispatcher runs. Close its `app` at the end. */
export async function startWebhookTest(options: { is_started?: boolean } = {}): Promise<WebhookTest> {
  const sender = new ScriptedSender()
  const app = await startTestApp({ sender })
  if (options.is_started !== false) await app.dispatcher.start()
  let count = 0
  const made = async (path: string, call: object) => {
    const answer = await app.call('POST', path, call)
    assert.equal(answer.status, 201, answer.text)
    return answer.data
  }
  const get = async (path: string, query = {}) => {
    const answer = await app.call('GET', path, { query })
    assert.equal(answer.status, 200, answer.text)
    return answer.data
  }
  const deliveries = async (id: string, query = {}) =>
    (await get(`/v1/webhook-endpoints/${id}/deliveries`, { limit: '100', ...query })).deliveries
  // Asked until it is true twice in a row: what ends or is stored while the dispatcher is working is handled a little later.
  const settle = async () => {
    const later = () => new Promise<false>((resolve) => setTimeout(() => resolve(false), 40))
    const isIdle = () => Promise.race([app.dispatcher.idle().then(() => true), later()])
    while (!((await isIdle()) && (await isIdle())));
  }
  return {
    app,
    sender,
    addEndpoint: (body = {}, call = {}) =>
      made('/v1/webhook-endpoints', { body: { url: `https://receiver${++count}.example.com/`, ...body }, ...call }),
    async cause(call = {}) {
      const customer = await made('/v1/customers', { body: { name: 'Café Méridien' }, ...call })
      const { data } = await app.call('GET', '/v1/events', { query: { resource_id: customer.id }, ...call })
      return data.events[0].id
    },
    async pass(ms) {
      app.pass(ms)
      await settle()
    },
    settle,
    endpoint: (id) => get(`/v1/webhook-endpoints/${id}`),
    deliveries,
    delivery: async (id, event_id) => (await deliveries(id, { event_id }))[0],
  }
}

/** Waits until something holds. The bound is for what never comes, not for what is slow: a busy machine takes a minute for thousands of rows. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const give_up_at = performance.now() + 120_000
  while (!(await holds())) {
    assert.ok(performance.now() < give_up_at, `gave up waiting until ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
