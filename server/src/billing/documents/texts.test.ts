// The free texts of documents, each held to the same: named in `TEXTS` alone.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { textsGiven, textsShown } from './texts.ts'

let app: TestApp
let customer_id: string
before(async () => {
  app = await startTestApp({ currency: 'EUR' })
  customer_id = (await app.call('POST', '/v1/customers', { body: { name: 'C' } })).data.id
})
after(() => app.close())

const items = [{ name: 'Work', unit_price: 1 }]
const SHOWN = Object.keys(textsShown)
const GIVEN = Object.entries(textsGiven as unknown as Record<string, { maxLength: number }>)

const eventsOf = async (resource_id: string): Promise<string[]> =>
  (await app.call('GET', '/v1/events', { query: { resource_id } })).data.events.map(({ type }: { type: string }) => type)

test('purchase order and buyer reference are among the texts, and are at most 255 characters long', () => {
  const lengths = GIVEN.filter(([name]) => name === 'purchase_order' || name === 'buyer_reference')
  assert.deepEqual(
    lengths.map(([, { maxLength }]) => maxLength),
    [255, 255],
  )
})

for (const [kind, path] of [
  ['invoice', '/v1/invoices'],
  ['quote', '/v1/quotes'],
] as const) {
  const make = async (body: object = {}) => (await app.call('POST', path, { body: { customer_id, items, ...body } })).data
  const patch = (id: string, body: object) => app.call('PATCH', `${path}/${id}`, { body })

  describe(`the texts of a ${kind}`, () => {
    for (const name of SHOWN) {
      test(`${name}: empty when absent; null empties it, an absent one stays; no event without a change`, async () => {
        const one = await make()
        assert.equal(one[name], '')
        assert.equal((await make({ [name]: 'given' }))[name], 'given')
        assert.equal((await make({ [name]: null }))[name], '')
        assert.equal((await patch(one.id, { [name]: 'a' })).data[name], 'a')
        assert.equal((await patch(one.id, { [name]: 'a' })).data[name], 'a')
        assert.equal((await patch(one.id, { tax_rate: 7 })).data[name], 'a')
        const { data } = await app.call('GET', path, { query: { limit: '100' } })
        assert.equal(data[`${kind}s`].find(({ id }: { id: string }) => id === one.id)[name], 'a')
        assert.equal((await patch(one.id, { [name]: null })).data[name], '')
        assert.equal((await app.call('GET', `${path}/${one.id}`)).data[name], '')
        assert.deepEqual(await eventsOf(one.id), [...Array(3).fill(`${kind}.updated`), `${kind}.created`])
      })

      test(`${name}: may be changed once the ${kind} is issued`, async () => {
        const one = await make()
        await patch(one.id, { status: 'sent' })
        const { status, data } = await patch(one.id, { [name]: 'later' })
        assert.deepEqual([status, data[name]], [200, 'later'])
      })
    }

    for (const [name, { maxLength }] of GIVEN) {
      test(`${name}: 400 beyond ${maxLength} characters, and nothing is changed`, async () => {
        const one = await make()
        const { status, text } = await patch(one.id, { [name]: 'x'.repeat(maxLength + 1) })
        assert.deepEqual([status, JSON.parse(text).param], [400, name])
        assert.deepEqual((await app.call('GET', `${path}/${one.id}`)).data, one)
        assert.equal((await patch(one.id, { [name]: 'x'.repeat(maxLength) })).status, 200)
      })
    }
  })
}

test('every text of a quote is on the invoice that it is converted to, and every text given is on the invoice of recorded time', async () => {
  const texts = Object.fromEntries(SHOWN.map((name) => [name, `my ${name}`]))
  const quote = (await app.call('POST', '/v1/quotes', { body: { customer_id, items, ...texts } })).data
  const converted = (await app.call('POST', `/v1/quotes/${quote.id}/convert`)).data
  const project = (await app.call('POST', '/v1/projects', { body: { title: 'P', customer_id, hourly_rate: 60 } })).data
  const time = { start_time: '2026-02-10T08:00:00Z', duration_minutes: 60 }
  await app.call('POST', `/v1/projects/${project.id}/time-entries`, { body: time })
  const billed = (await app.call('POST', `/v1/projects/${project.id}/invoice`, { body: texts })).data
  for (const name of SHOWN) assert.deepEqual([converted[name], billed[name]], [texts[name], texts[name]], name)
})
