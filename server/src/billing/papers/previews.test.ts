// Previews in the dashboard: the draft that would be made, and the look that would be saved. Nothing is stored.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fromPage, signedIn } from '../../../test/support/dashboard.ts'
import { select } from '../../../test/support/fixtures.ts'
import { noPdfTools, pdfText } from '../../../test/support/pdf.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
let admin: Awaited<ReturnType<typeof signedIn>>
let customer_id: string
let company: string
before(async () => {
  app = await startTestApp({ currency: 'EUR' })
  admin = await signedIn(app, 'admin')
  company = app.tenant.company_id
  customer_id = (await app.call('POST', '/v1/customers', { body: { name: 'Lindqvist' } })).data.id
})
after(() => app.close())

describe('a preview', { skip: noPdfTools }, () => {
  for (const kind of ['invoices', 'quotes'] as const) {
    test(`of one of the ${kind} is the PDF of the draft, with its next number, and uses none`, async () => {
      const body = { customer_id, items: [{ name: 'Design of a page', unit_price: 80, quantity: 2 }], notes: 'Thank you' }
      const seen = await fromPage(app, admin.cookie, 'POST', `/dashboard/api/${kind}/preview`, { company, body })
      assert.equal(seen.status, 200, seen.text)
      assert.equal(seen.headers['content-type'], 'application/pdf')
      const text = pdfText(seen.bytes)
      const made = (await app.call('POST', `/v1/${kind}`, { body })).data
      const number = made.invoice_number ?? made.quote_number
      for (const part of [number, 'Design of a page', 'Thank you', 'Lindqvist', '160.00']) assert.ok(text.includes(part), part)
      assert.equal((await app.call('GET', `/v1/${kind}`)).data.pagination.total, 1)
      const wrong = await fromPage(app, admin.cookie, 'POST', `/dashboard/api/${kind}/preview`, {
        company,
        body: { ...body, currency: 'XXQ' },
      })
      assert.deepEqual([wrong.status, wrong.body.param], [400, 'currency'])
    })
  }

  test('of the look is a sample with the fields given, and changes nothing', async () => {
    const before = await select(app, 'SELECT * FROM companies')
    const body = { document_template: 'din5008', footer: 'Banking in Basel', language: 'de' }
    const seen = await fromPage(app, admin.cookie, 'POST', '/dashboard/api/company/paper-preview', { company, body })
    assert.equal(seen.status, 200, seen.text)
    const text = pdfText(seen.bytes)
    for (const part of ['Banking in Basel', 'Rechnung', 'First']) assert.ok(text.includes(part), part)
    assert.deepEqual(await select(app, 'SELECT * FROM companies'), before)
    const wrong = await fromPage(app, admin.cookie, 'POST', '/dashboard/api/company/paper-preview', {
      company,
      body: { accent_color: 'red' },
    })
    assert.deepEqual([wrong.status, wrong.body.param], [400, 'accent_color'])
  })
})
