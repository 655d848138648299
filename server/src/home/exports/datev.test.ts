import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
let customer_id: string
const SETTINGS = { consultant_number: 29098, client_number: 55003 }

before(async () => {
  app = await startTestApp({ currency: 'EUR' })
  customer_id = await make('/v1/customers', {
    name: 'Łukasz & „Söhne“ GmbH',
    legal_vat: 'PL 123-456',
    country: 'PL',
    external_id: '12345',
  })
  await set({ ...SETTINGS })
})
after(() => app.close())

async function make(path: string, body: object): Promise<string> {
  const answer = await app.call('POST', path, { body })
  assert.equal(answer.status, 201, answer.text)
  return answer.data.id
}
const set = async (datev: object | null) => {
  const path = `/v1/companies/${app.tenant.company_id}`
  return app.call('PATCH', path, { company: null, body: { datev } })
}
const issued = async (body: object) => {
  const id = await make('/v1/invoices', { customer_id, ...body })
  return (await app.call('PATCH', `/v1/invoices/${id}`, { body: { status: 'sent' } })).data
}
const file = (from: string, to: string) => app.call('GET', '/v1/exports/datev', { query: { from, to } })
const decoded = (bytes: Uint8Array) => new TextDecoder('windows-1252').decode(bytes)
/** Amount, side, account, contra account, day, number, text. */
const bookingsOf = (bytes: Uint8Array) =>
  decoded(bytes)
    .split('\r\n')
    .slice(2, -1)
    .map((line) => line.split(';'))
    .map((cells) => [0, 1, 6, 7, 9, 10, 13].map((column) => cells[column]!.replaceAll('"', '')))

describe('GET /v1/exports/datev', () => {
  test('has the head and the 125 columns of the format, in Windows-1252', async () => {
    const answer = await file('2026-03-01', '2026-03-31')
    assert.equal(answer.status, 200, answer.text)
    assert.match(String(answer.headers['content-disposition']), /filename="EXTF_Buchungsstapel_2026-03-01_2026-03-31\.csv"/)
    const [head, columns, end] = decoded(answer.bytes).split('\r\n')
    const expected =
      '"EXTF";700;21;"Buchungsstapel";13;20260615100000000;;"QN";"";"";29098;55003;20260101;4;20260301;20260331;"Quoin 2026-03";"";1;0;0;"EUR";;"";;;"03";;;"";""'
    assert.equal(head, expected)
    assert.equal(columns!.split(';').length, 125)
    assert.match(columns!, /^Umsatz \(ohne Soll\/Haben-Kz\);.*;Gegenkonto \(ohne BU-Schlüssel\);.*;Abw\. Skontokonto$/)
    assert.equal(end, '')
  })

  test('books each tax of a document gross, money at the bank, and what is taken back on the other side', async () => {
    const items = [
      { name: 'a', unit_price: 100, tax_rate: 19 },
      { name: 'b', unit_price: 50, tax_rate: 7 },
      { name: 'c', unit_price: -10, tax_category: 'intra_community' },
    ]
    const invoice = await issued({ issue_date: '2026-04-02', items })
    await make(`/v1/invoices/${invoice.id}/payments`, { amount: 162.5, paid_at: '2026-04-20' })
    const note = await make('/v1/credit-notes', {
      invoice_id: invoice.id,
      issue_date: '2026-04-21',
      items: [{ item_id: invoice.items[0].id, quantity: 1 }],
    })
    await make(`/v1/credit-notes/${note}/refunds`, { amount: 119, paid_at: '2026-04-22' })
    const { bytes } = await file('2026-04-01', '2026-04-30')
    const credit = (await app.call('GET', `/v1/credit-notes/${note}`)).data.credit_note_number
    const text = 'Lukasz & „Söhne“ GmbH'
    assert.deepEqual(bookingsOf(bytes), [
      ['119,00', 'S', '12345', '8400', '0204', invoice.invoice_number, text],
      ['53,50', 'S', '12345', '8300', '0204', invoice.invoice_number, text],
      ['10,00', 'H', '12345', '8125', '0204', invoice.invoice_number, text],
      ['162,50', 'S', '1200', '12345', '2004', invoice.invoice_number, text],
      ['119,00', 'H', '12345', '8400', '2104', credit, text],
      ['119,00', 'H', '1200', '12345', '2204', credit, text],
    ])
    const of_eu = decoded(bytes).split('\r\n')[4]!.split(';')
    assert.equal(of_eu[39], '"PL123456"')
    const signed = bookingsOf(bytes).map(([amount, side]) => Number(amount!.replace(',', '.')) * (side === 'S' ? 1 : -1))
    const [invoiced, credited] = [signed.slice(0, 3), signed.slice(4, 5)].map((some) => some.reduce((sum, one) => sum + one, 0))
    assert.deepEqual([invoiced, credited], [invoice.total, -119])
  })

  test('leaves out drafts and what was cancelled without a credit note, and keeps what was credited', async () => {
    await make('/v1/invoices', { customer_id, issue_date: '2026-05-01', items: [{ name: 'x', unit_price: 1, tax_rate: 19 }] })
    const cancelled = await issued({ issue_date: '2026-05-02', items: [{ name: 'x', unit_price: 2, tax_rate: 19 }] })
    await app.call('PATCH', `/v1/invoices/${cancelled.id}`, { body: { status: 'cancelled' } })
    const credited = await issued({ issue_date: '2026-05-03', items: [{ name: 'x', unit_price: 3, tax_rate: 19 }] })
    await make('/v1/credit-notes', { invoice_id: credited.id, issue_date: '2026-05-04' })
    const { bytes } = await file('2026-05-01', '2026-05-31')
    assert.deepEqual(
      bookingsOf(bytes).map((cells) => cells.slice(0, 2)),
      [
        ['3,57', 'S'],
        ['3,57', 'H'],
      ],
    )
  })

  test('takes accounts of the settings, and the fiscal year that the period is in', async () => {
    await set({
      ...SETTINGS,
      chart: 'skr04',
      fiscal_year_begins: 7,
      account_length: 5,
      bank_account: '18100',
      debtor_account: '100010',
      revenue_accounts: [{ tax_category: 'standard', tax_rate: 8.1, account: '44001' }],
    })
    await issued({ issue_date: '2027-02-01', items: [{ name: 'x', unit_price: 100, tax_rate: 8.1 }] })
    await issued({ issue_date: '2027-02-02', items: [{ name: 'x', unit_price: 100, tax_rate: 19 }] })
    const { bytes } = await file('2027-02-01', '2027-02-28')
    assert.deepEqual(
      bookingsOf(bytes).map((cells) => cells.slice(2, 4)),
      [
        ['100010', '44001'],
        ['100010', '44000'],
      ],
    )
    assert.equal(decoded(bytes).split(';')[12], '20260701')
    const two_years = await file('2027-06-30', '2027-07-01')
    assert.deepEqual([two_years.status, two_years.body.param], [400, 'to'])
    await set({ ...SETTINGS })
  })

  test('is refused where it would be wrong: no account, another currency, no settings', async () => {
    const odd = await issued({ issue_date: '2028-01-01', items: [{ name: 'x', unit_price: 1, tax_rate: 16 }] })
    const missing = await file('2028-01-01', '2028-01-31')
    assert.deepEqual([missing.status, missing.body.code], [409, 'datev_account_missing'])
    assert.match(missing.body.error, new RegExp(odd.invoice_number))
    await issued({ issue_date: '2028-02-01', currency: 'USD', items: [{ name: 'x', unit_price: 1, tax_rate: 19 }] })
    const foreign = await file('2028-02-01', '2028-02-28')
    assert.deepEqual([foreign.status, foreign.body.code], [409, 'datev_currency_unknown'])
    assert.equal((await set(null)).status, 200)
    const unset = await file('2026-03-01', '2026-03-31')
    assert.deepEqual([unset.status, unset.body.code], [409, 'datev_not_configured'])
    assert.deepEqual([(await file('2026-03-02', '2026-03-01')).status], [400])
  })
})

test('the settings are checked: numbers, digits of accounts, categories with their rates', async () => {
  for (const [datev, param] of [
    [{ consultant_number: 1000, client_number: 1 }, 'datev.consultant_number'],
    [{ consultant_number: 1001 }, 'datev.client_number'],
    [{ ...SETTINGS, bank_account: '12000' }, 'datev.bank_account'],
    [{ ...SETTINGS, debtor_account: '1000' }, 'datev.debtor_account'],
    [{ ...SETTINGS, debtor_account: '1000x' }, 'datev.debtor_account'],
    [
      { ...SETTINGS, revenue_accounts: [{ tax_category: 'standard', tax_rate: 0, account: '8400' }] },
      'datev.revenue_accounts[0].tax_rate',
    ],
    [
      { ...SETTINGS, revenue_accounts: [{ tax_category: 'standard', tax_rate: 19, account: '84000' }] },
      'datev.revenue_accounts[0].account',
    ],
  ] as const) {
    const answer = await set(datev)
    assert.deepEqual([answer.status, answer.body.param], [400, param], JSON.stringify(datev))
  }
  const { data } = await set({ ...SETTINGS })
  assert.deepEqual([data.datev.chart, data.datev.account_length, data.datev.revenue_accounts], ['skr03', 4, []])
})
