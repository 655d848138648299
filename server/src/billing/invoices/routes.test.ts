import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { START, startTestApp, type TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
let customer_id: string

before(async () => {
  app = await startTestApp()
  customer_id = (await app.call('POST', '/v1/customers', { body: { name: 'Lindqvist', contact_email: 'pay@lindqvist.example' } }))
    .data.id
})
after(() => app.close())
beforeEach(() => app.setClock(START))

type Line = [quantity: number, unit_price: number]
const items = (...lines: Line[]) =>
  lines.map(([quantity, unit_price], index) => ({ name: `Line ${index}`, quantity, unit_price }))
const post = (body: object) => app.call('POST', '/v1/invoices', { body: { customer_id, ...body } })
const create = async (body: object = { items: items([1, 100]) }) => {
  const answer = await post(body)
  assert.equal(answer.status, 201, answer.text)
  return answer.data
}
const patch = (id: string, body: object, headers = {}) => app.call('PATCH', `/v1/invoices/${id}`, { body, headers })
const get = async (id: string) => (await app.call('GET', `/v1/invoices/${id}`)).data
const eventsOf = async (resource_id: string): Promise<{ type: string; data: Record<string, unknown> }[]> =>
  (await app.call('GET', '/v1/events', { query: { resource_id, limit: '100' } })).data.events.reverse()
const typesOf = async (resource_id: string) => (await eventsOf(resource_id)).map((event) => event.type)
const newestEvent = async () => (await app.call('GET', '/v1/events', { query: { limit: '1' } })).data.events[0]?.id
/** The types of all events since `id`, oldest first. */
const typesSince = async (id: string): Promise<string[]> =>
  (await app.call('GET', '/v1/events', { query: { ending_before: id, limit: '100' } })).data.events
    .reverse()
    .map((event: { type: string }) => event.type)

const figures = (invoice: Record<string, number>) => [
  invoice['subtotal'],
  invoice['discount_amount'],
  invoice['subtotal_after_discount'],
  invoice['tax_amount'],
  invoice['total'],
]

describe('POST /v1/invoices', () => {
  test('201 with the defaults: draft, issued today, due in 30 days, currency of the company, a number of the year', async () => {
    const invoice = await create({})
    assert.equal(invoice.status, 'draft')
    assert.equal(invoice.issue_date, '2026-06-15')
    assert.equal(invoice.due_date, '2026-07-15')
    assert.equal(invoice.currency, 'USD')
    assert.match(invoice.invoice_number, /^INV-2026-\d{6}$/)
    assert.match(invoice.id, /^inv_[0-9a-z]{26}$/)
    assert.ok(invoice.public_token.length >= 22)
    assert.deepEqual(figures(invoice), [0, 0, 0, 0, 0])
    const { billing, ...named } = invoice.customer
    assert.deepEqual(named, { id: customer_id, name: 'Lindqvist', contact_email: 'pay@lindqvist.example' })
    assert.equal(billing.legal_name, '')
    assert.deepEqual(invoice.items, [])
  })

  test('201 with exactly the fields of the description', async () => {
    const invoice = await create({ items: items([1, 1]), tax_id: 'DE123' })
    assert.deepEqual(
      Object.keys(invoice).sort(),
      [
        ...[
          'id',
          'invoice_number',
          'customer_id',
          'status',
          'issue_date',
          'document_version',
          'due_date',
          'subtotal',
          'discount_type',
          'discount_value',
        ],
        ...[
          'discount_amount',
          'subtotal_after_discount',
          'tax_rate',
          'tax_category',
          'tax_exemption_reasons',
          'tax_breakdown',
          'tax_amount',
          'total',
          'amount_paid',
          'amount_credited',
          'amount_due',
          'refund_due',
          'reminders_paused',
          'recurring_invoice_id',
          'currency',
        ],
        ...[
          'notes',
          'payment_terms',
          'purchase_order',
          'buyer_reference',
          'service_from',
          'service_to',
          'language',
          'external_id',
          'metadata',
          'created_at',
          'updated_at',
          'customer',
          'public_token',
          'items',
        ],
      ].sort(),
    )
    assert.deepEqual(Object.keys(invoice.items[0]).sort(), [
      ...['description', 'discount_percent', 'id', 'item_name', 'quantity', 'sort_order', 'subtotal', 'tax_category'],
      ...['tax_rate', 'total', 'unit', 'unit_price'],
    ])
  })

  const money: [name: string, body: object, expected: number[]][] = [
    [
      'tax is taken once, not line by line',
      { currency: 'EUR', tax_rate: 23, items: items([1, 55.55], [1, 11.11]) },
      [66.66, 0, 66.66, 15.33, 81.99],
    ],
    [
      'half a cent on a rate with three decimals goes up',
      { tax_rate: 14.975, items: items([1, 300]) },
      [300, 0, 300, 44.93, 344.93],
    ],
    [
      'the line is rounded before the tax',
      { currency: 'EUR', tax_rate: 21, items: items([1.42, 31.25]) },
      [44.38, 0, 44.38, 9.32, 53.7],
    ],
    ['a tax rate keeps its third decimal', { tax_rate: 8.425, items: items([1, 7650]) }, [7650, 0, 7650, 644.51, 8294.51]],
    ['a unit price keeps its fourth decimal', { items: items([7000, 0.1648]) }, [1153.6, 0, 1153.6, 0, 1153.6]],
    [
      'tax is taken after the discount',
      { currency: 'EUR', discount_type: 'fixed', discount_value: 60, tax_rate: 21, items: items([3, 45]) },
      [135, 60, 75, 15.75, 90.75],
    ],
    [
      'a discount percentage keeps its decimals',
      { discount_type: 'percentage', discount_value: 5.35, tax_rate: 20, items: items([1, 99.5]) },
      [99.5, 5.32, 94.18, 18.84, 113.02],
    ],
    [
      'a discount of 100 % leaves 0',
      { discount_type: 'percentage', discount_value: 100, tax_rate: 19, items: items([2.25, 64.22]) },
      [144.5, 144.5, 0, 0, 0],
    ],
    ['yen have no decimals', { currency: 'JPY', tax_rate: 10, items: items([1, 1127]) }, [1127, 0, 1127, 113, 1240]],
    ['Kuwaiti dinars have three', { currency: 'KWD', tax_rate: 5, items: items([3, 1.255]) }, [3.765, 0, 3.765, 0.188, 3.953]],
    [
      'a negative half cent goes away from zero',
      { currency: 'EUR', tax_rate: 19, items: items([1, 100], [-1, 12.345]) },
      [87.65, 0, 87.65, 16.65, 104.3],
    ],
    [
      'a credit line keeps its sign',
      { currency: 'EUR', tax_rate: 20, items: items([1, 200], [-1, 100]) },
      [100, 0, 100, 20, 120],
    ],
    ['no noise of binary floats', { items: items([100, 35.55]) }, [3555, 0, 3555, 0, 3555]],
    ['a won is a whole', { currency: 'KRW', items: items([1, 1300000]) }, [1300000, 0, 1300000, 0, 1300000]],
    ['1,200 lines add up exactly', { tax_rate: 20, items: items(...Array<Line>(1200).fill([1, 0.1])) }, [120, 0, 120, 24, 144]],
  ]
  for (const [name, body, expected] of money) {
    test(`201, ${name}`, async () => {
      const invoice = await create(body)
      assert.deepEqual(figures(invoice), expected)
      assert.equal(invoice.amount_due, invoice.total)
      assert.deepEqual(await get(invoice.id), invoice)
    })
  }

  test('201: amounts print in their shortest exact form in the answer, the list and the event', async () => {
    app.setClock('2026-06-15T11:00:00.000Z')
    const answer = await post({ items: items([100, 35.55]) })
    assert.match(answer.text, /"subtotal":3555,/)
    const list = await app.call('GET', '/v1/invoices', { query: { limit: '1' } })
    assert.match(list.text, /"total":3555,/)
    const events = await app.call('GET', '/v1/events', { query: { resource_id: answer.data.id } })
    assert.match(events.text, /"amount_due":3555,/)
  })

  const refused: [name: string, body: object, param: string, code: string][] = [
    [
      'a fixed discount above the subtotal',
      { discount_type: 'fixed', discount_value: 20, items: items([1, 10]) },
      'discount_value',
      'parameter_invalid',
    ],
    ['a line above the largest amount', { items: items([999999999, 999999999]) }, 'items[0].quantity', 'amount_too_large'],
    ['a day that does not exist', { issue_date: '2026-02-30' }, 'issue_date', 'parameter_invalid'],
    [
      'a percentage above 100',
      { discount_type: 'percentage', discount_value: 101, items: items([1, 1]) },
      'discount_value',
      'parameter_invalid',
    ],
    [
      'a fixed discount above the subtotal',
      { discount_type: 'fixed', discount_value: 10.01, items: items([1, 10]) },
      'discount_value',
      'parameter_invalid',
    ],
    ['a subtotal below 0', { items: items([-1, 10]) }, 'items', 'parameter_invalid'],
    ['a tax rate above 100', { tax_rate: 100.5 }, 'tax_rate', 'parameter_invalid'],
    ['a negative tax rate', { tax_rate: -1 }, 'tax_rate', 'parameter_invalid'],
    ['a price above the largest amount', { items: items([1, 1e12]) }, 'items[0].unit_price', 'amount_too_large'],
    ['an unknown currency', { currency: 'XYZ' }, 'currency', 'parameter_invalid'],
    ['a currency with a letter that only upper-cases to one', { currency: 'ſek' }, 'currency', 'parameter_invalid'],
    ['an amount as text', { items: [{ name: 'x', unit_price: '12.00' }] }, 'items[0].unit_price', 'parameter_invalid'],
    ['a line without a price', { items: [{ name: 'x' }] }, 'items[0].unit_price', 'parameter_missing'],
    ['a blank name', { items: [{ name: '  ', unit_price: 1 }] }, 'items[0].name', 'parameter_invalid'],
    ['a field that is not ours to give', { invoice_number: 'X-1' }, 'invoice_number', 'parameter_unknown'],
    ['a status', { status: 'paid' }, 'status', 'parameter_unknown'],
    ['null for what is required', { customer_id: null }, 'customer_id', 'parameter_missing'],
    ['2,001 lines', { items: items(...Array<Line>(2001).fill([1, 1])) }, 'items', 'parameter_invalid'],
    ['a default due date after the year 9999', { issue_date: '9999-12-15' }, 'due_date', 'parameter_invalid'],
    ['an unknown customer', { customer_id: 'cus_nope' }, 'customer_id', 'parameter_invalid'],
  ]
  for (const [name, body, param, code] of refused) {
    test(`400, ${name}; nothing is stored and no number used up`, async () => {
      const { invoice_number } = await create()
      const newest = await newestEvent()
      const answer = await post(body)
      assert.equal(answer.status, 400, answer.text)
      assert.equal(answer.body.param, param)
      assert.equal(answer.body.code, code)
      assert.deepEqual(await typesSince(newest), [])
      const counter = (number: string) => Number(number.slice(-6))
      assert.equal(counter((await create()).invoice_number), counter(invoice_number) + 1)
    })
  }

  test('400 lists all faults of a body at once', async () => {
    const answer = await post({ issue_date: 'soon', tax_rate: 200, items: [{ unit_price: 1 }] })
    assert.equal(answer.status, 400)
    const params = answer.body.errors.map((fault: { param: string }) => fault.param)
    assert.deepEqual(params.sort(), ['issue_date', 'items[0].name', 'tax_rate'])
  })

  test('400 for the customer of a sibling company, without a word of it', async () => {
    const foreign = await app.call('POST', '/v1/customers', {
      company: app.tenant.sibling_id,
      body: { name: 'Secret AG', contact_email: 's@secret.example' },
    })
    const answer = await post({ customer_id: foreign.data.id })
    assert.equal(answer.status, 400)
    assert.doesNotMatch(answer.text, /Secret|secret/)
  })

  test('the year of a number is that of the issue date, each year counts by itself', async () => {
    app.setClock('2026-12-31T12:00:00.000Z')
    const numbers = []
    for (const issue_date of ['2031-01-01', '2030-12-31', '2031-01-02', '2030-01-01']) {
      numbers.push((await create({ issue_date })).invoice_number)
    }
    assert.deepEqual(numbers, ['INV-2031-000001', 'INV-2030-000001', 'INV-2031-000002', 'INV-2030-000002'])
  })

  test('30 days are calendar days, across February, leap days and the end of summer time', async () => {
    const dues = []
    for (const issue_date of ['2026-01-30', '2028-01-30', '2026-10-15', '2026-12-15'])
      dues.push((await create({ issue_date })).due_date)
    assert.deepEqual(dues, ['2026-03-01', '2028-02-29', '2026-11-14', '2027-01-14'])
  })

  test('texts come back with the same code points', async () => {
    const notes = '<img src=x onerror=alert(1)> é é 請求書 فاتورة Łódź \u2028 💰'
    const invoice = await create({ notes, items: [{ name: '<script>1</script>', unit_price: 1 }] })
    assert.equal((await get(invoice.id)).notes, notes)
    assert.equal(invoice.items[0].item_name, '<script>1</script>')
  })

  test('201 stores one event whose data is the answer, to the byte', async () => {
    const answer = await post({ items: items([2, 3.5]), notes: 'Café €5/6 💰' })
    const events = await app.call('GET', '/v1/events', { query: { resource_id: answer.data.id } })
    assert.equal(events.data.events.length, 1)
    assert.equal(events.data.events[0].type, 'invoice.created')
    assert.ok(events.text.includes(`"data":${answer.text.slice('{"data":'.length, -1)}`))
  })
})

describe('GET /v1/invoices', () => {
  test('200 with pages that neither repeat nor lose a row that has the same time', async () => {
    const tenant = await app.addTenant()
    const scope = { key: tenant.keys.admin, company: tenant.company_id }
    const customer = await app.call('POST', '/v1/customers', { ...scope, body: { name: 'C' } })
    for (let count = 0; count < 12; count++)
      await app.call('POST', '/v1/invoices', { ...scope, body: { customer_id: customer.data.id } })
    const seen: string[] = []
    for (const offset of ['0', '5', '10', '15']) {
      const page = await app.call('GET', '/v1/invoices', { ...scope, query: { limit: '5', offset } })
      assert.deepEqual(page.data.pagination, { total: 12, limit: 5, offset: Number(offset) })
      seen.push(...page.data.invoices.map((invoice: { id: string }) => invoice.id))
    }
    assert.equal(new Set(seen).size, 12)
    assert.equal(seen.length, 12)
  })

  test('200 with status and customer filters whose totals follow each change', async () => {
    const tenant = await app.addTenant()
    const scope = { key: tenant.keys.admin, company: tenant.company_id }
    const customer = (await app.call('POST', '/v1/customers', { ...scope, body: { name: 'C' } })).data.id
    const other = (await app.call('POST', '/v1/customers', { ...scope, body: { name: 'D' } })).data.id
    const make = async (of: string) => (await app.call('POST', '/v1/invoices', { ...scope, body: { customer_id: of } })).data.id
    const [first, second] = [await make(customer), await make(customer), await make(other)]
    const total = async (query: Record<string, string>) => {
      const { data } = await app.call('GET', '/v1/invoices', { ...scope, query })
      assert.equal(data.invoices.length, data.pagination.total)
      return data.pagination.total
    }
    assert.deepEqual([await total({}), await total({ status: 'draft' }), await total({ customer_id: customer })], [3, 3, 2])
    await app.call('PATCH', `/v1/invoices/${first}`, { ...scope, body: { status: 'sent' } })
    assert.deepEqual([await total({ status: 'draft' }), await total({ status: 'sent', customer_id: customer })], [2, 1])
    await app.call('PATCH', `/v1/invoices/${second}`, { ...scope, body: { customer_id: other } })
    assert.deepEqual([await total({ customer_id: customer }), await total({ customer_id: other, status: 'draft' })], [1, 2])
    await app.call('DELETE', `/v1/invoices/${first}`, scope)
    assert.deepEqual([await total({}), await total({ status: 'sent' }), await total({ customer_id: customer })], [2, 0, 0])
    assert.equal(await total({ customer_id: 'cus_unknown' }), 0)
  })

  const unreadable: Record<string, string>[] = [
    { limit: '0' },
    { limit: '-1' },
    { limit: '101' },
    { limit: '1.5' },
    { limit: 'abc' },
    { limit: '' },
    { offset: '-1' },
    { offset: 'abc' },
    { offset: '1e3' },
    { status: 'in_review' },
    { status: 'Draft' },
  ]
  for (const query of unreadable) {
    test(`400 for ${JSON.stringify(query)}`, async () => {
      const answer = await app.call('GET', '/v1/invoices', { query })
      assert.equal(answer.status, 400)
      assert.equal(answer.body.code, 'parameter_invalid')
    })
  }

  test('200 with 50 rows at most when no limit is asked', async () => {
    assert.equal((await app.call('GET', '/v1/invoices')).data.pagination.limit, 50)
  })

  test('400 for a parameter that is misspelt or given twice', async () => {
    const misspelt = await app.call('GET', '/v1/invoices', { query: { custmer_id: 'x' } })
    assert.deepEqual([misspelt.status, misspelt.body.code, misspelt.body.param], [400, 'parameter_unknown', 'custmer_id'])
    const twice = await app.call('GET', `/v1/invoices?company_id=${app.tenant.company_id}&limit=1&limit=2`)
    assert.deepEqual([twice.status, twice.body.code, twice.body.param], [400, 'parameter_invalid', 'limit'])
  })

  test('200 without items and public_token in list items', async () => {
    const { data } = await app.call('GET', '/v1/invoices', { query: { limit: '1' } })
    assert.ok(!('items' in data.invoices[0]) && !('public_token' in data.invoices[0]))
  })
})

describe('PATCH /v1/invoices/{id}', () => {
  test('200, a total given on a draft moves total and amount_due alone', async () => {
    const invoice = await create({ items: items([1, 100]), tax_rate: 10 })
    const { data } = await patch(invoice.id, { total: 500 })
    assert.deepEqual(figures(data), [100, 0, 100, 10, 500])
    assert.deepEqual([data.status, data.amount_paid, data.amount_due], ['draft', 0, 500])
  })

  test('200, a tax rate moves what follows it', async () => {
    const invoice = await create({ items: items([1, 100]) })
    const { data } = await patch(invoice.id, { tax_rate: 10 })
    assert.deepEqual([...figures(data), data.amount_due], [100, 0, 100, 10, 110, 110])
  })

  test('200, a new currency keeps the figures and rounds them to its digits; no rate is applied', async () => {
    const invoice = await create({ tax_rate: 10, items: items([3, 10.5]) })
    const { data } = await patch(invoice.id, { currency: 'jpy' })
    assert.deepEqual([data.currency, ...figures(data), data.amount_due, data.items[0].total], ['JPY', 32, 0, 32, 3, 35, 35, 32])
    const back = await patch(invoice.id, { currency: 'USD' })
    assert.deepEqual(figures(back.data), [31.5, 0, 31.5, 3.15, 34.65])
  })

  test('200, editing notes twice shifts no figure', async () => {
    const invoice = await create({ discount_type: 'percentage', discount_value: 5.35, tax_rate: 20, items: items([1, 99.5]) })
    await patch(invoice.id, { notes: 'x' })
    const { data } = await patch(invoice.id, { notes: 'y' })
    assert.deepEqual([...figures(data), data.discount_value], [99.5, 5.32, 94.18, 18.84, 113.02, 5.35])
  })

  test('200, lines stay when they are not mentioned, and items replaces them all', async () => {
    const invoice = await create({ items: items([1, 10], [2, 20]), tax_rate: 10 })
    const kept = await patch(invoice.id, { notes: 'n' })
    assert.deepEqual(kept.data.items, invoice.items)
    const replaced = await patch(invoice.id, { items: items([3, 5]) })
    assert.deepEqual(figures(replaced.data), [15, 0, 15, 1.5, 16.5])
    assert.notEqual(replaced.data.items[0].id, invoice.items[0].id)
    await patch(invoice.id, { total: 500 })
    assert.equal(
      (await patch(invoice.id, { items: items([5, 3]) })).data.total,
      16.5,
      'lines of the same sum recompute a total set by hand',
    )
    const emptied = await patch(invoice.id, { items: [] })
    assert.deepEqual([...figures(emptied.data), emptied.data.items.length], [0, 0, 0, 0, 0, 0])
  })

  test('200 for {} and for what is so already: no event, updated_at as before', async () => {
    const invoice = await create()
    app.setClock('2026-06-16T10:00:00.000Z')
    for (const body of [{}, { notes: '' }, { status: 'draft' }, { total: 100 }, { customer_id }]) {
      assert.deepEqual((await patch(invoice.id, body)).data, invoice)
    }
    assert.deepEqual(await typesOf(invoice.id), ['invoice.created'])
  })

  test('200 with one event for a change of two fields', async () => {
    const invoice = await create({ items: items([1, 1], [1, 1], [1, 1], [1, 1], [1, 1]) })
    await patch(invoice.id, { notes: 'a', payment_terms: 'b' })
    assert.deepEqual(await typesOf(invoice.id), ['invoice.created', 'invoice.updated'])
  })

  test('200, null empties a text and takes the discount off', async () => {
    const invoice = await create({ notes: 'n', discount_type: 'fixed', discount_value: 10, items: items([1, 100]) })
    const { data } = await patch(invoice.id, { notes: null, discount_type: null, discount_value: null })
    assert.deepEqual([data.notes, data.discount_type, data.discount_value, data.total], ['', 'percentage', 0, 100])
  })

  for (const [field, value] of Object.entries({
    customer_id: 'cus_x',
    issue_date: '2026-01-01',
    due_date: '2026-01-01',
    currency: 'EUR',
    subtotal: 1,
    discount_type: 'fixed',
    discount_value: 1,
    discount_amount: 1,
    subtotal_after_discount: 1,
    tax_rate: 1,
    tax_id: 'x',
    tax_amount: 1,
    total: 1,
    items: [],
  })) {
    test(`409 for ${field} on an invoice that was sent: nothing is applied, not even notes`, async () => {
      const invoice = await create()
      const sent = (await patch(invoice.id, { status: 'sent' })).data
      const answer = await patch(invoice.id, { notes: 'n', [field]: value })
      assert.deepEqual([answer.status, answer.body.code, answer.body.param], [409, 'invoice_not_editable', field])
      assert.deepEqual(await get(invoice.id), sent)
    })
  }

  test('200, on a draft fields and status change together; on what is no draft they do not even when the status becomes draft', async () => {
    const invoice = await create()
    const sent = await patch(invoice.id, { total: 500, status: 'sent' })
    assert.deepEqual([sent.data.total, sent.data.amount_due, sent.data.status], [500, 500, 'sent'])
    assert.equal((await patch(invoice.id, { status: 'draft', total: 1 })).status, 409)
  })

  test('200, paid records a payment of what is due; leaving paid undoes it; the events say so in their order', async () => {
    const invoice = await create()
    const newest = await newestEvent()
    const paid = (await patch(invoice.id, { status: 'paid' })).data
    assert.deepEqual([paid.status, paid.amount_paid, paid.amount_due], ['paid', 100, 0])
    const sent = (await patch(invoice.id, { status: 'sent' })).data
    assert.deepEqual([sent.status, sent.amount_paid, sent.amount_due], ['sent', 0, 100])
    assert.deepEqual(await typesSince(newest), [
      ...['invoice.updated', 'payment.received', 'invoice.paid'],
      ...['invoice.updated', 'invoice.sent', 'payment.reversed'],
    ])
  })

  test('200, notes on a paid and on a partial invoice leave status and amounts alone', async () => {
    const invoice = await create()
    await app.call('POST', `/v1/invoices/${invoice.id}/payments`, { body: { amount: 30 } })
    const partial = (await patch(invoice.id, { notes: 'thanks' })).data
    assert.deepEqual([partial.status, partial.amount_paid, partial.amount_due], ['partial', 30, 70])
    await app.call('POST', `/v1/invoices/${invoice.id}/payments`, { body: { amount: 70 } })
    const paid = (await patch(invoice.id, { notes: 'thanks again' })).data
    assert.deepEqual([paid.status, paid.amount_paid, paid.amount_due], ['paid', 100, 0])
  })

  test('200, a cancelled invoice keeps what was paid and owes nothing', async () => {
    const by_status = await create()
    await patch(by_status.id, { status: 'paid' })
    const cancelled = (await patch(by_status.id, { status: 'cancelled' })).data
    assert.deepEqual([cancelled.status, cancelled.amount_paid, cancelled.amount_due], ['cancelled', 100, 0])
    const partial = await create()
    await app.call('POST', `/v1/invoices/${partial.id}/payments`, { body: { amount: 30 } })
    const half = (await patch(partial.id, { status: 'cancelled' })).data
    assert.deepEqual([half.status, half.amount_paid, half.amount_due], ['cancelled', 30, 0])
    const back = (await patch(partial.id, { status: 'sent' })).data
    assert.deepEqual([back.amount_paid, back.amount_due], [30, 70])
  })

  test('409 for leaving paid while real payments pay the total', async () => {
    const invoice = await create()
    await app.call('POST', `/v1/invoices/${invoice.id}/payments`, { body: { amount: 100 } })
    const answer = await patch(invoice.id, { status: 'sent' })
    assert.deepEqual([answer.status, answer.body.code], [409, 'invoice_has_payments'])
    assert.equal((await get(invoice.id)).status, 'paid')
  })

  test('409 for a draft whose total or currency contradicts what was paid', async () => {
    const invoice = await create()
    await app.call('POST', `/v1/invoices/${invoice.id}/payments`, { body: { amount: 30 } })
    await patch(invoice.id, { status: 'draft' })
    assert.equal((await patch(invoice.id, { total: 20 })).body.code, 'invoice_has_payments')
    assert.equal((await patch(invoice.id, { currency: 'EUR' })).body.code, 'invoice_has_payments')
    assert.equal((await patch(invoice.id, { total: 30 })).data.amount_due, 0)
  })

  test('every status can be set from every other, with its event', async () => {
    const statuses = ['draft', 'sent', 'viewed', 'in_review', 'partial', 'paid', 'overdue', 'cancelled']
    for (const from of statuses) {
      for (const to of statuses) {
        const invoice = await create()
        await patch(invoice.id, { status: from })
        const { status, data } = await patch(invoice.id, { status: to })
        assert.equal(status, 200, `${from} to ${to}`)
        assert.equal(data.status, to)
        assert.equal(data.amount_due, to === 'paid' || to === 'cancelled' ? 0 : 100, `${from} to ${to}`)
      }
    }
  })

  test('412 when If-Match names another version; 200 when it names this one; the tag changes with the invoice', async () => {
    const invoice = await create()
    const shown = await app.call('GET', `/v1/invoices/${invoice.id}`)
    const etag = String(shown.headers['etag'])
    assert.match(etag, /^"[^"]+"$/)
    assert.equal((await patch(invoice.id, { notes: 'a' }, { 'if-match': '"other"' })).status, 412)
    assert.equal((await patch(invoice.id, { notes: 'a' }, { 'if-match': etag })).status, 200)
    assert.equal((await patch(invoice.id, { notes: 'b' }, { 'if-match': etag })).status, 412)
    assert.equal((await app.call('DELETE', `/v1/invoices/${invoice.id}`, { headers: { 'if-match': etag } })).status, 412)
    assert.equal((await app.call('GET', `/v1/invoices/${invoice.id}`, { headers: { 'if-none-match': etag } })).status, 200)
    const now = String((await app.call('GET', `/v1/invoices/${invoice.id}`)).headers['etag'])
    assert.equal((await app.call('GET', `/v1/invoices/${invoice.id}`, { headers: { 'if-none-match': now } })).status, 304)
  })
})

describe('DELETE /v1/invoices/{id}', () => {
  test('200, then 404 everywhere, gone from list and total; the event has the last state', async () => {
    const invoice = await create()
    const total = (await app.call('GET', '/v1/invoices')).data.pagination.total
    const answer = await app.call('DELETE', `/v1/invoices/${invoice.id}`)
    assert.deepEqual([answer.status, answer.data], [200, { deleted: true }])
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { notes: 'x' }],
      ['DELETE', '', undefined],
      ['GET', '/payments', undefined],
      ['POST', '/payments', { amount: 1 }],
    ] as const) {
      assert.equal((await app.call(method, `/v1/invoices/${invoice.id}${path}`, { body })).status, 404)
    }
    assert.equal((await app.call('GET', '/v1/invoices')).data.pagination.total, total - 1)
    const events = await eventsOf(invoice.id)
    assert.deepEqual([events.at(-1)?.type, events.at(-1)?.data], ['invoice.deleted', invoice])
  })

  test('409 while money is recorded; no event', async () => {
    const invoice = await create()
    await app.call('POST', `/v1/invoices/${invoice.id}/payments`, { body: { amount: 30 } })
    const newest = await newestEvent()
    const answer = await app.call('DELETE', `/v1/invoices/${invoice.id}`)
    assert.deepEqual([answer.status, answer.body.code], [409, 'invoice_has_payments'])
    assert.deepEqual(await typesSince(newest), [])
  })

  test('a number is never given again, not after deleting the newest nor one in between', async () => {
    const made = [await create(), await create(), await create()]
    await app.call('DELETE', `/v1/invoices/${made[2].id}`)
    const fourth = await create()
    await app.call('DELETE', `/v1/invoices/${made[1].id}`)
    const fifth = await create()
    const counter = (invoice: { invoice_number: string }) =>
      Number(invoice.invoice_number.slice(-6)) - Number(made[0].invoice_number.slice(-6))
    assert.deepEqual([counter(fourth), counter(fifth)], [3, 4])
  })
})

describe('payments of an invoice', () => {
  const pay = (id: string, body: object) => app.call('POST', `/v1/invoices/${id}/payments`, { body })

  test('201, a part makes it partial, the rest paid; the list shows both', async () => {
    const invoice = await create()
    const newest = await newestEvent()
    const first = await pay(invoice.id, { amount: 30.5, method: 'card', reference: 'r', paid_at: '2026-06-01' })
    assert.deepEqual([first.status, first.data.amount, first.data.paid_at, first.data.currency], [201, 30.5, '2026-06-01', 'USD'])
    assert.equal((await get(invoice.id)).status, 'partial')
    const second = await pay(invoice.id, { amount: 69.5 })
    assert.equal(second.data.paid_at, '2026-06-15')
    const paid = await get(invoice.id)
    assert.deepEqual([paid.status, paid.amount_paid, paid.amount_due], ['paid', 100, 0])
    const list = await app.call('GET', `/v1/invoices/${invoice.id}/payments`)
    assert.equal(list.data.pagination.total, 2)
    assert.deepEqual(await typesSince(newest), [
      ...['invoice.updated', 'payment.received', 'invoice.partially_paid'],
      ...['invoice.updated', 'payment.received', 'invoice.paid'],
    ])
  })

  for (const [name, amount] of [
    ['0', 0],
    ['a negative amount', -1],
    ['more than is due', 100.01],
    ['what is rounded to 0', 0.004],
  ] as const) {
    test(`400 for ${name}`, async () => {
      const invoice = await create()
      const answer = await pay(invoice.id, { amount })
      assert.deepEqual([answer.status, answer.body.param], [400, 'amount'])
      assert.deepEqual(await get(invoice.id), invoice)
    })
  }

  test('200, undoing one leaves what remains; undoing all makes it sent, or overdue when it is late', async () => {
    const invoice = await create()
    const first = (await pay(invoice.id, { amount: 40 })).data
    const second = (await pay(invoice.id, { amount: 60 })).data
    const undo = (id: string) => app.call('DELETE', `/v1/invoices/${invoice.id}/payments/${id}`)
    assert.equal((await undo(second.id)).status, 200)
    let now = await get(invoice.id)
    assert.deepEqual([now.status, now.amount_paid, now.amount_due], ['partial', 40, 60])
    app.setClock('2026-09-01T00:00:00.000Z')
    await undo(first.id)
    now = await get(invoice.id)
    assert.deepEqual([now.status, now.amount_paid, now.amount_due], ['overdue', 0, 100])
    assert.equal((await undo(first.id)).status, 404)
  })

  test('200, undoing a real payment of a paid invoice undoes what the status recorded with it; its status set again changes nothing', async () => {
    const invoice = await create()
    const real = (await pay(invoice.id, { amount: 40 })).data
    await patch(invoice.id, { status: 'paid' })
    const newest = await newestEvent()
    await app.call('DELETE', `/v1/invoices/${invoice.id}/payments/${real.id}`)
    const now = await get(invoice.id)
    assert.deepEqual([now.status, now.amount_paid, now.amount_due], ['sent', 0, 100])
    assert.equal((await app.call('GET', `/v1/invoices/${invoice.id}/payments`)).data.pagination.total, 0)
    assert.deepEqual(await typesSince(newest), ['invoice.updated', 'invoice.sent', 'payment.reversed', 'payment.reversed'])
    assert.deepEqual((await patch(invoice.id, { status: 'sent' })).data, now)
  })

  test('404 for a payment of another invoice', async () => {
    const [one, other] = [await create(), await create()]
    const payment = (await pay(one.id, { amount: 1 })).data
    assert.equal((await app.call('DELETE', `/v1/invoices/${other.id}/payments/${payment.id}`)).status, 404)
  })
})

describe('the sweep of overdue invoices', () => {
  test('not on the due date, once on the day after, with one event', async () => {
    const invoice = await create({ items: items([1, 10]), issue_date: '2026-05-01', due_date: '2026-05-10' })
    await patch(invoice.id, { status: 'sent' })
    for (const clock of ['2026-05-10T00:00:01.000Z', '2026-05-10T23:59:59.000Z']) {
      app.setClock(clock)
      await app.sweep()
      assert.equal((await get(invoice.id)).status, 'sent')
    }
    app.setClock('2026-05-11T00:00:01.000Z')
    await app.sweep()
    await app.sweep()
    assert.equal((await get(invoice.id)).status, 'overdue')
    const list = await app.call('GET', '/v1/invoices', { query: { status: 'overdue', limit: '100' } })
    assert.ok(list.data.invoices.some(({ id }: { id: string }) => id === invoice.id))
    assert.deepEqual(await typesOf(invoice.id), ['invoice.created', 'invoice.updated', 'invoice.sent', 'invoice.overdue'])
  })

  test('those of one day become overdue in the order in which they were made, however they were changed since', async () => {
    const ids: string[] = []
    for (let index = 0; index < 4; index++) {
      app.setClock(`2026-05-12T00:00:0${index}.000Z`)
      ids.push((await create({ items: items([1, 10]), issue_date: '2026-05-12', due_date: '2026-05-13' })).id)
    }
    for (const id of ids.toReversed()) await patch(id, { status: 'sent' })
    const newest = await newestEvent()
    app.setClock('2026-05-14T00:00:01.000Z')
    await app.sweep()
    const { events } = (await app.call('GET', '/v1/events', { query: { ending_before: newest, type: 'invoice.overdue' } })).data
    assert.deepEqual(
      events.map((event: { resource_id: string }) => event.resource_id),
      ids.toReversed(),
    )
  })

  test('what was deleted does not become overdue', async () => {
    const invoice = await create({ items: items([1, 10]), issue_date: '2026-01-01', due_date: '2026-01-02' })
    await patch(invoice.id, { status: 'sent' })
    await app.call('DELETE', `/v1/invoices/${invoice.id}`)
    await app.sweep()
    assert.equal((await typesOf(invoice.id)).at(-1), 'invoice.deleted')
  })

  test('drafts, paid and cancelled invoices, and those that owe nothing, never become overdue', async () => {
    const past = { items: items([1, 10]), issue_date: '2026-01-01', due_date: '2026-01-02' }
    const made = []
    for (const status of ['draft', 'paid', 'cancelled', 'in_review']) {
      const invoice = await create(past)
      made.push((await patch(invoice.id, { status })).data)
    }
    const free = await create({ ...past, items: [] })
    made.push((await patch(free.id, { status: 'sent' })).data)
    await app.sweep()
    for (const invoice of made) assert.deepEqual(await get(invoice.id), invoice)
  })
})
