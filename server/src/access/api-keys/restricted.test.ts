// Keys with scopes, an expiry, and addresses that they may be used from.
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { fromPage, signedIn } from '../../../test/support/dashboard.ts'
import { openStream } from '../../../test/support/event-stream.ts'
import { makeKey } from '../../../test/support/fixtures.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { known_scopes } from '../../endpoints.ts'
import { MOST_KEPT_ADDRESSES } from './repository.ts'

let app: TestApp
let url: string
let statements = 0
before(async () => {
  app = await startTestApp({
    trusted_proxies: ['127.0.0.1'],
    stream_limits: { keep_alive_ms: 200 },
    onStatement: ({ sql }) => {
      if (!/api_key_addresses|audit|"last_used_at"/.test(sql)) statements++
    },
  })
  await app.server.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`
})
after(() => app.close())

const list = (key: string, headers: Record<string, string> = {}) => app.call('GET', '/v1/customers', { key, headers })
const change = (id: string, body: object) => app.call('PATCH', `/v1/api-keys/${id}`, { company: null, body })
const at = (ms: number) => app.setClock(new Date(ms).toISOString())

describe('wanted restrictions', () => {
  const make = (body: object) =>
    app.call('POST', '/v1/api-keys', { company: null, body: { name: 'K', level: 'write', company_ids: 'all', ...body } })

  for (const [what, body, param, sentence] of [
    [
      'an unknown resource',
      { scopes: ['invoices:read', 'bills:read'] },
      'scopes[1]',
      /one of api-keys, bank-statements.*customers/,
    ],
    ['a level that the resource has not', { scopes: ['exports:write'] }, 'scopes[0]', /one of exports:read/],
    [
      'a level above that of the key',
      { scopes: ['invoices:admin'] },
      'scopes[0]',
      /one of invoices:read, invoices:write.*level write/,
    ],
    [
      'a resource above the level of the key',
      { scopes: ['api-keys:admin'] },
      'scopes[0]',
      /api-keys needs a key of the level admin/,
    ],
    ['a scope without a level', { scopes: ['invoices'] }, 'scopes[0]', /one of invoices:read/],
    ['three parts', { scopes: ['invoices:read:write'] }, 'scopes[0]', /one of invoices:read/],
    ['no scope', { scopes: [] }, 'scopes', /at least 1|1 to 100/],
    ['no address', { allowed_addresses: [] }, 'allowed_addresses', /at least 1|1 to 100/],
    ['a name of a host', { allowed_addresses: ['192.0.2.1', 'localhost'] }, 'allowed_addresses[1]', /address or a network/],
    ['too long a network', { allowed_addresses: ['192.0.2.0/33'] }, 'allowed_addresses[0]', /address or a network/],
    ['a moment that is over', { expires_at: '2026-06-15T10:00:00Z' }, 'expires_at', /in the future/],
    ['a day', { expires_at: '2027-06-15' }, 'expires_at', /./],
  ] as const) {
    test(`400 for ${what}`, async () => {
      const answer = await make(body)
      assert.deepEqual([answer.status, answer.body.param], [400, param], answer.text)
      assert.match(answer.body.error, sentence)
    })
  }

  test('201 shows them in order, each resource once with its highest level', async () => {
    const { data, status } = await make({
      scopes: ['quotes:read', 'invoices:read', 'invoices:write', 'quotes:read'],
      allowed_addresses: ['2001:db8::/32', '192.0.2.7'],
      expires_at: '2026-07-01T12:00:00+02:00',
    })
    assert.equal(status, 201)
    assert.deepEqual(
      [data.scopes, data.allowed_addresses, data.expires_at],
      [['invoices:write', 'quotes:read'], ['2001:db8::/32', '192.0.2.7'], '2026-07-01T10:00:00.000Z'],
    )
    const got = (await app.call('GET', `/v1/api-keys/${data.id}`, { company: null })).data
    assert.deepEqual([got.scopes, 'key' in got], [data.scopes, false])
    const { addresses } = (await app.call('GET', `/v1/api-keys/${data.id}/addresses`, { company: null })).data
    assert.deepEqual(addresses, [])
  })

  test('null removes a restriction, and what is not given stays', async () => {
    const { data } = await make({ scopes: ['quotes:read'], allowed_addresses: ['192.0.2.7'] })
    const { data: changed } = await change(data.id, { scopes: null })
    assert.deepEqual([changed.scopes, changed.allowed_addresses, changed.name], [null, ['192.0.2.7'], 'K'])
  })

  test('the scopes that the dashboard offers are all that there are', async () => {
    const { cookie } = await signedIn(app, 'owner')
    const { scopes } = (await fromPage(app, cookie, 'GET', '/dashboard/api/api-keys')).data
    assert.equal(scopes.length, [...known_scopes.values()].flat().length)
  })
})

describe('a change of scopes', () => {
  test('applies to the next request, under the same Idempotency-Key, and a refusal uses up no number', async () => {
    const { id, key } = await makeKey(app, app.tenant, 'write', 'all', { scopes: ['customers:write', 'invoices:read'] })
    const customer_id = (await app.call('POST', '/v1/customers', { key, body: { name: 'C' } })).data.id
    const create = () => app.call('POST', '/v1/invoices', { key, body: { customer_id }, headers: { 'idempotency-key': 'one' } })
    const before = (await app.call('POST', '/v1/invoices', { body: { customer_id } })).data.invoice_number
    assert.deepEqual((await create()).body, { error: 'This key lacks the scope invoices:write', code: 'scope_missing' })
    assert.equal((await change(id, { scopes: ['invoices:write'] })).status, 200)
    const made = await create()
    assert.deepEqual([made.status, made.headers['idempotent-replayed']], [201, undefined])
    assert.equal(Number(made.data.invoice_number.slice(-6)), Number(before.slice(-6)) + 1)
    await change(id, { scopes: ['customers:read'] })
    assert.equal((await create()).status, 403)
  })
})

describe('expiry', () => {
  test('200 up to the millisecond before it, 401 from it on; for a longer expiry it works again', async () => {
    const start = app.now_ms()
    const expires_at = new Date(start + 60_000).toISOString()
    const { id, key } = await makeKey(app, app.tenant, 'read', 'all', { expires_at })
    assert.equal((await list(key)).status, 200)
    at(start + 59_999)
    assert.equal((await list(key)).status, 200)
    at(start + 60_000)
    for (let time = 0; time < 2; time++) {
      const refused = await list(key)
      assert.deepEqual([refused.status, refused.body], [401, { error: 'API key has expired' }])
    }
    assert.deepEqual((await change(id, { expires_at: null })).body.code, 'api_key_expired')
    at(start)
    assert.equal((await list(key)).status, 200)
  })

  test('a revoked key that has expired too is disabled', async () => {
    const start = app.now_ms()
    const { id, key } = await makeKey(app, app.tenant, 'read', 'all', { expires_at: new Date(start + 1).toISOString() })
    assert.equal((await app.call('POST', `/v1/api-keys/${id}/revoke`, { company: null, body: {} })).status, 200)
    at(start + 1)
    assert.deepEqual((await list(key)).body, { error: 'API key is disabled' })
    at(start)
  })

  test('ends a stream at its next sign of life, as a missing scope and another address do', async () => {
    const start = app.now_ms()
    const q = `company_id=${app.tenant.company_id}`
    const endOf = async (restricted: object, act: (id: string) => unknown) => {
      const { id, key } = await makeKey(app, app.tenant, 'read', 'all', restricted)
      const reader = await openStream(`${url}/v1/events/stream?${q}`, key)
      assert.equal(reader.status, 200)
      await reader.until(() => reader.comments.length > 0)
      await act(id)
      assert.equal(await reader.ended, 'complete')
      return reader.messages.at(-1)!.data
    }
    const expires_at = new Date(start + 60_000).toISOString()
    assert.equal(await endOf({ expires_at }, () => at(start + 60_000)), '{"error":"API key has expired"}')
    at(start)
    assert.match(
      await endOf({ scopes: ['events:read'] }, (id) => change(id, { scopes: ['quotes:read'] })),
      /"code":"scope_missing"/,
    )
    assert.match(await endOf({}, (id) => change(id, { allowed_addresses: ['192.0.2.1'] })), /"code":"address_not_allowed"/)
  })
})

describe('allowed addresses', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address })

  test('are those that a trusted proxy reports; what a client writes before it does not count', async () => {
    const allowed_addresses = ['192.0.2.0/24', '2001:db8::/32']
    const { id, key } = await makeKey(app, app.tenant, 'read', 'all', { allowed_addresses })
    for (const address of ['192.0.2.1', '192.0.2.255', '::ffff:192.0.2.9', '2001:db8::1', '203.0.113.5, 192.0.2.1']) {
      assert.equal((await list(key, from(address))).status, 200, address)
    }
    for (const address of ['192.0.3.1', '2001:db9::1', '192.0.2.1, 203.0.113.5', 'nonsense', '127.0.0.1']) {
      const refused = await list(key, from(address))
      assert.deepEqual(
        [refused.status, refused.body],
        [403, { error: 'This key may not be used from this address', code: 'address_not_allowed' }],
        address,
      )
    }
    assert.equal((await list(key)).status, 403)
    const forged = await app.server.inject({
      method: 'GET',
      url: `/v1/customers?company_id=${app.tenant.company_id}`,
      remoteAddress: '203.0.113.5',
      headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': '192.0.2.1' },
    })
    assert.equal(forged.statusCode, 403)
    await app.flush()
    const { cookie } = await signedIn(app, 'owner')
    const { entries } = (
      await fromPage(app, cookie, 'GET', '/dashboard/api/audit-log', { query: { api_key_id: id, limit: '1' } })
    ).data
    assert.deepEqual([entries[0].status, entries[0].ip_address, entries[0].api_key_id], [403, '203.0.113.5', id])
  })
})

describe('where a key was used from', () => {
  test('is kept by address, with the first and the last time, for the twenty most recent addresses', async () => {
    const { id, key } = await makeKey(app, app.tenant, 'admin')
    const used = async () => (await app.call('GET', `/v1/api-keys/${id}/addresses`, { company: null })).data.addresses
    const start = app.now_ms()
    for (let number = 1; number <= MOST_KEPT_ADDRESSES + 5; number++) {
      at(start + number)
      assert.equal((await list(key, { 'x-forwarded-for': `192.0.2.${number}` })).status, 200)
      if (number % 7 === 0) await app.flush()
    }
    await app.flush()
    const kept = await used()
    assert.equal(kept.length, MOST_KEPT_ADDRESSES)
    assert.deepEqual([kept[0].address, kept.at(-1).address], ['192.0.2.25', '192.0.2.6'])
    at(start + 1000)
    await list(key, { 'x-forwarded-for': '192.0.2.6' })
    // A refused request is no use.
    await app.call('POST', '/v1/customers', { key, body: {}, headers: { 'x-forwarded-for': '192.0.2.99' } })
    await app.flush()
    const [first] = await used()
    assert.deepEqual(first, {
      address: '192.0.2.6',
      first_used_at: new Date(start + 6).toISOString(),
      last_used_at: new Date(start + 1000).toISOString(),
    })
    assert.equal((await used()).length, MOST_KEPT_ADDRESSES)
    at(start)
  })
})

test('a restricted key costs a request no further statement', async () => {
  const count = async (key: string) => {
    await list(key)
    await app.flush()
    statements = 0
    assert.equal((await list(key)).status, 200)
    return statements
  }
  const { key } = await makeKey(app, app.tenant, 'read', 'all', {
    scopes: ['customers:read'],
    allowed_addresses: ['127.0.0.0/8'],
    expires_at: '2027-01-01T00:00:00Z',
  })
  assert.equal(await count(key), await count(app.tenant.keys.read))
})
