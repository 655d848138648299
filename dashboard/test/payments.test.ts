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

  const total = () => page.getByRole('region', { name: 'Received' })

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
    await page.getByRole('region', { name: 'By method' }).getByText('No method').waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Export' }).click()])
    assert.equal(download.suggestedFilename(), 'payments_2020-02-01_2020-02-29.csv')
    await page.getByRole('button', { name: 'Last month' }).click()
    await page.getByText('No payments', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'This year' }).click()
    await total().getByText('2 payments').waitFor()
    assert.deepEqual(pages.complaints, [])
  })

  test('adds up each currency for itself: none pushes another out, and all of the listed payments are in the sums', async () => {
    const at = (path: string) => `/v1/${path}company_id=${pages.company_id}`
    const post = async (path: string, body: object) => (await pages.api.call('POST', at(`${path}?`), body)).body.data
    for (const [currency, count, unit_price] of [
      ['JPY', 9, 70_000],
      ['EUR', 9, 0.1],
    ] as const) {
      for (let index = 1; index <= count; index++) {
        const { id: customer_id } = await post('customers', { name: `${currency} ${index}` })
        const { id } = await post('invoices', { customer_id, currency, items: [{ name: 'x', quantity: index, unit_price }] })
        await pages.api.call('PATCH', at(`invoices/${id}?`), { status: 'sent' })
        const method = `${currency} ${index}`
        await post(`invoices/${id}/payments`, { amount: index * unit_price, method, paid_at: '2019-05-05' })
      }
    }
    const days = 'paid[gte]=2019-05-01&paid[lte]=2019-05-31&limit=100&'
    const { payments } = (await pages.api.call('GET', at(`payments?${days}`))).body.data
    const sumOf = (wanted: string) =>
      payments.reduce(
        (sum: number, { amount, currency }: { amount: number; currency: string }) => sum + (currency === wanted ? amount : 0),
        0,
      )
    assert.deepEqual([payments.length, sumOf('JPY'), sumOf('EUR').toFixed(2)], [18, 3_150_000, '4.50'])
    await pages.open('/payments?from=2019-05-01&to=2019-05-31')
    await total().getByText('¥3,150,000').first().waitFor()
    await total().getByText('€4.50').first().waitFor()
    for (const name of ['By method', 'By customer']) {
      const lines = (currency: string) =>
        page.getByRole('region', { name }).getByRole('list', { name: currency }).getByRole('listitem').allTextContents()
      assert.deepEqual((await lines('JPY')).slice(0, 2), ['JPY 9¥630,000', 'JPY 8¥560,000'])
      assert.deepEqual((await lines('JPY')).slice(5), ['JPY 4¥280,000', 'Others¥420,000'])
      assert.deepEqual((await lines('EUR')).slice(5), ['EUR 4€0.40', 'Others€0.60'])
    }
  })

  test('the settings for DATEV are saved, and a booking batch is exported by them', async () => {
    await pages.api.call('PATCH', `/v1/companies/${pages.company_id}`, { country: 'DE' })
    await pages.open('/settings/company')
    const datev = page.getByRole('region', { name: 'DATEV' })
    await datev.getByRole('button', { name: 'Set up' }).click()
    await datev.getByLabel('Beraternummer').fill('7')
    await datev.getByLabel('Mandantennummer').fill('55003')
    await datev.getByLabel('Revenue accounts').fill('standard 8400')
    await datev.getByRole('button', { name: 'Save' }).click()
    await datev.getByText(/is not a category, a rate and an account/).waitFor()
    await datev.getByLabel('Revenue accounts').fill('zero 0 8290')
    await datev.getByText(/is not a category, a rate and an account/).waitFor({ state: 'detached' })
    await datev.getByRole('button', { name: 'Save' }).click()
    await datev.getByLabel('Beraternummer').and(page.locator('[aria-invalid=true]')).waitFor()
    await datev.getByLabel('Beraternummer').fill('29098')
    await datev.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const exports = page.getByRole('region', { name: 'Exports' })
    await exports.getByLabel('Data').selectOption('DATEV booking batch')
    await exports.getByLabel('From').fill('2020-02-01')
    await exports.getByLabel('To').fill('2020-02-29')
    if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/datev.png`, fullPage: true })
    await exports.getByRole('button', { name: 'Download' }).click()
    await exports.getByText(/is in USD/).waitFor()
    await exports.getByLabel('From').fill('2019-02-01')
    await exports.getByLabel('To').fill('2019-02-28')
    const [batch] = await Promise.all([page.waitForEvent('download'), exports.getByRole('button', { name: 'Download' }).click()])
    assert.equal(batch.suggestedFilename(), 'EXTF_Buchungsstapel_2019-02-01_2019-02-28.csv')
    await exports.getByLabel('Data').selectOption('Customers')
    const [table] = await Promise.all([page.waitForEvent('download'), exports.getByRole('button', { name: 'Download' }).click()])
    assert.match(table.suggestedFilename(), /^customers_2019-02-01_2019-02-28\.csv$/)
  })
})
