// Who may come in by which door, and from where.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { auth, fromPage, PASSWORD, signedIn } from '../../test/support/dashboard.ts'
import { select } from '../../test/support/fixtures.ts'
import { PUBLIC_URL, startTestApp, type TestApp } from '../../test/support/test-app.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const NOT_SIGNED_IN = { error: 'Not signed in', code: 'not_signed_in' }
const SESSION = '/dashboard/api/session'

describe('X06: requests of other sites', () => {
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

describe('X08: each door takes its own', () => {
  test('401 for a bearer key at the dashboard, with and without a cookie that is none', async () => {
    for (const path of ['/dashboard/api/v1/companies', SESSION, '/dashboard/api/api-keys', '/dashboard/api/nothing']) {
      const answer = await app.call('GET', path, { company: null })
      assert.deepEqual([answer.status, answer.body], [401, NOT_SIGNED_IN], path)
    }
  })

  test('401 for a cookie at the API', async () => {
    const { cookie } = await signedIn(app, 'owner')
    const answer = await app.call('GET', '/v1/companies', { key: null, company: null, headers: { cookie } })
    assert.deepEqual([answer.status, answer.body], [401, { error: 'Missing Authorization header' }])
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
