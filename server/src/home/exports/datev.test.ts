import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { type Booking, datevFile } from './datev.ts'

let app: TestApp
/** The statements about customers since a test emptied it. */
let of_customers: string[] = []
let customer_id: string
const SETTINGS = { consultant_number: 29098, client_number: 55003 }

before(async () => {
  const onStatement = ({ sql }: { sql: string }) => {
    if (/from "customers"/.test(sql)) of_customers.push(sql)
  }
  app = await startTestApp({ currency: 'EUR', onStatement })
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
    assert.equal(answer.headers['content-type'], 'text/csv; charset=windows-1252')
    // No two files are the same: each has the moment at which it was made.
    assert.equal(answer.headers['etag'], undefined)
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

  test('looks up the customers of a page together, each once', async () => {
    for (let index = 0; index < 130; index++) {
      const customer = await make('/v1/customers', { name: 'Mu\u0308ller', external_id: String(20_000 + index) })
      const item = { name: 'x', unit_price: 100, tax_rate: 19 }
      const invoice = await issued({ customer_id: customer, issue_date: '2026-08-01', items: [item] })
      await make(`/v1/invoices/${invoice.id}/payments`, { amount: 119, paid_at: '2026-08-02' })
    }
    of_customers = []
    const { bytes } = await file('2026-08-01', '2026-08-31')
    const accounts = Array.from({ length: 130 }, (_, index) => String(20_000 + index))
    const made = bookingsOf(bytes)
    assert.deepEqual(
      made
        .slice(0, 130)
        .map((cells) => cells[2])
        .sort(),
      accounts,
    )
    assert.deepEqual(
      made
        .slice(130)
        .map((cells) => cells[3])
        .sort(),
      accounts,
    )
    assert.deepEqual(new Set(made.map((cells) => cells[6])), new Set(['Müller']))
    const lookups = of_customers.filter((sql) => /"external_id".* in \(/.test(sql))
    assert.ok(lookups.length > 0 && lookups.length <= 6, `${lookups.length} of ${of_customers.length}`)
    assert.equal(of_customers.filter((sql) => /where "company_id" = \S+ and "id" = /.test(sql)).length, 0)
  })

  test('429 while the organization has another export, of whatever kind', async () => {
    const batch = () => file('2026-08-01', '2026-08-31')
    const invoices = () => app.call('GET', '/v1/exports/invoices')
    for (const at_once of [Array.from({ length: 8 }, () => batch), [invoices, ...Array.from({ length: 7 }, () => batch)]]) {
      const answers = await Promise.all(at_once.map((start) => start()))
      const refused = answers.filter(({ status }) => status !== 200)
      assert.ok(refused.length > 0 && refused.length < answers.length, `${refused.length} refused`)
      for (const { status, body, headers } of refused) {
        assert.deepEqual([status, body.code, headers['retry-after']], [429, 'rate_limited', '5'])
      }
    }
    assert.equal((await batch()).status, 200)
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

describe('the file of bookings', () => {
  const DATEV = {
    ...SETTINGS,
    chart: 'skr03' as const,
    fiscal_year_begins: 1,
    account_length: 4,
    bank_account: null,
    debtor_account: null,
    revenue_accounts: [],
  }
  const PERIOD = { from: '2026-01-01', to: '2026-12-31', created: '2027-01-02T03:04:05.678Z' }
  const booking = (fields: Partial<Booking>): Booking => ({
    ...{ amount: 1, is_credit: false, account: '10000', contra_account: '8400', date: '2026-01-01', number: 'A', text: 'x' },
    ...fields,
  })

  test('is in the order of the day, then of the number; equal ones stay as they were', () => {
    const bookings = [
      booking({ date: '2026-02-01', number: 'B', amount: 1 }),
      booking({ date: '2026-01-31', number: 'C', amount: 2 }),
      booking({ date: '2026-02-01', number: 'A', amount: 3 }),
      booking({ date: '2026-02-01', number: 'B', amount: 4 }),
      booking({ date: '2026-02-01', number: 'A', amount: 5 }),
    ]
    const amounts = bookingsOf(Buffer.concat([...datevFile(DATEV, PERIOD, bookings)])).map(([amount]) => amount)
    assert.deepEqual(amounts, ['2,00', '3,00', '5,00', '1,00', '4,00'])
  })

  test('comes in parts, which are made as they are asked for', () => {
    const bookings = Array.from({ length: 1_000 }, (_, index) => booking({ number: String(index).padStart(4, '0') }))
    const parts = [...datevFile(DATEV, PERIOD, bookings)]
    assert.equal(parts.length, 6)
    for (const part of parts) assert.ok(part.length < 80_000 && part.toString('latin1').endsWith('\r\n'))
    const numbers = bookingsOf(Buffer.concat(parts)).map((cells) => cells[5])
    assert.deepEqual(
      numbers,
      bookings.map(({ number }) => number),
    )
  })

  test('has texts in what Windows-1252 can write, of 60 characters at most, without line breaks', () => {
    const textOf = (text: string) => bookingsOf(Buffer.concat([...datevFile(DATEV, PERIOD, [booking({ text })])]))[0]![6]
    assert.equal(textOf('Mu\u0308ller & Co\u0308\r\n€ Ł 株'), 'Müller & Cö € L ?')
    // Sixty letters are counted as they are written: a ligature is two of them, an emoji one.
    assert.equal(textOf('ﬁ'.repeat(40)), 'fi'.repeat(30))
    assert.equal(textOf('😀'.repeat(61)), '?'.repeat(60))
    assert.equal(textOf(`${'a\u0308'.repeat(59)} b`), 'ä'.repeat(59))
  })
})
