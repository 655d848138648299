// The first day of a company: from its settings to a mail that arrives, and one that does not.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type RunningMailServer, readMail, startMailServer } from '../../server/test/support/mail-server.ts'
import { until } from '../../server/test/support/scripted-sender.ts'
import { act, NEEDS_CHROMIUM, type Pages, settled, startPages } from './support/browser.ts'

describe('from the first settings to a mail', NEEDS_CHROMIUM, () => {
  let pages: Pages
  let page: Page
  let mail: RunningMailServer
  let is_refusing = true

  before(async () => {
    mail = await startMailServer({
      has_no_tls: true,
      onRecipient: (address) =>
        is_refusing && address.startsWith('gone@') ? { code: 550, text: '5.1.1 No such user' } : undefined,
    })
    pages = await startPages({ QUOIN_SMTP_URL: mail.url, QUOIN_MAIL_FROM: 'billing@moreno.example' })
    page = pages.page
    await pages.welcome()
  })
  after(async () => {
    await pages?.end()
    await mail?.stop()
  })

  const firstDay = () => page.getByRole('region', { name: 'The first day' })

  test('the first day asks for what an invoice needs; a fault of the service is at its field', async () => {
    await pages.open('/')
    await firstDay().getByText('0 of 7 done').waitFor()
    await firstDay().getByRole('link', { name: 'Say who you are' }).click()
    await page.getByRole('heading', { name: 'Set up your company' }).waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Moreno Studio')
    await page.getByLabel('Address', { exact: true }).fill('Torstraße 1')
    await page.getByLabel('Postal code').fill('10119')
    await page.getByLabel('City').fill('Berlin')
    await page.getByLabel('Country').selectOption('Germany')
    await page.getByLabel('Time zone').selectOption('Europe/Berlin')
    await page.getByLabel('IBAN').fill('DE00 1203 0000 0000 2020 51')
    await page.getByLabel('Tax rate').fill('19 %')
    await page.getByLabel('Currency').selectOption('EUR')
    await page.getByLabel('Email').fill('hello@moreno.example')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Write the number alone').waitFor()
    await page.getByLabel('Tax rate').fill('19')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const iban = page.getByLabel('IBAN')
    await iban.and(page.locator('[aria-invalid=true]')).waitFor()
    assert.equal(await iban.evaluate((field) => field === document.activeElement), true)
    await iban.fill('de02 1203 0000 0000 2020 51')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await firstDay().getByText('3 of 7 done').waitFor()
  })

  test('all settings have what was typed, and the form keeps its words for mails', async () => {
    await pages.open('/settings/company')
    assert.equal(await page.getByLabel('IBAN').inputValue(), 'DE02120300000000202051')
    await page.getByRole('radio', { name: /Classic/ }).check()
    await page.getByLabel('Accent colour', { exact: true }).fill('red')
    await page.getByLabel('Days to pay').fill('14')
    await page.getByLabel('Payment terms').fill('14 days, no discount')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(/Accent colour must be/).waitFor()
    await page.getByLabel('Accent colour', { exact: true }).fill('#B45309')
    await page.getByText('Your own words for mails').click()
    await page.getByLabel('Subject, with an invoice').fill('Your invoice {number}')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByLabel('Message, with an invoice').and(page.locator('[aria-invalid=true]')).waitFor()
    await page.getByLabel('Message, with an invoice').fill('Dear {customer},\n\nInvoice {number} for {amount} is attached.')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.reload()
    assert.equal(await page.getByRole('radio', { name: /Classic/ }).isChecked(), true)
    assert.equal(await page.getByLabel('Country').inputValue(), 'DE')
    assert.equal(await page.getByLabel('Message, with an invoice').isVisible(), true)
    const { body } = await pages.api.call('GET', `/v1/companies/${pages.company_id}`)
    assert.deepEqual(body.data.mail_texts.invoice, {
      subject: 'Your invoice {number}',
      message: 'Dear {customer},\n\nInvoice {number} for {amount} is attached.',
    })
  })

  test('a customer has what few need behind one line, and a fault there opens it', async () => {
    await pages.open('/customers?dialog=new')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Lindqvist & Sons AB')
    await dialog.getByLabel('Email', { exact: true }).fill('accounts@lindqvist.example')
    await dialog.getByText('More details').click()
    await dialog.getByLabel('Language').selectOption('Swedish')
    await dialog.getByLabel('Days to pay').fill('10')
    await dialog.getByLabel('Copies to').fill('books@lindqvist.example, not an address')
    await dialog.getByText('More details').click()
    await dialog.getByRole('button', { name: 'Add customer' }).click()
    await dialog.getByLabel('Copies to').and(page.locator('[aria-invalid=true]')).waitFor()
    await dialog.getByLabel('Copies to').fill('books@lindqvist.example')
    await dialog.getByRole('button', { name: 'Add customer' }).click()
    await page.getByRole('heading', { level: 1, name: 'Lindqvist & Sons AB' }).waitFor()
    await page.getByText('books@lindqvist.example').waitFor()
  })

  test('a new invoice shows the defaults of customer and company before it is saved, on the day of the company', async () => {
    await page.getByRole('link', { name: 'New invoice' }).click()
    const today = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format()
    await page.getByText('10 days after the issue date.').waitFor()
    assert.equal(await page.getByLabel('Issue date').inputValue(), today)
    const days = Date.parse(await page.getByLabel('Due date').inputValue()) - Date.parse(today)
    assert.equal(days / 86_400_000, 10)
    assert.equal(await page.getByLabel('Tax rate, per cent').inputValue(), '19')
    assert.equal(await page.getByLabel('Payment terms').inputValue(), '14 days, no discount')
    await page.getByText('More details').click()
    assert.equal(await page.getByLabel('Language').inputValue(), 'sv')
    await page.getByLabel('Service from').fill('2026-01-12')
    await page.getByLabel('Purchase order').fill('PO-7')
    await page.getByLabel('Name').fill('Design')
    await page.getByLabel('Price').fill('100')
    await page.getByLabel('Tax rate, per cent').fill('7')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByRole('heading', { level: 1, name: /^INV-/ }).waitFor()
    await page.getByText('€107.00').first().waitFor()
    await page.getByText('PO-7').first().waitFor()
    await page.getByText('Jan 12, 2026').waitFor()
  })

  test('Send shows the mail as it will look, sends it, and the history says to whom', async () => {
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const dialog = page.getByRole('dialog')
    assert.equal(await dialog.getByLabel('To', { exact: true }).inputValue(), 'accounts@lindqvist.example')
    assert.equal(await dialog.getByLabel('Copy to').inputValue(), 'books@lindqvist.example')
    assert.match(await dialog.getByLabel('Subject').inputValue(), /^Your invoice INV-/)
    const frame = page.frameLocator('iframe[title="The mail as it will look"]')
    const text = frame.getByText(/Dear Lindqvist & Sons AB/)
    await text.waitFor()
    // The styles of the mail are there, though the policy of the pages refuses those that are written in HTML.
    assert.equal(await text.evaluate((element) => getComputedStyle(element.closest('td')!).fontSize), '15px')
    await dialog.getByLabel('Message').fill('Hej <b>Astrid</b>')
    await frame.getByText('Hej <b>Astrid</b>').waitFor()
    await dialog.getByLabel('To', { exact: true }).fill('nobody')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.getByLabel('To', { exact: true }).and(page.locator('[aria-invalid=true]')).waitFor()
    await dialog.getByLabel('To', { exact: true }).fill('astrid@lindqvist.example')
    // Two clicks where one was meant send one email.
    await dialog.getByRole('button', { name: 'Send' }).dblclick()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Sent', { exact: true }).first().waitFor()
    const history = page.getByRole('region', { name: 'History' })
    await history.getByText('Sent to astrid@lindqvist.example').waitFor()
    assert.equal(await history.getByText('Sent to astrid@lindqvist.example').count(), 1)
    await history.getByText(/copy to books@lindqvist.example/).waitFor()
    assert.equal(mail.mails.length, 1)
    const read = await readMail(mail.mails[0]!)
    assert.match(read.text ?? '', /Hej <b>Astrid<\/b>/)
    assert.equal(read.replyTo?.[0]?.address, 'hello@moreno.example')
  })

  test('a mail that is refused is said at the document, on the first page and in the list, and can be sent once more', async () => {
    await settled(page)
    await page.keyboard.press('s')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('To', { exact: true }).fill('gone@lindqvist.example')
    await dialog.getByLabel('Copy to').fill('')
    await page.keyboard.press('Control+Enter')
    const trouble = page.getByRole('alert').filter({ hasText: 'was not delivered' })
    await trouble.getByText(/5\.1\.1 No such user/).waitFor()
    await pages.go('/')
    const undelivered = page.getByRole('region', { name: 'A mail was not delivered' })
    await undelivered.getByRole('link', { name: /^Your invoice/ }).click()
    await page
      .getByRole('dialog')
      .getByText(/5\.1\.1 No such user/)
      .first()
      .waitFor()
    is_refusing = false
    await page.getByRole('dialog').getByRole('button', { name: 'Send once more' }).click()
    await page
      .getByRole('row', { name: /gone@lindqvist/ })
      .getByText('Sent')
      .waitFor()
    await until('the mail is there', () => mail.mails.length === 2)
    await pages.open('/mails?status=failed')
    await page.getByRole('heading', { name: 'No mail is failed' }).waitFor()
    await pages.open('/')
    assert.equal(await undelivered.count(), 0)
  })

  test('the first day is over when it is closed, and stays so', async () => {
    await firstDay().getByText('6 of 7 done').waitFor()
    await firstDay().getByRole('button', { name: 'Close the first day' }).click()
    assert.equal(await firstDay().count(), 0)
    await page.reload()
    await page.getByRole('heading', { name: 'Overdue by age' }).waitFor()
    assert.equal(await firstDay().count(), 0)
  })

  test('the link to the public page is copied', async () => {
    await pages.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await pages.open('/invoices')
    await page.getByRole('link', { name: /INV-/ }).click()
    await page.getByRole('heading', { level: 1, name: /^INV-/ }).waitFor()
    await act(page, 'Copy public link')
    await page.getByText('The link is copied').waitFor()
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^http:\/\/\S+\/i\/\S{20,}$/)
  })

  test('a statement of the customer is sent for the chosen days', async () => {
    const { body } = await pages.api.call('GET', `/v1/customers?company_id=${pages.company_id}&search=lindqvist`)
    await pages.open(`/customers/${body.data.customers[0].id}`)
    await page.getByRole('button', { name: 'Statement…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('From').fill('2026-01-01')
    await dialog.getByRole('button', { name: 'Send…' }).click()
    await dialog.getByLabel('Subject').waitFor()
    assert.equal(await dialog.getByLabel('Attach the PDF').count(), 0)
    await dialog.getByText(/^statement-.*\.pdf$/).waitFor()
    const sent = mail.mails.length
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Statement is on its way to accounts@lindqvist.example').waitFor()
    await until('the mail is there', () => mail.mails.length > sent)
    const read = await readMail(mail.mails.at(-1)!)
    assert.match(read.attachments.map(({ filename }) => filename).join(), /^statement-[\d-]+\.pdf$/)
    assert.match(read.text ?? '', /\(.*2026.*\)/)
  })

  test('the policy of the pages refused nothing, and no page threw', () => {
    assert.deepEqual(pages.complaints, [])
  })
})
