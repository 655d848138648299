// Electronic invoices through the service: the verdict on documents, their files, and files of anyone.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { select } from '../../../test/support/fixtures.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { validInvoice } from '../../../test/support/valid-e-invoice.ts'
import { attachedXml } from './attached-xml.ts'
import { readInvoice } from './read.ts'
import { REFUSED, XML_FORMATS } from './service.ts'
import { writeUbl } from './ubl.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ currency: 'EUR' })
  const details = {
    legal_name: 'Nordlicht Studio GmbH',
    legal_address: 'Torstraße 164',
    zipcode: '10115',
    city: 'Berlin',
    country: 'DE',
    legal_vat: 'DE298765431',
    contact_name: 'Hanna Brandt',
    contact_email: 'rechnung@nordlicht.example',
    contact_phone: '+49 30 1234567',
    iban: 'DE89370400440532013000',
    electronic_address: 'DE298765431',
    electronic_address_scheme: '9930',
  }
  await app.call('PATCH', `/v1/companies/${app.tenant.company_id}`, { body: details })
})
after(() => app.close())

const BUYER = {
  name: 'Käufer',
  legal_name: 'Käufer AG',
  legal_address: 'Elbweg 1',
  zipcode: '20095',
  city: 'Hamburg',
  country: 'DE',
  legal_vat: 'DE987654321',
  electronic_address: 'DE987654321',
  electronic_address_scheme: '9930',
}

/** A draft that is valid in every format. */
async function draft(more: object = {}, buyer: object = {}): Promise<string> {
  const customer = await app.call('POST', '/v1/customers', { body: { ...BUYER, ...buyer } })
  assert.equal(customer.status, 201, customer.text)
  const items = [{ name: 'Design', unit: 'h', unit_price: 80, quantity: 12.5 }]
  const fields = { buyer_reference: '04011000-12345-34', service_from: '2026-06-01', service_to: '2026-06-10', tax_rate: 19 }
  const made = await app.call('POST', '/v1/invoices', { body: { customer_id: customer.data.id, items, ...fields, ...more } })
  assert.equal(made.status, 201, made.text)
  return made.data.id
}

async function issued(more: object = {}, buyer: object = {}): Promise<string> {
  const id = await draft(more, buyer)
  const sent = await app.call('PATCH', `/v1/invoices/${id}`, { body: { status: 'sent' } })
  assert.equal(sent.status, 200, sent.text)
  return id
}

const xmlOf = (id: string, format: string, more: object = {}) =>
  app.call('GET', `/v1/invoices/${id}/xml`, { query: { format }, ...more })
const facturX = (id: string, more: object = {}) =>
  app.call('GET', `/v1/invoices/${id}/pdf`, { query: { format: 'facturx' }, ...more })
const verdictOn = async (id: string) => {
  const answer = await app.call('GET', `/v1/invoices/${id}/e-invoice`)
  assert.equal(answer.status, 200, answer.text)
  return answer.data.formats
}
const codesOf = ({ problems }: { problems: { code: string }[] }) => problems.map(({ code }) => code)
const check = (body: Buffer | string, type = 'application/xml', more: object = {}) =>
  app.call('POST', '/v1/e-invoices/check', { body, headers: { 'content-type': type, ...more } })

describe('the verdict on a document', () => {
  test('is given for every format, of a draft and of an issued one', async () => {
    const id = await draft()
    const formats = await verdictOn(id)
    assert.deepEqual(Object.keys(formats).sort(), [...XML_FORMATS, 'facturx'].sort())
    for (const [format, verdict] of Object.entries(formats)) assert.deepEqual(verdict, { valid: true, problems: [] }, format)
    await app.call('PATCH', `/v1/invoices/${id}`, { body: { status: 'sent' } })
    assert.deepEqual(await verdictOn(id), formats)
  })

  test('names the rule, whose data it is, the field and what to do', async () => {
    const formats = await verdictOn(await draft({ buyer_reference: '' }))
    assert.deepEqual(formats.ubl, { valid: true, problems: [] })
    assert.deepEqual(formats['xrechnung-ubl'], {
      valid: false,
      problems: [
        {
          code: 'BR-DE-15',
          severity: 'fatal',
          object: 'invoice',
          param: 'buyer_reference',
          message: 'The buyer reference is missing: ask the customer for it (an authority has a Leitweg-ID).',
        },
      ],
    })
    assert.deepEqual(codesOf(formats.peppol), ['PEPPOL-EN16931-R003', 'DE-R-015'])
  })

  test('knows what the customer lacks', async () => {
    const { peppol } = await verdictOn(await draft({}, { electronic_address: '', electronic_address_scheme: '' }))
    assert.deepEqual(
      peppol.problems.map(({ code, object, param }: Record<string, string>) => [code, object, param]),
      [['PEPPOL-EN16931-R010', 'customer', 'electronic_address']],
    )
  })
})

describe('the file of a document', () => {
  test('comes in every format, says what the document says, and is the same each time', async () => {
    const id = await issued({ purchase_order: 'PO-7', notes: '<b>Danke</b> & bis bald' })
    const document = (await app.call('GET', `/v1/invoices/${id}`)).data
    assert.deepEqual((await app.call('GET', `/v1/invoices/${id}/xml`)).bytes, (await xmlOf(id, 'ubl')).bytes)
    for (const format of XML_FORMATS) {
      const answer = await xmlOf(id, format)
      assert.equal(answer.status, 200, answer.text)
      assert.match(String(answer.headers['content-type']), /^application\/xml/)
      assert.match(String(answer.headers['content-disposition']), new RegExp(`filename="${document.invoice_number}\\.xml"`))
      const { invoice, syntax } = readInvoice(answer.bytes)
      assert.equal(syntax, format.endsWith('cii') ? 'cii' : 'ubl-invoice')
      assert.deepEqual(
        [invoice.number, invoice.totals?.with_vat?.value, invoice.purchase_order, invoice.notes[0]?.text],
        [document.invoice_number, '1190.00', 'PO-7', '<b>Danke</b> & bis bald'],
      )
      assert.deepEqual((await xmlOf(id, format)).bytes, answer.bytes)
      const known = await xmlOf(id, format, { headers: { 'if-none-match': String(answer.headers.etag) } })
      assert.equal(known.status, 304)
      const checked = await check(answer.bytes)
      assert.deepEqual([checked.data.format, checked.data.valid, checked.data.problems], [format, true, []])
      assert.equal(checked.data.document.total, 1190)
    }
  })

  test('that would be refused is not given out: 409 with each problem', async () => {
    const id = await issued({ buyer_reference: '' })
    for (const format of ['xrechnung-ubl', 'xrechnung-cii']) {
      const answer = await xmlOf(id, format)
      assert.deepEqual([answer.status, answer.body.code], [409, 'e_invoice_invalid'])
      const [, ...problems] = answer.body.errors
      assert.deepEqual(
        problems.map(({ code, param }: Record<string, string>) => [code, param]),
        [['BR-DE-15', 'buyer_reference']],
      )
    }
    assert.equal((await xmlOf(id, 'ubl')).status, 200)
  })

  test('a field of the company or customer is named with its owner', async () => {
    const id = await issued({}, { electronic_address: '', electronic_address_scheme: '' })
    const { body } = await xmlOf(id, 'peppol')
    assert.deepEqual(
      body.errors.slice(1).map(({ param }: { param: string }) => param),
      ['customer.electronic_address'],
    )
  })

  test('a draft has none, an unknown format and other companies get none', async () => {
    const id = await draft()
    assert.deepEqual([(await xmlOf(id, 'ubl')).status, (await xmlOf(id, 'ubl')).body.code], [409, 'invoice_is_draft'])
    assert.deepEqual([(await facturX(id)).status, (await facturX(id)).body.code], [409, 'invoice_is_draft'])
    for (const format of ['facturx', 'UBL', 'edifact']) assert.equal((await xmlOf(id, format)).status, 400, format)
    const stranger = await app.addTenant()
    const others = [{ key: stranger.keys.admin, company: stranger.company_id }, { company: app.tenant.sibling_id }]
    for (const other of others) {
      for (const path of [`${id}/xml?format=ubl`, `${id}/e-invoice`, `${id}/pdf?format=facturx`, 'inv_missing/xml?format=ubl']) {
        const answer = await app.call('GET', `/v1/invoices/${path}`, other)
        assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'], path)
      }
    }
  })

  test('a key that may only read gets all of it', async () => {
    const id = await issued()
    const key = app.tenant.keys.read
    assert.equal((await xmlOf(id, 'ubl', { key })).status, 200)
    assert.equal((await facturX(id, { key })).status, 200)
    assert.equal((await app.call('GET', `/v1/invoices/${id}/e-invoice`, { key })).status, 200)
  })

  test('of a credit note that lacks what its invoice lacked is refused with the sentence that a correction does not change it', async () => {
    const refusalOf = async (buyer: object) => {
      const invoice_id = await issued({}, buyer)
      const { id } = (await app.call('POST', '/v1/credit-notes', { body: { invoice_id } })).data
      const answers = [`/v1/invoices/${invoice_id}`, `/v1/credit-notes/${id}`].map((path) =>
        app.call('GET', `${path}/xml`, { query: { format: 'peppol' } }),
      )
      return (await Promise.all(answers)).map(({ status, body }) => [status, body.code, body.error])
    }
    const [invoice, credit_note] = await refusalOf({ country: '' })
    assert.deepEqual(invoice, [409, 'e_invoice_invalid', REFUSED])
    assert.deepEqual(credit_note!.slice(0, 2), [409, 'e_invoice_invalid'])
    assert.match(credit_note![2], /^This file would be refused.*\. A credit note keeps customer and company/)
    const unreachable = await refusalOf({ electronic_address: '1', electronic_address_scheme: '0088' })
    assert.deepEqual(unreachable, [invoice, invoice])
  })
})

describe('Factur-X', () => {
  test('is kept: the same to the byte, also after the customer has changed, with the XML inside', async () => {
    const id = await issued()
    const first = await facturX(id)
    assert.equal(first.status, 200, first.text)
    const { file_name, bytes } = attachedXml(first.bytes)
    assert.equal(file_name, 'factur-x.xml')
    assert.equal(readInvoice(bytes).syntax, 'cii')
    assert.deepEqual((await facturX(id)).bytes, first.bytes)
    const rows = await select(
      app,
      `SELECT version FROM document_versions WHERE document_id = '${id}' AND kind = 'invoice_facturx'`,
    )
    assert.deepEqual(rows, [{ version: 1 }])
    const checked = await check(first.bytes, 'application/pdf')
    assert.deepEqual([checked.data.format, checked.data.valid], ['facturx', true])
    assert.notDeepEqual((await app.call('GET', `/v1/invoices/${id}/pdf`)).bytes, first.bytes)
  })

  test('moves with an export and an import, and goes with the company', async () => {
    const id = await issued()
    const { bytes } = await facturX(id)
    const copy = await startTestApp({ copy_of: app })
    try {
      const moved = await copy.call('GET', `/v1/invoices/${id}/pdf`, { query: { format: 'facturx' } })
      assert.deepEqual(moved.bytes, bytes)
    } finally {
      await copy.close()
    }
  })

  test('that would be refused is not given out', async () => {
    const id = await issued({}, { country: '' })
    const answer = await facturX(id)
    assert.deepEqual([answer.status, answer.body.code], [409, 'e_invoice_invalid'])
    assert.ok(
      answer.body.errors.some(({ code, param }: Record<string, string>) => code === 'BR-11' && param === 'customer.country'),
    )
  })
})

describe('a file of anyone', () => {
  const xml = writeUbl(validInvoice('core'))

  test('is judged and shown, whatever its encoding, also packed, by a key that may only read', async () => {
    const utf16 = Buffer.from(`\ufeff${xml.replace('UTF-8', 'UTF-16')}`, 'utf16le')
    for (const [body, type, headers] of [
      [xml, 'application/xml', {}],
      [xml, 'text/xml; charset=utf-8', {}],
      [utf16, 'application/xml', {}],
      [gzipSync(xml), 'application/xml', { 'content-encoding': 'gzip' }],
    ] as const) {
      const answer = await app.call('POST', '/v1/e-invoices/check', {
        key: app.tenant.keys.read,
        body: body as Buffer,
        headers: { 'content-type': type, ...headers },
      })
      assert.equal(answer.status, 200, answer.text)
      const { format, valid, document } = answer.data
      assert.deepEqual([format, valid, document.number, document.seller.name], ['ubl', true, 'RE-118', 'Muster'])
    }
  })

  test('nothing of it is stored, and a large one is judged in the thread', async () => {
    const large = validInvoice('core')
    large.lines = Array.from({ length: 2_000 }, (_, index) => ({ ...large.lines[0]!, id: String(index + 1) }))
    const answer = await check(writeUbl(large))
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual([answer.data.valid, answer.data.document.items.length], [false, 2_000])
    assert.ok(codesOf(answer.data).includes('BR-CO-10'))
  })

  test('what is no invoice is refused with a reason', async () => {
    const entity = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><x>&b;</x>'
    const external = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>'
    for (const [body, type, reason] of [
      ['<Invoice/>', 'application/xml', /not an electronic invoice/],
      ['<Invoice', 'application/xml', /not well-formed/],
      ['not XML', 'application/xml', /not well-formed/],
      ['   ', 'application/xml', /empty/],
      [entity, 'application/xml', /DOCTYPE/],
      [external, 'application/xml', /DOCTYPE/],
      [`<x xmlns:a="a">${'<a:b>'.repeat(50_000)}`, 'application/xml', /nests elements/],
      ['%PDF-1.7\n%%EOF', 'application/pdf', /no file attached/],
      [Buffer.from([0xc3, 0x28]), 'application/xml', /UTF-8/],
    ] as const) {
      const answer = await check(body as Buffer, type)
      assert.deepEqual([answer.status, answer.body.code], [400, 'not_an_e_invoice'], answer.text)
      assert.match(answer.body.error, reason)
      assert.doesNotMatch(answer.text, /root:/)
    }
  })

  test('413 above 5 MiB, packed or not; 415 for another type; 400 for an empty body', async () => {
    const large = Buffer.alloc(5 * 1024 * 1024 + 1, ' ')
    assert.deepEqual([(await check(large)).status, (await check(large)).body.code], [413, 'payload_too_large'])
    const packed = await check(gzipSync(large), 'application/xml', { 'content-encoding': 'gzip' })
    assert.equal(packed.status, 413)
    for (const type of ['application/json', 'text/plain', 'application/octet-stream'])
      assert.deepEqual(
        [(await check(xml, type)).status, (await check(xml, type)).body.code],
        [415, 'unsupported_media_type'],
        type,
      )
    assert.equal((await check('')).status, 400)
    assert.equal((await app.call('POST', '/v1/e-invoices/check')).status, 400)
    assert.equal(
      (await app.call('POST', '/v1/customers', { body: xml, headers: { 'content-type': 'application/xml' } })).status,
      415,
    )
    assert.equal((await app.call('POST', '/v1/e-invoices/check', { key: null, body: xml })).status, 401)
  })
})
