import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { fromPage, signedIn } from '../../../test/support/dashboard.ts'
import { noPdfTools, pdfText } from '../../../test/support/pdf.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ currency: 'EUR' })
})
after(() => app.close())

async function call(method: string, path: string, body?: object) {
  const answer = await app.call(method, path, body ? { body } : {})
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
  return answer.data
}
const customer = async (body: object = {}): Promise<string> => (await call('POST', '/v1/customers', { name: 'Ada', ...body })).id
async function invoice(customer_id: string, issue_date: string, total = 100, body: object = {}) {
  const items = [{ name: 'Work', unit_price: total }]
  const made = await call('POST', '/v1/invoices', { customer_id, issue_date, due_date: issue_date, items, ...body })
  return call('PATCH', `/v1/invoices/${made.id}`, { status: 'sent' })
}
const pay = (id: string, amount: number, paid_at: string) => call('POST', `/v1/invoices/${id}/payments`, { amount, paid_at })
const credit = (invoice_id: string, more: object = {}) => call('POST', '/v1/credit-notes', { invoice_id, ...more })
const statement = (id: string, query: Record<string, string> = {}) => app.call('GET', `/v1/customers/${id}/statement`, { query })
const shown = (data: { statements: { entries: Record<string, unknown>[] }[] }) =>
  data.statements[0]!.entries.map(({ date, kind, amount, balance }) => [date, kind, amount, balance])

describe('GET /v1/customers/:id/statement', () => {
  test('200 with every entry by date, its sign, and the balance after it; before the period is the opening balance', async () => {
    const ada = await customer()
    const one = await invoice(ada, '2026-01-10', 100)
    await pay(one.id, 40, '2026-01-20')
    const two = await invoice(ada, '2026-02-01', 50)
    const note = await credit(two.id, { issue_date: '2026-02-03' })
    await pay(one.id, 60, '2026-02-03')
    await call('POST', '/v1/invoices', { customer_id: ada, items: [{ name: 'Draft', unit_price: 1 }] })
    const { data } = await statement(ada, { from: '2026-02-01' })
    assert.deepEqual(data, {
      customer_id: ada,
      from: '2026-02-01',
      to: '2026-06-15',
      statements: [
        {
          currency: 'EUR',
          opening_balance: 60,
          entries: [
            { date: '2026-02-01', kind: 'invoice', number: two.invoice_number, amount: 50, balance: 110 },
            { date: '2026-02-03', kind: 'credit_note', number: note.credit_note_number, amount: -50, balance: 60 },
            { date: '2026-02-03', kind: 'payment', number: one.invoice_number, amount: -60, balance: 0 },
          ],
          closing_balance: 0,
        },
      ],
    })
    const all = (await statement(ada)).data
    assert.deepEqual([all.from, all.statements[0].opening_balance, all.statements[0].entries.length], [null, 0, 5])
    const [before] = (await statement(ada, { to: '2026-01-15' })).data.statements
    assert.deepEqual([before.entries.length, before.closing_balance], [1, 100])
    assert.deepEqual((await statement(ada, { to: '2026-01-01' })).data.statements, [])
  })

  test('the balance agrees with what is due and what is to be paid back (D16)', async () => {
    const ada = await customer()
    const [a, b, c, d] = [
      await invoice(ada, '2026-01-01'),
      await invoice(ada, '2026-01-02'),
      await invoice(ada, '2026-01-03'),
      await invoice(ada, '2026-01-04'),
    ]
    const part = (of: { id: string; items: { id: string }[] }, quantity: number) =>
      credit(of.id, { items: [{ item_id: of.items[0]!.id, quantity }] })
    await credit(a.id)
    await pay(b.id, 40, '2026-02-01')
    await part(b, 0.6)
    await pay(c.id, 100, '2026-02-01')
    const note = await part(c, 0.3)
    await call('POST', `/v1/credit-notes/${note.id}/refunds`, { amount: 10, paid_at: '2026-02-02' })
    await part(d, 0.4)
    assert.equal((await statement(ada)).data.statements[0].closing_balance, 60 - 20)
    await call('PATCH', `/v1/invoices/${d.id}`, { status: 'paid' })
    const [{ closing_balance, entries }] = (await statement(ada)).data.statements
    assert.equal(closing_balance, -20)
    assert.deepEqual(
      entries.filter(({ kind }: { kind: string }) => kind === 'refund').map(({ amount }: { amount: number }) => amount),
      [10],
    )
  })

  test('a cancelled invoice counts with what was paid on it, and one without money not at all', async () => {
    const ada = await customer()
    const [paid, never] = [await invoice(ada, '2026-01-01'), await invoice(ada, '2026-01-02')]
    await pay(paid.id, 40, '2026-01-05')
    for (const { id } of [paid, never]) await call('PATCH', `/v1/invoices/${id}`, { status: 'cancelled' })
    assert.deepEqual(shown((await statement(ada)).data), [
      ['2026-01-01', 'invoice', 40, 40],
      ['2026-01-05', 'payment', -40, 0],
    ])
  })

  test('each currency is by itself, with its digits', async () => {
    const ada = await customer()
    await invoice(ada, '2026-01-01', 1000.4, { currency: 'JPY' })
    await invoice(ada, '2026-01-01', 1.2345, { currency: 'KWD' })
    const { statements } = (await statement(ada)).data
    assert.deepEqual(
      statements.map((one: { currency: string; closing_balance: number }) => [one.currency, one.closing_balance]),
      [
        ['JPY', 1000],
        ['KWD', 1.235],
      ],
    )
  })

  test('csv: amounts are numbers, and no text is a formula', async () => {
    const path = `/v1/companies/${app.tenant.company_id}`
    assert.equal((await app.call('PATCH', path, { company: null, body: { invoice_prefix: '-INV' } })).status, 200)
    const ada = await customer()
    const { invoice_number } = await invoice(ada, '2026-01-01', 1234567.5)
    const answer = await statement(ada, { format: 'csv', from: '2026-01-01', to: '2026-01-31' })
    assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8')
    assert.match(String(answer.headers['content-disposition']), /filename="statement-2026-01-31.csv"/)
    assert.equal(
      answer.text,
      [
        'currency,date,kind,number,amount,balance',
        'EUR,2026-01-01,opening_balance,,,0',
        `EUR,2026-01-01,invoice,'${invoice_number},1234567.5,1234567.5`,
        'EUR,2026-01-31,closing_balance,,,1234567.5',
        '',
      ].join('\r\n'),
    )
  })

  test('pdf: in the language of the customer', { skip: noPdfTools }, async () => {
    const ada = await customer({ language: 'de', name: 'Müller GmbH' })
    const made = await invoice(ada, '2026-01-01', 1234.5)
    const answer = await statement(ada, { format: 'pdf', from: '2026-01-01' })
    assert.equal(answer.headers['content-type'], 'application/pdf')
    const text = pdfText(answer.bytes)
    for (const part of ['Kontoauszug', 'Müller GmbH', 'Anfangssaldo', made.invoice_number, '1.234,50', 'Offener Saldo'])
      assert.ok(text.includes(part), `${part}: ${text}`)
    assert.equal((await statement(await customer(), { format: 'pdf' })).status, 200)
  })

  test('400 for a period that ends before it begins, for what is no date or format; 404 for another company', async () => {
    const ada = await customer()
    for (const [query, param] of [
      [{ from: '2026-02-02', to: '2026-02-01' }, 'to'],
      [{ from: 'soon' }, 'from'],
      [{ format: 'xlsx' }, 'format'],
    ] as const) {
      const { status, body } = await statement(ada, query)
      assert.deepEqual([status, body.param], [400, param])
    }
    const other = await app.addTenant()
    const answer = await app.call('GET', `/v1/customers/${ada}/statement`, { key: other.keys.read, company: other.company_id })
    assert.equal(answer.status, 404)
  })
})

test('whatever happens to invoices, the balance is what is due less what is to be paid back', async () => {
  const step = fc.record({
    what: fc.constantFrom('pay', 'credit', 'cancel', 'paid', 'undo'),
    part: fc.integer({ min: 1, max: 100 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 5 }), { minLength: 1, maxLength: 3 }), async (lives) => {
      const ada = await customer()
      for (const steps of lives) {
        const { id, items } = await invoice(ada, '2026-01-01')
        for (const { what, part } of steps) {
          if (what === 'pay') await app.call('POST', `/v1/invoices/${id}/payments`, { body: { amount: part } })
          if (what === 'credit')
            await app.call('POST', '/v1/credit-notes', {
              body: { invoice_id: id, items: [{ item_id: items[0].id, quantity: part / 100 }] },
            })
          if (what === 'cancel') await app.call('PATCH', `/v1/invoices/${id}`, { body: { status: 'cancelled' } })
          if (what === 'paid') await app.call('PATCH', `/v1/invoices/${id}`, { body: { status: 'paid' } })
          if (what === 'undo') {
            const { payments } = (await app.call('GET', `/v1/invoices/${id}/payments`)).data
            if (payments[0]) await app.call('DELETE', `/v1/invoices/${id}/payments/${payments[0].id}`)
          }
        }
      }
      const { invoices } = (await app.call('GET', '/v1/invoices', { query: { customer_id: ada } })).data
      const owed = invoices.reduce(
        (sum: number, one: { amount_due: number; refund_due: number }) => sum + one.amount_due - one.refund_due,
        0,
      )
      const [own] = (await statement(ada)).data.statements
      assert.equal(own?.closing_balance ?? 0, Math.round(owed * 100) / 100, JSON.stringify(lives))
    }),
    { numRuns: 25 },
  )
})

test('what a customer owes is shown by age', async () => {
  const { cookie } = await signedIn(app, 'read_only')
  const ada = await customer()
  for (const [due_date, total] of [
    ['2026-06-15', 1],
    ['2026-06-14', 2],
    ['2026-05-16', 4],
    ['2026-05-15', 8],
    ['2026-04-16', 16],
    ['2026-04-15', 32],
    ['2026-03-17', 64],
    ['2026-03-16', 128],
  ] as const)
    await invoice(ada, '2026-01-01', total, { due_date })
  const { data } = await fromPage(app, cookie, 'GET', `/dashboard/api/customers/${ada}/ageing`, {
    company: app.tenant.company_id,
  })
  assert.deepEqual(data, {
    today: '2026-06-15',
    ages: [{ currency: 'EUR', current: 1, days_1_30: 6, days_31_60: 24, days_61_90: 96, days_over_90: 128, total: 255 }],
  })
})
