import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../../test/support/test-app.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ currency: 'EUR' })
})
after(() => app.close())

const create = async (body: object) => {
  const answer = await app.call('POST', '/v1/customers', { body })
  assert.equal(answer.status, 201, answer.text)
  return answer.data
}
const typesOf = async (resource_id: string): Promise<string[]> =>
  (await app.call('GET', '/v1/events', { query: { resource_id } })).data.events
    .reverse()
    .map((event: { type: string }) => event.type)

describe('POST /v1/customers', () => {
  test('201 with a name alone: active, in the currency of the company, empty texts', async () => {
    const customer = await create({ name: 'Café Méridien' })
    assert.match(customer.id, /^cus_/)
    assert.deepEqual(
      [customer.status, customer.currency, customer.slug, customer.contact_email, customer.notes],
      ['active', 'EUR', 'cafe-meridien', '', ''],
    )
    assert.deepEqual(await typesOf(customer.id), ['customer.created'])
  })

  test('201 for the same name again, under another slug', async () => {
    const [first, second] = [await create({ name: 'Twin' }), await create({ name: 'Twin' })]
    assert.equal(first.slug, 'twin')
    assert.match(second.slug, /^twin-[0-9a-z]{6}$/)
  })

  for (const [name, body, param] of [
    ['no name', {}, 'name'],
    ['a blank name', { name: ' \t' }, 'name'],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, 'name'],
    ['an unknown currency', { name: 'x', currency: 'XXX' }, 'currency'],
    ['an unknown status', { name: 'x', status: 'Active' }, 'status'],
    ['an id of its own', { name: 'x', id: 'cus_1' }, 'id'],
  ] as const) {
    test(`400 for ${name}`, async () => {
      const answer = await app.call('POST', '/v1/customers', { body })
      assert.deepEqual([answer.status, answer.body.param], [400, param])
    })
  }
})

describe('PATCH /v1/customers/{id}', () => {
  test('A31 [K13]: 200, null empties a text, an absent field stays, the slug never changes', async () => {
    const customer = await create({ name: 'Old', city: 'Oslo', contact_phone: '1', notes: 'n' })
    const { data } = await app.call('PATCH', `/v1/customers/${customer.id}`, {
      body: { name: 'New', city: null, status: 'inactive' },
    })
    assert.deepEqual(
      [data.name, data.city, data.contact_phone, data.notes, data.status, data.slug],
      ['New', '', '1', 'n', 'inactive', 'old'],
    )
    assert.equal((await app.call('PATCH', `/v1/customers/${customer.id}`, { body: { name: null } })).status, 400)
    assert.deepEqual((await app.call('PATCH', `/v1/customers/${customer.id}`, { body: {} })).data, data)
    assert.deepEqual(await typesOf(customer.id), ['customer.created', 'customer.updated'])
  })

  test('200, documents show the customer as it is now', async () => {
    const customer = await create({ name: 'Before' })
    const invoice = (await app.call('POST', '/v1/invoices', { body: { customer_id: customer.id } })).data
    await app.call('PATCH', `/v1/customers/${customer.id}`, { body: { name: 'After', contact_email: 'a@after.example' } })
    assert.deepEqual((await app.call('GET', `/v1/invoices/${invoice.id}`)).data.customer, {
      id: customer.id,
      name: 'After',
      contact_email: 'a@after.example',
    })
  })
})

describe('DELETE /v1/customers/{id}', () => {
  for (const [what, path, body] of [
    ['an invoice', '/v1/invoices', {}],
    ['a quote', '/v1/quotes', {}],
    ['a project', '/v1/projects', { title: 'P' }],
  ] as const) {
    test(`409 while ${what} names it, 200 once that is deleted`, async () => {
      const customer = await create({ name: 'Used' })
      const made = (await app.call('POST', path, { body: { ...body, customer_id: customer.id } })).data
      const refused = await app.call('DELETE', `/v1/customers/${customer.id}`)
      assert.deepEqual([refused.status, refused.body.code], [409, 'customer_in_use'])
      await app.call('DELETE', `${path}/${made.id}`)
      assert.deepEqual((await app.call('DELETE', `/v1/customers/${customer.id}`)).data, { deleted: true })
      assert.equal((await app.call('GET', `/v1/customers/${customer.id}`)).status, 404)
      assert.deepEqual(await typesOf(customer.id), ['customer.created', 'customer.deleted'])
    })
  }

  test('400 for a new invoice of a deleted customer', async () => {
    const customer = await create({ name: 'Gone' })
    await app.call('DELETE', `/v1/customers/${customer.id}`)
    const answer = await app.call('POST', '/v1/invoices', { body: { customer_id: customer.id } })
    assert.deepEqual([answer.status, answer.body.param], [400, 'customer_id'])
  })
})

describe('GET /v1/customers', () => {
  const tenantWith = async (names: string[]) => {
    const tenant = await app.addTenant()
    const scope = { key: tenant.keys.admin, company: tenant.company_id }
    for (const name of names)
      await app.call('POST', '/v1/customers', { ...scope, body: { name, contact_email: `${name.length}@mail.example` } })
    return async (search: string) => {
      const { data } = await app.call('GET', '/v1/customers', { ...scope, query: { search } })
      assert.equal(data.pagination.total, data.customers.length)
      return data.customers.map((customer: { name: string }) => customer.name).sort()
    }
  }

  test('A35 [K15]: 200, % and _ and backslash are plain characters', async () => {
    const find = await tenantWith(['100% Wool', 'A_B Ltd', 'AXB Ltd'])
    assert.deepEqual(
      [await find('_'), await find('%'), await find('a_b'), await find('\\')],
      [['A_B Ltd'], ['100% Wool'], ['A_B Ltd'], []],
    )
  })

  test('200, the search knows neither case nor accents nor how they are composed, and looks into the email', async () => {
    const find = await tenantWith(['Łódź Café', 'STRASSE Ärger', 'Ωμέγα'])
    assert.deepEqual(await find('CAFÉ'), ['Łódź Café'])
    assert.deepEqual(await find('cafe\u0301'), ['Łódź Café'])
    assert.deepEqual(await find('straße'), ['STRASSE Ärger'])
    assert.deepEqual(await find('ΩΜΈΓΑ'), ['Ωμέγα'])
    assert.deepEqual(await find(' 9@MAIL '), ['Łódź Café'])
    assert.equal((await find('   ')).length, 3)
  })

  test('400 for a search of 201 characters; A55 [K24]: and for a NUL in it', async () => {
    assert.equal((await app.call('GET', '/v1/customers', { query: { search: 'x'.repeat(201) } })).status, 400)
    assert.equal((await app.call('GET', `/v1/customers?company_id=${app.tenant.company_id}&search=%00`)).status, 400)
  })

  test('200 without notes in list items, with them in the single object', async () => {
    const customer = await create({ name: 'Noted', notes: 'secret' })
    const list = await app.call('GET', '/v1/customers', { query: { search: 'Noted' } })
    assert.ok(!('notes' in list.data.customers[0]))
    assert.equal((await app.call('GET', `/v1/customers/${customer.id}`)).data.notes, 'secret')
  })
})
