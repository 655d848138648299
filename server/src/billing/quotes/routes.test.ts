import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { START, startTestApp, type TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
let customer_id: string

before(async () => {
  app = await startTestApp({ currency: 'EUR' })
  customer_id = (await app.call('POST', '/v1/customers', { body: { name: 'Lindqvist', contact_email: 'pay@lindqvist.example' } }))
    .data.id
})
after(() => app.close())
beforeEach(() => app.setClock(START))

const LINES = [
  { name: 'Design', quantity: 2.5, unit: 'h', unit_price: 80, description: 'd' },
  { name: 'Credit', quantity: -1, unit_price: 12.345 },
]
const create = async (body: object = { items: LINES, tax_rate: 19 }) => {
  const answer = await app.call('POST', '/v1/quotes', { body: { customer_id, ...body } })
  assert.equal(answer.status, 201, answer.text)
  return answer.data
}
const patch = (id: string, body: object) => app.call('PATCH', `/v1/quotes/${id}`, { body })
const get = async (id: string) => (await app.call('GET', `/v1/quotes/${id}`)).data
const convert = (id: string, body?: object) => app.call('POST', `/v1/quotes/${id}/convert`, body ? { body } : {})
const typesOf = async (resource_id: string): Promise<string[]> => {
  const { data } = await app.call('GET', '/v1/events', { query: { resource_id, limit: '100' } })
  return data.events.reverse().map((event: { type: string }) => event.type)
}
const invoiceCount = async () => (await app.call('GET', '/v1/invoices', { query: { limit: '1' } })).data.pagination.total

describe('POST /v1/quotes', () => {
  test('201 with the defaults, the fields of the description, and a number of the quote prefix', async () => {
    const quote = await create({})
    assert.deepEqual(
      [quote.status, quote.issue_date, quote.valid_until, quote.currency],
      ['draft', '2026-06-15', '2026-07-15', 'EUR'],
    )
    assert.match(quote.quote_number, /^QUO-2026-\d{6}$/)
    for (const field of ['due_date', 'amount_paid', 'amount_due', 'invoice_number']) assert.ok(!(field in quote))
    const { billing, ...named } = quote.customer
    assert.deepEqual(named, { id: customer_id, name: 'Lindqvist', contact_email: 'pay@lindqvist.example' })
    assert.equal(billing.legal_name, '')
    assert.ok(quote.public_token.length >= 22)
  })

  test('201 counts by itself: invoices take no number of quotes', async () => {
    const first = await create({ issue_date: '2033-01-01' })
    await app.call('POST', '/v1/invoices', { body: { customer_id, issue_date: '2033-01-01' } })
    const second = await create({ issue_date: '2033-01-01' })
    assert.deepEqual([first.quote_number, second.quote_number], ['QUO-2033-000001', 'QUO-2033-000002'])
  })

  test('201 with the totals of an invoice of the same content', async () => {
    const quote = await create()
    const invoice = (await app.call('POST', '/v1/invoices', { body: { customer_id, items: LINES, tax_rate: 19 } })).data
    for (const field of ['subtotal', 'discount_amount', 'subtotal_after_discount', 'tax_amount', 'total']) {
      assert.equal(quote[field], invoice[field])
    }
    assert.equal(quote.items[1].total, -12.35)
  })

  test('400 for due_date, which a quote has not, and for an unknown customer', async () => {
    const due = await app.call('POST', '/v1/quotes', { body: { customer_id, due_date: '2026-01-01' } })
    assert.deepEqual([due.status, due.body.code, due.body.param], [400, 'parameter_unknown', 'due_date'])
    const stranger = await app.call('POST', '/v1/quotes', { body: { customer_id: 'cus_nope' } })
    assert.deepEqual([stranger.status, stranger.body.param], [400, 'customer_id'])
  })
})

describe('PATCH /v1/quotes/{id}', () => {
  const statuses = ['draft', 'sent', 'viewed', 'approved', 'rejected', 'expired', 'converted']

  test('200 for every field in every status, with the event of the status entered', async () => {
    for (const status of statuses) {
      const quote = await create()
      const set = await patch(quote.id, { status })
      assert.equal(set.data.status, status)
      const entered = status === 'draft' ? [] : ['quote.updated', `quote.${status}`]
      assert.deepEqual(await typesOf(quote.id), ['quote.created', ...entered])
      const edited = await patch(quote.id, {
        notes: 'n',
        payment_terms: 't',
        issue_date: '2026-01-01',
        valid_until: '2026-02-01',
        tax_rate: 7,
        items: [{ name: 'x', unit_price: 100 }],
        discount_type: 'percentage',
        discount_value: 10,
      })
      assert.equal(edited.status, 200, edited.text)
      assert.deepEqual([edited.data.total, edited.data.valid_until, edited.data.status], [96.3, '2026-02-01', status])
    }
  })

  test('200 with figures of the same chain as an invoice: what is given stands, what follows is recomputed', async () => {
    const quote = await create({ items: [{ name: 'x', unit_price: 100 }], tax_rate: 10 })
    assert.equal((await patch(quote.id, { total: 500 })).data.total, 500)
    const { data } = await patch(quote.id, { subtotal: 200 })
    assert.deepEqual([data.subtotal, data.subtotal_after_discount, data.tax_amount, data.total], [200, 200, 20, 220])
  })

  test('200, dates move alone: a new issue_date leaves valid_until, null is refused', async () => {
    const quote = await create({ issue_date: '2026-03-01' })
    const { data } = await patch(quote.id, { issue_date: '2026-06-01' })
    assert.deepEqual([data.issue_date, data.valid_until, data.quote_number], ['2026-06-01', '2026-03-31', quote.quote_number])
    for (const field of ['issue_date', 'valid_until', 'status', 'currency', 'customer_id', 'items', 'tax_rate', 'total']) {
      const refused = await patch(quote.id, { [field]: null })
      assert.deepEqual([refused.status, refused.body.param], [400, field])
    }
    assert.deepEqual(await get(quote.id), data)
  })

  test('200, every status can follow every other; what never was converted has no invoice', async () => {
    for (const from of statuses) {
      const quote = await create({})
      for (const to of statuses) {
        await patch(quote.id, { status: from })
        const { status, data } = await patch(quote.id, { status: to })
        assert.deepEqual([status, data.status, data.invoice_id], [200, to, null], `${from} to ${to}`)
      }
    }
  })

  test('412 when If-Match names another version, also for deleting', async () => {
    const quote = await create({})
    const path = `/v1/quotes/${quote.id}`
    const etag = String((await app.call('GET', path)).headers['etag'])
    const change = (tag: string) => app.call('PATCH', path, { body: { notes: tag }, headers: { 'if-match': tag } })
    assert.deepEqual(
      [(await change('"other"')).status, (await change(etag)).status, (await change(etag)).status],
      [412, 200, 412],
    )
    assert.equal((await app.call('DELETE', path, { headers: { 'if-match': etag } })).status, 412)
    assert.equal((await get(quote.id)).notes, etag)
  })

  test('200 for what is so already: no event', async () => {
    const quote = await create()
    assert.deepEqual((await patch(quote.id, { status: 'draft', notes: '', tax_rate: 19 })).data, quote)
    assert.deepEqual(await typesOf(quote.id), ['quote.created'])
  })
})

describe('POST /v1/quotes/{id}/convert', () => {
  test('201 with a draft invoice of the same customer, lines, discount, tax, notes and terms, with dates of its own', async () => {
    const quote = await create({
      items: LINES,
      tax_rate: 19,
      discount_type: 'percentage',
      discount_value: 5,
      notes: 'N',
      payment_terms: 'T',
      issue_date: '2026-01-01',
      currency: 'USD',
    })
    const { status, data: invoice } = await convert(quote.id)
    assert.equal(status, 201)
    assert.deepEqual([invoice.status, invoice.issue_date, invoice.due_date], ['draft', '2026-06-15', '2026-07-15'])
    for (const field of [
      'customer_id',
      'currency',
      'subtotal',
      'discount_type',
      'discount_value',
      'discount_amount',
      'tax_rate',
      'tax_amount',
      'total',
      'notes',
      'payment_terms',
    ]) {
      assert.equal(invoice[field], quote[field], field)
    }
    const content = ({ item_name, description, quantity, unit, unit_price, total }: Record<string, unknown>) => [
      item_name,
      description,
      quantity,
      unit,
      unit_price,
      total,
    ]
    assert.deepEqual(invoice.items.map(content), quote.items.map(content))
    const after = await get(quote.id)
    assert.deepEqual([after.status, after.invoice_id], ['converted', invoice.id])
    assert.deepEqual(await typesOf(quote.id), ['quote.created', 'quote.updated', 'quote.converted'])
    assert.deepEqual(await typesOf(invoice.id), ['invoice.created'])
    const { data } = await app.call('GET', '/v1/events', { query: { type: 'quote.converted', resource_id: quote.id } })
    assert.equal(data.events[0].data.invoice_id, invoice.id)
  })

  test('201 with the dates given, and the figures that were agreed by hand', async () => {
    const quote = await create({ items: [{ name: 'x', unit_price: 100 }] })
    await patch(quote.id, { total: 77 })
    const { data } = await convert(quote.id, { issue_date: '2027-01-31', due_date: '2027-02-01' })
    assert.deepEqual(
      [data.issue_date, data.due_date, data.total, data.amount_due, data.invoice_number.slice(0, 9)],
      ['2027-01-31', '2027-02-01', 77, 77, 'INV-2027-'],
    )
  })

  test('201 for a quote whose figures by hand would not follow from its lines', async () => {
    const quote = await create({ items: [{ name: 'x', unit_price: 10 }] })
    await patch(quote.id, { subtotal: 500 })
    await patch(quote.id, { discount_type: 'fixed', discount_value: 200 })
    const { status, data } = await convert(quote.id)
    assert.deepEqual([status, data.subtotal, data.discount_amount, data.total], [201, 500, 200, 300])
  })

  test('409 the second time, by whatever way its status was set back', async () => {
    const quote = await create()
    await convert(quote.id)
    const invoices = await invoiceCount()
    for (const status of ['converted', 'draft', 'sent', 'approved']) {
      await patch(quote.id, { status })
      const again = await convert(quote.id)
      assert.deepEqual([again.status, again.body.code], [409, 'quote_already_converted'], status)
      assert.equal((await app.call('DELETE', `/v1/quotes/${quote.id}`)).body.code, 'quote_already_converted')
    }
    assert.equal(await invoiceCount(), invoices)
  })

  for (const [status, code] of [
    ['rejected', 'quote_not_convertible'],
    ['expired', 'quote_not_convertible'],
    ['converted', 'quote_already_converted'],
  ] as const) {
    test(`409 ${code} for one that is ${status}: no invoice, no number`, async () => {
      const quote = await create()
      await patch(quote.id, { status })
      const invoices = await invoiceCount()
      const answer = await convert(quote.id)
      assert.deepEqual([answer.status, answer.body.code], [409, code])
      assert.equal(await invoiceCount(), invoices)
    })
  }

  test('201, the quote is converted before the invoice is created, and a replay makes no second one', async () => {
    const quote = await create()
    const newest = (await app.call('GET', '/v1/events', { query: { limit: '1' } })).data.events[0].id
    const headers = { 'idempotency-key': `convert ${quote.id}` }
    const first = await app.call('POST', `/v1/quotes/${quote.id}/convert`, { headers })
    const again = await app.call('POST', `/v1/quotes/${quote.id}/convert`, { headers })
    assert.deepEqual([again.status, again.text, again.headers['idempotent-replayed']], [201, first.text, 'true'])
    const { data } = await app.call('GET', '/v1/events', { query: { ending_before: newest } })
    assert.deepEqual(
      data.events.reverse().map((event: { type: string }) => event.type),
      ['quote.updated', 'quote.converted', 'invoice.created'],
    )
  })

  test('409 still when its invoice was deleted: what was agreed became an invoice once', async () => {
    const quote = await create()
    const invoice = (await convert(quote.id)).data
    assert.equal((await app.call('DELETE', `/v1/invoices/${invoice.id}`)).status, 200)
    assert.equal((await convert(quote.id)).body.code, 'quote_already_converted')
    assert.equal((await get(quote.id)).invoice_id, invoice.id)
  })

  test('400 for dates that can not be: the quote stays, and no number is used up', async () => {
    const quote = await create({ issue_date: '2035-01-01' })
    const bad = await convert(quote.id, { issue_date: '9999-12-31' })
    assert.deepEqual([bad.status, bad.body.param], [400, 'due_date'])
    assert.equal((await convert(quote.id, { issue_date: '2035-02-30' })).status, 400)
    assert.deepEqual(await get(quote.id), quote)
    assert.equal((await convert(quote.id, { issue_date: '2035-01-01' })).data.invoice_number, 'INV-2035-000001')
  })

  test('201 with as many digits as the currency of the quote has, whatever that of the company', async () => {
    const quote = await create({ currency: 'KWD', items: [{ name: 'x', quantity: 3, unit_price: 1.255 }], tax_rate: 5 })
    const { data } = await convert(quote.id)
    assert.deepEqual([data.currency, data.subtotal, data.tax_amount, data.total], ['KWD', 3.765, 0.188, 3.953])
  })

  test('404 for an unknown quote, 400 for an unknown field', async () => {
    assert.equal((await convert('quo_nope')).status, 404)
    assert.equal((await convert((await create()).id, { notes: 'x' })).body.code, 'parameter_unknown')
  })
})

describe('DELETE /v1/quotes/{id}', () => {
  test('200, then 404, and the number is not given again', async () => {
    const quote = await create({ issue_date: '2034-01-01' })
    assert.deepEqual((await app.call('DELETE', `/v1/quotes/${quote.id}`)).data, { deleted: true })
    assert.equal((await app.call('GET', `/v1/quotes/${quote.id}`)).status, 404)
    assert.equal((await convert(quote.id)).status, 404)
    assert.equal((await create({ issue_date: '2034-01-01' })).quote_number, 'QUO-2034-000002')
    assert.deepEqual(await typesOf(quote.id), ['quote.created', 'quote.deleted'])
  })
})

describe('DELETE of a quote that is not converted', () => {
  test('200 in every other status; the event has the last state; gone from list and total', async () => {
    const total = async () => (await app.call('GET', '/v1/quotes')).data.pagination.total
    for (const status of ['draft', 'sent', 'viewed', 'approved', 'rejected', 'expired']) {
      const quote = (await patch((await create({})).id, { status })).data
      const before = await total()
      assert.equal((await app.call('DELETE', `/v1/quotes/${quote.id}`)).status, 200)
      assert.equal(await total(), before - 1)
      const { data } = await app.call('GET', '/v1/events', { query: { resource_id: quote.id, limit: '1' } })
      assert.deepEqual([data.events[0].type, data.events[0].data], ['quote.deleted', quote])
      assert.equal((await app.call('DELETE', `/v1/quotes/${quote.id}`)).status, 404)
    }
  })
})

describe('GET /v1/quotes', () => {
  test('200 in pages that repeat and lose nothing of one moment, under each filter', async () => {
    const other = (await app.call('POST', '/v1/customers', { body: { name: 'Pages' } })).data.id
    const made: string[] = []
    for (let count = 0; count < 7; count++) {
      const { id } = await create({ customer_id: other })
      if (count < 4) await patch(id, { status: 'sent' })
      made.push(id)
    }
    for (const [query, expected] of [
      [{ customer_id: other }, made],
      [{ customer_id: other, status: 'sent' }, made.slice(0, 4)],
    ] as const) {
      const seen: string[] = []
      for (let offset = 0; offset <= 8; offset += 3) {
        const { data } = await app.call('GET', '/v1/quotes', { query: { ...query, limit: '3', offset: String(offset) } })
        assert.deepEqual(data.pagination, { total: expected.length, limit: 3, offset })
        seen.push(...data.quotes.map((quote: { id: string }) => quote.id))
      }
      assert.deepEqual(seen.sort(), [...expected].sort())
    }
  })

  test('200 with status and customer filters; 400 for a status that is none', async () => {
    const other = (await app.call('POST', '/v1/customers', { body: { name: 'Other' } })).data.id
    const quote = await create({ customer_id: other })
    await patch(quote.id, { status: 'approved' })
    const list = await app.call('GET', '/v1/quotes', { query: { status: 'approved', customer_id: other } })
    assert.deepEqual([list.data.pagination.total, list.data.quotes[0].id], [1, quote.id])
    assert.ok(!('items' in list.data.quotes[0]) && !('public_token' in list.data.quotes[0]))
    assert.equal((await app.call('GET', '/v1/quotes', { query: { status: 'paid' } })).status, 400)
  })
})

describe('the sweep of expired quotes', () => {
  test('only what was sent or viewed expires, on the day after, once, with one event', async () => {
    const made: Record<string, { id: string }> = {}
    for (const status of ['draft', 'sent', 'viewed', 'approved', 'rejected', 'converted']) {
      made[status] = await create({ issue_date: '2026-04-01', valid_until: '2026-05-01' })
      await patch(made[status]!.id, { status })
    }
    app.setClock('2026-05-01T23:59:59.000Z')
    await app.sweep()
    assert.equal((await get(made['sent']!.id)).status, 'sent')
    app.setClock('2026-05-02T00:00:01.000Z')
    await app.sweep()
    await app.sweep()
    for (const [status, { id }] of Object.entries(made)) {
      const expires = status === 'sent' || status === 'viewed'
      assert.equal((await get(id)).status, expires ? 'expired' : status)
      assert.equal((await typesOf(id)).filter((type) => type === 'quote.expired').length, expires ? 1 : 0)
    }
  })

  test('what was deleted does not expire', async () => {
    const quote = await create({ issue_date: '2026-01-01', valid_until: '2026-01-02' })
    await patch(quote.id, { status: 'sent' })
    await app.call('DELETE', `/v1/quotes/${quote.id}`)
    await app.sweep()
    assert.deepEqual(await typesOf(quote.id), ['quote.created', 'quote.updated', 'quote.sent', 'quote.deleted'])
  })

  test('hundreds at once expire, each with one event; a second sweep finds none', async () => {
    const ids: string[] = []
    for (let count = 0; count < 230; count++) ids.push((await create({ issue_date: '2026-01-01', valid_until: '2026-01-02' })).id)
    await Promise.all(ids.map((id) => patch(id, { status: 'sent' })))
    const newest = (await app.call('GET', '/v1/events', { query: { limit: '1' } })).data.events[0].id
    await app.sweep()
    await app.sweep()
    const expired: string[] = []
    for (let cursor = newest; cursor; ) {
      const { data } = await app.call('GET', '/v1/events', {
        query: { type: 'quote.expired', ending_before: cursor, limit: '100' },
      })
      expired.push(...data.events.map((event: { resource_id: string }) => event.resource_id))
      cursor = data.pagination.next_cursor
    }
    assert.deepEqual(expired.sort(), ids.sort())
  })
})
