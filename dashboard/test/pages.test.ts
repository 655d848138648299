// From the first start to the first paid invoice and the first key, as a person does it.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { act, make, NEEDS_CHROMIUM, PATIENCE_MS, type Pages, settled, startPages } from './support/browser.ts'

/** What a browser that was never here loads of scripts until the first page stands still. */
const MOST_SCRIPT_BYTES = 250_000

describe('the pages', NEEDS_CHROMIUM, () => {
  let pages: Pages
  let page: Page

  before(async () => {
    pages = await startPages()
    page = pages.page
  })
  after(() => pages?.end())

  test('the welcome link sets the password and leads in', async () => {
    await page.goto(pages.server.url + /\/welcome\/\S+/.exec(pages.server.output)?.[0])
    // The address is said and not asked for, and is there for what keeps passwords.
    const email = page.getByLabel('Email')
    assert.equal(await email.evaluate((input: HTMLInputElement) => input.readOnly && getComputedStyle(input).borderWidth), '0px')
    assert.equal(await email.getAttribute('autocomplete'), 'username')
    await pages.welcome()
  })

  test('the first page loads less than 250 kB of scripts', async () => {
    const fresh = await pages.browser.newContext({ storageState: await pages.context.storageState() })
    const first = await fresh.newPage()
    const client = await fresh.newCDPSession(first)
    const scripts = new Set<string>()
    let bytes = 0
    client.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId))
    client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) bytes += encodedDataLength
    })
    await client.send('Network.enable')
    await first.goto(`${pages.server.url}/`, { waitUntil: 'networkidle' })
    await first.getByRole('heading', { name: 'Overdue by age' }).waitFor()
    await fresh.close()
    assert.ok(bytes > 50_000 && bytes < MOST_SCRIPT_BYTES, `${bytes} bytes`)
  })

  test('a customer is added by keyboard alone', async () => {
    await pages.open('/customers')
    await page.getByRole('heading', { name: 'No customers yet' }).waitFor()
    await page.keyboard.press('c')
    await page.keyboard.type('Lindqvist & Sons AB')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Lindqvist & Sons AB' }).waitFor()
  })

  test('what was typed into an invoice survives a reload, and its live total is the one that the server stores', async () => {
    await pages.open('/invoices/new')
    await page.getByRole('combobox', { name: 'Customer' }).fill('lind')
    await page.getByRole('option', { name: /Lindqvist/ }).click()
    await page.getByLabel('Name').fill('Website design')
    await page.getByLabel('Quantity').fill('12,5')
    await page.getByLabel('Price').fill('95.5550')
    await page.getByLabel('Tax rate, per cent').fill('19')
    await page.reload()
    await page.getByText('This is what you had typed before.').waitFor()
    const live = await page.locator('dl dd').last().textContent()
    assert.equal(live, '$1,421.38')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByRole('heading', { level: 1, name: /^INV-/ }).waitFor()
    assert.equal((await page.getByRole('definition').filter({ hasText: live! }).count()) > 0, true)
  })

  test('a fault stands at its field, and the field has the focus', async () => {
    await pages.open('/invoices/new')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Choose a customer').waitFor()
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('role')), 'combobox')
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  test('an invoice goes from draft to sent to paid, and the first page says what came in', async () => {
    await pages.open('/invoices')
    await page.getByRole('link', { name: /INV-/ }).click()
    await act(page, 'Mark as sent')
    await page.getByRole('button', { name: 'Record payment' }).click()
    await page.getByLabel('Amount in USD').fill('21.38')
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await act(page, 'Mark paid')
    await page.getByText('Paid', { exact: true }).first().waitFor()
    // A test event looks like money that came in: it is not among what happened.
    const answer = await pages.api.call('POST', `/v1/events/test?company_id=${pages.company_id}`, { type: 'payment.received' })
    assert.equal(answer.status, 201)
    await pages.open('/')
    const latest = page.getByRole('region', { name: 'What happened last' })
    await latest.getByText(/\$1,400\.00 for INV-/).waitFor()
    assert.equal(await latest.getByRole('link', { name: 'Payment received' }).count(), 2)
    await latest.getByRole('link', { name: 'Payment received' }).first().click()
    await page.getByRole('heading', { level: 1, name: /^INV-/ }).waitFor()
    await pages.open('/')
    await page.getByText('As a table').click()
    assert.equal(await page.locator('details tr').last().locator('td').textContent(), '$1,421.38')
    assert.equal(await page.getByRole('region', { name: 'Outstanding' }).locator('div').first().textContent(), '$0.00')
  })

  test('an owner of the first organization sees what named no valid key, and how often', async () => {
    const answer = await fetch(`${pages.server.url}/v1/quotes`, { headers: { 'user-agent': 'stranger' } })
    assert.equal(answer.status, 401)
    await page.route('**/dashboard/api/audit-log?*', async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      for (const entry of body.data.entries) Object.assign(entry, { count: 1240, last_at: '2026-03-01T10:32:00.000Z' })
      await route.fulfill({ response, json: body })
    })
    const entry = page.getByRole('row').filter({ hasText: '/v1/quotes' })
    for (let time = 0; time < 20 && (await entry.count()) === 0; time++) {
      await pages.open('/developers/audit-log?caller=none&path=/v1/quotes')
    }
    assert.match((await entry.textContent()) ?? '', /×1,240 until .*10:32/)
    await entry.getByRole('button').first().click()
    await page.getByRole('dialog').getByText('1,240', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.unroute('**/dashboard/api/audit-log?*')
  })

  test('a key is shown once, is not lost by mistake, works as its page says, is in the audit log, and is refused once it is revoked', async () => {
    await pages.open('/invoices')
    await pages.go('/developers/api-keys')
    await page.keyboard.press('c')
    await page.getByLabel('Name').fill('Shop')
    await page.getByRole('button', { name: 'Create key' }).click()
    const key = await page.getByLabel('the API key', { exact: true }).textContent()
    assert.match(key ?? '', /^sk_/)
    // The line that the page shows for the terminal, word by word.
    const line = (await page.getByLabel('the curl line', { exact: true }).textContent()) ?? ''
    const [, authorization, url] = /-H 'Authorization: (.+?)'[^']+'(.+?)'/.exec(line) ?? []
    const call = () => fetch(url!, { headers: { authorization: authorization!, 'user-agent': 'curl/8.14.1' } })
    const answer = await call()
    assert.equal(answer.status, 200)
    const request_id = answer.headers.get('quoin-request-id')
    assert.equal(new URL(page.url()).search, '')
    // Nothing loses it by mistake, until it was copied.
    const dialog = page.getByRole('dialog', { name: 'Shop' })
    const asksToReload = () =>
      page.evaluate(() => {
        const leaving = new Event('beforeunload', { cancelable: true })
        window.dispatchEvent(leaving)
        return leaving.defaultPrevented
      })
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(5, 5),
      () => dialog.getByRole('button', { name: 'Close', exact: true }).click(),
      () => page.evaluate(() => history.go(-2)),
    ]) {
      for (let again = 0; again < 2; again++) {
        await leave()
        await dialog.getByText('The key is shown only now, and was not copied yet.').waitFor()
      }
      await dialog.getByRole('button', { name: 'Go back' }).click()
      assert.equal(await page.getByLabel('the API key', { exact: true }).textContent(), key)
    }
    assert.equal(await asksToReload(), true)
    await pages.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy the API key' }).click()
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), key)
    assert.equal(await asksToReload(), false)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await pages.open('/developers/audit-log?path=/v1/invoices')
    const entry = page.getByRole('row').filter({ hasText: key!.slice(0, 9) })
    // Reads are written down a moment later.
    for (let time = 0; time < 20 && (await entry.count()) === 0; time++)
      await pages.open('/developers/audit-log?path=/v1/invoices')
    await entry.getByRole('button').first().click()
    await page.getByRole('dialog').getByText(request_id!).waitFor()
    await page.keyboard.press('Escape')

    await pages.open('/developers/api-keys')
    await page.getByRole('button', { name: /^Shop/ }).click()
    await page.getByRole('button', { name: 'Revoke…' }).click()
    await page.getByRole('button', { name: 'Revoke key' }).click()
    // The badge and the message say it both.
    await page.getByText('Revoked').first().waitFor()
    assert.equal((await call()).status, 401)
    assert.equal((await page.content()).includes(key!), false)
  })

  test('the command palette finds a customer, a document and a page, and goes there', async () => {
    for (const [typed, option, heading] of [
      ['lindq', /^Lindqvist & Sons AB$/, 'Lindqvist & Sons AB'],
      ['INV-', /^INV-\S+ ?Lindqvist/, /^INV-/],
      ['payment', /^Payments$/, 'Payments'],
      ['settings', /^You$/, 'You'],
      ['recurring invoices', /^Recurring$/, 'Recurring invoices'],
    ] as const) {
      await pages.open('/customers')
      await openPalette(page)
      await page.keyboard.type(typed)
      await page.getByRole('option', { name: option }).first().click()
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    }
  })

  test('the command palette goes to what the whole text means, though Enter comes before it is found', async () => {
    await pages.open('/invoices')
    await settled(page)
    const number = /INV-\d+-\d+/.exec((await page.getByRole('row').nth(1).textContent()) ?? '')?.[0]
    await pages.open('/customers')
    await openPalette(page)
    await page.keyboard.type(number!)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: number! }).waitFor()
  })

  test('the navigation says which page it is, for the page of one object too, and a click leads to another without loading again', async () => {
    const current = () => page.locator('aside [aria-current=page]').allTextContents()
    await pages.open('/invoices')
    assert.deepEqual(await current(), ['Invoices'])
    await page.evaluate(() => Object.assign(globalThis, { is_the_same: true }))
    await page.getByRole('link', { name: /INV-/ }).click()
    await page.getByRole('heading', { level: 1, name: /^INV-/ }).waitFor()
    assert.deepEqual(await current(), ['Invoices'])
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('heading', { name: 'Overdue by age' }).waitFor()
    assert.deepEqual(await current(), ['Home'])
    assert.equal(await page.evaluate(() => (globalThis as { is_the_same?: boolean }).is_the_same), true)
  })

  test('all pages are there a moment after the first, though nobody went to them', async () => {
    await pages.open('/')
    await page.waitForFunction(() => {
      const loaded = performance.getEntriesByType('resource').map((one) => one.name)
      return ['invoice-page', 'tasks-page', 'you-page', 'palette'].every((name) => loaded.some((url) => url.includes(name)))
    })
  })

  test('a list goes on to its next page with its last rows, and back to where it was', async () => {
    const total = 70
    const { id } = await make(pages, 'customers', { name: 'Many Invoices' })
    for (let n = 0; n < total; n++) await make(pages, 'invoices', { customer_id: id, items: [{ name: 'x', unit_price: n }] })
    await pages.open(`/invoices?customer=${id}&sort=total`)
    await settled(page)
    const rows = page.locator('tbody tr')
    const priceOf = async (row: number) =>
      /[\d.]+$/.exec((await rows.nth(row).locator('td:last-child > span').first().textContent()) ?? '')?.[0]
    assert.equal(await rows.count(), 50)
    assert.equal(await priceOf(49), '49.00')
    await page.getByRole('button', { name: 'Next page' }).click()
    await settled(page)
    assert.equal(await rows.count(), 20)
    assert.equal(await priceOf(19), '69.00')
    await page.getByRole('link', { name: 'Customers' }).click()
    await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
    await page.goBack()
    await page.goBack()
    await settled(page)
    assert.equal(await priceOf(49), '49.00')
    await rows.nth(49).scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => scrollY)
    assert.ok(place > 1_000)
    await rows.nth(49).getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: /^INV-/ }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor()
    await settled(page)
    assert.equal(await page.evaluate(() => scrollY), place)
  })

  test('a click on a column sorts the list, the address keeps it, and assistive technology hears it', async () => {
    await pages.open('/invoices')
    const total = page.getByRole('columnheader', { name: 'Total' })
    await total.getByRole('button').click()
    await settled(page)
    assert.equal(await total.getAttribute('aria-sort'), 'ascending')
    assert.equal(new URL(page.url()).searchParams.get('sort'), 'total')
    await page.reload()
    await total.getByRole('button').click()
    await settled(page)
    assert.equal(await total.getAttribute('aria-sort'), 'descending')
  })

  test('a reader of German types and sees numbers as they write them, and English words', async () => {
    const customer = await make(pages, 'customers', {
      name: 'Bäckerei Sonnenschein',
      contact_email: 'x@y.example?bcc=z@evil.example',
    })
    const invoice = await make(pages, 'invoices', { customer_id: customer.id, items: [{ name: 'Brot', unit_price: 2439.1 }] })
    const guest = await pages.browser.newContext({ locale: 'de-DE', storageState: await pages.context.storageState() })
    const german = await guest.newPage()
    german.setDefaultTimeout(PATIENCE_MS)
    const open = (path: string) => german.goto(`${pages.server.url}/${pages.company_id}${path}`)
    await open(`/invoices/${invoice.id}/edit`)
    const price = german.getByLabel('Price')
    assert.equal(await price.inputValue(), '2.439,10')
    await price.fill('1,000')
    await german.getByText('Write 1000 or 1,00').waitFor()
    await price.fill('1.000')
    await german.getByRole('button', { name: 'Save', exact: true }).click()
    await german.getByRole('heading', { level: 1, name: /^INV-/ }).waitFor()
    const { total } = (await pages.api.call('GET', `/v1/invoices/${invoice.id}?company_id=${pages.company_id}`)).body.data
    assert.equal(total, 1000)
    await german
      .locator('dd')
      .filter({ hasText: /1\.000,00\s\$/ })
      .first()
      .waitFor()
    await open('/')
    await german.getByText('just now').first().waitFor()
    // One line for what was one action.
    const latest = german.getByRole('region', { name: 'What happened last' })
    assert.equal(await latest.getByText('Invoice updated').count(), 1)
    await open(`/customers/${customer.id}`)
    const mail = new URL((await german.getByRole('link', { name: /x@y/ }).getAttribute('href'))!)
    assert.deepEqual([mail.search, decodeURIComponent(mail.pathname)], ['', 'x@y.example?bcc=z@evil.example'])
    await german.getByRole('button', { name: 'Edit' }).click()
    await german.getByText('This does not look like an email address.').waitFor()
    await open('/customers?dialog=new')
    await german.getByRole('dialog').getByLabel('Name', { exact: true }).fill('bäckerei sonnenschein')
    await german.getByText('There is already a customer with this name.').waitFor()
    await guest.close()
  })

  test('work says whose it is and that it is late; the timer begins with the project one is on; progress shows at once', async () => {
    const { users } = (await pages.api.call('GET', `/v1/users?company_id=${pages.company_id}`)).body.data
    const project = await make(pages, 'projects', { title: 'Late', due_date: '2026-01-02' })
    const task = { title: 'Very late', due_date: '2026-01-02', assigned_to: users[0].id, status: 'todo' }
    await make(pages, `projects/${project.id}/tasks`, task)
    await make(pages, `projects/${project.id}/time-entries`, { start_time: '2026-03-01T09:00:00Z', duration_minutes: 30 })
    const name = users[0].name || users[0].email
    for (const view of ['board', 'list', 'time']) {
      await pages.open(`/projects/${project.id}?view=${view}`)
      await page.getByRole('main').getByText(name).first().waitFor()
      if (view !== 'time') assert.equal(await page.getByText('(overdue)').count(), 2, view)
    }
    await page.getByRole('button', { name: 'Start timer' }).first().click()
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('dialog [role=combobox]')?.value === 'Late')
    await page.keyboard.press('Escape')
    await page.route('**/dashboard/api/v1/quotes**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400))
      await route.continue().catch(() => {})
    })
    await page.getByRole('link', { name: 'Quotes' }).first().click()
    await page.locator('[data-progress]').waitFor({ timeout: 300 })
    await page.locator('[data-progress]').waitFor({ state: 'detached' })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const fonts = await page.evaluate(() =>
      [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
    )
    assert.ok(
      fonts.some((family) => /Inter Variable/.test(family)),
      fonts.join(),
    )
  })

  test('the policy of the pages refused nothing, and no page threw', () => {
    assert.deepEqual(pages.complaints, [])
  })
})

/** The palette is loaded after the page: a shortcut that is pressed before is pressed again. */
async function openPalette(page: Page): Promise<void> {
  const input = page.getByPlaceholder('A page, a customer, a number…')
  for (let time = 0; time < 20 && !(await input.isVisible()); time++) {
    await page.keyboard.press('Control+k')
    await input.waitFor({ timeout: 1_000 }).catch(() => {})
  }
  await input.waitFor()
  // Not before it has the keys: on a busy machine what is typed meanwhile would go to the page behind it.
  await page.waitForFunction(() => document.activeElement?.getAttribute('placeholder')?.startsWith('A page') ?? false)
}
