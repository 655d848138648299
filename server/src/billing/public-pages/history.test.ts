// What pages say of money: what was paid and credited and when, what is open, what was paid back, and what is still to be paid back.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { textOf, visit } from '../../../test/support/public-pages.ts'
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { formatsFor } from '../../kernel/formats.ts'
import { LANGUAGES, type Language } from '../../kernel/languages.ts'
import { fillIn } from '../../kernel/text.ts'
import { WORDINGS } from '../printing/wording/wordings.ts'
import { historyRows, MOST_SHOWN } from './history.ts'
import { WORDS } from './wording/all-words.ts'

let app: TestApp
let customer_id: string
before(async () => {
  app = await startTestApp({ currency: 'EUR' })
  customer_id = (await app.call('POST', '/v1/customers', { body: { name: 'Lindqvist AB' } })).data.id
})
after(() => app.close())

const done = async (method: string, path: string, body: object = {}) => {
  const answer = await app.call(method, path, method === 'GET' ? {} : { body })
  assert.ok(answer.status < 300, answer.text)
  return answer.data
}
/** An invoice over 200.00 and 50.00; payments are days and amounts. */
async function invoiceOf(language: Language, payments: Record<string, number> = {}) {
  const items = [
    { name: 'Design', unit_price: 100, quantity: 2 },
    { name: 'Hosting', unit_price: 50 },
  ]
  const { id } = await done('POST', '/v1/invoices', { customer_id, items, language })
  const invoice = await done('PATCH', `/v1/invoices/${id}`, { status: 'sent' })
  for (const [paid_at, amount] of Object.entries(payments)) await done('POST', `/v1/invoices/${id}/payments`, { amount, paid_at })
  return invoice
}
const credit = ({ id, items }: { id: string; items: { id: string }[] }, place?: number) =>
  done('POST', '/v1/credit-notes', {
    invoice_id: id,
    issue_date: '2026-03-01',
    ...(place !== undefined && { items: [{ item_id: items[place]!.id, quantity: 1 }] }),
  })
const refund = ({ id }: { id: string }, amount: number, paid_at: string) =>
  done('POST', `/v1/credit-notes/${id}/refunds`, { amount, paid_at, method: 'card', reference: 'secret-reference' })

/** The texts at the top of a page, line by line: what is before the document itself. */
async function summaryOf(path: string): Promise<string[]> {
  const { statusCode, body } = await visit(app, path)
  assert.equal(statusCode, 200)
  return textOf(body.slice(0, body.indexOf('<article')))
    .split('\n')
    .filter((line) => line.trim() !== '')
}
/** Whether lines follow one another, nothing in between. */
function assertInOrder(lines: readonly string[], wanted: readonly string[]) {
  const all = lines.map((line) => line.trim()).join('\n')
  assert.ok(all.includes(wanted.join('\n')), `${wanted.join(' / ')}\n\n${all}`)
}

for (const language of LANGUAGES) {
  describe(`a page in ${language}`, () => {
    const words = WORDS[language]
    const { money, date } = formatsFor(language, '', 'EUR')

    test('of an invoice: what was paid and credited and when, by the number of the credit note, and what is open', async () => {
      const invoice = await invoiceOf(language, { '2026-02-03': 100 })
      const note = await credit(invoice, 1)
      const lines = await summaryOf(`/i/${invoice.public_token}`)
      assertInOrder(lines, [
        fillIn(words.left_to_pay, { due: money(100_00), total: money(250_00) }),
        words.payment,
        date('2026-02-03'),
        money(100_00),
        `${WORDINGS[language].credit_note} ${note.credit_note_number}`,
        date('2026-03-01'),
        money(50_00),
      ])
      assert.ok(lines.includes(words.partly_paid))
    })

    test('of an invoice that was credited whole: nothing to pay, or what is still to be paid back', async () => {
      const unpaid = await invoiceOf(language)
      await credit(unpaid)
      assertInOrder(await summaryOf(`/i/${unpaid.public_token}`), [words.credited, words.nothing_due])
      const paid = await invoiceOf(language, { '2026-02-03': 200, '2026-02-05': 50 })
      const note = await credit(paid)
      const left = (amount: number) => fillIn(words.refund_left, { amount: money(amount), number: paid.invoice_number })
      assertInOrder(await summaryOf(`/i/${paid.public_token}`), [words.credited, left(250_00), words.payment])
      await refund(note, 100, '2026-03-08')
      const lines = await summaryOf(`/i/${paid.public_token}`)
      assertInOrder(lines, [words.credited, left(150_00), words.payment])
      assertInOrder(lines, [date('2026-03-01'), money(250_00), words.refund, date('2026-03-08'), money(100_00)])
    })

    test('of a credit note: what is to be paid back, then what was paid back and when', async () => {
      const invoice = await invoiceOf(language, { '2026-02-03': 250 })
      const note = await credit(invoice, 0)
      const path = `/c/${note.public_token}`
      const left = (amount: number) => fillIn(words.refund_left, { amount: money(amount), number: invoice.invoice_number })
      assertInOrder(await summaryOf(path), [words.refund_due, left(100_00)])
      await refund(note, 40, '2026-03-04')
      assertInOrder(await summaryOf(path), [words.refund_due, left(60_00), words.refund, date('2026-03-04'), money(40_00)])
      await refund(note, 60, '2026-03-02')
      const lines = await summaryOf(path)
      assertInOrder(lines, [words.refunded, words.refund, date('2026-03-02'), money(60_00), words.refund, date('2026-03-04')])
      assert.ok(!lines.join().includes(invoice.invoice_number), 'nothing is said to be left')
    })
  })
}

describe('a page', () => {
  test('of an invoice without a payment and of a credit note without a refund say nothing of either', async () => {
    const invoice = await invoiceOf('en')
    const note = await credit(invoice, 1)
    for (const path of [`/i/${(await invoiceOf('en')).public_token}`, `/c/${note.public_token}`]) {
      const { body } = await visit(app, path)
      assert.doesNotMatch(body, /class="(badge|history)/)
    }
  })

  test('has neither the link of a credit note, which would outlive a new link of the invoice, nor how it was paid', async () => {
    const invoice = await invoiceOf('en', { '2026-02-03': 250 })
    const note = await credit(invoice)
    await refund(note, 250, '2026-03-04')
    for (const path of [`/i/${invoice.public_token}`, `/c/${note.public_token}`]) {
      const { body } = await visit(app, path)
      assert.ok(!body.includes(path.startsWith('/i/') ? note.public_token : invoice.public_token))
      assert.ok(!body.includes('secret-reference'))
    }
  })

  test('of an invoice that was cancelled by hand says so, with what was paid on it', async () => {
    const invoice = await invoiceOf('en', { '2026-02-03': 100 })
    await done('PATCH', `/v1/invoices/${invoice.id}`, { status: 'cancelled' })
    const lines = await summaryOf(`/i/${invoice.public_token}`)
    assertInOrder(lines, ['Cancelled', 'This invoice was cancelled. There is nothing to pay.', 'Payment', '3 February 2026'])
  })

  test('has one row for what came before those that it shows', async () => {
    const shown = [
      { date: '2026-03-02', amount: 500 },
      { date: '2026-03-01', amount: 100 },
    ]
    const rows = historyRows([{ label: 'Payment', shown, sum: 1_000 }], formatsFor('en', '', 'EUR'), 'Earlier')
    assert.deepEqual(
      rows.map(({ label, date, amount }) => [label, date, amount]),
      [
        ['Payment', 'Earlier', '€4.00'],
        ['Payment', '1 March 2026', '€1.00'],
        ['Payment', '2 March 2026', '€5.00'],
      ],
    )
    const invoice = await invoiceOf('en')
    for (let day = 0; day < MOST_SHOWN + 2; day++) {
      app.pass(1_000)
      const paid_at = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)
      await done('POST', `/v1/invoices/${invoice.id}/payments`, { amount: 1, paid_at })
    }
    const lines = await summaryOf(`/i/${invoice.public_token}`)
    assertInOrder(lines, ['Payment', 'Earlier', '€2.00', 'Payment', '3 January 2026', '€1.00'])
  })
})
