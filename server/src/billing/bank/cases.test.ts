// Known faults of comparable systems, each with the right value: signs of reversals, equal and overlapping transactions, numbers inside numbers.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely by tests
type Json = any

let app: TestApp
before(async () => {
  app = await startTestApp({ currency: 'EUR' })
})
after(() => app.close())

const IBAN = 'DE02120300000000202051'

async function call(method: string, path: string, body?: object, scope: object = {}): Promise<Json> {
  const answer = await app.call(method, path, { ...(body && { body }), ...scope })
  assert.ok(answer.status < 300, answer.text)
  return answer.data
}
const importText = (format: string, content: string, scope: object = {}) =>
  call('POST', '/v1/bank-statements', { format, content }, scope)

interface Line {
  day: string
  mark?: string
  amount: string
  text: string
}
function mt940({
  number,
  opening = '0,',
  closing,
  lines,
}: {
  number: string
  opening?: string
  closing?: string
  lines: Line[]
}) {
  const [first, last] = [lines[0]!.day, lines.at(-1)!.day]
  return [
    `:20:${number}`,
    `:25:${IBAN}`,
    `:28C:${number}/1`,
    `:60F:C${first}EUR${opening}`,
    ...lines.flatMap(({ day, mark = 'C', amount, text }) => [
      `:61:${day}${day.slice(2)}${mark}${amount}NTRFNONREF`,
      `:86:${text}`,
    ]),
    ...(closing === undefined ? [] : [`:62F:${closing[0]}${last}EUR${closing.slice(1)}`]),
    '-',
  ].join('\r\n')
}

function camt({ id = '1', entries, balances = '' }: { id?: string; entries: string[]; balances?: string }) {
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>m</MsgId></GrpHdr>
<Stmt><Id>${id}</Id><Acct><Id><IBAN>${IBAN}</IBAN></Id><Ccy>EUR</Ccy></Acct>${balances}${entries.join('')}</Stmt></BkToCstmrStmt></Document>`
}
const entry = (amount: string, indicator: string, more = '') =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${indicator}</CdtDbtInd>${more}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-02-02</Dt></BookgDt></Ntry>`
const balance = (code: string, amount: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-02-02</Dt></Dt></Bal>`

describe('D24: the sign of reversals', () => {
  test('MT940: C, D, RC, RD, CD (funds code D), DR (funds code R), and the amount 20,', async () => {
    const marks = ['C', 'D', 'RC', 'RD', 'CD', 'DR']
    const lines = marks.map((mark) => ({ day: '260105', mark, amount: '204,88', text: `mark ${mark}` }))
    const content = mt940({
      number: '24',
      lines: [...lines, { day: '260105', amount: '20,', text: 'no decimals' }],
      closing: 'C20,',
    })
    const { transactions } = await importText('mt940', content)
    assert.deepEqual(
      transactions.map(({ amount }: Json) => amount),
      [204.88, -204.88, -204.88, 204.88, 204.88, -204.88, 20],
    )
  })

  test('CAMT: CdtDbtInd is the sign already, of a reversal too', async () => {
    const reversal = '<RvslInd>true</RvslInd>'
    const entries = [entry('204.88', 'DBIT', reversal), entry('204.88', 'CRDT', reversal)]
    const { transactions } = await importText('camt053', camt({ entries }))
    assert.deepEqual(
      transactions.map(({ amount, is_reversal }: Json) => [amount, is_reversal]),
      [
        [-204.88, true],
        [204.88, true],
      ],
    )
  })

  test('a statement that does not add up is refused, with its name and the difference', async () => {
    const content = mt940({ number: '99', lines: [{ day: '260106', amount: '10,', text: 'a' }], closing: 'C12,5' })
    const refused = await app.call('POST', '/v1/bank-statements', { body: { format: 'mt940', content } })
    assert.equal(refused.status, 400)
    assert.equal(refused.body.code, 'invalid_statement')
    assert.match(refused.body.error, /^Statement 99\/1 of DE02120300000000202051 does not add up: .* by 2\.5 EUR\.$/)
    const xml = camt({ id: 'S-7', entries: [entry('1.00', 'CRDT')], balances: balance('OPBD', '5.00') + balance('CLBD', '6.01') })
    const second = await app.call('POST', '/v1/bank-statements', { body: { format: 'camt053', content: xml } })
    assert.equal(second.status, 400)
    assert.match(second.body.error, /Statement S-7 does not add up: .* by 0\.01 EUR\./)
    const { bank_transactions } = await call('GET', '/v1/bank-transactions?booked[gte]=2026-01-06&booked[lte]=2026-01-06')
    assert.deepEqual(bank_transactions, [])
  })
})

describe('D25: equal, overlapping and renumbered', () => {
  const dayOf = (day: number, year = 26): Line => ({ day: `${year}050${day}`, amount: `${day},`, text: `day ${day}` })

  test('two equal rows are two; the same file again adds none', async () => {
    const row = { day: '260410', amount: '4,50', text: 'coffee' }
    const content = mt940({ number: '25', lines: [row, row] })
    const [first, second] = [await importText('mt940', content), await importText('mt940', content)]
    assert.deepEqual([first.added, first.duplicates, second.added, second.duplicates], [2, 0, 0, 2])
    const third = await importText('mt940', mt940({ number: '26', lines: [row, row, row] }))
    assert.deepEqual([third.added, third.duplicates], [1, 2])
  })

  test('of days 1–3 and then 3–5 only days 4 and 5 are new; statement 001 of another year is new as a whole', async () => {
    const content = mt940({ number: '001', lines: [1, 2, 3].map((day) => dayOf(day)) })
    assert.equal((await importText('mt940', content)).added, 3)
    const overlapping = await importText('mt940', mt940({ number: '002', lines: [3, 4, 5].map((day) => dayOf(day)) }))
    assert.deepEqual(
      overlapping.transactions.map(({ text }: Json) => text),
      ['day 4', 'day 5'],
    )
    assert.equal((await importText('mt940', content.replaceAll('2605', '2705'))).added, 3)
    assert.equal((await importText('mt940', content, { company: app.tenant.sibling_id })).added, 3)
  })

  test("the bank's reference counts more than the text, where it names one transaction of the file", async () => {
    const line = (text: string) =>
      mt940({ number: '7', lines: [{ day: '260601', amount: '7,', text }] }).replace('NONREF', 'NONREF//REF77')
    assert.equal((await importText('mt940', line('first'))).added, 1)
    assert.equal((await importText('mt940', line('the same, with more text'))).added, 0)
  })

  test('two uploads at the same moment add each transaction once', async () => {
    const lines = Array.from({ length: 40 }, (_, index) => ({
      day: '260701',
      amount: `${(index % 5) + 1},`,
      text: `x ${index % 8}`,
    }))
    const body = { format: 'mt940', content: mt940({ number: '8', lines }) }
    const answers = await Promise.all([1, 2, 3].map(() => app.call('POST', '/v1/bank-statements', { body })))
    assert.deepEqual(
      answers.map(({ data }) => data.added).sort((a, b) => a - b),
      [0, 0, 40],
    )
  })
})

describe('D26: a number inside of another one', () => {
  const numbers: string[] = []
  const ids: string[] = []
  before(async () => {
    await call('PATCH', `/v1/companies/${app.tenant.company_id}`, { auto_match: true }, { company: null })
    const customer_id = (await call('POST', '/v1/customers', { name: 'Quartz' })).id
    for (const unit_price of [100, 150]) {
      const { id, invoice_number } = await call('POST', '/v1/invoices', { customer_id, items: [{ name: 'x', unit_price }] })
      await call('PATCH', `/v1/invoices/${id}`, { status: 'sent' })
      numbers.push(invoice_number)
      ids.push(id)
    }
  })

  let day = 1
  const row = async (amount: string, text: string, currency = 'EUR') => {
    const content = `d,a,t,c\n2026-08-${String(day++).padStart(2, '0')},${amount},${text},${currency}\n`
    const body = { format: 'csv', content, mapping: { date: 'd', amount: 'a', text: 't', currency: 'c' } }
    return (await call('POST', '/v1/bank-statements', body)).transactions[0]
  }

  test('none of these is matched by itself', async () => {
    assert.deepEqual(numbers, ['INV-2026-000001', 'INV-2026-000002'])
    const transactions = [
      await row('100.00', 'INV-2026-0000011'),
      await row('99.00', 'INV-2026-000001'),
      await row('250.00', 'INV-2026-000001 INV-2026-000002'),
      await row('100.00', 'INV-2026-000001', 'USD'),
      await row('-100.00', 'INV-2026-000001'),
    ]
    for (const { status, matches } of transactions) assert.deepEqual([status, matches], ['unmatched', []])
    const [longer, less, both, dollars, debit] = transactions
    // By its amount alone.
    assert.deepEqual(longer.suggestions[0].reasons, ['The amount is exactly what is due'])
    assert.equal(less.suggestions[0].invoice_number, numbers[0])
    assert.deepEqual(both.suggestions.map(({ invoice_number }: Json) => invoice_number).sort(), numbers)
    assert.deepEqual([dollars.suggestions, debit.suggestions], [[], []])
    const refused = await app.call('POST', `/v1/bank-transactions/${debit.id}/match`, { body: { invoice_id: ids[0] } })
    assert.equal(refused.status, 400)
  })

  test('`match` takes each alone', async () => {
    const { bank_transactions } = await call('GET', '/v1/bank-transactions?booked[gte]=2026-08-01&booked[lte]=2026-08-03')
    const [both, less, longer] = bank_transactions
    const match = async (id: string, invoice_id: string) => call('POST', `/v1/bank-transactions/${id}/match`, { invoice_id })
    assert.equal((await match(less.id, ids[0]!)).status, 'matched')
    await call('POST', `/v1/bank-transactions/${less.id}/unmatch`, {})
    assert.equal((await match(longer.id, ids[0]!)).status, 'matched')
    await call('POST', `/v1/bank-transactions/${longer.id}/unmatch`, {})
    await match(both.id, ids[0]!)
    const after = await match(both.id, ids[1]!)
    assert.deepEqual([after.status, after.matches.length], ['matched', 2])
    await call('POST', `/v1/bank-transactions/${both.id}/unmatch`, {})
  })

  test('a transfer that names one invoice and is exactly what is due is matched, and says why', async () => {
    const { status, matches } = await row('150.00', 'Rechnung inv 2026-000002 danke')
    assert.equal(status, 'matched')
    assert.equal(matches[0].is_automatic, true)
    assert.equal(
      matches[0].reason,
      'The text names INV-2026-000002 and no other invoice, and 150 EUR is exactly what was due on it',
    )
    const again = await row('150.00', 'Rechnung INV-2026-000002')
    assert.equal(again.status, 'unmatched')
  })
})
