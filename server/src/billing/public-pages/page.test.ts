// Amounts on the pages of generated documents are those of the API, to the cent; and what the pure parts decide.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { fromPage, signedIn } from '../../../test/support/dashboard.ts'
import { textOf, visit } from '../../../test/support/public-pages.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { currencyDigits } from '../../kernel/currencies.ts'
import { LANGUAGES } from '../../kernel/languages.ts'
import { accentOf } from './accent.ts'
import { languageOf } from './message-html.ts'
import { isLook } from './viewers.ts'
import { WORDS } from './wording/all-words.ts'

const DOCUMENTS = process.env['QUOIN_TEST_LONG'] ? 500 : 150

describe('the amounts on a page and in a mail', () => {
  let app: TestApp
  let cookie: string
  before(async () => {
    app = await startTestApp()
    cookie = (await signedIn(app, 'member')).cookie
  })
  after(() => app.close())

  test(`of ${DOCUMENTS} documents in all languages and many currencies are those of the API`, async () => {
    const customer_id = (await app.call('POST', '/v1/customers', { body: { name: 'C' } })).data.id
    const cents = (most: number) => fc.integer({ min: 1, max: most }).map((value) => value / 100)
    const line = fc.record({
      name: fc.constant('Line'),
      quantity: fc.oneof(fc.constant(1), cents(100_000), fc.constant(0.333)),
      unit_price: cents(9_999_999),
    })
    const documents = fc.record({
      kind: fc.constantFrom('invoices' as const, 'quotes' as const),
      language: fc.constantFrom(...LANGUAGES),
      currency: fc.constantFrom('EUR', 'USD', 'JPY', 'KWD', 'CHF', 'HUF', 'BRL', 'AED'),
      tax_rate: fc.constantFrom(0, 7, 19, 8.1, 25.5),
      discount_type: fc.constant('percentage' as const),
      discount_value: fc.constantFrom(0, 10, 33.3),
      items: fc.array(line, { minLength: 1, maxLength: 8 }),
      paid: fc.constantFrom(0, 0, 0.5, 1),
    })
    for (const [index, { kind, paid, ...fields }] of fc.sample(documents, { seed: 7, numRuns: DOCUMENTS }).entries()) {
      const { id } = (await app.call('POST', `/v1/${kind}`, { body: { customer_id, ...fields } })).data
      await app.call('PATCH', `/v1/${kind}/${id}`, { body: { status: 'sent' } })
      const digits = currencyDigits(fields.currency)
      const before = (await app.call('GET', `/v1/${kind}/${id}`)).data
      const amount = Number((before.total * paid).toFixed(digits))
      if (kind === 'invoices' && amount > 0) await app.call('POST', `/v1/invoices/${id}/payments`, { body: { amount } })
      const document = (await app.call('GET', `/v1/${kind}/${id}`)).data
      const path = `/${kind === 'invoices' ? 'i' : 'q'}/${document.public_token}`
      const { body } = await visit(app, path, { address: `198.51.${index >> 8}.${index & 255}` })
      // Nothing but the digits of each text, whatever the language puts between them.
      const figures = textOf(body)
        .split('\n')
        .map((text) => text.replace(/[^\d]/g, ''))
      const what = `${kind} ${document.id} ${fields.language} ${fields.currency}`
      const says = (value: number, name: string) => {
        const expected = Math.abs(value).toFixed(digits).replace('.', '')
        assert.ok(figures.includes(expected), `${what}: ${name} ${expected}`)
      }
      for (const item of document.items) says(item.total, 'line')
      says(document.total, 'total')
      if (document.tax_amount !== 0) says(document.tax_amount, 'tax')
      if (document.discount_amount !== 0) {
        says(document.discount_amount, 'discount')
        says(document.subtotal_after_discount, 'net')
      }
      if (document.amount_paid > 0) {
        says(document.amount_paid, 'paid')
        says(document.amount_due, 'due')
      }
      const preview = `/dashboard/api/${kind}/${id}/email-preview`
      const mail = (
        await fromPage(app, cookie, 'POST', preview, { company: app.tenant.company_id, body: { message: '{amount}' } })
      ).data
      assert.equal(mail.message.replace(/[^\d]/g, ''), document.total.toFixed(digits).replace('.', ''), `${what}: mail`)
      assert.equal(mail.text.split(mail.message).length, 3, 'as its message and in its summary')
      assert.ok(mail.html.includes(mail.message))
    }
  })
})

describe('a look', () => {
  test('is a GET of a browser, or of a program that does not say that it is no reader', () => {
    assert.ok(isLook('GET', { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }))
    assert.ok(isLook('GET', {}))
    assert.ok(isLook('GET', { 'user-agent': 'curl/8.12.1' }))
  })
  test('is no HEAD, nothing ahead of time, and no previewer', () => {
    assert.ok(!isLook('HEAD', {}))
    assert.ok(!isLook('GET', { 'sec-purpose': 'prefetch;anonymous-client-ip' }))
    assert.ok(!isLook('GET', { purpose: 'Prefetch' }))
    for (const agent of [
      'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
      'WhatsApp/2.23.20.0',
      'TelegramBot (like TwitterBot)',
      'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
      'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
      'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    ])
      assert.ok(!isLook('GET', { 'user-agent': agent }), agent)
  })
})

describe('the colour of a company', () => {
  test('is readable as text and as a button, however pale', () => {
    const channel = (hex: string) => {
      const part = Number.parseInt(hex, 16) / 255
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    }
    const luminance = (color: string) =>
      0.2126 * channel(color.slice(1, 3)) + 0.7152 * channel(color.slice(3, 5)) + 0.0722 * channel(color.slice(5, 7))
    const contrast = (a: string, b: string) => {
      const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
      return (high + 0.05) / (low + 0.05)
    }
    const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
    fc.assert(
      fc.property(color, (given) => {
        const { fill, on_fill, ink } = accentOf(given)
        assert.equal(fill, given)
        assert.ok(contrast(ink, '#ffffff') >= 4.5, `${given}: ${ink}`)
        assert.ok(contrast(on_fill, fill) >= 4.5, `${given}: ${on_fill}`)
        if (contrast(given, '#ffffff') >= 4.5) assert.equal(ink, given)
      }),
    )
  })
})

describe('the words', () => {
  test('of every language are there and have the placeholders of the English ones', () => {
    const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()
    for (const language of LANGUAGES) {
      assert.deepEqual(Object.keys(WORDS[language]).sort(), Object.keys(WORDS.en).sort(), language)
      for (const [key, text] of Object.entries(WORDS[language])) {
        assert.notEqual(text.trim(), '', `${language} ${key}`)
        assert.deepEqual(placeholders(text), placeholders(WORDS.en[key as keyof typeof WORDS.en]), `${language} ${key}`)
      }
    }
  })
  test('are those of the first language that a browser asks for and that there is', () => {
    assert.equal(languageOf('pt-BR,pt;q=0.9,en;q=0.8'), 'pt')
    assert.equal(languageOf('xx, zh-CN;q=0.9, FR;q=0.1'), 'fr')
    assert.equal(languageOf(undefined), 'en')
    assert.equal(languageOf('*'), 'en')
    assert.equal(languageOf(','.repeat(10_000)), 'en')
  })
})
