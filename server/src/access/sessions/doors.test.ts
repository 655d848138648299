// Who may come in by which door, and from where.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { auth, fromPage, PASSWORD, signedIn } from '../../../test/support/dashboard.ts'
import { select } from '../../../test/support/fixtures.ts'
import { PUBLIC_URL, startTestApp, type TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const NOT_SIGNED_IN = { error: 'Not signed in', code: 'not_signed_in' }
const SESSION = '/dashboard/api/session'

describe('requests of other sites', () => {
  const strange: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site', origin: PUBLIC_URL },
    { 'sec-fetch-site': 'same-site', origin: PUBLIC_URL },
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  ]
  const without = (origin: string | undefined): Record<string, string> => (origin === undefined ? {} : { origin })

  test('403 for changes, before anything is looked at; nothing is changed', async () => {
    const { cookie } = await signedIn(app, 'owner')
    const send = (headers: Record<string, string>) =>
      app.call('POST', '/dashboard/api/v1/customers', { key: null, headers: { cookie, ...headers }, body: { name: 'C' } })
    const before_it = (await select(app, 'SELECT id FROM customers')).length
    for (const headers of [...strange, without('https://evil.example'), without('null'), without(undefined)]) {
      const answer = await send(headers)
      assert.deepEqual([answer.status, answer.body.code], [403, 'cross_site'], JSON.stringify(headers))
      const api_key = { name: 'k', level: 'admin', company_ids: 'all' }
      const made = await app.call('POST', '/dashboard/api/api-keys', {
        key: null,
        company: null,
        headers: { cookie, ...headers },
        body: api_key,
      })
      assert.deepEqual([made.status, made.body.code], [403, 'cross_site'])
    }
    assert.equal((await select(app, 'SELECT id FROM customers')).length, before_it)
    for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }, without(PUBLIC_URL)]) {
      assert.equal((await send(headers)).status, 201)
    }
  })

  test('403 for a sign-in and a sign-out; 415 for a form', async () => {
    const { cookie, email } = await signedIn(app, 'member')
    for (const headers of strange) {
      const body = { email, password: PASSWORD }
      assert.deepEqual((await auth(app, 'sign-in/email', body, { headers })).body.code, 'cross_site')
      assert.deepEqual((await auth(app, 'sign-out', {}, { cookie, headers })).body.code, 'cross_site')
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    assert.equal((await auth(app, 'sign-in/email', `email=${email}&password=${PASSWORD}`, { headers: form })).status, 415)
    assert.equal((await fromPage(app, cookie, 'GET', SESSION)).status, 200)
  })

  test('nothing is changed by GET: actions are no GET', async () => {
    const { cookie } = await signedIn(app, 'owner')
    for (const path of [
      '/dashboard/auth/sign-out',
      '/dashboard/api/api-keys/key_x/revoke',
      '/dashboard/api/session/organization',
    ]) {
      assert.ok([404, 405].includes((await fromPage(app, cookie, 'GET', path)).status), path)
    }
    assert.equal((await fromPage(app, cookie, 'GET', SESSION)).status, 200)
  })
})

describe('what a page of another site can read or show', () => {
  test('nothing is allowed to other origins: neither a preflight nor an answer says so', async () => {
    const { cookie } = await signedIn(app, 'owner')
    const headers = { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const asking = { ...headers, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' }
    const answers = [
      await app.call('OPTIONS', '/dashboard/api/v1/customers', { key: null, headers: asking }),
      await app.call('OPTIONS', '/v1/customers', { key: null, headers: asking }),
      await app.call('GET', SESSION, { key: null, company: null, headers }),
      await app.call('GET', '/v1/companies', { company: null, headers: { origin: 'https://evil.example' } }),
    ]
    for (const answer of answers) {
      for (const name of Object.keys(answer.headers)) assert.doesNotMatch(name, /^access-control-/)
    }
    assert.ok(answers[0]!.status >= 400 && answers[1]!.status >= 400)
  })

  test('a form of another site, of any kind that a page can send, is refused before it is read', async () => {
    const { cookie, email } = await signedIn(app, 'owner')
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain']) {
      const headers = { cookie, 'content-type': type, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
      const body = '{"name":"C"}'
      const made = await app.call('POST', '/dashboard/api/v1/customers', { key: null, headers, body })
      assert.deepEqual([made.status, made.body.code], [403, 'cross_site'], type)
      const entered = await auth(app, 'sign-in/email', JSON.stringify({ email, password: PASSWORD }), { headers })
      assert.deepEqual([entered.status, entered.body.code, entered.set], [403, 'cross_site', []], type)
    }
  })

  test('no page of ours is shown in a frame of another', async () => {
    for (const url of ['/', '/docs', '/welcome/x', '/settings/you']) {
      const { headers, statusCode } = await app.server.inject({ method: 'GET', url })
      if (statusCode === 404 && !String(headers['content-type']).startsWith('text/html')) continue
      assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/, url)
    }
  })
})

describe('an Idempotency-Key at the dashboard', () => {
  const CUSTOMERS = '/dashboard/api/v1/customers'
  const API_KEYS = '/dashboard/api/api-keys'
  const body = { name: 'C' }

  test('a change is made once for a member and company, and its answer given again to the byte', async () => {
    const { cookie } = await signedIn(app, 'owner')
    const headers = { 'idempotency-key': 'once' }
    const { company_id: company } = app.tenant
    const send = (by: string, other: object = {}) => fromPage(app, by, 'POST', CUSTOMERS, { company, body, headers, ...other })
    const first = await send(cookie)
    const again = await send(cookie)
    assert.deepEqual([first.status, again.status, again.text], [201, 201, first.text])
    assert.deepEqual([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']], [undefined, 'true'])
    const reused = await send(cookie, { body: { name: 'D' } })
    assert.deepEqual([reused.status, reused.body.code], [422, 'idempotency_key_reused'])
    // The key of another member, and of an API key, is another key.
    const colleague = await send((await signedIn(app, 'admin')).cookie)
    const program = await app.call('POST', '/v1/customers', { body, headers })
    assert.equal(new Set([first, colleague, program].map(({ data }) => data.id)).size, 3)
  })

  test('a refused change keeps nothing: a corrected one gets through under the same key or another', async () => {
    const { cookie } = await signedIn(app, 'owner')
    const headers = { 'idempotency-key': 'corrected' }
    const { company_id: company } = app.tenant
    const send = (name: string) => fromPage(app, cookie, 'POST', CUSTOMERS, { company, body: { name }, headers })
    assert.equal((await send('')).status, 400)
    assert.equal((await send('Corrected')).status, 201)
  })

  test('what names no company is done once too, and an answer that shows a secret is kept sealed', async () => {
    const { cookie, user_id } = await signedIn(app, 'owner')
    const [member] = [{ name: 'M', email: 'once@example.com', role: 'member' }]
    for (const [path, sent, secretOf] of [
      [API_KEYS, { name: 'k', level: 'read', company_ids: 'all' }, (data: { key: string }) => data.key],
      ['/dashboard/api/members', member, (data: { link: string }) => data.link],
      [`/dashboard/api/members/${user_id}/link`, {}, (data: { link: string }) => data.link],
    ] as const) {
      const headers = { 'idempotency-key': `secret ${path}` }
      const send = () => fromPage(app, cookie, 'POST', path, { body: sent, headers })
      const first = await send()
      const again = await send()
      assert.deepEqual([first.status, again.text, again.headers['idempotent-replayed']], [201, first.text, 'true'], path)
      const [kept] = await select(app, `SELECT body FROM session_answers WHERE idempotency_key = 'secret ${path}'`)
      assert.ok(!String(kept?.['body']).includes(secretOf(first.data as never)), path)
    }
    const made = await select(app, `SELECT id FROM api_keys WHERE created_by = '${user_id}'`)
    assert.equal(made.length, 1)
  })

  test('the answers of a member are of no use to one who may not do it any more', async () => {
    const { cookie, user_id } = await signedIn(app, 'owner')
    const headers = { 'idempotency-key': 'demoted' }
    const send = () =>
      fromPage(app, cookie, 'POST', API_KEYS, { body: { name: 'k', level: 'read', company_ids: 'all' }, headers })
    assert.equal((await send()).status, 201)
    await app.database.write(async (tx) => {
      await tx.execute({ sql: `UPDATE users SET role = 'member' WHERE id = '${user_id}'`, returns_rows: false }, [])
    })
    assert.equal((await send()).status, 403)
  })

  test('400 for what comes before a sign-in, which is not done; GET and DELETE ignore it', async () => {
    const { cookie } = await signedIn(app, 'owner')
    const headers = { 'idempotency-key': 'open' }
    const { status, body: refusal } = await fromPage(app, undefined, 'POST', '/dashboard/api/welcome/x', {
      body: { password: PASSWORD },
      headers,
    })
    assert.deepEqual([status, refusal.code, refusal.param], [400, 'parameter_unknown', 'Idempotency-Key'])
    assert.equal((await fromPage(app, cookie, 'GET', SESSION, { headers })).status, 200)
    const { company_id: company } = app.tenant
    const { data } = await fromPage(app, cookie, 'POST', CUSTOMERS, { company, body })
    assert.equal((await fromPage(app, cookie, 'DELETE', `${CUSTOMERS}/${data.id}`, { company, headers })).status, 200)
  })
})

describe('each door takes its own', () => {
  test('401 for a bearer key at the dashboard, with and without a cookie that is none', async () => {
    for (const path of ['/dashboard/api/v1/companies', SESSION, '/dashboard/api/api-keys', '/dashboard/api/nothing']) {
      const answer = await app.call('GET', path, { company: null })
      assert.deepEqual([answer.status, answer.body], [401, NOT_SIGNED_IN], path)
    }
  })

  test('401 for a cookie at the API, whatever is asked, and from our own page too', async () => {
    const { cookie } = await signedIn(app, 'owner')
    const headers = { cookie, 'sec-fetch-site': 'same-origin', origin: PUBLIC_URL }
    for (const [method, path] of [
      ['GET', '/v1/companies'],
      ['HEAD', '/v1/companies'],
      ['POST', '/v1/customers'],
      ['PATCH', '/v1/customers/cus_x'],
      ['DELETE', '/v1/customers/cus_x'],
      ['GET', '/v1/nothing'],
    ] as const) {
      const answer = await app.call(method, path, { key: null, headers, ...(method === 'POST' ? { body: { name: 'C' } } : {}) })
      const body = method === 'HEAD' ? undefined : { error: 'Missing Authorization header' }
      assert.deepEqual([answer.status, answer.body], [401, body], `${method} ${path}`)
    }
  })

  test('the key beside a cookie changes nothing', async () => {
    const { cookie } = await signedIn(app, 'read_only')
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    const answer = await app.call('POST', '/dashboard/api/v1/customers', { headers, body: { name: 'C' } })
    assert.deepEqual([answer.status, answer.body], [403, { error: 'Insufficient permissions' }])
  })

  test('streams are not there for sessions', async () => {
    const { cookie } = await signedIn(app, 'owner')
    assert.equal(
      (await fromPage(app, cookie, 'GET', '/dashboard/api/v1/events/stream', { company: app.tenant.company_id })).status,
      404,
    )
  })
})
