// Sending documents by mail, and what happens to the emails: on the real service, with a scripted mailer.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { fromPage, signedIn } from '../../../test/support/dashboard.ts'
import { createScriptedMailer, TAKEN } from '../../../test/support/scripted-mailer.ts'
import { MAIL_FROM, PUBLIC_URL, startTestApp, type TestApp } from '../../../test/support/test-app.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let app: TestApp
const mailer = createScriptedMailer()

before(async () => {
  app = await startTestApp({ mailer })
  app.jobs.start()
})
after(() => app.close())
beforeEach(async () => {
  // Mails of the test before.
  await app.jobs.idle()
  mailer.reset()
})

async function make(path: string, body: object): Promise<string> {
  const made = await app.call('POST', path, { body })
  assert.equal(made.status, 201, made.text)
  return made.data.id
}

const items = [{ name: 'Work', unit_price: 1000, quantity: 1.5 }]
const customerWith = (contact_email: string, name = 'Lindqvist AB') => make('/v1/customers', { name, contact_email })
async function invoiceFor(contact_email = 'ada@example.com') {
  return make('/v1/invoices', { customer_id: await customerWith(contact_email), items, currency: 'EUR', due_date: '2026-07-15' })
}
const send = (id: string, body: object = {}, more: object = {}) => app.call('POST', `/v1/invoices/${id}/send`, { body, ...more })
const emailOf = async (id: string) => (await app.call('GET', `/v1/emails/${id}`)).data
const eventsOf = async (id: string): Promise<string[]> =>
  (await app.call('GET', '/v1/events', { query: { resource_id: id } })).data.events.map(({ type }: { type: string }) => type)

describe('sending an invoice', () => {
  test('202: a draft becomes sent, and the mail is queued, with its events', async () => {
    const id = await invoiceFor()
    const sent = await send(id)
    assert.equal(sent.status, 202)
    assert.match(sent.data.id, /^eml_/)
    const { invoice_number, public_token, status } = (await app.call('GET', `/v1/invoices/${id}`)).data
    assert.equal(status, 'sent')
    const expected = {
      kind: 'invoice',
      status: 'queued',
      resource_type: 'invoice',
      resource_id: id,
      to: ['ada@example.com'],
      cc: [],
    }
    const { id: _, created_at: __, ...shown } = sent.data
    const untried = { attempts: 0, last_error: null, refused: [], sent_at: null }
    assert.deepEqual(shown, { ...expected, subject: `Invoice ${invoice_number} from First`, ...untried })
    assert.deepEqual(await eventsOf(id), ['invoice.sent', 'invoice.updated', 'invoice.created'])
    await app.jobs.idle()
    const [mail] = mailer.outgoing
    assert.equal(mailer.outgoing.length, 1)
    assert.equal(mail!.message_id, `<${sent.data.id}@${MAIL_FROM.split('@')[1]}>`)
    assert.equal(mail!.date.toISOString(), sent.data.created_at)
    assert.deepEqual([mail!.from_name, mail!.reply_to, mail!.to, mail!.cc], ['First', null, ['ada@example.com'], []])
    for (const fact of [invoice_number, '€1,500.00', '15 July 2026', 'Lindqvist AB', 'First']) {
      assert.ok(mail!.text.includes(fact), fact)
      assert.ok(mail!.html.includes(fact), fact)
    }
    for (const part of [mail!.text, mail!.html]) assert.ok(part.includes(`${PUBLIC_URL}/i/${public_token}`), part)
    const settled = await emailOf(sent.data.id)
    assert.deepEqual([settled.status, settled.attempts, settled.last_error], ['sent', 1, null])
    assert.ok(settled.sent_at >= settled.created_at)
    const [event] = (await app.call('GET', '/v1/events', { query: { resource_id: sent.data.id } })).data.events
    assert.deepEqual([event.type, event.resource_type, event.data], ['email.sent', 'email', settled])
  })

  test('202 for what was sent before: its status stays', async () => {
    const id = await invoiceFor()
    await app.call('PATCH', `/v1/invoices/${id}`, { body: { status: 'paid' } })
    assert.equal((await send(id)).status, 202)
    assert.equal((await app.call('GET', `/v1/invoices/${id}`)).data.status, 'paid')
  })

  test('202 with own texts and recipients, each of whom gets it once', async () => {
    const id = await invoiceFor('')
    const body = {
      to: ['Ada@example.com', ' bob@example.com '],
      cc: ['ADA@example.com', 'carol@example.com'],
      subject: 'Our {number}',
      message: 'Please pay {amount}\n\n{unknown}',
      attach: [],
    }
    const sent = await send(id, body)
    assert.equal(sent.status, 202, sent.text)
    assert.deepEqual([sent.data.to, sent.data.cc], [['Ada@example.com', 'bob@example.com'], ['carol@example.com']])
    await app.jobs.idle()
    assert.match(mailer.outgoing[0]!.subject, /^Our INV-2026-\d{6}$/)
    assert.match(mailer.outgoing[0]!.text, /^Please pay \S+\n\n\{unknown\}\n/)
  })

  test('without texts and copies of its own: by those of the company and the customer', async () => {
    const own = { invoice: { subject: '{number}, {company}', message: 'For {customer}: {amount} until {due_date}' } }
    const path = `/v1/companies/${app.tenant.company_id}`
    const admin = { company: null, key: app.tenant.keys.admin }
    assert.equal((await app.call('PATCH', path, { body: { mail_texts: own }, ...admin })).status, 200)
    const id = await invoiceFor()
    const { customer, invoice_number } = (await app.call('GET', `/v1/invoices/${id}`)).data
    const cc_emails = ['books@example.com']
    await app.call('PATCH', `/v1/customers/${customer.id}`, { body: { cc_emails } })
    const { data } = await send(id)
    assert.deepEqual([data.subject, data.cc], [`${invoice_number}, First`, cc_emails])
    await app.jobs.idle()
    assert.match(mailer.outgoing[0]!.text, /^For Lindqvist AB: €1,500.00 until 15 July 2026\n/)
    assert.equal((await send(id, { subject: 'Mine', cc: [] })).data.subject, 'Mine')
    assert.equal((await app.call('PATCH', path, { body: { mail_texts: null }, ...admin })).data.mail_texts.invoice, null)
    const usual = await send(id, { cc: [] })
    assert.deepEqual([usual.data.subject, usual.data.cc], [`Invoice ${invoice_number} from First`, []])
  })

  test('to the address that the customer has now, also where the invoice was issued with another', async () => {
    const id = await invoiceFor('adda@example.com')
    await send(id)
    const { customer } = (await app.call('GET', `/v1/invoices/${id}`)).data
    await app.call('PATCH', `/v1/customers/${customer.id}`, { body: { contact_email: 'ada@example.com' } })
    assert.deepEqual((await send(id)).data.to, ['ada@example.com'])
    assert.equal((await app.call('GET', `/v1/invoices/${id}`)).data.customer.contact_email, 'adda@example.com')
  })

  test('429 email_limit_reached once a company has sent so many in 24 hours, until the oldest of them is a day old', async () => {
    const limited = await startTestApp({ mailer, mail_per_day: 3 })
    const made = await limited.call('POST', '/v1/customers', { body: { name: 'A', contact_email: 'a@example.com' } })
    const { data } = await limited.call('POST', '/v1/invoices', { body: { customer_id: made.data.id, items } })
    const sendOne = () => limited.call('POST', `/v1/invoices/${data.id}/send`, { body: {} })
    for (const _ of [1, 2, 3]) {
      assert.equal((await sendOne()).status, 202)
      limited.pass(60_000)
    }
    const refused = await sendOne()
    assert.deepEqual([refused.status, refused.body.code], [429, 'email_limit_reached'])
    assert.equal(refused.headers['retry-after'], String(24 * 60 * 60 - 3 * 60))
    assert.equal((await limited.call('GET', '/v1/emails')).data.emails.length, 3)
    limited.pass((24 * 60 - 3) * 60_000)
    assert.equal((await sendOne()).status, 202)
    assert.equal((await sendOne()).status, 429)
    await limited.close()
  })

  test('one mail for a request that is repeated with its key, two for two requests', async () => {
    const id = await invoiceFor()
    const headers = { 'idempotency-key': 'send once' }
    const [first, again] = [await send(id, {}, { headers }), await send(id, {}, { headers })]
    assert.equal(first.data.id, again.data.id)
    const other = await send(id)
    assert.notEqual(other.data.id, first.data.id)
    await app.jobs.idle()
    assert.equal(mailer.outgoing.length, 2)
  })

  test('400 without a valid recipient: nothing is changed', async () => {
    for (const [contact, body, param, error] of [
      ['', {}, 'to', /The customer has no contact_email/],
      ['ada@example.com,bob@example.com', {}, 'to', /contact_email, "ada@example.com,bob@example.com", is no single/],
      ['', { to: ['ada@example.com', 'bob'] }, 'to[1]', /to\[1\] must be an e-mail address/],
      ['', { to: ['ada@example.com\r\nBcc: eve@evil.example'] }, 'to[0]', /to\[0\] must be an e-mail address/],
      ['a@example.com', { cc: ['<b@example.com>'] }, 'cc[0]', /cc\[0\] must be/],
      ['a@example.com', { to: [] }, 'to', /to/],
      ['a@example.com', { to: Array(11).fill('b@example.com') }, 'to', /10/],
      ['a@example.com', { cc: Array(6).fill('b@example.com') }, 'cc', /5/],
      ['a@example.com', { subject: 'One\r\nBcc: eve@evil.example' }, 'subject', /one line/],
      ['a@example.com', { subject: ' ' }, 'subject', /subject/],
      ['a@example.com', { attach: ['docx'] }, 'attach[0]', /"?pdf"?/],
      ['a@example.com', { atach: ['pdf'] }, 'atach', /attach/],
    ] as const) {
      const id = await invoiceFor(contact)
      const refused = await send(id, body)
      assert.equal(refused.status, 400, JSON.stringify(body))
      assert.equal(refused.body.param, param)
      assert.match(refused.body.error, error)
      assert.equal((await app.call('GET', `/v1/invoices/${id}`)).data.status, 'draft')
      assert.equal((await app.call('GET', '/v1/emails', { query: { resource_id: id } })).data.emails.length, 0)
    }
  })

  test('403 with a key that only reads, 404 for an invoice of another company', async () => {
    const id = await invoiceFor()
    assert.equal((await send(id, {}, { key: app.tenant.keys.read })).status, 403)
    assert.equal((await send(id, {}, { company: app.tenant.sibling_id })).status, 404)
  })

  test('409 email_not_configured without a mail server: the draft stays one', async () => {
    const without = await startTestApp({ mailer: null, beside: app })
    const id = await invoiceFor()
    const refused = await without.call('POST', `/v1/invoices/${id}/send`, { body: {} })
    assert.deepEqual([refused.status, refused.body.code], [409, 'email_not_configured'])
    assert.equal((await app.call('GET', `/v1/invoices/${id}`)).data.status, 'draft')
    await without.close()
  })
})

test('sending a quote: a draft becomes sent, and the mail says until when it stands', async () => {
  const customer_id = await customerWith('ada@example.com')
  const id = await make('/v1/quotes', { customer_id, items, currency: 'JPY', valid_until: '2026-07-15' })
  const sent = await app.call('POST', `/v1/quotes/${id}/send`, { body: {} })
  assert.equal(sent.status, 202)
  const quote = (await app.call('GET', `/v1/quotes/${id}`)).data
  assert.equal(quote.status, 'sent')
  assert.deepEqual(await eventsOf(id), ['quote.sent', 'quote.updated', 'quote.created'])
  await app.jobs.idle()
  const { subject, text } = mailer.outgoing[0]!
  assert.equal(subject, `Quote ${quote.quote_number} from First`)
  assert.ok(text.includes('Valid until: 15 July 2026'))
  assert.ok(text.includes('¥1,500'))
})

describe('a mail that is not taken', () => {
  test('temporarily: it is tried again over two days, the same each time, and then has failed', async () => {
    mailer.answer = () => ({ outcome: 'deferred', error: '451 4.7.1 Greylisted' })
    const { data } = await send(await invoiceFor())
    const begun = app.now_ms()
    await app.jobs.idle()
    const early = await app.call('POST', `/v1/emails/${data.id}/retry`, { body: {} })
    assert.deepEqual([early.status, early.body.code], [409, 'email_not_failed'])
    const waiting = await emailOf(data.id)
    assert.deepEqual([waiting.status, waiting.attempts, waiting.last_error], ['queued', 1, '451 4.7.1 Greylisted'])
    while ((await emailOf(data.id)).status === 'queued') {
      app.pass(60 * 60 * 1000)
      await app.jobs.idle()
    }
    const failed = await emailOf(data.id)
    assert.deepEqual([failed.attempts, failed.last_error, failed.sent_at], [9, '451 4.7.1 Greylisted', null])
    const took_ms = app.now_ms() - begun
    assert.ok(took_ms > 1.8 * DAY_MS && took_ms < 2.8 * DAY_MS, `${took_ms / DAY_MS} days`)
    assert.equal(new Set(mailer.outgoing.map((mail) => JSON.stringify(mail))).size, 1)
    assert.deepEqual(await eventsOf(data.id), ['email.failed'])
  })

  test('temporarily, and accepted at the next attempt: sent', async () => {
    mailer.answer = () => ({ outcome: 'deferred', error: '451 4.7.1 Greylisted' })
    const { data } = await send(await invoiceFor())
    await app.jobs.idle()
    mailer.answer = () => TAKEN
    app.pass(10_000)
    await app.jobs.idle()
    const sent = await emailOf(data.id)
    assert.deepEqual([sent.status, sent.attempts, sent.last_error], ['sent', 2, null])
    assert.deepEqual(mailer.outgoing[0], mailer.outgoing[1])
  })

  test('permanently: it fails at once, and can be retried', async () => {
    mailer.answer = () => ({ outcome: 'failed', error: '550 5.1.1 No such user' })
    const { data } = await send(await invoiceFor())
    await app.jobs.idle()
    const failed = await emailOf(data.id)
    assert.deepEqual([failed.status, failed.attempts, failed.last_error], ['failed', 1, '550 5.1.1 No such user'])
    const [event] = (await app.call('GET', '/v1/events', { query: { resource_id: data.id } })).data.events
    assert.deepEqual([event.type, event.data], ['email.failed', failed])
    mailer.answer = () => TAKEN
    assert.equal((await app.call('POST', `/v1/emails/${data.id}/retry`, { body: {}, key: app.tenant.keys.read })).status, 403)
    const retried = await app.call('POST', `/v1/emails/${data.id}/retry`, { body: {} })
    assert.deepEqual([retried.status, retried.data.status], [202, 'queued'])
    await app.jobs.idle()
    const sent = await emailOf(data.id)
    assert.deepEqual([sent.status, sent.attempts, sent.last_error], ['sent', 2, null])
    assert.equal(mailer.outgoing[0]!.message_id, mailer.outgoing[1]!.message_id)
    assert.deepEqual((await app.call('POST', `/v1/emails/${data.id}/retry`, { body: {} })).body.code, 'email_not_failed')
  })

  test('by some of its recipients: it is sent, and they are named', async () => {
    const refused = [{ address: 'bob@example.com', reply: '550 5.1.1 No such user' }]
    mailer.answer = () => ({ outcome: 'sent', refused })
    const { data } = await send(await invoiceFor(), { to: ['ada@example.com', 'bob@example.com'] })
    await app.jobs.idle()
    const sent = await emailOf(data.id)
    assert.deepEqual([sent.status, sent.refused], ['sent', refused])
  })
})

describe('the preview of a mail', () => {
  const preview = (path: string, body: object = {}) =>
    fromPage(app, cookie, 'POST', `/dashboard/api/${path}/email-preview`, { company: app.tenant.company_id, body })
  let cookie: string
  before(async () => {
    cookie = (await signedIn(app, 'member')).cookie
  })

  test('is the mail that goes out, and leaves the draft and the list as they are', async () => {
    const id = await invoiceFor()
    const shown = await preview(`invoices/${id}`, { message: 'Pay {amount}' })
    assert.equal(shown.status, 200, shown.text)
    const { invoice_number, status } = (await app.call('GET', `/v1/invoices/${id}`)).data
    assert.equal(status, 'draft')
    assert.deepEqual((await app.call('GET', '/v1/emails', { query: { resource_id: id } })).data.emails, [])
    await send(id, { message: 'Pay {amount}' })
    await app.jobs.idle()
    const { subject, text, html, to, cc, from_name, reply_to } = mailer.outgoing[0]!
    assert.deepEqual(shown.data, {
      from: MAIL_FROM,
      from_name,
      reply_to,
      to,
      cc,
      subject,
      message: 'Pay €1,500.00',
      text,
      html,
      attachments: [{ filename: `${invoice_number}.pdf` }],
    })
  })

  test('of a quote, and where the customer has no address', async () => {
    const customer_id = await customerWith('')
    const id = await make('/v1/quotes', { customer_id, items, currency: 'EUR' })
    const shown = await preview(`quotes/${id}`, { attach: [] })
    assert.deepEqual([shown.status, shown.data.to, shown.data.attachments], [200, [], []])
    assert.match(shown.data.subject, /^Quote QUO-/)
    assert.equal((await preview('quotes/quo_0')).status, 404)
    assert.equal((await preview(`quotes/${id}`, { subject: 'a\nb' })).body.param, 'subject')
  })
})

describe('the list of emails', () => {
  test('newest first, by cursor in both directions, of a document and of a status', async () => {
    const id = await invoiceFor()
    const made: string[] = []
    for (let count = 0; count < 5; count++) {
      mailer.answer = () => (count % 2 === 0 ? TAKEN : { outcome: 'failed', error: '550 No' })
      made.unshift((await send(id)).data.id)
      app.pass(1)
      await app.jobs.idle()
    }
    const list = async (query: Record<string, string>) => {
      const { data, status, text } = await app.call('GET', '/v1/emails', { query: { resource_id: id, ...query } })
      assert.equal(status, 200, text)
      return { ids: data.emails.map((email: { id: string }) => email.id), pagination: data.pagination }
    }
    assert.deepEqual((await list({})).ids, made)
    const first = await list({ limit: '2' })
    assert.deepEqual([first.ids, first.pagination], [made.slice(0, 2), { limit: 2, has_more: true, next_cursor: made[1] }])
    const second = await list({ limit: '2', starting_after: made[1]! })
    assert.deepEqual(second.ids, made.slice(2, 4))
    const back = await list({ limit: '2', ending_before: made[4]! })
    assert.deepEqual([back.ids, back.pagination.has_more, back.pagination.next_cursor], [made.slice(2, 4), true, made[2]])
    assert.deepEqual((await list({ status: 'failed' })).ids, [made[1], made[3]])
    const { data } = await app.call('GET', '/v1/emails', { query: { status: 'failed', limit: '1' } })
    assert.equal(data.emails[0].id, made[1])
    assert.equal(
      (await app.call('GET', '/v1/emails', { query: { limit: '1', starting_after: made[1]! } })).data.emails[0].id,
      made[2],
    )
  })

  test('400 for a cursor that names no email of the company, and for two', async () => {
    const { data } = await send(await invoiceFor())
    const queries: Record<string, string>[] = [{ starting_after: 'eml_x' }, { starting_after: data.id, ending_before: data.id }]
    for (const query of queries) assert.equal((await app.call('GET', '/v1/emails', { query })).status, 400)
    const other = await app.call('GET', '/v1/emails', { query: { starting_after: data.id }, company: app.tenant.sibling_id })
    assert.equal(other.status, 400)
  })

  test('404 for an email of another company', async () => {
    const { data } = await send(await invoiceFor())
    assert.equal((await app.call('GET', `/v1/emails/${data.id}`, { company: app.tenant.sibling_id })).status, 404)
  })
})
