// Importing, matching and undoing through the API.
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

const MAPPING = { date: 'date', amount: 'amount', text: 'text', name: 'name', iban: 'iban', currency: 'currency' }
const HEAD = 'date;amount;text;name;iban;currency'

interface Row {
  date?: string
  amount: string
  text?: string
  name?: string
  iban?: string
  currency?: string
}
const csvOf = (rows: Row[]) =>
  [
    HEAD,
    ...rows.map(({ date = '2026-03-02', amount, text = '', name = '', iban = '', currency = 'EUR' }) =>
      [date, amount, text, name, iban, currency].join(';'),
    ),
  ].join('\n')

const call = async (method: string, path: string, body?: object, scope: object = {}): Promise<Json> => {
  const answer = await app.call(method, path, { ...(body && { body }), ...scope })
  assert.ok(answer.status < 300, answer.text)
  return answer.data
}
const refused = async (method: string, path: string, body: object, status: number, code: string) => {
  const answer = await app.call(method, path, { body })
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.body.code, code, answer.text)
  return answer.body.error as string
}
const importRows = (rows: Row[], scope: object = {}) =>
  call('POST', '/v1/bank-statements', { format: 'csv', content: csvOf(rows), mapping: MAPPING }, scope)

let customer: string | undefined
async function issued(price: number, more: object = {}, scope: object = {}): Promise<Json> {
  customer ??= (await call('POST', '/v1/customers', { name: 'Quartz GmbH' })).id
  const { id } = await call(
    'POST',
    '/v1/invoices',
    { customer_id: customer, items: [{ name: 'Work', unit_price: price }], ...more },
    scope,
  )
  return call('PATCH', `/v1/invoices/${id}`, { status: 'sent' }, scope)
}
const invoiceNow = (id: string) => call('GET', `/v1/invoices/${id}`)
const one = async (row: Row) => (await importRows([row])).transactions[0]

describe('importing', () => {
  test('suggests an invoice by number, amount and name, with a score and reasons', async () => {
    const invoice = await issued(123.45)
    const { suggestions, status } = await one({ amount: '123.45', text: `Re ${invoice.invoice_number}`, name: 'QUARTZ' })
    assert.equal(status, 'unmatched')
    assert.deepEqual(suggestions[0], {
      invoice_id: invoice.id,
      invoice_number: invoice.invoice_number,
      credit_note_id: null,
      credit_note_number: null,
      returned_transaction_id: null,
      amount: 123.45,
      score: 88,
      reasons: [`The text names ${invoice.invoice_number}`, 'The amount is exactly what is due', 'The name is like Quartz GmbH'],
    })
  })

  test('the account of an earlier match is a reason', async () => {
    const iban = 'DE75512108001245126199'
    const [first, second] = [await issued(31), await issued(32)]
    const paid = await one({ amount: '31.00', text: 'x', iban })
    await call('POST', `/v1/bank-transactions/${paid.id}/match`, { invoice_id: first.id })
    const next = await one({ amount: '5.00', text: 'y', iban })
    const found = next.suggestions.find(({ invoice_id }: Json) => invoice_id === second.id)
    assert.deepEqual(found?.reasons, ['This account has paid for Quartz GmbH before'])
    await call('POST', `/v1/bank-transactions/${paid.id}/unmatch`, {})
    const later = await one({ amount: '6.00', text: 'z', iban })
    assert.deepEqual(later.suggestions, [])
  })
})

describe('matching', () => {
  test('records a payment of the day it was booked, and unmatching undoes it', async () => {
    const invoice = await issued(100)
    const { id } = await one({ amount: '100.00', text: 'Thanks', date: '2026-03-05' })
    const matched = await call('POST', `/v1/bank-transactions/${id}/match`, { invoice_id: invoice.id })
    assert.deepEqual([matched.status, matched.amount_left, matched.suggestions], ['matched', 0, []])
    const { payments } = await call('GET', `/v1/invoices/${invoice.id}/payments`)
    const { paid_at, method, reference, amount } = payments[0]
    assert.deepEqual([paid_at, method, reference, amount], ['2026-03-05', 'bank transfer', 'Thanks', 100])
    assert.equal(matched.matches[0].payment_id, payments[0].id)
    assert.equal((await invoiceNow(invoice.id)).status, 'paid')
    await refused('POST', `/v1/bank-transactions/${id}/match`, { invoice_id: invoice.id }, 409, 'transaction_matched')
    for (let again = 0; again < 2; again++) {
      const freed = await call('POST', `/v1/bank-transactions/${id}/unmatch`, {})
      assert.deepEqual([freed.status, freed.matches], ['unmatched', []])
    }
    assert.equal((await invoiceNow(invoice.id)).amount_due, 100)
  })

  test('one transfer pays several invoices, and never more than it brought', async () => {
    const [a, b] = [await issued(100), await issued(100)]
    const { id } = await one({ amount: '150.00', text: 'both' })
    const path = `/v1/bank-transactions/${id}/match`
    const first = await call('POST', path, { invoice_id: a.id })
    assert.deepEqual([first.status, first.amount_left], ['unmatched', 50])
    await refused('POST', path, { invoice_id: b.id, amount: 50.01 }, 400, 'parameter_invalid')
    const second = await call('POST', path, { invoice_id: b.id })
    assert.deepEqual([second.status, second.matches.map(({ amount }: Json) => amount).sort()], ['matched', [100, 50]])
    assert.equal((await invoiceNow(b.id)).amount_due, 50)
  })

  test('a payment that is undone elsewhere frees the transfer', async () => {
    const invoice = await issued(70)
    const { id } = await one({ amount: '70.00', text: 'undone elsewhere' })
    const { matches } = await call('POST', `/v1/bank-transactions/${id}/match`, { invoice_id: invoice.id })
    await call('DELETE', `/v1/invoices/${invoice.id}/payments/${matches[0].payment_id}`)
    const freed = await call('GET', `/v1/bank-transactions/${id}`)
    assert.deepEqual([freed.status, freed.amount_left, freed.matches], ['unmatched', 70, []])
  })

  test('a difference is accepted with a reason, and undone with the match', async () => {
    const invoice = await issued(80)
    const { id } = await one({ amount: '79.50', text: 'less a fee' })
    const path = `/v1/bank-transactions/${id}/match`
    const body = { invoice_id: invoice.id, difference: { reason: 'Bank fee' } }
    const matched = await call('POST', path, body)
    assert.deepEqual(matched.matches.map(({ kind, amount, reason }: Json) => [kind, amount, reason]).sort(), [
      ['difference', 0.5, 'Bank fee'],
      ['payment', 79.5, ''],
    ])
    assert.deepEqual([matched.status, (await invoiceNow(invoice.id)).status], ['matched', 'paid'])
    await call('POST', `/v1/bank-transactions/${id}/unmatch`, {})
    assert.equal((await invoiceNow(invoice.id)).amount_due, 80)
  })

  test('another currency, a debit and a settled invoice are refused', async () => {
    const invoice = await issued(60)
    const dollars = await one({ amount: '60.00', text: 'USD', currency: 'USD' })
    await refused('POST', `/v1/bank-transactions/${dollars.id}/match`, { invoice_id: invoice.id }, 400, 'parameter_invalid')
    const debit = await one({ amount: '-60.00', text: 'out' })
    await refused('POST', `/v1/bank-transactions/${debit.id}/match`, { invoice_id: invoice.id }, 400, 'parameter_invalid')
    await call('PATCH', `/v1/invoices/${invoice.id}`, { status: 'paid' })
    const credit = await one({ amount: '60.00', text: 'late' })
    await refused('POST', `/v1/bank-transactions/${credit.id}/match`, { invoice_id: invoice.id }, 409, 'invoice_settled')
    const both = { invoice_id: invoice.id, credit_note_id: 'cn_1' }
    await refused('POST', `/v1/bank-transactions/${credit.id}/match`, both, 400, 'parameter_invalid')
    await refused('POST', `/v1/bank-transactions/${credit.id}/match`, {}, 400, 'parameter_missing')
  })

  test('ignoring, twice, and back', async () => {
    const { id } = await one({ amount: '1.00', text: 'ignored' })
    for (let again = 0; again < 2; again++)
      assert.equal((await call('POST', `/v1/bank-transactions/${id}/ignore`, {})).status, 'ignored')
    const invoice = await issued(1)
    await refused('POST', `/v1/bank-transactions/${id}/match`, { invoice_id: invoice.id }, 409, 'transaction_ignored')
    assert.equal((await invoiceNow(invoice.id)).amount_paid, 0)
    assert.equal((await call('POST', `/v1/bank-transactions/${id}/unmatch`, {})).status, 'unmatched')
  })

  test('two matches at once record no more than the transfer, and one payment more', async () => {
    const [a, b] = [await issued(100), await issued(100)]
    const { id } = await one({ amount: '100.00', text: 'at once' })
    const answers = await Promise.all(
      [a, b].map(({ id: invoice_id }) => app.call('POST', `/v1/bank-transactions/${id}/match`, { body: { invoice_id } })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    const due = await Promise.all([a, b].map(async ({ id }) => (await invoiceNow(id)).amount_due))
    assert.deepEqual(due.sort(), [0, 100].sort())
  })

  test('a match at the moment that the status is set to paid pays once', async () => {
    const invoice = await issued(100)
    const { id } = await one({ amount: '100.00', text: 'at once with paid' })
    await Promise.all([
      app.call('POST', `/v1/bank-transactions/${id}/match`, { body: { invoice_id: invoice.id } }),
      app.call('PATCH', `/v1/invoices/${invoice.id}`, { body: { status: 'paid' } }),
    ])
    const { amount_paid, status } = await invoiceNow(invoice.id)
    assert.deepEqual([amount_paid, status], [100, 'paid'])
  })
})

describe('money that goes out', () => {
  test('is matched to the refund of a credit note, and to one that was recorded before', async () => {
    const invoice = await issued(90)
    await call('POST', `/v1/invoices/${invoice.id}/payments`, { amount: 90 })
    const note = await call('POST', '/v1/credit-notes', { invoice_id: invoice.id })
    const debit = await one({ amount: '-30.00', text: `Refund ${note.credit_note_number}` })
    assert.equal(debit.suggestions[0].credit_note_id, note.id)
    const matched = await call('POST', `/v1/bank-transactions/${debit.id}/match`, { credit_note_id: note.id })
    assert.deepEqual([matched.status, matched.matches[0].kind], ['matched', 'refund'])
    assert.equal((await call('GET', `/v1/credit-notes/${note.id}`)).refund_due, 60)
    await call('POST', `/v1/credit-notes/${note.id}/refunds`, { amount: 60 })
    const second = await one({ amount: '-60.00', text: 'rest' })
    for (let again = 0; again < 2; again++) {
      const { matches } = await call('POST', `/v1/bank-transactions/${second.id}/match`, { credit_note_id: note.id })
      assert.equal(matches[0].amount, 60)
      await call('POST', `/v1/bank-transactions/${second.id}/unmatch`, {})
    }
    assert.equal((await call('GET', `/v1/credit-notes/${note.id}/refunds`)).pagination.total, 2)
    const third = await one({ amount: '-1.00', text: 'more' })
    await refused('POST', `/v1/bank-transactions/${third.id}/match`, { credit_note_id: note.id }, 409, 'credit_note_settled')
  })
})

describe('a transfer that comes back', () => {
  const entry = (indicator: string, day: string, more: string) =>
    `<Ntry><Amt Ccy="EUR">55.00</Amt><CdtDbtInd>${indicator}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>E2E-77</EndToEndId></Refs>${more}</TxDtls></NtryDtls></Ntry>`
  const camt = (entries: string) => ({
    format: 'camt053',
    content: `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>1</Id><Acct><Ccy>EUR</Ccy></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`,
  })

  test('suggests to undo its payment, with the reason; both are ignored then, and can be brought back', async () => {
    const invoice = await issued(55)
    const [credit] = (await call('POST', '/v1/bank-statements', camt(entry('CRDT', '2026-06-01', '')))).transactions
    await call('POST', `/v1/bank-transactions/${credit.id}/match`, { invoice_id: invoice.id })
    const reason = '<RtrInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>account closed</AddtlInf></RtrInf>'
    const [debit] = (await call('POST', '/v1/bank-statements', camt(entry('DBIT', '2026-06-03', reason)))).transactions
    const [suggestion] = debit.suggestions
    assert.equal(suggestion.returned_transaction_id, credit.id)
    assert.deepEqual(suggestion.reasons, [
      'It returns the transfer of 2026-06-01, which has the same end-to-end id (AC04 account closed)',
    ])
    const after = await call('POST', `/v1/bank-transactions/${debit.id}/match`, { returned_transaction_id: credit.id })
    assert.deepEqual([after.status, after.note], ['ignored', 'Returns the transfer of 2026-06-01: AC04 account closed'])
    const original = await call('GET', `/v1/bank-transactions/${credit.id}`)
    assert.deepEqual(
      [original.status, original.note, original.matches],
      ['ignored', 'Returned on 2026-06-03: AC04 account closed', []],
    )
    assert.equal((await invoiceNow(invoice.id)).amount_due, 55)
    const { events } = await call('GET', `/v1/events?type=payment.reversed&limit=1`)
    assert.equal(events[0].data.invoice_id, invoice.id)
    assert.deepEqual((await call('POST', `/v1/bank-transactions/${credit.id}/unmatch`, {})).status, 'unmatched')
  })

  test('is refused for what did not come in, or was less', async () => {
    const small = await one({ amount: '-5.00', text: 'small' })
    const big = await one({ amount: '50.00', text: 'big' })
    for (const returned_transaction_id of [big.id, small.id, 'btx_1'])
      await refused('POST', `/v1/bank-transactions/${small.id}/match`, { returned_transaction_id }, 400, 'parameter_invalid')
  })
})

test('the list goes on by cursor in both directions, the last of a statement first', async () => {
  const rows = ['2.00', '3.00', '4.00', '5.00'].map((amount) => ({ amount, text: 'cursor', date: '2027-01-01' }))
  await importRows([...rows, { amount: '1.00', text: 'cursor', date: '2027-01-02' }])
  const query = 'booked[gte]=2027-01-01&limit=2'
  const amountsOf = (page: Json) => page.bank_transactions.map(({ amount }: Json) => amount)
  const first = await call('GET', `/v1/bank-transactions?${query}`)
  const second = await call('GET', `/v1/bank-transactions?${query}&starting_after=${first.pagination.next_cursor}`)
  const third = await call('GET', `/v1/bank-transactions?${query}&starting_after=${second.pagination.next_cursor}`)
  assert.deepEqual([first, second, third].map(amountsOf), [[1, 5], [4, 3], [2]])
  assert.equal(third.pagination.has_more, false)
  const back = await call('GET', `/v1/bank-transactions?${query}&ending_before=${third.bank_transactions[0].id}`)
  assert.deepEqual(amountsOf(back), [4, 3])
  await refused('GET', '/v1/bank-transactions?starting_after=btx_1', undefined as never, 400, 'parameter_invalid')
})
