// Attempts of tests: a sender that may reach loopback, one call with it, and what a call without an answer must look like.
import assert from 'node:assert/strict'
import { type AttemptOutcome, createSender, type Sender, type SenderOptions } from '../../src/record/webhooks/sender.ts'
import { newSigningSecret } from '../../src/record/webhooks/signing-secrets.ts'

export const SECRET = newSigningSecret()
const BODY = '{"id":"evt_1","notes":"Café €5/6 💰 \u2028"}'
/** More than any answer of a test takes on a busy machine. */
const PATIENT_MS = 10_000

const senders: Sender[] = []

/** A sender that `closeSenders` ends. */
export function makeSender(options: Partial<SenderOptions> = {}): Sender {
  const sender = createSender({ allow_private: true, user_agent: 'Quoin/1.2.3', timeout_ms: PATIENT_MS, ...options })
  senders.push(sender)
  return sender
}

export async function closeSenders(): Promise<void> {
  await Promise.all(senders.splice(0).map((sender) => sender.close()))
}

/** Sends one event, signed with `SECRET`. */
export function send(sender: Sender, url: string, body = BODY): Promise<AttemptOutcome> {
  return sender.send({ url, event_id: 'evt_1', body, secrets: [SECRET] })
}

export function assertNoAnswer(outcome: AttemptOutcome, error: RegExp): void {
  assert.match(outcome.error ?? `status ${outcome.response_status}`, error)
  assert.deepEqual([outcome.response_status, outcome.response_body, outcome.retry_after_ms], [null, null, null])
}
