import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
let customer_id: string

before(async () => {
  app = await startTestApp({ currency: 'EUR' })
  const path = `/v1/companies/${app.tenant.company_id}`
  await app.call('PATCH', path, { company: null, body: { time_zone: 'Pacific/Auckland' } })
  customer_id = (await make('/v1/customers', { name: '6" pipe, "A"', contact_phone: '+49 30', notes: 'a\nb' })).id
})
after(() => app.close())

async function make(path: string, body: object) {
  const answer = await app.call('POST', path, { body })
  assert.equal(answer.status, 201, answer.text)
  return answer.data
}

const exported = (kind: string, query: Record<string, string> = {}) => app.call('GET', `/v1/exports/${kind}`, { query })

/** A reader of CSV by RFC 4180 that knows nothing of the writer. */
function readCsv(text: string): Record<string, string>[] {
  const rows: string[][] = [[]]
  let cell = ''
  for (let at = 0; at < text.length; ) {
    if (text[at] === '"') {
      for (at++; !(text[at] === '"' && text[at + 1] !== '"'); at += text[at] === '"' ? 2 : 1) cell += text[at]
      at++
    } else if (text[at] === ',') {
      rows.at(-1)!.push(cell)
      cell = ''
      at++
    } else if (text.startsWith('\r\n', at)) {
      rows.at(-1)!.push(cell)
      rows.push([])
      cell = ''
      at += 2
    } else cell += text[at++]
  }
  const [names, ...lines] = rows.slice(0, -1)
  return lines.map((cells) => {
    assert.equal(cells.length, names!.length)
    return Object.fromEntries(names!.map((name, index) => [name, cells[index]!]))
  })
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))

describe('exports', () => {
  test('have the last day, in the zone of the company, and text that no spreadsheet runs (case D27)', async () => {
    const project = await make('/v1/projects', { title: 'P', customer_id })
    const times = ['2026-03-31T10:59:59Z', '2026-03-31T11:00:00Z']
    for (const start_time of times) {
      await make(`/v1/projects/${project.id}/time-entries`, { start_time, duration_minutes: 5, description: '\t=1+1' })
    }
    const items = [
      { name: 'x', unit_price: 100 },
      { name: 'y', unit_price: -12.35 },
    ]
    const invoice = await make('/v1/invoices', { customer_id, issue_date: '2026-03-31', items, notes: '\r=1' })
    await app.call('PATCH', `/v1/invoices/${invoice.id}`, { body: { status: 'sent' } })
    for (const paid_at of ['2026-03-31', '2026-04-01']) {
      await make(`/v1/invoices/${invoice.id}/payments`, { amount: 5, paid_at, reference: '=cmd' })
    }
    const day = { from: '2026-03-31', to: '2026-03-31' }
    const entries = readCsv((await exported('time-entries', day)).text)
    assert.deepEqual(
      entries.map(({ start_time, description, project_title }) => [start_time, description, project_title]),
      [['2026-03-31T10:59:59.000Z', "'\t=1+1", 'P']],
    )
    const paid = readCsv((await exported('payments', day)).text)
    assert.deepEqual(
      paid.map(({ paid_at, amount, reference, invoice_number, customer_name }) => [
        paid_at,
        amount,
        reference,
        invoice_number,
        customer_name,
      ]),
      [['2026-03-31', '5', "'=cmd", invoice.invoice_number, '6" pipe, "A"']],
    )
    const [row] = readCsv((await exported('invoices', day)).text)
    assert.deepEqual([row!['id'], row!['total'], row!['notes'], row!['items']], [invoice.id, '87.65', "'\r=1", undefined])
    const [client] = readCsv((await exported('customers')).text)
    assert.deepEqual([client!['name'], client!['contact_phone'], client!['notes']], ['6" pipe, "A"', "'+49 30", 'a\nb'])
  })

  test('have each column once', async () => {
    for (const kind of ['invoices', 'credit-notes', 'payments', 'time-entries', 'customers']) {
      const [head] = (await exported(kind)).text.replace(/^\uFEFF/, '').split(/\r?\n/)
      const names = head!.split(',')
      assert.deepEqual(names, [...new Set(names)], kind)
      assert.ok(names.length > 5)
    }
  })

  test('as lines of JSON have each object as the API shows it', async () => {
    const { id } = await make('/v1/invoices', { customer_id, issue_date: '2026-05-01', items: [{ name: 'x', unit_price: 1 }] })
    const answer = await exported('invoices', { from: '2026-05-01', to: '2026-05-01', format: 'jsonl' })
    assert.equal(answer.headers['content-type'], 'application/x-ndjson; charset=utf-8')
    assert.equal(answer.headers['content-disposition'], 'attachment; filename="invoices_2026-05-01_2026-05-01.jsonl"')
    assert.deepEqual(linesOf(answer.text), [(await app.call('GET', `/v1/invoices/${id}`)).data])
    await app.call('PATCH', `/v1/invoices/${id}`, { body: { status: 'sent' } })
    const note = await make('/v1/credit-notes', { invoice_id: id, issue_date: '2026-05-02' })
    const notes = linesOf((await exported('credit-notes', { from: '2026-05-02', format: 'jsonl' })).text)
    assert.deepEqual(notes, [(await app.call('GET', `/v1/credit-notes/${note.id}`)).data])
  })

  test('sum to what the API says, over more than one page, once for each', async () => {
    const COUNT = 620
    const ids = new Set<string>()
    for (let index = 0; index < COUNT; index++) {
      const issue_date = index % 3 === 0 ? '2031-01-15' : '2031-02-15'
      ids.add((await make('/v1/invoices', { customer_id, issue_date, items: [{ name: 'x', unit_price: index / 100 }] })).id)
    }
    const rows = readCsv((await exported('invoices', { from: '2031-01-01', to: '2031-12-31' })).text)
    assert.deepEqual(new Set(rows.map(({ id }) => id)), ids)
    const cents = (list: { total: string }[]) => list.reduce((sum, { total }) => sum + Math.round(Number(total) * 100), 0)
    assert.equal(rows.length, COUNT)
    assert.equal(cents(rows as never), (COUNT * (COUNT - 1)) / 2)
    const january = readCsv((await exported('invoices', { from: '2031-01-01', to: '2031-01-31' })).text)
    assert.equal(january.length, Math.ceil(COUNT / 3))
  })

  test('of payments leave out what was undone, and of any kind what was deleted', async () => {
    const invoice = await make('/v1/invoices', { customer_id, issue_date: '2032-01-01', items: [{ name: 'x', unit_price: 10 }] })
    await app.call('PATCH', `/v1/invoices/${invoice.id}`, { body: { status: 'sent' } })
    const payment = await make(`/v1/invoices/${invoice.id}/payments`, { amount: 5, paid_at: '2032-01-02' })
    const of_day = { from: '2032-01-01', to: '2032-01-02' }
    assert.equal(readCsv((await exported('payments', of_day)).text).length, 1)
    await app.call('DELETE', `/v1/invoices/${invoice.id}/payments/${payment.id}`)
    assert.equal(readCsv((await exported('payments', of_day)).text).length, 0)
    await app.call('DELETE', `/v1/invoices/${invoice.id}`)
    assert.equal(readCsv((await exported('invoices', of_day)).text).length, 0)
  })

  test('take the earliest and the latest day there is, in any time zone', async () => {
    const answer = await exported('customers', { from: '0001-01-01', to: '9999-12-31' })
    assert.equal(answer.status, 200)
    assert.ok(readCsv(answer.text).length > 0)
    assert.equal((await exported('time-entries', { from: '0001-01-01', to: '0001-01-01' })).status, 200)
  })

  test('400 for days that are none, an end before the beginning, and another format', async () => {
    for (const [query, param] of [
      [{ from: '2026-02-30' }, 'from'],
      [{ from: '2026-02-02', to: '2026-02-01' }, 'to'],
      [{ format: 'xlsx' }, 'format'],
    ] as const) {
      const answer = await exported('invoices', query)
      assert.deepEqual([answer.status, answer.body.param], [400, param])
    }
  })
})
