// The request log: one line for each request, with what helps, and nothing secret.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  Client,
  type MadeSetup,
  type ServerProcess,
  setUpWithCli,
  startServerProcess,
  temporaryFolder,
} from './support/server-process.ts'

const TOKEN = 'Vqq59AVVwjmewnk1Zr7s8snDagv8Ebpd'
const PATIENCE_MS = 10_000

describe('the request log', () => {
  const folder = temporaryFolder()
  let server: ServerProcess
  let setup: MadeSetup
  let client: Client
  // biome-ignore lint/suspicious/noExplicitAny: lines are looked into freely
  const lines = (): any[] =>
    server
      .logged()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  const requests = () => lines().filter(({ msg }) => msg === 'request')
  /** The line of a request, once it is written. */
  const lineOf = async (request_id: string) => {
    const until = performance.now() + PATIENCE_MS
    for (;;) {
      const found = requests().filter((line) => line.request_id === request_id)
      if (found.length > 0 || performance.now() > until) {
        assert.equal(found.length, 1, request_id)
        return found[0]
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const ask = async (path: string, options: RequestInit = {}) => {
    const count = requests().length
    const answer = await fetch(server.url + path, options)
    await answer.arrayBuffer()
    const until = performance.now() + PATIENCE_MS
    while (requests().length === count && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 20))
    assert.equal(requests().length, count + 1, path)
    return { status: answer.status, line: requests().at(-1) }
  }

  before(async () => {
    setup = await setUpWithCli(folder.path)
    server = await startServerProcess(folder.path, { QUOIN_LOG_LEVEL: 'info', QUOIN_TRUSTED_PROXIES: '127.0.0.1' })
    client = new Client(server.url, setup.api_key)
  })
  after(async () => {
    client.close()
    await server.end('SIGTERM')
    folder.remove()
  })

  test('has who asked for what, and what came of it', async () => {
    const path = `/v1/invoices/inv_01m8p766b7njk5xd0cjdqt1qh5?company_id=${setup.company_id}&secret=hunter2`
    const { status, line } = await ask(path, {
      headers: { authorization: `Bearer ${setup.api_key}`, 'x-forwarded-for': '203.0.113.7' },
    })
    assert.equal(status, 400)
    const { ms, bytes, time, pid, hostname, api_key_id, ...rest } = line
    assert.deepEqual(rest, {
      level: 30,
      request_id: line.request_id,
      method: 'GET',
      route: '/v1/invoices/:id',
      path: '/v1/invoices/inv_01m8p766b7njk5xd0cjdqt1qh5',
      status: 400,
      ip: '203.0.113.7',
      organization_id: setup.organization_id,
      company_id: setup.company_id,
      msg: 'request',
    })
    assert.ok(ms > 0 && bytes > 100 && Math.abs(time - Date.now()) < 60_000)
    assert.deepEqual([pid, typeof hostname], [server.process.pid, 'string'])
    assert.match(api_key_id, /^key_/)
  })

  test('has nothing secret, however a secret is sent', async () => {
    for (const path of [
      `/i/${TOKEN}`,
      `/q/${TOKEN}/pdf`,
      `/welcome/${TOKEN}`,
      `/%77elcome/${TOKEN}`,
      `/v1/invoices/${setup.api_key}?key=${setup.api_key}`,
      `/nowhere/${TOKEN}`,
      `/dashboard/api/password-links/${TOKEN}`,
    ])
      await ask(path, { headers: { 'user-agent': setup.api_key } })
    await ask('/dashboard/auth/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url, 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ email: 'ada@example.com', password: 'hunter2hunter2' }),
    })
    const logged = server.logged()
    assert.doesNotMatch(logged, /hunter2|ada@example|secret=|key=/)
    assert.ok(!logged.includes(TOKEN))
    assert.ok(!logged.includes(setup.api_key))
  })

  test('is whole JSON, whatever is in a path', async () => {
    for (const path of ['/v1/a%22b', '/%0a%00', '/v1/invoices/%E2%80%AE', `/v1/${'x'.repeat(5_000)}`]) await ask(path)
    for (const line of requests()) assert.ok(line.path.length <= 512)
  })

  test('has a line for a page, a stream at its end, and a client that left', async () => {
    assert.equal((await ask('/', { headers: { accept: 'text/html' } })).line.route, 'page')
    const abort = new AbortController()
    const stream = await fetch(`${server.url}/v1/events/stream?company_id=${setup.company_id}`, {
      headers: { authorization: `Bearer ${setup.api_key}` },
      signal: abort.signal,
    })
    const id = stream.headers.get('quoin-request-id')!
    await new Promise((resolve) => setTimeout(resolve, 300))
    assert.deepEqual(
      requests().filter(({ request_id }) => request_id === id),
      [],
    )
    abort.abort()
    const { route, status, ms } = await lineOf(id)
    assert.deepEqual([route, status, ms >= 300], ['/v1/events/stream', 200, true])
  })

  test('leaves out what machines ask for every few seconds', async () => {
    const before_count = requests().length
    for (const path of ['/health', '/health/live', '/health/ready']) assert.equal((await fetch(server.url + path)).status, 200)
    await ask('/v1/companies')
    assert.equal(requests().length, before_count + 1)
  })
})

test('at level warn requests have no lines, at debug those of machines have some too', async () => {
  const folder = temporaryFolder()
  for (const [level, expected] of [
    ['warn', []],
    ['debug', [20, 30]],
  ] as const) {
    const server = await startServerProcess(folder.path, { QUOIN_LOG_LEVEL: level })
    await fetch(`${server.url}/health`)
    await fetch(`${server.url}/v1/companies`)
    // All is written at the end.
    assert.equal(await server.end('SIGTERM'), 0)
    const levels = [...server.logged().matchAll(/"level":(\d+).*"msg":"request"/g)].map(([, found]) => Number(found))
    assert.deepEqual(levels, expected)
  }
  folder.remove()
})
