import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../../test/support/test-app.ts'
import { createApiKey } from '../api-keys/service.ts'

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

  test('400 for company_id, which it does not take', async () => {
    assert.equal((await app.call('GET', '/v1/companies')).body.code, 'parameter_unknown')
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
