// Today is the day that it is in the time zone of the company: in defaults, in the sweeps and on the home page.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fromPage, signedIn } from './support/dashboard.ts'
import { startTestApp, type TestApp } from './support/test-app.ts'

let app: TestApp
let customer_id: string
before(async () => {
  app = await startTestApp()
  customer_id = (await app.call('POST', '/v1/customers', { body: { name: 'C' } })).data.id
})
after(() => app.close())

async function moveTo(time_zone: string): Promise<void> {
  const path = `/v1/companies/${app.tenant.company_id}`
  const answer = await app.call('PATCH', path, { company: null, key: app.tenant.keys.admin, body: { time_zone } })
  assert.equal(answer.status, 200, answer.text)
}

const make = async (path: string, body: object = {}) => (await app.call('POST', path, { body: { customer_id, ...body } })).data
const items = [{ name: 'x', unit_price: 5 }]

describe('a document without dates', () => {
  for (const [zone, clock, today, term] of [
    ['Europe/Berlin', '2026-06-14T22:30:00.000Z', '2026-06-15', '2026-07-15'],
    ['America/Los_Angeles', '2026-06-15T06:30:00.000Z', '2026-06-14', '2026-07-14'],
    ['Asia/Kathmandu', '2026-06-14T18:15:00.000Z', '2026-06-15', '2026-07-15'],
    ['Pacific/Apia', '2026-06-14T11:00:00.000Z', '2026-06-15', '2026-07-15'],
    // Half past midnight of the nights in which clocks change, and of the new year.
    ['Europe/Berlin', '2026-03-28T23:30:00.000Z', '2026-03-29', '2026-04-28'],
    ['Europe/Berlin', '2026-10-25T23:30:00.000Z', '2026-10-26', '2026-11-25'],
    ['Europe/Berlin', '2025-12-31T23:30:00.000Z', '2026-01-01', '2026-01-31'],
  ] as const) {
    test(`is of ${today} in ${zone} at ${clock}`, async () => {
      app.setClock(clock)
      await moveTo(zone)
      const invoice = await make('/v1/invoices', { items })
      assert.deepEqual([invoice.issue_date, invoice.due_date], [today, term])
      assert.match(invoice.invoice_number, new RegExp(`^INV-${today.slice(0, 4)}-`))
      const quote = await make('/v1/quotes')
      assert.deepEqual([quote.issue_date, quote.valid_until], [today, term])
      const payment = await make(`/v1/invoices/${invoice.id}/payments`, { customer_id: undefined, amount: 1 })
      assert.equal(payment.paid_at, today)
      const { cookie } = await signedIn(app, 'owner')
      const home = await fromPage(app, cookie, 'GET', '/dashboard/api/overview', { company: app.tenant.company_id })
      assert.equal(home.data.today, today)
    })
  }
})

describe('the sweeps', () => {
  const statusAt = async (clock: string, path: string) => {
    app.setClock(clock)
    await app.sweep()
    return (await app.call('GET', path)).data.status
  }
  const sent = async (kind: 'invoices' | 'quotes', last_day: string) => {
    const last = kind === 'invoices' ? { due_date: last_day } : { valid_until: last_day }
    const { id } = await make(`/v1/${kind}`, { issue_date: '2026-01-01', ...last, items })
    const path = `/v1/${kind}/${id}`
    await app.call('PATCH', path, { body: { status: 'sent' } })
    return path
  }

  for (const [zone, day, last_moment, first_moment] of [
    ['Europe/Berlin', '2026-06-14', '2026-06-14T21:59:59.999Z', '2026-06-14T22:00:00.000Z'],
    ['America/Los_Angeles', '2026-06-14', '2026-06-15T06:59:59.999Z', '2026-06-15T07:00:00.000Z'],
    ['Asia/Kathmandu', '2026-06-14', '2026-06-14T18:14:59.999Z', '2026-06-14T18:15:00.000Z'],
    ['Europe/Berlin', '2026-03-29', '2026-03-29T21:59:59.999Z', '2026-03-29T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-25T22:59:59.999Z', '2026-10-25T23:00:00.000Z'],
  ] as const) {
    test(`end ${day} at the midnight of ${zone}, beside companies of other zones`, async () => {
      app.setClock('2026-01-02T12:00:00.000Z')
      await moveTo(zone)
      const invoice = await sent('invoices', day)
      const quote = await sent('quotes', day)
      assert.deepEqual([await statusAt(last_moment, invoice), await statusAt(last_moment, quote)], ['sent', 'sent'])
      assert.deepEqual([await statusAt(first_moment, invoice), await statusAt(first_moment, quote)], ['overdue', 'expired'])
      const { events } = (await app.call('GET', '/v1/events', { query: { type: 'invoice.overdue', limit: '1' } })).data
      assert.equal(events[0].resource_id, invoice.split('/').at(-1))
    })
  }

  test('follow a company that moves to another zone', async () => {
    app.setClock('2026-07-01T12:00:00.000Z')
    await moveTo('UTC')
    const invoice = await sent('invoices', '2026-07-10')
    assert.equal(await statusAt('2026-07-10T22:30:00.000Z', invoice), 'sent')
    await moveTo('Europe/Berlin')
    assert.equal(await statusAt('2026-07-10T22:30:00.000Z', invoice), 'overdue')
    await moveTo('UTC')
  })
})
