// A key with scopes, on every endpoint: the endpoints are walked, so a new one needs a scope without being named anywhere.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { endpoints, known_scopes } from '../src/endpoints.ts'
import type { Endpoint } from '../src/http/endpoint.ts'
import { LEVELS } from '../src/http/scopes.ts'
import { fingerprint, ISSUER, makeKey, makeScene, neededQuery, pathOf, type Scene } from './support/fixtures.ts'
import { startTestApp, type TestApp } from './support/test-app.ts'

let app: TestApp
let scene: Scene
const keys = new Map<string, string>()

before(async () => {
  app = await startTestApp({ is_sandbox: true })
  const { tenant } = app
  await app.call('PATCH', `/v1/companies/${tenant.company_id}`, { body: ISSUER })
  scene = await makeScene(app, { key: tenant.keys.admin, company: tenant.company_id })
})
after(() => app.close())

const ALL = [...known_scopes].flatMap(([resource, levels]) => levels.map((level) => `${resource}:${level}`))

/** An admin key with some scopes; the same ones have the same key. */
async function keyWith(scopes: readonly string[]): Promise<string> {
  const name = scopes.join()
  const known = keys.get(name) ?? (await makeKey(app, app.tenant, 'admin', 'all', { scopes })).key
  keys.set(name, known)
  return known
}

const restricted = endpoints.filter(({ resource }) => resource !== undefined)

test('every endpoint needs a scope of the first segment of its path, but for the list of companies', () => {
  for (const { path, operation_id, resource } of endpoints) {
    assert.equal(resource, operation_id === 'listCompanies' ? undefined : path.split('/')[2], operation_id)
  }
})

test('the scopes are the levels that some endpoint of a resource needs', () => {
  assert.deepEqual(known_scopes.get('invoices'), ['read', 'write', 'admin'])
  assert.deepEqual(known_scopes.get('exports'), ['read'])
  assert.deepEqual(known_scopes.get('api-keys'), ['admin'])
  for (const { resource, level } of restricted) assert.ok(known_scopes.get(resource!)?.includes(level))
})

/** Calls an endpoint with the ids of the scene. */
function call(endpoint: Endpoint, key: string, { method, body, more }: { method?: string; body?: string; more?: string } = {}) {
  const query = [neededQuery(endpoint), more].filter(Boolean).join('&')
  const company = endpoint.company === 'none' ? null : app.tenant.company_id
  const content = body === undefined || endpoint.method === 'GET' ? {} : { body }
  return app.call(method ?? endpoint.method, `${pathOf(endpoint, scene)}${query && `?${query}`}`, { key, company, ...content })
}

describe('scopes', () => {
  for (const endpoint of restricted) {
    const { operation_id, resource, level } = endpoint
    const needed = `${resource}:${level}`

    test(`${operation_id}: 403 for a key with all scopes but ${needed}, before company, body and object are looked at`, async () => {
      const higher = LEVELS.slice(LEVELS.indexOf(level)).map((one) => `${resource}:${one}`)
      const key = await keyWith(ALL.filter((scope) => !higher.includes(scope)))
      const rows = await fingerprint(app)
      const expected = { error: `This key lacks the scope ${needed}`, code: 'scope_missing' }
      for (const other of [{}, { body: '{' }, { more: 'nonsense=1' }]) {
        const answer = await call(endpoint, key, other)
        assert.deepEqual([answer.status, answer.body], [403, expected])
      }
      if (endpoint.method === 'GET') assert.equal((await call(endpoint, key, { method: 'HEAD' })).status, 403)
      assert.equal(await fingerprint(app), rows)
    })

    test(`${operation_id}: admitted with ${needed} alone`, async () => {
      const key = await keyWith([needed])
      // Refused for what is wrong with it, not for its key.
      const answer = await call(endpoint, key, { more: 'nonsense=1' })
      assert.deepEqual([answer.status, answer.body.code], [400, 'parameter_unknown'])
      if (endpoint.method === 'GET') assert.equal((await call(endpoint, key)).status, endpoint.status)
    })
  }

  test('a key with any scope finds its companies', async () => {
    const answer = await app.call('GET', '/v1/companies', { key: await keyWith(['quotes:read']), company: null })
    assert.deepEqual([answer.status, answer.data.companies.length], [200, 2])
  })

  test('the level of the key stays the limit: its refusal comes first', async () => {
    const { key } = await makeKey(app, app.tenant, 'read', 'all', { scopes: ['invoices:read'] })
    const answer = await app.call('POST', '/v1/invoices', { key, body: {} })
    assert.deepEqual([answer.status, answer.body], [403, { error: 'Insufficient permissions' }])
  })

  test('no scope changes what is not there: 404 and 405', async () => {
    const key = await keyWith(['quotes:read'])
    assert.equal((await app.call('GET', '/v1/nothing', { key })).body.code, 'route_not_found')
    assert.equal((await app.call('DELETE', '/v1/companies', { key })).body.code, 'method_not_allowed')
  })
})
