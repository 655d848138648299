// Receivers that are slow, endless or just closing: what a sender must not wait for, and what must not cost an attempt.
import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { assertNoAnswer, closeSenders, makeSender, send } from '../../../test/support/attempts.ts'
import { blockedListener } from '../../../test/support/blocked-listener.ts'
import { closeReceivers, startRawReceiver, startReceiver } from '../../../test/support/receivers.ts'

const TIMEOUT_MS = 600

after(async () => {
  await closeSenders()
  closeReceivers()
})

describe('a slow or endless receiver', () => {
  const slow: [name: string, answer: (socket: Socket) => void, error: RegExp][] = [
    ['that never answers', () => {}, /^timed out after 0.6 s$/],
    [
      'that sends preliminary answers only',
      (socket) => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100)),
      /^timed out after 0.6 s$/,
    ],
    ['with one byte of headers at a time', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nX: '), /^timed out after 0.6 s$/],
    [
      'with one byte of the body at a time',
      (socket) => drip(socket, '', 'HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n'),
      /^timed out after 0.6 s, in the middle of an answer with status 200$/,
    ],
  ]
  for (const [name, answer, error] of slow) {
    test(`${name} is given up at the deadline, and loses its connection`, async () => {
      const server = await startRawReceiver(answer)
      const outcome = await send(makeSender({ timeout_ms: TIMEOUT_MS }), server.url)
      assertNoAnswer(outcome, error)
      assert.ok(outcome.duration_ms >= TIMEOUT_MS - 20 && outcome.duration_ms < TIMEOUT_MS + 1000, `${outcome.duration_ms} ms`)
      await sleep(50)
      assert.equal(server.sockets.size, 0)
    })
  }

  function drip(socket: Socket, text: string, first = ''): void {
    socket.write(first)
    let place = 0
    const timer = setInterval(() => socket.write(text[place++] ?? 'a'), 20)
    socket.once('close', () => clearInterval(timer))
  }

  /** Writes for as long as the other side reads, and tells how much went out. */
  function flood(header: string, limit_bytes = Number.POSITIVE_INFINITY) {
    const chunk = Buffer.alloc(64 * 1024, 'a')
    const written = { bytes: 0 }
    const answer = (socket: Socket) => {
      socket.write(header)
      const more = () => {
        while (!socket.destroyed && written.bytes < limit_bytes) {
          written.bytes += chunk.length
          if (!socket.write(chunk)) return
        }
      }
      socket.on('drain', more)
      more()
    }
    return { written, answer }
  }

  for (const [name, header, limit_bytes] of [
    ['an endless body', 'HTTP/1.1 200 OK\r\n\r\n', undefined],
    ['a body of 100 MB', `HTTP/1.1 200 OK\r\nContent-Length: ${100 * 2 ** 20}\r\n\r\n`, 100 * 2 ** 20],
  ] as const) {
    test(`${name} is read as far as 64 KiB: the status counts, memory stays flat`, async () => {
      const { written, answer } = flood(header, limit_bytes)
      const server = await startRawReceiver(answer)
      const sender = makeSender()
      await send(sender, server.url)
      const before = process.memoryUsage().rss
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => send(sender, server.url)))
      for (const outcome of outcomes) {
        assert.deepEqual([outcome.response_status, outcome.response_body?.length, outcome.error], [200, 2048, null])
      }
      const grown_mb = (process.memoryUsage().rss - before) / 2 ** 20
      assert.ok(grown_mb < 100, `${grown_mb} MB more`)
      assert.ok(written.bytes / 21 < 16 * 2 ** 20, `${written.bytes} bytes written`)
      await sleep(50)
      assert.equal(server.sockets.size, 0)
    })
  }

  test('a gzip bomb is not inflated', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 2 ** 20))
    const server = await startReceiver((response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb))
    const outcome = await send(makeSender(), server.url)
    assert.equal(outcome.response_status, 200)
    assert.ok(outcome.response_body!.startsWith('\x1f\uFFFD\b'))
    assert.ok(outcome.response_body!.length <= 2048)
  })

  test('a queue of connections that nobody accepts', async () => {
    // Node.js accepts always; a server whose thread stands still does not, and its queue of one is soon full.
    const { url, end } = await blockedListener()
    try {
      const outcomes = await Promise.all(Array.from({ length: 8 }, () => send(makeSender({ timeout_ms: TIMEOUT_MS }), url)))
      for (const outcome of outcomes) assertNoAnswer(outcome, /^timed out after 0.6 s$/)
    } finally {
      await end()
    }
  })
})

test('an answer that takes longer than a connection may be idle is waited for', async () => {
  const server = await startReceiver((response) => setTimeout(() => response.end(), 4500))
  const sender = makeSender()
  assert.equal((await send(sender, server.url)).response_status, 200)
  assert.equal(server.connections(), 1)
})

describe('a kept connection that its server has closed', () => {
  /** Answers the first request of a connection; what happens to the second is the test's. */
  async function closing(second: (socket: Socket) => void) {
    const seen = new Map<Socket, number>()
    return startRawReceiver((socket) => {
      seen.set(socket, (seen.get(socket) ?? 0) + 1)
      if (seen.get(socket) === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
      else second(socket)
    })
  }

  for (const [name, end] of [
    ['reset', (socket: Socket) => socket.resetAndDestroy()],
    ['ended', (socket: Socket) => socket.end()],
  ] as const) {
    test(`costs no attempt: ${name}`, async () => {
      const server = await closing(end)
      const sender = makeSender()
      for (let count = 0; count < 2; count++) assert.equal((await send(sender, server.url)).response_status, 200)
      assert.equal(server.connections(), 2)
    })
  }

  test('is a failure when an answer had begun', async () => {
    const server = await closing((socket) => socket.end('HTTP/1.1 20'))
    const sender = makeSender()
    await send(sender, server.url)
    assert.match((await send(sender, server.url)).error ?? 'no error', /closed|not HTTP/)
    assert.equal(server.connections(), 1)
  })

  test('gets no second deadline', async () => {
    const server = await startRawReceiver((socket, request) => {
      if (request === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
      else if (request === 2) setTimeout(() => socket.resetAndDestroy(), TIMEOUT_MS / 2)
    })
    const sender = makeSender({ timeout_ms: TIMEOUT_MS })
    await send(sender, server.url)
    const outcome = await send(sender, server.url)
    assertNoAnswer(outcome, /^timed out/)
    assert.equal(server.connections(), 2)
    assert.ok(outcome.duration_ms < TIMEOUT_MS * 1.4, `${outcome.duration_ms} ms`)
  })
})
