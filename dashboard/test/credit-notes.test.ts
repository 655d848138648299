// Credit notes on the pages: an invoice is corrected, its credit notes are found and shown, and money is paid back.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { act, make, NEEDS_CHROMIUM, type Pages, startPages } from './support/browser.ts'

describe('credit notes', NEEDS_CHROMIUM, () => {
  let pages: Pages
  let customer: { id: string }

  before(async () => {
    pages = await startPages()
    await pages.welcome()
    customer = await make(pages, 'customers', { name: 'Lindqvist & Sons AB' })
  })
  after(() => pages?.end())

  const read = async (path: string) => {
    const separator = path.includes('?') ? '&' : '?'
    return (await pages.api.call('GET', `/v1/${path}${separator}company_id=${pages.company_id}`)).body.data
  }
  /** An issued invoice of 12 books at 10 and 2 rebates of 5: 110, with tax 132. */
  const issue = async (customer_id = customer.id) => {
    const invoice = await make(pages, 'invoices', {
      customer_id,
      tax_rate: 20,
      items: [
        { name: 'Book', quantity: 12, unit_price: 10 },
        { name: 'Rebate', quantity: -2, unit_price: 5 },
      ],
    })
    await pages.api.call('PATCH', `/v1/invoices/${invoice.id}?company_id=${pages.company_id}`, { status: 'sent' })
    return invoice
  }

  test('some lines: live figures, faults at their fields, a sign is kept, and the credit note is opened from its message', async () => {
    const { page } = pages
    const { id } = await issue()
    await pages.open(`/invoices/${id}`)
    await act(page, 'Correct…')
    const dialog = page.getByRole('dialog')
    const credited = dialog.getByLabel('What is credited, in figures')
    await credited.getByText('$132.00').waitFor()
    await dialog.getByLabel('Credit some lines').check()
    await dialog.getByRole('button', { name: 'Issue the credit note' }).click()
    await dialog.getByText('How much of which line?').waitFor()
    await dialog.getByLabel('Quantity of Book').fill('3')
    await credited.getByText('$36.00').waitFor()
    await dialog.getByLabel('Quantity of Rebate').fill('-3')
    await dialog.getByText('Quantity must be between 0 and what is left of this line, -2').waitFor()
    assert.equal(await dialog.getByLabel('Quantity of Rebate').getAttribute('aria-invalid'), 'true')
    await dialog.getByLabel('Quantity of Rebate').fill('-1')
    await credited.getByText('$30.00').waitFor()
    await dialog.getByLabel('Reason').fill('Three came back')
    await dialog.getByRole('button', { name: 'Issue the credit note' }).dblclick()
    await page.getByRole('status').getByRole('button', { name: 'Open' }).click()
    await page.getByRole('heading', { level: 1, name: /^CN-/ }).waitFor()
    await page.getByText('Three came back').first().waitFor()
    const { credit_notes } = await read(`credit-notes?invoice_id=${id}`)
    assert.deepEqual([credit_notes.length, credit_notes[0].total, credit_notes[0].reason], [1, 30, 'Three came back'])
    const { items } = await read(`credit-notes/${credit_notes[0].id}`)
    assert.deepEqual(
      items.map(({ quantity }: { quantity: number }) => quantity),
      [3, -1],
    )
    await pages.open(`/invoices/${id}`)
    const card = page.getByRole('region', { name: 'Credit notes' })
    await card.getByRole('link', { name: credit_notes[0].credit_note_number }).waitFor()
    await page.getByText(`$30.00 credited by ${credit_notes[0].credit_note_number}`).waitFor()
    await act(page, 'Correct…')
    await dialog.getByLabel('Credit some lines').check()
    await dialog.getByText('9 left of 12').waitFor()
    await dialog.getByText('-1 left of -2').waitFor()
  })

  test('all and a copy: the invoice is cancelled, and the form of a new one has its lines', async () => {
    const { page } = pages
    const { id } = await issue()
    await pages.open(`/invoices/${id}`)
    await act(page, 'Correct…')
    await page.getByLabel('Credit all, and copy it to a new draft').check()
    await page.getByRole('button', { name: 'Issue, and copy' }).click()
    await page.getByRole('heading', { level: 1, name: 'New invoice' }).waitFor()
    assert.equal(await page.getByLabel('Name').first().inputValue(), 'Book')
    const { status, amount_credited, amount_due } = await read(`invoices/${id}`)
    assert.deepEqual([status, amount_credited, amount_due], ['cancelled', 132, 0])
    await pages.open(`/invoices/${id}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor()
    assert.equal(await page.getByRole('menuitem', { name: 'Correct…' }).count(), 0)
  })

  test('before it is issued, the dialog says what will be open and what is to be paid back', async () => {
    const { page } = pages
    const { id } = await issue()
    await make(pages, `invoices/${id}/payments`, { amount: 100 })
    await pages.open(`/invoices/${id}?dialog=correct`)
    const dialog = page.getByRole('dialog')
    const says = async (open: string, back: string) => {
      const amounts = dialog.getByLabel('What is credited, in figures').getByRole('definition')
      await amounts.filter({ hasText: back }).last().waitFor()
      assert.deepEqual((await amounts.allTextContents()).slice(-2), [open, back])
    }
    await says('$0.00', '$100.00')
    await dialog.getByLabel('Credit some lines').check()
    await says('—', '—')
    await dialog.getByLabel('Quantity of Book').fill('3')
    await says('$0.00', '$4.00')
    await dialog.getByLabel('Quantity of Book').fill('1')
    await dialog.getByText('$12.00').first().waitFor()
    await says('$20.00', '$0.00')
    await dialog.getByLabel('Quantity of Book').fill('3')
    await says('$0.00', '$4.00')
    await dialog.getByRole('button', { name: 'Issue the credit note' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { amount_due, refund_due } = await read(`invoices/${id}`)
    assert.deepEqual([amount_due, refund_due], [0, 4])
  })

  test('what was paid beyond is paid back on the page of the credit note', async () => {
    const { page } = pages
    const { id } = await issue()
    await make(pages, `invoices/${id}/payments`, { amount: 132 })
    const note = (await make(pages, 'credit-notes', { invoice_id: id })) as { id: string; credit_note_number: string }
    await pages.open(`/credit-notes/${note.id}`)
    await page.getByRole('button', { name: 'Record refund…' }).click()
    assert.equal(await page.getByLabel('Amount in USD').inputValue(), '132.00')
    await page.getByLabel('Method').fill('bank transfer')
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await page.getByText('Nothing more is to be paid back.').waitFor()
    await page.getByText('$132.00 paid back').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Record refund…' }).count(), 0)
    assert.equal((await read(`invoices/${id}`)).refund_due, 0)
    await pages.open(`/invoices/${id}`)
    await page.getByText('$132.00 paid back').waitFor()
    await pages.open(`/invoices/${id}?view=lines`)
    const amounts = page.getByRole('region', { name: 'Line items and totals' }).getByRole('definition')
    assert.deepEqual((await amounts.allTextContents()).slice(-5), ['$132.00', '-$132.00', '-$132.00', '$132.00', '$0.00'])
  })

  test('what is to be paid back is in the list of invoices, and is told before a payment is undone', async () => {
    const { page } = pages
    const whole = await issue()
    await make(pages, `invoices/${whole.id}/payments`, { amount: 132 })
    await make(pages, 'credit-notes', { invoice_id: whole.id })
    const part = await issue()
    await make(pages, `invoices/${part.id}/payments`, { amount: 132 })
    const { items } = await read(`invoices/${part.id}`)
    await make(pages, 'credit-notes', { invoice_id: part.id, items: [{ item_id: items[0].id, quantity: 3 }] })
    await pages.open('/invoices')
    for (const [{ id }, back, undone] of [
      [whole, '$132.00', 'What is to be paid back to the customer becomes less by $132.00.'],
      [part, '$36.00', '$96.00 will be due again, and nothing is to be paid back any more.'],
    ] as const) {
      await pages.go('/invoices')
      const { invoice_number } = await read(`invoices/${id}`)
      await page.getByRole('row', { name: invoice_number }).getByText(`${back}to pay back`).waitFor()
      await pages.go(`/invoices/${id}`)
      await page.getByRole('button', { name: 'Undo…' }).click()
      await page.getByRole('dialog').getByText(undone).waitFor()
      await page.keyboard.press('Escape')
    }
  })

  test('the home page has what came in less refunds, and a month of more refunds than payments below the line', async () => {
    const { page } = pages
    const { id } = await issue()
    const month = (back: number) => {
      const today = new Date()
      return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1)).toISOString().slice(0, 10)
    }
    await make(pages, `invoices/${id}/payments`, { amount: 132, paid_at: month(3) })
    const note = await make(pages, 'credit-notes', { invoice_id: id })
    await make(pages, `credit-notes/${note.id}/refunds`, { amount: 32, paid_at: month(3) })
    await make(pages, `credit-notes/${note.id}/refunds`, { amount: 70, paid_at: month(2) })
    await pages.open('/')
    const chart = page.getByRole('figure')
    await chart.getByText('As a table').click()
    // The last twelve months, this one the last of them.
    const amounts = chart.getByRole('row').getByRole('cell')
    await amounts.filter({ hasText: '-$70.00' }).waitFor()
    assert.deepEqual((await amounts.allTextContents()).slice(-4, -2), ['$100.00', '-$70.00'])
    const zero = Number(await chart.locator('line.stroke-line-strong').getAttribute('y1'))
    const bar = chart.locator('rect.fill-accent').nth(9)
    assert.equal(Number(await bar.getAttribute('y')), zero)
    assert.ok(Number(await bar.getAttribute('height')) > 0)
  })

  test('the list is searched by number and by customer, and the page of a customer lists its own', async () => {
    const { page } = pages
    const other = await make(pages, 'customers', { name: 'Moravia Glass' })
    const of_other = await issue(other.id)
    const made = await make(pages, 'credit-notes', { invoice_id: of_other.id })
    const { credit_note_number: number, invoice_number } = await read(`credit-notes/${made.id}`)
    const { credit_note_number: another } = await read(
      `credit-notes/${(await make(pages, 'credit-notes', { invoice_id: (await issue()).id })).id}`,
    )
    await pages.open('/credit-notes')
    await page.keyboard.press('/')
    await page.keyboard.type(number.toLowerCase())
    await page.getByRole('option', { name: number }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: number }).waitFor()
    await pages.open('/credit-notes')
    await page.getByRole('link', { name: another }).waitFor()
    await page.getByRole('combobox', { name: 'Find a credit note' }).fill('moravia')
    await page.getByRole('option', { name: 'All credit notes of this customer' }).click()
    await page.getByRole('link', { name: another }).waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('row', { name: /CN-/ }).count(), 1)
    await pages.open(`/customers/${other.id}`)
    const section = page.getByRole('region', { name: 'Credit notes' })
    await section.getByText(`of ${invoice_number}`).waitFor()
    await section.getByRole('link', { name: number }).click()
    await page.getByRole('heading', { level: 1, name: number }).waitFor()
    await pages.open(`/customers/${other.id}`)
    await section.getByRole('link', { name: 'All credit notes' }).click()
    await page.getByRole('heading', { level: 1, name: 'Credit notes' }).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('customer'), other.id)
  })

  test('the page shows the paper, renews the link, and the list and the palette lead there', async () => {
    const { page } = pages
    const { id } = await issue()
    const made = await make(pages, 'credit-notes', { invoice_id: id })
    const note = await read(`credit-notes/${made.id}`)
    const number: string = note.credit_note_number
    await pages.open('/credit-notes')
    await page.getByRole('link', { name: number }).click()
    await page.getByRole('heading', { level: 1, name: number }).waitFor()
    await page.getByLabel(`${number} as it is printed`).waitFor()
    await act(page, 'Renew the link…')
    await page.getByRole('button', { name: 'Renew link' }).click()
    await page.getByText(`${number} has a new link`).waitFor()
    const renewed = await read(`credit-notes/${made.id}`)
    assert.notEqual(renewed.public_token, note.public_token)
    assert.equal((await fetch(`${pages.server.url}/c/${renewed.public_token}`)).status, 200)
    await pages.open('/')
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('A page, a customer, a number…').fill(number)
    await page.getByRole('option', { name: number }).click()
    await page.getByRole('heading', { level: 1, name: number }).waitFor()
    assert.deepEqual(pages.complaints, [])
  })
})
