// Mails carry the PDF of their document: the one that is kept, and the same at each attempt.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { createScriptedMailer, TAKEN } from '../../../test/support/scripted-mailer.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { sha256 } from '../../kernel/crypto.ts'
import type { Attempt } from '../../record/mail/reply.ts'

const LATER: Attempt = { outcome: 'deferred', error: '451 Try again' }
const DAY_MS = 24 * 60 * 60 * 1000

let app: TestApp
const mailer = createScriptedMailer()

before(async () => {
  app = await startTestApp({ mailer })
  app.jobs.start()
})
after(() => app.close())
beforeEach(async () => {
  await app.jobs.idle()
  mailer.reset()
})

async function send(kind: 'invoices' | 'quotes', body: object = {}): Promise<{ id: string; email: string }> {
  const customer = await app.call('POST', '/v1/customers', { body: { name: 'Ada', contact_email: 'ada@example.com' } })
  const items = [{ name: 'Work', unit_price: 100 }]
  const { data } = await app.call('POST', `/v1/${kind}`, { body: { customer_id: customer.data.id, items } })
  const sent = await app.call('POST', `/v1/${kind}/${data.id}/send`, { body })
  assert.equal(sent.status, 202, sent.text)
  return { id: data.id, email: sent.data.id }
}

const emailOf = async (id: string) => (await app.call('GET', `/v1/emails/${id}`)).data
const change = (id: string, body: object) => app.call('PATCH', `/v1/invoices/${id}`, { body })

describe('the mail of a document', () => {
  for (const kind of ['invoices', 'quotes'] as const) {
    test(`of the ${kind} has the file that is kept from then on`, async () => {
      const { id } = await send(kind)
      await app.jobs.idle()
      const [attachment, ...others] = mailer.outgoing[0]!.attachments
      assert.equal(others.length, 0)
      const pdf = await app.call('GET', `/v1/${kind}/${id}/pdf`)
      assert.equal(sha256(attachment!.content), pdf.headers['quoin-document-sha256'])
      assert.equal(pdf.headers['content-disposition'], `inline; filename="${attachment!.filename}"`)
      assert.equal(attachment!.content_type, 'application/pdf')
      const document = (await app.call('GET', `/v1/${kind}/${id}`)).data
      assert.deepEqual([document.document_version, document.status], [1, 'sent'])
    })
  }

  test('has no file when the request wants none', async () => {
    const { id } = await send('invoices', { attach: [] })
    await app.jobs.idle()
    assert.deepEqual(mailer.outgoing[0]!.attachments, [])
    assert.equal((await app.call('GET', `/v1/invoices/${id}`)).data.document_version, 0)
  })

  test('has the same file at each attempt, whatever was changed and read since', async () => {
    mailer.answer = () => LATER
    const { id, email } = await send('invoices')
    await app.jobs.idle()
    await change(id, { notes: 'Mended since' })
    const second = await app.call('GET', `/v1/invoices/${id}/pdf`)
    mailer.answer = () => TAKEN
    app.pass(DAY_MS)
    await app.jobs.idle()
    assert.equal((await emailOf(email)).status, 'sent')
    assert.equal(mailer.outgoing.length, 2)
    const [first, again] = mailer.outgoing.map(({ attachments }) => sha256(attachments[0]!.content))
    assert.equal(again, first)
    assert.notEqual(second.headers['quoin-document-sha256'], first)
    const kept = await app.call('GET', `/v1/invoices/${id}/pdf`, { query: { version: '1' } })
    assert.equal(kept.headers['quoin-document-sha256'], first)
  })

  test('waits while the document is a draft again, and goes out when it is issued', async () => {
    mailer.answer = () => LATER
    const { id, email } = await send('invoices', { attach: [] })
    await app.jobs.idle()
    const waiting = await app.call('POST', `/v1/invoices/${id}/send`, { body: {} })
    await change(id, { status: 'draft' })
    await app.jobs.idle()
    mailer.answer = () => TAKEN
    await change(id, { status: 'draft' })
    app.pass(DAY_MS)
    await app.jobs.idle()
    await change(id, { status: 'sent' })
    app.pass(DAY_MS)
    await app.jobs.idle()
    assert.deepEqual([(await emailOf(email)).status, (await emailOf(waiting.data.id)).status], ['sent', 'sent'])
    assert.ok(
      mailer.outgoing.every(({ attachments }) => attachments.every(({ filename }) => /^INV-\d{4}-\d{6}\.pdf$/.test(filename))),
    )
  })

  test('has failed once the document was deleted', async () => {
    mailer.answer = () => LATER
    const { id, email } = await send('invoices')
    await app.jobs.idle()
    assert.equal((await app.call('DELETE', `/v1/invoices/${id}`)).status, 200)
    app.pass(DAY_MS)
    await app.jobs.idle()
    const { status, last_error } = await emailOf(email)
    assert.deepEqual([status, last_error], ['failed', 'The invoice is not there any more'])
  })
})
