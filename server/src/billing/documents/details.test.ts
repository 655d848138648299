import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { select } from '../../../test/support/fixtures.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'

const KINDS = [
  { path: '/v1/invoices', last: 'due_date', table: 'invoices' },
  { path: '/v1/quotes', last: 'valid_until', table: 'quotes' },
] as const

let app: TestApp
let plain: string
let special: string
before(async () => {
  app = await startTestApp()
  const customer = async (body: object) => (await app.call('POST', '/v1/customers', { body })).data.id
  plain = await customer({ name: 'Plain' })
  special = await customer({
    name: 'Special',
    language: 'fr',
    default_tax_rate: 7,
    default_payment_days: 10,
    buyer_reference: 'B-1',
  })
})
after(() => app.close())

const make = (path: string, customer_id: string, body: object = {}) => app.call('POST', path, { body: { customer_id, ...body } })
const company = (body: object) =>
  app.call('PATCH', `/v1/companies/${app.tenant.company_id}`, { company: null, key: app.tenant.keys.admin, body })

describe('defaults of a new document', () => {
  const NONE = {
    language: 'en',
    default_tax_rate: null,
    default_payment_days: null,
    default_notes: null,
    default_payment_terms: null,
  }
  const seen = ({ tax_rate, language, notes, payment_terms, buyer_reference }: Record<string, unknown>) => [
    tax_rate,
    language,
    notes,
    payment_terms,
    buyer_reference,
  ]

  test('are those of the service where nobody says anything', async () => {
    for (const { path, last } of KINDS) {
      const { data } = await make(path, plain)
      assert.deepEqual(seen(data), [0, 'en', '', '', ''])
      assert.equal(data[last], '2026-07-15')
      assert.deepEqual([data.service_from, data.service_to, data.external_id, data.metadata], [null, null, null, {}])
    }
  })

  test('are the request before the customer before the company', async () => {
    await company({
      language: 'de',
      default_tax_rate: 19,
      default_payment_days: 14,
      default_notes: 'Danke',
      default_payment_terms: '14 Tage',
    })
    for (const { path, last } of KINDS) {
      const of_company = (await make(path, plain)).data
      assert.deepEqual(seen(of_company), [19, 'de', 'Danke', '14 Tage', ''])
      assert.equal(of_company[last], path === '/v1/invoices' ? '2026-06-29' : '2026-07-15')
      const of_customer = (await make(path, special)).data
      assert.deepEqual(seen(of_customer), [7, 'fr', 'Danke', '14 Tage', 'B-1'])
      assert.equal(of_customer[last], path === '/v1/invoices' ? '2026-06-25' : '2026-07-15')
      const asked = { tax_rate: 0, language: 'ja', notes: '', payment_terms: 'now', buyer_reference: '', [last]: '2026-06-16' }
      const of_request = (await make(path, special, asked)).data
      assert.deepEqual(seen(of_request), [0, 'ja', '', 'now', ''])
      assert.equal(of_request[last], '2026-06-16')
      // What was made keeps its own values.
      await company(NONE)
      assert.deepEqual(seen((await app.call('GET', `${path}/${of_company.id}`)).data), [19, 'de', 'Danke', '14 Tage', ''])
      await company({
        language: 'de',
        default_tax_rate: 19,
        default_payment_days: 14,
        default_notes: 'Danke',
        default_payment_terms: '14 Tage',
      })
    }
    await company(NONE)
  })

  test('do not come over what a quote agreed on', async () => {
    const quote = (await make('/v1/quotes', plain, { items: [{ name: 'x', unit_price: 100 }], service_from: '2026-06-01' })).data
    await company({ default_tax_rate: 19, default_notes: 'Danke', default_payment_days: 3, language: 'de' })
    const { data } = await app.call('POST', `/v1/quotes/${quote.id}/convert`, { body: {} })
    assert.deepEqual([data.tax_rate, data.total, data.notes, data.language], [0, 100, '', 'en'])
    assert.deepEqual([data.service_from, data.service_to, data.due_date], ['2026-06-01', '2026-06-01', '2026-06-18'])
    await company(NONE)
  })

  test('of a project: its hourly rate', async () => {
    await company({ default_hourly_rate: 92.5 })
    const project = async (body: object) => (await app.call('POST', '/v1/projects', { body: { title: 'P', ...body } })).data
    assert.equal((await project({})).hourly_rate, 92.5)
    assert.equal((await project({ hourly_rate: 0 })).hourly_rate, 0)
    await company({ default_hourly_rate: null })
    assert.equal((await project({})).hourly_rate, null)
  })
})

for (const { path, table } of KINDS) {
  describe(`details of ${table}`, () => {
    test('one day of service alone is the first and the last; null for one takes both away', async () => {
      const { id, ...made } = (await make(path, plain, { service_to: '2026-06-02' })).data
      assert.deepEqual([made.service_from, made.service_to], ['2026-06-02', '2026-06-02'])
      const patched = async (body: object) => {
        const { data } = await app.call('PATCH', `${path}/${id}`, { body })
        return [data.service_from, data.service_to]
      }
      assert.deepEqual(await patched({ service_to: '2026-06-09' }), ['2026-06-02', '2026-06-09'])
      assert.deepEqual(await patched({ service_from: '2026-06-04' }), ['2026-06-04', '2026-06-09'])
      assert.deepEqual(await patched({ service_from: null }), [null, null])
      assert.deepEqual(await patched({ service_from: '2026-06-04' }), ['2026-06-04', '2026-06-04'])
    })

    test('400 for a service that ends before it begins, a language that there is not, and null for a language', async () => {
      const bad = [
        [{ service_from: '2026-06-02', service_to: '2026-06-01' }, 'service_to'],
        [{ service_from: '2026-02-30' }, 'service_from'],
        [{ language: 'xx' }, 'language'],
        [{ external_id: 'x'.repeat(256) }, 'external_id'],
        [{ metadata: [] }, 'metadata'],
      ] as const
      for (const [body, param] of bad) {
        const refused = await make(path, plain, body)
        assert.deepEqual([refused.status, refused.body.param], [400, param], refused.text)
      }
      const { id } = (await make(path, plain, { language: null })).data
      assert.equal((await app.call('PATCH', `${path}/${id}`, { body: { language: null } })).status, 400)
    })

    test('409 external_id_taken for the id of another living one of the kind', async () => {
      const first = (await make(path, plain, { external_id: 'shop-1' })).data
      const refused = await make(path, plain, { external_id: 'shop-1' })
      assert.deepEqual([refused.status, refused.body.code, refused.body.param], [409, 'external_id_taken', 'external_id'])
      const second = (await make(path, plain)).data
      assert.equal((await app.call('PATCH', `${path}/${second.id}`, { body: { external_id: 'shop-1' } })).status, 409)
      assert.equal((await app.call('PATCH', `${path}/${first.id}`, { body: { external_id: 'shop-1' } })).status, 200)
      await app.call('DELETE', `${path}/${first.id}`, { key: app.tenant.keys.admin })
      assert.equal((await app.call('PATCH', `${path}/${second.id}`, { body: { external_id: 'shop-1' } })).status, 200)
    })

    test('what may change on an issued one; the company is kept as it was', async () => {
      await company({ city: 'Berlin', iban: 'DE02120300000000202051' })
      const { id } = (await make(path, plain, { items: [{ name: 'x', unit_price: 1 }] })).data
      const kept = async () =>
        JSON.parse(String((await select(app, `SELECT issued_company FROM ${table} WHERE id = '${id}'`))[0]!['issued_company']))
      assert.equal(await kept(), null)
      await app.call('PATCH', `${path}/${id}`, { body: { status: 'sent' } })
      await company({ city: 'Bonn' })
      const body = { service_from: '2026-06-01', external_id: `e-${id}`, metadata: { a: [1] }, buyer_reference: 'B' }
      const changed = await app.call('PATCH', `${path}/${id}`, { body })
      assert.equal(changed.status, 200, changed.text)
      assert.deepEqual(changed.data.metadata, { a: [1] })
      const company_then = await kept()
      assert.deepEqual(
        [company_then.city, company_then.iban, company_then.document_template],
        ['Berlin', 'DE02120300000000202051', 'modern'],
      )
      assert.equal('issued_company' in changed.data, false)
      const other_language = await app.call('PATCH', `${path}/${id}`, { body: { language: 'de' } })
      assert.equal(other_language.status, path === '/v1/invoices' ? 409 : 200)
      await app.call('PATCH', `${path}/${id}`, { body: { status: 'draft' } })
      assert.equal(await kept(), null)
      await app.call('PATCH', `${path}/${id}`, { body: { status: 'sent' } })
      assert.equal((await kept()).city, 'Bonn')
    })
  })
}

test('a payment of a draft issues it, and so does converting a quote', async () => {
  const items = [{ name: 'x', unit_price: 2 }]
  const invoice = (await make('/v1/invoices', plain, { items })).data
  await app.call('POST', `/v1/invoices/${invoice.id}/payments`, { body: { amount: 1 } })
  const quote = (await make('/v1/quotes', plain, { items })).data
  await app.call('POST', `/v1/quotes/${quote.id}/convert`, { body: {} })
  for (const [table, id] of [
    ['invoices', invoice.id],
    ['quotes', quote.id],
  ]) {
    const [row] = await select(app, `SELECT issued_company FROM ${table} WHERE id = '${id}'`)
    assert.ok(row!['issued_company'], table)
  }
})
