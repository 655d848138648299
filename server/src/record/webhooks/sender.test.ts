import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import Stripe from 'stripe'
import { assertNoAnswer, closeSenders, makeSender, SECRET, send } from '../../../test/support/attempts.ts'
import { makeCertificate } from '../../../test/support/certificate.ts'
import { LOOPBACK_HOSTS } from '../../../test/support/private-hosts.ts'
import { closeReceivers, listen, startRawReceiver, startReceiver } from '../../../test/support/receivers.ts'

after(async () => {
  await closeSenders()
  closeReceivers()
})

describe('what is sent', () => {
  test('one POST whose bytes are the bytes signed, with a right Content-Length', async () => {
    const server = await startReceiver((response) => response.end())
    const bodies = ['{"notes":"a\u2028b"}', '{"notes":"Café €5/6 💰"}', JSON.stringify({ notes: '€💰x'.repeat(120_000) })]
    const sender = makeSender()
    for (const body of bodies) assert.equal((await send(sender, server.url, body)).response_status, 200)
    for (const [index, request] of server.requests.entries()) {
      assert.deepEqual([request.method, request.url], ['POST', '/hook?a=b'])
      assert.equal(request.headers.host, `127.0.0.1:${server.port}`)
      assert.equal(request.headers['content-type'], 'application/json; charset=utf-8')
      assert.equal(request.headers['user-agent'], 'Quoin/1.2.3')
      assert.equal(request.headers['content-length'], String(Buffer.byteLength(bodies[index]!)))
      assert.equal(request.headers['accept-encoding'], undefined)
      assert.ok(request.body.equals(Buffer.from(bodies[index]!)))
      new Stripe('sk_x').webhooks.constructEvent(request.body, request.headers['quoin-signature'] as string, SECRET)
      new Webhook(SECRET).verify(request.body, request.headers as Record<string, string>)
    }
    const known = createHmac('sha256', 'whsec_test').update(server.requests[1]!.body).digest('hex')
    assert.equal(known, '897f033888d5b3e7a0ef4ba0142369b87fd9bd0ee18ebff5288835c6ebca23ff')
  })

  test('on kept connections', async () => {
    const server = await startReceiver((response) => response.end('ok'))
    const sender = makeSender()
    for (let count = 0; count < 20; count++) assert.equal((await send(sender, server.url)).response_status, 200)
    assert.deepEqual([server.requests.length, server.connections()], [20, 1])
  })

  test('one host takes any number at once: no endpoint waits there for another', async () => {
    let now = 0
    let most = 0
    const waiting: (() => void)[] = []
    const server = await startReceiver((response) => {
      most = Math.max(most, ++now)
      waiting.push(() => response.end())
      // Answered when all are there.
      if (waiting.length === 200) for (const answer of waiting) answer()
    })
    const sender = makeSender()
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => send(sender, server.url)))
    assert.ok(outcomes.every((outcome) => outcome.response_status === 200))
    assert.deepEqual([most, server.connections()], [200, 200])
  })
})

test('no proxy of the environment is used', async () => {
  const proxy = await startReceiver((response) => response.end())
  const server = await startReceiver((response) => response.end())
  const program = `
    import { createSender } from ${JSON.stringify(new URL('./sender.ts', import.meta.url).href)}
    const sender = createSender({ allow_private: true, user_agent: 'Quoin/1.2.3' })
    const { response_status } = await sender.send({ url: '${server.url}', event_id: 'evt_1', body: '{}', secrets: ['${SECRET}'] })
    console.log(response_status)
    await sender.close()`
  const proxy_url = `http://127.0.0.1:${proxy.port}`
  const env = {
    ...process.env,
    NODE_USE_ENV_PROXY: '1',
    HTTP_PROXY: proxy_url,
    http_proxy: proxy_url,
    NO_PROXY: '',
    no_proxy: '',
  }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { env, timeout: 20_000 })
  assert.equal(stdout, '200\n')
  assert.deepEqual([proxy.connections(), server.requests.length], [0, 1])
})

describe('an answer', () => {
  for (const status of [200, 201, 204, 304, 400, 404, 410, 418, 500, 503]) {
    test(`${status} is told with its body`, async () => {
      const has_body = status !== 204 && status !== 304
      const server = await startReceiver((response) => response.writeHead(status).end(has_body ? `body of ${status}` : undefined))
      const { duration_ms, sent_headers, ...outcome } = await send(makeSender(), server.url)
      const came = server.requests[0]!.headers
      for (const [name, value] of Object.entries(sent_headers!)) assert.equal(came[name.toLowerCase()], value, name)
      assert.ok(Number.isInteger(duration_ms) && duration_ms >= 0)
      const response_body = has_body ? `body of ${status}` : ''
      assert.deepEqual(outcome, { response_status: status, response_body, error: null, retry_after_ms: null })
      assert.equal(server.requests.length, 1)
    })
  }

  for (const status of [301, 302, 303, 307, 308]) {
    test(`${status} is not followed`, async () => {
      const canary = await startReceiver((response) => response.end())
      const server = await startReceiver((response) => response.writeHead(status, { location: canary.url }).end())
      assert.equal((await send(makeSender(), server.url)).response_status, status)
      assert.deepEqual([server.requests.length, canary.connections()], [1, 0])
    })
  }

  test('429 and 503 tell how long to wait', async () => {
    const in_a_minute = new Date(Math.ceil(Date.now() / 1000) * 1000 + 60_000).toUTCString()
    const headers = ['120', in_a_minute, 'nonsense', '9999999']
    const server = await startReceiver((response) => response.writeHead(429, { 'retry-after': headers.shift()! }).end())
    const waits: (number | null)[] = []
    for (let count = 0; count < 4; count++) waits.push((await send(makeSender(), server.url)).retry_after_ms)
    const [seconds, date, nonsense, days] = waits
    assert.deepEqual([seconds, nonsense, days], [120_000, null, 24 * 3600_000])
    assert.ok(date! > 50_000 && date! <= 61_000, String(date))
  })

  test('is kept as far as 2 KiB, whole characters, without NUL', async () => {
    const bodies = ['x' + '€'.repeat(5000), 'a\0b', Buffer.from([0xff, 0xfe, 0x41])]
    const server = await startReceiver((response) => response.end(bodies.shift()))
    const sender = makeSender()
    assert.equal((await send(sender, server.url)).response_body, 'x' + '€'.repeat(682))
    assert.equal((await send(sender, server.url)).response_body, 'a\uFFFDb')
    assert.equal((await send(sender, server.url)).response_body, '\uFFFD\uFFFDA')
  })
})

describe('no answer', () => {
  test('nobody listens', async () => {
    const server = createTcpServer()
    const { url } = await listen(server)
    await new Promise((resolve) => server.close(resolve))
    assertNoAnswer(await send(makeSender(), url), /^connection refused$/)
  })

  test('reset, and an end without a byte, are not tried twice on a new connection', async () => {
    for (const end of [(socket: Socket) => socket.resetAndDestroy(), (socket: Socket) => socket.end()]) {
      const server = await startRawReceiver(end)
      assertNoAnswer(await send(makeSender(), server.url), /^the connection was closed before an answer came$/)
      assert.equal(server.connections(), 1)
    }
  })

  test('an answer that breaks off', async () => {
    const server = await startRawReceiver((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc'))
    assertNoAnswer(
      await send(makeSender(), server.url),
      /^the connection was closed, in the middle of an answer with status 200$/,
    )
  })

  const not_http: [name: string, bytes: string, error: RegExp][] = [
    ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n', /^the answer is not HTTP$/],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nabc', /^the answer is not HTTP$/],
    ['endless headers', `HTTP/1.1 200 OK\r\nA: ${'a'.repeat(100_000)}`, /^the headers of the answer are too long$/],
    [
      'another protocol by agreement',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
      /closed|not HTTP/,
    ],
  ]
  for (const [name, bytes, error] of not_http) {
    test(name, async () => {
      const server = await startRawReceiver((socket) => socket.write(bytes))
      assertNoAnswer(await send(makeSender(), server.url), error)
    })
  }

  test('a name that does not resolve', async () => {
    assertNoAnswer(await send(makeSender(), 'http://no-such-name.invalid/'), /^the name does not resolve/)
  })

  test('what is no destination at all', async () => {
    assertNoAnswer(await send(makeSender(), 'ftp://127.0.0.1/'), /^webhooks are sent to https and http URLs only$/)
    assertNoAnswer(await send(makeSender(), 'nonsense'), /^this is not an absolute URL/)
  })
})

describe('TLS', () => {
  const certificate = makeCertificate(['localhost'])
  const skip = certificate ? false : 'there is no openssl to make a certificate'
  const answering = () =>
    createTlsServer({ ...certificate }, (request, response) => request.resume().on('end', () => response.end('ok')))

  test('a certificate that nobody vouches for is refused, before any byte of the event', { skip }, async () => {
    let requests = 0
    const server = answering().on('request', () => requests++)
    const { port, connections } = await listen(server)
    assertNoAnswer(await send(makeSender(), `https://localhost:${port}/`), /^the TLS certificate is self-signed$/)
    assert.deepEqual([connections(), requests], [1, 0])
  })

  test('a trusted one is accepted for its own name only', { skip }, async () => {
    const before = getCACertificates('default')
    setDefaultCACertificates([...before, certificate!.cert])
    try {
      const { port } = await listen(answering())
      const sender = makeSender()
      assert.equal((await send(sender, `https://localhost:${port}/`)).response_status, 200)
      assertNoAnswer(await send(sender, `https://127.0.0.1:${port}/`), /^the TLS certificate is for another host$/)
    } finally {
      setDefaultCACertificates(before)
    }
  })

  test('a server that speaks none', async () => {
    const server = await startReceiver((response) => response.end())
    assertNoAnswer(await send(makeSender(), server.url.replace('http:', 'https:')), /^the TLS handshake failed$/)
  })
})

describe('the guard', () => {
  test('no form of a loopback host is connected to', async (t) => {
    const canary = await listen(createTcpServer(), '127.0.0.1')
    const { port } = canary
    const on_ipv6 = await listen(createTcpServer(), '::1', port).catch(() => undefined)
    if (!on_ipv6) t.diagnostic('this machine has no IPv6 loopback')
    const sender = makeSender({ allow_private: false })
    for (const host of LOOPBACK_HOSTS) {
      for (const scheme of ['https', 'http']) {
        const outcome = await send(sender, `${scheme}://${host}:${port}/`)
        assertNoAnswer(outcome, scheme === 'https' ? /not public|^port/ : /^webhooks are sent to https URLs only$/)
      }
    }
    assert.deepEqual([canary.connections(), on_ipv6?.connections() ?? 0], [0, 0])
    // The canaries do sing.
    await send(makeSender({ timeout_ms: 200 }), `http://127.0.0.1:${port}/`)
    assert.equal(canary.connections(), 1)
  })
})

describe('the end', () => {
  test('close gives up what is under way and what comes later', async () => {
    const server = await startReceiver(() => {})
    const sender = makeSender()
    const pending = Array.from({ length: 3 }, () => send(sender, server.url))
    while (server.requests.length < 3) await sleep(5)
    await sender.close()
    for (const outcome of await Promise.all(pending)) assertNoAnswer(outcome, /^the sender was closed$/)
    assertNoAnswer(await send(sender, server.url), /^the sender was closed$/)
    assert.equal(server.requests.length, 3)
  })
})
