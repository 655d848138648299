// What requests may leave out, and how numbers are taken: the same for every endpoint (docs/api/README.md, "Fields" and "Money").
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { endpoints } from '../src/endpoints.ts'
import { bodyOf, endAdvance, makeScene, pathOf, type Scene, select } from './support/fixtures.ts'
import { modelTotals, rational, roundHalfAway } from './support/rational-model.ts'
import { startTestApp, type TestApp } from './support/test-app.ts'

let app: TestApp
let scene: Scene

before(async () => {
  app = await startTestApp({ is_sandbox: true })
  scene = await makeScene(app, { key: app.tenant.keys.admin, company: app.tenant.company_id })
})
after(() => app.close())

const create = (body: object) => app.call('POST', '/v1/invoices', { body: { customer_id: scene.customer, ...body } })

/** Bodies that need one of several fields: the one that is named where none is given. */
const ONE_OF: Readonly<Record<string, readonly string[]>> = { matchBankTransaction: ['invoice_id'], advanceSandbox: ['days'] }

describe('a request', () => {
  test('with a slash at the end of its path is the one without, by both doors', async () => {
    for (const endpoint of endpoints.filter(({ method, is_stream }) => method === 'GET' && !is_stream)) {
      const path = pathOf(endpoint, scene)
      const [plain, slashed] = [await app.call('GET', path), await app.call('GET', `${path}/`)]
      assert.equal(slashed.text, plain.text, path)
    }
    assert.equal((await app.call('GET', '/dashboard/api/v1/invoices/')).status, 401)
    assert.equal((await app.call('GET', '/v1/nope/')).body.code, 'route_not_found')
    assert.equal((await app.call('POST', `/v1/invoices/${scene.invoice}/`)).status, 405)
  })

  test('without a body is one with {}, whatever it says of its content', async () => {
    for (const endpoint of endpoints.filter(({ body }) => body)) {
      const path = pathOf(endpoint, await makeScene(app, { key: app.tenant.keys.admin, company: app.tenant.company_id }))
      const answer = await app.call(endpoint.method, path)
      const required = ONE_OF[endpoint.operation_id] ?? ((endpoint.body!.required ?? []) as readonly string[])
      if (required.length > 0) {
        assert.deepEqual([answer.status, answer.body.code, answer.body.param], [400, 'parameter_missing', required[0]], path)
      } else {
        assert.ok(answer.status < 300, `${endpoint.operation_id}: ${answer.text}`)
      }
    }
    const headers = { 'content-type': 'application/json' }
    const missing = await app.call('POST', '/v1/events/test', { headers })
    assert.deepEqual([missing.body.code, missing.body.param], ['parameter_missing', 'type'])
  })

  test('that creates has null for what it leaves out', async () => {
    for (const endpoint of endpoints.filter(({ method, body }) => method === 'POST' && body)) {
      const { properties, required = [] } = endpoint.body as { properties: object; required?: readonly string[] }
      const fresh = await makeScene(app, { key: app.tenant.keys.admin, company: app.tenant.company_id })
      const nulls = Object.fromEntries(Object.keys(properties).map((name) => [name, null]))
      const answer = await app.call('POST', pathOf(endpoint, fresh), { body: { ...nulls, ...bodyOf(endpoint, fresh) } })
      assert.ok(answer.status < 300, `${endpoint.operation_id}: ${answer.text}`)
      if (endpoint.operation_id === 'advanceSandbox') await endAdvance(app)
      for (const name of required) {
        const refused = await app.call('POST', pathOf(endpoint, scene), { body: { ...bodyOf(endpoint, scene), [name]: null } })
        assert.deepEqual([refused.status, refused.body.code, refused.body.param], [400, 'parameter_missing', name])
      }
    }
    const line = { name: 'x', description: null, quantity: null, unit: null, unit_price: 5 }
    const { data } = await create({ items: [line] })
    assert.deepEqual([data.items[0].quantity, data.items[0].unit, data.items[0].description, data.total], [1, '', '', 5])
    const quote = await app.call('PATCH', `/v1/quotes/${scene.quote}`, { body: { items: [line] } })
    assert.equal(quote.data.total, 5)
  })

  test('has an empty text for a filter that it leaves out, but for what says where a page begins and ends', async () => {
    const never_empty = ['limit', 'offset', 'starting_after', 'ending_before', 'count']
    for (const endpoint of endpoints.filter(({ method, is_stream }) => method === 'GET' && !is_stream)) {
      const path = pathOf(endpoint, scene)
      const plain = await app.call('GET', path)
      for (const name of Object.keys(endpoint.query.properties)) {
        const answer = await app.call('GET', path, { query: { [name]: '' } })
        if (never_empty.includes(name)) assert.deepEqual([answer.status, answer.body.param], [400, name], `${path} ${name}`)
        else assert.equal(answer.text, plain.text, `${path} ${name}`)
      }
    }
  })

  test('has a moment without seconds or offset, with a blank for its +, or in seconds with decimals', async () => {
    app.setClock('2026-06-20T10:00:30.500Z')
    const { id } = (await app.call('POST', '/v1/events/test', { body: { type: 'invoice.paid' } })).data
    const found = async (query: Record<string, string>) =>
      (await app.call('GET', '/v1/events', { query })).data.events.some((event: { id: string }) => event.id === id)
    for (const from of ['2026-06-20T10:00', '2026-06-20T10:00:30', '2026-06-20T12:00:30 02:00', '1781949630.5']) {
      assert.equal(await found({ 'created[gte]': from }), true, from)
      assert.equal(await found({ 'created[lte]': from }), true, from)
    }
    for (const after of ['2026-06-20T10:01', '2026-06-20T10:00:31', '1781949630.501'])
      assert.equal(await found({ 'created[gte]': after }), false, after)
    for (const until of ['2026-06-20T09:59', '2026-06-20T10:00:29', '2026-06-20T12:00:29 02:00', '1781949630.499'])
      assert.equal(await found({ 'created[lte]': until }), false, until)
    const raw = await app.call('GET', '/v1/events?created[gte]=2026-06-20T12:00:30+02:00&limit=1')
    assert.equal(raw.data.events[0].id, id)
    const time = `/v1/projects/${scene.project}/time-entries`
    const entries = async (query: Record<string, string>) => (await app.call('GET', time, { query })).data.pagination.total
    assert.equal(await entries({ from: '2026-02-10T08:00', to: '2026-02-10T08:00' }), 1)
    assert.equal(await entries({ from: '2026-02-10T08:01' }), 0)
  })
})

describe('a number', () => {
  const noisy = (size: fc.Arbitrary<number>) =>
    fc.tuple(size, fc.integer({ min: 1, max: 97 }), fc.boolean()).map(([n, by, is_exact]) => (is_exact ? n : n / by))
  const factor = noisy(
    fc.oneof(
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.integer({ min: 0, max: 999_999 }).map((n) => n / 10_000),
    ),
  )
  const tiny = fc.integer({ min: 1, max: 1000 }).map((n) => n * 1e-9)
  const rate = noisy(fc.integer({ min: 0, max: 100 }))
  const taken = (n: number) => Number(n.toPrecision(15))

  test('of any digits is taken at 15, shown as it was stored in plain digits, and computed with as an exact fraction', async () => {
    const document = fc.record({
      lines: fc.array(fc.record({ quantity: fc.oneof(factor, tiny), unit_price: fc.oneof(factor, tiny) }), { maxLength: 5 }),
      discount_type: fc.constantFrom('percentage' as const, 'fixed' as const),
      discount_value: rate,
      tax_rate: rate,
      currency: fc.constantFrom(['JPY', 0] as const, ['USD', 2] as const, ['KWD', 3] as const),
    })
    let computed = 0
    await fc.assert(
      fc.asyncProperty(document, async ({ lines, currency: [currency, digits], ...terms }) => {
        const answer = await create({ currency, ...terms, items: lines.map((line) => ({ name: 'x', ...line })) })
        const exact = lines.map(({ quantity, unit_price }) => ({ quantity: taken(quantity), unit_price: taken(unit_price) }))
        const { discount_value, tax_rate } = terms
        const read = { ...terms, discount_value: taken(discount_value), tax_rate: taken(tax_rate), lines: exact }
        const expected = modelTotals(read, digits)
        if ('refused' in expected) {
          assert.deepEqual([answer.status, answer.body.param], [400, expected.refused], answer.text)
          return
        }
        computed++
        assert.equal(answer.status, 201, answer.text)
        const { data } = answer
        const shown = [data.subtotal, data.discount_amount, data.subtotal_after_discount, data.tax_amount, data.total]
        assert.deepEqual(
          shown.map((amount) => roundHalfAway(rational(amount), digits)),
          [...expected.amounts],
        )
        const numbers = data.items.map(({ quantity, unit_price }: Record<string, number>) => ({ quantity, unit_price }))
        assert.deepEqual([numbers, data.discount_value, data.tax_rate], [exact, read.discount_value, read.tax_rate])
        assert.doesNotMatch(answer.text, /":-?[\d.]+e|":-0[,}]/i)
        assert.equal((await app.call('GET', `/v1/invoices/${data.id}`)).text, answer.text)
      }),
      { numRuns: 150 },
    )
    assert.ok(computed > 75, `${computed}`)
  })

  test('is what clients that compute with doubles mean by it', async () => {
    for (const [text, shown] of [
      ['0.30000000000000004', 0.3],
      ['0.1000000000000000055511151231257827', 0.1],
      ['0.33333333333333331', 0.333333333333333],
      ['1e-7', 1e-7],
      ['1.50e1', 15],
    ] as const) {
      const body = `{"customer_id":"${scene.customer}","items":[{"name":"x","quantity":${text},"unit_price":90}]}`
      const answer = await app.call('POST', '/v1/invoices', { body: Buffer.from(body) })
      assert.equal(answer.status, 201, answer.text)
      assert.equal(answer.data.items[0].quantity, shown)
    }
    assert.match((await create({ items: [{ name: 'x', quantity: 1e-7, unit_price: 1 }] })).text, /"quantity":0\.0000001,/)
  })

  test('that is a figure set by hand is rounded to the digits of the currency, half away from zero, a payment too', async () => {
    const { data } = await create({ items: [{ name: 'x', unit_price: 100 }] })
    const path = `/v1/invoices/${data.id}`
    const by_hand = (await app.call('PATCH', path, { body: { subtotal: 33.335, tax_amount: 200 / 3 } })).data
    assert.deepEqual([by_hand.subtotal, by_hand.tax_amount, by_hand.total, by_hand.amount_due], [33.34, 66.67, 100.01, 100.01])
    const payment = await app.call('POST', `${path}/payments`, { body: { amount: 0.1 + 0.2 } })
    assert.deepEqual([payment.status, payment.data.amount], [201, 0.3])
    assert.equal((await app.call('POST', `${path}/payments`, { body: { amount: 1.005 } })).data.amount, 1.01)
    assert.equal((await app.call('GET', path)).data.amount_due, 98.7)
  })

  test('of hours and rates keeps its 15 digits, and what it earns is exact', async () => {
    const project = (
      await app.call('POST', '/v1/projects', { body: { title: 'P', hourly_rate: 200 / 3, budget_hours: 20 / 60 } })
    ).data
    assert.deepEqual([project.hourly_rate, project.budget_hours], [66.6666666666667, 0.333333333333333])
    const entry = { start_time: '2026-02-01T08:00:00Z', duration_minutes: 90, internal_cost_rate: 1e-9 }
    const time = await app.call('POST', `/v1/projects/${project.id}/time-entries`, { body: entry })
    assert.match(time.text, /"internal_cost_rate":0\.000000001,/)
    const { total_revenue, total_cost } = (await app.call('GET', `/v1/projects/${project.id}`)).data
    assert.deepEqual([total_revenue, total_cost], [100, 0])
    const whole = (await app.call('GET', `/v1/projects/${project.id}/time-entries/${time.data.id}`)).data
    const back = await app.call('PATCH', `/v1/projects/${project.id}/time-entries/${whole.id}`, { body: whole })
    assert.deepEqual(back.data, whole)
  })

  test('above 999,999,999,999.999 is 400 amount_too_large, wherever it stands', async () => {
    for (const [path, body, param] of [
      ['/v1/invoices', { customer_id: scene.customer, items: [{ name: 'x', unit_price: 1e12 }] }, 'items[0].unit_price'],
      ['/v1/quotes', { customer_id: scene.customer, discount_type: 'fixed', discount_value: 1e12 }, 'discount_value'],
      ['/v1/projects', { title: 'x', budget_amount: 1e12 }, 'budget_amount'],
      [`/v1/projects/${scene.project}/tasks`, { title: 'x', hourly_rate: 1e300 }, 'hourly_rate'],
      [`/v1/invoices/${scene.invoice}/payments`, { amount: 1e12 }, 'amount'],
    ] as const) {
      const answer = await app.call('POST', path, { body })
      assert.deepEqual([answer.status, answer.body.code, answer.body.param], [400, 'amount_too_large', param], path)
    }
  })
})

describe('a document without a discount', () => {
  test('has percentage and 0, never null: created, changed, listed, in its events and their examples', async () => {
    for (const kind of ['invoices', 'quotes']) {
      const none = ['percentage', 0]
      const discountOf = (data: Record<string, unknown>) => [data['discount_type'], data['discount_value']]
      const customer = (await app.call('POST', '/v1/customers', { body: { name: 'C' } })).data
      const { data } = await app.call('POST', `/v1/${kind}`, { body: { customer_id: customer.id } })
      assert.deepEqual(discountOf(data), none)
      // The clock stands still, so all have the same time.
      const query = { limit: '100', customer_id: data.customer_id, status: 'draft' }
      const listed = (await app.call('GET', `/v1/${kind}`, { query })).data[kind]
      assert.deepEqual(discountOf(listed.find(({ id }: { id: string }) => id === data.id)), none)
      const path = `/v1/${kind}/${data.id}`
      for (const body of [{ discount_type: null }, { discount_value: null }, { discount_type: null, discount_value: null }]) {
        const ten = (await app.call('PATCH', path, { body: { discount_type: 'fixed', discount_value: 10 } })).data
        assert.deepEqual(discountOf(ten), ['fixed', 10])
        assert.deepEqual(discountOf((await app.call('PATCH', path, { body })).data), none)
      }
      const [event] = (await app.call('GET', '/v1/events', { query: { resource_id: data.id, limit: '1' } })).data.events
      assert.deepEqual(discountOf(event.data), none)
      const back = await app.call('PATCH', path, { body: { discount_type: 'percentage', discount_value: 0 } })
      assert.equal(back.data.updated_at, event.data.updated_at)
    }
    const { event_types } = (await app.call('GET', '/v1/events/types')).data
    // In a template null is the default.
    for (const { example } of event_types)
      if ('discount_value' in example && 'total' in example) assert.equal(typeof example.discount_type, 'string')
  })

  test('has none either where the row says percentage and 0, as older ones may: given back, that is no change', async () => {
    const { data } = await create({ items: [{ name: 'x', unit_price: 1 }] })
    const sql = `UPDATE invoices SET discount_type = 'percentage', discount_value = '0' WHERE id = '${data.id}'`
    await app.database.write((tx) => tx.execute({ sql, returns_rows: false }, []))
    const count = async () => (await select(app, 'SELECT count(*) AS count FROM events'))[0].count
    const before_it = await count()
    assert.deepEqual((await app.call('PATCH', `/v1/invoices/${data.id}`, { body: data })).data, data)
    assert.equal(await count(), before_it)
  })
})
