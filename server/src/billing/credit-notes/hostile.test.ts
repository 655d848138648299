// Requests that are no credit note and no refund: each is refused at the field that is wrong, and changes nothing.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fingerprint } from '../../../test/support/fixtures.ts'
import { startTestApp, type TestApp, type TestTenant } from '../../../test/support/test-app.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely by tests
type Json = any

let app: TestApp
let other: TestTenant
let invoice: Json
let foreign: Json
let of_sibling: Json
let of_other: Json
let note: Json

before(async () => {
  app = await startTestApp()
  other = await app.addTenant()
  invoice = await issued({})
  foreign = await issued({})
  of_sibling = await issued({ company: app.tenant.sibling_id })
  of_other = await issued({ company: other.company_id, key: other.keys.admin })
  const { id, items } = invoice
  await create(`/v1/invoices/${id}/payments`, { amount: 230 })
  note = await create('/v1/credit-notes', { invoice_id: id, items: [{ item_id: items[0].id, quantity: 1 }] })
})
after(() => app.close())

async function create(path: string, body: object, scope: object = {}): Promise<Json> {
  const answer = await app.call('POST', path, { body, ...scope })
  assert.equal(answer.status, 201, answer.text)
  return answer.data
}

async function issued(scope: { company?: string; key?: string }, body: object = {}): Promise<Json> {
  const customer_id = (await create('/v1/customers', { name: 'C' }, scope)).id
  const items = [
    { name: 'Design', unit_price: 100, quantity: 2 },
    { name: 'Hosting', unit_price: 50 },
    { name: 'Goodwill', unit_price: 10, quantity: -2 },
    { name: 'Nothing', unit_price: 10, quantity: 0 },
  ]
  const { id } = await create('/v1/invoices', { customer_id, items, ...body }, scope)
  return (await app.call('PATCH', `/v1/invoices/${id}`, { body: { status: 'sent' }, ...scope })).data
}

const line = (index: number) => invoice.items[index].id

describe('a request that is no credit note', () => {
  const numbers = [
    'NaN',
    'Infinity',
    '"1"',
    '"0x1"',
    'null',
    'true',
    '[1]',
    '{}',
    '-0',
    '0',
    '1e-9',
    '1e-400',
    '1e400',
    '-1',
    '2',
    '1.00000001',
  ]
  const items: readonly [string, () => string][] = [
    ...numbers.map((number): [string, () => string] => [
      `quantity ${number}`,
      () => `[{"item_id":"${line(0)}","quantity":${number}}]`,
    ]),
    ['a quantity that is missing', () => `[{"item_id":"${line(0)}"}]`],
    [
      'a line below 0 with a quantity above',
      () => `[{"item_id":"${line(0)}","quantity":1},{"item_id":"${line(2)}","quantity":1}]`,
    ],
    [
      'more than is left of a line below 0',
      () => `[{"item_id":"${line(1)}","quantity":1},{"item_id":"${line(2)}","quantity":-3}]`,
    ],
    ['lines below 0 only', () => `[{"item_id":"${line(2)}","quantity":-1}]`],
    ['a line of nothing', () => `[{"item_id":"${line(3)}","quantity":0}]`],
    ['some of a line of nothing', () => `[{"item_id":"${line(3)}","quantity":1}]`],
    ['a line twice', () => `[{"item_id":"${line(0)}","quantity":0.5},{"item_id":"${line(0)}","quantity":0.5}]`],
    ['the same id twice in an item', () => `[{"item_id":"${line(0)}","item_id":"${line(1)}","quantity":1,"quantity":7}]`],
    ['a line of another invoice', () => `[{"item_id":"${foreign.items[0].id}","quantity":1}]`],
    ['a line of another company', () => `[{"item_id":"${of_sibling.items[0].id}","quantity":1}]`],
    ['a line of another organization', () => `[{"item_id":"${of_other.items[0].id}","quantity":1}]`],
    ['the line of a credit note', () => `[{"item_id":"${note.items[0].id}","quantity":1}]`],
    ['an id of another kind', () => `[{"item_id":"${invoice.id}","quantity":1}]`],
    ['the name of a property of all objects', () => '[{"item_id":"__proto__","quantity":1}]'],
    ['another field', () => `[{"item_id":"${line(0)}","quantity":1,"unit_price":1}]`],
    ['no item', () => '[]'],
    ['501 items', () => JSON.stringify(Array.from({ length: 501 }, () => ({ item_id: line(0), quantity: 0.001 })))],
    ['an object for the items', () => '{}'],
  ]
  for (const [name, text] of items) {
    test(`400 and nothing stored for ${name}`, async () => {
      const stored = await fingerprint(app)
      for (const path of ['/v1/credit-notes', '/v1/credit-notes/preview']) {
        const answer = await app.call('POST', path, { body: `{"invoice_id":"${invoice.id}","items":${text()}}` })
        assert.equal(answer.status, 400, answer.text)
        assert.equal(await fingerprint(app), stored, path)
      }
    })
  }

  test('400 alike for an invoice that is unknown, of another company, or of another organization', async () => {
    const stored = await fingerprint(app)
    const of = async (invoice_id: string) => {
      const answers = ['/v1/credit-notes', '/v1/credit-notes/preview'].map((path) =>
        app.call('POST', path, { body: { invoice_id } }),
      )
      return (await Promise.all(answers)).map(({ status, text }) => [status, text])
    }
    const unknown = await of('inv_00000000000000000000000000')
    assert.equal(unknown[0]![0], 400)
    for (const { id } of [of_sibling, of_other]) assert.deepEqual(await of(id), unknown)
    assert.equal(await fingerprint(app), stored)
  })
})

describe('a request that is no refund', () => {
  for (const amount of ['0', '-1', '-0', '1e-9', '0.004', '100.01', '1e21', '1e400', 'NaN', '"1"', 'null', '[1]']) {
    test(`400 and nothing stored for the amount ${amount}`, async () => {
      const stored = await fingerprint(app)
      const answer = await app.call('POST', `/v1/credit-notes/${note.id}/refunds`, { body: `{"amount":${amount}}` })
      assert.equal(answer.status, 400, answer.text)
      assert.equal(await fingerprint(app), stored)
    })
  }

  test('404 for a credit note of another company and of another organization', async () => {
    const stored = await fingerprint(app)
    const path = `/v1/credit-notes/${note.id}`
    for (const scope of [{ company: app.tenant.sibling_id }, { company: other.company_id, key: other.keys.admin }]) {
      const answers = [
        await app.call('GET', path, scope),
        await app.call('GET', `${path}/pdf`, scope),
        await app.call('GET', `${path}/xml`, scope),
        await app.call('GET', `${path}/e-invoice`, scope),
        await app.call('GET', `${path}/refunds`, scope),
        await app.call('POST', `${path}/refunds`, { ...scope, body: { amount: 1 } }),
        await app.call('POST', `${path}/send`, { ...scope, body: { to: ['a@b.example'] } }),
        await app.call('POST', `${path}/renew-token`, scope),
      ]
      for (const { status, text } of answers) assert.equal(status, 404, text)
    }
    assert.equal(await fingerprint(app), stored)
  })

  test('201 once when all that is due is paid back twelve times at once, by two credit notes', async () => {
    const own = await issued({})
    await create(`/v1/invoices/${own.id}/payments`, { amount: 230 })
    const halves = [
      await create('/v1/credit-notes', { invoice_id: own.id, items: [{ item_id: own.items[0].id, quantity: 1 }] }),
      await create('/v1/credit-notes', { invoice_id: own.id }),
    ]
    const refund = (index: number) =>
      app.call('POST', `/v1/credit-notes/${halves[index % 2].id}/refunds`, { body: { amount: 230 } })
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => refund(index)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(11).fill(400)])
    const { refund_due, amount_paid, status } = (await app.call('GET', `/v1/invoices/${own.id}`)).data
    assert.deepEqual([refund_due, amount_paid, status], [0, 230, 'paid'])
  })
})

describe('an invoice of which nothing can be credited', () => {
  const cases: readonly [string, object][] = [
    ['with a discount of 100 %', { discount_type: 'percentage', discount_value: 100 }],
    ['of lines that are worth nothing', { items: [{ name: 'Gift', unit_price: 10, discount_percent: 100 }] }],
    [
      'of lines that amount to 0 together',
      {
        items: [
          { name: 'A', unit_price: 10 },
          { name: 'B', unit_price: 10, quantity: -1 },
        ],
      },
    ],
    ['without lines', { items: [] }],
  ]
  for (const [name, body] of cases) {
    test(`400 and no number is used for one ${name}`, async () => {
      const own = await issued({}, body)
      const stored = await fingerprint(app)
      const answer = await app.call('POST', '/v1/credit-notes', { body: { invoice_id: own.id } })
      assert.equal(answer.status, 400, answer.text)
      assert.equal(await fingerprint(app), stored)
    })
  }

  test('an invoice of lines below 0 only is not made at all', async () => {
    const { customer_id } = invoice
    const items = [{ name: 'Goodwill', unit_price: 10, quantity: -1 }]
    assert.equal((await app.call('POST', '/v1/invoices', { body: { customer_id, items } })).status, 400)
  })
})

describe('an invoice in a currency without decimals, or with three', () => {
  for (const [currency, smallest, total, parts] of [
    ['JPY', 1, 100, [33, 34, 33]],
    ['KWD', 0.001, 0.1, [0.033, 0.034, 0.033]],
  ] as const) {
    test(`of ${currency} is credited and paid back to its smallest unit`, async () => {
      const own = await issued({}, { currency, items: [{ name: 'A', unit_price: total / 3, quantity: 3 }] })
      await create(`/v1/invoices/${own.id}/payments`, { amount: total })
      const notes: Json[] = []
      for (const _ of parts) {
        const items = [{ item_id: own.items[0].id, quantity: 1 }]
        notes.push(await create('/v1/credit-notes', { invoice_id: own.id, items }))
      }
      assert.deepEqual(
        notes.map((one) => one.total),
        parts,
      )
      const path = `/v1/credit-notes/${notes[2].id}`
      const less = await app.call('POST', `${path}/refunds`, { body: { amount: smallest * 0.49 } })
      assert.deepEqual([less.status, less.body.param], [400, 'amount'])
      await create(`${path}/refunds`, { amount: smallest })
      assert.equal((await app.call('GET', path)).data.refund_due, Number((total - smallest).toFixed(3)))
    })
  }
})
