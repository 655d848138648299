// The paper on the pages: what is shown is the PDF, it follows what is typed, and customers see the same.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { act, make, NEEDS_CHROMIUM, type Pages, startPages } from './support/browser.ts'

describe('the paper', NEEDS_CHROMIUM, () => {
  let pages: Pages
  let page: Page
  let customer: { id: string }

  before(async () => {
    pages = await startPages()
    page = pages.page
    await pages.welcome()
    customer = await make(pages, 'customers', { name: 'Lindqvist & Sons AB', language: 'de' })
  })
  after(() => pages?.end())

  const document = (name: string) => ({ customer_id: customer.id, items: [{ name, unit_price: 100 }] })

  test('the page of an invoice shows its PDF with text, and its lines as a table; both say the same', async () => {
    const invoice = await make(pages, 'invoices', document('Concept and <b>design</b>'))
    await pages.open(`/invoices/${invoice.id}`)
    const paper = page.getByRole('region', { name: /^INV-\S+ as it is printed$/ })
    await paper.locator('[data-drawn] canvas').waitFor()
    await paper.getByText('Concept and <b>design</b>').waitFor()
    await paper.getByText('Rechnung', { exact: true }).waitFor()
    const ink = await paper.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
      return data.some((value, index) => index % 4 === 0 && value < 128)
    })
    assert.equal(ink, true)
    const link = page.getByRole('link', { name: 'Download PDF' })
    const file = await page.evaluate(
      async (url) => {
        const answer = await fetch(url)
        return { type: answer.headers.get('content-type'), begin: (await answer.text()).slice(0, 5) }
      },
      (await link.getAttribute('href'))!,
    )
    assert.deepEqual(file, { type: 'application/pdf', begin: '%PDF-' })
    await page.getByRole('button', { name: 'Lines' }).click()
    await page.getByRole('table').getByText('Concept and <b>design</b>').waitFor()
    await page.waitForURL(/view=lines/)
  })

  test('where there is no PDF the lines are shown, and it is said', async () => {
    const invoice = await make(pages, 'invoices', document('Design'))
    await page.route('**/pdf?**', (route) => route.fulfill({ status: 503, json: { error: 'Busy', code: 'busy' } }))
    await pages.open(`/invoices/${invoice.id}`)
    await page.getByText('The paper can’t be shown just now').waitFor()
    await page.getByRole('table').getByText('Design').waitFor()
    await page.unroute('**/pdf?**')
  })

  test('the paper beside a form follows what is typed; a number that can’t be read leaves it as it was', async () => {
    await pages.open(`/invoices/new?customer=${customer.id}`)
    const paper = page.getByRole('region', { name: 'The invoice as it will be printed', exact: true })
    await page.getByLabel('Name').fill('First draft')
    await page.getByLabel('Price').fill('12,50')
    await paper.getByText('First draft').waitFor()
    await paper.getByText(/12,50/).first().waitFor()
    await page.getByLabel('Price').fill('12 euros')
    await page.getByText('The invoice is shown here once').waitFor()
    await paper.getByText('First draft').waitFor()
    await page.getByLabel('Price').fill('13')
    await paper.getByText(/13,00/).first().waitFor()
    await page.getByRole('button', { name: 'Enlarge the preview' }).click()
    await page.getByRole('dialog').getByText('First draft').waitFor()
    await page.keyboard.press('Escape')
    assert.equal((await pages.api.call('GET', `/v1/invoices?company_id=${pages.company_id}`)).body.data.pagination.total, 2)
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  test('the sample in the settings follows the choices before they are saved', async () => {
    await pages.open('/settings/company')
    const sample = page.getByRole('region', { name: 'A sample invoice', exact: true })
    await sample.getByText('Invoice', { exact: true }).first().waitFor()
    await page.getByLabel('Language').selectOption('French')
    await sample.getByText('Facture', { exact: true }).first().waitFor()
    await page.getByLabel('Footer').fill('Managing director: Ada Moreno')
    await sample.getByText(/Managing director: Ada Moreno/).waitFor()
    const { body } = await pages.api.call('GET', `/v1/companies/${pages.company_id}`)
    assert.deepEqual([body.data.language, body.data.footer], ['en', null])
    await page.reload()
    await page.getByRole('button', { name: 'Throw it away' }).click()
  })

  test('a quote is accepted on its public page, and its own page says by whom; a renewed link ends the old one', async () => {
    const quote = await make(pages, 'quotes', document('Website'))
    await pages.open(`/quotes/${quote.id}`)
    await act(page, 'Mark as sent')
    await page.getByText('Sent', { exact: true }).first().waitFor()
    const { public_token } = (await pages.api.call('GET', `/v1/quotes/${quote.id}?company_id=${pages.company_id}`)).body.data
    const outside = await (await pages.browser.newContext({ locale: 'de-DE' })).newPage()
    await outside.goto(`${pages.server.url}/q/${public_token}`)
    await outside.locator('input[name=name]').fill('Astrid Lindqvist')
    await outside
      .locator('form', { has: outside.locator('input[name=name]') })
      .getByRole('button')
      .click()
    await outside.getByText(/Astrid Lindqvist/).waitFor()
    await page.reload()
    await page.getByRole('region', { name: 'History' }).getByText('Accepted by Astrid Lindqvist').waitFor()
    const evidence = page.getByRole('region', { name: 'Accepted online' })
    await evidence.getByText('Astrid Lindqvist').waitFor()
    await evidence.getByText(/^[0-9a-f]{64}$/).waitFor()
    await act(page, 'Renew the link…')
    await page.getByRole('button', { name: 'Renew link' }).click()
    await page.getByText(/has a new link/).waitFor()
    assert.equal((await outside.goto(`${pages.server.url}/q/${public_token}`))?.status(), 404)
    await outside.context().close()
  })

  test('updating the addresses of an issued invoice asks for confirmation first', async () => {
    const invoice = await make(pages, 'invoices', document('Design'))
    await pages.open(`/invoices/${invoice.id}`)
    await act(page, 'Mark as sent')
    await page.getByText('Sent', { exact: true }).first().waitFor()
    const path = `/v1/customers/${customer.id}?company_id=${pages.company_id}`
    await pages.api.call('PATCH', path, { legal_name: 'Lindqvist Holding AB' })
    await act(page, 'Update addresses…')
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await page
      .getByRole('region', { name: /as it is printed$/ })
      .getByText('Lindqvist Holding AB')
      .first()
      .waitFor()
  })

  test('Ctrl P prints the paper alone', async () => {
    await page.emulateMedia({ media: 'print' })
    const shown = (name: 'navigation' | 'banner' | 'region', label?: RegExp) =>
      page
        .getByRole(name, label ? { name: label } : {})
        .first()
        .isVisible()
    assert.equal(await shown('region', /as it is printed$/), true)
    assert.equal(await page.getByRole('button', { name: /Find or do anything/ }).isVisible(), false)
    assert.equal(await shown('region', /^History$/), false)
    await page.emulateMedia({ media: 'screen' })
  })

  test('the policy of the pages refused nothing, and no page threw', () => {
    assert.deepEqual(pages.complaints, [])
  })
})
