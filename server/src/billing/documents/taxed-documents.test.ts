// Tax by line over the API, of invoices and quotes alike.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
let customer_id: string
let reverse_id: string
before(async () => {
  app = await startTestApp()
  const customer = async (body: object) => (await app.call('POST', '/v1/customers', { body })).data.id
  customer_id = await customer({ name: 'Plain' })
  reverse_id = await customer({ name: 'Reverse', default_tax_rate: 19, default_tax_category: 'reverse_charge' })
})
after(() => app.close())

const LINES = [
  { name: 'Work', unit_price: 100 },
  { name: 'Book', unit_price: 50, tax_rate: 7 },
  { name: 'Insurance', unit_price: 20, tax_category: 'exempt', discount_percent: 10 },
]
type Shown = Record<string, unknown> & { items: Record<string, unknown>[] }
const amounts = ({ subtotal, discount_amount, subtotal_after_discount, tax_rate, tax_amount, total }: Shown) => [
  subtotal,
  discount_amount,
  subtotal_after_discount,
  tax_rate,
  tax_amount,
  total,
]
const breakdown = ({ tax_breakdown }: Shown) => (tax_breakdown as object[] | null)?.map((group) => Object.values(group)) ?? null
const taxOf = ({ tax_rate, tax_category, total }: Shown) => [tax_rate, tax_category, total]
const withoutTimes = ({ updated_at: _, ...rest }: Shown) => rest

for (const path of ['/v1/invoices', '/v1/quotes']) {
  const post = (body: object, id = customer_id) => app.call('POST', path, { body: { customer_id: id, ...body } })
  const create = async (body: object, id = customer_id): Promise<Shown> => {
    const answer = await post(body, id)
    assert.equal(answer.status, 201, answer.text)
    return answer.data
  }
  const patch = (document: Shown, body: object) => app.call('PATCH', `${path}/${document['id']}`, { body })
  const patched = async (document: Shown, body: object): Promise<Shown> => {
    const answer = await patch(document, body)
    assert.equal(answer.status, 200, answer.text)
    const read = (await app.call('GET', `${path}/${document['id']}`)).data
    assert.deepEqual(read, answer.data)
    return answer.data
  }

  describe(path, () => {
    test('201: lines are taxed by group, the discount is split, and line discounts are rounded once', async () => {
      const made = await create({ tax_rate: 19, discount_type: 'fixed', discount_value: 8.4, items: LINES })
      assert.deepEqual(amounts(made), [168, 8.4, 159.6, 19, 21.38, 180.98])
      assert.deepEqual(made['tax_breakdown'], [
        { tax_category: 'standard', tax_rate: 19, taxable_amount: 95, tax_amount: 18.05 },
        { tax_category: 'standard', tax_rate: 7, taxable_amount: 47.5, tax_amount: 3.33 },
        { tax_category: 'exempt', tax_rate: 0, taxable_amount: 17.1, tax_amount: 0 },
      ])
      assert.deepEqual(
        made.items.map(({ tax_rate, tax_category, discount_percent, subtotal, total }) => [
          tax_rate,
          tax_category,
          discount_percent,
          subtotal,
          total,
        ]),
        [
          [null, null, null, 100, 100],
          [7, null, null, 50, 50],
          [null, 'exempt', 10, 18, 18],
        ],
      )
    })

    test('201: a caller who knows nothing of it sees what was there, and null', async () => {
      const plain = await create({ tax_rate: 19, items: [{ name: 'x', unit_price: 100 }] })
      assert.deepEqual(amounts(plain), [100, 0, 100, 19, 19, 119])
      assert.deepEqual([plain['tax_category'], plain['tax_exemption_reasons']], [null, null])
      assert.deepEqual(breakdown(plain), [['standard', 19, 100, 19]])
      assert.deepEqual(breakdown(await create({ items: [{ name: 'x', unit_price: 100 }] })), [['zero', 0, 100, 0]])
      assert.deepEqual(breakdown(await create({ tax_rate: 19 })), [])
    })

    test('200: lists stay as they are', async () => {
      const made = await create({ tax_category: 'export', tax_exemption_reasons: { export: 'x' }, items: LINES })
      const { data } = await app.call('GET', path, { query: { limit: '100' } })
      const listed = data[path.slice(4)].find(({ id }: Shown) => id === made['id'])
      for (const name of ['tax_category', 'tax_exemption_reasons', 'tax_breakdown', 'items']) assert.ok(!(name in listed), name)
    })

    test('defaults: the request, then the category of the customer where it may have the rate', async () => {
      const items = [{ name: 'x', unit_price: 100 }]
      assert.deepEqual(taxOf(await create({ items }, reverse_id)), [0, 'reverse_charge', 100])
      assert.deepEqual(taxOf(await create({ items, tax_rate: 0 }, reverse_id)), [0, 'reverse_charge', 100])
      assert.deepEqual(taxOf(await create({ items, tax_rate: 19 }, reverse_id)), [19, null, 119])
      assert.deepEqual(taxOf(await create({ items, tax_category: 'standard' }, reverse_id)), [19, 'standard', 119])
      assert.deepEqual(taxOf(await create({ items, tax_category: 'exempt' }, reverse_id)), [0, 'exempt', 100])
      assert.deepEqual(taxOf(await create({ items, tax_category: null }, reverse_id)), [0, 'reverse_charge', 100])
    })

    test('PATCH: a category brings its rate along, and null takes it away', async () => {
      const made = await create({ tax_rate: 19, items: [{ name: 'x', unit_price: 100 }] })
      assert.deepEqual(taxOf(await patched(made, { tax_category: 'reverse_charge' })), [0, 'reverse_charge', 100])
      const back = await patch(made, { tax_category: 'standard' })
      assert.deepEqual([back.status, back.body.param], [400, 'tax_rate'])
      assert.match(back.body.error, /above 0 with the tax_category standard/)
      const rate = await patch(made, { tax_rate: 19 })
      assert.deepEqual([rate.status, rate.body.param], [400, 'tax_rate'])
      assert.match(rate.body.error, /must be 0 with the tax_category reverse_charge/)
      assert.deepEqual(taxOf(await patched(made, { tax_category: null })), [0, null, 100])
      assert.deepEqual(taxOf(await patched(made, { tax_category: 'standard', tax_rate: 7 })), [7, 'standard', 107])
    })

    test('PATCH: the whole object with one field changed, its lines as well', async () => {
      const made = await create({
        tax_rate: 19,
        items: LINES,
        tax_exemption_reasons: { exempt: '§ 4 Nr. 10 UStG', export: '', reverse_charge: null },
      })
      assert.deepEqual(made['tax_exemption_reasons'], { exempt: '§ 4 Nr. 10 UStG' })
      assert.deepEqual(withoutTimes(await patched(made, made)), withoutTimes(made))
      const dearer = await patched(made, { ...made, tax_rate: 20 })
      assert.deepEqual(amounts(dearer), [168, 0, 168, 20, 23.5, 191.5])
      assert.deepEqual(dearer.items, made.items)
      const [first, second, third] = dearer.items
      const other = await patched(made, { ...dearer, items: [first, { ...second, tax_rate: 5 }, third] })
      assert.deepEqual(breakdown(other), [
        ['standard', 20, 100, 20],
        ['standard', 5, 50, 2.5],
        ['exempt', 0, 18, 0],
      ])
      const wrong = await patch(made, { ...other, tax_breakdown: [] })
      assert.deepEqual([wrong.status, wrong.body.code, wrong.body.param], [400, 'parameter_read_only', 'tax_breakdown'])
      const cleared = await patched(made, { tax_exemption_reasons: null })
      assert.equal(cleared['tax_exemption_reasons'], null)
    })

    test('PATCH: figures set by hand are split like a discount, and there is no breakdown then', async () => {
      const made = await create({ tax_rate: 19, items: LINES.slice(0, 2) })
      const by_discount = await patched(made, { discount_amount: 15 })
      assert.deepEqual(breakdown(by_discount), [
        ['standard', 19, 90, 17.1],
        ['standard', 7, 45, 3.15],
      ])
      const by_subtotal = await patched(made, { subtotal: 300, discount_amount: 0 })
      assert.deepEqual(amounts(by_subtotal), [300, 0, 300, 19, 45, 345])
      assert.equal(by_subtotal['tax_breakdown'], null)
      const by_total = await patched(await create({ tax_rate: 19, items: LINES }), { total: 500 })
      assert.equal(by_total['tax_breakdown'], null)
      const lines = await patched(by_subtotal, { items: LINES })
      assert.deepEqual(breakdown(lines)?.length, 3)
    })

    test('PATCH: a currency of other digits and back', async () => {
      const made = await create({ currency: 'USD', tax_rate: 19, discount_value: 3, items: LINES })
      assert.deepEqual(breakdown(await patched(made, { currency: 'JPY' }))?.length, 3)
      assert.deepEqual(withoutTimes(await patched(made, { currency: 'USD' })).tax_breakdown, made['tax_breakdown'])
    })

    test('credit lines that are taxed higher than the others: a tax below 0 goes through, a total below 0 does not', async () => {
      const credit = (unit_price: number) => [
        { name: 'a', unit_price: 100 },
        { name: 'b', unit_price, tax_rate: 50 },
      ]
      const made = await create({ items: credit(-60) })
      assert.deepEqual(amounts(made), [40, 0, 40, 0, -30, 10])
      assert.equal((await patched(made, { tax_amount: -30, notes: 'x' }))['tax_amount'], -30)
      assert.deepEqual(withoutTimes(await patched(made, { ...made, notes: 'x' })).tax_amount, -30)
      const by_hand = await patch(made, { tax_amount: -29 })
      assert.deepEqual([by_hand.status, by_hand.body.param], [400, 'tax_amount'])
      const below = await post({ items: credit(-80) })
      assert.deepEqual([below.status, below.body.param], [400, 'items'])
      assert.match(below.body.error, /total must not be below 0/)
      const moved = await patch(made, { items: credit(-80) })
      assert.deepEqual([moved.status, moved.body.param], [400, 'items'])
    })

    test('400 names the field', async () => {
      const line = (own: object) => ({ tax_rate: 0, items: [LINES[0], { name: 'x', unit_price: 1, ...own }] })
      const long = 'x'.repeat(1_001)
      for (const [body, param] of [
        [{ tax_category: 'standard' }, 'tax_rate'],
        [{ tax_category: 'standard', tax_rate: 0 }, 'tax_rate'],
        [{ tax_category: 'exempt', tax_rate: 7 }, 'tax_rate'],
        [{ tax_category: 'reverse' }, 'tax_category'],
        [{ tax_category: 1 }, 'tax_category'],
        [line({ tax_category: 'standard' }), 'items[1].tax_rate'],
        [line({ tax_category: 'standard', tax_rate: 0 }), 'items[1].tax_rate'],
        [line({ tax_category: 'export', tax_rate: 0.1 }), 'items[1].tax_rate'],
        [line({ tax_rate: -1 }), 'items[1].tax_rate'],
        [line({ tax_rate: 101 }), 'items[1].tax_rate'],
        [line({ tax_rate: '7' }), 'items[1].tax_rate'],
        [line({ tax_category: 'none' }), 'items[1].tax_category'],
        [line({ discount_percent: -0.1 }), 'items[1].discount_percent'],
        [line({ discount_percent: 100.1 }), 'items[1].discount_percent'],
        [{ tax_exemption_reasons: 'because' }, 'tax_exemption_reasons'],
        [{ tax_exemption_reasons: [] }, 'tax_exemption_reasons'],
        [{ tax_exemption_reasons: { standard: 'x' } }, 'tax_exemption_reasons.standard'],
        [{ tax_exemption_reasons: { exempt: { de: 'x' } } }, 'tax_exemption_reasons.exempt'],
        [{ tax_exemption_reasons: { exempt: long } }, 'tax_exemption_reasons.exempt'],
      ] as const) {
        const answer = await post(body)
        assert.deepEqual([answer.status, answer.body.param], [400, param], `${JSON.stringify(body)}: ${answer.text}`)
      }
      const endless = await app.call('POST', path, {
        body: `{"customer_id":"${customer_id}","items":[{"name":"x","unit_price":1,"tax_rate":1e400}]}`,
      })
      assert.equal(endless.status, 400)
    })

    test('400 at the rate that lines without a rate of their own need', async () => {
      const made = await create({ tax_rate: 19, items: [{ name: 'x', unit_price: 1, tax_category: 'standard' }] })
      for (const [body, param] of [
        [{ tax_rate: 0 }, 'tax_rate'],
        [{ tax_category: 'exempt' }, 'tax_category'],
      ] as const) {
        const answer = await patch(made, body)
        assert.deepEqual([answer.status, answer.body.param], [400, param], answer.text)
        assert.match(answer.body.error, /^items\[0\] has the tax_category standard/)
      }
    })
  })
}

test('an invoice accepts the taxes only while it is a draft, and repeats of what it has always', async () => {
  const body = { customer_id, tax_rate: 19, items: LINES, tax_exemption_reasons: { exempt: 'x' } }
  const { data } = await app.call('POST', '/v1/invoices', { body })
  const sent = (await app.call('PATCH', `/v1/invoices/${data.id}`, { body: { status: 'sent' } })).data
  for (const change of [{ tax_category: 'zero' }, { tax_exemption_reasons: {} }]) {
    const answer = await app.call('PATCH', `/v1/invoices/${data.id}`, { body: change })
    assert.deepEqual([answer.status, answer.body.code], [409, 'invoice_not_editable'])
  }
  const again = await app.call('PATCH', `/v1/invoices/${data.id}`, { body: sent })
  assert.equal(again.status, 200, again.text)
  assert.deepEqual(again.data, sent)
})

test('a quote gives its invoice the same lines, groups and reasons, and no default of the customer comes over them', async () => {
  const body = { customer_id, tax_rate: 19, items: LINES, discount_value: 3, tax_exemption_reasons: { exempt: 'x' } }
  const quote = (await app.call('POST', '/v1/quotes', { body })).data
  const untaxed = (await app.call('POST', '/v1/quotes', { body: { customer_id, items: [{ name: 'x', unit_price: 1 }] } })).data
  const change = (default_tax_category: string | null) =>
    app.call('PATCH', `/v1/customers/${customer_id}`, { body: { default_tax_category } })
  assert.equal((await change('export')).data.default_tax_category, 'export')
  const invoice = (await app.call('POST', `/v1/quotes/${quote.id}/convert`, { body: {} })).data
  for (const name of ['tax_category', 'tax_exemption_reasons', 'tax_breakdown', 'total'])
    assert.deepEqual(invoice[name], quote[name], name)
  const own = (items: Record<string, unknown>[]) => items.map(({ id: _, ...rest }) => rest)
  assert.deepEqual(own(invoice.items), own(quote.items))
  assert.equal((await app.call('POST', `/v1/quotes/${untaxed.id}/convert`, { body: {} })).data.tax_category, null)
  assert.equal((await change(null)).data.default_tax_category, null)
})

test('billed time takes the category of the request, else of the customer', async () => {
  const bill = async (customer: string, body: object) => {
    const { id } = (await app.call('POST', '/v1/projects', { body: { title: 'P', customer_id: customer, hourly_rate: 60 } })).data
    const time = { start_time: '2026-02-10T08:00:00Z', duration_minutes: 60 }
    await app.call('POST', `/v1/projects/${id}/time-entries`, { body: time })
    const answer = await app.call('POST', `/v1/projects/${id}/invoice`, { body })
    assert.equal(answer.status, 201, answer.text)
    return answer.data
  }
  assert.deepEqual(taxOf(await bill(reverse_id, {})), [0, 'reverse_charge', 60])
  const asked = await bill(customer_id, { tax_category: 'exempt', tax_exemption_reasons: { exempt: 'x' } })
  assert.deepEqual([...taxOf(asked), asked.tax_exemption_reasons], [0, 'exempt', 60, { exempt: 'x' }])
})
