// The page of what came in.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { NEEDS_CHROMIUM, type Pages, settled, startPages } from './support/browser.ts'

const SCREENSHOTS = process.env['QUOIN_TEST_SCREENSHOTS']

describe('payments', NEEDS_CHROMIUM, () => {
  let pages: Pages
  let page: Page
  let invoice_number: string

  before(async () => {
    pages = await startPages()
    page = pages.page
    await pages.welcome()
    const call = async (path: string, body: object) => {
      const answer = await pages.api.call('POST', `${path}?company_id=${pages.company_id}`, body)
      assert.equal(answer.status, 201, JSON.stringify(answer.body))
      return answer.body.data
    }
    const { id: customer_id } = await call('/v1/customers', { name: 'Lindqvist' })
    const items = [{ name: 'x', unit_price: 1000 }]
    const invoice = await call('/v1/invoices', { customer_id, items })
    invoice_number = invoice.invoice_number
    const path = `/v1/invoices/${invoice.id}?company_id=${pages.company_id}`
    await pages.api.call('PATCH', path, { status: 'sent' })
    const pay = (amount: number, method: string, paid_at?: string) =>
      call(`/v1/invoices/${invoice.id}/payments`, { amount, method, ...(paid_at && { paid_at }) })
    await pay(120.5, 'card')
    await pay(79.5, 'bank transfer')
    await pay(50, '', '2020-02-29')
  })
  after(() => pages?.end())

  const total = () => page.getByRole('region', { name: 'Came in' })

  test('shows this month with its sums, and leads to the invoice', async () => {
    await pages.open('/payments')
    await total().getByText('$200.00').waitFor()
    await total().getByText('2 payments').waitFor()
    await page.getByRole('region', { name: 'By method' }).getByText('bank transfer').waitFor()
    assert.equal(await page.getByRole('row').count(), 3)
    if (SCREENSHOTS) {
      await page.screenshot({ path: `${SCREENSHOTS}/payments.png` })
      await page.setViewportSize({ width: 390, height: 800 })
      await settled(page)
      await page.screenshot({ path: `${SCREENSHOTS}/payments-390.png` })
      await page.setViewportSize({ width: 1280, height: 900 })
    }
    await page.getByRole('row').getByRole('link').first().click()
    await page.getByRole('heading', { name: invoice_number }).waitFor()
  })

  test('shows another period, by its days or by a click, and exports it', async () => {
    await pages.open('/payments?from=2020-02-01&to=2020-02-29')
    await total().getByText('$50.00').waitFor()
    await page.getByRole('region', { name: 'By method' }).getByText('Not said').waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Export' }).click()])
    assert.equal(download.suggestedFilename(), 'payments_2020-02-01_2020-02-29.csv')
    await page.getByRole('button', { name: 'Last month' }).click()
    await page.getByText('Nothing came in').waitFor()
    await page.getByRole('button', { name: 'This year' }).click()
    await total().getByText('2 payments').waitFor()
    assert.deepEqual(pages.complaints, [])
  })

  test('the settings for DATEV are saved, and a booking batch is exported by them', async () => {
    await pages.api.call('PATCH', `/v1/companies/${pages.company_id}`, { country: 'DE' })
    await pages.open('/settings/company')
    const datev = page.getByRole('region', { name: 'DATEV' })
    await datev.getByRole('button', { name: 'Set it up' }).click()
    await datev.getByLabel('Beraternummer').fill('7')
    await datev.getByLabel('Mandantennummer').fill('55003')
    await datev.getByLabel('Accounts of revenue').fill('standard 8400')
    await datev.getByRole('button', { name: 'Save' }).click()
    await datev.getByText(/is not a category, a rate and an account/).waitFor()
    await datev.getByLabel('Accounts of revenue').fill('zero 0 8290')
    await datev.getByRole('button', { name: 'Save' }).click()
    await datev.getByLabel('Beraternummer').and(page.locator('[aria-invalid=true]')).waitFor()
    await datev.getByLabel('Beraternummer').fill('29098')
    await datev.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const exports = page.getByRole('region', { name: 'Exports' })
    await exports.getByLabel('What').selectOption('Booking batch for DATEV')
    await exports.getByLabel('From').fill('2020-02-01')
    await exports.getByLabel('To').fill('2020-02-29')
    if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/datev.png`, fullPage: true })
    await exports.getByRole('button', { name: 'Download' }).click()
    await exports.getByText(/is in USD/).waitFor()
    await exports.getByLabel('From').fill('2019-02-01')
    await exports.getByLabel('To').fill('2019-02-28')
    const [batch] = await Promise.all([page.waitForEvent('download'), exports.getByRole('button', { name: 'Download' }).click()])
    assert.equal(batch.suggestedFilename(), 'EXTF_Buchungsstapel_2019-02-01_2019-02-28.csv')
    await exports.getByLabel('What').selectOption('Customers')
    const [table] = await Promise.all([page.waitForEvent('download'), exports.getByRole('button', { name: 'Download' }).click()])
    assert.match(table.suggestedFilename(), /^customers_2019-02-01_2019-02-28\.csv$/)
  })
})
