// Rotation with an overlap, and that a key makes and changes only what may no more than itself.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ENGINE } from '../../../test/support/engine.ts'
import { fingerprint, makeKey, select } from '../../../test/support/fixtures.ts'
import { type Level, startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import type { WantedRestrictions } from './restrictions.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const HOUR_MS = 60 * 60 * 1000
const at = (ms: number) => app.setClock(new Date(ms).toISOString())
const status = async (key: string) => (await app.call('GET', '/v1/customers', { key })).status
const keys = (method: string, path: string, body?: object, key = app.tenant.keys.admin, headers = {}) =>
  app.call(method, `/v1/api-keys${path}`, { company: null, key, headers, ...(body && { body }) })
const rotate = (id: string, body: object = {}, key = app.tenant.keys.admin, headers = {}) =>
  keys('POST', `/${id}/rotate`, body, key, headers)

describe('rotation', () => {
  test('201: the new key may the same; both work until the overlap has passed, and only the new one after it', async () => {
    const start = app.now_ms()
    const { sibling_id } = app.tenant
    const restricted = { scopes: ['customers:read'], allowed_addresses: ['127.0.0.1'] }
    const old = await makeKey(app, app.tenant, 'write', [sibling_id], restricted)
    const made = await rotate(old.id)
    assert.equal(made.status, 201)
    const before = (await keys('GET', `/${old.id}`)).data
    const { key, ...shown } = made.data
    for (const field of ['name', 'level', 'company_ids', 'scopes', 'allowed_addresses']) {
      assert.deepEqual(shown[field], before[field], field)
    }
    assert.deepEqual([shown.rotated_from, before.replaced_by, shown.expires_at], [old.id, shown.id, null])
    assert.equal(before.expires_at, new Date(start + 24 * HOUR_MS).toISOString())
    const works = async () =>
      Promise.all(
        [old.key, key].map(async (one) => (await app.call('GET', '/v1/customers', { key: one, company: sibling_id })).status),
      )
    // Under load, while others write.
    for (let round = 0; round < 10; round++) {
      const others = Array.from({ length: 5 }, () => app.call('POST', '/v1/customers', { body: { name: 'C' } }))
      assert.deepEqual((await Promise.all([works(), works(), ...others])).slice(0, 2), [
        [200, 200],
        [200, 200],
      ])
    }
    at(start + 24 * HOUR_MS - 1)
    assert.deepEqual(await works(), [200, 200])
    at(start + 24 * HOUR_MS)
    assert.deepEqual(await works(), [401, 200])
    assert.equal((await rotate(old.id)).body.code, 'api_key_expired')
    at(start)
  })

  test('the old key never outlives its own expiry, which the new one has unless another is asked for', async () => {
    const start = app.now_ms()
    const expires_at = new Date(start + HOUR_MS).toISOString()
    const old = await makeKey(app, app.tenant, 'read', 'all', { expires_at })
    const made = await rotate(old.id, { overlap_hours: 168 })
    assert.equal(made.data.expires_at, expires_at)
    assert.equal((await keys('GET', `/${old.id}`)).data.expires_at, expires_at)
    assert.equal((await rotate(made.data.id, { expires_at: '2027-01-01T00:00:00Z' })).data.expires_at, '2027-01-01T00:00:00.000Z')
  })

  test('without an overlap the old key ends at once', async () => {
    const old = await makeKey(app, app.tenant, 'read')
    assert.equal(await status(old.key), 200)
    const made = await rotate(old.id, { overlap_hours: 0 })
    assert.deepEqual([await status(old.key), await status(made.data.key)], [401, 200])
  })

  test('409 for a key that was revoked, or has been replaced; its end is not put off', async () => {
    const revoked = await makeKey(app, app.tenant, 'read')
    await keys('POST', `/${revoked.id}/revoke`, {})
    assert.equal((await rotate(revoked.id)).body.code, 'api_key_revoked')
    assert.equal((await keys('PATCH', `/${revoked.id}`, { name: 'N' })).body.code, 'api_key_revoked')
    const old = await makeKey(app, app.tenant, 'read')
    assert.equal((await rotate(old.id)).status, 201)
    assert.equal((await rotate(old.id)).body.code, 'api_key_replaced')
    assert.equal((await keys('PATCH', `/${old.id}`, { expires_at: null })).body.code, 'api_key_replaced')
    assert.equal((await keys('PATCH', `/${old.id}`, { expires_at: '2027-01-01T00:00:00Z' })).body.code, 'api_key_replaced')
    assert.equal((await keys('PATCH', `/${old.id}`, { name: 'Old' })).data.name, 'Old')
  })

  for (const overlap_hours of [-1, 169, 1.5, '24']) {
    test(`400 for an overlap of ${JSON.stringify(overlap_hours)}`, async () => {
      const { id } = await makeKey(app, app.tenant, 'read')
      const answer = await rotate(id, { overlap_hours })
      assert.deepEqual([answer.status, answer.body.param], [400, 'overlap_hours'])
    })
  }

  test('exactly one new key for simultaneous rotations under one Idempotency-Key, by one process or two, and for those without one', async () => {
    const beside = ENGINE === 'postgres' ? await startTestApp({ beside: app }) : app
    const count = async () => Number((await select(app, 'SELECT count(*) AS count FROM api_keys'))[0].count)
    for (const headers of [{ 'idempotency-key': 'rotate' }, {}] as Record<string, string>[]) {
      const old = await makeKey(app, app.tenant, 'read')
      const before = await count()
      const ask = (one: TestApp) => one.call('POST', `/v1/api-keys/${old.id}/rotate`, { company: null, body: {}, headers })
      const answers = await Promise.all([app, beside, app, beside].map(ask))
      const made = answers.filter((answer) => answer.status === 201)
      assert.equal(await count(), before + 1)
      assert.equal(new Set(made.map(({ data }) => data.key)).size, 1)
      for (const { status: refused, body } of answers.filter((answer) => answer.status !== 201)) {
        assert.equal(refused, 409)
        assert.match(body.code, /^(idempotency_key_in_use|api_key_replaced)$/)
      }
      if (!headers['idempotency-key']) continue
      const again = await ask(beside)
      assert.deepEqual([again.data.key, again.headers['idempotent-replayed']], [made[0]!.data.key, 'true'])
      // The answer has a secret, so it is kept sealed.
      const [kept] = await select(app, "SELECT body FROM session_answers WHERE idempotency_key = 'rotate'")
      assert.ok(!kept.body.includes(again.data.key.slice(10)))
    }
    if (beside !== app) await beside.close()
  })
})

describe('no key makes one that may more than itself', () => {
  const restricted = async (restrictions: WantedRestrictions = {}, companies: 'all' | 'one' = 'all', level: Level = 'admin') =>
    makeKey(app, app.tenant, level, companies === 'all' ? 'all' : [app.tenant.company_id], restrictions)
  const WANTED = { name: 'K', level: 'read', company_ids: 'all' }
  const soon = () => new Date(app.now_ms() + HOUR_MS).toISOString()
  const later = () => new Date(app.now_ms() + HOUR_MS + 1).toISOString()
  const MANAGING = ['api-keys:admin', 'customers:read']

  const cases: [name: string, own: () => Promise<{ id: string; key: string }>, wanted: () => object, beyond: string][] = [
    ['all scopes', () => restricted({ scopes: MANAGING }), () => ({}), 'scopes'],
    ['a scope that it lacks', () => restricted({ scopes: MANAGING }), () => ({ scopes: ['invoices:read'] }), 'scopes'],
    [
      'a higher level of a scope',
      () => restricted({ scopes: MANAGING }),
      () => ({ level: 'write', scopes: ['customers:write'] }),
      'scopes',
    ],
    ['all companies', () => restricted({}, 'one'), () => ({}), 'company_ids'],
    ['no expiry', () => restricted({ expires_at: soon() }), () => ({}), 'expires_at'],
    ['a later expiry', () => restricted({ expires_at: soon() }), () => ({ expires_at: later() }), 'expires_at'],
    ['any address', () => restricted({ allowed_addresses: ['127.0.0.0/8'] }), () => ({}), 'allowed_addresses'],
    [
      'a wider network',
      () => restricted({ allowed_addresses: ['127.0.0.0/8'] }),
      () => ({ allowed_addresses: ['127.0.0.0/7'] }),
      'allowed_addresses',
    ],
    [
      'another address too',
      () => restricted({ allowed_addresses: ['127.0.0.0/8'] }),
      () => ({ allowed_addresses: ['127.0.0.1', '192.0.2.1'] }),
      'allowed_addresses',
    ],
  ]
  for (const [name, own, wanted, beyond] of cases) {
    test(`403 for ${name}: made, changed into it, or changed at all`, async () => {
      const { id, key } = await own()
      const rows = await fingerprint(app)
      const made = await keys('POST', '', { ...WANTED, ...wanted() }, key)
      assert.deepEqual([made.status, made.body.code, made.body.param], [403, 'api_key_exceeds_own', beyond])
      const { level: _, ...changes } = wanted() as { level?: string }
      const itself = Object.keys(changes).length > 0 ? changes : { [beyond]: null }
      if (beyond !== 'company_ids') {
        const stronger = await keys('PATCH', `/${id}`, itself, key)
        assert.deepEqual([stronger.status, stronger.body.code], [403, 'api_key_exceeds_own'])
      }
      assert.equal(await fingerprint(app), rows)
      const { id: other } = (await keys('POST', '', { ...WANTED, ...wanted() })).data
      const expected = beyond === 'company_ids' ? 404 : 403
      for (const [method, path, body] of [
        ['PATCH', `/${other}`, { name: 'Mine' }],
        ['POST', `/${other}/rotate`, {}],
        ['POST', `/${other}/revoke`, {}],
      ] as const) {
        assert.equal((await keys(method, path, body, key)).status, expected, path)
      }
    })
  }

  test('201 for what may less, and that may be changed', async () => {
    const { key } = await restricted({ scopes: MANAGING, allowed_addresses: ['127.0.0.0/8'], expires_at: soon() }, 'one')
    const wanted = {
      name: 'Less',
      level: 'read',
      company_ids: [app.tenant.company_id],
      scopes: ['customers:read'],
      allowed_addresses: ['127.0.0.1', '127.1.0.0/16'],
      expires_at: soon(),
    }
    const made = await keys('POST', '', wanted, key)
    assert.equal(made.status, 201, made.text)
    assert.equal((await keys('PATCH', `/${made.data.id}`, { name: 'Other' }, key)).data.name, 'Other')
    assert.equal((await rotate(made.data.id, {}, key)).status, 201)
    assert.equal((await rotate(made.data.id, {}, key)).status, 409)
    const next = (await keys('GET', `/${made.data.id}`, undefined, key)).data.replaced_by
    assert.equal((await rotate(next, { expires_at: later() }, key)).body.code, 'api_key_exceeds_own')
    assert.equal((await keys('POST', `/${next}/revoke`, {}, key)).data.is_active, false)
  })

  test('403 for a company that the key does not reach, the same for one that there is not', async () => {
    const { key } = await restricted({}, 'one')
    for (const id of [app.tenant.sibling_id, 'com_none']) {
      const answer = await keys('POST', '', { ...WANTED, company_ids: [app.tenant.company_id, id] }, key)
      assert.deepEqual([answer.status, answer.body.code], [403, 'company_not_accessible'])
    }
  })

  test('a key of some companies lists, page by page and both ways, those that reach no others', async () => {
    const tenant = await app.addTenant()
    const own = await makeKey(app, tenant, 'admin', [tenant.company_id])
    const made: string[] = [own.id]
    for (let number = 0; number < 4; number++) {
      app.pass(1)
      made.unshift((await makeKey(app, tenant, 'read', [tenant.company_id])).id)
      await makeKey(app, tenant, 'read', [tenant.company_id, tenant.sibling_id])
    }
    const page = async (query: Record<string, string>, key = own.key) =>
      (await app.call('GET', '/v1/api-keys', { company: null, key, query })).data
    const first = await page({ limit: '2' })
    const idsIn = (data: { api_keys: { id: string }[] }) => data.api_keys.map(({ id }) => id)
    assert.deepEqual(idsIn(first), made.slice(0, 2))
    const second = await page({ limit: '2', starting_after: first.pagination.next_cursor })
    assert.deepEqual(idsIn(second), made.slice(2, 4))
    assert.deepEqual(idsIn(await page({ limit: '2', ending_before: made[2]! })), made.slice(0, 2))
    assert.deepEqual(idsIn(await page({})), made)
    assert.equal(idsIn(await page({}, tenant.keys.admin)).length, 3 + 1 + 8)
    const strange = await app.call('GET', '/v1/api-keys', { company: null, key: own.key, query: { starting_after: 'key_x' } })
    assert.deepEqual([strange.status, strange.body.param], [400, 'starting_after'])
  })
})
