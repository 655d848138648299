import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fromPage, signedIn } from '../../../test/support/dashboard.ts'
import { png } from '../../../test/support/pictures.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { verifyAuditLog } from '../audit-log/verify.ts'

let app: TestApp
let cookie: string
let user_id: string
before(async () => {
  app = await startTestApp()
  ;({ cookie, user_id } = await signedIn(app, 'owner'))
})
after(() => app.close())

const KEYS = '/dashboard/api/api-keys'
const make = (body: object) => fromPage(app, cookie, 'POST', KEYS, { body: { name: 'Accounting', level: 'read', ...body } })

describe('API keys', () => {
  test('201, shown once, used under /v1, seen in the log, revoked, 401', async () => {
    const { company_id, sibling_id } = app.tenant
    const made = await make({ company_ids: [company_id] })
    assert.equal(made.status, 201)
    const { key, id, key_prefix } = made.data
    assert.match(key, /^sk_[0-9A-Za-z]{49}$/)
    assert.deepEqual([made.data.company_ids, made.data.level, made.data.is_active], [[company_id], 'read', true])
    const list = await fromPage(app, cookie, 'GET', KEYS)
    assert.ok(!list.text.includes(key))
    const listed = (answer: typeof list) => answer.data.api_keys.find((one: { id: string }) => one.id === id)
    assert.equal(listed(list).key_prefix, key_prefix)

    const used = () => app.call('GET', '/v1/customers', { key })
    assert.equal((await used()).status, 200)
    assert.equal((await app.call('GET', '/v1/customers', { key, company: sibling_id })).status, 403)
    await app.flush()
    const of_key = await fromPage(app, cookie, 'GET', '/dashboard/api/audit-log', { query: { api_key_id: id } })
    assert.deepEqual(
      of_key.data.entries.map((entry: { path: string; status: number }) => [entry.path, entry.status]),
      [
        ['/v1/customers', 403],
        ['/v1/customers', 200],
      ],
    )
    const again = await fromPage(app, cookie, 'GET', KEYS)
    assert.equal(listed(again).last_used_at, new Date(app.now_ms()).toISOString())

    const revoked = await fromPage(app, cookie, 'POST', `${KEYS}/${id}/revoke`)
    assert.deepEqual([revoked.status, revoked.data.is_active], [200, false])
    assert.deepEqual((await used()).body, { error: 'API key is disabled' })
    app.setClock('2026-06-15T11:00:00.000Z')
    const twice = await fromPage(app, cookie, 'POST', `${KEYS}/${id}/revoke`)
    assert.equal(twice.data.revoked_at, revoked.data.revoked_at)
  })

  test('201 for all companies, those made later too', async () => {
    const { key, company_ids } = (await make({ company_ids: 'all' })).data
    assert.equal(company_ids, 'all')
    const company = await fromPage(app, cookie, 'POST', '/dashboard/api/companies', { body: { name: 'Later', currency: 'EUR' } })
    assert.deepEqual([company.status, company.data.currency], [201, 'EUR'])
    assert.equal((await app.call('GET', '/v1/customers', { key, company: company.data.id })).status, 200)
  })

  for (const [what, body, param] of [
    ['a blank name', { name: ' ', company_ids: 'all' }, 'name'],
    ['an unknown level', { level: 'owner', company_ids: 'all' }, 'level'],
    ['no company', { company_ids: [] }, 'company_ids'],
    ['an unknown company', { company_ids: ['com_x'] }, 'company_ids[0]'],
    ['another word for all', { company_ids: 'any' }, 'company_ids'],
  ] as const) {
    test(`400 for ${what}`, async () => {
      const answer = await make(body)
      assert.deepEqual([answer.status, answer.body.param], [400, param])
    })
  }

  test('201 with a name of 255 emoji, 400 with one more', async () => {
    const named = async (name: string) => (await make({ name, company_ids: 'all' })).status
    assert.deepEqual([await named('🧾'.repeat(255)), await named('🧾'.repeat(256))], [201, 400])
  })

  test('400 for another word says both ways to write it', async () => {
    const { error } = (await make({ company_ids: 'any' })).body
    assert.equal(error, 'company_ids must be all, or a list of the ids of companies, not "any"')
  })

  test('what is made and revoked is in the log with the member and without a key, in a chain that is whole', async () => {
    await app.flush()
    const { data } = await fromPage(app, cookie, 'GET', '/dashboard/api/audit-log', {
      query: { path: 'api-keys', status: '2xx' },
    })
    assert.ok(data.entries.length >= 3)
    for (const entry of data.entries) assert.deepEqual([entry.user_id, entry.api_key_id, entry.method], [user_id, null, 'POST'])
    for (const { problem } of await verifyAuditLog(app.database)) assert.equal(problem, undefined)
  })
})

describe('companies of the dashboard', () => {
  const change = (body: object, id = app.tenant.company_id) =>
    fromPage(app, cookie, 'PATCH', `/dashboard/api/companies/${id}`, { body })

  test('200 with a new name, prefix and logo; numbers follow the prefix', async () => {
    const logo_url = 'https://example.com/logo.png'
    const { status, data } = await change({ name: ' Renamed ', invoice_prefix: 'R', logo_url })
    assert.deepEqual(
      [status, data.name, data.invoice_prefix, data.quote_prefix, data.logo_url],
      [200, 'Renamed', 'R', 'QUO', logo_url],
    )
    const customer = await app.call('POST', '/v1/customers', { body: { name: 'C' } })
    const invoice = await app.call('POST', '/v1/invoices', { body: { customer_id: customer.data.id } })
    assert.equal(invoice.data.invoice_number, 'R-2026-000001')
    const picture = `data:image/png;base64,${png(2, 2).toString('base64')}`
    assert.equal((await change({ logo_url: picture })).data.logo_url, picture)
    assert.equal((await change({ logo_url: null })).data.logo_url, null)
  })

  for (const logo_url of [
    'javascript:alert(1)',
    'data:text/html;base64,PHA+',
    'data:image/svg+xml;base64,PHA+',
    '',
    'logo.png',
  ]) {
    test(`400 for the logo ${JSON.stringify(logo_url)}`, async () => {
      assert.deepEqual((await change({ logo_url })).body.param, 'logo_url')
    })
  }

  test('modules are switched', async () => {
    const path = `/dashboard/api/companies/${app.tenant.company_id}/modules`
    const set = (is_enabled: boolean) => fromPage(app, cookie, 'POST', path, { body: { module: 'projects', is_enabled } })
    assert.deepEqual((await set(false)).data, { company_id: app.tenant.company_id, modules: [] })
    assert.deepEqual((await set(true)).data.modules, ['projects'])
  })
})
