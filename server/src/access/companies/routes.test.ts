import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import type { ApiError } from '../../kernel/errors.ts'
import { createApiKey } from '../api-keys/service.ts'
import { createCompany, setModule } from './service.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

describe('GET /v1/companies', () => {
  test('200 with all companies of a key for all, without pagination and without company_id', async () => {
    const { status, data } = await app.call('GET', '/v1/companies', { company: null })
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(data), ['companies'])
    assert.deepEqual(
      data.companies.map((company: { id: string }) => company.id).sort(),
      [app.tenant.company_id, app.tenant.sibling_id].sort(),
    )
    assert.deepEqual(Object.keys(data.companies[0]), [
      'id',
      'name',
      'slug',
      'currency',
      'invoice_prefix',
      'quote_prefix',
      'logo_url',
      'created_at',
    ])
  })

  test('200 with one company for a key that reaches one; events need no company_id then', async () => {
    const { organization_id, user_id, sibling_id } = app.tenant
    const wanted = { organization_id, user_id, name: 'one', level: 'read' as const, companies: [sibling_id] }
    const { key } = await app.database.write((tx) => createApiKey(tx, wanted, app.now_ms()))
    const { data } = await app.call('GET', '/v1/companies', { company: null, key })
    assert.deepEqual(
      data.companies.map((company: { id: string }) => company.id),
      [sibling_id],
    )
    assert.equal((await app.call('GET', '/v1/events', { company: null, key })).status, 200)
    const foreign = await app.call('GET', '/v1/invoices', { key })
    assert.deepEqual([foreign.status, foreign.body.code], [403, 'company_not_accessible'])
  })

  test('200 with any company_id, which it does not look at', async () => {
    const expected = (await app.call('GET', '/v1/companies', { company: null })).data
    for (const company of [app.tenant.company_id, 'com_nope', ''])
      assert.deepEqual((await app.call('GET', '/v1/companies', { company })).data, expected)
    const twice = await app.call('GET', '/v1/companies?company_id=a&company_id=b', { company: null })
    assert.deepEqual([twice.status, twice.body.param], [400, 'company_id'])
  })
})

describe('companies', () => {
  const make = (company: Parameters<typeof createCompany>[1]) =>
    app.database.write((tx) => createCompany(tx, company, app.now_ms()))

  test('200 newest first, those made later too for a key for all, and none of another organization', async () => {
    const { organization_id } = app.tenant
    await app.addTenant()
    app.setClock('2026-06-15T10:00:01.000Z')
    const third = await make({
      organization_id,
      name: 'Third & Sons',
      currency: 'jpy',
      invoice_prefix: 'R',
      quote_prefix: 'a-b_9',
    })
    const { data } = await app.call('GET', '/v1/companies', { company: null })
    assert.equal(data.companies.length, 3)
    assert.deepEqual(data.companies[0], {
      id: third.id,
      name: 'Third & Sons',
      slug: 'third-sons',
      currency: 'JPY',
      invoice_prefix: 'R',
      quote_prefix: 'a-b_9',
      logo_url: null,
      created_at: '2026-06-15T10:00:01.000Z',
    })
    const scope = { company: third.id }
    const customer = await app.call('POST', '/v1/customers', { ...scope, body: { name: 'C' } })
    const number = async (path: string, field: string) =>
      (await app.call('POST', path, { ...scope, body: { customer_id: customer.data.id } })).data[field]
    assert.equal(customer.data.currency, 'JPY')
    assert.equal(await number('/v1/invoices', 'invoice_number'), 'R-2026-000001')
    assert.equal(await number('/v1/quotes', 'quote_number'), 'a-b_9-2026-000001')
  })

  test('the same name again gets another slug in the organization, the same in another', async () => {
    const { organization_id } = app.tenant
    assert.equal((await make({ organization_id, name: 'First' })).slug, 'first-2')
    const stranger = await app.addTenant()
    assert.equal((await make({ organization_id: stranger.organization_id, name: 'Elsewhere' })).slug, 'elsewhere')
    assert.equal((await make({ organization_id, name: 'Elsewhere' })).slug, 'elsewhere')
  })

  for (const [name, company, param] of [
    ['a blank name', { name: ' ' }, 'name'],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, 'name'],
    ['an unknown currency', { name: 'x', currency: 'XXX' }, 'currency'],
    ['an empty prefix', { name: 'x', invoice_prefix: '' }, 'invoice_prefix'],
    ['a prefix with a blank', { name: 'x', quote_prefix: 'A B' }, 'quote_prefix'],
    ['a prefix of 13 letters', { name: 'x', invoice_prefix: 'A'.repeat(13) }, 'invoice_prefix'],
  ] as const) {
    test(`are refused for ${name}`, async () => {
      const { organization_id } = app.tenant
      await assert.rejects(make({ organization_id, ...company }), (error: ApiError) => error.faults[0].param === param)
    })
  }

  test('modules are switched by name, for one company alone; an unknown one is refused', async () => {
    const { company_id, sibling_id } = app.tenant
    const set = (module: string, is_enabled: boolean) => app.database.write((tx) => setModule(tx, company_id, module, is_enabled))
    assert.deepEqual(await set('projects', false), [])
    assert.deepEqual(await set('projects', false), [])
    const types = async (company: string) =>
      (await app.call('GET', '/v1/events/types', { company })).data.event_types.some((entry: { module: unknown }) => entry.module)
    assert.deepEqual([await types(company_id), await types(sibling_id)], [false, true])
    assert.deepEqual(await set('projects', true), ['projects'])
    assert.equal(await types(company_id), true)
    await assert.rejects(set('core', false), (error: ApiError) => error.faults[0].param === 'module')
  })
})

describe('GET /v1/users', () => {
  test('200 with the members of the organization alone', async () => {
    await app.addTenant()
    const { data } = await app.call('GET', '/v1/users')
    assert.deepEqual(
      data.users.map((user: { id: string }) => user.id).sort(),
      [app.tenant.user_id, app.tenant.colleague_id].sort(),
    )
    assert.deepEqual(Object.keys(data.users[0]), ['id', 'name', 'email'])
    assert.deepEqual(data.pagination, { total: 2, limit: 50, offset: 0 })
  })
})
