// The dashboard of a service with the sample data of `quoin demo`, in a browser that is signed in. Ends only what it started.

import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { findChromium } from '../../scripts/chromium.ts'
import {
  Client,
  runCli,
  type ServerProcess,
  startServerProcess,
  temporaryFolder,
} from '../../server/test/support/server-process.ts'

const PERSON = { name: 'Bo Lind', email: 'bo@moreno.example', password: 'three quiet words' }

export interface DemoPages {
  server: ServerProcess
  browser: Browser
  /** Signed in as the owner. */
  context: BrowserContext
  api: Client
  company_id: string
  /** The ids of the first object of each kind, for the addresses of their pages. */
  first: {
    customer: string
    invoice: string
    quote: string
    /** With money to pay back. */
    credit_note: string
    project: string
    task: string
    endpoint: string
  }
  end(): Promise<void>
}

/** Starts all of it, with settings of the service's environment; about ten seconds. Throws where there is no Chromium. */
export async function startDemoPages(settings: Record<string, string> = {}): Promise<DemoPages> {
  const chrome = findChromium()
  if (!chrome) throw new Error('The pages are looked at in Chromium: install it first (apt-get install chromium)')
  const folder = temporaryFolder()
  const setup = JSON.parse(await cli(folder.path, 'demo', '--json'))
  const { name, email, password } = PERSON
  const of_person = ['--name', name, '--email', email, '--password', password, '--role', 'owner']
  await cli(folder.path, 'users', 'create', '--organization', setup.organization_id, ...of_person)
  const server = await startServerProcess(folder.path, { QUOIN_RATE_LIMIT: 'off', ...settings })
  const browser = await chromium.launch({ executablePath: chrome, args: ['--no-sandbox'] })
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-US' })
  const company_id: string = setup.company_id
  const api = new Client(server.url, setup.api_key)
  await signIn(context, server.url)
  return {
    server,
    browser,
    context,
    api,
    company_id,
    first: await findFirst(api, company_id),
    end: async () => {
      api.close()
      await browser.close()
      await server.end('SIGTERM')
      folder.remove()
    },
  }
}

async function cli(folder: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli(folder, ...args)
  if (code !== 0) throw new Error(stderr)
  return stdout
}

async function signIn(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(url)
  await page.getByLabel('Email').fill(PERSON.email)
  await page.getByLabel('Password').fill(PERSON.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Overdue by age' }).waitFor()
  await page.close()
}

async function findFirst(api: Client, company_id: string): Promise<DemoPages['first']> {
  const one = async (path: string, plural: string, more = ''): Promise<string> => {
    const { body } = await api.call('GET', `/v1/${path}?company_id=${company_id}&limit=1${more}`)
    return body.data[plural][0].id
  }
  const project = await one('projects', 'projects', '&status=in_progress')
  const endpoint = await api.call('POST', `/v1/webhook-endpoints?company_id=${company_id}`, {
    url: 'https://hooks.moreno.example/quoin',
    description: 'Bookkeeping',
    enabled_events: ['invoice.paid', 'invoice.sent', 'payment.received'],
  })
  const credit_note = await api.call('POST', `/v1/credit-notes?company_id=${company_id}`, {
    invoice_id: await one('invoices', 'invoices', '&status=paid'),
    reason: 'Not delivered',
  })
  return {
    customer: await one('customers', 'customers'),
    invoice: await one('invoices', 'invoices', '&status=partial'),
    quote: await one('quotes', 'quotes'),
    credit_note: credit_note.body.data.id,
    project,
    task: await one(`projects/${project}/tasks`, 'tasks'),
    endpoint: endpoint.body.data.id,
  }
}
