// What the dashboard says of credit notes: the money of the home page, the search, and the mail.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fromPage, signedIn } from '../../../test/support/dashboard.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
let cookie: string
let invoice: { id: string; items: { id: string }[] }

before(async () => {
  app = await startTestApp({ currency: 'EUR' })
  cookie = (await signedIn(app, 'admin')).cookie
  const customer = await create('/v1/customers', { name: 'Quartz', contact_email: 'pay@quartz.example' })
  const items = [{ name: 'Design', unit_price: 100, quantity: 3 }]
  invoice = await create('/v1/invoices', { customer_id: customer.id, items })
  await app.call('PATCH', `/v1/invoices/${invoice.id}`, { body: { status: 'sent' } })
})
after(() => app.close())

const create = async (path: string, body: object) => {
  const answer = await app.call('POST', path, { body })
  assert.equal(answer.status, 201, answer.text)
  return answer.data
}
const page = async (method: 'GET' | 'POST', path: string, more: object = {}) => {
  const answer = await fromPage(app, cookie, method, path, { company: app.tenant.company_id, ...more })
  assert.equal(answer.status, 200, answer.text)
  return answer.data
}
const creditOf = (quantity: number) =>
  create('/v1/credit-notes', { invoice_id: invoice.id, items: [{ item_id: invoice.items[0]!.id, quantity }] })

test('what is open falls by credit notes, and what came in by refunds', async () => {
  const figures = async () => {
    const [{ outstanding, paid_by_month }] = (await page('GET', '/dashboard/api/overview')).currencies
    return [outstanding, paid_by_month.at(-1).amount]
  }
  const before_it = await figures()
  const note = await creditOf(1)
  const credited = await figures()
  await create(`/v1/invoices/${invoice.id}/payments`, { amount: 200 })
  await creditOf(0.5)
  await create(`/v1/credit-notes/${note.id}/refunds`, { amount: 50 })
  assert.deepEqual(
    [before_it, credited, await figures()],
    [
      [300, 0],
      [200, 0],
      [0, 150],
    ],
  )
})

test('a credit note is found by its number and by its customer', async () => {
  for (const q of ['CN-2026-000001', 'cn-2026-1', 'Quartz']) {
    const { results } = await page('GET', '/dashboard/api/search', { query: { q } })
    const found = results.find(
      ({ type, title }: { type: string; title: string }) => type === 'credit_note' && title.startsWith('CN-'),
    )
    assert.equal(found?.detail, 'Quartz', q)
  }
})

test('the mail of a credit note says its number and amount, and no day on which it is due', async () => {
  const [{ id }] = (await app.call('GET', '/v1/credit-notes')).data.credit_notes
  const mail = await page('POST', `/dashboard/api/credit-notes/${id}/email-preview`, { body: {} })
  assert.match(mail.subject, /^Credit note CN-2026-00000\d from /)
})
