// Quotes that are accepted and declined on their public pages.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { fromPage, signedIn } from '../../../test/support/dashboard.ts'
import { documentOf, PHONE, textOf, textsAsPdfs, visit } from '../../../test/support/public-pages.ts'
import { START, startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { ApiError, conflict, unavailable } from '../../kernel/errors.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely by tests
type Quote = any

let app: TestApp
let customer_id: string
/** Runs before each PDF is given; a test changes it to be in between. */
let beforePdf: () => Promise<void> = async () => {}

before(async () => {
  app = await startTestApp({
    currency: 'EUR',
    pdfOf: async (...named) => {
      await beforePdf()
      return textsAsPdfs(app.database)(...named)
    },
    trusted_proxies: ['203.0.113.7'],
  })
  customer_id = (await app.call('POST', '/v1/customers', { body: { name: 'Lindqvist AB' } })).data.id
})
beforeEach(() => {
  beforePdf = async () => {}
  app.setClock(START)
})
after(() => app.close())

async function issued(fields: object = {}): Promise<Quote> {
  const items = [{ name: 'Design', quantity: 12.5, unit: 'h', unit_price: 96 }]
  const body = { customer_id, items, payment_terms: 'Half of it in advance', notes: 'Until September', ...fields }
  const { id } = (await app.call('POST', '/v1/quotes', { body })).data
  return change(id, { status: 'sent' })
}
async function change(id: string, body: object): Promise<Quote> {
  const answer = await app.call('PATCH', `/v1/quotes/${id}`, { body })
  assert.equal(answer.status, 200, answer.text)
  return answer.data
}
const current = async ({ id }: Quote): Promise<Quote> => (await app.call('GET', `/v1/quotes/${id}`)).data
const eventsOf = async ({ id }: Quote) => (await app.call('GET', '/v1/events', { query: { resource_id: id } })).data.events
const typesOf = async (quote: Quote): Promise<string[]> => (await eventsOf(quote)).map(({ type }: { type: string }) => type)
const open = async ({ public_token }: Quote) => (await visit(app, `/q/${public_token}`)).body

type Sent = Parameters<typeof visit>[2]
async function send(quote: Quote, fields: Record<string, string>, more: Sent = {}, to: TestApp = app) {
  const document = fields['document'] ?? documentOf(await open(quote)) ?? 'none'
  return visit(to, `/q/${quote.public_token}`, { ...more, form: { ...fields, document } })
}
const accept = (quote: Quote, name = 'Ada Lindqvist', more: Sent = {}) => send(quote, { answer: 'accept', name }, more)
const decline = (quote: Quote, reason = 'Too dear') => send(quote, { answer: 'decline', reason })
async function evidenceOf(quote: Quote) {
  const { cookie } = await signedIn(app, 'owner')
  const path = `/dashboard/api/quotes/${quote.id}/decision`
  return (await fromPage(app, cookie, 'GET', path, { company: app.tenant.company_id })).data
}

describe('accepting', () => {
  test('keeps name, time, address, browser and the document that was shown; approved with its events', async () => {
    const quote = await issued()
    const page = await open(quote)
    const forwarded = { 'x-forwarded-for': '198.51.100.23' }
    const answer = await accept(quote, '  Ada\u00a0 Lindqvist\t', { headers: forwarded })
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, quote.public_token])
    const after = await current(quote)
    const document_sha256 = documentOf(page)
    const decision = { decided_at: START, name: 'Ada Lindqvist', reason: null, document_sha256 }
    assert.deepEqual([after.status, after.decision], ['approved', decision])
    assert.deepEqual(await typesOf(quote), [
      'quote.approved',
      'quote.updated',
      'quote.viewed',
      'quote.sent',
      'quote.updated',
      'quote.created',
    ])
    assert.deepEqual((await eventsOf(quote))[0].data, after)
    const evidence = { ...decision, status: 'approved', document_version: 1, ip_address: '198.51.100.23', user_agent: PHONE }
    assert.deepEqual(await evidenceOf(quote), { decision: evidence, earlier: [] })
    const shown = textOf(await open(quote))
    assert.match(shown, /Accepted by Ada Lindqvist on 15 June 2026/)
    assert.doesNotMatch(shown, /Your full name/)
  })

  test('has the terms before the name', async () => {
    const page = await open(await issued())
    for (const term of ['Half of it in advance', 'Until September', 'you accept this quote and its terms'])
      assert.ok(page.indexOf(term) > 0 && page.indexOf(term) < page.indexOf('id="name"'), term)
  })

  test('400 without a name, with one of blanks, and with a long one; what was typed stays', async () => {
    const quote = await issued()
    for (const name of ['', '  ', '\u200b\u3000', '\u0000', 'x'.repeat(201)]) {
      const answer = await accept(quote, name)
      assert.equal(answer.statusCode, 400)
      assert.match(textOf(answer.body), name.length > 200 ? /at most 200 characters/ : /Please type your name/)
      assert.match(answer.body, /id="name"[^>]* aria-invalid="true" aria-describedby="problem"/)
      if (name.length > 200) assert.ok(answer.body.includes(`value="${name}"`))
      assert.equal(documentOf(answer.body), documentOf(await open(quote)))
    }
    const { status, decision } = await current(quote)
    assert.deepEqual([status, decision], ['viewed', null])
    assert.equal((await accept(quote, '😀'.repeat(200))).statusCode, 303)
  })

  test('counts once, however often and from however many processes it is sent', async () => {
    const other = await startTestApp({ beside: app, pdfOf: textsAsPdfs(app.database), trusted_proxies: [] })
    try {
      for (let round = 0; round < 5; round++) {
        const quote = await issued()
        const document = documentOf(await open(quote))!
        const answers = await Promise.all(
          Array.from({ length: 12 }, (_, index) => {
            const fields: Record<string, string> =
              index % 3 ? { answer: 'accept', name: `Name ${index}` } : { answer: 'decline', reason: `Reason ${index}` }
            return send(quote, { ...fields, document }, {}, index % 2 ? other : app)
          }),
        )
        for (const { statusCode, headers } of answers) assert.deepEqual([statusCode, headers.location], [303, quote.public_token])
        const types = await typesOf(quote)
        assert.equal(types.filter((type) => type === 'quote.approved' || type === 'quote.rejected').length, 1)
        const { decision } = await current(quote)
        assert.ok(textOf(await open(quote)).includes(decision.name ?? decision.reason))
        assert.deepEqual((await evidenceOf(quote)).earlier, [])
      }
    } finally {
      await other.close()
    }
  })

  test('of a document that has changed since it was shown stores nothing, and asks again', async () => {
    const quote = await issued()
    const document = documentOf(await open(quote))!
    await change(quote.id, { notes: 'Until October' })
    const answer = await send(quote, { answer: 'accept', name: 'Ada', document })
    assert.equal(answer.statusCode, 409)
    const shown = textOf(answer.body)
    assert.match(shown, /The quote has changed since you opened it/)
    assert.match(shown, /Until October/)
    assert.ok(answer.body.includes('value="Ada"'))
    assert.equal((await current(quote)).decision, null)
    const fresh = documentOf(answer.body)!
    assert.notEqual(fresh, document)
    assert.equal((await send(quote, { answer: 'accept', name: 'Ada', document: fresh })).statusCode, 303)
  })

  test('of a document that changes while its PDF is looked up stores nothing either', async () => {
    const quote = await issued()
    const document = documentOf(await open(quote))!
    let is_changed = false
    const pdfOf = textsAsPdfs(app.database)
    const slow = await startTestApp({
      beside: app,
      pdfOf: async (...named) => {
        const file = await pdfOf(...named)
        if (!is_changed) await change(quote.id, { payment_terms: 'All of it in advance' })
        is_changed = true
        return file
      },
    })
    try {
      assert.equal((await send(quote, { answer: 'accept', name: 'Ada', document }, {}, slow)).statusCode, 409)
      assert.equal((await current(quote)).decision, null)
    } finally {
      await slow.close()
    }
  })

  test('of a form from another site is refused, by what browsers say of it', async () => {
    const quote = await issued()
    const fields = { answer: 'accept', name: 'Ada', document: documentOf(await open(quote))! }
    const from = (headers: Record<string, string>) =>
      app.server.inject({
        method: 'POST',
        url: `/q/${quote.public_token}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload: new URLSearchParams({ ...fields, name: '' }).toString(),
      })
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
    ]
    for (const headers of foreign) assert.equal((await from(headers)).statusCode, 403, JSON.stringify(headers))
    const own: Record<string, string>[] = [
      { 'sec-fetch-site': 'same-origin', origin: 'null' },
      { origin: 'null' },
      { origin: 'https://quoin.test' },
      {},
    ]
    for (const headers of own) assert.equal((await from(headers)).statusCode, 400, JSON.stringify(headers))
  })
})

describe('declining', () => {
  test('keeps the reason as it was typed; rejected with its events', async () => {
    const quote = await issued()
    const answer = await decline(quote, ' Too dear.\r\n<b>Sorry</b> \n')
    assert.equal(answer.statusCode, 303)
    const after = await current(quote)
    assert.equal(after.status, 'rejected')
    assert.deepEqual([after.decision.name, after.decision.reason], [null, 'Too dear.\n<b>Sorry</b>'])
    assert.deepEqual((await typesOf(quote)).slice(0, 2), ['quote.rejected', 'quote.updated'])
    const page = await open(quote)
    assert.match(textOf(page), /Declined on 15 June 2026[\s\S]*Too dear\.\n<b>Sorry<\/b>/)
  })

  test('400 without a reason and with a long one', async () => {
    const quote = await issued()
    for (const reason of ['', ' \n ', 'x'.repeat(2_001)]) {
      const answer = await decline(quote, reason)
      assert.equal(answer.statusCode, 400)
      assert.match(answer.body, /<details open>/)
    }
    assert.equal((await decline(quote, 'ж'.repeat(2_000))).statusCode, 303)
  })

  test('400 for an answer that is none', async () => {
    const quote = await issued()
    assert.equal((await send(quote, { answer: 'maybe', name: 'Ada' })).statusCode, 400)
    assert.equal((await current(quote)).decision, null)
  })

  test('after accepting changes nothing: the page says what was decided', async () => {
    const quote = await issued()
    const document = documentOf(await open(quote))!
    await accept(quote)
    const before = await current(quote)
    assert.equal((await send(quote, { answer: 'decline', reason: 'No', document })).statusCode, 303)
    assert.equal((await accept(quote, 'Somebody else')).statusCode, 303)
    assert.deepEqual(await current(quote), before)
    assert.match(textOf(await open(quote)), /Accepted by Ada Lindqvist/)
  })
})

describe('a quote that waits for no answer any more', () => {
  test('is said to be expired, also before the sweep has been', async () => {
    const quote = await issued({ valid_until: '2026-06-15' })
    const document = documentOf(await open(quote))!
    app.setClock('2026-06-16T00:00:01Z')
    assert.match(textOf(await open(quote)), /Expired[\s\S]*This quote was valid until 15 June 2026/)
    const answer = await send(quote, { answer: 'accept', name: 'Ada', document })
    assert.equal(answer.statusCode, 409)
    assert.match(textOf(answer.body), /can’t be answered any more/)
    const after = await current(quote)
    assert.deepEqual([after.status, after.decision], ['viewed', null])
  })

  test('says what its owner set meanwhile', async () => {
    const said = { approved: /Accepted/, rejected: /Declined/, converted: /Invoiced/, expired: /Expired/ }
    for (const [status, words] of Object.entries(said)) {
      const quote = await issued()
      const document = documentOf(await open(quote))!
      await change(quote.id, { status })
      const answer = await send(quote, { answer: 'accept', name: 'Ada', document })
      assert.equal(answer.statusCode, 409)
      assert.match(textOf(answer.body), words)
      assert.equal((await current(quote)).status, status)
    }
  })

  test('404 once it is a draft again, or deleted', async () => {
    const quote = await issued()
    const document = documentOf(await open(quote))!
    await change(quote.id, { status: 'draft' })
    assert.equal((await send(quote, { answer: 'accept', name: 'Ada', document })).statusCode, 404)
    beforePdf = async () => void (await app.call('DELETE', `/v1/quotes/${other.id}`))
    const other = await issued()
    const answer = await visit(app, `/q/${other.public_token}`, { form: { answer: 'accept', name: 'Ada', document } })
    assert.equal(answer.statusCode, 404)
  })

  test('can be decided on again when its owner opens it again; the first decision stays as evidence', async () => {
    const quote = await issued()
    await accept(quote, 'First')
    const approved = await current(quote)
    assert.equal((await change(quote.id, { notes: 'Changed afterwards' })).decision.name, 'First')
    assert.equal((await change(quote.id, { status: 'converted' })).decision.name, 'First')
    assert.equal((await change(quote.id, { status: 'sent' })).decision, null)
    await decline(quote, 'Second')
    const { decision, earlier } = await evidenceOf(quote)
    assert.equal(decision.reason, 'Second')
    assert.deepEqual(
      earlier.map((one: Quote) => [one.name, one.document_sha256]),
      [['First', approved.decision.document_sha256]],
    )
  })
})

describe('a PDF that can not be made', () => {
  test('right now leaves the page without the form, and says so', async () => {
    const quote = await issued()
    beforePdf = () => Promise.reject(unavailable('Too many documents are being printed'))
    const page = await open(quote)
    assert.match(textOf(page), /can’t be answered right now/)
    assert.equal(documentOf(page), undefined)
    const answer = await visit(app, `/q/${quote.public_token}/pdf`)
    assert.equal(answer.statusCode, 503)
    assert.match(textOf(answer.body), /Something went wrong/)
  })

  test('at all leaves the page without the form, too', async () => {
    const quote = await issued()
    for (const error of [
      conflict('document_not_printable', 'The document took too long to print'),
      new Error('It was killed twice'),
    ]) {
      beforePdf = () => Promise.reject(error)
      const page = await open(quote)
      assert.match(textOf(page), /can’t be answered right now/)
      assert.equal(documentOf(page), undefined)
      const answer = await visit(app, `/q/${quote.public_token}/pdf`)
      assert.equal(answer.statusCode, error instanceof ApiError ? 409 : 500)
      assert.match(textOf(answer.body), /Something went wrong/)
    }
  })
})

describe('the evidence', () => {
  test('is for those who administer: 403 for others, 404 for another company', async () => {
    const quote = await issued()
    for (const [role, status] of [
      ['member', 403],
      ['read_only', 403],
      ['admin', 200],
    ] as const) {
      const { cookie } = await signedIn(app, role)
      const path = `/dashboard/api/quotes/${quote.id}/decision`
      assert.equal((await fromPage(app, cookie, 'GET', path, { company: app.tenant.company_id })).status, status)
      if (status === 200) assert.equal((await fromPage(app, cookie, 'GET', path, { company: app.tenant.sibling_id })).status, 404)
    }
  })
  test('moves with an export', async () => {
    const quote = await issued()
    await accept(quote)
    const copy = await startTestApp({ copy_of: app })
    try {
      assert.deepEqual((await copy.call('GET', `/v1/quotes/${quote.id}`)).data.decision, (await current(quote)).decision)
      assert.match(textOf((await visit(copy, `/q/${quote.public_token}`)).body), /Accepted by Ada Lindqvist/)
    } finally {
      await copy.close()
    }
  })
})
