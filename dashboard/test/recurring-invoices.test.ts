// Recurring invoices on the pages: made by a form and from an invoice, looked at, paused, resumed, ended, deleted; and what they made.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { act, make, NEEDS_CHROMIUM, type Pages, settled, startPages } from './support/browser.ts'

describe('recurring invoices', NEEDS_CHROMIUM, () => {
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
  const plans = async () => (await read('recurring-invoices')).recurring_invoices
  const items = [{ name: 'Hosting in {month}', unit_price: 89 }]

  /** Runs the sweep, as the start of each quarter of an hour does. */
  const sweep = async () => {
    await pages.page.evaluate(async (company_id) => {
      const of = `company_id=${company_id}`
      const listed = await fetch(`/dashboard/api/jobs?${of}&of=installation&kind=recurring.invoices`)
      const { data } = await listed.json()
      const headers = { 'content-type': 'application/json' }
      await fetch(`/dashboard/api/jobs/${data.jobs[0].id}/retry?${of}`, { method: 'POST', headers, body: '{}' })
    }, pages.company_id)
  }

  test('one is made by keyboard: with live dates and total, and placeholders; what it inherits is left to the invoices', async () => {
    const { page } = pages
    await pages.open('/recurring-invoices')
    await page.getByRole('heading', { name: 'No recurring invoices yet' }).waitFor()
    await page.keyboard.press('c')
    await page.getByRole('heading', { level: 1, name: 'New recurring invoice' }).waitFor()
    await page.getByRole('combobox', { name: 'Customer' }).fill('lind')
    await page.getByRole('option', { name: /Lindqvist/ }).click()
    await page.getByLabel('First invoice', { exact: true }).fill('2098-01-31')
    await page.getByText('Jan 31, 2098, Feb 28, 2098, Mar 31, 2098, Apr 30, 2098 …').waitFor()
    await page.getByLabel('Ends').selectOption('After a number of invoices')
    await page.getByLabel('Number of invoices').fill('3')
    await page.getByLabel('Name').fill('Hosting in {month} {year}')
    await page.getByLabel('Price').fill('89')
    await page.getByLabel('Notes').fill('For {period}')
    await page.reload()
    await page.getByText('This is what you had typed before.').waitFor()
    assert.equal(await page.getByLabel('Number of invoices').inputValue(), '3')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { level: 1, name: 'Lindqvist & Sons AB, every month' }).waitFor()
    const dates = page.getByRole('region', { name: 'Next dates' }).getByRole('listitem')
    await dates.first().waitFor()
    assert.deepEqual(await dates.allTextContents(), ['Jan 31, 2098', 'Feb 28, 2098', 'Mar 31, 2098'])
    const [made] = await plans()
    assert.deepEqual(
      [made.currency, made.tax_rate, made.payment_terms, made.language, made.notes, made.occurrences],
      [null, null, null, null, 'For {period}', 3],
    )
    assert.equal(made.estimate.total, 89)
  })

  test('its lines are shown as those of a document: all decimals of a price, discount and tax of their own', async () => {
    const { page } = pages
    const { id } = await make(pages, 'recurring-invoices', {
      customer_id: customer.id,
      frequency: 'yearly',
      start_date: '2098-01-31',
      items: [{ name: 'Requests', quantity: 10_000, unit_price: 0.005, discount_percent: 10, tax_rate: 7 }],
    })
    await pages.open(`/recurring-invoices/${id}`)
    const lines = page.getByRole('region', { name: 'Line items and estimate' })
    await lines.getByRole('cell', { name: '0.005 USD' }).waitFor()
    await lines.getByText('Discount 10 % · Tax 7 %').waitFor()
    await pages.api.call('DELETE', `/v1/recurring-invoices/${id}?company_id=${pages.company_id}`)
  })

  test('a fault is at its field', async () => {
    const { page } = pages
    const { id } = await make(pages, 'recurring-invoices', {
      customer_id: customer.id,
      frequency: 'weekly',
      start_date: '2098-01-31',
      items,
    })
    await pages.open(`/recurring-invoices/${id}/edit`)
    await page.getByLabel('Ends').selectOption('On a date')
    await page.getByLabel('Last date').fill('2098-01-30')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/must not be before/).waitFor()
    assert.equal(await page.getByLabel('Last date').getAttribute('aria-invalid'), 'true')
    await page.getByLabel('Last date').fill('2098-02-14')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('region', { name: 'Next dates' }).getByText('Feb 14, 2098').waitFor()
    assert.equal((await read(`recurring-invoices/${id}`)).end_date, '2098-02-14')
  })

  test('it is paused, resumed, ended and deleted', async () => {
    const { page } = pages
    const { id } = await make(pages, 'recurring-invoices', {
      customer_id: customer.id,
      frequency: 'weekly',
      start_date: '2098-01-31',
      items,
    })
    const status = async () => (await read(`recurring-invoices/${id}`))?.status
    await pages.open(`/recurring-invoices/${id}`)
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Paused. If you resume it today:').waitFor()
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    assert.equal(await status(), 'active')
    await act(page, 'End…')
    await page.getByRole('button', { name: 'End recurring invoice' }).click()
    await page.getByText('None. This recurring invoice has ended.').waitFor()
    assert.equal(await status(), 'ended')
    await act(page, 'Delete…')
    await page.getByRole('button', { name: 'Delete recurring invoice' }).click()
    await page.getByRole('heading', { level: 1, name: 'Recurring invoices' }).waitFor()
    assert.equal(await status(), undefined)
  })

  test('an invoice is made recurring, and each says what made it', async () => {
    const { page } = pages
    const invoice = await make(pages, 'invoices', {
      customer_id: customer.id,
      tax_rate: 19,
      items: [{ name: 'Retainer', unit_price: 500 }],
    })
    await pages.open(`/invoices/${invoice.id}`)
    await act(page, 'Make recurring…')
    await page.getByRole('heading', { level: 1, name: 'New recurring invoice' }).waitFor()
    assert.equal(await page.getByLabel('Name').inputValue(), 'Retainer')
    assert.equal(await page.getByLabel('Tax rate, per cent').inputValue(), '19')
    const today = new Date().toISOString().slice(0, 10)
    await page.getByLabel('First invoice', { exact: true }).fill(today)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('No invoices yet.').waitFor()
    await sweep()
    const made = page.getByRole('region', { name: 'Invoices', exact: true }).getByRole('link')
    for (let tries = 0; (await made.count()) === 0 && tries < 50; tries++) {
      await page.reload()
      await page.locator('#content h1').waitFor()
      await settled(page)
    }
    await made.first().click()
    await page.getByRole('heading', { level: 1, name: /^INV-/ }).waitFor()
    await page.getByRole('link', { name: 'a recurring invoice' }).click()
    await page.getByRole('heading', { level: 1, name: 'Lindqvist & Sons AB, every month' }).waitFor()
  })

  test('the list is filtered by status, and says what went wrong', async () => {
    const { page } = pages
    await make(pages, 'recurring-invoices', {
      customer_id: customer.id,
      frequency: 'yearly',
      start_date: new Date().toISOString().slice(0, 10),
      auto_send: true,
      items,
    })
    await sweep()
    await pages.open('/recurring-invoices')
    const problem = page.getByRole('row', { name: /Every year/ }).getByText('Problem')
    for (let tries = 0; (await problem.count()) === 0 && tries < 50; tries++) {
      await page.reload()
      await page.locator('#content h1').waitFor()
      await settled(page)
    }
    await page.getByRole('link', { name: /Every year/ }).click()
    await page.getByText(/was not sent and is a draft/).waitFor()
    await pages.open('/recurring-invoices?status=ended')
    await page.getByRole('heading', { name: 'No recurring invoices found' }).waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await page
      .getByRole('link', { name: /Every month/ })
      .first()
      .waitFor()
  })

  test('the browser complained about nothing', () => assert.deepEqual(pages.complaints, []))
})
