// GET and PATCH /v1/companies/{id}: what a company says of itself, and what its documents get.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { makeKey } from '../../../test/support/fixtures.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
let path: string

before(async () => {
  app = await startTestApp()
  path = `/v1/companies/${app.tenant.company_id}`
})
after(() => app.close())

const get = (of = path, key?: string) => app.call('GET', of, { company: null, ...(key === undefined ? {} : { key }) })
const patch = (body: object, more: { key?: string; of?: string; headers?: Record<string, string> } = {}) => {
  const { of = path, key = app.tenant.keys.admin, headers } = more
  return app.call('PATCH', of, { company: null, key, body, ...(headers ? { headers } : {}) })
}

describe('GET /v1/companies/:id', () => {
  test('200 with defaults at first, and an ETag', async () => {
    const { status, data, headers } = await get()
    assert.equal(status, 200)
    assert.ok(headers['etag'])
    const { time_zone, language, credit_note_prefix, document_template, default_tax_rate, default_payment_days, iban } = data
    assert.deepEqual([time_zone, language, credit_note_prefix, document_template], ['UTC', 'en', 'CN', 'modern'])
    assert.deepEqual([default_tax_rate, default_payment_days, iban], [null, null, null])
  })

  test('404 for a company that the key does not reach, an unknown one, and what is no id', async () => {
    const { key } = await makeKey(app, app.tenant, 'admin', [app.tenant.company_id])
    assert.equal((await get(path, key)).status, 200)
    const stranger = await app.addTenant()
    for (const id of [app.tenant.sibling_id, stranger.company_id, 'com_00000000000000000000000000', 'x']) {
      assert.equal((await get(`/v1/companies/${id}`, key)).status, 404, id)
      assert.equal((await patch({ city: 'Bonn' }, { key, of: `/v1/companies/${id}` })).status, 404, id)
    }
  })
})

describe('PATCH /v1/companies/:id', () => {
  test('403 below admin', async () => {
    for (const key of [app.tenant.keys.read, app.tenant.keys.write]) {
      const answer = await patch({ city: 'Bonn' }, { key })
      assert.deepEqual([answer.status, answer.body], [403, { error: 'Insufficient permissions' }])
    }
  })

  test('texts of mails: kinds that are absent stay, null takes one away, and the whole company can be sent back', async () => {
    const text = { subject: 'Invoice {number}', message: 'Hello {customer}' }
    const none = { invoice: null, quote: null, credit_note: null, reminder: null, thanks: null, statement: null }
    assert.deepEqual((await get()).data.mail_texts, none)
    assert.deepEqual((await patch({ mail_texts: { invoice: text } })).data.mail_texts, { ...none, invoice: text })
    const both = { ...none, invoice: text, thanks: text }
    assert.deepEqual((await patch({ mail_texts: { thanks: text } })).data.mail_texts, both)
    const { data } = await get()
    assert.deepEqual((await patch({ ...data, city: 'Bonn' })).data.mail_texts, both)
    assert.deepEqual((await patch({ mail_texts: { invoice: null } })).data.mail_texts, { ...none, thanks: text })
    for (const [mail_texts, param] of [
      [{ invoice: { subject: 'a' } }, 'mail_texts.invoice.message'],
      [{ invoice: { subject: ' ', message: 'b' } }, 'mail_texts.invoice.subject'],
      [{ invoice: { subject: 'a\r\nBcc: x@example.com', message: 'b' } }, 'mail_texts.invoice.subject'],
      [{ invoice: { subject: 'a'.repeat(256), message: 'b' } }, 'mail_texts.invoice.subject'],
      [{ invoices: text }, 'mail_texts.invoices'],
      [[], 'mail_texts'],
    ] as const) {
      const refused = await patch({ mail_texts })
      assert.deepEqual([refused.status, refused.body.param], [400, param], JSON.stringify(mail_texts))
    }
    assert.deepEqual((await patch({ mail_texts: null })).data.mail_texts, none)
  })

  /** What is given, and what is stored then, where that differs. */
  const GOOD: readonly [field: string, given: unknown, stored?: unknown][] = [
    ['time_zone', 'Europe/Berlin'],
    ['time_zone', 'asia/kathmandu', 'Asia/Kathmandu'],
    ['time_zone', 'UTC'],
    ['language', 'ar'],
    ['zipcode', '10119'],
    ['city', 'Berlin'],
    ['country', 'de', 'DE'],
    ['contact_name', 'Inés Moreno'],
    ['contact_email', ' hello@moreno.example ', 'hello@moreno.example'],
    ['contact_phone', '+49 30 1'],
    ['registration_number', 'HRB 1'],
    ['tax_number', '30/123/45678'],
    ['iban', 'de02 1203 0000 0000 2020 51', 'DE02120300000000202051'],
    ['iban', 'CH9300762011623852957'],
    ['bic', 'byladem1001', 'BYLADEM1001'],
    ['account_holder', 'Moreno'],
    ['electronic_address', '991-12345-67'],
    ['electronic_address_scheme', '0204'],
    ['electronic_address_scheme', 'em', 'EM'],
    ['default_tax_rate', 0],
    ['default_tax_rate', 7.7],
    ['default_payment_days', 0],
    ['default_payment_days', 3650],
    ['default_hourly_rate', 92.5],
    ['default_notes', 'Thank you\nand goodbye'],
    ['default_payment_terms', 'Net 14'],
    ['credit_note_prefix', 'GS'],
    ['document_template', 'din5008'],
    ['accent_color', '#2563EB', '#2563eb'],
    ['footer', 'x'.repeat(2000)],
    ['payment_link_template', 'https://pay.example/{token}?n={number}&a={amount}{currency}'],
  ]
  for (const [field, given, stored = given] of GOOD) {
    test(`200 for ${field} ${JSON.stringify(given).slice(0, 40)}`, async () => {
      const changed = await patch({ [field]: given })
      assert.equal(changed.status, 200, changed.text)
      assert.deepEqual(changed.data[field], stored)
      assert.deepEqual((await get()).data, changed.data)
    })
  }

  const BAD: readonly [field: string, ...values: unknown[]][] = [
    ['time_zone', 'Berlin', '+01:00', '', null, 'Europe/Berlin\n', 'x'.repeat(65), 1],
    ['language', 'xx', 'EN', null],
    ['country', 'Germany', 'ZZ', 'EU', '1'],
    [
      'contact_email',
      'nobody',
      'a@b@c',
      'a b@c.example',
      'a@b.example, c@d.example',
      'a@b.example\r\nBcc: x@y.example',
      '<a@b.example>',
    ],
    ['iban', 'DE02120300000000202052', 'DE0212030000000020205', 'XX00', '1234'],
    ['bic', 'BYLADEM', 'BYLADEM10011', '12345678'],
    ['electronic_address_scheme', '204', '020', 'abcd'],
    ['default_tax_rate', -1, 100.5, '19'],
    ['default_payment_days', -1, 1.5, 3651, '14'],
    ['default_hourly_rate', -1],
    ['credit_note_prefix', '', 'a b', 'x'.repeat(13), null, 'INV'],
    ['invoice_prefix', 'KN'],
    ['document_template', 'fancy', null],
    ['accent_color', 'red', '#fff', '#12345g'],
    ['footer', 'x'.repeat(2001)],
    [
      'payment_link_template',
      'pay.example/{number}',
      'javascript:alert(1)',
      'https://pay.example/{nummer}',
      'https://pay.example/{',
    ],
  ]
  for (const [field, ...values] of BAD) {
    test(`400 that names ${field}, and changes nothing`, async () => {
      await patch({ credit_note_prefix: 'KN' })
      const before = await get()
      for (const value of values) {
        const refused = await patch({ [field]: value, city: 'Elsewhere' })
        assert.deepEqual([refused.status, refused.body.param], [400, field], `${JSON.stringify(value)}: ${refused.text}`)
        assert.match(refused.body.error, new RegExp(field))
      }
      assert.deepEqual((await get()).data, before.data)
    })
  }

  test('null and blanks clear a detail', async () => {
    await patch({ city: 'Bonn', iban: 'DE02120300000000202051', default_tax_rate: 19 })
    const { data } = await patch({ city: ' \n', iban: null, default_tax_rate: null })
    assert.deepEqual([data.city, data.iban, data.default_tax_rate], [null, null, null])
  })

  test('412 after somebody else has changed it; the whole object with one change goes with the right ETag', async () => {
    const { headers, data } = await get()
    const etag = String(headers['etag'])
    const mine = await patch({ ...data, city: 'Köln' }, { headers: { 'if-match': etag } })
    assert.equal(mine.status, 200, mine.text)
    assert.equal((await patch({ city: 'Bonn' }, { headers: { 'if-match': etag } })).status, 412)
    assert.equal((await get()).data.city, 'Köln')
  })
})
