// The pages of a real service in a real browser, and whatever the browser complained about on the way.
import assert from 'node:assert/strict'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../../scripts/chromium.ts'
import { Client, type ServerProcess, startServerProcess, temporaryFolder } from '../../../server/test/support/server-process.ts'

/** For what never comes, not for what is slow: three browsers may share two cores. */
export const PATIENCE_MS = 30_000
const PASSWORD = 'three quiet words'

/** For `describe`: the tests of pages are left out where there is no browser. */
export const NEEDS_CHROMIUM = { skip: findChromium() === undefined && 'there is no Chromium' }

export interface Pages {
  server: ServerProcess
  browser: Browser
  context: BrowserContext
  page: Page
  /** What the browser refused or a page threw: empty when all is well. */
  complaints: string[]
  /** The API with the key of the first start, and the company that it made. */
  api: Client
  company_id: string
  /** Opens a page by its address behind the company's, and waits until it is there: a key pressed before would be lost. */
  open(path: string): Promise<void>
  /** Goes to another page, or to another state of it, as a click on a link does: without loading everything again. */
  go(path: string): Promise<void>
  /** Sets the first password by the welcome link, and is signed in afterwards. */
  welcome(): Promise<void>
  end(): Promise<void>
}

/** Starts a service on an empty folder, with settings of its environment, and a browser on it. */
export async function startPages(settings: Record<string, string> = {}): Promise<Pages> {
  const folder = temporaryFolder()
  const server = await startServerProcess(folder.path, { QUOIN_RATE_LIMIT: 'off', ...settings })
  const browser = await chromium.launch({ executablePath: findChromium()!, args: ['--no-sandbox'] })
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-US' })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) complaints.push(message.text())
  })
  const [key, company_id] = [/sk_\w+/, /com_\w+/].map((pattern) => pattern.exec(server.output)?.[0])
  assert.ok(key && company_id, server.output)
  const api = new Client(server.url, key)
  const pages: Pages = {
    server,
    browser,
    context,
    page,
    complaints,
    api,
    company_id,
    open: (path) => openPage({ server, company_id }, page, path),
    go: (path) => go(page, path),
    welcome: async () => {
      const link = /\/welcome\/\S+/.exec(server.output)?.[0]
      assert.ok(link, server.output)
      await page.goto(server.url + link)
      await page.getByLabel('Choose a password').fill(PASSWORD)
      await page.getByLabel('Once more').fill(PASSWORD)
      await page.getByRole('button', { name: 'Set the password and sign in' }).click()
      await page.getByRole('heading', { name: 'Overdue by age' }).waitFor()
    },
    end: async () => {
      api.close()
      await browser.close()
      await server.end('SIGTERM')
      folder.remove()
    },
  }
  return pages
}

/** Opens a page as `Pages.open`, in any tab. */
export async function openPage(
  { server, company_id }: Pick<Pages, 'server' | 'company_id'>,
  page: Page,
  path: string,
): Promise<void> {
  await page.goto(`${server.url}/${company_id}${path}`)
  await page.locator('#content h1').waitFor()
}

/** The router as it makes itself known in the window. */
interface KnownRouter {
  navigate(to: { to: string; search: Record<string, string> }): Promise<void>
  state: { status: string; location: { href: string }; resolvedLocation?: { href: string } }
}

/** Goes to another page as `Pages.go`, in any tab. */
export async function go(page: Page, path: string): Promise<void> {
  const { pathname, searchParams } = new URL(path, 'http://any')
  await page.evaluate(
    ([to, search]) => (globalThis as unknown as { __TSR_ROUTER__: KnownRouter }).__TSR_ROUTER__.navigate({ to, search }),
    [pathname, Object.fromEntries(searchParams)] as const,
  )
  // Until then the page before may still be there.
  await page.waitForFunction(() => {
    const { status, location, resolvedLocation } = (globalThis as unknown as { __TSR_ROUTER__: KnownRouter }).__TSR_ROUTER__.state
    return status === 'idle' && resolvedLocation?.href === location.href
  })
}

/** Waits until nothing on the page is still loading. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true], [aria-label=Loading]'))
}

/** Makes one object through the API and gives it. */
export async function make(pages: Pages, path: string, body: object): Promise<{ id: string }> {
  const separator = path.includes('?') ? '&' : '?'
  const answer = await pages.api.call('POST', `/v1/${path}${separator}company_id=${pages.company_id}`, body)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.data
}

/** Chooses an action of the menu of a document's page. */
export async function act(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).and(page.locator(':enabled')).click()
  await page.getByRole('menuitem', { name }).click()
}
