import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { signedIn } from '../../../test/support/dashboard.ts'
import { noPdfTools, pdfText } from '../../../test/support/pdf.ts'
import { documentOf, textOf, visit } from '../../../test/support/public-pages.ts'
import { PUBLIC_URL, START, startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { LANGUAGES } from '../../kernel/languages.ts'
import { PREVIEWER_NAMES } from './viewers.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely by tests
type Document = any

let app: TestApp
let customer_id: string

before(async () => {
  app = await startTestApp({ currency: 'EUR' })
  const customer = { name: 'Lindqvist AB', contact_email: 'ada@example.com' }
  customer_id = (await app.call('POST', '/v1/customers', { body: customer })).data.id
})
after(() => app.close())

/** Calls the API, which must succeed. */
async function done(method: string, path: string, body?: object): Promise<Document> {
  const answer = await app.call(method, path, body === undefined ? {} : { body })
  assert.ok(answer.status < 300, answer.text)
  return answer.data
}

async function issued(kind: 'invoices' | 'quotes', fields: object = {}, status = 'sent'): Promise<Document> {
  const items = [{ name: 'Design', quantity: 12.5, unit: 'h', unit_price: 96 }]
  const { id } = await done('POST', `/v1/${kind}`, { customer_id, items, tax_rate: 19, ...fields })
  return done('PATCH', `/v1/${kind}/${id}`, { status })
}
const pathOf = ({ public_token, invoice_number }: Document) => `/${invoice_number ? 'i' : 'q'}/${public_token}`
const current = ({ id, invoice_number }: Document) => done('GET', `/v1/${invoice_number ? 'invoices' : 'quotes'}/${id}`)
const eventsOf = async ({ id }: Document): Promise<string[]> =>
  (await app.call('GET', '/v1/events', { query: { resource_id: id } })).data.events.map(({ type }: { type: string }) => type)

/** What a stranger can compare: all but what is another at each request. */
function compared({ statusCode, headers, body }: Awaited<ReturnType<typeof visit>>) {
  const { date: _date, 'quoin-request-id': _id, ...others } = headers
  return { statusCode, others, body }
}

describe('a page that is not there', () => {
  test('404 alike for drafts, deleted, unknown, renewed and malformed tokens, and those of the other kind', async () => {
    const draft = await issued('invoices', {}, 'draft')
    const deleted = await issued('invoices')
    await done('DELETE', `/v1/invoices/${deleted.id}`)
    const renewed = await issued('invoices')
    await done('POST', `/v1/invoices/${renewed.id}/renew-token`)
    const [invoice, quote] = [await issued('invoices'), await issued('quotes')]
    const paths = [
      pathOf(draft),
      pathOf(deleted),
      pathOf(renewed),
      `/q/${invoice.public_token}`,
      `/i/${quote.public_token}`,
      `/i/${'a'.repeat(32)}`,
      '/i/short',
      '/i/',
      '/i/%00',
      `/i/${'a'.repeat(31)}%00`,
      '/i/%ff%fe',
      '/i/%',
      `/i/${'a'.repeat(10_000)}`,
      `/q/${'a'.repeat(40_000)}`,
      `/i/${invoice.public_token.toLowerCase()}`,
      `${pathOf(invoice)}/`,
      `${pathOf(invoice)}/x`,
      `${pathOf(draft)}/pdf`,
      `/q/${invoice.public_token}/pdf`,
    ]
    for (const accept of ['text/html', 'application/json']) {
      const answers = await Promise.all(paths.map((path) => visit(app, path, { headers: { accept } })))
      const [first, ...others] = answers.map(compared)
      assert.equal(first!.statusCode, 404)
      for (const [index, other] of others.entries()) assert.deepEqual(other, first, paths[index + 1] as string)
    }
    const form = { answer: 'accept', name: 'Ada', document: 'x' }
    const posts = await Promise.all(
      [`/q/${invoice.public_token}`, '/q/x', `/q/${'a'.repeat(32)}`].map((path) => visit(app, path, { form })),
    )
    for (const post of posts) assert.deepEqual(compared(post), compared(posts[0]!))
    assert.equal(posts[0]!.statusCode, 404)
    assert.deepEqual(await eventsOf(invoice), ['invoice.sent', 'invoice.updated', 'invoice.created'])
  })

  test('404 as a page in the language of the browser, and as JSON for programs', async () => {
    const german = await visit(app, '/i/x', { headers: { 'accept-language': 'xx,de-AT;q=0.9,en;q=0.5' } })
    assert.match(textOf(german.body), /Diese Seite gibt es nicht/)
    assert.match(german.body, /<html lang="de" dir="ltr">/)
    const arabic = await visit(app, '/i/x', { headers: { 'accept-language': 'ar' } })
    assert.match(arabic.body, /<html lang="ar" dir="rtl">/)
    const json = await visit(app, '/q/x', { headers: { accept: '*/*' } })
    assert.deepEqual(JSON.parse(json.body), {
      error: 'This page does not exist, or its link is no longer valid',
      code: 'not_found',
    })
  })
})

describe('the headers', () => {
  test('of pages, PDFs, forms and refusals: kept and listed by nobody, no referrer, and a policy without scripts', async () => {
    const quote = await issued('quotes')
    const page = await visit(app, pathOf(quote))
    const document = documentOf(page.body)!
    const answers = [
      page,
      await visit(app, `${pathOf(quote)}/pdf`),
      await visit(app, pathOf(quote), { method: 'HEAD' }),
      await visit(app, '/i/x'),
      await visit(app, '/i/x', { headers: { accept: 'application/json' } }),
      await visit(app, pathOf(quote), { form: { answer: 'accept', name: ' ', document } }),
      await visit(app, pathOf(quote), {
        form: { answer: 'accept', name: 'A', document },
        headers: { 'sec-fetch-site': 'cross-site' },
      }),
      await visit(app, pathOf(quote), { form: 'x'.repeat(40_000) }),
      await visit(app, pathOf(quote), { form: '{}', headers: { 'content-type': 'application/json' } }),
      await visit(app, pathOf(quote), { form: { answer: 'accept', name: 'Ada', document } }),
    ]
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [200, 200, 200, 404, 404, 400, 403, 413, 400, 303],
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
  })

  test('allow the two style sheets of the page by their hashes, and nothing in it needs more', async () => {
    for (const path of [pathOf(await issued('invoices')), pathOf(await issued('quotes')), '/i/x']) {
      const { headers, body } = await visit(app, path)
      const sheets = [...body.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, sheet]) => sheet!)
      const hashes = sheets.map((sheet) => `'sha256-${createHash('sha256').update(sheet).digest('base64')}'`)
      assert.equal(
        headers['content-security-policy'],
        `default-src 'none'; style-src ${hashes.join(' ')}; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      )
      assert.doesNotMatch(body, /<script|<link rel="stylesheet|style="|@import|@font-face| on\w+="/i)
      // Below a path of a proxy, an address that begins with a slash leads elsewhere.
      assert.doesNotMatch(body, /(href|src|action)="\//)
    }
  })

  test('are the same for HEAD', async () => {
    for (const kind of ['invoices', 'quotes'] as const) {
      const path = pathOf(await issued(kind))
      const [page, head] = [await visit(app, path), await visit(app, path, { method: 'HEAD' })]
      assert.deepEqual([head.body, compared(head).others], ['', compared(page).others])
    }
  })
})

describe('the first view', () => {
  test('of somebody outside moves sent to viewed with one event, and later ones change nothing', async () => {
    for (const kind of ['invoices', 'quotes'] as const) {
      const sent = await issued(kind)
      assert.equal((await visit(app, pathOf(sent))).statusCode, 200)
      const viewed = await current(sent)
      assert.equal(viewed.status, 'viewed')
      await visit(app, pathOf(sent))
      const name = kind === 'invoices' ? 'invoice' : 'quote'
      assert.deepEqual(await eventsOf(sent), [`${name}.viewed`, `${name}.sent`, `${name}.updated`, `${name}.created`])
      assert.deepEqual(await current(sent), viewed)
    }
  })

  test('is none: a HEAD, what is loaded ahead, known previewers, and members of the organization', async () => {
    const sent = await issued('invoices')
    const { cookie } = await signedIn(app, 'read_only')
    const none: Parameters<typeof visit>[2][] = [
      { method: 'HEAD' },
      { headers: { 'sec-purpose': 'prefetch;prerender' } },
      { headers: { 'sec-purpose': 'prefetch' } },
      { headers: { purpose: 'prefetch' } },
      { headers: { 'x-moz': 'prefetch' } },
      { headers: { 'x-purpose': 'preview' } },
      { headers: { cookie } },
      ...PREVIEWER_NAMES.map((name) => ({ headers: { 'user-agent': `Mozilla/5.0 (compatible; ${name.toUpperCase()}/1.0)` } })),
    ]
    for (const one of none) {
      for (const path of [pathOf(sent), `${pathOf(sent)}/pdf`]) {
        assert.equal((await visit(app, path, { ...one, address: '198.51.100.9' })).statusCode, 200)
        assert.equal((await current(sent)).status, 'sent', JSON.stringify(one))
      }
    }
    const stranger = await signedIn(app, 'owner', await app.addTenant())
    await visit(app, pathOf(sent), { headers: { cookie: stranger.cookie } })
    assert.equal((await current(sent)).status, 'viewed')
  })

  test('of many at once, in two processes, stores one event', async () => {
    const other = await startTestApp({ beside: app })
    try {
      const sent = await issued('quotes')
      const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => visit(index % 2 ? other : app, pathOf(sent))))
      for (const { statusCode } of answers) assert.equal(statusCode, 200)
      assert.equal((await eventsOf(sent)).filter((type) => type === 'quote.viewed').length, 1)
    } finally {
      await other.close()
    }
  })

  test('never changes another status', async () => {
    for (const status of ['partial', 'paid', 'overdue', 'cancelled', 'in_review']) {
      const invoice = await issued('invoices', {}, status)
      await visit(app, pathOf(invoice))
      assert.equal((await current(invoice)).status, status)
    }
  })
})

describe('the page of an invoice', () => {
  const textOfPage = async (document: Document) => textOf((await visit(app, pathOf(document))).body).replaceAll('\u00a0', ' ')

  test('says what is due, what was paid, and what has become of it', async () => {
    const open = await issued('invoices')
    assert.match(await textOfPage(open), /Amount due\n[\s\S]*€1,428\.00[\s\S]*Due date 15 July 2026/)
    await done('POST', `/v1/invoices/${open.id}/payments`, { amount: 428, paid_at: '2026-06-12' })
    const partial = await textOfPage(open)
    assert.match(partial, /Partly paid[\s\S]*€1,000\.00 of €1,428\.00 is left to pay/)
    assert.match(partial, /Paid\n[\s\S]*-€428\.00[\s\S]*Amount due[\s\S]*€1,000\.00/)
    await done('POST', `/v1/invoices/${open.id}/payments`, { amount: 1000, paid_at: '2026-06-14' })
    const paid = await textOfPage(open)
    assert.match(paid, /Paid on 14 June 2026/)
    assert.doesNotMatch(paid, /Pay online|IBAN/)
    assert.match(await textOfPage(await issued('invoices', {}, 'cancelled')), /Cancelled[\s\S]*There is nothing to pay/)
    assert.match(await textOfPage(await issued('invoices', { due_date: '2026-06-01' })), /Overdue/)
  })

  test('has a button to pay, and the account with its code; a link that is no web address is none', async () => {
    const company = `/v1/companies/${app.tenant.company_id}`
    const account = { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' }
    const set = (fields: object) => app.call('PATCH', company, { company: null, body: fields })
    await set({ ...account, payment_link_template: 'https://pay.example/?n={number}&a={amount}&t={token}' })
    const invoice = await issued('invoices')
    const { body } = await visit(app, pathOf(invoice))
    const query = `n=${invoice.invoice_number}&amp;a=1428.00&amp;t=${invoice.public_token}`
    assert.ok(body.includes(`<a class="button" href="https://pay.example/?${query}" rel="noopener noreferrer">Pay online</a>`))
    assert.match(body, /DE89\u00a03704/)
    assert.match(body, /<svg role="img" aria-label="QR code/)
    await set({ payment_link_template: null })
  })

  test('is in the language of the document, right to left in Arabic', async () => {
    for (const language of LANGUAGES) {
      const { body } = await visit(app, pathOf(await issued('invoices', { language })))
      assert.ok(body.includes(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`), language)
    }
  })

  test('shows what people typed as they typed it', async () => {
    const hostile = [
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      "'; </style><style>*{display:none}</style>",
      '&amp;&lt;b&gt;',
      '{{7*7}} #{7*7}',
      '</textarea><svg/onload=alert(1)>',
      'a\u202eb\u2066c',
      'javascript:alert(1)',
    ]
    for (const text of hostile) {
      const items = [{ name: text, description: text, unit: text, unit_price: 1 }]
      const fields = { items, notes: text, payment_terms: text, purchase_order: text, buyer_reference: text }
      for (const document of [await issued('invoices', fields), await issued('quotes', fields)]) {
        const { body } = await visit(app, pathOf(document), { address: '198.51.100.10' })
        const shown = textOf(body).split(text).length - 1
        assert.ok(shown >= 6, `${text} is ${shown} times on the page`)
        assert.doesNotMatch(body, /<script|<img src=x|<svg\/|<b>g/)
      }
    }
  })

  test('has no picture from another server', async () => {
    const company = `/v1/companies/${app.tenant.company_id}`
    await app.call('PATCH', company, { company: null, body: { logo_url: 'https://tracker.example/logo.png' } })
    assert.doesNotMatch((await visit(app, pathOf(await issued('invoices')))).body, /tracker\.example/)
    await app.call('PATCH', company, { company: null, body: { logo_url: null } })
  })

  test('has the PDF of the API, byte for byte and with its headers', async () => {
    for (const document of [await issued('invoices'), await issued('quotes')]) {
      const path = `/v1/${document.invoice_number ? 'invoices' : 'quotes'}/${document.id}/pdf`
      const { headers, rawPayload } = await visit(app, `${pathOf(document)}/pdf`)
      const key = { authorization: `Bearer ${app.tenant.keys.read}` }
      const of_api = await app.server.inject({ url: `${path}?company_id=${app.tenant.company_id}`, headers: key })
      assert.ok(rawPayload.equals(of_api.rawPayload))
      for (const name of ['content-type', 'content-disposition', 'content-length', 'etag', 'quoin-document-sha256'])
        assert.equal(String(headers[name]), String(of_api.headers[name]), name)
      const known = { 'if-none-match': String(headers.etag) }
      assert.equal((await visit(app, `${pathOf(document)}/pdf`, { headers: known })).statusCode, 304)
    }
  })

  test('of an accepted quote has a PDF that says who accepted it; the one that was shown is kept', {
    skip: noPdfTools,
  }, async () => {
    const quote = await issued('quotes')
    const shown = documentOf((await visit(app, pathOf(quote))).body)!
    await visit(app, pathOf(quote), { form: { answer: 'accept', name: 'Ada Lindqvist', document: shown } })
    const { headers, rawPayload } = await visit(app, `${pathOf(quote)}/pdf`)
    assert.notEqual(headers['quoin-document-sha256'], shown)
    assert.match(pdfText(rawPayload), /Accepted by Ada Lindqvist on 15 June 2026/)
    const key = { authorization: `Bearer ${app.tenant.keys.read}` }
    const url = `/v1/quotes/${quote.id}/pdf?version=1&company_id=${app.tenant.company_id}`
    assert.equal((await app.server.inject({ url, headers: key })).headers['quoin-document-sha256'], shown)
  })
})

describe('a link', () => {
  test('is renewed: the old one dies at once, and the whole document with the new one is the answer', async () => {
    for (const kind of ['invoices', 'quotes'] as const) {
      const before = await issued(kind)
      const after = await done('POST', `/v1/${kind}/${before.id}/renew-token`)
      assert.match(after.public_token, /^[0-9A-Za-z]{32}$/)
      assert.notEqual(after.public_token, before.public_token)
      assert.deepEqual({ ...after, public_token: '' }, { ...before, public_token: '' })
      assert.equal((await eventsOf(before))[0], kind === 'invoices' ? 'invoice.updated' : 'quote.updated')
      assert.equal((await visit(app, pathOf(before))).statusCode, 404)
      assert.equal((await visit(app, pathOf(after))).statusCode, 200)
      const refused = await app.call('POST', `/v1/${kind}/${before.id}/renew-token`, { key: app.tenant.keys.read })
      assert.equal(refused.status, 403)
    }
    assert.equal((await app.call('POST', '/v1/quotes/quo_x/renew-token')).status, 404)
  })

  test('is in the mail, and works when the mail goes out', async () => {
    const { id, public_token } = await issued('quotes', {}, 'draft')
    assert.equal((await visit(app, `/q/${public_token}`)).statusCode, 404)
    await done('POST', `/v1/quotes/${id}/send`, { message: 'See {link}' })
    assert.equal((await visit(app, `/q/${public_token}`)).statusCode, 200)
    assert.ok(PUBLIC_URL.startsWith('https://'))
  })
})

describe('an address', () => {
  test('429 with Retry-After after too many links that do not work; those that do open anyway', async () => {
    const invoice = await issued('invoices')
    const misses = await Promise.all(Array.from({ length: 310 }, () => visit(app, '/i/x', { address: '192.0.2.1' })))
    const refused = misses.filter(({ statusCode }) => statusCode === 429)
    assert.equal(refused.length, 10)
    assert.equal(refused[0]!.headers['retry-after'], '1')
    assert.match(textOf(refused[0]!.body), /Too many requests/)
    assert.equal(refused[0]!.headers['referrer-policy'], 'no-referrer')
    assert.equal((await visit(app, pathOf(invoice), { address: '192.0.2.1' })).statusCode, 200)
    assert.equal((await visit(app, '/i/x', { address: '192.0.2.2' })).statusCode, 404)
    const views = await Promise.all(
      Array.from({ length: 310 }, () => visit(app, pathOf(invoice), { address: '192.0.2.3', method: 'HEAD' })),
    )
    assert.equal(views.filter(({ statusCode }) => statusCode === 429).length, 10)
    app.pass(1_000)
    assert.equal((await visit(app, pathOf(invoice), { address: '192.0.2.3' })).statusCode, 200)
    app.setClock(START)
  })

  test('with many requests at once waits for its turn, and others do not wait for it', async () => {
    const small = await startTestApp({ beside: app, budget_limits: { running: 1, waiting: 8 } })
    try {
      const flood = Array.from({ length: 30 }, () => visit(small, '/i/x', { address: '192.0.2.8' }))
      const other = await visit(small, '/i/x', { address: '192.0.2.9' })
      assert.equal(other.statusCode, 404)
      const statuses = (await Promise.all(flood)).map(({ statusCode }) => statusCode)
      assert.ok(statuses.includes(429))
      assert.ok(statuses.filter((status) => status === 404).length >= 8)
      // Every slot was given back.
      assert.equal((await visit(small, '/i/x', { address: '192.0.2.8' })).statusCode, 404)
    } finally {
      await small.close()
    }
  })
})
