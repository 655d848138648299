// Files that no bank wrote: each is refused with a sentence, in bounded time, and changes nothing.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { UnreadableFile } from '../../kernel/xml.ts'
import type { CsvMapping } from './csv-mapping.ts'
import { readStatement, type StatementFormat } from './read.ts'

const MAPPING: CsvMapping = { date: 'd', amount: 'a', text: 't' }
const read = (format: StatementFormat, content: string | Uint8Array, mapping = MAPPING) =>
  readStatement({ format, content, mapping, currency: 'EUR' })
const refused = (format: StatementFormat, content: string | Uint8Array, message: RegExp, mapping = MAPPING) =>
  assert.throws(
    () => read(format, content, mapping),
    (error: Error) => {
      assert.ok(error instanceof UnreadableFile, String(error.stack))
      assert.match(error.message, message)
      assert.ok(error.message.length < 1_000 && !error.message.includes('\n'), error.message)
      return true
    },
  )

const MEGABYTE = 1024 * 1024
const camt = (inner: string) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>${inner}</BkToCstmrStmt></Document>`
const ntry = (amount: string, more = '<BookgDt><Dt>2026-01-02</Dt></BookgDt>') =>
  camt(`<Stmt><Acct><Ccy>EUR</Ccy></Acct><Ntry>${amount}<CdtDbtInd>CRDT</CdtDbtInd>${more}</Ntry></Stmt>`)

describe('XML', () => {
  test('with entities, of its own or from elsewhere, is not read', () => {
    const laughs = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    refused('camt053', `${laughs}${camt('&b;')}`, /DOCTYPE .*bank statements do not have/)
    refused('camt053', `<!DOCTYPE x SYSTEM "file:///etc/passwd">${camt('')}`, /DOCTYPE/)
    refused('camt053', camt('&unknown;'), /not well-formed/)
  })

  test('that is too deep, too wide, no statement or no XML', () => {
    refused('camt053', '<a>'.repeat(2_000), /nests elements more than 64 deep/)
    refused('camt053', camt('<a/>'.repeat(600_000)), /more than 500000 elements/)
    refused('camt053', `<a ${Array.from({ length: 20_000 }, (_, index) => `x${index}="1"`).join(' ')}/>`, /a tag of more than/)
    refused('camt053', '<Invoice/>', /not a CAMT\.053 statement/)
    refused('camt053', 'date;amount', /not well-formed/)
    refused('camt053', camt('\u0000'), /not well-formed/)
    refused('camt053', 'x'.repeat(11 * MEGABYTE), /larger than 10 MB/)
  })

  test('with amounts that are none, without a day, or of unknown currencies', () => {
    for (const amount of ['1e3', '-1', '1,5', '0x10', 'NaN', '', '1.2.3', '9'.repeat(40), '1.005'])
      refused(
        'camt053',
        ntry(`<Amt Ccy="EUR">${amount}</Amt>`),
        /Line 1: .*(not a valid amount|larger than Quoin|more decimal places)/,
      )
    refused('camt053', ntry('<Amt Ccy="XYZ">1</Amt>'), /not an ISO 4217/)
    refused('camt053', ntry('<Amt>1</Amt>'), /not an ISO 4217/)
    refused('camt053', ntry('<Amt Ccy="USD">1</Amt>'), /the entry is in USD, but the account is in EUR/)
    refused('camt053', ntry('<Amt Ccy="EUR">1</Amt>', ''), /no booking date/)
    refused('camt053', ntry('<Amt Ccy="EUR">1</Amt>', '<BookgDt><Dt>2026-02-30</Dt></BookgDt>'), /no booking date/)
    refused('camt053', ntry('<Amt Ccy="EUR">1</Amt>').replace('CRDT', 'BOTH'), /must be CRDT or DBIT/)
  })
})

describe('MT940', () => {
  const head = ':20:1\n:25:1\n:60F:C260101EUR0,\n'
  test('that is none, or has lines that are none', () => {
    refused('mt940', '', /no opening balance/)
    refused('mt940', '\u0000'.repeat(MEGABYTE), /no opening balance/)
    refused('mt940', `{1:${'x'.repeat(10 * MEGABYTE)}`, /no opening balance/)
    refused('mt940', '\n'.repeat(10 * MEGABYTE), /no opening balance/)
    refused('mt940', ':20:1\n:61:260101C1,NTRF\n', /no opening balance/)
    for (const line of ['260101X1,NTRF', '260231C1,NTRF', '2601011331C1,NTRF', '260101C,NTRF', 'C1,', '260101C1,2,3'])
      if (line !== '260101C1,2,3') refused('mt940', `${head}:61:${line}\n`, /Line 4: /)
    refused('mt940', `${head}:61:260101C1,005NTRF\n`, /more decimal places than EUR/)
    refused('mt940', ':20:1\n:60F:C260101EUR\n', /is not a valid balance/)
    refused('mt940', `${head}:62F:C260101USD0,\n`, /closing balance is in USD/)
    refused('mt940', `${head}${':61:260101C1,NTRF\n'.repeat(10_001)}`, /more than 10000 transactions/)
  })
})

describe('CSV', () => {
  test('of one endless line, a million columns, quotes that are never closed, and far too many rows', () => {
    refused('csv', 'x'.repeat(10 * MEGABYTE), /a cell has more than/)
    refused('csv', ';'.repeat(10 * MEGABYTE), /more than 200 columns/)
    refused('csv', ',\n'.repeat(4 * MEGABYTE), /more than 11000 rows/)
    refused('csv', `d,a,t\n"2026-01-01,1,x\n${'"",'.repeat(50)}`, /never closed/)
    refused('csv', `"${'""'.repeat(5 * MEGABYTE)}`, /never closed/)
    refused('csv', `d,a,t\n${'2026-01-01,1.00,x\n'.repeat(20_000)}`, /more than 11000 rows/)
    refused('csv', '', /The file is empty/)
    refused('csv', '\u0000\u0000', /no column/)
  })

  test('that could be read in two ways is refused until the mapping says how', () => {
    refused('csv', 'd;a;t\n2026-01-01;1.234;x\n', /set decimal/)
    assert.equal(read('csv', 'd;a;t\n2026-01-01;1.234;x\n', { ...MAPPING, decimal: ',' })[0]!.amount, 123_400)
    refused('csv', 'd;a;t\n03/04/2026;1.00;x\n', /set date_format/)
    assert.equal(
      read('csv', 'd;a;t\n03/04/2026;1.00;x\n', { ...MAPPING, date_format: 'MM/DD/YYYY' })[0]!.booked_date,
      '2026-03-04',
    )
    refused('csv', 'd;a;t\n2026-01-01;12.34.56;x\n', /not a valid amount/)
    refused('csv', 'd;a;t\n2026-13-01;1.00;x\n', /not a date/)
    refused('csv', 'd;a;t\n2026-01-01;1.005;x\n2026-01-01;1.00;x\n', /more decimal places than EUR/)
    refused('csv', 'x;y\n1;2\n', /no column named "d", "a", "t"/)
  })

  test('amounts as banks write them', () => {
    const amounts: [string, number, (',' | '.')?][] = [
      ['-1.234,50', -123_450],
      ['1,234.50', 123_450],
      ["1'234.50-", -123_450],
      ['(12.00)', -1_200],
      ['1 234,50 EUR', 123_450],
      ['12,00 S', -1_200],
      ['12,00 H', 1_200],
      ['+10', 1_000],
      ['\u221220,5', -2_050],
      ['.5', 50],
      ['1.234.567', 123_456_700],
      ['12,34,567.00', 123_456_700],
      ['-0,00', 0],
    ]
    for (const [text, wanted, decimal] of amounts) {
      const [found] = read('csv', `d\ta\tt\n2026-01-01\t${text}\tx\n`, { ...MAPPING, decimal })
      assert.equal(found?.amount, wanted, text)
    }
  })
})

test('any bytes are refused with a sentence, or read', () => {
  const pieces = fc.constantFrom(
    ':20:',
    ':60F:C260101EUR0,',
    ':61:260101C1,NTRF',
    ':86:',
    '\n',
    '-}',
    '{4:',
    '?20',
    '/NAME/',
    '<Ntry>',
    'd;a;t',
    '"',
    ';',
    '1,00',
    '\u0000',
    '\ud800',
    'EREF+',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 20 })), { maxLength: 40 }), (parts) => {
      for (const format of ['camt053', 'mt940', 'csv'] as const) {
        try {
          read(format, parts.join(''))
        } catch (error) {
          assert.ok(error instanceof UnreadableFile, String((error as Error).stack))
        }
      }
    }),
    { numRuns: process.env['QUOIN_TEST_LONG'] === undefined ? 1_000 : 50_000 },
  )
})

describe('at the door', () => {
  let app: TestApp
  before(async () => {
    app = await startTestApp({ currency: 'EUR' })
  })
  after(() => app.close())

  const send = (body: string | Buffer, type: string) =>
    app.call('POST', '/v1/bank-statements', { body: body as never, headers: { 'content-type': type } })

  test('413 above 10 MiB, for a body of 100 MB too', async () => {
    for (const size of [10 * MEGABYTE + 1, 100 * MEGABYTE]) {
      const { status, body } = await send(Buffer.alloc(size, 0x20), 'text/plain')
      assert.deepEqual([status, body.code, body.error], [413, 'payload_too_large', 'The body is larger than 10 MiB'])
    }
  })

  test('415 for other types, which names those that are taken', async () => {
    const { status, body } = await send('x', 'application/pdf')
    assert.equal(status, 415)
    assert.match(body.error, /application\/json or application\/xml or text\/xml or text\/plain or text\/csv/)
  })

  test('409 for a CSV file before its mapping is known; with it, CSV files are taken as they are', async () => {
    const text = 'd,a,t\n2026-05-01,1.00,naïve\n'
    const first = await send(Buffer.from(text, 'latin1'), 'text/csv')
    assert.deepEqual([first.status, first.body.code], [409, 'csv_mapping_required'])
    const body = { format: 'csv', content: 'd,a,t\n2026-05-02,2.00,x\n', mapping: MAPPING }
    assert.equal((await app.call('POST', '/v1/bank-statements', { body })).status, 201)
    const second = await send(Buffer.from(text, 'latin1'), 'text/csv')
    assert.deepEqual([second.status, second.data.transactions[0].text], [201, 'naïve'])
  })

  test('a file is read by its type; one that can not be read is a 400 at `body`, and stores nothing', async () => {
    const good = await send(
      ':20:1\n:25:1\n:28C:1\n:60F:C260101EUR0,\n:61:260103C5,NTRF\n:86:file\n:62F:C260103EUR5,\n',
      'text/plain; charset=utf-8',
    )
    assert.deepEqual([good.status, good.data.added], [201, 1])
    const bad = await send('<a/>', 'application/xml')
    assert.deepEqual([bad.status, bad.body.code, bad.body.param], [400, 'invalid_statement', 'body'])
    assert.equal((await send('', 'text/plain')).status, 400)
  })

  test('a large file is read in a thread, and other requests go on', async () => {
    const lines = Array.from(
      { length: 9_000 },
      (_, index) => `:61:260${1 + (index % 9)}10C${index + 1},NTRF\n:86:${'x'.repeat(60)} ${index}\n`,
    ).join('')
    const text = `:20:1\n:25:big\n:28C:1\n:60F:C260101EUR0,\n${lines}`
    const answer = send(text, 'text/plain')
    const others: number[] = []
    for (let count = 0; count < 5; count++) others.push((await app.call('GET', '/v1/customers')).status)
    assert.deepEqual(others, [200, 200, 200, 200, 200])
    assert.equal((await answer).data.added, 9_000)
    assert.equal((await send(text, 'text/plain')).data.duplicates, 9_000)
  })
})
