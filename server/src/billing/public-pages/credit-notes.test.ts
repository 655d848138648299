// The public page of a credit note, as a stranger can try it: what is not there is not there in the same way, and looking changes nothing.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { fingerprint } from '../../../test/support/fixtures.ts'
import { textOf, textsAsPdfs, visit } from '../../../test/support/public-pages.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely by tests
type Document = any

let app: TestApp
let invoice: Document
let quote: Document
let note: Document

before(async () => {
  app = await startTestApp({
    currency: 'EUR',
    pdfOf: (...asked) => textsAsPdfs(app.database)(...asked),
  })
  const customer_id = (await done('POST', '/v1/customers', { name: 'Lindqvist AB' })).id
  const items = [{ name: 'Design', quantity: 12.5, unit_price: 96 }]
  const { id } = await done('POST', '/v1/invoices', { customer_id, items, tax_rate: 19 })
  invoice = await done('PATCH', `/v1/invoices/${id}`, { status: 'sent' })
  const drafted = await done('POST', '/v1/quotes', { customer_id, items })
  quote = await done('PATCH', `/v1/quotes/${drafted.id}`, { status: 'sent' })
  note = await credit(1)
})
after(() => app.close())

async function done(method: string, path: string, body?: object): Promise<Document> {
  const answer = await app.call(method, path, body === undefined ? {} : { body })
  assert.ok(answer.status < 300, answer.text)
  return answer.data
}

const credit = (quantity: number) =>
  done('POST', '/v1/credit-notes', { invoice_id: invoice.id, items: [{ item_id: invoice.items[0].id, quantity }] })

/** What a stranger can compare: all but what is another at each request. */
function compared({ statusCode, headers, body }: Awaited<ReturnType<typeof visit>>) {
  const { date: _date, 'quoin-request-id': _id, ...others } = headers
  return { statusCode, others, body }
}

describe('the public page of a credit note', () => {
  test('404 alike for tokens that are unknown, renewed, malformed, or of another kind, either way', async () => {
    const renewed = await credit(0.5)
    const now = await done('POST', `/v1/credit-notes/${renewed.id}/renew-token`)
    assert.notEqual(now.public_token, renewed.public_token)
    assert.equal((await visit(app, `/c/${now.public_token}`)).statusCode, 200)
    const token = note.public_token as string
    const missing = [
      `/c/${renewed.public_token}`,
      `/c/${'a'.repeat(32)}`,
      '/c/short',
      '/c/',
      '/c/%00',
      '/c/%ff%fe',
      `/c/${'a'.repeat(40_000)}`,
      `/c/${note.id}`,
      `/c/${note.credit_note_number}`,
      `/c/${token.slice(0, -1)}`,
      `/c/${token}/`,
      `/c/${token}/x`,
      `/c/${token}/pdf/x`,
      `/c/${invoice.public_token}`,
      `/c/${quote.public_token}`,
      `/i/${token}`,
      `/q/${token}`,
      `/i/${token}/pdf`,
      `/c/${renewed.public_token}/pdf`,
      `/c/${invoice.public_token}/pdf`,
    ]
    for (const accept of ['text/html', 'application/json']) {
      for (const method of ['GET', 'HEAD'] as const) {
        const answers = await Promise.all(missing.map((path) => visit(app, path, { method, headers: { accept } })))
        const [first, ...others] = answers.map(compared)
        assert.equal(first!.statusCode, 404)
        for (const [index, other] of others.entries()) assert.deepEqual(other, first, missing[index + 1] as string)
      }
    }
  })

  test('takes no form and no other method, and a decision is none', async () => {
    const stored = await fingerprint(app)
    const path = `/c/${note.public_token}`
    const form = { answer: 'accept', name: 'Ada', document: 'x' }
    for (const answer of [
      await visit(app, path, { form }),
      await visit(app, path, { method: 'PUT' }),
      await visit(app, `/q/${note.public_token}`, { form }),
    ]) {
      assert.ok([404, 405].includes(answer.statusCode), String(answer.statusCode))
    }
    assert.equal(await fingerprint(app), stored)
  })

  test('changes nothing when it is looked at, by GET or HEAD, as a page or as a PDF', async () => {
    const stored = await fingerprint(app)
    for (const path of [`/c/${note.public_token}`, `/c/${note.public_token}/pdf`]) {
      for (const method of ['HEAD', 'GET'] as const) assert.equal((await visit(app, path, { method })).statusCode, 200)
    }
    assert.equal(await fingerprint(app), stored)
  })

  test('is kept and listed by nobody, tells no other page where one was, and needs nothing that its policy refuses', async () => {
    const paths = [`/c/${note.public_token}`, `/c/${note.public_token}/pdf`, '/c/x']
    const answers = await Promise.all(
      paths.flatMap((path) => (['GET', 'HEAD'] as const).map((method) => visit(app, path, { method }))),
    )
    for (const { headers } of answers) {
      assert.equal(headers['cache-control'], 'no-store')
      assert.equal(headers['x-robots-tag'], 'noindex')
      assert.equal(headers['referrer-policy'], 'no-referrer')
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.match(String(headers['content-security-policy']), /^default-src 'none'/)
      assert.doesNotMatch(String(headers['content-security-policy']), /script-src|\*|https?:/)
      assert.equal(headers['set-cookie'], undefined)
    }
    const { headers, body } = answers[0]!
    const sheets = [...body.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, sheet]) => sheet!)
    for (const sheet of sheets) {
      const hash = createHash('sha256').update(sheet).digest('base64')
      assert.ok(String(headers['content-security-policy']).includes(`'sha256-${hash}'`))
    }
    assert.doesNotMatch(body, /<script|<link rel="stylesheet|style="|@import|@font-face| on\w+="/i)
    // Below a path of a proxy, an address that begins with a slash leads elsewhere.
    assert.doesNotMatch(body, /(href|src|action)="\//)
    assert.deepEqual(compared(answers[1]!).others, compared(answers[0]!).others)
    assert.match(textOf(body), new RegExp(note.credit_note_number))
    for (const secret of [invoice.public_token, invoice.id, note.id, note.customer_id]) assert.ok(!body.includes(secret), secret)
  })

  test('429 with Retry-After for an address that opens too many, or tries too many links', async () => {
    for (const [path, address] of [
      [`/c/${note.public_token}`, '192.0.2.31'],
      ['/c/x', '192.0.2.32'],
    ] as const) {
      const answers = await Promise.all(Array.from({ length: 310 }, () => visit(app, path, { address, method: 'HEAD' })))
      const refused = answers.filter(({ statusCode }) => statusCode === 429)
      assert.equal(refused.length, 10, path)
      assert.equal(refused[0]!.headers['retry-after'], '1')
    }
    assert.equal((await visit(app, `/c/${note.public_token}`, { address: '192.0.2.33' })).statusCode, 200)
  })
})
