// An issued document keeps its customer as it was issued; a draft follows.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fromPage, signedIn } from '../../../test/support/dashboard.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
let cookie: string
before(async () => {
  app = await startTestApp({ currency: 'EUR' })
  ;({ cookie } = await signedIn(app, 'admin'))
})
after(() => app.close())

const AS_ISSUED = {
  name: 'Lindqvist',
  contact_email: 'pay@lindqvist.example',
  legal_name: 'Lindqvist & Söner AB',
  legal_address: 'Storgatan 12',
  zipcode: '114 51',
  city: 'Stockholm',
  country: 'SE',
  legal_vat: 'SE556677889901',
}
const BILLING = {
  legal_name: 'Lindqvist & Söner AB',
  address: 'Storgatan 12',
  zipcode: '114 51',
  city: 'Stockholm',
  country: 'SE',
  vat_id: 'SE556677889901',
}
const RENAMED = { name: 'Other', contact_email: 'other@example.com', legal_name: 'Other Ltd', city: 'Paris', country: 'FR' }

const newCustomer = async () => (await app.call('POST', '/v1/customers', { body: AS_ISSUED })).data.id as string
const rename = (id: string, body: object = RENAMED) => app.call('PATCH', `/v1/customers/${id}`, { body })

for (const [kind, path, issued] of [
  ['an invoice', '/v1/invoices', ['sent', 'viewed', 'in_review', 'partial', 'paid', 'overdue', 'cancelled']],
  ['a quote', '/v1/quotes', ['sent', 'viewed', 'approved', 'rejected', 'expired', 'converted']],
] as const) {
  describe(kind, () => {
    const create = async (customer_id: string) => {
      const body = { customer_id, items: [{ name: 'Work', unit_price: 100 }] }
      return (await app.call('POST', path, { body })).data.id as string
    }
    const patch = async (id: string, body: object) => {
      const answer = await app.call('PATCH', `${path}/${id}`, { body })
      assert.equal(answer.status, 200, answer.text)
      return answer.data
    }
    const shown = async (id: string) => (await app.call('GET', `${path}/${id}`)).data.customer
    const listed = async (customer_id: string, sort?: string) => {
      const { data } = await app.call('GET', path, { query: { customer_id, ...(sort ? { sort } : {}) } })
      return Object.values(data as Record<string, { customer: object }[]>)[0]!.map(({ customer }) => customer)
    }

    test('as a draft shows the customer as it is now', async () => {
      const customer_id = await newCustomer()
      const id = await create(customer_id)
      assert.deepEqual(await shown(id), {
        id: customer_id,
        name: 'Lindqvist',
        contact_email: 'pay@lindqvist.example',
        billing: BILLING,
      })
      await rename(customer_id)
      const now = await shown(id)
      assert.deepEqual([now.name, now.billing.legal_name, now.billing.zipcode], ['Other', 'Other Ltd', '114 51'])
      assert.deepEqual(await listed(customer_id), [{ id: customer_id, name: 'Other', contact_email: 'other@example.com' }])
    })

    for (const status of issued) {
      test(`entering ${status} keeps the customer, in the object, the lists and the events, whatever becomes of it`, async () => {
        const customer_id = await newCustomer()
        const id = await create(customer_id)
        await patch(id, { status })
        await rename(customer_id)
        const customer = { id: customer_id, name: 'Lindqvist', contact_email: 'pay@lindqvist.example' }
        assert.deepEqual(await shown(id), { ...customer, billing: BILLING })
        for (const sort of [undefined, 'created_at', 'total', '-total']) {
          assert.deepEqual(await listed(customer_id, sort), [customer], sort ?? 'newest first')
        }
        const noted = await patch(id, { notes: 'n' })
        assert.deepEqual(noted.customer, { ...customer, billing: BILLING })
        const { data } = await app.call('GET', '/v1/events', { query: { resource_id: id, limit: '1' } })
        assert.deepEqual(data.events[0].data.customer, { ...customer, billing: BILLING })
      })
    }

    test('that becomes a draft again follows its customer again, and keeps it as it is when it is issued once more', async () => {
      const customer_id = await newCustomer()
      const id = await create(customer_id)
      await patch(id, { status: 'sent' })
      await rename(customer_id)
      const draft = await patch(id, { status: 'draft' })
      assert.equal(draft.customer.name, 'Other')
      assert.deepEqual(await shown(id), draft.customer)
      await patch(id, { status: 'sent' })
      await rename(customer_id, { name: 'Third' })
      assert.equal((await shown(id)).name, 'Other')
    })

    test('in the search is shown with the name that is in it', async () => {
      const customer_id = await newCustomer()
      const id = await create(customer_id)
      const sent = await patch(id, { status: 'sent' })
      await rename(customer_id)
      const query = { q: sent.invoice_number ?? sent.quote_number }
      const { data } = await fromPage(app, cookie, 'GET', '/dashboard/api/search', { company: app.tenant.company_id, query })
      assert.deepEqual(
        data.results.map((found: { id: string; detail: string }) => [found.id, found.detail]),
        [[id, 'Lindqvist']],
      )
    })
  })
}

test('a payment on a draft issues the invoice', async () => {
  const customer_id = await newCustomer()
  const body = { customer_id, items: [{ name: 'Work', unit_price: 100 }] }
  const { id } = (await app.call('POST', '/v1/invoices', { body })).data
  await app.call('POST', `/v1/invoices/${id}/payments`, { body: { amount: 40 } })
  await rename(customer_id)
  assert.equal((await app.call('GET', `/v1/invoices/${id}`)).data.customer.name, 'Lindqvist')
})

test('a quote that names another customer after it was issued keeps that one; naming the same changes nothing', async () => {
  const [first, second] = [await newCustomer(), await newCustomer()]
  const body = { customer_id: first, items: [{ name: 'Work', unit_price: 100 }] }
  const { id } = (await app.call('POST', '/v1/quotes', { body })).data
  await app.call('PATCH', `/v1/quotes/${id}`, { body: { status: 'sent' } })
  await rename(first)
  const same = (await app.call('PATCH', `/v1/quotes/${id}`, { body: { customer_id: first, notes: 'n' } })).data
  assert.equal(same.customer.name, 'Lindqvist')
  await rename(second, { name: 'Second' })
  const other = (await app.call('PATCH', `/v1/quotes/${id}`, { body: { customer_id: second } })).data
  assert.deepEqual([other.customer.id, other.customer.name], [second, 'Second'])
  await rename(second)
  assert.equal((await app.call('GET', `/v1/quotes/${id}`)).data.customer.name, 'Second')
  // The invoice is a draft of its own, for the customer as it is now.
  const invoice = (await app.call('POST', `/v1/quotes/${id}/convert`)).data
  assert.equal(invoice.customer.name, 'Other')
})
