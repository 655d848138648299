import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'

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

  test('201 with a slug of letters of any script, x when a name has none, and never one that a deleted customer had', async () => {
    assert.equal((await create({ name: '  Ελλάς & Söhne, GmbH!! ' })).slug, 'ελλασ-sohne-gmbh')
    assert.equal((await create({ name: '請求書' })).slug, '請求書')
    assert.equal((await create({ name: '💰💰' })).slug, 'x')
    assert.equal((await create({ name: 'é'.repeat(255) })).slug, 'e'.repeat(60))
    const gone = await create({ name: 'Reused' })
    await app.call('DELETE', `/v1/customers/${gone.id}`)
    assert.notEqual((await create({ name: 'Reused' })).slug, gone.slug)
  })

  test('201 with the same slug in another company: slugs are unique in theirs', async () => {
    const { slug } = await create({ name: 'Both companies' })
    const sibling = await app.call('POST', '/v1/customers', { company: app.tenant.sibling_id, body: { name: 'Both companies' } })
    assert.equal(sibling.data.slug, slug)
  })

  test('201 with every field as it was given, the currency in capitals', async () => {
    const body = {
      ...{ name: ' Blanks stay ', contact_email: 'no-address', contact_phone: '☎', country: 'x', city: 'Łódź', currency: 'jpy' },
      ...{ status: 'inactive', legal_name: 'L', legal_address: 'a\nb', legal_vat: 'V', zipcode: '0', notes: '<b>n</b>' },
    }
    const customer = await create(body)
    for (const [field, value] of Object.entries(body)) assert.equal(customer[field], field === 'currency' ? 'JPY' : value, field)
    assert.deepEqual((await app.call('GET', `/v1/customers/${customer.id}`)).data, customer)
    const { data } = await app.call('GET', '/v1/events', { query: { resource_id: customer.id } })
    assert.deepEqual(data.events[0].data, customer)
  })

  for (const [name, body, param] of [
    ['no name', {}, 'name'],
    ['a blank name', { name: ' \t' }, 'name'],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, 'name'],
    ['an unknown currency', { name: 'x', currency: 'XXX' }, 'currency'],
    ['an unknown status', { name: 'x', status: 'Active' }, 'status'],
    ...[
      'a b@x.example',
      ' a@x.example',
      'a@x.example\n',
      'a@x.example\r\nBcc: b@x.example',
      'a\u00a0@x.example',
      'a\u0085@x.example',
    ].map(
      (contact_email) => [`the address ${JSON.stringify(contact_email)}`, { name: 'x', contact_email }, 'contact_email'] as const,
    ),
    ['an id of its own', { name: 'x', id: 'cus_1' }, 'id'],
  ] as const) {
    test(`400 for ${name}`, async () => {
      const answer = await app.call('POST', '/v1/customers', { body })
      assert.deepEqual([answer.status, answer.body.param], [400, param])
    })
  }
})

describe('PATCH /v1/customers/{id}', () => {
  test('200, null empties a text, an absent field stays, the slug never changes', async () => {
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
    const { billing: _, ...shown } = (await app.call('GET', `/v1/invoices/${invoice.id}`)).data.customer
    assert.deepEqual(shown, { id: customer.id, name: 'After', contact_email: 'a@after.example' })
  })
})

describe('inactive customers', () => {
  test('200 and 201: they are listed, found and billed like others', async () => {
    const { id } = await create({ name: 'Sleeping', status: 'inactive' })
    const list = await app.call('GET', '/v1/customers', { query: { search: 'sleeping' } })
    assert.deepEqual([list.data.customers[0].id, list.data.customers[0].status], [id, 'inactive'])
    for (const path of ['/v1/invoices', '/v1/quotes'])
      assert.equal((await app.call('POST', path, { body: { customer_id: id } })).status, 201)
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

  test('200, % and _ and backslash are plain characters', async () => {
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

  test('400 for a search of 201 characters, and for a NUL in it', async () => {
    assert.equal((await app.call('GET', '/v1/customers', { query: { search: 'x'.repeat(201) } })).status, 400)
    assert.equal((await app.call('GET', `/v1/customers?company_id=${app.tenant.company_id}&search=%00`)).status, 400)
  })

  test('200, the search follows changes of name and email, and does not find what was deleted', async () => {
    const total = async (search: string) => (await app.call('GET', '/v1/customers', { query: { search } })).data.pagination.total
    const { id } = await create({ name: 'Zanzibar', contact_email: 'first@zz.example' })
    const both = async () => [await total('zanzi'), await total('first@zz'), await total('quux'), await total('second@zz')]
    assert.deepEqual(await both(), [1, 1, 0, 0])
    await app.call('PATCH', `/v1/customers/${id}`, { body: { name: 'Quux', contact_email: 'second@zz.example' } })
    assert.deepEqual(await both(), [0, 0, 1, 1])
    await app.call('PATCH', `/v1/customers/${id}`, { body: { contact_email: null } })
    assert.deepEqual(await both(), [0, 0, 1, 0])
    await app.call('DELETE', `/v1/customers/${id}`)
    assert.deepEqual(await both(), [0, 0, 0, 0])
  })

  test('200, a search does not reach from the name into the email, nor over the notes', async () => {
    await create({ name: 'Ends with ab', contact_email: 'cd@reach.example', notes: 'reachnotes' })
    const total = async (search: string) => (await app.call('GET', '/v1/customers', { query: { search } })).data.pagination.total
    assert.deepEqual([await total('abcd'), await total('ab cd'), await total('reachnotes')], [0, 0, 0])
  })

  test('200 in pages that repeat and lose nothing, searched or not, newest first', async () => {
    const tenant = await app.addTenant()
    const scope = { key: tenant.keys.admin, company: tenant.company_id }
    const made: string[] = []
    for (let count = 0; count < 11; count++) {
      if (count === 8) app.setClock('2026-06-15T10:00:00.001Z')
      made.push((await app.call('POST', '/v1/customers', { ...scope, body: { name: `Page ${count}` } })).data.id)
    }
    for (const search of ['', 'page']) {
      const seen: string[] = []
      for (const offset of ['0', '4', '8', '12']) {
        const { data } = await app.call('GET', '/v1/customers', { ...scope, query: { limit: '4', offset, search } })
        assert.deepEqual(data.pagination, { total: 11, limit: 4, offset: Number(offset) })
        seen.push(...data.customers.map((customer: { id: string }) => customer.id))
      }
      assert.deepEqual([...seen].sort(), [...made].sort())
      assert.deepEqual([...seen.slice(0, 3)].sort(), made.slice(8).sort())
    }
  })

  test('200 without notes in list items, with them in the single object', async () => {
    const customer = await create({ name: 'Noted', notes: 'secret' })
    const list = await app.call('GET', '/v1/customers', { query: { search: 'Noted' } })
    assert.ok(!('notes' in list.data.customers[0]))
    assert.equal((await app.call('GET', `/v1/customers/${customer.id}`)).data.notes, 'secret')
  })
})
