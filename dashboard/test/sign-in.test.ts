// Signing in otherwise than by a password, in a real browser on the real server: with a passkey of a device, and by another service.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../scripts/chromium.ts'
import { CLIENT, type Issuer, startIssuer } from '../../server/test/support/issuer.ts'
import { runCli, type ServerProcess, startServerProcess, temporaryFolder } from '../../server/test/support/server-process.ts'
import { PATIENCE_MS } from './support/browser.ts'

const CHROMIUM = findChromium()
const EMAIL = 'ada@example.com'
const PASSWORD = 'three quiet words'

describe('signing in', { skip: CHROMIUM === undefined && 'there is no Chromium' }, () => {
  const folder = temporaryFolder()
  const complaints: string[] = []
  let issuer: Issuer
  let server: ServerProcess
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let devices: CDPSession
  let device_id: string
  /** Where passkeys work: at a name, and at no address of numbers. */
  let home: string

  before(async () => {
    issuer = await startIssuer()
    const setup = ['setup', '--organization', 'O', '--company', 'Acme', '--email', EMAIL, '--password', PASSWORD]
    assert.equal((await runCli(folder.path, ...setup)).code, 0)
    server = await startServerProcess(folder.path, {
      QUOIN_OIDC_ISSUER: issuer.url,
      QUOIN_OIDC_CLIENT_ID: CLIENT.client_id,
      QUOIN_OIDC_CLIENT_SECRET: CLIENT.client_secret,
      QUOIN_OIDC_NAME: CLIENT.name,
    })
    home = server.url.replace('127.0.0.1', 'localhost')
    browser = await chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox'] })
    context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) complaints.push(message.text())
    })
    devices = await context.newCDPSession(page)
    await devices.send('WebAuthn.enable')
    const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    device_id = authenticatorId
  })

  after(async () => {
    await browser?.close()
    await server?.end('SIGTERM')
    await issuer?.close()
    folder.remove()
  })

  const isIn = () => page.getByRole('heading', { name: 'Overdue by age' }).waitFor()
  const leave = async () => {
    await context.clearCookies()
    await page.goto(home)
    await page.getByRole('heading', { name: 'Sign in to Quoin' }).waitFor()
  }

  test('a link that names no outcome opens the page of the sign-in like any other', async () => {
    for (const told of ['__proto__', 'constructor', 'x']) {
      await page.goto(`${home}/?sign_in=${told}`)
      await page.getByRole('heading', { name: 'Sign in to Quoin' }).waitFor()
      assert.equal(await page.getByRole('alert').count(), 0, told)
    }
    assert.deepEqual(complaints, [])
  })

  test('a passkey is added on the page You, named, and signs in without a password', async () => {
    await page.goto(home)
    await page.getByLabel('Email').fill(EMAIL)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await isIn()
    await page.goto(`${home}/settings/you`)
    await page.getByRole('button', { name: 'Add a passkey…' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Work laptop')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Work laptop' }).waitFor()
    const { credentials } = await devices.send('WebAuthn.getCredentials', { authenticatorId: device_id })
    assert.deepEqual(
      credentials.map(({ rpId, userName, isResidentCredential }) => [rpId, userName, isResidentCredential]),
      [['localhost', EMAIL, true]],
    )
    await leave()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await isIn()
  })

  test('it is renamed and removed, and opens nothing then', async () => {
    await page.goto(`${home}/settings/you`)
    await page.getByRole('button', { name: 'Rename Work laptop…' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Desk')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Remove Desk…' }).click()
    await page.getByRole('button', { name: 'Remove passkey' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Desk' }).waitFor({ state: 'detached' })
    await leave()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('This passkey opens nothing here.').waitFor()
  })

  test('at an address of numbers there is no passkey to choose', async () => {
    await page.goto(server.url)
    await page.getByRole('button', { name: `Sign in with ${CLIENT.name}` }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Sign in with a passkey' }).count(), 0)
  })

  test('another service signs in, and leads to where one wanted to go', async () => {
    issuer.said = { claims: { sub: 'ada', email: EMAIL, email_verified: true } }
    await context.clearCookies()
    await page.goto(`${home}/settings/you`)
    await page.getByRole('button', { name: `Sign in with ${CLIENT.name}` }).click()
    await page.getByRole('heading', { name: 'Passkeys' }).waitFor()
    assert.match(new URL(page.url()).pathname, /\/settings\/you$/)
  })

  test('anyone who is no member is told so, in the page and not in its address', async () => {
    issuer.said = { claims: { sub: 'stranger', email: 'stranger@example.com', email_verified: true } }
    await leave()
    await page.getByRole('button', { name: `Sign in with ${CLIENT.name}` }).click()
    await page.getByText('Nobody here has the address of your account there.').waitFor()
    assert.equal(new URL(page.url()).search, '')
  })

  test('the policy of the pages refused nothing, and no page threw', () => {
    assert.deepEqual(complaints, [])
  })
})
