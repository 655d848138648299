// Every sortable list, in each of its orders, under its filters, on each page, compared with a plain sort of all rows. The endpoints are
// walked: a new order only needs its sort key here.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { endpoints } from '../src/endpoints.ts'
import type { Endpoint } from '../src/http/endpoint.ts'
import { foldText } from '../src/kernel/text.ts'
import { createChance } from './support/random.ts'
import { startTestApp, type TestApp } from './support/test-app.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
type Json = any
type Query = Record<string, string>

const ROWS = 45
const PAGE = 8

/** The sort keys of rows: the field itself, unless another key is given here. Undefined values come last. */
const KEYS: Record<string, (row: Json) => string | number | undefined> = {
  name: (row) => `${foldText(row.name)}\n${foldText(row.contact_email)}`,
  title: (row) => `${foldText(row.title)}\n${foldText(row.public_id)}`,
  due_date: (row) => row.due_date ?? undefined,
  next_date: (row) => row.next_date ?? undefined,
}

const sortsOf = ({ query }: Endpoint): string[] => (query.properties as Json).sort?.enum ?? []
const lists = endpoints.filter((endpoint) => endpoint.method === 'GET' && sortsOf(endpoint).length > 0)

let app: TestApp
let filters: Record<string, Query[]>

before(async () => {
  app = await startTestApp()
  const make = async (path: string, body: object) => {
    const answer = await app.call('POST', path, { body })
    assert.equal(answer.status, 201, answer.text)
    return answer.data
  }
  const chance = createChance(2)
  const names = ['Ärmel', 'armel', 'Arm', 'Zoë', 'zoe', 'İstanbul', '会社', 'b b', 'b-b', 'B']
  const customers = []
  for (let count = 0; count < ROWS; count++) {
    // Several of one moment.
    if (count % 4 === 0) app.pass(1000)
    customers.push(await make('/v1/customers', { name: chance.pick(names), contact_email: `${chance.whole(1, 3)}@x.example` }))
    const day = `2026-0${chance.whole(1, 9)}-0${chance.whole(1, 4)}`
    const document = {
      customer_id: customers[chance.whole(0, Math.min(2, count))].id,
      currency: chance.pick(['USD', 'JPY', 'KWD', 'CLF']),
      items: [{ name: 'x', unit_price: chance.pick([1, 2, 5, 9.99, 10, 100, 0.5]), quantity: 10 }],
    }
    const invoice = await make('/v1/invoices', { ...document, due_date: day })
    const quote = await make('/v1/quotes', { ...document, valid_until: day })
    if (chance.next() < 0.4) await app.call('PATCH', `/v1/invoices/${invoice.id}`, { body: { status: 'sent' } })
    if (chance.next() < 0.4) await app.call('PATCH', `/v1/quotes/${quote.id}`, { body: { status: 'sent' } })
    if (chance.next() < 0.1) await app.call('DELETE', `/v1/invoices/${invoice.id}`)
    const plan = await make('/v1/recurring-invoices', {
      customer_id: document.customer_id,
      items: document.items,
      frequency: 'monthly',
      start_date: chance.pick(['2026-07-01', '2026-08-01', '2026-08-31']),
    })
    const status = chance.pick(['active', 'paused', 'ended'])
    if (status !== 'active') await app.call('PATCH', `/v1/recurring-invoices/${plan.id}`, { body: { status } })
    await make('/v1/projects', {
      title: chance.pick(names),
      customer_id: document.customer_id,
      priority: chance.pick(['low', 'high']),
      is_archived: chance.next() < 0.3,
      ...(chance.next() < 0.6 ? { due_date: day } : {}),
    })
  }
  const customer_id = customers[1].id
  const of_documents: Query[] = [{}, { status: 'sent' }, { customer_id }, { status: 'draft', customer_id }, { status: 'paid' }]
  filters = {
    listInvoices: of_documents,
    listQuotes: of_documents.map((query): Query => (query['status'] === 'paid' ? { status: 'rejected' } : query)),
    listRecurringInvoices: [{}, { status: 'active' }, { customer_id }, { status: 'ended', customer_id }],
    listCustomers: [{}, { search: 'ar' }, { search: '2@x' }, { search: 'nothing' }],
    listProjects: [
      {},
      { status: 'draft' },
      { priority: 'high', is_archived: 'false' },
      { customer_id },
      { search: 'ar' },
      { search: 'pro-2026', priority: 'low', is_archived: 'true' },
      { status: 'cancelled' },
    ],
  }
  const elsewhere = { company: app.tenant.sibling_id }
  await app.call('POST', '/v1/customers', { ...elsewhere, body: { name: 'Beside' } })
})
after(() => app.close())

async function page(endpoint: Endpoint, query: Query): Promise<{ rows: Json[]; total: number }> {
  const answer = await app.call('GET', endpoint.path, { query })
  assert.equal(answer.status, 200, answer.text)
  const [rows] = Object.values(answer.data) as Json[][]
  return { rows: rows!, total: answer.data.pagination.total }
}

function sorted(rows: Json[], sort: string): Json[] {
  const sign = sort.startsWith('-') ? -1 : 1
  const field = sort.replace('-', '')
  const key = KEYS[field] ?? ((row: Json) => row[field])
  const bytes = (value: string | number) => (typeof value === 'string' ? Buffer.from(value) : value)
  return rows.toSorted((a, b) => {
    const [x, y] = [key(a), key(b)]
    if ((x === undefined) !== (y === undefined)) return x === undefined ? 1 : -1
    if (x === undefined || x === y) return sign * (a.id < b.id ? -1 : 1)
    const [left, right] = [bytes(x), bytes(y!)]
    const order = typeof left === 'number' ? left - (right as number) : Buffer.compare(left, right as Buffer)
    return sign * order
  })
}

test('the lists of /v1 that can be sorted', () => {
  assert.deepEqual(
    lists.map(({ operation_id }) => operation_id),
    ['listCustomers', 'listInvoices', 'listQuotes', 'listRecurringInvoices', 'listProjects'],
  )
})

for (const endpoint of lists) {
  describe(endpoint.operation_id, () => {
    for (const sort of sortsOf(endpoint)) {
      test(`200 by ${sort} under its filters, on each page, with the total`, async () => {
        for (const query of filters[endpoint.operation_id]!) {
          const { rows: all, total } = await page(endpoint, { ...query, limit: '100' })
          assert.equal(all.length, total)
          const expected = sorted(all, sort)
          for (let offset = 0; offset <= total; offset += PAGE) {
            const found = await page(endpoint, { ...query, sort, limit: String(PAGE), offset: String(offset) })
            const text = `${JSON.stringify(query)} from ${offset}`
            assert.deepEqual(found.rows, expected.slice(offset, offset + PAGE), text)
            assert.equal(found.total, total, text)
          }
          const behind = await page(endpoint, { ...query, sort, offset: '1000000' })
          assert.deepEqual(behind, { rows: [], total })
        }
      })
    }

    test('200 newest first without `sort`, as with -created_at', async () => {
      const plain = await page(endpoint, { limit: '100' })
      assert.deepEqual(plain, await page(endpoint, { limit: '100', sort: '-created_at' }))
      assert.deepEqual(plain.rows, sorted(plain.rows, '-created_at'))
      assert.ok(plain.total > PAGE * 3)
    })

    test('400 for another order, naming those that there are', async () => {
      for (const sort of ['-', 'id', 'Created_at', 'created_at,total', '--total', ' total', "total'"]) {
        const answer = await app.call('GET', endpoint.path, { query: { sort } })
        assert.deepEqual([answer.status, answer.body.code, answer.body.param], [400, 'parameter_invalid', 'sort'], sort)
        assert.ok(sortsOf(endpoint).every((allowed) => answer.body.error.includes(allowed)))
      }
    })

    test('200 with an empty order, which is the order of the list', async () => {
      const [empty, none] = [await app.call('GET', endpoint.path, { query: { sort: '' } }), await app.call('GET', endpoint.path)]
      assert.deepEqual([empty.status, empty.text], [200, none.text])
    })
  })
}
