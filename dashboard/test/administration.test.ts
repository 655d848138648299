// What is administered in the pages: where events are sent, seen from both sides; and who may come in, what they may do, and that they go.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { verifyWebhook } from '../../sdk/src/webhooks.ts'
import { closeReceivers, startReceiver } from '../../server/test/support/receivers.ts'
import { make, NEEDS_CHROMIUM, PATIENCE_MS, type Pages, startPages } from './support/browser.ts'

const READER = { name: 'Rita Reader', email: 'rita@example.com', password: 'five quiet words' }

describe('the administration', NEEDS_CHROMIUM, () => {
  let pages: Pages
  let page: Page

  before(async () => {
    pages = await startPages({ QUOIN_ALLOW_PRIVATE_WEBHOOKS: '1' })
    page = pages.page
    await pages.welcome()
  })
  after(async () => {
    closeReceivers()
    await pages?.end()
  })

  test('an event that could not be delivered is seen with its answer, sent again by hand, and arrives signed', async () => {
    let is_out = true
    const receiver = await startReceiver((response) => {
      // Nothing is tried again by itself while the test looks.
      if (is_out) response.writeHead(503, { 'retry-after': '600' }).end('out of paper')
      else response.writeHead(200).end()
    })
    await pages.open('/developers/webhooks')
    await page.keyboard.press('c')
    await page.getByLabel('Address').fill(receiver.url)
    await page.getByLabel('Description').fill('Bookkeeping')
    await page.getByLabel('Events').fill('customer.created')
    await page.getByRole('button', { name: 'Add endpoint' }).click()
    const secret = await page.getByLabel('the signing secret', { exact: true }).textContent()
    assert.match(secret ?? '', /^whsec_/)
    await page.getByRole('button', { name: 'I have kept it' }).click()
    await page.getByRole('heading', { name: 'No deliveries' }).waitFor()
    assert.equal((await page.content()).includes(secret!), false)

    const customer = await make(pages, 'customers', { name: 'Moravia Glass' })
    const row = page.getByRole('row', { name: /customer\.created/ })
    await row.getByText('Pending').waitFor()
    await row.getByText(/^in \d+ min/).waitFor()
    await row.getByRole('button').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Attempt 1', { exact: true }).waitFor()
    await dialog.getByRole('definition').getByText('503').waitFor()
    await dialog.getByText('out of paper').waitFor()
    await dialog.getByText(customer.id).first().waitFor()
    // What is shown is what came: the body to the byte, and the signature of that attempt.
    const [came] = receiver.requests
    assert.equal(await dialog.getByLabel('the body that was sent', { exact: true }).textContent(), came!.body.toString())
    await dialog.getByText('Headers', { exact: true }).click()
    const headers = await dialog.getByLabel('the headers of attempt 1', { exact: true }).textContent()
    for (const name of ['Quoin-Signature', 'webhook-id', 'webhook-timestamp', 'webhook-signature'])
      assert.ok(headers?.includes(`${name}: ${came!.headers[name.toLowerCase()]}`), name)
    assert.equal(headers?.includes(secret!), false)
    assert.equal(receiver.requests.length, 1)

    is_out = false
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await dialog.getByText('Delivered').waitFor()
    await dialog.getByText('Attempt 2', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await row.getByText('Delivered').waitFor()
    assert.equal(receiver.requests.length, 2)
    const [first, second] = receiver.requests.map(({ body, headers }) => verifyWebhook(body, headers['quoin-signature'], secret!))
    assert.equal(first!.id, second!.id)
    assert.equal((second!.data as { id: string }).id, customer.id)
  })

  describe('a member who may only look', () => {
    let link: string
    let guest: BrowserContext
    let reader: Page

    before(async () => {
      guest = await pages.browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-US' })
      reader = await guest.newPage()
      reader.setDefaultTimeout(PATIENCE_MS)
    })

    test('is invited by a link that works once, and sets the password', async () => {
      await pages.open('/settings/members')
      await page.keyboard.press('c')
      await page.getByLabel('Name').fill(READER.name)
      await page.getByLabel('Email').fill(READER.email)
      await page.getByLabel('Role').selectOption('read_only')
      await page.getByRole('button', { name: 'Add and make a link' }).click()
      link = (await page.getByLabel('the link', { exact: true }).textContent()) ?? ''
      await page.getByRole('button', { name: 'I have kept it' }).click()
      await page
        .getByRole('row', { name: /Rita Reader/ })
        .getByText('Not yet')
        .waitFor()
      await reader.goto(link)
      assert.equal(await reader.getByLabel('Email').inputValue(), READER.email)
      await reader.getByLabel('Choose a password').fill(READER.password)
      await reader.getByLabel('Once more').fill(READER.password)
      await reader.getByRole('button', { name: 'Set the password and sign in' }).click()
      await reader.getByRole('heading', { name: 'Overdue by age' }).waitFor()
      const other = await pages.browser.newPage()
      await other.goto(link)
      await other.getByRole('heading', { name: /link/ }).waitFor()
      assert.equal(await other.getByLabel('Choose a password').count(), 0)
      await other.close()
    })

    test('signs in, finds nothing to create, and is refused what the pages do not offer', async () => {
      const { id: customer_id } = await make(pages, 'customers', { name: 'Looked at' })
      await guest.clearCookies()
      await reader.goto(pages.server.url)
      await signIn(reader)
      await reader.getByRole('heading', { name: 'Overdue by age' }).waitFor()
      assert.equal(await reader.getByRole('link', { name: 'API keys' }).count(), 0)
      for (const [path, create] of [
        ['customers', /customer/],
        ['invoices', /invoice/],
        ['quotes', /quote/],
        ['recurring-invoices', /invoice/],
        ['projects', /project/],
        ['tasks', /task/],
        ['time', /time/i],
      ] as const) {
        await reader.goto(`${pages.server.url}/${pages.company_id}/${path}`)
        await reader.locator('#content h1').waitFor()
        await reader.keyboard.press('c')
        assert.equal(await reader.getByRole('main').getByRole('button', { name: create }).count(), 0, path)
        assert.equal(await reader.getByRole('main').getByRole('link', { name: /^New/ }).count(), 0, path)
        assert.equal(await reader.getByRole('dialog').count(), 0, path)
      }
      // Nor by an address that somebody sent.
      for (const path of [
        'settings/members',
        'settings/company',
        'developers/api-keys',
        'invoices/new',
        'recurring-invoices/new',
      ]) {
        await reader.goto(`${pages.server.url}/${pages.company_id}/${path}`)
        await reader.getByRole('heading', { name: 'This page is not for your role' }).waitFor()
        assert.equal(await reader.getByRole('main').getByRole('button').count(), 0, path)
      }
      await reader.goto(`${pages.server.url}/${pages.company_id}/customers?dialog=new`)
      await reader.locator('#content h1').waitFor()
      assert.equal(await reader.getByRole('dialog').count(), 0)
      // What only shows something is open to them, without what sends it.
      await reader.goto(`${pages.server.url}/${pages.company_id}/customers/${customer_id}?dialog=statement`)
      const statement = reader.getByRole('dialog')
      await statement.getByRole('link', { name: 'Download PDF' }).waitFor()
      assert.equal(await statement.getByRole('button', { name: 'Send…' }).count(), 0)
      await reader.keyboard.press('Escape')
      await statement.waitFor({ state: 'detached' })
      const refused = await reader.evaluate(async (company_id) => {
        const send = async (path: string, body: object) => {
          const headers = { 'content-type': 'application/json' }
          return (await fetch(`/dashboard/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status
        }
        return [
          await send(`/v1/customers?company_id=${company_id}`, { name: 'x' }),
          await send('/api-keys', { name: 'x', level: 'read', company_ids: 'all' }),
          await send('/members', { name: 'x', email: 'x@example.com', role: 'owner' }),
        ]
      }, pages.company_id)
      assert.deepEqual(refused, [403, 403, 403])
    })

    test('is removed: the open page is at the sign-in with the next click, and the password opens nothing', async () => {
      await pages.open('/settings/members')
      await page
        .getByRole('row', { name: /Rita Reader/ })
        .getByRole('button')
        .click()
      await page.getByRole('button', { name: 'Remove…' }).click()
      await page.getByRole('button', { name: 'Remove member' }).click()
      await page.getByRole('row', { name: /Rita Reader/ }).waitFor({ state: 'detached' })
      // A page that was not looked at yet: what was is kept for a moment.
      await reader.getByRole('link', { name: 'Events' }).click()
      await reader.getByRole('heading', { name: 'Sign in to Quoin' }).waitFor()
      await reader.getByText(/^Your session has ended/).waitFor()
      await signIn(reader)
      await reader.getByRole('alert').waitFor()
      await reader.goto(pages.server.url)
      await reader.getByRole('heading', { name: 'Sign in to Quoin' }).waitFor()
    })
  })

  describe('an admin who made a key', () => {
    const ADAM = { name: 'Adam Admin', email: 'adam@example.com', password: 'nine blue lanterns hum' }
    let guest: BrowserContext
    let adam: Page

    test('sees where they are signed in, and signs out there', async () => {
      await pages.open('/settings/members')
      await page.keyboard.press('c')
      await page.getByLabel('Name').fill(ADAM.name)
      await page.getByLabel('Email').fill(ADAM.email)
      await page.getByLabel('Role').selectOption('admin')
      await page.getByRole('button', { name: 'Add and make a link' }).click()
      const link = (await page.getByLabel('the link', { exact: true }).textContent()) ?? ''
      await page.getByRole('button', { name: 'I have kept it' }).click()
      guest = await pages.browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-US' })
      adam = await guest.newPage()
      adam.setDefaultTimeout(PATIENCE_MS)
      await adam.goto(link)
      await adam.getByLabel('Choose a password').fill('password2026')
      await adam.getByLabel('Once more').fill('password2026')
      await adam.getByRole('button', { name: 'Set the password and sign in' }).click()
      await adam.getByText(/one of the most common ones/).waitFor()
      await adam.getByLabel('Choose a password').fill(ADAM.password)
      await adam.getByLabel('Once more').fill(ADAM.password)
      await adam.getByRole('button', { name: 'Set the password and sign in' }).click()
      await adam.getByRole('heading', { name: 'Overdue by age' }).waitFor()
      const other = await fetch(`${pages.server.url}/dashboard/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'user-agent': 'Firefox/1 (Windows)' },
        body: JSON.stringify({ email: ADAM.email, password: ADAM.password }),
      })
      const cookie = other.headers.getSetCookie()[0]!.split(';')[0]!
      const statusThere = async () => (await fetch(`${pages.server.url}/dashboard/api/session`, { headers: { cookie } })).status
      assert.equal(await statusThere(), 200)
      // The link leads to localhost: the session is of that host.
      await adam.goto(new URL(`/${pages.company_id}/settings/you`, adam.url()).href)
      const there = adam.getByRole('region', { name: 'Where you are signed in' })
      await there.getByText('This one').waitFor()
      await there.getByRole('button', { name: 'Sign out Firefox on Windows' }).click()
      await there.getByText('Firefox on Windows').waitFor({ state: 'detached' })
      assert.equal(await statusThere(), 401)
    })

    test('gets a lower role: the key is listed, nothing is chosen, and it ends when that is said', async () => {
      const made = await adam.evaluate(async () => {
        const headers = { 'content-type': 'application/json' }
        const body = JSON.stringify({ name: 'Nightly export', level: 'admin', company_ids: 'all' })
        return (await (await fetch('/dashboard/api/api-keys', { method: 'POST', headers, body })).json()).data as { key: string }
      })
      const works = async () =>
        (await fetch(`${pages.server.url}/v1/companies`, { headers: { authorization: `Bearer ${made.key}` } })).status
      await pages.open('/settings/members')
      await page
        .getByRole('row', { name: /Adam Admin/ })
        .getByRole('button')
        .click()
      await page.getByLabel('Role').selectOption('read_only')
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      const dialog = page.getByRole('dialog', { name: 'A lower role for Adam Admin' })
      await dialog.getByText('Nightly export').waitFor()
      assert.equal(await dialog.getByRole('radio', { checked: true }).count(), 0)
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.getByText('Choose first what happens to the keys.').waitFor()
      assert.equal(await works(), 200)
      await dialog.getByLabel(/Revoke it/).check()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'detached' })
      assert.equal(await works(), 401)
      await page
        .getByRole('row', { name: /Adam Admin/ })
        .getByText('Read only')
        .waitFor()
      await pages.open('/developers/api-keys')
      await page
        .getByRole('row', { name: /Nightly export/ })
        .getByText('Adam Admin')
        .waitFor()
      await guest.close()
    })
  })

  test('the policy of the pages refused nothing, and no page threw', () => {
    assert.deepEqual(pages.complaints, [])
  })
})

async function signIn(reader: Page): Promise<void> {
  await reader.getByLabel('Email').fill(READER.email)
  await reader.getByLabel('Password').fill(READER.password)
  await reader.getByRole('button', { name: 'Sign in', exact: true }).click()
}
