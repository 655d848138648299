// `npm run screenshots [-- FOLDER [NAME…]]`: a picture of every page with the sample data, or of those named, light and dark, at 1280 and 360
// pixels. To be looked at. `dashboard.png` is the one that docs/ has.

import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { type DemoPages, startDemoPages } from './demo-pages.ts'

const WIDTHS = [1280, 360] as const
const THEMES = ['light', 'dark'] as const
const HEIGHT = 900
const OF_DOCS = { width: 1280, height: 780 }

const [given, ...names] = process.argv.slice(2)
const folder = resolve(given ?? join(tmpdir(), 'quoin-screenshots'))
const isAsked = (name: string) => names.length === 0 || names.includes(name)
mkdirSync(folder, { recursive: true })
const demo = await startDemoPages()
try {
  const page = await demo.context.newPage()
  // Menus and dialogs are captured after their animation.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const [name, path] of placesOf(demo)) if (isAsked(name)) await picture(page, name, `/${demo.company_id}${path}`)
  if (isAsked('door')) await pictureDoor(demo)
  if (isAsked('dashboard')) await pictureForDocs(page)
} finally {
  await demo.end()
}
console.log(`The pictures are in ${folder}`)

/** Every page by the name of its picture. */
function placesOf({ first }: DemoPages): [string, string][] {
  return [
    ['home', '/'],
    ['customers', '/customers'],
    ['customers-none', '/customers?q=nobody'],
    ['customer', `/customers/${first.customer}`],
    ['customer-new', '/customers?dialog=new'],
    ['invoices', '/invoices'],
    ['invoices-sorted', '/invoices?status=overdue&sort=-total'],
    ['invoice', `/invoices/${first.invoice}`],
    ['invoice-lines', `/invoices/${first.invoice}?view=lines`],
    ['invoice-send', `/invoices/${first.invoice}?dialog=send`],
    ['invoice-payment', `/invoices/${first.invoice}?dialog=payment`],
    ['invoice-correct', `/invoices/${first.invoice}?dialog=correct`],
    ['invoice-new', '/invoices/new'],
    ['invoice-edit', `/invoices/${first.invoice}/edit`],
    ['quotes', '/quotes'],
    ['quote', `/quotes/${first.quote}`],
    ['credit-notes', '/credit-notes'],
    ['credit-note', `/credit-notes/${first.credit_note}`],
    ['credit-note-refund', `/credit-notes/${first.credit_note}?dialog=refund`],
    ['mails', '/mails'],
    ['payments', '/payments'],
    ['projects', '/projects'],
    ['project', `/projects/${first.project}`],
    ['project-list', `/projects/${first.project}?view=list`],
    ['project-time', `/projects/${first.project}?view=time`],
    ['project-task', `/projects/${first.project}?open=${first.task}`],
    ['project-new', '/projects?dialog=new'],
    ['tasks', '/tasks'],
    ['tasks-board', '/tasks?view=board'],
    ['task-new', '/tasks?dialog=new'],
    ['time', '/time'],
    ['time-new', '/time?dialog=new'],
    ['api-keys', '/developers/api-keys'],
    ['api-key-new', '/developers/api-keys?dialog=new'],
    ['webhooks', '/developers/webhooks'],
    ['webhook', `/developers/webhooks/${first.endpoint}`],
    ['webhook-new', '/developers/webhooks?dialog=new'],
    ['events', '/developers/events'],
    ['jobs', '/developers/jobs?view=installation'],
    ['audit-log', '/developers/audit-log'],
    ['company', '/settings/company'],
    ['company-start', '/settings/company?view=start'],
    ['members', '/settings/members'],
    ['you', '/settings/you'],
  ]
}

async function picture(page: Page, name: string, path: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT })
    await page.goto(demo.server.url + path)
    await page
      .locator(path === '/' ? 'h1' : '#content h1')
      .first()
      .waitFor()
    await page.waitForFunction(() => !document.querySelector('[aria-busy=true], [aria-label=Loading]'))
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme })
      // Colours of buttons change softly.
      await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {}))))
      await page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`) })
    }
  }
}

async function pictureForDocs(page: Page): Promise<void> {
  await page.setViewportSize(OF_DOCS)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`${demo.server.url}/${demo.company_id}`)
  await page.locator('#content h1').waitFor()
  await page.waitForLoadState('networkidle')
  // The sample data is not of a first day.
  await page.getByRole('button', { name: 'Close the first day' }).click()
  await page.mouse.move(0, 0)
  await page.screenshot({ path: join(folder, 'dashboard.png') })
}

/** The sign-in, the palette and the menu of narrow screens: no address leads to them. */
async function pictureDoor({ browser, context, server }: DemoPages): Promise<void> {
  const stranger = await (await browser.newContext()).newPage()
  await picture(stranger, 'sign-in', '/')
  const page = await context.newPage()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT })
    await page.goto(server.url)
    await page.getByRole('button', { name: /Find or do anything/ }).click()
    await page.getByPlaceholder('A page, a customer, a number…').fill('mo')
    await page.getByRole('option').first().waitFor()
    await page.waitForTimeout(400)
    await page.screenshot({ path: join(folder, `palette-${width}-light.png`) })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Start timer', exact: true }).click()
    await page.screenshot({ path: join(folder, `timer-${width}-light.png`) })
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: 'Open the navigation' }).click()
  await page.screenshot({ path: join(folder, 'navigation-360-light.png') })
}
