// Public pages in a real browser, on the screen of a phone and on a wide one: accepting and declining, accessibility, width, print, policy.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../scripts/chromium.ts'
import { LANGUAGES } from '../../server/src/kernel/languages.ts'
import { startTestApp, type TestApp } from '../../server/test/support/test-app.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const PHONE: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
  javaScriptEnabled: true,
}
const WIDE: BrowserContextOptions = { viewport: { width: 1280, height: 900 } }
const LONG = 'W'.repeat(200)

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely by tests
type Document = any

describe('public pages in a browser', { skip: findChromium() === undefined && 'there is no Chromium' }, () => {
  let app: TestApp
  let browser: Browser
  let url: string
  let customer_id: string
  /** What the browser refused, and requests that left the service. */
  const complaints: string[] = []

  before(async () => {
    app = await startTestApp({ currency: 'EUR' })
    await app.server.listen({ port: 0, host: '127.0.0.1' })
    url = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`
    browser = await chromium.launch({ executablePath: findChromium()!, args: ['--no-sandbox'] })
    const fields = {
      iban: 'DE89370400440532013000',
      accent_color: '#ffe14d',
      contact_email: 'billing@acme.example',
      footer: LONG,
    }
    await app.call('PATCH', `/v1/companies/${app.tenant.company_id}`, { company: null, body: fields })
    customer_id = (await app.call('POST', '/v1/customers', { body: { name: 'Lindqvist AB' } })).data.id
  })
  after(async () => {
    await browser?.close()
    await app?.close()
  })

  async function issued(kind: 'invoices' | 'quotes', fields: object = {}): Promise<Document> {
    const items = [{ name: 'Design', description: 'Two rounds of changes', quantity: 12.5, unit: 'h', unit_price: 96 }]
    const body = { customer_id, items, tax_rate: 19, payment_terms: 'Half of it in advance', ...fields }
    const { id } = (await app.call('POST', `/v1/${kind}`, { body })).data
    return (await app.call('PATCH', `/v1/${kind}/${id}`, { body: { status: 'sent' } })).data
  }
  const addressOf = ({ public_token, invoice_number }: Document) => `${url}/${invoice_number ? 'i' : 'q'}/${public_token}`
  const decisionOf = async ({ id }: Document) => (await app.call('GET', `/v1/quotes/${id}`)).data.decision

  async function open(options: BrowserContextOptions, address: string): Promise<Page> {
    const page = await (await browser.newContext(options)).newPage()
    page.on('console', (message) => complaints.push(message.text()))
    page.on('request', (request) => {
      if (!request.url().startsWith(url) && !request.url().startsWith('data:')) complaints.push(request.url())
    })
    await page.goto(address)
    return page
  }

  test('a quote is accepted on a phone, with two taps in a row', async () => {
    const quote = await issued('quotes', { notes: 'Until September' })
    // Without scripts, as somebody may have it.
    const page = await open({ ...PHONE, javaScriptEnabled: false }, addressOf(quote))
    await page.getByRole('link', { name: 'Accept or decline' }).tap()
    const name = page.getByLabel('Your full name')
    assert.ok(await name.isVisible())
    await page.getByRole('button', { name: 'Accept quote' }).tap()
    assert.equal(await decisionOf(quote), null, 'the browser asks for the name')
    await name.fill('Ada Lindqvist')
    await page.getByRole('button', { name: 'Accept quote' }).dblclick()
    await page.getByText('Accepted by Ada Lindqvist on 15 June 2026').waitFor()
    assert.equal(page.url(), addressOf(quote))
    assert.equal(await page.getByLabel('Your full name').count(), 0)
    const decision = await decisionOf(quote)
    assert.equal(decision.name, 'Ada Lindqvist')
    await page.reload()
    assert.deepEqual(await decisionOf(quote), decision)
    await page.context().close()
  })

  test('a quote is declined with a reason, by keyboard', async () => {
    const quote = await issued('quotes')
    const page = await open(WIDE, addressOf(quote))
    await page.getByText('Decline instead').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Too dear')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Declined on 15 June 2026').waitFor()
    assert.equal((await decisionOf(quote)).reason, 'Too dear')
    await page.context().close()
  })

  test('a page from before a change is answered with the change, and keeps what was typed', async () => {
    const quote = await issued('quotes')
    const page = await open(PHONE, addressOf(quote))
    await app.call('PATCH', `/v1/quotes/${quote.id}`, { body: { notes: 'Changed meanwhile' } })
    await page.getByLabel('Your full name').fill('Ada')
    await page.getByRole('button', { name: 'Accept quote' }).tap()
    await page.getByRole('alert').waitFor()
    assert.equal(await page.getByLabel('Your full name').inputValue(), 'Ada')
    await page.getByText('Changed meanwhile').waitFor()
    await page.getByRole('button', { name: 'Accept quote' }).tap()
    await page.getByText('Accepted by Ada').waitFor()
    await page.context().close()
    // The status of the refusal, which the browser tells as well.
    assert.deepEqual(complaints.splice(0), ['Failed to load resource: the server responded with a status of 409 (Conflict)'])
  })

  test('breaks no rule of accessibility and is not wider than the screen, in every language, at 360 and 1280 pixels', async () => {
    const items = [{ name: LONG, description: LONG, unit: LONG, quantity: 123456.789, unit_price: 12345.678 }]
    const addresses = [`${url}/i/nothing`]
    for (const language of LANGUAGES) {
      addresses.push(addressOf(await issued('invoices', { language })))
      addresses.push(addressOf(await issued('quotes', { language })))
    }
    addresses.push(addressOf(await issued('quotes', { items, notes: LONG, purchase_order: LONG })))
    const faults: string[] = []
    for (const options of [PHONE, WIDE]) {
      const page = await open(options, `${url}/health/live`)
      // The wide window with the languages that differ most.
      for (const address of options === PHONE ? addresses : addresses.slice(-7)) {
        await page.goto(address)
        await page.evaluate(AXE)
        faults.push(...(await faultsOf(page, options.viewport!.width)).map((fault) => `${address}: ${fault}`))
      }
      await page.context().close()
    }
    assert.deepEqual(faults, [])
  })

  test('prints its text and its code, and neither buttons nor forms', async () => {
    const page = await open(WIDE, addressOf(await issued('invoices')))
    await page.emulateMedia({ media: 'print' })
    assert.ok(await page.getByRole('img', { name: /QR code/ }).isVisible())
    assert.ok(await page.getByText('12.5 h', { exact: true }).isVisible())
    assert.ok(!(await page.getByRole('link', { name: 'Download PDF' }).isVisible()))
    await page.goto(addressOf(await issued('quotes')))
    assert.ok(!(await page.getByRole('button', { name: 'Accept quote' }).isVisible()))
    await page.context().close()
  })

  test('nothing was refused by the policy, and nothing asked of another server', () => {
    assert.deepEqual(
      complaints.filter((text) => !text.includes('status of 404')),
      [],
    )
  })
})

/** What axe says of a page, and what is wider than its screen. */
async function faultsOf(page: Page, width: number): Promise<string[]> {
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(where: unknown, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    return (await axe.run(document, { resultTypes: ['violations'] })).violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(', ')}`,
    )
  })
  const shown = await page.evaluate(() => document.documentElement.scrollWidth)
  return shown > width ? [...violations, `${shown} pixels wide`] : violations
}
