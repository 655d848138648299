// Idempotency-Key: a request that is repeated under its key has its effect once, and its answer every time.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { endpoints } from '../src/endpoints.ts'
import { takesIdempotencyKey } from '../src/http/endpoint.ts'
import { bodyOf, endAdvance, fingerprint, makeKey, makeScene, pathOf, type Scope, select } from './support/fixtures.ts'
import { START, startTestApp, type TestAnswer, type TestApp } from './support/test-app.ts'

const HOUR_MS = 60 * 60 * 1000

let app: TestApp
let scope: Scope
let customer_id: string

before(async () => {
  app = await startTestApp({ is_sandbox: true })
  scope = { key: app.tenant.keys.admin, company: app.tenant.company_id }
  customer_id = (await app.call('POST', '/v1/customers', { body: { name: 'C' } })).data.id
})
after(() => app.close())
beforeEach(() => app.setClock(START))

let keys = 0
const newKey = () => `key-${++keys}`
const create = (key: string, body: unknown = { customer_id }, more: object = {}) =>
  app.call('POST', '/v1/invoices', { body, headers: { 'idempotency-key': key }, ...more })
const head = async () =>
  (await select(app, `SELECT sequence FROM event_heads WHERE company_id = '${scope.company}'`))[0]?.sequence
const count = async () => (await select(app, 'SELECT count(*) AS count FROM invoices'))[0].count

/** Everything of an answer that a client sees, except what differs per request. */
function seen({ status, headers, text }: TestAnswer): object {
  const { 'quoin-request-id': _, 'idempotent-replayed': __, date: ___, etag: ____, ...others } = headers
  return { status, headers: others, text }
}

describe('a request that is repeated under its key', () => {
  const writing = endpoints.filter(takesIdempotencyKey)
  for (const endpoint of writing) {
    test(`${endpoint.operation_id}: the same answer to the byte with Idempotent-Replayed, and nothing is done again`, async () => {
      const scene = await makeScene(app, scope)
      const call = { ...scope, body: bodyOf(endpoint, scene), headers: { 'idempotency-key': newKey() } }
      const first = await app.call(endpoint.method, pathOf(endpoint, scene), call)
      assert.equal(first.status, endpoint.status, first.text)
      assert.equal(first.headers['idempotent-replayed'], undefined)
      const rows = await fingerprint(app)
      for (const wait_ms of [0, 1000, 23 * HOUR_MS]) {
        app.setClock(new Date(Date.parse(START) + wait_ms).toISOString())
        const again = await app.call(endpoint.method, pathOf(endpoint, scene), call)
        assert.equal(again.headers['idempotent-replayed'], 'true')
        assert.deepEqual(seen(again), seen(first))
        assert.notEqual(again.headers['quoin-request-id'], first.headers['quoin-request-id'])
      }
      assert.equal(await fingerprint(app), rows)
      if (endpoint.operation_id === 'advanceSandbox') await endAdvance(app)
    })
  }

  test('GET and DELETE do not take a key: it is ignored', async () => {
    const scene = await makeScene(app, scope)
    const headers = { 'idempotency-key': newKey() }
    assert.equal((await app.call('GET', `/v1/invoices/${scene.invoice}`, { headers })).status, 200)
    assert.equal((await app.call('DELETE', `/v1/invoices/${scene.invoice}`, { headers })).status, 200)
    assert.equal((await app.call('DELETE', `/v1/invoices/${scene.invoice}`, { headers })).status, 404)
  })

  test('the first answer is given again even when the object has changed since, or is gone', async () => {
    const key = newKey()
    const first = await create(key)
    await app.call('PATCH', `/v1/invoices/${first.data.id}`, { body: { notes: 'changed' } })
    assert.equal((await create(key)).text, first.text)
    await app.call('DELETE', `/v1/invoices/${first.data.id}`)
    assert.equal((await create(key)).text, first.text)
  })

  test('422 for another body, path, query or method under the key; nothing is done', async () => {
    const key = newKey()
    const { data } = await create(key, { customer_id, notes: 'a' })
    const path = `/v1/invoices/${data.id}`
    const rows = await fingerprint(app)
    const headers = { 'idempotency-key': key }
    for (const other of [
      // One after the other: while one runs, the others get a conflict.
      () => create(key, { customer_id, notes: 'b' }),
      () => create(key, `{"customer_id":"${customer_id}", "notes":"a"}`),
      () => app.call('POST', '/v1/quotes', { body: { customer_id, notes: 'a' }, headers }),
      () => app.call('PATCH', path, { body: { notes: 'b' }, headers }),
      () => {
        const body = { customer_id, notes: 'a' }
        return app.call('POST', `/v1/invoices?company_id=${scope.company}&`, { body, headers, company: null })
      },
    ]) {
      const { status, body } = await other()
      assert.deepEqual([status, body.code], [422, 'idempotency_key_reused'])
    }
    assert.equal(await fingerprint(app), rows)
  })

  test('keys of another company and of another API key are other keys', async () => {
    const key = newKey()
    const first = await create(key)
    const { sibling_id, company_id, keys: tenant_keys } = app.tenant
    const theirs = (await app.call('POST', '/v1/customers', { company: sibling_id, body: { name: 'D' } })).data.id
    const in_sibling = await create(key, { customer_id: theirs }, { company: sibling_id })
    const by_another = await create(key, { customer_id }, { key: tenant_keys.write })
    const second_admin = await makeKey(app, app.tenant, 'admin', [company_id])
    const by_a_third = await create(key, { customer_id }, { key: second_admin.key })
    const made = [first, in_sibling, by_another, by_a_third]
    assert.deepEqual(
      made.map(({ status, headers }) => [status, headers['idempotent-replayed']]),
      made.map(() => [201, undefined]),
    )
    assert.equal(new Set(made.map(({ data }) => data.id)).size, 4)
  })

  test('after 24 hours the key is new, not a moment before; the sweep removes it then', async () => {
    const key = newKey()
    const first = await create(key)
    const at = (ms: number) => app.setClock(new Date(Date.parse(START) + ms).toISOString())
    at(24 * HOUR_MS - 1)
    assert.equal((await create(key)).data.id, first.data.id)
    at(24 * HOUR_MS)
    const second = await create(key)
    assert.notEqual(second.data.id, first.data.id)
    assert.equal((await create(key)).data.id, second.data.id)
    const kept = async () =>
      (await select(app, `SELECT count(*) AS count FROM idempotency_keys WHERE idempotency_key = '${key}'`))[0].count
    at(48 * HOUR_MS - 1)
    await app.sweep()
    assert.equal(await kept(), 1)
    at(48 * HOUR_MS)
    await app.sweep()
    assert.equal(await kept(), 0)
  })

  test('of thousands of old keys one sweep removes all', async () => {
    const { api_key_id } = (await select(app, 'SELECT id AS api_key_id FROM api_keys LIMIT 1'))[0]
    await app.database.write(async (tx) => {
      const sql = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
        INSERT INTO idempotency_keys SELECT '${scope.company}', '${api_key_id}', 'old ' || i, '', 201, '{}', '2020-01-01T00:00:00.000Z' FROM n`
      return tx.execute({ sql, returns_rows: false }, [])
    })
    await app.sweep()
    assert.deepEqual(await select(app, "SELECT * FROM idempotency_keys WHERE idempotency_key LIKE 'old %'"), [])
  })
})

describe('a request that was refused', () => {
  test('keeps nothing: it can be put right and repeated under its key, and uses up no number', async () => {
    const key = newKey()
    const { invoice_number } = (await create(newKey())).data
    const before = await head()
    assert.equal((await create(key, { customer_id: 'cus_none' })).status, 400)
    assert.equal((await create(key, {})).status, 400)
    assert.equal((await create(key, '{')).status, 400)
    assert.equal((await create(key, { customer_id }, { key: app.tenant.keys.read })).status, 403)
    assert.equal((await create(key, { customer_id }, { company: 'com_x' })).status, 403)
    assert.equal(
      (await create(key, { customer_id }, { headers: { 'idempotency-key': key, 'content-type': 'text/plain' } })).status,
      415,
    )
    assert.equal(await head(), before)
    const answer = await create(key)
    assert.deepEqual([answer.status, answer.headers['idempotent-replayed']], [201, undefined])
    const counter = (number: string) => Number(number.slice(-6))
    assert.equal(counter(answer.data.invoice_number), counter(invoice_number) + 1)
  })

  test('by the state of an object keeps nothing either: 409, and after the state has changed 200', async () => {
    const { data } = await create(newKey())
    const headers = { 'idempotency-key': newKey() }
    const path = `/v1/invoices/${data.id}`
    await app.call('PATCH', path, { body: { status: 'sent' } })
    assert.equal((await app.call('PATCH', path, { body: { total: 5 }, headers })).status, 409)
    await app.call('PATCH', path, { body: { status: 'draft' } })
    assert.equal((await app.call('PATCH', path, { body: { total: 5 }, headers })).status, 200)
  })

  test('412 keeps nothing; a replay does not ask for the version again', async () => {
    const { data } = await create(newKey())
    const path = `/v1/invoices/${data.id}`
    const etag = String((await app.call('GET', path)).headers['etag'])
    const key = newKey()
    const patch = (tag: string) =>
      app.call('PATCH', path, { body: { notes: 'n' }, headers: { 'idempotency-key': key, 'if-match': tag } })
    assert.equal((await patch('"other"')).status, 412)
    assert.equal((await patch(etag)).status, 200)
    const again = await patch(etag)
    assert.deepEqual([again.status, again.headers['idempotent-replayed']], [200, 'true'])
  })
})

describe('the key', () => {
  const good = [
    'k',
    'a'.repeat(255),
    '8f2b6c1e-1111-4222-8333-abcdefabcdef',
    '~!@#$%^&*()_+{}|:"<>?',
    "'; DROP TABLE invoices; --",
    '../..',
    'with blanks',
  ]
  for (const key of good) {
    test(`201 and a replay for ${JSON.stringify(key.slice(0, 40))} of ${key.length} characters`, async () => {
      const first = await create(key)
      assert.equal(first.status, 201)
      assert.equal((await create(key)).data.id, first.data.id)
    })
  }

  for (const [name, key] of [
    ['an empty one', ''],
    ['256 characters', 'a'.repeat(256)],
    ['letters outside of ASCII', 'schlüssel'],
    ['an emoji', '💰'],
    ['a control character', 'a\x01b'],
    ['a tab', 'a\tb'],
    ['DEL', 'a\x7f'],
  ] as const) {
    test(`400 for ${name}, and nothing is made`, async () => {
      const before = await count()
      const { status, body } = await create(key)
      assert.deepEqual([status, body.code, body.param], [400, 'parameter_invalid', 'Idempotency-Key'])
      assert.equal(await count(), before)
    })
  }
})

describe('at once', () => {
  test('of 20 requests under one key one is done; the others repeat it or are told that it runs', async () => {
    const before = await count()
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(key)))
    const made = answers.filter(({ status, headers }) => status === 201 && headers['idempotent-replayed'] === undefined)
    assert.equal(made.length, 1)
    for (const { status, body, headers } of answers) {
      assert.ok(
        status === 201
          ? made[0]!.data.id === body.data.id || headers['idempotent-replayed']
          : body.code === 'idempotency_key_in_use',
      )
    }
    assert.equal(await count(), before + 1)
    assert.equal((await create(key)).data.id, made[0]!.data.id)
  })

  test('a key is free again after its request was refused, also when many are sent at once', async () => {
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(key, { customer_id: 'cus_none' })))
    assert.ok(answers.every(({ status }) => status === 400 || status === 409))
    assert.equal((await create(key)).status, 201)
  })

  test('the stored answer commits with the change: it is there as soon as the answer is, and is the answer', async () => {
    const key = newKey()
    const { text } = await create(key)
    const [row] = await select(app, `SELECT * FROM idempotency_keys WHERE idempotency_key = '${key}'`)
    assert.deepEqual([row.status, row.body, row.created_at], [201, text, START])
    assert.doesNotMatch(JSON.stringify(row), /sk_/)
  })
})
