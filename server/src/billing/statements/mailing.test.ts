// Statements by mail: on the real service, with a scripted mailer.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { fromPage, signedIn } from '../../../test/support/dashboard.ts'
import { noPdfTools, pdfText } from '../../../test/support/pdf.ts'
import { createScriptedMailer, TAKEN } from '../../../test/support/scripted-mailer.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
const mailer = createScriptedMailer()

before(async () => {
  app = await startTestApp({ mailer, currency: 'EUR' })
  app.jobs.start()
})
after(() => app.close())
beforeEach(async () => {
  await app.jobs.idle()
  mailer.reset()
})

async function call(method: string, path: string, body?: object) {
  const answer = await app.call(method, path, body ? { body } : {})
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
  return answer.data
}
const customer = async (body: object = {}): Promise<string> =>
  (
    await call('POST', '/v1/customers', {
      name: 'Ada',
      contact_email: 'ada@example.com',
      cc_emails: ['books@example.com'],
      ...body,
    })
  ).id
async function invoice(customer_id: string, total: number, more: object = {}) {
  const items = [{ name: 'Work', unit_price: total }]
  const made = await call('POST', '/v1/invoices', {
    customer_id,
    issue_date: '2026-02-01',
    due_date: '2026-03-01',
    items,
    ...more,
  })
  return call('PATCH', `/v1/invoices/${made.id}`, { status: 'sent' })
}
const send = (id: string, query: Record<string, string> = {}, body: object = {}) =>
  app.call('POST', `/v1/customers/${id}/statement/send`, { query, body })
const PERIOD = { from: '2026-01-01', to: '2026-03-31' }

describe('POST /v1/customers/:id/statement/send', () => {
  test('202: the mail has the period, the balance and the PDF, and its event says that it was sent', async (t) => {
    const ada = await customer()
    const { invoice_number } = await invoice(ada, 1160)
    const sent = await send(ada, PERIOD)
    assert.equal(sent.status, 202, sent.text)
    const { kind, resource_type, resource_id, to, cc, subject, status } = sent.data
    assert.deepEqual([kind, resource_type, resource_id, status], ['statement', 'customer', ada, 'queued'])
    assert.deepEqual([to, cc, subject], [['ada@example.com'], ['books@example.com'], 'Statement of account from First'])
    await app.jobs.idle()
    const [mail] = mailer.outgoing
    const said = 'Hello Ada,\n\nhere is your statement of account (1 January – 31 March 2026).\n\nBalance: €1,160.00\n'
    assert.ok(mail!.text.startsWith(said), mail!.text)
    assert.match(mail!.text, /\n\nStatement of account: 1 January – 31 March 2026\nBalance: €1,160\.00\n$/)
    assert.deepEqual(
      mail!.attachments.map(({ filename, content_type }) => [filename, content_type]),
      [['statement-2026-03-31.pdf', 'application/pdf']],
    )
    const { events } = await call('GET', `/v1/events?resource_id=${sent.data.id}`)
    assert.deepEqual(
      events.map(({ type }: { type: string }) => type),
      ['email.sent'],
    )
    assert.deepEqual((await call('GET', `/v1/emails?resource_id=${ada}`)).emails.length, 1)
    if (noPdfTools) return t.skip(noPdfTools)
    const text = pdfText(mail!.attachments[0]!.content)
    for (const word of ['Statement of account', invoice_number, '1,160.00']) assert.ok(text.includes(word), word)
  })

  test('an attempt after a payment has the same figures as the first', async (t) => {
    const ada = await customer()
    const { id } = await invoice(ada, 500)
    mailer.answer = () => ({ outcome: 'deferred', error: '451 Try again' })
    const sent = await send(ada, PERIOD)
    await app.jobs.idle()
    await call('POST', `/v1/invoices/${id}/payments`, { amount: 499, paid_at: '2026-02-10' })
    await call('PATCH', `/v1/customers/${ada}`, { name: 'Ada Ltd' })
    mailer.answer = () => TAKEN
    app.pass(5 * 60_000)
    await app.jobs.idle()
    assert.equal((await call('GET', `/v1/emails/${sent.data.id}`)).status, 'sent')
    const [first, second] = mailer.outgoing
    assert.equal(first!.text, second!.text)
    assert.equal(first!.message_id, second!.message_id)
    if (noPdfTools) return t.skip(noPdfTools)
    assert.ok(pdfText(second!.attachments[0]!.content).includes('500.00'))
    assert.ok(!pdfText(second!.attachments[0]!.content).includes('499.00'))
  })

  test('the words are those of the request, else of the company, else of the language of the customer', async () => {
    const ada = await customer({ language: 'de' })
    await invoice(ada, 12.5)
    await invoice(ada, 3, { currency: 'USD' })
    const german = await send(ada)
    assert.equal(german.data.subject, 'Kontoauszug von First')
    await app.jobs.idle()
    assert.match(mailer.outgoing[0]!.text, /Ihren Kontoauszug \(bis 15\.06\.2026\)\.\n\nSaldo: 12,50\s€, 3,00\s\$\n/)
    const own = { statement: { subject: '{company} {period}', message: '{customer}: {amount}{number}{link}' } }
    await call('PATCH', `/v1/companies/${app.tenant.company_id}`, { mail_texts: own })
    assert.equal((await send(ada, PERIOD)).data.subject, 'First 01.01. – 31.03.2026')
    const given = await send(ada, PERIOD, { to: ['cfo@example.com'], cc: [], subject: 'To you', message: 'Now {amount}' })
    assert.deepEqual([given.data.to, given.data.cc, given.data.subject], [['cfo@example.com'], [], 'To you'])
    await call('PATCH', `/v1/companies/${app.tenant.company_id}`, { mail_texts: { statement: null } })
  })

  test('without entries the balance is 0, in the currency of the company', async () => {
    const ada = await customer()
    assert.equal((await send(ada)).status, 202)
    await app.jobs.idle()
    assert.match(mailer.outgoing[0]!.text, /Balance: €0\.00\n/)
  })

  test('400, 404 and 409: nothing is queued', async () => {
    const ada = await customer({ contact_email: '', cc_emails: [] })
    const nobody = await send(ada)
    assert.deepEqual([nobody.status, nobody.body.param], [400, 'to'])
    const backwards = await send(ada, { from: '2026-02-02', to: '2026-02-01' }, { to: ['a@example.com'] })
    assert.deepEqual([backwards.status, backwards.body.param], [400, 'to'])
    assert.equal((await send(ada, {}, { to: ['a@example.com'], attach: ['xml'] })).body.param, 'attach')
    assert.equal((await send(ada, {}, { to: ['a@example.com'], subject: 'a\nb' })).body.param, 'subject')
    assert.equal((await send('cus_01kb3m8q5sh6j8k1m3n5p7q9r2')).status, 404)
    assert.deepEqual((await call('GET', `/v1/emails?resource_id=${ada}`)).emails, [])
    const without = await startTestApp({ mailer: null, beside: app })
    try {
      const body = { to: ['a@example.com'] }
      const refused = await without.call('POST', `/v1/customers/${ada}/statement/send`, { body })
      assert.deepEqual([refused.status, refused.body.code], [409, 'email_not_configured'])
    } finally {
      await without.close()
    }
  })

  test('of a customer who was deleted meanwhile, the mail fails', async () => {
    const ada = await customer()
    mailer.answer = () => ({ outcome: 'deferred', error: '451 Try again' })
    const sent = await send(ada)
    await app.jobs.idle()
    await call('DELETE', `/v1/customers/${ada}`)
    app.pass(5 * 60_000)
    await app.jobs.idle()
    const { status, last_error } = await call('GET', `/v1/emails/${sent.data.id}`)
    assert.deepEqual([status, last_error], ['failed', 'The customer is not there any more'])
  })
})

test('the dashboard shows the mail before it is sent', async () => {
  const { cookie } = await signedIn(app, 'member')
  const ada = await customer()
  await invoice(ada, 10)
  const { data } = await fromPage(app, cookie, 'POST', `/dashboard/api/customers/${ada}/statement/email-preview`, {
    company: app.tenant.company_id,
    query: PERIOD,
    body: { message: 'Now {amount}, {period}' },
  })
  assert.deepEqual(
    [data.to, data.message, data.attachments],
    [['ada@example.com'], 'Now €10.00, 1 January – 31 March 2026', [{ filename: 'statement-2026-03-31.pdf' }]],
  )
  assert.deepEqual((await call('GET', `/v1/emails?resource_id=${ada}`)).emails, [])
})
