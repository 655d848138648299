// A sandbox in the dashboard: made, its clock moved, and what a person sees of the days between.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { NEEDS_CHROMIUM, type Pages, settled, startPages } from './support/browser.ts'

const SCREENSHOTS = process.env['QUOIN_TEST_SCREENSHOTS']

describe('a sandbox', NEEDS_CHROMIUM, () => {
  let pages: Pages
  let page: Page

  before(async () => {
    pages = await startPages()
    page = pages.page
    await pages.welcome()
  })
  after(() => pages?.end())

  /** Asks the service as the page does: the key of the first start does not reach a company made later. */
  const ask = (method: string, path: string, body?: object) =>
    page.evaluate(
      async ([method, path, body]) => {
        const headers: Record<string, string> = body ? { 'content-type': 'application/json' } : {}
        const answer = await fetch(`/dashboard/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
        return (await answer.json()).data
      },
      [method, path, body] as const,
    )

  test('is made beside a real company, which shows no clock', async () => {
    await pages.open('/')
    assert.equal(await page.getByRole('button', { name: /Sandbox/ }).count(), 0)
    await pages.go('/settings/company')
    await page.getByRole('button', { name: 'Another company' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Trial')
    await dialog.getByLabel(/^Sandbox/).check()
    if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/sandbox-new.png` })
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('button', { name: /Sandbox/ }).waitFor()
  })

  test('moves its clock: an invoice becomes overdue, and today is another day', async () => {
    const { companies } = await ask('GET', '/session')
    const { id } = companies.find(({ name }: { name: string }) => name === 'Trial')
    const call = (method: string, path: string, body?: object) => ask(method, `/v1${path}?company_id=${id}`, body)
    const { today } = await call('GET', '/sandbox')
    const { id: customer_id } = await call('POST', '/customers', { name: 'C' })
    const invoice = await call('POST', '/invoices', { customer_id, due_date: today, items: [{ name: 'x', unit_price: 5 }] })
    await call('PATCH', `/invoices/${invoice.id}`, { status: 'sent' })
    const clock = page.getByRole('button', { name: /Sandbox/ })
    const before = await clock.textContent()
    await clock.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Send emails to').fill('dev@moreno.example, nobody')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText(/must be an e-mail address/).waitFor()
    await dialog.getByLabel('Send emails to').fill('dev@moreno.example')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Email addresses saved').waitFor()
    if (SCREENSHOTS) {
      await page.screenshot({ path: `${SCREENSHOTS}/sandbox-clock.png` })
      await page.setViewportSize({ width: 390, height: 800 })
      await settled(page)
      await page.screenshot({ path: `${SCREENSHOTS}/sandbox-clock-390.png` })
      await page.setViewportSize({ width: 1280, height: 900 })
    }
    await dialog.getByRole('button', { name: '1 week' }).click()
    await page.getByText(/^The sandbox clock is at/).waitFor()
    assert.notEqual(await clock.textContent(), before)
    assert.equal((await call('GET', '/sandbox')).mail_to[0], 'dev@moreno.example')
    assert.equal((await call('GET', `/invoices/${invoice.id}`)).status, 'overdue')
    // Moved by another program: the header follows it, and asks no more when the clock is there.
    const day = (await clock.textContent())!.replace(/^.*· ?/, '')
    await call('POST', '/sandbox/advance', { days: 300 })
    await page.reload()
    await clock.waitFor()
    await page.waitForFunction((day) => !document.querySelector('header')?.textContent?.includes(day), day)
    for (let tries = 0; (await call('GET', '/sandbox')).advancing_to !== null && tries < 200; tries++)
      await page.waitForTimeout(100)
    await page.waitForTimeout(1_500)
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('/v1/sandbox')) asked++
    })
    await page.waitForTimeout(1_500)
    assert.ok(asked <= 1, `${asked} requests`)
    await page.getByRole('link', { name: 'Invoices' }).first().click()
    await page.locator('main').getByText('Overdue').and(page.locator('span')).first().waitFor()
    if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/sandbox-list.png` })
    assert.deepEqual(pages.complaints, [])
  })
})
