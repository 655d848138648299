import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { differencesIn } from '../../../test/support/kept-figures.ts'
import { START, startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { newId, type ProjectId } from '../../kernel/ids.ts'
import { lockProject } from '../projects/service.ts'
import { countTime } from '../tasks/service.ts'
import { insertTimeEntry } from './repository.ts'
import { draftTimeEntry } from './time-entry.ts'

let app: TestApp
let customer_id: string
let project_id: string

before(async () => {
  app = await startTestApp()
  customer_id = (await app.call('POST', '/v1/customers', { body: { name: 'Lindqvist', contact_email: 'pay@lindqvist.example' } }))
    .data.id
})
after(() => app.close())
beforeEach(async () => {
  app.setClock(START)
  project_id = (await create('/v1/projects', { title: 'Web shop', hourly_rate: 90, customer_id })).id
})

const create = async (path: string, body: object, scope = {}) => {
  const answer = await app.call('POST', path, { body, ...scope })
  assert.equal(answer.status, 201, answer.text)
  return answer.data
}
const path = (rest = '') => `/v1/projects/${project_id}${rest}`
const task = async (body: object): Promise<string> => (await create(path('/tasks'), body)).id
const record = (duration_minutes: number, body: object = {}) =>
  create(path('/time-entries'), { start_time: START, duration_minutes, ...body })
const invoice = (body?: object) => app.call('POST', path('/invoice'), body === undefined ? {} : { body })
const entry = async (id: string) => (await app.call('GET', path(`/time-entries/${id}`))).data
const project = async () => (await app.call('GET', path())).data
const newestEvent = async () => (await app.call('GET', '/v1/events', { query: { limit: '1' } })).data.events[0]?.id
const eventsSince = async (id: string): Promise<{ type: string; data: Record<string, unknown> }[]> =>
  (await app.call('GET', '/v1/events', { query: { ending_before: id, limit: '100' } })).data.events.reverse()
const lines = (made: { items: Record<string, unknown>[] }) =>
  made.items.map(({ item_name, description, quantity, unit, unit_price, subtotal }) => [
    ...[item_name, description, quantity, unit],
    ...[unit_price, subtotal],
  ])

describe('POST /v1/projects/{id}/invoice', () => {
  test('201 with a draft: a line for each task in their order, then one for time without a task', async () => {
    const second = await task({ title: 'Checkout', position: 2 })
    const first = await task({ title: 'Design', position: 1, hourly_rate: 110 })
    await record(30)
    await record(90, { task_id: first })
    await record(60, { task_id: second, hourly_rate: 80 })
    await record(30, { task_id: second })
    await record(20, { task_id: first })
    const answer = await invoice({
      tax_rate: 10,
      notes: 'Thanks',
      payment_terms: 'Net 10',
      tax_id: 'x',
      issue_date: '2027-01-31',
    })
    assert.equal(answer.status, 201, answer.text)
    const { data } = answer
    assert.deepEqual(lines(data), [
      ['Design', '', 1.833333, 'h', 110, 201.67],
      ['Checkout', '1.5 h at different rates', 1, '', 125, 125],
      ['Web shop', '', 0.5, 'h', 90, 45],
    ])
    assert.deepEqual([data.subtotal, data.tax_amount, data.total, data.amount_due], [371.67, 37.17, 408.84, 408.84])
    assert.deepEqual([data.status, data.customer.name, data.currency], ['draft', 'Lindqvist', 'USD'])
    assert.deepEqual([data.notes, data.payment_terms], ['Thanks', 'Net 10'])
    assert.deepEqual([data.issue_date, data.due_date], ['2027-01-31', '2027-03-02'])
    assert.match(data.invoice_number, /^INV-2027-\d{6}$/)
    assert.deepEqual((await app.call('GET', `/v1/invoices/${data.id}`)).data, data)
    const { total_revenue } = await project()
    assert.equal(total_revenue, data.subtotal)
  })

  test('201 bills only what is stopped, billable, alive and on no invoice yet; the rest another time', async () => {
    const made = [await record(60), await record(30, { is_billable: false }), await create(path('/time-entries'), {})]
    const gone = await record(15)
    await app.call('DELETE', path(`/time-entries/${gone.id}`))
    const first = (await invoice()).data
    assert.equal(first.subtotal, 90)
    const marks = await Promise.all(made.map(async ({ id }) => (await entry(id)).invoice_id))
    assert.deepEqual(marks, [first.id, null, null])
    await app.call('PATCH', path(`/time-entries/${made[2].id}`), { body: { duration_minutes: 20 } })
    assert.equal((await invoice()).data.subtotal, 30)
    const answer = await invoice()
    assert.deepEqual([answer.status, answer.body.code], [409, 'nothing_to_invoice'])
  })

  test('201 marks the entries, with invoice.created and then time_entry.updated for each, oldest first', async () => {
    const later = await record(60, { start_time: '2026-06-02T10:00:00Z' })
    const earlier = await record(60, { start_time: '2026-06-01T10:00:00Z' })
    const mark = await newestEvent()
    app.setClock('2026-06-15T12:00:00.000Z')
    const { data } = await invoice({})
    const billed = { invoiced: true, invoice_id: data.id, updated_at: '2026-06-15T12:00:00.000Z' }
    const events = await eventsSince(mark)
    assert.deepEqual(
      events.map(({ type }) => type),
      ['invoice.created', 'time_entry.updated', 'time_entry.updated'],
    )
    assert.deepEqual(
      events.map((event) => event.data),
      [data, { ...earlier, ...billed }, { ...later, ...billed }],
    )
    assert.deepEqual(await entry(later.id), { ...later, ...billed })
    const found = await app.call('GET', path('/time-entries'), { query: { invoiced: 'true' } })
    assert.equal(found.data.pagination.total, 2)
  })

  test('201 with exact amounts also where hours × rate would not give them', async () => {
    await app.call('PATCH', path(), { body: { hourly_rate: 30000 } })
    await record(20)
    const { data } = await invoice()
    assert.deepEqual(lines(data), [['Web shop', '0.333333 h at 30000 an hour', 1, '', 10000, 10000]])
    assert.equal((await project()).total_revenue, 10000)
  })

  test('201 in the digits of the company’s currency', async () => {
    for (const [currency, subtotal] of [
      ['JPY', 33],
      ['KWD', 33.333],
    ] as const) {
      const { company_id, keys } = await app.addTenant(currency)
      const scope = { company: company_id, key: keys.admin }
      const customer = await create('/v1/customers', { name: 'C' }, scope)
      const made = await create('/v1/projects', { title: 'P', hourly_rate: 100, customer_id: customer.id }, scope)
      const base = `/v1/projects/${made.id}`
      await create(`${base}/time-entries`, { start_time: START, duration_minutes: 20 }, scope)
      const { data } = await app.call('POST', `${base}/invoice`, scope)
      assert.deepEqual([data.currency, data.subtotal], [currency, subtotal])
      assert.equal((await app.call('GET', base, scope)).data.total_revenue, subtotal)
    }
  })

  test('201 for time of a deleted task, under its title and rate', async () => {
    const task_id = await task({ title: 'Gone', hourly_rate: 50 })
    await record(60, { task_id })
    await app.call('DELETE', path(`/tasks/${task_id}`))
    assert.deepEqual(lines((await invoice()).data), [['Gone', '', 1, 'h', 50, 50]])
  })

  test('201 with a free line where there is no rate at all', async () => {
    await app.call('PATCH', path(), { body: { hourly_rate: null } })
    await record(60)
    assert.deepEqual(lines((await invoice()).data), [['Web shop', '', 1, 'h', 0, 0]])
  })

  test('201 exactly once when two ask at the same time', async () => {
    await record(60)
    const answers = await Promise.all([invoice(), invoice(), invoice()])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409])
  })

  test('the same answer for a repeated request with its Idempotency-Key', async () => {
    await record(60)
    const call = { body: {}, headers: { 'idempotency-key': `bill-${project_id}` } }
    const [first, second] = [await app.call('POST', path('/invoice'), call), await app.call('POST', path('/invoice'), call)]
    assert.deepEqual([first.status, second.status, second.text], [201, 201, first.text])
  })

  test('409 project_has_no_customer, 409 nothing_to_invoice, and no number is used up', async () => {
    await record(60)
    await app.call('PATCH', path(), { body: { customer_id: null } })
    const homeless = await invoice()
    assert.deepEqual([homeless.status, homeless.body.code], [409, 'project_has_no_customer'])
    await app.call('PATCH', path(), { body: { customer_id } })
    const first = (await invoice()).data
    const empty = await invoice()
    assert.deepEqual([empty.status, empty.body.code], [409, 'nothing_to_invoice'])
    await record(60)
    const number = (made: { invoice_number: string }) => Number(made.invoice_number.slice(-6))
    assert.equal(number((await invoice()).data), number(first) + 1)
  })

  test('400 for what an invoice can not be, and no entry is marked', async () => {
    const { id } = await record(60)
    const faulty: [object, string][] = [
      [{ issue_date: '2026-02-30' }, 'issue_date'],
      [{ due_date: 'tomorrow' }, 'due_date'],
      [{ tax_rate: 101 }, 'tax_rate'],
      [{ items: [] }, 'items'],
      [{ customer_id }, 'customer_id'],
      [{ issue_date: '9999-12-31' }, 'due_date'],
    ]
    for (const [body, param] of faulty) {
      const answer = await invoice(body)
      assert.deepEqual([answer.status, answer.body.param], [400, param], answer.text)
    }
    assert.equal((await entry(id)).invoiced, false)
  })

  test('201 for 10,000 entries at most, the oldest first; another call bills the rest, and all figures are right', async () => {
    const { company_id, user_id } = app.tenant
    await app.database.write(async (tx) => {
      const project = await lockProject(tx, company_id, project_id)
      const made = { company_id, project_id: project_id as ProjectId, user_id, task: undefined, now: START }
      for (let index = 0; index < 10_003; index++) {
        const start_time = new Date(Date.parse(START) - index * 60_000).toISOString()
        const one = draftTimeEntry({ start_time, duration_minutes: 1 }, { ...made, id: newId('time_entry', index) })
        await insertTimeEntry(tx, one, new Map())
      }
      const all = draftTimeEntry({ start_time: START, duration_minutes: 10_003 }, { ...made, id: newId('time_entry', 0) })
      await countTime(tx, project, undefined, all)
    })
    const first = (await invoice()).data
    assert.deepEqual(lines(first), [['Web shop', '', 166.666667, 'h', 90, 15000]])
    const free = (await app.call('GET', path('/time-entries'), { query: { invoiced: 'false' } })).data
    assert.deepEqual(free.time_entries.map(({ start_time }: { start_time: string }) => start_time).sort(), [
      '2026-06-15T09:58:00.000Z',
      '2026-06-15T09:59:00.000Z',
      START,
    ])
    assert.equal((await invoice()).data.subtotal, 4.5)
    assert.equal((await app.call('DELETE', `/v1/invoices/${first.id}`)).status, 200)
    assert.equal((await invoice()).data.subtotal, 15000)
    assert.deepEqual(await differencesIn(app), [])
  })

  test('404 for a project of another company', async () => {
    await record(60)
    assert.equal((await app.call('POST', path('/invoice'), { company: app.tenant.sibling_id })).status, 404)
  })
})

describe('time on an invoice', () => {
  test('409 for changing or deleting it; entry, invoice and figures are as they were', async () => {
    const { id } = await record(60)
    const { data } = await invoice()
    const before = [await entry(id), await project()]
    for (const body of [{ description: 'x' }, { duration_minutes: 5 }, { hourly_rate: 1 }, { is_billable: false }]) {
      const answer = await app.call('PATCH', path(`/time-entries/${id}`), { body })
      assert.deepEqual([answer.status, answer.body.code], [409, 'time_entry_invoiced'])
    }
    const answer = await app.call('DELETE', path(`/time-entries/${id}`))
    assert.deepEqual([answer.status, answer.body.code], [409, 'time_entry_invoiced'])
    assert.deepEqual([await entry(id), await project()], before)
    assert.deepEqual((await app.call('GET', `/v1/invoices/${data.id}`)).data, data)
  })

  test('200 for a PATCH that changes nothing', async () => {
    const { id } = await record(60)
    await invoice()
    const before = await entry(id)
    const answer = await app.call('PATCH', path(`/time-entries/${id}`), { body: { duration_minutes: 60, description: '' } })
    assert.deepEqual([answer.status, answer.data], [200, before])
  })

  test('is free again when the invoice is deleted, with time_entry.updated after invoice.deleted', async () => {
    const made = [await record(60), await record(30)]
    const { data } = await invoice()
    const mark = await newestEvent()
    app.setClock('2026-06-15T12:00:00.000Z')
    assert.equal((await app.call('DELETE', `/v1/invoices/${data.id}`)).status, 200)
    const freed = made.map((one) => ({ ...one, updated_at: '2026-06-15T12:00:00.000Z' }))
    for (const one of freed) assert.deepEqual(await entry(one.id), one)
    const events = await eventsSince(mark)
    assert.deepEqual(
      events.map(({ type }) => type),
      ['invoice.deleted', 'time_entry.updated', 'time_entry.updated'],
    )
    const again = (await invoice()).data
    assert.equal(again.subtotal, data.subtotal)
    assert.ok(again.invoice_number > data.invoice_number)
  })

  test('stays on the invoice when its project, task or rates change', async () => {
    const task_id = await task({ title: 'Checkout', hourly_rate: 50 })
    const { id } = await record(60, { task_id })
    const { data } = await invoice()
    await app.call('PATCH', path(`/tasks/${task_id}`), { body: { hourly_rate: 70, title: 'Other' } })
    await app.call('DELETE', path(`/tasks/${task_id}`))
    assert.deepEqual((await app.call('GET', `/v1/invoices/${data.id}`)).data, data)
    assert.deepEqual([(await entry(id)).invoiced, (await entry(id)).task_id], [true, task_id])
  })
})
