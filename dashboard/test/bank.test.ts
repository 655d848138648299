// Bank statements on the pages: dropped, mapped, and matched by one key.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { make, NEEDS_CHROMIUM, type Pages, startPages } from './support/browser.ts'

describe('bank', NEEDS_CHROMIUM, () => {
  let pages: Pages
  let customer: { id: string }

  before(async () => {
    pages = await startPages()
    await pages.welcome()
    customer = await make(pages, 'customers', { name: 'Quartz GmbH' })
  })
  after(() => pages?.end())

  const read = async (path: string) => {
    const separator = path.includes('?') ? '&' : '?'
    return (await pages.api.call('GET', `/v1/${path}${separator}company_id=${pages.company_id}`)).body.data
  }
  const issue = async (unit_price: number) => {
    const made = await make(pages, 'invoices', { customer_id: customer.id, items: [{ name: 'Work', unit_price }] })
    const invoice = made as { id: string; invoice_number: string }
    await pages.api.call('PATCH', `/v1/invoices/${invoice.id}?company_id=${pages.company_id}`, { status: 'sent' })
    return invoice
  }
  const choose = (name: string, content: string | Buffer) =>
    pages.page.getByLabel('Statement file').setInputFiles({ name, mimeType: '', buffer: Buffer.from(content) })

  test('an MT940 file is imported, `a` accepts the first suggestion, Undo brings it back, `i` ignores', async () => {
    const { page } = pages
    const invoice = await issue(120)
    await pages.open('/bank')
    await page.getByText('Nothing to match').waitFor()
    const lines = `:61:2603020302C120,NTRFNONREF\n:86:Thanks for ${invoice.invoice_number}\n:61:2603010301C5,NTRFNONREF\n:86:Something else\n`
    await choose('march.sta', `:20:1\n:25:1\n:28C:1\n:60F:C260301USD0,\n${lines}:62F:C260302USD125,\n-\n`)
    await page.getByRole('status').getByText('2 new transactions').waitFor()
    const row = page.getByRole('button', { name: /Thanks for/ })
    await row.focus()
    await page.keyboard.press('a')
    await page
      .getByRole('status')
      .getByText(/Thanks for .*: \$120\.00 matched/)
      .waitFor()
    await row.waitFor({ state: 'detached' })
    assert.equal((await read(`invoices/${invoice.id}`)).status, 'paid')
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await row.waitFor()
    await page
      .getByRole('status')
      .getByText(/Thanks for .* is unmatched again/)
      .waitFor()
    assert.equal((await read(`invoices/${invoice.id}`)).amount_due, 120)
    const other = page.getByRole('button', { name: /Something else/ })
    await other.focus()
    await page.keyboard.press('i')
    await other.waitFor({ state: 'detached' })
    assert.equal((await read('bank-transactions?status=ignored')).bank_transactions.length, 1)
  })

  test('the columns of a CSV file are chosen with a preview, and known the next time', async () => {
    const { page } = pages
    await pages.open('/bank')
    await choose('list.csv', Buffer.from('Buchungstag;Umsatz;Zweck;Info\n03.04.2026;1.234,50;Grüße;x\n', 'latin1'))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Amount').selectOption('Umsatz')
    await dialog.getByLabel('Text').selectOption('Zweck')
    await dialog.getByText('Preview of 1 transaction').waitFor()
    await dialog.getByRole('cell', { name: '$1,234.50' }).waitFor()
    await dialog.getByLabel('Amount').selectOption('Info')
    await dialog.getByRole('alert').waitFor()
    const submit = dialog.getByRole('button', { name: /^Import/ })
    assert.equal(await submit.isDisabled(), true)
    await dialog.getByLabel('Amount').selectOption('Umsatz')
    await dialog.getByRole('button', { name: 'Import 1' }).click()
    await page.getByRole('status').getByText('1 new transaction').waitFor()
    await choose('list.csv', Buffer.from('Buchungstag;Umsatz;Zweck;Info\n04.04.2026;2,00;Mehr;x\n', 'latin1'))
    await dialog.getByRole('button', { name: 'Import 1' }).waitFor()
    // The service still knows the mapping before: it is not what the form says.
    await dialog.getByLabel('Text').selectOption('Choose a column')
    await dialog.getByText('Choose the columns for date, amount and text.').waitFor()
    assert.equal(await submit.isDisabled(), true)
    await dialog.getByLabel('Text').selectOption('Zweck')
    await dialog.getByRole('button', { name: 'Import 1' }).click()
    await page.getByRole('button', { name: /Mehr/ }).waitFor()
  })

  test('beside the list a transfer is matched to an invoice that is looked for, with a difference', async () => {
    const { page } = pages
    const invoice = await issue(77)
    await make(pages, 'bank-statements', {
      format: 'csv',
      content: 'd;a;t\n2026-05-05;76.00;short by one\n',
      mapping: { date: 'd', amount: 'a', text: 't' },
    })
    await pages.open('/bank')
    await page.getByRole('button', { name: /short by one/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Invoice', { exact: true }).fill(invoice.invoice_number)
    await dialog.getByRole('option', { name: new RegExp(invoice.invoice_number) }).click()
    await dialog.getByLabel('Write off the difference as').fill('Bank fee')
    await dialog.getByRole('button', { name: 'Match', exact: true }).click()
    await dialog.getByText('Bank fee').waitFor()
    assert.equal((await read(`invoices/${invoice.id}`)).status, 'paid')
    await dialog.getByRole('button', { name: 'Unmatch' }).click()
    await dialog.getByRole('button', { name: 'Ignore' }).waitFor()
    assert.equal((await read(`invoices/${invoice.id}`)).amount_due, 77)
  })

  test('only invoices in its currency are offered, a part is said to be one, and Undo undoes it alone', async () => {
    const { page } = pages
    const [first, second] = [await issue(30), await issue(50)]
    const euros = await make(pages, 'invoices', {
      customer_id: customer.id,
      currency: 'EUR',
      items: [{ name: 'Work', unit_price: 30 }],
    })
    await pages.api.call('PATCH', `/v1/invoices/${euros.id}?company_id=${pages.company_id}`, { status: 'sent' })
    const { transactions } = (await make(pages, 'bank-statements', {
      format: 'csv',
      content: 'd;a;t\n2026-05-06;1000.00;one of several\n',
      mapping: { date: 'd', amount: 'a', text: 't' },
    })) as unknown as { transactions: { id: string }[] }
    const matches = async () => (await read(`bank-transactions/${transactions[0]!.id}`)).matches
    await pages.open('/bank')
    await page.getByRole('button', { name: /one of several/ }).click()
    const dialog = page.getByRole('dialog')
    const field = dialog.getByRole('combobox')
    await field.fill(((await read(`invoices/${euros.id}`)) as typeof first).invoice_number)
    await dialog.getByText('No open invoice in USD found.').waitFor()
    const match = async ({ invoice_number }: typeof first) => {
      await field.fill(invoice_number)
      await dialog.getByRole('option', { name: new RegExp(invoice_number) }).click()
      await dialog.getByRole('button', { name: 'Match', exact: true }).click()
    }
    const said = page.getByRole('status')
    await match(first)
    await said.getByText('one of several: $30.00 of $1,000.00 matched, $970.00 left').waitFor()
    await dialog.getByText('Partly matched').waitFor()
    await match(second)
    await said.getByText('one of several: $50.00 of $1,000.00 matched, $920.00 left').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await said.getByRole('button', { name: 'Undo' }).click()
    await said.getByText('one of several: match undone, $970.00 left').waitFor()
    assert.deepEqual(
      (await matches()).map((one: { invoice_id: string }) => one.invoice_id),
      [first.id],
    )
  })

  test('what a key or Undo can not do is said', async () => {
    const { page } = pages
    const [invoice, other] = [await issue(64), await issue(65)]
    await make(pages, 'bank-statements', {
      format: 'csv',
      content: `d;a;t\n2026-05-07;64.00;late ${invoice.invoice_number}\n2026-05-07;165.00;part ${other.invoice_number}\n`,
      mapping: { date: 'd', amount: 'a', text: 't' },
    })
    await pages.open('/bank')
    const late = page.getByRole('button', { name: /late/ })
    await late.focus()
    await pages.api.call('PATCH', `/v1/invoices/${invoice.id}?company_id=${pages.company_id}`, { status: 'paid' })
    await page.keyboard.press('a')
    const said = page.getByRole('status')
    await said.getByText('Nothing is due on this invoice').waitFor()
    const part = page.getByRole('button', { name: /part/ })
    await part.focus()
    await page.keyboard.press('a')
    await said.getByText(/\$65\.00 of \$165\.00 matched/).waitFor()
    const [payment] = (await read(`invoices/${other.id}/payments`)).payments
    const refund = await make(pages, 'credit-notes', { invoice_id: other.id })
    await make(pages, `credit-notes/${refund.id}/refunds`, { amount: 65 })
    assert.ok(payment)
    await said.getByRole('button', { name: 'Undo' }).click()
    await said.getByText(/refund|paid back/i).waitFor()
  })

  test('a file that can not be read is refused where it was dropped', async () => {
    const { page } = pages
    await pages.open('/bank')
    await choose('bad.xml', '<a/>')
    await page
      .getByRole('alert')
      .getByText(/not a CAMT\.053 statement/)
      .waitFor()
  })

  test('matching by itself is switched on in the settings', async () => {
    const { page } = pages
    await pages.open('/settings/company')
    await page.getByLabel('Match transfers automatically').click()
    await page.getByRole('status').getByText('Bank transfers are matched automatically').waitFor()
    assert.equal((await read(`companies/${pages.company_id}`)).auto_match, true)
  })
})
