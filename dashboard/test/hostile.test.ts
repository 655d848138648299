// Forty hostile texts in every text field, and every page that shows them: nothing runs, nothing is loaded from elsewhere, and each stands
// there as it was written.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { go, make, NEEDS_CHROMIUM, openPage, type Pages, settled, startPages } from './support/browser.ts'
import { fitted, HOSTILE_STRINGS } from './support/hostile-strings.ts'
import { NOTHING, type Watch, watch } from './support/watch.ts'

const CONNECTIONS = 8
const TABS = 2
const DEADLINE_MS = 10_000

interface Made {
  /** What the objects are called: the text, as long as a name may be. */
  name: string
  /** The same where there is room for more. */
  long: string
  customer: string
  invoice: string
  quote: string
  project: string
  task: string
  time: string
}

describe('hostile texts', NEEDS_CHROMIUM, () => {
  let pages: Pages
  let page: Page
  let seen: Watch
  const made: Made[] = []

  before(async () => {
    pages = await startPages()
    page = pages.page
    seen = await watch(pages)
    await pages.welcome()
  })
  after(() => pages?.end())

  test('the watch sees what the tests below say is not there', async () => {
    const other = await pages.context.newPage()
    const blind = await watch({ ...pages, page: other })
    await other.goto(`${pages.server.url}/favicon.svg`)
    await other.goto(pages.server.url)
    await other.evaluate(() => {
      const box = document.createElement('div')
      box.innerHTML = '<img src="https://attacker.example/x.png" onerror="alert(1)"><img src="/nowhere.png" onerror="alert(1)">'
      document.body.append(box)
      setTimeout(() => alert('seen'))
      setTimeout(() => {
        throw new Error('seen')
      })
    })
    await other.waitForTimeout(200)
    assert.deepEqual(blind.dialogs, ['seen'])
    assert.match(blind.errors.join(), /seen/)
    assert.match(blind.policy.join(), /img-src/)
    assert.match(blind.policy.join(), /script-src/)
    await other.close()
  })

  test('are stored as they are', async () => {
    const rest = HOSTILE_STRINGS.map((text, index) => ({ text, index }))
    const work = async () => {
      for (let next = rest.shift(); next; next = rest.shift()) made[next.index] = await makeAll(pages, next.text)
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, work))
    assert.equal(made.length, 40)
    await makePeople(pages)
  })

  test('stand on the pages of their objects as they were written: in lines, notes and terms, names, tasks and time', async () => {
    const rest = [...made]
    // Each page waits for the service half of the time.
    const work = async (tab: Page) => {
      for (let one = rest.shift(); one; one = rest.shift()) await lookAt(tab, one)
    }
    const tabs = [page, ...(await Promise.all(Array.from({ length: TABS - 1 }, () => pages.context.newPage())))]
    const watches = [seen, ...(await Promise.all(tabs.slice(1).map((tab) => watch({ ...pages, page: tab }))))]
    for (const tab of tabs) await openPage(pages, tab, '/')
    await Promise.all(tabs.map(work))
    for (const one of watches) assert.deepEqual(one, NOTHING)
    for (const tab of tabs.slice(1)) await tab.close()
  })

  test('stand around all pages, as the name and the details of the company, as they were written', async () => {
    await pages.open('/settings/company')
    for (const [index, text] of HOSTILE_STRINGS.entries()) {
      const [name, long] = [fitted(text), fitted(text, 2_000)]
      const parts = [
        ['Name', name],
        ['Legal name', name],
        ['VAT number', name],
        ['Address', long],
        ['Payment details', long],
      ] as const
      for (const [label, part] of parts) await page.getByLabel(label, { exact: true }).fill(part)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      // The navigation has it from the service, and so has all of it that is loaded again.
      await shows(page, [['aside button span', name]])
      if (index % 8 !== 0) continue
      await pages.open('/settings/company')
      await shows(page, [
        ['aside button span', name],
        ['form input', name],
        ['form textarea', long],
      ])
      for (const [label, part] of parts) assert.equal(await page.getByLabel(label, { exact: true }).inputValue(), part, label)
    }
    assert.deepEqual(seen, NOTHING)
  })

  test('stand on the lines of a document, and in its form, as they were written', async () => {
    const items = HOSTILE_STRINGS.map((text) => {
      const name = fitted(text)
      return { name, description: fitted(text, 2_000), unit: name, unit_price: 1 }
    })
    for (const kind of ['invoices', 'quotes']) {
      const { id } = await make(pages, kind, { customer_id: made[0]!.customer, items })
      for (const [path, selector] of [
        [`/${kind}/${id}?view=lines`, 'td span'],
        [`/${kind}/${id}/edit`, 'form :is(input, textarea)'],
      ] as const) {
        await pages.go(path)
        await shows(
          page,
          items.flatMap(({ name, description }) => [
            [selector, name],
            [selector, description],
          ]),
        )
      }
    }
    assert.deepEqual(seen, NOTHING)
  })

  test('are in every list and choice as they were written', async () => {
    await page.setViewportSize({ width: 360, height: 900 })
    for (const path of [
      '/',
      '/customers',
      '/invoices',
      '/quotes',
      '/projects',
      `/projects/${made[0]!.project}`,
      '/tasks',
      '/tasks?view=board',
      '/time',
      '/developers/api-keys?dialog=new',
      '/developers/webhooks',
      '/developers/events',
      '/developers/jobs?view=installation',
      '/developers/audit-log',
      '/settings/company',
      '/settings/members',
      '/settings/you',
      `/customers?q=${encodeURIComponent(HOSTILE_STRINGS[1]!)}`,
    ]) {
      await pages.go(path)
      await settled(page)
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${path} is wider than the window`)
    }
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: 'Switch the company' }).click()
    assert.equal(await page.getByRole('menuitemradio').count(), 41)
    assert.deepEqual(seen, NOTHING)
  })

  test('stand as they were typed into a form, a search and the palette', async () => {
    for (const text of [HOSTILE_STRINGS[1]!, HOSTILE_STRINGS[8]!, HOSTILE_STRINGS[9]!]) {
      await pages.go('/customers?dialog=new')
      for (const label of ['Name', 'Phone', 'Legal name', 'VAT number']) await page.getByLabel(label, { exact: true }).fill(text)
      await page.getByRole('button', { name: 'Add customer' }).click()
      await shows(page, [['h1', text]])
      await pages.go('/customers')
      await page.getByLabel('Search customers').fill(text)
      await page.waitForURL(/q=/)
      await settled(page)
      await page.getByRole('button', { name: /Find or do anything/ }).click()
      await page.getByPlaceholder('A page, a customer, a number…').fill(text)
      await page.getByRole('option').first().waitFor()
    }
    assert.deepEqual(seen, NOTHING)
    assert.deepEqual(pages.complaints, [])
  })
})

/** One of each object, with `text` in each of its text fields. */
async function makeAll(pages: Pages, text: string): Promise<Made> {
  const name = fitted(text)
  const long = fitted(text, 10_000)
  const customer = await make(pages, 'customers', {
    name,
    // All that an address can have of it.
    contact_email: name.replace(/[\p{White_Space}\p{Cc}]/gu, ''),
    contact_phone: name,
    country: name,
    city: name,
    legal_name: name,
    legal_address: long,
    legal_vat: name,
    zipcode: name,
    notes: long,
  })
  const metadata = { note: name }
  const items = [{ name, description: long, unit: name, quantity: 1, unit_price: 10 }]
  const document = { customer_id: customer.id, items, notes: long, payment_terms: long, tax_id: name }
  const invoice = await make(pages, 'invoices', document)
  const paid = await make(pages, 'invoices', document)
  await pages.api.call('PATCH', `/v1/invoices/${paid.id}?company_id=${pages.company_id}`, { status: 'sent' })
  await make(pages, `invoices/${paid.id}/payments`, { amount: 1, method: name, reference: name })
  const quote = await make(pages, 'quotes', document)
  const project = await make(pages, 'projects', { title: name, description: long, customer_id: customer.id, metadata })
  const task = await make(pages, `projects/${project.id}/tasks`, { title: name, description: long, tags: [name], metadata })
  const time = await make(pages, `projects/${project.id}/time-entries`, {
    description: name,
    task_id: task.id,
    start_time: '2026-03-01T09:00:00Z',
    duration_minutes: 30,
  })
  await make(pages, 'webhook-endpoints', {
    url: `https://hooks.example/${encodeURIComponent(name)}`,
    description: name,
    enabled_events: ['*'],
  }).catch(() => {})
  return {
    name,
    long,
    customer: customer.id,
    invoice: invoice.id,
    quote: quote.id,
    project: project.id,
    task: task.id,
    time: time.id,
  }
}

/** Puts each text where only the dashboard can: the names of a company, a member and a key. */
async function makePeople({ page }: Pages): Promise<void> {
  const bodies = HOSTILE_STRINGS.flatMap((text, index) => {
    const name = fitted(text)
    return [
      ['POST', '/companies', { name }],
      ['POST', '/members', { name, email: `member-${index}@example.com`, role: 'member' }],
      ['POST', '/api-keys', { name, level: 'read', company_ids: 'all' }],
    ] as const
  })
  assert.deepEqual(new Set(await send(page, bodies)), new Set([201]))
}

/** Sends requests as the page does; gives their statuses. */
function send(page: Page, requests: readonly (readonly [string, string, object])[]): Promise<number[]> {
  return page.evaluate(async (all) => {
    const statuses: number[] = []
    for (const [method, path, body] of all) {
      const headers = { 'content-type': 'application/json' }
      statuses.push((await fetch(`/dashboard/api${path}`, { method, headers, body: JSON.stringify(body) })).status)
    }
    return statuses
  }, requests)
}

/** Goes to the pages of one of each object, and waits until each shows its text in all its places. */
async function lookAt(tab: Page, { name, long, customer, invoice, quote, project, task, time }: Made): Promise<void> {
  const of_document = [
    ['td span:first-child', name],
    ['td span', long],
    ['[aria-label="Notes and terms"] p:first-child', long],
    ['[aria-label="Notes and terms"] p:last-child', long],
    ['dd a', name],
  ] as const
  await go(tab, `/invoices/${invoice}?view=lines`)
  await shows(tab, of_document)
  await go(tab, `/quotes/${quote}?view=lines`)
  await shows(tab, of_document)
  await go(tab, `/customers/${customer}`)
  await shows(tab, [['h1', name]])
  await go(tab, `/projects/${project}?view=list&open=${task}`)
  await shows(tab, [
    ['dialog input', name],
    ['dialog textarea', long],
  ])
  await go(tab, `/projects/${project}?view=time&open=${time}`)
  await shows(tab, [
    ['h1', name],
    ['dialog input', name],
  ])
}

/** Waits until each of the texts is exactly that of one of the elements that its selector finds, or the value of one. */
async function shows(page: Page, texts: readonly (readonly [selector: string, text: string])[]): Promise<void> {
  const missing = () =>
    page.evaluate(
      (all) =>
        all.filter(([selector, text]) => {
          const elements = [...document.querySelectorAll<HTMLInputElement>(selector)]
          return !elements.some((one) => (one.value ?? one.textContent) === text)
        }),
      texts,
    )
  const deadline = Date.now() + DEADLINE_MS
  let rest = await missing()
  while (rest.length > 0 && Date.now() < deadline) {
    await page.waitForTimeout(20)
    rest = await missing()
  }
  assert.ok(
    rest.length === 0,
    `${page.url()} does not show ${rest.map(([where, what]) => `${what.slice(0, 80)} in ${where}`).join('; ')}`,
  )
}
