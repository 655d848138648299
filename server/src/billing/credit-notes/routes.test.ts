import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { select } from '../../../test/support/fixtures.ts'
import { differencesIn } from '../../../test/support/kept-figures.ts'
import { noPdfTools, pdfText } from '../../../test/support/pdf.ts'
import { START, startTestApp, type TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
let customer_id: string

before(async () => {
  app = await startTestApp()
  customer_id = (await create('/v1/customers', { name: 'Lindqvist', contact_email: 'pay@lindqvist.example' })).id
})
after(() => app.close())

const create = async (path: string, body: object) => {
  const answer = await app.call('POST', path, { body })
  assert.equal(answer.status, 201, answer.text)
  return answer.data
}
const get = async (path: string) => {
  const answer = await app.call('GET', path)
  assert.equal(answer.status, 200, answer.text)
  return answer.data
}
/** An invoice with its lines, sent. */
async function issued(body: object = {}) {
  const items = [
    { name: 'Design', unit_price: 100, quantity: 2 },
    { name: 'Hosting', unit_price: 50 },
  ]
  const { id } = await create('/v1/invoices', { customer_id, items, ...body })
  return (await app.call('PATCH', `/v1/invoices/${id}`, { body: { status: 'sent' } })).data
}
const credit = (body: object) => app.call('POST', '/v1/credit-notes', { body })
const refusal = async (body: object) => {
  const { status, body: answer } = await credit(body)
  return [status, answer.code, answer.param]
}
const newestEvent = async () => (await get('/v1/events?limit=1')).events[0].id
const eventsSince = async (id: string): Promise<string[]> =>
  (await app.call('GET', '/v1/events', { query: { ending_before: id, limit: '100' } })).data.events
    .reverse()
    .map(({ type }: { type: string }) => type)
const pay = (id: string, amount: number) => create(`/v1/invoices/${id}/payments`, { amount })

describe('POST /v1/credit-notes', () => {
  test('201 with a number of its own, what is left of the invoice, and all that is frozen on it', async () => {
    const invoice = await issued({ tax_rate: 19, discount_type: 'fixed', discount_value: 25, purchase_order: 'PO-7' })
    await app.call('PATCH', `/v1/customers/${customer_id}`, { body: { name: 'Renamed' } })
    const answer = await credit({ invoice_id: invoice.id, reason: 'Returned' })
    await app.call('PATCH', `/v1/customers/${customer_id}`, { body: { name: 'Lindqvist' } })
    assert.equal(answer.status, 201, answer.text)
    const note = answer.data
    assert.match(note.id, /^cn_/)
    assert.equal(note.credit_note_number, 'CN-2026-000001')
    assert.deepEqual(await get(`/v1/credit-notes/${note.id}`), note)
    for (const field of [
      'subtotal',
      'discount_amount',
      'tax_amount',
      'total',
      'customer',
      'currency',
      'tax_breakdown',
      'purchase_order',
      'invoice_number',
    ]) {
      assert.deepEqual(note[field], invoice[field], field)
    }
    assert.equal(note.customer.name, 'Lindqvist')
    assert.deepEqual([note.status, note.reason, note.refund_due, note.amount_refunded], ['issued', 'Returned', 0, 0])
    assert.deepEqual(
      note.items.map(({ item_id, total, quantity }: { [field: string]: unknown }) => [item_id, total, quantity]),
      invoice.items.map(({ id, total, quantity }: { [field: string]: unknown }) => [id, total, quantity]),
    )
  })

  test('201 for part of a line: less is due, and the rest can be credited', async () => {
    const invoice = await issued()
    const [line] = invoice.items
    const events = await newestEvent()
    const { data } = await credit({ invoice_id: invoice.id, items: [{ item_id: line.id, quantity: 0.5 }] })
    assert.deepEqual([data.total, data.items.length, data.items[0].quantity], [50, 1, 0.5])
    const { amount_due, amount_credited, status } = await get(`/v1/invoices/${invoice.id}`)
    assert.deepEqual([amount_due, amount_credited, status], [200, 50, 'sent'])
    assert.deepEqual(await eventsSince(events), ['credit_note.created', 'invoice.updated'])
    const rest = await credit({ invoice_id: invoice.id })
    assert.deepEqual([rest.data.total, rest.data.items[0].quantity], [200, 1.5])
  })

  test('201 credits what was not paid: cancelled without a payment, paid with one', async () => {
    const unpaid = await issued()
    const events = await newestEvent()
    await credit({ invoice_id: unpaid.id })
    assert.deepEqual(await eventsSince(events), ['credit_note.created', 'invoice.updated', 'invoice.cancelled'])
    const partly = await issued()
    await pay(partly.id, 50)
    const { id } = partly
    await credit({ invoice_id: id, items: [{ item_id: partly.items[0].id, quantity: 2 }] })
    const after = await get(`/v1/invoices/${id}`)
    assert.deepEqual([after.status, after.amount_due, after.refund_due], ['paid', 0, 0])
  })

  test('400 and 409 for what can not be credited; nothing is stored, and no number is used', async () => {
    const invoice = await issued()
    const other = await issued()
    const [line, second] = invoice.items
    const of = (items: object[]) => refusal({ invoice_id: invoice.id, items })
    const number = async () => (await app.call('POST', '/v1/credit-notes/preview', { body: { invoice_id: invoice.id } })).data
    const before = (await number()).credit_note_number
    const draft = await create('/v1/invoices', { customer_id })
    assert.deepEqual(await refusal({ invoice_id: draft.id }), [409, 'invoice_is_draft', 'invoice_id'])
    assert.deepEqual(await refusal({ invoice_id: 'inv_00000000000000000000000000' }), [400, 'parameter_invalid', 'invoice_id'])
    assert.deepEqual(await refusal({}), [400, 'parameter_missing', 'invoice_id'])
    assert.deepEqual(await of([]), [400, 'parameter_invalid', 'items'])
    assert.deepEqual(await of([{ item_id: other.items[0].id, quantity: 1 }]), [400, 'parameter_invalid', 'items[0].item_id'])
    const once = { item_id: line.id, quantity: 1 }
    assert.deepEqual(await of([once, once]), [400, 'parameter_invalid', 'items[1].item_id'])
    for (const quantity of [0, -1, 2.001]) {
      assert.deepEqual(await of([{ ...once, quantity }]), [400, 'credit_exceeds_invoice', 'items[0].quantity'], String(quantity))
    }
    assert.deepEqual(await of([{ ...once, quantity: 'x' }]), [400, 'parameter_invalid', 'items[0].quantity'])
    await credit({ invoice_id: invoice.id, items: [{ item_id: second.id, quantity: 1 }] })
    assert.deepEqual(await of([{ item_id: second.id, quantity: 1 }]), [400, 'credit_exceeds_invoice', 'items[0].quantity'])
    await credit({ invoice_id: invoice.id })
    assert.deepEqual(await refusal({ invoice_id: invoice.id }), [400, 'credit_exceeds_invoice', 'invoice_id'])
    assert.equal((await create('/v1/credit-notes', { invoice_id: other.id })).credit_note_number > before, true)
  })

  test('400 for a total that is not above 0, or more than the invoice has left; 201 for credit lines together with others', async () => {
    const items = [
      { name: 'Work', unit_price: 100 },
      { name: 'Goodwill', unit_price: 60, quantity: -1 },
    ]
    const invoice = await issued({ items })
    const [work, goodwill] = invoice.items
    assert.deepEqual(await refusal({ invoice_id: invoice.id, items: [{ item_id: goodwill.id, quantity: -1 }] }), [
      400,
      'parameter_invalid',
      'items',
    ])
    assert.deepEqual(await refusal({ invoice_id: invoice.id, items: [{ item_id: work.id, quantity: 1 }] }), [
      400,
      'credit_exceeds_invoice',
      'items',
    ])
    assert.equal((await credit({ invoice_id: invoice.id })).data.total, 40)
  })

  test('400 once nothing is left of the total: lines that amount to 0 together are no credit note', async () => {
    const items = [
      { name: 'Work', unit_price: 100 },
      { name: 'Goodwill', unit_price: 60, quantity: -1 },
    ]
    const invoice = await issued({ items })
    await create('/v1/credit-notes', { invoice_id: invoice.id, items: [{ item_id: invoice.items[0].id, quantity: 0.4 }] })
    assert.deepEqual(await refusal({ invoice_id: invoice.id }), [400, 'credit_exceeds_invoice', 'invoice_id'])
    const of_line = { invoice_id: invoice.id, items: [{ item_id: invoice.items[0].id, quantity: 0.6 }] }
    assert.deepEqual(await refusal(of_line), [400, 'credit_exceeds_invoice', 'invoice_id'])
  })

  test('200 as a preview: the same, and nothing is stored', async () => {
    const invoice = await issued()
    const body = { invoice_id: invoice.id, reason: 'x' }
    const preview = await app.call('POST', '/v1/credit-notes/preview', { body })
    assert.equal(preview.status, 200, preview.text)
    const made = (await credit(body)).data
    const same = ({ id: _id, public_token: _token, items, ...rest }: typeof made) => ({
      ...rest,
      items: items.map(({ id: _line, ...line }: { id: string }) => line),
    })
    assert.deepEqual(same(preview.data), same(made))
  })

  test('201 for exactly what there is when twelve ask at once', async () => {
    const invoice = await issued({ items: [{ name: 'Hours', unit_price: 10, quantity: 5 }] })
    const items = [{ item_id: invoice.items[0].id, quantity: 1 }]
    const answers = await Promise.all(Array.from({ length: 12 }, () => credit({ invoice_id: invoice.id, items })))
    assert.equal(answers.filter(({ status }) => status === 201).length, 5)
    assert.ok(answers.every(({ status, body }) => status === 201 || body.code === 'credit_exceeds_invoice'))
    const after = await get(`/v1/invoices/${invoice.id}`)
    assert.deepEqual([after.amount_credited, after.amount_due, after.status], [50, 0, 'cancelled'])
  })

  test('405 for changes', async () => {
    const { id } = await create('/v1/credit-notes', { invoice_id: (await issued()).id })
    assert.equal((await app.call('PATCH', `/v1/credit-notes/${id}`, { body: {} })).status, 405)
    assert.equal((await app.call('DELETE', `/v1/credit-notes/${id}`)).status, 405)
  })
})

describe('an invoice with credit notes', () => {
  test('409 when it is deleted or made a draft', async () => {
    const invoice = await issued()
    await credit({ invoice_id: invoice.id, items: [{ item_id: invoice.items[1].id, quantity: 1 }] })
    const deletion = await app.call('DELETE', `/v1/invoices/${invoice.id}`)
    assert.deepEqual([deletion.status, deletion.body.code], [409, 'invoice_has_credit_notes'])
    const draft = await app.call('PATCH', `/v1/invoices/${invoice.id}`, { body: { status: 'draft' } })
    assert.deepEqual([draft.status, draft.body.code, draft.body.param], [409, 'invoice_has_credit_notes', 'status'])
  })

  test('records what is due after credits when its status is set to paid, and not more', async () => {
    const invoice = await issued()
    await credit({ invoice_id: invoice.id, items: [{ item_id: invoice.items[1].id, quantity: 1 }] })
    const over = await app.call('POST', `/v1/invoices/${invoice.id}/payments`, { body: { amount: 201 } })
    assert.deepEqual([over.status, over.body.param], [400, 'amount'])
    const { data } = await app.call('PATCH', `/v1/invoices/${invoice.id}`, { body: { status: 'paid' } })
    assert.deepEqual([data.amount_paid, data.amount_due, data.refund_due], [200, 0, 0])
    const back = await app.call('PATCH', `/v1/invoices/${invoice.id}`, { body: { status: 'sent' } })
    assert.deepEqual([back.data.amount_paid, back.data.amount_due], [0, 200])
  })

  test('is settled by its credit notes when the payment is undone: cancelled', async () => {
    const invoice = await issued()
    const payment = await pay(invoice.id, 250)
    await credit({ invoice_id: invoice.id })
    assert.equal((await get(`/v1/invoices/${invoice.id}`)).refund_due, 250)
    assert.equal((await app.call('DELETE', `/v1/invoices/${invoice.id}/payments/${payment.id}`)).status, 200)
    const after = await get(`/v1/invoices/${invoice.id}`)
    assert.deepEqual([after.status, after.amount_paid, after.amount_due, after.refund_due], ['cancelled', 0, 0, 0])
  })

  test('never becomes overdue once nothing is due', async () => {
    const invoice = await issued({ due_date: '2026-01-01' })
    await credit({ invoice_id: invoice.id })
    const { sweepOverdueInvoices } = await import('../invoices/sweep.ts')
    await sweepOverdueInvoices(app.database, app.now_ms())
    assert.equal((await get(`/v1/invoices/${invoice.id}`)).status, 'cancelled')
  })
})

describe('refunds', () => {
  test('201 lowers what is due to the customer on invoice and credit notes; 400 for more', async () => {
    const invoice = await issued()
    await pay(invoice.id, 250)
    const first = await create('/v1/credit-notes', {
      invoice_id: invoice.id,
      items: [{ item_id: invoice.items[0].id, quantity: 1 }],
    })
    const second = await create('/v1/credit-notes', {
      invoice_id: invoice.id,
      items: [{ item_id: invoice.items[1].id, quantity: 1 }],
    })
    // The second has what the first left.
    assert.deepEqual([first.refund_due, second.refund_due], [100, 150])
    const path = `/v1/credit-notes/${first.id}/refunds`
    for (const amount of [150.01, 0, 0.001]) {
      const answer = await app.call('POST', path, { body: { amount } })
      assert.deepEqual([answer.status, answer.body.param], [400, 'amount'])
    }
    const events = await newestEvent()
    const refund = await create(path, { amount: 40, paid_at: '2026-02-03', method: 'card', reference: 'r-1' })
    assert.match(refund.id, /^rfd_/)
    assert.deepEqual(
      [refund.credit_note_id, refund.amount, refund.currency, refund.paid_at, refund.method, refund.reference],
      [first.id, 40, invoice.currency, '2026-02-03', 'card', 'r-1'],
    )
    assert.deepEqual(await eventsSince(events), ['credit_note.refunded', 'invoice.updated'])
    assert.deepEqual((await get(path)).refunds, [refund])
    const shown = await get(`/v1/invoices/${invoice.id}`)
    assert.deepEqual([shown.amount_paid, shown.refund_due, shown.status], [250, 110, 'paid'])
    const notes = (await get(`/v1/credit-notes?invoice_id=${invoice.id}`)).credit_notes
    assert.deepEqual(
      notes.map((note: { amount_refunded: number; refund_due: number }) => [note.amount_refunded, note.refund_due]).sort(),
      [
        [0, 110],
        [40, 110],
      ],
    )
  })

  test('409 for undoing a payment that was paid back, however it is undone', async () => {
    const invoice = await issued()
    const payment = await pay(invoice.id, 250)
    const note = await create('/v1/credit-notes', { invoice_id: invoice.id })
    await create(`/v1/credit-notes/${note.id}/refunds`, { amount: 1 })
    const undone = await app.call('DELETE', `/v1/invoices/${invoice.id}/payments/${payment.id}`)
    assert.deepEqual([undone.status, undone.body.code], [409, 'payment_refunded'])
    const marked = await issued()
    await app.call('PATCH', `/v1/invoices/${marked.id}`, { body: { status: 'paid' } })
    const other = await create('/v1/credit-notes', { invoice_id: marked.id })
    await create(`/v1/credit-notes/${other.id}/refunds`, { amount: 250 })
    const back = await app.call('PATCH', `/v1/invoices/${marked.id}`, { body: { status: 'sent' } })
    assert.deepEqual([back.status, back.body.code, back.body.param], [409, 'payment_refunded', 'status'])
  })
})

describe('the time that an invoice billed', () => {
  test('is free once its line is credited whole, and can be billed again', async () => {
    const project = await create('/v1/projects', { title: 'Shop', hourly_rate: 90, customer_id })
    const task = await create(`/v1/projects/${project.id}/tasks`, { title: 'Design' })
    const time = (body: object) =>
      create(`/v1/projects/${project.id}/time-entries`, { start_time: START, duration_minutes: 60, ...body })
    const on_task = await time({ task_id: task.id })
    const taskless = await time({})
    const invoice = await create(`/v1/projects/${project.id}/invoice`, {})
    await app.call('PATCH', `/v1/invoices/${invoice.id}`, { body: { status: 'sent' } })
    const invoiced = async (id: string) => (await get(`/v1/projects/${project.id}/time-entries/${id}`)).invoiced
    const line = invoice.items.find(({ item_name }: { item_name: string }) => item_name === 'Design')
    await credit({ invoice_id: invoice.id, items: [{ item_id: line.id, quantity: 0.25 }] })
    assert.deepEqual([await invoiced(on_task.id), await invoiced(taskless.id)], [true, true])
    await credit({ invoice_id: invoice.id, items: [{ item_id: line.id, quantity: 0.75 }] })
    assert.deepEqual([await invoiced(on_task.id), await invoiced(taskless.id)], [false, true])
    const again = await create(`/v1/projects/${project.id}/invoice`, {})
    assert.deepEqual(
      again.items.map(({ item_name }: { item_name: string }) => item_name),
      ['Design'],
    )
    await credit({ invoice_id: invoice.id })
    assert.deepEqual([await invoiced(on_task.id), await invoiced(taskless.id)], [true, false])
  })

  test('is free without a price too, once nothing is left of the total', async () => {
    const project = await create('/v1/projects', { title: 'Care', hourly_rate: 90, customer_id })
    const [paid, free] = await Promise.all(
      [{}, { hourly_rate: 0 }].map((rate) =>
        create(`/v1/projects/${project.id}/tasks`, { title: `T ${rate.hourly_rate}`, ...rate }),
      ),
    )
    const entries = await Promise.all(
      [paid, free].map(({ id }) =>
        create(`/v1/projects/${project.id}/time-entries`, { task_id: id, start_time: START, duration_minutes: 60 }),
      ),
    )
    const { id, items } = await create(`/v1/projects/${project.id}/invoice`, {})
    await app.call('PATCH', `/v1/invoices/${id}`, { body: { status: 'sent' } })
    const with_price = items.find(({ total }: { total: number }) => total > 0)
    assert.equal(items.length, 2)
    await create('/v1/credit-notes', { invoice_id: id, items: [{ item_id: with_price.id, quantity: 1 }] })
    for (const entry of entries) {
      assert.equal((await get(`/v1/projects/${project.id}/time-entries/${entry.id}`)).invoiced, false)
    }
  })
})

describe('the paper of a credit note', { skip: noPdfTools }, () => {
  test('says the amounts of the API, the invoice and the reason, as PDF and on its public page', async () => {
    const invoice = await issued({ tax_rate: 19, currency: 'EUR' })
    const note = await create('/v1/credit-notes', {
      invoice_id: invoice.id,
      items: [{ item_id: invoice.items[0].id, quantity: 1 }],
      reason: 'Wrong colour',
    })
    const pdf = await app.call('GET', `/v1/credit-notes/${note.id}/pdf`)
    assert.equal(pdf.status, 200, pdf.text)
    const paper = pdfText(pdf.bytes)
    const page = (await app.server.inject({ method: 'GET', url: `/c/${note.public_token}` })).payload
    for (const text of [paper, page]) {
      for (const said of ['Credit note', note.credit_note_number, note.invoice_number, 'Wrong colour', '119.00']) {
        assert.ok(text.includes(said), `${said}\n${text}`)
      }
      assert.ok(!text.includes('Due date'))
    }
    for (const url of [`/i/${note.public_token}`, `/q/${note.public_token}`, `/c/${invoice.public_token}`]) {
      assert.equal((await app.server.inject({ method: 'GET', url })).statusCode, 404, url)
    }
    assert.equal((await app.server.inject({ method: 'GET', url: `/c/${note.public_token}/pdf` })).statusCode, 200)
    const renewed = await app.call('POST', `/v1/credit-notes/${note.id}/renew-token`, { body: {} })
    assert.notEqual(renewed.data.public_token, note.public_token)
    assert.equal((await app.server.inject({ method: 'GET', url: `/c/${note.public_token}` })).statusCode, 404)
  })
})

test('all figures that are kept agree with the rows of the credit notes above', async () => {
  assert.deepEqual(await differencesIn(app), [])
  assert.ok((await select(app, 'SELECT id FROM credit_notes')).length > 0)
})
