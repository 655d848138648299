// Reminders on the pages: the setting with a preview, what goes out tomorrow, and the buttons that stop it.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { make, NEEDS_CHROMIUM, type Pages, startPages } from './support/browser.ts'

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

describe('reminders', NEEDS_CHROMIUM, () => {
  let pages: Pages
  let page: Page
  let customer_id: string
  let invoice: { id: string; invoice_number: string }

  before(async () => {
    pages = await startPages()
    page = pages.page
    await pages.welcome()
    customer_id = (await make(pages, 'customers', { name: 'Lindqvist & Sons AB', contact_email: 'a@lindqvist.example' })).id
    const items = [{ name: 'Design', unit_price: 1000 }]
    const dates = { issue_date: dayFromNow(-40), due_date: dayFromNow(-6) }
    invoice = (await make(pages, 'invoices', { customer_id, items, ...dates })) as typeof invoice
    await pages.api.call('PATCH', `/v1/invoices/${invoice.id}?company_id=${pages.company_id}`, { status: 'sent' })
  })
  after(() => pages?.end())

  const company = async () => (await pages.api.call('GET', `/v1/companies/${pages.company_id}`)).body.data
  const stored = async () =>
    (await pages.api.call('GET', `/v1/invoices/${invoice.id}?company_id=${pages.company_id}`)).body.data.reminders_paused

  test('are set day by day, seen before they are saved, and a fault is at its field', async () => {
    await pages.open('/settings/company')
    const section = page.getByRole('region', { name: 'Reminders' })
    await section.getByText('No reminders yet.').waitFor()
    await section.getByRole('button', { name: 'Add reminder' }).click()
    await section.getByRole('button', { name: 'Add reminder' }).click()
    const second = section.getByRole('group', { name: 'Reminder 2' })
    await second.getByLabel('Days').fill('7')
    await second.getByRole('button', { name: 'Custom text…' }).click()
    await second.getByLabel('Subject').fill('Still open: {amount}')
    await second.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('dialog').getByText('Still open: US$1,160.00').waitFor()
    await page.keyboard.press('Escape')
    await section.getByRole('button', { name: 'Save reminders' }).click()
    await second.getByText(/7 is there twice/).waitFor()
    await second.getByLabel('When').selectOption('before due')
    await second.getByText(/7 is there twice/).waitFor({ state: 'detached' })
    await second.getByLabel('Days').fill('x')
    await section.getByRole('button', { name: 'Save reminders' }).click()
    await second.getByText('Enter a number of days, like 7').waitFor()
    await second.getByLabel('Days').fill('7')
    await second.getByText('Enter a number of days, like 7').waitFor({ state: 'detached' })
    await section.getByLabel('Send a thank-you email').check()
    await section.getByRole('button', { name: 'Save reminders' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const { reminders, send_thanks } = await company()
    assert.equal(send_thanks, true)
    assert.deepEqual(reminders, [
      { days: -7, subject: 'Still open: {amount}', message: null },
      { days: 7, subject: null, message: null },
    ])
    await section.getByRole('button', { name: 'Remove reminder 1' }).click()
    await section.getByRole('button', { name: 'Save reminders' }).click()
    await page.waitForFunction(() => document.querySelectorAll('#reminders fieldset').length === 1)
    await page.reload()
    assert.equal(await section.getByLabel('Days').inputValue(), '7')
    assert.equal(await section.getByLabel('Send a thank-you email').isChecked(), true)
  })

  test('of tomorrow are on the home page, and one click stops them', async () => {
    await pages.open('/')
    const card = page.getByRole('region', { name: 'Reminders due tomorrow' })
    await card.getByText('7 days after the due date').waitFor()
    await card.getByRole('button', { name: `Stop reminders for ${invoice.invoice_number}` }).click()
    await card.waitFor({ state: 'detached' })
    assert.equal(await stored(), true)
    await page.getByRole('button', { name: 'Undo' }).click()
    await card.getByText(invoice.invoice_number).waitFor()
    assert.equal(await stored(), false)
    await card.getByRole('link', { name: invoice.invoice_number }).click()
    const reminders = page.getByRole('region', { name: 'Reminders' })
    await reminders.getByText('Planned').waitFor()
    await reminders.getByRole('button', { name: 'Stop reminders' }).click()
    await reminders.getByText('Stopped for this invoice.').waitFor()
    assert.equal(await stored(), true)
    await reminders.getByRole('button', { name: 'Resume reminders' }).click()
    await reminders.getByRole('button', { name: 'Stop reminders' }).and(page.locator(':enabled')).waitFor()
    // The button becomes another under the pointer: clicks right after it do nothing.
    const box = (await reminders.getByRole('button').boundingBox())!
    for (const wait_ms of [0, 250, 250]) {
      await page.waitForTimeout(wait_ms)
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    }
    await reminders.getByRole('button', { name: 'Resume reminders' }).waitFor()
    assert.equal(await stored(), true)
    await reminders.getByRole('button', { name: 'Resume reminders' }).click()
    await reminders.getByRole('button', { name: 'Stop reminders' }).waitFor()
  })

  test('are stopped for a customer, and its invoices say so', async () => {
    await pages.open(`/customers/${customer_id}`)
    await page.getByLabel('Send payment reminders').click()
    await page.getByText('Reminders stopped for Lindqvist & Sons AB').waitFor()
    await pages.open(`/invoices/${invoice.id}`)
    await page.getByText('Stopped for this customer.').waitFor()
    await pages.open('/')
    await page.getByRole('heading', { name: 'Overdue by age' }).waitFor()
    assert.equal(await page.getByRole('region', { name: 'Reminders due tomorrow' }).count(), 0)
  })

  test('what is open by age says when it can not be loaded, and is asked for again', async () => {
    const ageing = /\/ageing\?/
    await page.route(ageing, (route) => route.fulfill({ status: 400, json: { error: 'Not now', code: 'failed' } }))
    await pages.open(`/customers/${customer_id}`)
    const open = page.getByRole('region', { name: 'Open by age' })
    await open.getByRole('alert').getByText('Not now').waitFor()
    await page.unroute(ageing)
    await open.getByRole('button', { name: 'Try again' }).click()
    await open.getByRole('cell', { name: '$1,000.00' }).first().waitFor()
  })

  test('and what is open has a statement, for a period, as a file', async () => {
    await pages.open(`/customers/${customer_id}`)
    const open = page.getByRole('region', { name: 'Open by age' })
    await open.getByRole('cell', { name: '$1,000.00' }).first().waitFor()
    await open.getByRole('button', { name: 'Statement…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('USD: 1 entry').waitFor()
    await dialog.getByLabel('From').fill(dayFromNow(-1))
    await dialog.getByText('USD: 0 entries').waitFor()
    const waiting = page.waitForEvent('download')
    await dialog.getByRole('link', { name: 'Download PDF' }).click()
    assert.match((await waiting).suggestedFilename(), /^statement-.*\.pdf$/)
    assert.deepEqual(pages.complaints, [])
  })
})
