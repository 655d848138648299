// Mails that carry the electronic invoice.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { createScriptedMailer } from '../../../test/support/scripted-mailer.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { inspectFile } from './inspect.ts'

const SELLER = {
  currency: 'EUR',
  legal_name: 'Muster GmbH',
  legal_vat: 'DE123456789',
  zipcode: '10115',
  city: 'Berlin',
  country: 'DE',
  iban: 'DE02120300000000202051',
  contact_name: 'Mia Muster',
  contact_phone: '+49 30 1234567',
  contact_email: 'mia@muster.example',
}
const BUYER = { name: 'Stadtwerke', contact_email: 'ada@example.com', zipcode: '20095', city: 'Hamburg', country: 'DE' }

let app: TestApp
const mailer = createScriptedMailer()

before(async () => {
  app = await startTestApp({ mailer })
  app.jobs.start()
  await app.call('PATCH', `/v1/companies/${app.tenant.company_id}`, { company: null, body: SELLER })
})
after(() => app.close())
beforeEach(async () => {
  await app.jobs.idle()
  mailer.reset()
})

async function make(path: 'invoices' | 'quotes', buyer: object = {}, fields: object = {}): Promise<string> {
  const customer = await app.call('POST', '/v1/customers', { body: { ...BUYER, ...buyer } })
  const items = [{ name: 'Work', unit_price: 100 }]
  const body = { customer_id: customer.data.id, tax_rate: 19, items, ...fields }
  return (await app.call('POST', `/v1/${path}`, { body })).data.id
}

const send = (path: 'invoices' | 'quotes', id: string, attach: string[]) =>
  app.call('POST', `/v1/${path}/${id}/send`, { body: { attach } })

async function sentFiles(): Promise<{ filename: string; format: string }[]> {
  await app.jobs.idle()
  const { attachments } = mailer.outgoing[0]!
  return attachments.map(({ filename, content }) => ({
    filename,
    format: filename.endsWith('.xml') ? inspectFile(content).format : 'pdf',
  }))
}

describe('a mail with the electronic invoice', () => {
  test('has the PDF and the XML, by XRechnung where the customer is in Germany and it is valid', async () => {
    const id = await make('invoices', {
      buyer_reference: '04011000-12345-34',
      electronic_address: 'ada@example.com',
      electronic_address_scheme: 'EM',
    })
    assert.equal((await send('invoices', id, ['xml', 'pdf'])).status, 202)
    assert.deepEqual(
      (await sentFiles()).map(({ format }) => format),
      ['pdf', 'xrechnung-ubl'],
    )
  })

  test('has UBL where it would not be valid by XRechnung, and for customers elsewhere; once, however often it is named', async () => {
    const domestic = await make('invoices')
    assert.equal((await send('invoices', domestic, ['xml', 'xml'])).status, 202)
    assert.deepEqual(
      (await sentFiles()).map(({ format }) => format),
      ['ubl'],
    )
    mailer.reset()
    const abroad = await make('invoices', { country: 'SE' })
    await send('invoices', abroad, ['xml'])
    assert.deepEqual(
      (await sentFiles()).map(({ format }) => format),
      ['ubl'],
    )
  })

  test('409 without a valid one: the draft stays one, and no mail is queued', async () => {
    const id = await make('invoices', { country: '' })
    const answer = await send('invoices', id, ['pdf', 'xml'])
    assert.deepEqual([answer.status, answer.body.code], [409, 'e_invoice_invalid'])
    assert.ok(
      answer.body.errors.some(
        ({ code, param }: { code: string; param: string }) => code === 'BR-11' && param === 'customer.country',
      ),
    )
    assert.equal((await app.call('GET', `/v1/invoices/${id}`)).data.status, 'draft')
    assert.deepEqual((await app.call('GET', '/v1/emails', { query: { resource_id: id } })).data.emails, [])
  })

  test('400 for a quote', async () => {
    const answer = await send('quotes', await make('quotes'), ['xml'])
    assert.deepEqual([answer.status, answer.body.param], [400, 'attach'])
  })
})
