// Requests that come in pieces, or several at once on one connection.
import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { fromPage, type Role, signedIn } from './support/dashboard.ts'
import { PUBLIC_URL, startTestApp, type TestApp } from './support/test-app.ts'

describe('a connection', () => {
  let app: TestApp
  let port: number
  let owner: string
  const sockets = new Set<Socket>()
  before(async () => {
    app = await startTestApp()
    await app.server.listen({ host: '127.0.0.1', port: 0 })
    port = (app.server.server.address() as { port: number }).port
    owner = (await signedIn(app, 'owner')).cookie
  })
  after(async () => {
    for (const socket of sockets) socket.destroy()
    await app.close()
  })

  /** Opens a connection; `answers` waits for so many, and gives status and body of each. */
  function open() {
    const socket = connect(port, '127.0.0.1')
    sockets.add(socket)
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', () => {})
    const answers = async (count: number) => {
      for (let tries = 0; tries < 500; tries++) {
        const found = [...text.matchAll(/HTTP\/1\.1 (\d+)[\s\S]*?\r\n\r\n(\{.*?\})(?=HTTP\/1\.1|$)/g)]
        if (found.length >= count) return found.map(([, status, body]) => ({ status: Number(status), body: JSON.parse(body!) }))
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      throw new Error(`not answered: ${text}`)
    }
    return { socket, answers }
  }

  const requestText = (method: string, path: string, headers: Record<string, string>, body?: string) =>
    [
      `${method} ${path} HTTP/1.1`,
      'Host: x',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
      '',
      body ?? '',
    ].join('\r\n')

  /** Sends all but the end of a request, does `between`, sends the rest, and gives the answer. */
  async function inTwo(text: string, between: () => Promise<unknown>) {
    const { socket, answers } = open()
    socket.write(text.slice(0, -4))
    // Long enough for it to be admitted.
    await new Promise((resolve) => setTimeout(resolve, 50))
    await between()
    socket.write(text.slice(-4))
    const [answer] = await answers(1)
    return answer!
  }

  const fromPageText = (cookie: string, path: string, body: object) =>
    requestText('POST', path, { Cookie: cookie, Origin: PUBLIC_URL, 'Sec-Fetch-Site': 'same-origin' }, JSON.stringify(body))

  async function newKey() {
    const body = { name: 'short', level: 'write', company_ids: 'all' }
    const { data } = await fromPage(app, owner, 'POST', '/dashboard/api/api-keys', { company: null, body })
    return data as { id: string; key: string }
  }

  test('is open to a body that comes late', async () => {
    const { key } = await newKey()
    const path = `/v1/customers?company_id=${app.tenant.company_id}`
    const text = requestText('POST', path, { Authorization: `Bearer ${key}` }, '{"name":"Late"}')
    assert.equal((await inTwo(text, async () => {})).status, 201)
  })

  test('is closed to a body that comes after its key was revoked', async () => {
    const { id, key } = await newKey()
    const path = `/v1/customers?company_id=${app.tenant.company_id}`
    const text = requestText('POST', path, { Authorization: `Bearer ${key}` }, '{"name":"Too late"}')
    const answer = await inTwo(text, () =>
      fromPage(app, owner, 'POST', `/dashboard/api/api-keys/${id}/revoke`, { company: null }).then(({ status }) =>
        assert.equal(status, 200),
      ),
    )
    assert.deepEqual(answer, { status: 401, body: { error: 'API key is disabled' } })
    const { data } = await app.call('GET', '/v1/customers', { query: { search: 'Too late' } })
    assert.deepEqual(data.customers, [])
  })

  test('is closed to a body that comes after its sender was removed, or may do less', async () => {
    const body = { name: 'backdoor', level: 'admin', company_ids: 'all' }
    const change = async (user_id: string, method: string, role?: Role) => {
      const answer = await fromPage(app, owner, method, `/dashboard/api/members/${user_id}`, {
        company: null,
        ...(role ? { body: { role } } : {}),
      })
      assert.equal(answer.status, 200)
    }
    const removed = await signedIn(app, 'admin')
    const demoted = await signedIn(app, 'admin')
    const of_removed = await inTwo(fromPageText(removed.cookie, '/dashboard/api/api-keys', body), () =>
      change(removed.user_id, 'DELETE'),
    )
    const of_demoted = await inTwo(fromPageText(demoted.cookie, '/dashboard/api/api-keys', body), () =>
      change(demoted.user_id, 'PATCH', 'read_only'),
    )
    assert.deepEqual([of_removed.status, of_demoted.status], [401, 403])
    const { data } = await fromPage(app, owner, 'GET', '/dashboard/api/api-keys', { company: null })
    assert.deepEqual(
      data.api_keys.filter(({ name }: { name: string }) => name === 'backdoor'),
      [],
    )
  })

  test('answers requests that are sent without waiting in their order, each after what came before', async () => {
    const { data } = await app.call('POST', '/v1/customers', { body: { name: 'start' } })
    const path = `/v1/customers/${data.id}?company_id=${app.tenant.company_id}`
    const headers = { Authorization: `Bearer ${app.tenant.keys.admin}` }
    const turns = Array.from({ length: 10 }, (_, turn) => `v${turn}`)
    const { socket, answers } = open()
    socket.write(
      turns
        .map((name) => requestText('PATCH', path, headers, JSON.stringify({ name })) + requestText('GET', path, headers))
        .concat(requestText('DELETE', path, headers), requestText('GET', path, headers))
        .join(''),
    )
    const all = await answers(22)
    assert.deepEqual(
      all.slice(0, 20).map(({ body }) => body.data.name),
      turns.flatMap((name) => [name, name]),
    )
    assert.deepEqual(
      all.slice(20).map(({ status }) => status),
      [200, 404],
    )
  })
})
