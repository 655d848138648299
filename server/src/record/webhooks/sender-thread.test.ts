import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Worker } from 'node:worker_threads'
import Stripe from 'stripe'
import { assertNoAnswer, SECRET, send } from '../../../test/support/attempts.ts'
import { closeReceivers, startReceiver } from '../../../test/support/receivers.ts'
import type { Sender } from './sender.ts'
import { startSenderThread } from './sender-thread.ts'

const OPTIONS = { allow_private: true, user_agent: 'Quoin/1.2.3', timeout_ms: 10_000 }
const senders: Sender[] = []

after(async () => {
  await Promise.all(senders.map((sender) => sender.close()))
  closeReceivers()
})

function start(options: Partial<typeof OPTIONS> = {}): Sender {
  const sender = startSenderThread({ ...OPTIONS, ...options })
  senders.push(sender)
  return sender
}

describe('the sender in a thread', () => {
  test('sends as the sender of this thread does, and gives each call its own outcome', async () => {
    const server = await startReceiver((response, request) => response.writeHead(200).end(request.body.toString()))
    const sender = start()
    const bodies = Array.from({ length: 300 }, (_, number) => JSON.stringify({ number, notes: '€ 💰' }))
    const outcomes = await Promise.all(bodies.map((body) => send(sender, server.url, body)))
    assert.deepEqual(
      outcomes.map((outcome) => outcome.response_body),
      bodies,
    )
    for (const request of server.requests) {
      new Stripe('sk_x').webhooks.constructEvent(request.body, request.headers['quoin-signature'] as string, SECRET)
    }
  })

  test('obeys the options: guarded, it connects nowhere private', async () => {
    const server = await startReceiver((response) => response.end())
    assertNoAnswer(await send(start({ allow_private: false }), `https://127.0.0.1:${server.port}/`), /not public|^port/)
    assert.equal(server.connections(), 0)
    const silent = await startReceiver(() => {})
    assertNoAnswer(await send(start({ timeout_ms: 300 }), silent.url), /^timed out after 0.3 s$/)
  })

  test('close waits for nothing: what is under way and what comes later has an error', async () => {
    const server = await startReceiver(() => {})
    const sender = start()
    const pending = [send(sender, server.url), send(sender, server.url)]
    while (server.requests.length < 2) await sleep(5)
    await sender.close()
    for (const outcome of await Promise.all(pending)) assertNoAnswer(outcome, /^the sender was closed$/)
    assertNoAnswer(await send(sender, server.url), /^the sender was closed$/)
  })

  test('closed before its first send, or in the same turn as one, it ends too', async () => {
    await start().close()
    const sender = start()
    const pending = send(sender, 'http://127.0.0.1:9/')
    await sender.close()
    assertNoAnswer(await pending, /^the sender was closed$/)
  })

  test('a thread that dies is an outcome of what it had, and is replaced', async () => {
    const workers: Worker[] = []
    const remember = (worker: Worker) => void workers.push(worker)
    process.on('worker', remember)
    try {
      const server = await startReceiver((response, request) => request.body.toString() !== 'wait' && response.end())
      const sender = start()
      const pending = [send(sender, server.url, 'wait'), send(sender, server.url, 'wait')]
      while (server.requests.length < 2) await sleep(5)
      await workers[0]!.terminate()
      for (const outcome of await Promise.all(pending)) assertNoAnswer(outcome, /^the sender ended unexpectedly$/)
      assert.equal((await send(sender, server.url)).response_status, 200)
      assert.equal(workers.length, 2)
    } finally {
      process.off('worker', remember)
    }
  })

  test('does not keep the process alive by itself, and does while something is under way', async () => {
    const server = await startReceiver((response) => setTimeout(() => response.end(), 300))
    const program = `
      import { startSenderThread } from ${JSON.stringify(new URL('./sender-thread.ts', import.meta.url).href)}
      const sender = startSenderThread(${JSON.stringify(OPTIONS)})
      const attempt = { url: '${server.url}', event_id: 'evt_1', body: '{}', secrets: ['${SECRET}'] }
      sender.send(attempt).then(() => sender.send(attempt)).then((outcome) => console.log(outcome.response_status))`
    const started_ms = performance.now()
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { timeout: 20_000 })
    assert.equal(stdout, '200\n')
    assert.ok(performance.now() - started_ms < 4000 + 3000)
  })
})
