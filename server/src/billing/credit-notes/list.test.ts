// The list of credit notes under its filters.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
const customers: Record<'angstrom' | 'percent', string> = { angstrom: '', percent: '' }
/** Invoices by their ids, with the ids of their credit notes, the newest first. */
let first: { invoice: string; notes: string[] }
let second: { invoice: string; notes: string[] }

before(async () => {
  app = await startTestApp()
  customers.angstrom = (await create('/v1/customers', { name: 'Ångström AB', contact_email: 'pay@north.example' })).id
  customers.percent = (await create('/v1/customers', { name: '100% Ltd' })).id
  first = await credited(customers.angstrom, 2)
  second = await credited(customers.percent, 1)
})
after(() => app.close())

const create = async (path: string, body: object) => {
  const answer = await app.call('POST', path, { body })
  assert.equal(answer.status, 201, answer.text)
  return answer.data
}

/** An issued invoice of a customer, credited in so many parts. */
async function credited(customer_id: string, parts: number) {
  const { id, items } = await create('/v1/invoices', { customer_id, items: [{ name: 'x', unit_price: 10, quantity: parts }] })
  await app.call('PATCH', `/v1/invoices/${id}`, { body: { status: 'sent' } })
  const notes: string[] = []
  for (let part = 0; part < parts; part++) {
    app.setClock(new Date(app.now_ms() + 1000).toISOString())
    notes.unshift((await create('/v1/credit-notes', { invoice_id: id, items: [{ item_id: items[0].id, quantity: 1 }] })).id)
  }
  return { invoice: id, notes }
}

/** The ids on a page, and how many match. */
async function list(query: Record<string, string>): Promise<[ids: string[], total: number]> {
  const { status, data, text } = await app.call('GET', '/v1/credit-notes', { query })
  assert.equal(status, 200, text)
  return [data.credit_notes.map(({ id }: { id: string }) => id), data.pagination.total]
}

test('200 with those of an invoice and of a customer, newest first, counted', async () => {
  assert.deepEqual(await list({}), [[...second.notes, ...first.notes], 3])
  assert.deepEqual(await list({ invoice_id: first.invoice }), [first.notes, 2])
  assert.deepEqual(await list({ customer_id: customers.percent }), [second.notes, 1])
  assert.deepEqual(await list({ customer_id: customers.percent, invoice_id: first.invoice }), [[], 0])
  assert.deepEqual(await list({ customer_id: customers.angstrom, limit: '1', offset: '1' }), [[first.notes[1]], 2])
})

test('200 with those that a search finds: by part of the number, and by the name or email of the customer', async () => {
  for (const [query, found] of [
    [{ search: 'cn-2026-' }, [...second.notes, ...first.notes]],
    [{ search: '000001' }, [first.notes[1]]],
    [{ search: ' ANGSTROM ' }, first.notes],
    [{ search: 'north.example' }, first.notes],
    [{ search: '100%' }, second.notes],
    [{ search: '0%2' }, []],
    [{ search: ' ' }, [...second.notes, ...first.notes]],
    [{ search: 'INV-' }, []],
    [{ search: '2026', invoice_id: second.invoice }, second.notes],
    [{ search: '000001', customer_id: customers.percent }, []],
  ] as [Record<string, string>, string[]][]) {
    assert.deepEqual(await list(query), [found, found.length], JSON.stringify(query))
    assert.deepEqual(await list({ ...query, limit: '1', offset: '1' }), [found.slice(1, 2), found.length], JSON.stringify(query))
  }
})
