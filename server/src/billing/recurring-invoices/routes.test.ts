// Recurring invoices over the API; what they make: generate.test.ts.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
let customer_id: string

before(async () => {
  app = await startTestApp({ currency: 'EUR' })
  customer_id = await make('/v1/customers', { name: 'Lindqvist AB', contact_email: 'ada@example.com' })
})
after(() => app.close())

async function make(path: string, body: object): Promise<string> {
  const made = await app.call('POST', path, { body })
  assert.equal(made.status, 201, made.text)
  return made.data.id
}
const PATH = '/v1/recurring-invoices'
const items = [{ name: 'Hosting {month}', unit_price: 100 }]
const plan = (body: object = {}) => make(PATH, { customer_id, frequency: 'monthly', start_date: '2027-01-31', items, ...body })
const get = async (id: string) => (await app.call('GET', `${PATH}/${id}`)).data
const patch = (id: string, body: object) => app.call('PATCH', `${PATH}/${id}`, { body })
const eventsOf = async (id: string): Promise<string[]> =>
  (await app.call('GET', '/v1/events', { query: { resource_id: id } })).data.events.map(({ type }: { type: string }) => type)

describe('creating', () => {
  test('201: keeps what was given, leaves null what is inherited, and says what an invoice comes to', async () => {
    await app.call('PATCH', `/v1/customers/${customer_id}`, { body: { default_tax_rate: 19 } })
    const made = await app.call('POST', PATH, { body: { customer_id, frequency: 'monthly', items, notes: '{period}' } })
    assert.equal(made.status, 201)
    const { id, created_at, updated_at, estimate, customer, ...shown } = made.data
    assert.match(id, /^rec_/)
    assert.deepEqual(estimate, { currency: 'EUR', subtotal: 100, discount_amount: 0, tax_amount: 19, total: 119 })
    assert.equal(customer.name, 'Lindqvist AB')
    const of_item = { description: '', quantity: 1, unit: '', discount_percent: null, tax_rate: null, tax_category: null }
    assert.deepEqual(shown, {
      customer_id,
      status: 'active',
      frequency: 'monthly',
      interval: 1,
      start_date: '2026-06-15',
      end_date: null,
      occurrences: null,
      next_date: '2026-06-15',
      auto_send: false,
      project_id: null,
      include_unbilled_time: false,
      invoices_count: 0,
      last_error: null,
      currency: null,
      payment_days: null,
      notes: '{period}',
      payment_terms: null,
      purchase_order: null,
      buyer_reference: null,
      language: null,
      tax_rate: null,
      discount_type: null,
      discount_value: null,
      tax_category: null,
      tax_exemption_reasons: null,
      metadata: {},
      items: [{ ...items[0], ...of_item }],
    })
    assert.deepEqual(await eventsOf(id), ['recurring_invoice.created'])
    await app.call('PATCH', `/v1/customers/${customer_id}`, { body: { default_tax_rate: null } })
    assert.equal((await get(id)).estimate.total, 100)
  })

  for (const [body, param] of [
    [{ customer_id: 'cus_00000000000000000000000000' }, 'customer_id'],
    [{ frequency: 'daily' }, 'frequency'],
    [{ interval: 0 }, 'interval'],
    [{ interval: 13 }, 'interval'],
    [{ start_date: '2027-02-30' }, 'start_date'],
    [{ end_date: '2027-01-30' }, 'end_date'],
    [{ end_date: '2028-01-31', occurrences: 3 }, 'occurrences'],
    [{ occurrences: 0 }, 'occurrences'],
    [{ currency: 'XXQ' }, 'currency'],
    [{ status: 'ended' }, 'status'],
    [{ payment_days: -1 }, 'payment_days'],
    [{ discount_value: 101 }, 'discount_value'],
    [{ include_unbilled_time: true }, 'project_id'],
    [{ project_id: 'pro_00000000000000000000000000' }, 'project_id'],
    [{ issue_date: '2027-01-01' }, 'issue_date'],
    [{ items: [{ name: 'X', unit_price: 1, tax_category: 'standard', tax_rate: 0 }] }, 'items[0].tax_rate'],
  ] as const) {
    test(`400 at ${param} for ${JSON.stringify(body)}`, async () => {
      const input = { customer_id, frequency: 'monthly', start_date: '2027-01-31', items, ...body }
      const refused = await app.call('POST', PATH, { body: input })
      assert.equal(refused.status, 400, refused.text)
      assert.equal(refused.body.param, param)
    })
  }

  test('400 at currency where time is billed in another one, and at project_id where the project is for another customer', async () => {
    const project_id = await make('/v1/projects', { title: 'P', customer_id, hourly_rate: 60 })
    const body = { customer_id, frequency: 'monthly', project_id, include_unbilled_time: true }
    const foreign = await app.call('POST', PATH, { body: { ...body, currency: 'USD' } })
    assert.deepEqual([foreign.status, foreign.body.param], [400, 'currency'])
    const other = await make('/v1/customers', { name: 'Other' })
    const strange = await app.call('POST', PATH, { body: { ...body, customer_id: other } })
    assert.deepEqual([strange.status, strange.body.param], [400, 'project_id'])
    const id = await make(PATH, body)
    assert.equal((await patch(id, { customer_id: other })).body.param, 'project_id')
    assert.equal((await patch(id, { currency: 'USD' })).body.param, 'currency')
    const refused = await app.call('DELETE', `/v1/projects/${project_id}`)
    assert.deepEqual([refused.status, refused.body.code], [409, 'project_in_use'])
    await app.call('DELETE', `${PATH}/${id}`)
    assert.equal((await app.call('DELETE', `/v1/projects/${project_id}`)).status, 200)
  })
})

describe('the preview', () => {
  // D21 of the collected faults of others.
  for (const [body, dates] of [
    [{ frequency: 'monthly', start_date: '2027-01-31' }, ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']],
    [{ frequency: 'quarterly', start_date: '2026-11-30' }, ['2026-11-30', '2027-02-28', '2027-05-30', '2027-08-30']],
    [{ frequency: 'yearly', start_date: '2028-02-29' }, ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
    [{ frequency: 'monthly', interval: 2, start_date: '2026-12-31' }, ['2026-12-31', '2027-02-28', '2027-04-30']],
    [{ frequency: 'monthly', start_date: '2027-01-31', occurrences: 2 }, ['2027-01-31', '2027-02-28']],
    [{ frequency: 'monthly', start_date: '2027-01-31', end_date: '2027-03-30' }, ['2027-01-31', '2027-02-28']],
    [{ frequency: 'weekly', start_date: '2026-06-01', status: 'paused' }, ['2026-06-15', '2026-06-22', '2026-06-29']],
  ] as const) {
    test(`200: ${JSON.stringify(body)} gives ${dates.join(', ')}`, async () => {
      const id = await plan(body)
      const count = String('occurrences' in body || 'end_date' in body ? 60 : dates.length)
      const { status, data } = await app.call('GET', `${PATH}/${id}/preview`, { query: { count } })
      assert.equal(status, 200)
      assert.deepEqual(data, { dates })
    })
  }

  test('200: twelve dates when it is not said how many; none of an ended one', async () => {
    const id = await plan()
    assert.equal((await app.call('GET', `${PATH}/${id}/preview`)).data.dates.length, 12)
    await patch(id, { status: 'ended' })
    assert.deepEqual((await app.call('GET', `${PATH}/${id}/preview`)).data.dates, [])
  })

  for (const count of ['0', '61', 'x']) {
    test(`400 for ${count} dates`, async () => {
      const { status, body } = await app.call('GET', `${PATH}/${await plan()}/preview`, { query: { count } })
      assert.deepEqual([status, body.param], [400, 'count'])
    })
  }
})

describe('changing', () => {
  test('200: one that changes nothing stores no event; the whole one may be sent back', async () => {
    const id = await plan({ tax_rate: 5, notes: 'N', metadata: { a: [1] }, occurrences: 5 })
    const whole = await get(id)
    const same = await patch(id, whole)
    assert.equal(same.status, 200, same.text)
    assert.deepEqual(same.data, whole)
    assert.deepEqual(await eventsOf(id), ['recurring_invoice.created'])
    const changed = await patch(id, { ...whole, notes: 'M' })
    assert.equal(changed.data.notes, 'M')
    const refused = await patch(id, { ...whole, notes: 'M', invoices_count: 7 })
    assert.deepEqual([refused.status, refused.body.code, refused.body.param], [400, 'parameter_read_only', 'invoices_count'])
  })

  test('200: ended by hand it has no next date, and its event; active again it goes on', async () => {
    const id = await plan()
    const ended = await patch(id, { status: 'ended' })
    assert.deepEqual([ended.data.status, ended.data.next_date], ['ended', null])
    assert.deepEqual(await eventsOf(id), ['recurring_invoice.ended', 'recurring_invoice.updated', 'recurring_invoice.created'])
    assert.equal((await patch(id, { notes: 'still ended' })).data.next_date, null)
    assert.deepEqual((await patch(id, { status: 'active' })).data.next_date, '2027-01-31')
  })

  test('200: resumed after a pause it goes on with the first date from today on', async () => {
    const id = await plan({ start_date: '2026-01-31', status: 'paused' })
    assert.equal((await get(id)).next_date, '2026-01-31')
    assert.equal((await patch(id, { status: 'active' })).data.next_date, '2026-06-30')
  })

  test('200: another schedule goes on with its own dates; an end before the next date ends it', async () => {
    const id = await plan()
    assert.equal((await patch(id, { start_date: '2027-01-15', frequency: 'weekly' })).data.next_date, '2027-01-15')
    assert.equal((await patch(id, { start_date: '2026-12-24' })).data.next_date, '2026-12-24')
    const refused = await patch(id, { end_date: '2026-12-01' })
    assert.deepEqual([refused.status, refused.body.param], [400, 'end_date'])
  })

  test('409 recurring_invoice_ended for a resumption without a date left', async () => {
    const id = await plan({ start_date: '2026-01-31', end_date: '2026-02-28', status: 'paused' })
    const refused = await patch(id, { status: 'active' })
    assert.deepEqual([refused.status, refused.body.code, refused.body.param], [409, 'recurring_invoice_ended', 'status'])
    assert.equal((await patch(id, { status: 'active', end_date: '2026-07-31' })).data.next_date, '2026-06-30')
  })

  test('400 for both ends, given one after the other; null takes the other one away', async () => {
    const id = await plan({ occurrences: 3 })
    assert.equal((await patch(id, { end_date: '2028-01-01' })).body.param, 'occurrences')
    assert.equal((await patch(id, { end_date: '2028-01-01', occurrences: null })).status, 200)
  })
})

describe('deleting and listing', () => {
  test('200: it is gone, with its event; its customer can be deleted only then', async () => {
    const other = await make('/v1/customers', { name: 'Other' })
    const id = await plan({ customer_id: other })
    const refused = await app.call('DELETE', `/v1/customers/${other}`)
    assert.deepEqual([refused.status, refused.body.code], [409, 'customer_in_use'])
    assert.deepEqual((await app.call('DELETE', `${PATH}/${id}`)).data, { deleted: true })
    assert.equal((await app.call('GET', `${PATH}/${id}`)).status, 404)
    assert.deepEqual(await eventsOf(id), ['recurring_invoice.deleted', 'recurring_invoice.created'])
    assert.equal((await app.call('DELETE', `/v1/customers/${other}`)).status, 200)
  })

  test('200: by status, customer, and in either order; ended ones come last', async () => {
    const other = await make('/v1/customers', { name: 'Listed' })
    const [a, b, c] = [
      await plan({ customer_id: other, start_date: '2027-03-01' }),
      await plan({ customer_id: other, start_date: '2027-01-01' }),
      await plan({ customer_id: other, start_date: '2027-02-01' }),
    ]
    await patch(c, { status: 'ended' })
    const listed = async (query: Record<string, string>) => {
      const { data } = await app.call('GET', PATH, { query: { customer_id: other, ...query } })
      assert.equal(data.pagination.total, query['status'] ? (query['status'] === 'ended' ? 1 : 2) : 3)
      return data.recurring_invoices.map(({ id }: { id: string }) => id)
    }
    assert.deepEqual(await listed({ sort: 'next_date' }), [b, a, c])
    assert.deepEqual(await listed({ sort: '-next_date' }), [a, b, c])
    assert.deepEqual(await listed({ status: 'ended' }), [c])
    assert.deepEqual(await listed({ status: 'active', sort: 'next_date', offset: '1' }), [a])
    assert.equal((await listed({ sort: 'created_at' })).length, 3)
    const { recurring_invoices } = (await app.call('GET', PATH, { query: { limit: '1' } })).data
    assert.equal('items' in recurring_invoices[0], false)
  })
})
