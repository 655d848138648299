import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fromPage, signedIn } from '../../../test/support/dashboard.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
let cookie: string
const customers: string[] = []
/** All payments, as they were made: of two customers, in two currencies. */
const made: { id: string; paid_at: string; customer_id: string; currency: string; amount: number; method: string }[] = []

before(async () => {
  app = await startTestApp({ currency: 'EUR' })
  cookie = (await signedIn(app, 'read_only')).cookie
  for (const name of ['A', 'B']) customers.push((await make('/v1/customers', { name })).id)
  for (let index = 0; index < 30; index++) {
    const customer_id = customers[index % 2]!
    const currency = index % 5 === 0 ? 'JPY' : 'EUR'
    const items = [{ name: 'x', unit_price: 1000 }]
    const invoice = await make('/v1/invoices', { customer_id, currency, items, issue_date: '2026-01-01' })
    await app.call('PATCH', `/v1/invoices/${invoice.id}`, { body: { status: 'sent' } })
    const paid_at = `2026-02-${String(1 + ((index * 7) % 20)).padStart(2, '0')}`
    const amount = currency === 'JPY' ? 7 : 0.01 + index
    const method = index % 3 === 0 ? 'card' : 'bank transfer'
    const { id } = await make(`/v1/invoices/${invoice.id}/payments`, { amount, paid_at, method })
    made.push({ id, paid_at, customer_id, currency, amount, method })
  }
})
after(() => app.close())

async function make(path: string, body: object) {
  const answer = await app.call('POST', path, { body })
  assert.equal(answer.status, 201, answer.text)
  return answer.data
}

const list = async (query: Record<string, string> = {}) => (await app.call('GET', '/v1/payments', { query })).data
const inOrder = () => [...made].sort((a, b) => (`${a.paid_at}${a.id}` < `${b.paid_at}${b.id}` ? 1 : -1)).map(({ id }) => id)

describe('GET /v1/payments', () => {
  test('walks all payments by their day in both directions, each once', async () => {
    const forth: string[] = []
    let query: Record<string, string> = { limit: '7' }
    for (;;) {
      const { payments, pagination } = await list(query)
      forth.push(...payments.map(({ id }: { id: string }) => id))
      if (!pagination.has_more) break
      query = { limit: '7', starting_after: pagination.next_cursor }
    }
    assert.deepEqual(forth, inOrder())
    const { payments } = await list({ limit: '3', ending_before: forth[10]! })
    assert.deepEqual(
      payments.map(({ id }: { id: string }) => id),
      forth.slice(7, 10),
    )
  })

  test('has those of a customer and of a period, with invoice and customer', async () => {
    const of_customer = await list({
      customer_id: customers[0]!,
      'paid[gte]': '2026-02-05',
      'paid[lte]': '2026-02-10',
      limit: '100',
    })
    const expected = made.filter(
      ({ customer_id, paid_at }) => customer_id === customers[0] && paid_at >= '2026-02-05' && paid_at <= '2026-02-10',
    )
    assert.deepEqual(of_customer.payments.map(({ id }: { id: string }) => id).sort(), expected.map(({ id }) => id).sort())
    assert.ok(expected.length > 2)
    const [one] = of_customer.payments
    assert.match(one.invoice_number, /^INV-2026-/)
    assert.equal(one.customer_name, 'A')
    assert.deepEqual((await list({ customer_id: 'cus_nope' })).payments, [])
  })

  test('400 for two cursors, and for one that names no payment of the company', async () => {
    for (const [query, param] of [
      [{ starting_after: made[0]!.id, ending_before: made[1]!.id }, 'ending_before'],
      [{ starting_after: 'pay_0000000000000000000000000x' }, 'starting_after'],
      [{ 'paid[gte]': 'monday' }, 'paid[gte]'],
    ] as const) {
      const answer = await app.call('GET', '/v1/payments', { query })
      assert.deepEqual([answer.status, answer.body.param], [400, param])
    }
  })
})

test('the sums of a period are those of the payments, by currency, day, method and customer', async () => {
  const ask = (query: Record<string, string>) =>
    fromPage(app, cookie, 'GET', '/dashboard/api/payments/sums', { company: app.tenant.company_id, query })
  const { data } = await ask({ from: '2026-02-03', to: '2026-02-15' })
  const inside = made.filter(({ paid_at }) => paid_at >= '2026-02-03' && paid_at <= '2026-02-15')
  const sumOf = (rows: typeof made) => Math.round(rows.reduce((sum, { amount }) => sum + amount * 100, 0)) / 100
  for (const [sums, keyOf] of [
    [data.by_day, ({ paid_at }) => paid_at],
    [data.by_method, ({ method }) => method],
    [data.by_customer, ({ customer_id }) => customer_id],
  ] as const satisfies [unknown[], (row: (typeof made)[number]) => string][]) {
    const expected = Map.groupBy(inside, (row) => `${row.currency}/${keyOf(row)}`)
    assert.equal(sums.length, expected.size)
    for (const { key, currency, count, amount } of sums) {
      const rows = expected.get(`${currency}/${key}`)!
      assert.deepEqual([count, amount], [rows.length, sumOf(rows)])
    }
  }
  assert.deepEqual(
    data.totals.map(({ currency, amount }: { currency: string; amount: number }) => [currency, amount]).sort(),
    ['EUR', 'JPY'].map((currency) => [currency, sumOf(inside.filter((row) => row.currency === currency))]),
  )
  assert.equal(data.is_whole, true)
  assert.equal((await ask({ from: '2026-02-03', to: '2026-02-02' })).status, 400)
})
