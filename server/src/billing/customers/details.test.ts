import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const make = (body: object) => app.call('POST', '/v1/customers', { body: { name: 'C', ...body } })
const list = (query: Record<string, string>) => app.call('GET', '/v1/customers', { query })

test('201 with details, which a PATCH changes, and null clears', async () => {
  const details = {
    language: 'pl',
    contact_name: 'Ada',
    cc_emails: ['a@example.com', 'b@example.com'],
    default_tax_rate: 7.5,
    default_payment_days: 0,
    buyer_reference: 'B',
    electronic_address: '123',
    electronic_address_scheme: '9930',
    external_id: 'crm-1',
    metadata: { a: { b: [1, null] } },
  }
  const made = await make(details)
  assert.equal(made.status, 201, made.text)
  assert.deepEqual({ ...made.data, ...details }, made.data)
  const path = `/v1/customers/${made.data.id}`
  assert.deepEqual((await app.call('PATCH', path, { body: made.data })).data, made.data)
  const cleared = await app.call('PATCH', path, { body: Object.fromEntries(Object.keys(details).map((name) => [name, null])) })
  const { data } = cleared
  assert.equal(cleared.status, 200, cleared.text)
  assert.deepEqual(
    Object.keys(details).map((name) => data[name]),
    [null, '', [], null, null, '', '', '', null, {}],
  )
})

test('400 that names the field', async () => {
  const bad = [
    [{ language: 'xx' }, 'language'],
    [{ cc_emails: ['a@example.com', 'nobody'] }, 'cc_emails[1]'],
    [{ cc_emails: ['a@example.com\r\nBcc: b@example.com'] }, 'cc_emails[0]'],
    [{ cc_emails: Array.from({ length: 6 }, (_, index) => `a${index}@example.com`) }, 'cc_emails'],
    [{ default_tax_rate: 101 }, 'default_tax_rate'],
    [{ default_payment_days: -1 }, 'default_payment_days'],
    [{ electronic_address_scheme: '99' }, 'electronic_address_scheme'],
    [{ external_id: 'x'.repeat(256) }, 'external_id'],
    [{ metadata: 'x' }, 'metadata'],
  ] as const
  for (const [body, param] of bad) {
    const refused = await make(body)
    assert.deepEqual([refused.status, refused.body.param], [400, param], refused.text)
  }
})

test('an external_id finds its customer, and no other may have it while that one lives', async () => {
  const { id } = (await make({ name: 'Änne', external_id: 'crm-2' })).data
  const refused = await make({ external_id: 'crm-2' })
  assert.deepEqual([refused.status, refused.body.code, refused.body.param], [409, 'external_id_taken', 'external_id'])
  const other = (await make({})).data
  assert.equal((await app.call('PATCH', `/v1/customers/${other.id}`, { body: { external_id: 'crm-2' } })).status, 409)
  const found = async (query: Record<string, string>) => {
    const { data } = await list(query)
    return [data.customers.map((customer: { id: string }) => customer.id), data.pagination.total]
  }
  assert.deepEqual(await found({ external_id: 'crm-2' }), [[id], 1])
  assert.deepEqual(await found({ external_id: 'crm-2', search: 'ANNE', sort: 'name' }), [[id], 1])
  assert.deepEqual(await found({ external_id: 'crm-2', search: 'zzz' }), [[], 0])
  assert.deepEqual(await found({ external_id: 'crm-2', offset: '1' }), [[], 1])
  assert.deepEqual(await found({ external_id: 'none' }), [[], 0])
  await app.call('DELETE', `/v1/customers/${id}`, { key: app.tenant.keys.admin })
  assert.equal((await app.call('PATCH', `/v1/customers/${other.id}`, { body: { external_id: 'crm-2' } })).status, 200)
})
