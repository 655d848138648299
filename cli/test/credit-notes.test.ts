// `quoin credit-notes`: the real binary against a real server.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { onTerminal, SCRIPT } from './support/quoin.ts'
import { cliScene } from './support/scene.ts'

const scene = cliScene('credit-notes')
const { access, call, folder, json, refused, said } = scene
const NONE = `cn_${'0'.repeat(26)}`
let customer: { id: string }

before(async () => {
  await scene.begin()
  customer = await call('POST', '/v1/customers', { name: 'Ada Lind' })
})
after(() => scene.end())

/** An issued invoice over 200.00 and 50.00; with `paid` of it paid. */
async function invoiceOf(paid = 0) {
  const items = [
    { name: 'Design', unit_price: 100, quantity: 2, unit: 'h' },
    { name: 'Hosting', unit_price: 50 },
  ]
  const { id } = await call('POST', '/v1/invoices', { customer_id: customer.id, items })
  const invoice = await call('PATCH', `/v1/invoices/${id}`, { status: 'sent' })
  if (paid > 0) await call('POST', `/v1/invoices/${id}/payments`, { amount: paid })
  return invoice
}

describe('create', () => {
  test('credits all that is left, and says what is to be paid back', async () => {
    const invoice = await invoiceOf(250)
    const text = await said('create', invoice.id, '--reason', 'Returned', '--issue-date', '2026-03-01')
    const [note] = await json('list', '--invoice', invoice.id)
    const { id, credit_note_number, invoice_number } = note
    assert.equal(text, `Credit note ${credit_note_number} (${id}): 250.00 EUR of ${invoice_number}; 250.00 EUR to pay back\n`)
    assert.deepEqual([note.total, note.reason, note.issue_date], [250, 'Returned', '2026-03-01'])
  })

  test('credits parts of lines, named by their place or id', async () => {
    const invoice = await invoiceOf()
    const [design, hosting] = invoice.items
    const note = await json('create', invoice.id, '--item', '2=1', '--item', `${design.id}=0.5`)
    assert.deepEqual(
      note.items.map(({ item_id, quantity }: { item_id: string; quantity: number }) => [item_id, quantity]),
      [
        [design.id, 0.5],
        [hosting.id, 1],
      ],
    )
    assert.equal(note.total, 100)
  })

  test('--preview shows it, and stores nothing', async () => {
    const invoice = await invoiceOf()
    const text = await said('create', invoice.id, '--item', '1=2', '--preview')
    assert.match(text, /^This is a preview: nothing is stored\.\nInvoice +INV-\d{4}-\d{6} .*\n.*\nIssued .*\nTotal +200\.00 EUR/)
    assert.match(text, /\n2 h +Design +200\.00 EUR\n$/)
    assert.equal((await json('create', invoice.id, '--preview')).total, 250)
    assert.deepEqual(await json('list', '--invoice', invoice.id), [])
  })

  test('says what can not be credited, and exits 1; wrong usage exits 2', async () => {
    const invoice = await invoiceOf()
    const none = [1, `quoin: ${invoice.invoice_number} has no line 3: the last one is 2\n`]
    assert.deepEqual(await refused('create', invoice.id, '--item', '3=1'), none)
    const beyond = [1, 'quoin: --item 2 must be between 0 and what is left of this line, 1\n']
    assert.deepEqual(await refused('create', invoice.id, '--item', '1=1', '--item', '2=1.5'), beyond)
    const unknown = `inv_${'0'.repeat(26)}`
    assert.deepEqual(await refused('create', unknown, '--item', '1=1'), [1, `quoin: The company has no invoice ${unknown}\n`])
    for (const item of ['1', '0=1', '1=x', 'cn_1=1']) assert.equal((await refused('create', invoice.id, '--item', item))[0], 2)
    assert.equal((await refused('create', NONE))[0], 2)
  })
})

describe('list', () => {
  test('has those of an invoice or a customer, newest first, at most --limit', async () => {
    const other = await call('POST', '/v1/customers', { name: 'Ben' })
    const invoice = await invoiceOf()
    const first = await json('create', invoice.id, '--item', '2=1')
    const second = await json('create', invoice.id)
    const ids = async (...args: string[]) => (await json('list', ...args)).map(({ id }: { id: string }) => id)
    assert.deepEqual(await ids('--invoice', invoice.id), [second.id, first.id])
    assert.deepEqual(await ids('--customer', customer.id, '--limit', '1'), [second.id])
    assert.equal(await said('list', '--customer', other.id), 'No credit notes\n')
    const [head, line] = (await said('list', '--limit', '1')).split('\n')
    assert.match(head!, /^ISSUED +NUMBER +TOTAL +ID$/)
    assert.match(line!, new RegExp(`^\\d{4}-\\d{2}-\\d{2}  ${second.credit_note_number}  200\\.00 EUR  ${second.id}$`))
    for (const wrong of [
      ['--limit', '0'],
      ['--invoice', second.id],
      ['--customer', 'Ben'],
    ]) {
      assert.equal((await refused('list', ...wrong))[0], 2)
    }
  })

  test('has more columns on a wide terminal', { skip: !existsSync(SCRIPT) }, async () => {
    const invoice = await invoiceOf(250)
    await json('create', invoice.id)
    const shown = await onTerminal(folder, ['credit-notes', 'list', '--limit', '1', ...access()], [], { columns: 140 })
    assert.match(shown, /ID +INVOICE +REFUND DUE +CUSTOMER/)
    assert.match(shown, new RegExp(`${invoice.invoice_number} +250\\.00 EUR +Ada Lind`))
  })
})

describe('get and refund', () => {
  test('a refund is all that is due by default, or an amount; both show in the credit note', async () => {
    const { id: invoice_id, invoice_number } = await invoiceOf(250)
    const { id, credit_note_number } = await json('create', invoice_id, '--item', '1=2')
    const part = await json('refund', id, '--amount', '40', '--paid-at', '2026-03-04', '--method', 'card', '--reference', 'r-1')
    assert.deepEqual([part.amount, part.paid_at, part.method, part.reference], [40, '2026-03-04', 'card', 'r-1'])
    const shown = await said('get', id)
    for (const line of [
      `Number    ${credit_note_number}   (${id})`,
      `Invoice   ${invoice_number}   (${invoice_id})`,
      `Customer  Ada Lind   (${customer.id})`,
      'Total     200.00 EUR, of which tax 0.00 EUR',
      'Refunded  40.00 EUR on 2026-03-04 (card, r-1)',
      'Due       160.00 EUR to pay back',
      '2 h       Design  200.00 EUR',
    ]) {
      assert.ok(shown.split('\n').includes(line), `${line}\n${shown}`)
    }
    assert.match(await said('refund', id), /^Refund rfd_\w{26} of 160\.00 EUR on \d{4}-\d{2}-\d{2} is recorded\n$/)
    const note = await json('get', id)
    assert.deepEqual([note.amount_refunded, note.refund_due], [200, 0])
    assert.doesNotMatch(await said('get', id), /to pay back/)
    assert.deepEqual(await refused('refund', id), [1, `quoin: Nothing is left to pay back of ${credit_note_number}\n`])
    assert.equal((await refused('refund', id, '--amount', '1'))[0], 1)
    assert.equal((await refused('refund', id, '--amount', '-1'))[0], 2)
  })

  test('say that there is none', async () => {
    for (const command of ['get', 'refund']) {
      assert.deepEqual(await refused(command, NONE), [1, `quoin: The company has no credit note ${NONE}\n`])
      assert.equal((await refused(command, 'CN-2026-000001'))[0], 2)
    }
  })
})

test('pdf writes its PDF, xml its electronic invoice where it is valid', async () => {
  const invoice = await invoiceOf()
  const { id } = await json('create', invoice.id)
  const file = join(folder, 'credit-note.pdf')
  await said('pdf', id, '--output', file)
  assert.equal(readFileSync(file).subarray(0, 5).toString(), '%PDF-')
  const [code, stderr] = await refused('pdf', invoice.id, '--output', file)
  assert.equal(code, 2)
  assert.match(String(stderr), /The id of a credit note is cn_ and 26 letters and digits/)
  const [invalid, why] = await refused('xml', id, '--format', 'ubl')
  assert.equal(invalid, 1)
  assert.match(String(why), /BR-/)
})
