// What was read may be sent back: for every kind of object that can be changed, found by walking the endpoints.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { endpoints } from '../src/endpoints.ts'
import type { Endpoint } from '../src/http/endpoint.ts'
import { readOnlyFields } from '../src/http/written-back.ts'
import { makeScene, pathOf, type Scene, select } from './support/fixtures.ts'
import { startTestApp, type TestApp } from './support/test-app.ts'

let app: TestApp
let scene: Scene

before(async () => {
  app = await startTestApp()
  scene = await makeScene(app, { key: app.tenant.keys.admin, company: app.tenant.company_id })
})
after(() => app.close())

type Shown = Record<string, unknown>

/** A change of one field of each kind, that needs nothing else, where that is not the example of the reference. */
const CHANGES: Record<string, Shown> = {
  updateCustomer: { city: 'Lund' },
  updateInvoice: { notes: 'changed' },
  updateQuote: { payment_terms: 'changed' },
  updateProject: { progress_percentage: 7 },
  updateTask: { tags: ['changed'] },
  updateTimeEntry: { description: 'changed' },
  updateWebhookEndpoint: { description: 'changed' },
}

/** A sandbox shows a clock, which has gone on when it is sent back. */
const CLOCKS = ['updateSandbox']
const patching = endpoints.filter(({ method, operation_id }) => method === 'PATCH' && !CLOCKS.includes(operation_id))
const changeOf = (endpoint: Endpoint) => CHANGES[endpoint.operation_id] ?? (endpoint.body_example as Shown)
const countEvents = async () => (await select(app, 'SELECT count(*) AS count FROM events'))[0].count
const read = async (endpoint: Endpoint): Promise<Shown> => (await app.call('GET', pathOf(endpoint, scene))).data

/** Another value of the same kind. */
function anotherThan(value: unknown): unknown {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (Array.isArray(value)) return [...value, 'x']
  if (typeof value === 'object' && value !== null) return { ...value, id: 'x' }
  return `${value}x`
}

test('every endpoint that changes an object takes it back, and says so by its ETag', () => {
  const known = patching.map(({ operation_id }) => operation_id)
  for (const operation_id of Object.keys(CHANGES)) assert.ok(known.includes(operation_id), operation_id)
  for (const endpoint of patching) assert.ok(readOnlyFields(endpoint).has('id'), endpoint.operation_id)
})

for (const endpoint of patching) {
  const { operation_id } = endpoint
  describe(`${operation_id}: GET, then PATCH`, () => {
    test('200 for the whole object unchanged, which is no change and stores no event', async () => {
      const shown = await read(endpoint)
      const count = await countEvents()
      const answer = await app.call('PATCH', pathOf(endpoint, scene), { body: shown })
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual(answer.data, shown)
      assert.equal(await countEvents(), count)
    })

    test('200 for the whole object with one field changed, which changes that one', async () => {
      const shown = await read(endpoint)
      const change = changeOf(endpoint)
      const { data, status, text } = await app.call('PATCH', pathOf(endpoint, scene), { body: { ...shown, ...change } })
      assert.equal(status, 200, text)
      assert.deepEqual({ ...data, updated_at: '' }, { ...shown, ...change, updated_at: '' })
    })

    test('400 parameter_read_only for each field that can not be changed with another value: nothing is applied', async () => {
      const shown = await read(endpoint)
      for (const field of readOnlyFields(endpoint)) {
        const body = { ...changeOf(endpoint), [field]: anotherThan(shown[field]) }
        const answer = await app.call('PATCH', pathOf(endpoint, scene), { body })
        const got = [answer.status, answer.body.code, answer.body.param]
        assert.deepEqual(got, [400, 'parameter_read_only', field], answer.text)
      }
      const all = Object.fromEntries([...readOnlyFields(endpoint)].map((field) => [field, anotherThan(shown[field])]))
      const answer = await app.call('PATCH', pathOf(endpoint, scene), { body: all })
      const codes = new Set((answer.body.errors as { code: string }[]).map(({ code }) => code))
      assert.deepEqual([...codes], ['parameter_read_only'])
      assert.deepEqual(await read(endpoint), shown)
    })

    test('a field that is neither shown nor taken is unknown', async () => {
      const answer = await app.call('PATCH', pathOf(endpoint, scene), { body: { ...(await read(endpoint)), nope: 1 } })
      assert.deepEqual([answer.status, answer.body.code, answer.body.param], [400, 'parameter_unknown', 'nope'])
    })
  })
}

test('200: what a list shows of an object may be written back as well', async () => {
  for (const [list, operation_id] of [
    ['invoices', 'updateInvoice'],
    ['quotes', 'updateQuote'],
    ['customers', 'updateCustomer'],
    ['projects', 'updateProject'],
  ] as const) {
    const endpoint = patching.find((one) => one.operation_id === operation_id)!
    const path = pathOf(endpoint, scene)
    const listed = (await app.call('GET', `/v1/${list}`)).data[list].find(({ id }: { id: string }) => path.endsWith(id))
    const answer = await app.call('PATCH', path, { body: listed })
    assert.equal(answer.status, 200, answer.text)
  }
})

describe('a document that is written back', () => {
  const items = [
    { name: 'A', quantity: 2, unit_price: 100 },
    { name: 'B', description: 'b', unit: 'h', unit_price: 50 },
  ]
  const documents = { invoices: {}, quotes: {} }
  const create = async (kind: string, body: object = {}) =>
    (await app.call('POST', `/v1/${kind}`, { body: { customer_id: scene.customer, items, tax_rate: 10, ...body } })).data
  const patch = (kind: string, id: string, body: object) => app.call('PATCH', `/v1/${kind}/${id}`, { body })
  const typesOf = async (resource_id: string) =>
    (await app.call('GET', '/v1/events', { query: { resource_id } })).data.events.map(({ type }: { type: string }) => type)

  for (const kind of Object.keys(documents)) {
    test(`${kind}: figures that come back as they are shown are recomputed from what changed, those that differ are set by hand`, async () => {
      const shown = await create(kind)
      const taxed = (await patch(kind, shown.id, { ...shown, tax_rate: 20 })).data
      assert.deepEqual([taxed.tax_amount, taxed.total], [50, 300])
      const lines = [{ ...taxed.items[0], quantity: 3 }, taxed.items[1]]
      const longer = (await patch(kind, shown.id, { ...taxed, items: lines })).data
      assert.deepEqual([longer.subtotal, longer.total, longer.items[0].subtotal], [350, 420, 300])
      const by_hand = (await patch(kind, shown.id, { ...longer, total: 400 })).data
      assert.deepEqual([by_hand.tax_amount, by_hand.total], [70, 400])
      const fixed = (await patch(kind, shown.id, { ...by_hand, discount_type: 'fixed' })).data
      assert.deepEqual([fixed.discount_type, fixed.discount_value, fixed.total], ['fixed', 0, 400])
    })

    test(`${kind}: lines that come back unchanged keep their ids, and figures set by hand stay`, async () => {
      const made = await create(kind)
      const shown = (await patch(kind, made.id, { total: 1 })).data
      const count = (await typesOf(made.id)).length
      for (const body of [{ items: shown.items }, shown]) {
        const answer = await patch(kind, made.id, body)
        assert.equal(answer.status, 200, answer.text)
        assert.deepEqual(answer.data, shown)
      }
      assert.equal((await typesOf(made.id)).length, count)
    })

    test(`${kind}: lines as they are shown may be left out, put in another order, copied and joined by new ones`, async () => {
      const shown = await create(kind)
      const [a, b] = shown.items
      const answer = await patch(kind, shown.id, { items: [b, { name: 'C', unit_price: 1 }, a, { ...a, name: 'A again' }] })
      assert.equal(answer.status, 200, answer.text)
      const lines = answer.data.items.map((line: Shown) => [line['item_name'], line['subtotal'], line['sort_order']])
      assert.deepEqual(lines, [
        ['B', 50, 0],
        ['C', 1, 1],
        ['A', 200, 2],
        ['A again', 200, 3],
      ])
      assert.equal(answer.data.subtotal, 451)
      const without_ids = shown.items.map(({ id, sort_order, ...line }: Shown) => line)
      assert.equal((await patch(kind, (await create(kind)).id, { items: without_ids })).status, 200)
    })

    test(`${kind}: 400 for what of a line is not as it is shown`, async () => {
      const shown = await create(kind)
      const [a, b] = shown.items
      for (const [line, param, code] of [
        [{ ...b, id: 'di_nope' }, 'id', 'parameter_read_only'],
        [{ ...b, item_name: 'Other' }, 'item_name', 'parameter_read_only'],
        [{ ...b, subtotal: 51 }, 'subtotal', 'parameter_read_only'],
        [{ ...b, total: 51 }, 'total', 'parameter_read_only'],
        [{ ...b, sort_order: 2 }, 'sort_order', 'parameter_read_only'],
        [{ item_name: 'A', unit_price: 1 }, 'item_name', 'parameter_read_only'],
        [{ unit_price: 1 }, 'name', 'parameter_missing'],
        [{ ...b, price: 1 }, 'price', 'parameter_unknown'],
      ] as const) {
        const answer = await patch(kind, shown.id, { items: [a, line] })
        assert.deepEqual([answer.status, answer.body.code, answer.body.param], [400, code, `items[1].${param}`], answer.text)
      }
      assert.deepEqual((await app.call('GET', `/v1/${kind}/${shown.id}`)).data, shown)
    })
  }

  test('200 for an issued invoice with what it has; 409 for what differs, and nothing is applied', async () => {
    const draft = await create('invoices', { discount_type: 'fixed', discount_value: 5 })
    const sent = (await patch('invoices', draft.id, { status: 'sent' })).data
    const answer = await patch('invoices', sent.id, { ...sent, notes: 'whole' })
    assert.deepEqual([answer.status, answer.data.notes, answer.data.total], [200, 'whole', sent.total])
    const parts = await patch('invoices', sent.id, { due_date: sent.due_date, total: sent.total, items: sent.items })
    assert.deepEqual([parts.status, parts.data], [200, answer.data])
    const shown = answer.data
    for (const [field, value] of Object.entries({
      total: 1,
      currency: 'EUR',
      items: [],
      customer_id: scene.customer.toUpperCase(),
    })) {
      const refused = await patch('invoices', sent.id, { ...shown, notes: 'no', [field]: value })
      assert.deepEqual([refused.status, refused.body.code, refused.body.param], [409, 'invoice_not_editable', field])
    }
    assert.deepEqual((await app.call('GET', `/v1/invoices/${sent.id}`)).data, shown)
  })

  test('200 for the end or the length of time that ended, with the other as it was shown', async () => {
    const endpoint = patching.find((one) => one.operation_id === 'updateTimeEntry')!
    const path = pathOf(endpoint, scene)
    const shown = (await app.call('GET', path)).data
    const longer = (await app.call('PATCH', path, { body: { ...shown, duration_minutes: 90 } })).data
    assert.equal(longer.end_time, '2026-02-10T09:30:00.000Z')
    const shorter = (await app.call('PATCH', path, { body: { ...longer, end_time: '2026-02-10T08:30:00Z' } })).data
    assert.equal(shorter.duration_minutes, 30)
  })

  test('200 for a timer that runs, written back, stopped, and for time that is invoiced; 409 for a change of that', async () => {
    const list = `/v1/projects/${scene.project}/time-entries`
    const runs = (await app.call('POST', list)).data
    assert.equal(runs.is_running, true)
    assert.deepEqual((await app.call('PATCH', `${list}/${runs.id}`, { body: runs })).data, runs)
    app.pass(60_000)
    const ended = await app.call('PATCH', `${list}/${runs.id}`, {
      body: { ...runs, end_time: new Date(app.now_ms()).toISOString() },
    })
    assert.deepEqual([ended.status, ended.data.duration_minutes], [200, 1])
    assert.equal((await app.call('POST', `/v1/projects/${scene.project}/invoice`)).status, 201)
    const billed = (await app.call('GET', `${list}/${runs.id}`)).data
    assert.equal(billed.invoiced, true)
    assert.deepEqual((await app.call('PATCH', `${list}/${runs.id}`, { body: billed })).data, billed)
    const refused = await app.call('PATCH', `${list}/${runs.id}`, { body: { ...billed, description: 'x' } })
    assert.equal(refused.body.code, 'time_entry_invoiced')
  })
})
