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
})
