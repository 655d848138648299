import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'

let app: TestApp

before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const post = (body: object, call = {}) => app.call('POST', '/v1/projects', { body, ...call })
const list = (query: Record<string, string> = {}) => app.call('GET', '/v1/projects', { query })

describe('GET /v1/projects', () => {
  test('newest first, with totals, whatever the filter', async () => {
    const { company_id, keys } = await app.addTenant()
    const scope = { company: company_id, key: keys.admin }
    const call = (query: Record<string, string>) => app.call('GET', '/v1/projects', { query, ...scope })
    const customer = (await app.call('POST', '/v1/customers', { body: { name: 'C' }, ...scope })).data.id
    const made: Record<string, string> = {}
    const bodies: Record<string, object> = {
      a: { title: 'Müller 100%', status: 'completed', priority: 'low' },
      b: { title: 'A_B', status: 'review', priority: 'high', customer_id: customer },
      c: { title: 'AXB', is_archived: true, priority: 'high' },
      d: { title: 'straße', status: 'review', customer_id: customer, is_archived: true },
    }
    for (const [index, [name, body]] of Object.entries(bodies).entries()) {
      app.setClock(`2026-06-15T10:00:0${index}.000Z`)
      made[name] = (await post(body, scope)).data.id
    }
    const found = async (query: Record<string, string>) => {
      const { projects, pagination } = (await call(query)).data
      const names = projects.map(({ id }: { id: string }) => Object.keys(made).find((name) => made[name] === id))
      assert.equal(pagination.total, names.length)
      return names.join('')
    }
    assert.equal(await found({}), 'dcba')
    assert.equal(await found({ status: 'review' }), 'db')
    assert.equal(await found({ status: ' review , completed' }), 'dba')
    assert.equal(await found({ priority: 'high,low' }), 'cba')
    assert.equal(await found({ priority: 'high', status: 'review' }), 'b')
    assert.equal(await found({ customer_id: customer }), 'db')
    assert.equal(await found({ customer_id: 'cus_nope' }), '')
    assert.equal(await found({ is_archived: 'true' }), 'dc')
    assert.equal(await found({ is_archived: 'false' }), 'ba')
    assert.equal(await found({ is_archived: 'true', customer_id: customer, status: 'review', search: 'STRASSE' }), 'd')
    for (const [search, names] of Object.entries({
      muller: 'a',
      '%': 'a',
      _: 'b',
      a_b: 'b',
      'pro-2026-000002': 'b',
      '\\': '',
      ' ': 'dcba',
    })) {
      assert.equal(await found({ search }), names, search)
    }
    const second = (await call({ limit: '2', offset: '2' })).data
    assert.deepEqual(second.pagination, { total: 4, limit: 2, offset: 2 })
    assert.deepEqual(
      second.projects.map(({ id }: { id: string }) => id),
      [made['b'], made['a']],
    )
  })

  test('each once over all pages when all are of one moment', async () => {
    const { company_id, keys } = await app.addTenant()
    const scope = { company: company_id, key: keys.admin }
    for (let index = 0; index < 7; index++) await post({ title: `P${index}` }, scope)
    const pages = async () => {
      const ids: string[] = []
      for (const offset of ['0', '3', '6']) {
        const { data } = await app.call('GET', '/v1/projects', { query: { limit: '3', offset }, ...scope })
        assert.equal(data.pagination.total, 7)
        ids.push(...data.projects.map(({ id }: { id: string }) => id))
      }
      return ids
    }
    const ids = await pages()
    assert.equal(new Set(ids).size, 7)
    assert.deepEqual(await pages(), ids)
  })

  test('400 for filter values that there are not', async () => {
    const queries: Record<string, string>[] = [
      { status: 'Draft' },
      { status: 'nope' },
      { status: 'draft,' },
      { status: 'draft,,review' },
      { priority: 'draft' },
      { is_archived: '1' },
      { limit: '0' },
      { limit: '101' },
      { offset: '-1' },
      { stauts: 'draft' },
      { search: 'x'.repeat(201) },
    ]
    for (const query of queries) assert.equal((await list(query)).status, 400, JSON.stringify(query))
  })
})
