// The pages in a real browser on the real server, from the first welcome link on. Skipped where there is no Chromium.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, describe, test } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../scripts/chromium.ts'
import { type ServerProcess, startServerProcess, temporaryFolder } from '../../server/test/support/server-process.ts'

const CHROMIUM = findChromium()
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const PASSWORD = 'three quiet words'

const PLACES = [
  '/',
  '/customers',
  '/customers?dialog=new',
  '/invoices',
  '/invoices/new',
  '/quotes',
  '/projects',
  '/projects?dialog=new',
  '/developers/api-keys',
  '/developers/api-keys?dialog=new',
  '/developers/webhooks',
  '/developers/events',
  '/developers/audit-log',
  '/settings/company',
  '/settings/members',
  '/settings/you',
]

describe('the pages', { skip: CHROMIUM === undefined && 'there is no Chromium' }, () => {
  const folder = temporaryFolder()
  /** What the browser complained about: refused by the policy, thrown by a page. */
  const complaints: string[] = []
  let server: ServerProcess
  let browser: Browser
  let page: Page
  let company = ''

  before(async () => {
    server = await startServerProcess(folder.path, { QUOIN_RATE_LIMIT: 'off' })
    browser = await chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox'] })
    page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
    page.setDefaultTimeout(10_000)
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) complaints.push(message.text())
    })
  })

  after(async () => {
    await browser?.close()
    await server?.end('SIGTERM')
    folder.remove()
  })

  /** Opens a page and waits until it is there: a key pressed before would be lost. */
  const open = async (path: string) => {
    await page.goto(`${server.url}${company}${path}`)
    await page.locator('#content h1').waitFor()
  }

  test('the welcome link sets the password and leads in', async () => {
    const link = /\/welcome\/\S+/.exec(server.output)?.[0]
    assert.ok(link, server.output)
    await page.goto(server.url + link)
    await page.getByLabel('Choose a password').fill(PASSWORD)
    await page.getByLabel('Once more').fill(PASSWORD)
    await page.getByRole('button', { name: 'Set the password and sign in' }).click()
    await page.getByRole('heading', { name: 'Overdue by age' }).waitFor()
    company = `/${new URL(page.url()).pathname.split('/')[1]}`
  })

  test('a customer is added by keyboard alone', async () => {
    await open('/customers')
    await page.getByRole('heading', { name: 'No customers yet' }).waitFor()
    await page.keyboard.press('c')
    await page.keyboard.type('Lindqvist & Sons AB')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Lindqvist & Sons AB' }).waitFor()
  })

  test('what was typed into an invoice survives a reload, and its live total is the one that the server stores', async () => {
    await open('/invoices/new')
    await page.getByRole('combobox', { name: 'Customer' }).fill('lind')
    await page.getByRole('option', { name: /Lindqvist/ }).click()
    await page.getByLabel('Name').fill('Website design')
    await page.getByLabel('Quantity').fill('12,5')
    await page.getByLabel('Price').fill('95.555')
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
    await open('/invoices/new')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Choose a customer').waitFor()
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('role')), 'combobox')
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  test('an invoice is sent and paid', async () => {
    await open('/invoices')
    await page.getByRole('link', { name: /INV-/ }).click()
    await page.getByRole('button', { name: 'Mark as sent' }).click()
    await page.getByRole('button', { name: 'Record payment' }).click()
    await page.getByLabel('Amount in USD').fill('21.38')
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await page.getByRole('button', { name: 'Mark paid' }).click()
    await page.getByText('Paid', { exact: true }).first().waitFor()
  })

  test('a key is shown once, works, and is revoked', async () => {
    await open('/developers/api-keys')
    await page.keyboard.press('c')
    await page.getByLabel('Name').fill('Shop')
    await page.getByRole('button', { name: 'Create key' }).click()
    const key = await page.getByLabel('the API key', { exact: true }).textContent()
    assert.match(key ?? '', /^sk_/)
    const call = () => fetch(`${server.url}/v1/companies`, { headers: { authorization: `Bearer ${key}` } })
    assert.equal((await call()).status, 200)
    await page.getByRole('button', { name: 'I have kept it' }).click()
    await page.getByRole('button', { name: /^Shop/ }).click()
    await page.getByRole('button', { name: 'Revoke…' }).click()
    await page.getByRole('button', { name: 'Revoke key' }).click()
    // The badge and the message say it both.
    await page.getByText('Revoked').first().waitFor()
    assert.equal((await call()).status, 401)
    assert.equal((await page.content()).includes(key!), false)
  })

  test('the command palette finds a customer and goes there', async () => {
    await open('/')
    // The palette is loaded after the page: a key that is pressed before is lost.
    const palette = page.getByPlaceholder('A page, a customer, a number…')
    for (let time = 0; time < 20 && !(await palette.isVisible()); time++) {
      await page.keyboard.press('Control+k')
      await palette.waitFor({ timeout: 1_000 }).catch(() => {})
    }
    await palette.waitFor()
    await page.keyboard.type('lindq')
    await page
      .getByRole('option', { name: /Lindqvist/ })
      .first()
      .waitFor()
    await page
      .getByRole('option', { name: /Lindqvist/ })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: 'Lindqvist & Sons AB' }).waitFor()
  })

  test('no page breaks a rule of accessibility or is wider than a narrow screen, in either theme', async () => {
    for (const [width, theme] of [
      [1280, 'light'],
      [360, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: theme })
      for (const path of PLACES) {
        await open(path)
        await page.waitForFunction(() => !document.querySelector('[aria-busy=true], [aria-label=Loading]'))
        await page.evaluate(AXE)
        const faults = await page.evaluate(async () => {
          const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run(document)
          return violations.map((one) => `${one.id}: ${one.nodes[0]?.html}`)
        })
        assert.deepEqual(faults, [], `${path} at ${width}, ${theme}`)
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${path} is wider than ${width}`)
      }
    }
  })

  test('the policy of the pages refused nothing, and no page threw', () => {
    assert.deepEqual(complaints, [])
  })
})

interface Axe {
  run(document: unknown): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}
