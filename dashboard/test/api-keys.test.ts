// Keys with scopes, an expiry and addresses, and their rotation, in the pages.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { NEEDS_CHROMIUM, type Pages, startPages } from './support/browser.ts'

describe('API keys in the dashboard', NEEDS_CHROMIUM, () => {
  let pages: Pages
  let page: Page
  before(async () => {
    pages = await startPages()
    page = pages.page
    await pages.welcome()
  })
  after(() => pages?.end())

  const callAs = async (key: string, path: string) => {
    const url = `${pages.server.url}${path}?company_id=${pages.company_id}`
    return (await fetch(url, { headers: { authorization: `Bearer ${key}` } })).status
  }
  const shownKey = async () => (await page.getByLabel('the API key', { exact: true }).textContent()) ?? ''

  test('a key may use what was chosen alone, shows when it ends and where it was used, and its rotation shows the new key once', async () => {
    await pages.open('/developers/api-keys?dialog=new')
    await page.getByLabel('Name').fill('Reports')
    await page.getByLabel('Level').selectOption('read')
    await page.getByLabel('Only some resources').check()
    assert.deepEqual(await page.getByLabel('Invoices', { exact: true }).locator('option').allTextContents(), ['none', 'read'])
    assert.equal(await page.getByLabel('Api keys', { exact: true }).count(), 0)
    await page.getByLabel('Invoices', { exact: true }).selectOption('read')
    await page.getByLabel('Expires').selectOption('90')
    const addresses = page.getByRole('textbox', { name: 'Addresses' })
    await addresses.fill('home')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByText(/must be an address or a network/).waitFor()
    await addresses.fill('127.0.0.0/8\n::1')
    await page.getByRole('button', { name: 'Create key' }).click()
    const old = await shownKey()
    assert.deepEqual([await callAs(old, '/v1/invoices'), await callAs(old, '/v1/customers')], [200, 403])
    await page.getByRole('button', { name: 'I have kept it' }).click()

    const row = page.getByRole('row', { name: /Reports/ })
    await row.getByText(/^Expires/).waitFor()
    await row.getByRole('button').click()
    const dialog = page.getByRole('dialog', { name: 'Reports' })
    await dialog.getByText('invoices:read').waitFor()
    await dialog.getByText('127.0.0.0/8, ::1').waitFor()
    await dialog.getByRole('button', { name: 'Edit…' }).click()
    const form = page.getByRole('dialog', { name: 'Edit Reports' })
    assert.equal(await form.getByLabel('Invoices', { exact: true }).inputValue(), 'read')
    await form.getByLabel('Name').fill('Monthly reports')
    await form.getByLabel('Customers', { exact: true }).selectOption('read')
    await form.getByLabel('Expires').selectOption('never')
    await form.getByRole('textbox', { name: 'Addresses' }).fill('127.0.0.0/8')
    await form.getByRole('button', { name: 'Save' }).click()
    const changed = page.getByRole('dialog', { name: 'Monthly reports' })
    await changed.getByText(/customers:read/).waitFor()
    await changed.getByText('127.0.0.0/8', { exact: true }).waitFor()
    assert.equal(await changed.getByText('Expires').count(), 0)
    assert.deepEqual([await callAs(old, '/v1/invoices'), await callAs(old, '/v1/customers')], [200, 200])
    await changed.getByRole('button', { name: 'Edit…' }).click()
    const again = page.getByRole('dialog', { name: 'Edit Monthly reports' })
    await again.getByRole('textbox', { name: 'Addresses' }).fill('nowhere')
    await again.getByRole('button', { name: 'Save' }).click()
    await again.getByText(/must be an address or a network/).waitFor()
    await again.getByRole('textbox', { name: 'Addresses' }).fill('')
    await again.getByLabel('Customers', { exact: true }).selectOption('none')
    await again.getByLabel('Expires').selectOption('in 90 days')
    await again.getByRole('button', { name: 'Save' }).click()
    await page.getByText('invoices:read', { exact: true }).waitFor()
    assert.equal(await page.getByText('Only from').count(), 0)

    await changed.getByRole('button', { name: 'Rotate…' }).click()
    await page.getByLabel('The old key still works').selectOption('1')
    await page.getByRole('button', { name: 'Rotate key' }).click()
    await page.getByText('This is the only time the key is shown.').waitFor()
    const made = await shownKey()
    assert.notEqual(made, old)
    for (const key of [old, made]) {
      assert.deepEqual([await callAs(key, '/v1/invoices'), await callAs(key, '/v1/customers')], [200, 403])
    }
    await page.getByRole('button', { name: 'I have kept it' }).click()
    await page
      .getByText(/^Expires in (1 hr|60 min)/)
      .first()
      .waitFor()
    assert.equal((await page.content()).includes(made), false)
    // The use is written down a moment later.
    const used = page.getByText('127.0.0.1', { exact: true })
    for (let time = 0; time < 20 && (await used.count()) === 0; time++) await pages.open('/developers/api-keys')
    assert.ok((await used.count()) > 0)
  })

  test('the policy of the pages refused nothing, and no page threw', () => {
    assert.deepEqual(pages.complaints, [])
  })
})
