// What the server answers at its edge: compressed bodies, questions of browsers, and what is looked for on every site.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { PUBLIC_URL, startTestApp, type TestApp } from '../../test/support/test-app.ts'

const ORIGIN = 'https://app.example.com'
let app: TestApp
before(async () => {
  app = await startTestApp({ cors_origins: [ORIGIN, 'http://localhost:5173'] })
})
after(() => app.close())

const get = (url: string, headers: Record<string, string> = {}) => app.server.inject({ method: 'GET', url, headers })

describe('a compressed body', () => {
  const post = (body: Buffer, encoding: string) =>
    app.call('POST', '/v1/customers', { body, headers: { 'content-encoding': encoding } })
  const MIB = 1024 * 1024
  const json = (length: number) => {
    const text = JSON.stringify({ name: 'Packed' })
    return Buffer.from(text + ' '.repeat(length - text.length))
  }

  test('201 with gzip, however the name is written, and up to 1 MiB unpacked', async () => {
    for (const encoding of ['gzip', 'GZIP', 'x-gzip']) {
      const { status, data } = await post(gzipSync(json(MIB)), encoding)
      assert.deepEqual([status, data?.name], [201, 'Packed'])
    }
  })

  test('413 for one byte more unpacked, and for a gigabyte in a megabyte without the memory for it', async () => {
    assert.equal((await post(gzipSync(json(MIB + 1)), 'gzip')).status, 413)
    const bomb = gzipSync(Buffer.alloc(256 * MIB))
    const held = process.memoryUsage().rss
    const answer = await post(bomb, 'gzip')
    assert.deepEqual([answer.status, answer.body.code], [413, 'payload_too_large'])
    assert.ok(process.memoryUsage().rss - held < 64 * MIB)
  })

  test('400 for what is no gzip or ends early', async () => {
    for (const body of [json(100), gzipSync(json(100)).subarray(0, 20), Buffer.from('x')]) {
      const answer = await post(body, 'gzip')
      assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_json'])
    }
  })

  test('415 for another coding, naming gzip', async () => {
    for (const [encoding, body] of [
      ['br', brotliCompressSync(json(100))],
      ['deflate', deflateSync(json(100))],
      ['gzip, gzip', gzipSync(gzipSync(json(100)))],
    ] as const) {
      const answer = await post(body, encoding)
      assert.deepEqual([answer.status, answer.headers['accept-encoding']], [415, 'gzip'])
      assert.match(answer.body.error, /gzip/)
    }
  })
})

describe('pages of another site', () => {
  const path = '/v1/customers'
  const ask = (origin: string | undefined, url = path, method = 'PATCH') =>
    app.server.inject({
      method: 'OPTIONS',
      url,
      headers: { ...(origin ? { origin } : {}), 'access-control-request-method': method },
    })

  test('of an allowed origin: the browser is told what it may send, by the methods of the path', async () => {
    const { statusCode, headers, body } = await ask(ORIGIN, `${path}/cus_x?company_id=com_x`)
    assert.deepEqual([statusCode, body], [204, ''])
    assert.equal(headers['access-control-allow-origin'], ORIGIN)
    assert.equal(headers['access-control-allow-methods'], 'DELETE, GET, HEAD, PATCH')
    assert.match(String(headers['access-control-allow-headers']), /Authorization.*Idempotency-Key.*If-Match/)
    assert.equal(headers['access-control-allow-credentials'], undefined)
    assert.equal(headers['vary'], 'Origin')
  })

  test('of an allowed origin: answers and refusals may be read, with their headers', async () => {
    for (const [key, status] of [
      [undefined, 200],
      [null, 401],
    ] as const) {
      const answer = await app.call('GET', path, { ...(key === null ? { key } : {}), headers: { origin: ORIGIN } })
      assert.deepEqual(
        [answer.status, answer.headers['access-control-allow-origin'], answer.headers['vary']],
        [status, ORIGIN, 'Origin'],
      )
      for (const name of ['Quoin-Request-Id', 'ETag', 'Retry-After', 'Idempotent-Replayed'])
        assert.ok(String(answer.headers['access-control-expose-headers']).includes(name))
    }
  })

  test('of any other origin: nothing is allowed', async () => {
    for (const origin of [
      'https://evil.example',
      'https://app.example.com.evil.example',
      'https://APP.example.com',
      'null',
      undefined,
    ]) {
      const asked = await ask(origin)
      assert.equal(asked.statusCode, 401)
      const answer = await app.call('GET', path, { headers: origin ? { origin } : {} })
      for (const { headers } of [asked, answer])
        assert.deepEqual([headers['access-control-allow-origin'], headers['vary']], [undefined, 'Origin'])
    }
  })

  test('the door of the dashboard is closed to all of them', async () => {
    for (const url of ['/dashboard/api/v1/customers', '/dashboard/api/session', '/dashboard/auth/sign-in/email', '/health']) {
      assert.equal((await ask(ORIGIN, url)).headers['access-control-allow-origin'], undefined)
      assert.equal((await get(url, { origin: ORIGIN })).headers['access-control-allow-origin'], undefined)
    }
  })

  test('without the setting no answer speaks of it', async () => {
    const usual = await startTestApp()
    const { headers } = await usual.call('GET', path, { headers: { origin: ORIGIN } })
    assert.deepEqual([headers['access-control-allow-origin'], headers['vary']], [undefined, undefined])
    await usual.close()
  })
})

describe('what is looked for on every site', () => {
  test('robots.txt keeps crawlers away', async () => {
    assert.equal((await get('/robots.txt')).body, 'User-agent: *\nDisallow: /\n')
  })

  test('security.txt has a contact and an end within a year (RFC 9116); by default the contact is our policy', async () => {
    const { body, headers } = await get('/.well-known/security.txt')
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
    const policy = `${PUBLIC_URL}/.well-known/security-policy.txt`
    assert.match(body, new RegExp(`^Contact: ${policy}$`, 'm'))
    const left_ms = Date.parse(/^Expires: (\S+)$/m.exec(body)![1]!) - app.now_ms()
    assert.ok(left_ms > 30 * 86_400_000 && left_ms < 365 * 86_400_000)
    assert.match((await get(new URL(policy).pathname)).body, /^# Security/)
  })

  test('security.txt names the contact of the installation where there is one', async () => {
    const other = await startTestApp({ security_contact: 'mailto:security@example.com' })
    const { body } = await other.server.inject({ method: 'GET', url: '/.well-known/security.txt' })
    assert.match(body, /^Contact: mailto:security@example\.com$/m)
    await other.close()
  })

  test('/health/live is 200 without the database', async () => {
    assert.deepEqual((await get('/health/live')).json(), { status: 'ok' })
  })
})

test('404 has each header once, also for //v1/x', async () => {
  await app.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.server.address() as { port: number }
  for (const path of ['//v1/x', '/nothing', '/v1/x', '//']) {
    const { headers } = await fetch(`http://127.0.0.1:${port}${path}`)
    for (const name of ['quoin-request-id', 'x-content-type-options', 'cache-control', 'content-type', 'content-length'])
      assert.ok(!/,/.test(headers.get(name) ?? ','), `${path} ${name}: ${headers.get(name)}`)
  }
})
