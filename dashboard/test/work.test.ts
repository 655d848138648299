// The ways of the work: from a quote, or from time, to an invoice; and a task over the board.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../../server/test/support/scripted-sender.ts'
import { act, make, NEEDS_CHROMIUM, type Pages, settled, startPages } from './support/browser.ts'

const HOUR_MS = 3_600_000

describe('the work', NEEDS_CHROMIUM, () => {
  let pages: Pages
  let page: Page
  let project: { id: string }

  before(async () => {
    pages = await startPages()
    page = pages.page
    await pages.welcome()
    const customer = await make(pages, 'customers', { name: 'Moravia Glass' })
    project = await make(pages, 'projects', { title: 'Shop relaunch', customer_id: customer.id, hourly_rate: 80 })
    for (const title of ['Wireframes', 'Checkout', 'Launch']) {
      await make(pages, `projects/${project.id}/tasks`, { title, status: 'todo' })
    }
  })
  after(() => pages?.end())

  test('a quote is written, sent, approved, and becomes an invoice of the same total', async () => {
    await pages.open('/quotes')
    await page.keyboard.press('c')
    await page.getByRole('combobox', { name: 'Customer' }).fill('mora')
    await page.getByRole('option', { name: /Moravia/ }).click()
    await page.getByLabel('Name').fill('Concept')
    await page.getByLabel('Quantity').fill('3')
    await page.getByLabel('Price').fill('333.33')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByRole('heading', { level: 1, name: /^QUO-/ }).waitFor()
    await act(page, 'Mark as sent')
    await act(page, 'Mark as approved')
    await page.getByText('Approved', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Make an invoice' }).click()
    await page.getByRole('heading', { level: 1, name: /^INV-/ }).waitFor()
    assert.ok((await page.getByRole('definition').filter({ hasText: '$999.99' }).count()) > 0)
  })

  test('a timer is started and stopped in the header, its time is billed, and the invoice is sent', async () => {
    await pages.open('/')
    await page.getByRole('button', { name: 'Start timer', exact: true }).click()
    await page.getByRole('combobox', { name: 'Project' }).fill('shop')
    await page.getByRole('option', { name: /Shop relaunch/ }).click()
    await page.getByLabel('Task').selectOption({ label: await labelOf(page, 'Checkout') })
    await page.getByLabel('What you work on').fill('Payment form')
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByRole('link', { name: /Timer of.*0:00:0/ }).waitFor()
    // An hour and a half goes by.
    const { body } = await pages.api.call('GET', `/v1/projects/${project.id}/time-entries?company_id=${pages.company_id}`)
    const [entry] = body.data.time_entries
    const start_time = new Date(Date.now() - 1.5 * HOUR_MS).toISOString()
    await pages.api.call('PATCH', `/v1/projects/${project.id}/time-entries/${entry.id}?company_id=${pages.company_id}`, {
      start_time,
    })
    await pages.open(`/projects/${project.id}`)
    await page.getByRole('link', { name: /Timer of.*1:30:/ }).waitFor()
    await page.getByRole('button', { name: 'Bill the time' }).click()
    await page.getByText(/stop the timer first/).waitFor()
    await page.getByRole('button', { name: 'Stop the timer' }).click()
    await page.getByText(/stop the timer first/).waitFor({ state: 'detached' })

    await pages.open('/time?billing=open')
    await page
      .getByRole('row', { name: /Payment form/ })
      .getByText('1:30')
      .waitFor()
    await pages.open(`/projects/${project.id}`)
    await page.getByRole('button', { name: 'Bill the time' }).click()
    await page.getByRole('heading', { level: 1, name: /^INV-/ }).waitFor()
    assert.ok((await page.getByRole('definition').filter({ hasText: '$120.00' }).count()) > 0)
    await act(page, 'Mark as sent')
    await page.getByText('Sent', { exact: true }).first().waitFor()
    await pages.open('/time?billing=open')
    await page.getByRole('heading', { name: 'No time like this' }).waitFor()
    await pages.open('/')
    await page.getByRole('link', { name: 'Time entry updated' }).first().click()
    assert.equal(await page.getByRole('dialog').getByLabel('What was done').inputValue(), 'Payment form')
  })

  test('time that is worth nothing is billed only by who says so, and the way to a rate is shown', async () => {
    const customer = await make(pages, 'customers', { name: 'Other & Co' })
    const free = await make(pages, 'projects', { title: 'Favour', customer_id: customer.id })
    const time = { start_time: '2026-03-01T09:00:00Z', duration_minutes: 120 }
    await make(pages, `projects/${free.id}/time-entries`, time)
    await pages.open(`/projects/${free.id}`)
    const bill = page.getByRole('button', { name: 'Bill the time' })
    await bill.click()
    await page.getByText(/no hourly rate: the invoice would be \$0\.00/).waitFor()
    await page.getByRole('button', { name: 'Set a rate' }).click()
    await page.getByRole('dialog', { name: /Edit Favour/ }).waitFor()
    await page.keyboard.press('Escape')
    await bill.and(page.locator(':enabled')).click()
    await page.getByRole('button', { name: 'Bill it all the same' }).click()
    await page.getByRole('heading', { level: 1, name: /^INV-/ }).waitFor()
  })

  test('an invoice or a quote is found in its list, by its number and by its customer', async () => {
    for (const [kind, prefix] of [
      ['invoice', 'INV'],
      ['quote', 'QUO'],
    ] as const) {
      await pages.open(`/${kind}s`)
      await settled(page)
      const number = /\w+-\d+-\d+/.exec((await page.getByRole('row').nth(1).textContent()) ?? '')?.[0]
      assert.match(number ?? '', new RegExp(`^${prefix}-`))
      await page.keyboard.press('/')
      const field = page.getByRole('combobox', { name: `Find a${kind === 'invoice' ? 'n' : ''} ${kind}` })
      // As typed without the prefix and the leading zeros; Enter at once, before anything is found.
      await page.keyboard.type(number!.replace(/^\w+-/, '').replace(/-0+/, '-'))
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: number! }).waitFor()
      await page.goBack()
      await page.keyboard.press('/')
      await page.keyboard.type('morav')
      await page.getByRole('option', { name: `All ${kind}s of this customer` }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(/customer=cus_/)
      await page.getByRole('button', { name: 'Only Moravia Glass: show all' }).waitFor()
      await settled(page)
      assert.ok((await page.getByRole('row', { name: /Moravia/ }).count()) > 0)
      await field.fill('nobody at all')
      await page.getByText(`No ${kind} has this number`, { exact: false }).waitFor()
      await page.keyboard.press('Escape')
      assert.equal(await field.inputValue(), '')
    }
  })

  test('a card goes over the board by keyboard, keeps the focus, and is where it was put after a reload', async () => {
    await pages.open(`/tasks?view=board&project=${project.id}`)
    const column = (name: string) => page.getByRole('region', { name, exact: true })
    const card = (where: string) => column(where).getByRole('button', { name: /Wireframes/ })
    await card('Todo').focus()
    await page.keyboard.press('Shift+ArrowRight')
    await card('In progress').waitFor()
    assert.equal(await page.evaluate(() => document.activeElement?.textContent?.includes('Wireframes')), true)
    await page.keyboard.press('Shift+ArrowRight')
    await card('In review').waitFor()
    await page.getByText(/in review/).waitFor()
    await settled(page)
    await page.reload()
    await card('In review').waitFor()
    await card('In review').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByLabel('Status').waitFor()
    assert.equal(await page.getByRole('dialog').getByLabel('Status').inputValue(), 'in_review')
  })

  test('a card is dragged to another column', async () => {
    await pages.open(`/projects/${project.id}`)
    const launch = page.getByRole('button', { name: /Launch/ })
    await launch.dragTo(page.getByRole('region', { name: 'Completed', exact: true }))
    await page
      .getByRole('region', { name: 'Completed', exact: true })
      .getByRole('button', { name: /Launch/ })
      .waitFor()
    await page.getByText(/: completed/).waitFor()
  })

  describe('within a column of the board', () => {
    type Task = { title: string; status: 'todo' | 'in_progress' }
    let ordered: { id: string }
    const card = (title: string) => page.getByRole('button', { name: title })
    const path = () => `/v1/projects/${ordered.id}/tasks`
    const shows = (order: string) =>
      page.waitForFunction(
        (wanted) => [...document.querySelectorAll('[data-task]')].map((one) => one.textContent?.[0]).join('') === wanted,
        order,
      )
    const isStored = (order: string) =>
      until(`the order is ${order}`, async () => {
        const { body } = await pages.api.call('GET', `${path()}?company_id=${pages.company_id}`)
        const { todo = [], in_progress = [] } = Object.groupBy(body.data.tasks as Task[], ({ status }) => status)
        return [...todo, ...in_progress].map(({ title }) => title[0]).join('') === order
      })
    const isThereAfterReload = async (order: string) => {
      await isStored(order)
      await page.reload()
      await shows(order)
    }

    before(async () => {
      ordered = await make(pages, 'projects', { title: 'Order' })
      for (const title of ['Alpha', 'Bravo', 'Charlie', 'Delta']) {
        await make(pages, `projects/${ordered.id}/tasks`, { title, status: 'todo' })
      }
      await pages.open(`/projects/${ordered.id}`)
      await shows('ABCD')
    })

    test('a line shows where a dragged card would be, it is put there, and is there after a reload', async () => {
      const [alpha, charlie] = [await card('Alpha').boundingBox(), await card('Charlie').boundingBox()]
      assert.ok(alpha && charlie)
      const x = alpha.x + alpha.width / 2
      // The browser says where the mouse is once it is on the element that it has entered.
      const over = async (y: number) => {
        await page.mouse.move(x, y)
        await page.mouse.move(x + 1, y)
      }
      await page.mouse.move(x, alpha.y + alpha.height / 2)
      await page.mouse.down()
      await over(charlie.y + charlie.height - 5)
      await page.locator('[data-line=above]', { hasText: 'Delta' }).waitFor()
      // Over itself it would stay.
      await over(alpha.y + alpha.height - 5)
      await page.locator('[data-line]').waitFor({ state: 'detached' })
      await over(charlie.y + 5)
      await page.locator('[data-line=above]', { hasText: 'Charlie' }).waitFor()
      await page.mouse.up()
      await shows('BACD')
      assert.equal(await page.locator('[data-line]').count(), 0)
      await isThereAfterReload('BACD')
    })

    test('a card is dragged behind the last one, and to a place in another column', async () => {
      const column = page.getByRole('region', { name: 'Todo', exact: true })
      const { height } = (await column.boundingBox())!
      await card('Bravo').dragTo(column, { targetPosition: { x: 60, y: height - 5 } })
      await shows('ACDB')
      await isStored('ACDB')
      const doing = page.getByRole('region', { name: 'In progress', exact: true })
      await card('Alpha').dragTo(doing)
      await doing.getByRole('button', { name: 'Alpha' }).waitFor()
      const { width, height: of_card } = (await card('Alpha').boundingBox())!
      await card('Delta').dragTo(card('Alpha'), { targetPosition: { x: width / 2, y: 5 } })
      await shows('CBDA')
      await card('Charlie').dragTo(card('Delta'), { targetPosition: { x: width / 2, y: of_card - 5 } })
      await shows('BDCA')
      await isThereAfterReload('BDCA')
    })

    test('a card goes up and down by keyboard, keeps the focus, its place is said, and it is there after a reload', async () => {
      await card('Alpha').focus()
      await page.keyboard.press('Shift+ArrowUp')
      await shows('BDAC')
      await page
        .getByRole('status')
        .filter({ hasText: /In progress, place 2 of 3/ })
        .waitFor()
      await page.keyboard.press('Alt+ArrowUp')
      await shows('BADC')
      // At the top there is nowhere to go.
      await page.keyboard.press('Alt+ArrowUp')
      await isThereAfterReload('BADC')
    })

    test('a card that goes back and forth faster than the service answers ends where it was put last', async () => {
      const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
      await page.route('**/move?*', async (route) => {
        await answered
        await route.continue()
      })
      await card('Alpha').focus()
      for (const key of ['Down', 'Down', 'Up', 'Left']) await page.keyboard.press(`Shift+Arrow${key}`)
      await page.getByRole('region', { name: 'Todo', exact: true }).getByRole('button', { name: 'Alpha' }).waitFor()
      await page.keyboard.press('Shift+ArrowRight')
      await shows('BDAC')
      assert.equal(await page.evaluate(() => document.activeElement?.textContent?.startsWith('Alpha')), true)
      answer()
      await page.getByText(/: in progress/).waitFor()
      await page.unroute('**/move?*')
      await isThereAfterReload('BDAC')
    })

    test('a move that is refused is taken back with a sentence, and the board shows what the service has', async () => {
      const answer = await pages.api.call('GET', `${path()}?company_id=${pages.company_id}&search=Charlie`)
      await pages.api.call('DELETE', `${path()}/${answer.body.data.tasks[0].id}?company_id=${pages.company_id}`)
      await card('Alpha').focus()
      await page.keyboard.press('Shift+ArrowDown')
      await page.getByText(/is back: the card beside it was moved meanwhile/).waitFor()
      await shows('BDA')
      assert.equal(await page.evaluate(() => document.activeElement?.textContent?.startsWith('Alpha')), true)
    })

    test('the board of all projects has no order of its own, and says so', async () => {
      await pages.open('/tasks?view=board')
      await card('Delta').focus()
      await page.keyboard.press('Shift+ArrowDown')
      await page.getByText(/Choose one project to put them in order/).waitFor()
    })
  })

  test('the tasks of all projects are narrowed, sorted and opened, and the address tells it', async () => {
    await pages.open('/tasks')
    await page.getByRole('button', { name: 'New task' }).click()
    await page.getByRole('dialog').getByRole('combobox', { name: 'Project' }).fill('shop')
    await page
      .getByRole('dialog')
      .getByRole('option', { name: /Shop relaunch/ })
      .click()
    await page.getByLabel('Title').fill('Newsletter')
    await page.getByRole('dialog').getByLabel('Priority').selectOption('urgent')
    await page.getByRole('button', { name: 'Add task' }).click()
    await page.getByRole('row', { name: /Newsletter/ }).waitFor()
    await page.getByRole('button', { name: 'Priority', exact: true }).click()
    await page.getByRole('button', { name: 'Priority', exact: true }).click()
    await page.getByRole('columnheader', { name: 'Priority' }).and(page.locator('[aria-sort=descending]')).waitFor()
    await settled(page)
    assert.match((await page.getByRole('row').nth(1).textContent()) ?? '', /Newsletter/)
    await page.getByLabel('Search tasks').fill('check')
    await page.waitForURL(/q=check/)
    await page.getByRole('row', { name: /Newsletter/ }).waitFor({ state: 'detached' })
    await page
      .getByRole('row', { name: /Checkout/ })
      .getByRole('button')
      .click()
    await page.reload()
    assert.equal(await page.getByRole('dialog').getByLabel('Title').inputValue(), 'Checkout')
  })

  test('the settings of the company are saved; a logo is shown and removed; a module is switched off', async () => {
    await pages.open('/settings/company')
    const name = page.getByLabel('Name', { exact: true })
    await page.getByLabel('VAT number').fill('DE1')
    await page.reload()
    await page.getByText('This is what you had typed before.').waitFor()
    assert.equal(await page.getByLabel('VAT number').inputValue(), 'DE1')
    await page.getByRole('button', { name: 'Throw it away' }).click()
    assert.equal(await page.getByLabel('VAT number').inputValue(), '')
    await page.getByLabel('Legal name').fill('Moreno Studio GmbH')
    await pages.go('/')
    await pages.go('/settings/company')
    assert.equal(await page.getByLabel('Legal name').inputValue(), 'Moreno Studio GmbH')
    await page.getByLabel('Payment details').fill('IBAN DE89 3704 0044 0532 0130 00')
    // A fault that is out of sight is scrolled to, below the header.
    const right = await name.inputValue()
    const prefix = page.getByLabel('Prefix of quotes')
    await name.fill('')
    await prefix.fill('')
    await page.setViewportSize({ width: 1280, height: 400 })
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Name may not be empty').waitFor()
    await page.getByText('Prefix of quotes may not be empty').waitFor()
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'name')
    assert.ok((await name.boundingBox())!.y > 56)
    await page.setViewportSize({ width: 1280, height: 900 })
    await name.fill(right)
    await prefix.fill('QUO')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved').waitFor()
    // What somebody else has changed meanwhile is not wiped out unasked; what was not touched is not saved at all.
    await page.getByLabel('VAT number').fill('Mine')
    await page.evaluate(
      (id) =>
        fetch(`/dashboard/api/companies/${id}`, {
          method: 'PATCH',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ legal_vat: 'Theirs' }),
        }),
      pages.company_id,
    )
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(/was changed meanwhile/).waitFor()
    await page.getByRole('button', { name: 'Load the newer version' }).click()
    assert.equal(await page.getByLabel('VAT number').inputValue(), 'Theirs')
    await page.getByLabel('File of the logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PIXEL })
    await page.getByText('The logo is saved').waitFor()
    await page.getByRole('checkbox', { name: /Projects/ }).click()
    await page.getByText(/: off/).waitFor()
    await page.reload()
    assert.equal(await page.getByLabel('Legal name').inputValue(), 'Moreno Studio GmbH')
    assert.equal(await page.getByRole('checkbox', { name: /Projects/ }).isChecked(), false)
    const logo = page.getByRole('img', { name: /^The logo of/ })
    assert.equal(await logo.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)), 1)
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('None yet').waitFor()
  })

  test('the policy of the pages refused nothing, and no page threw', () => {
    assert.deepEqual(pages.complaints, [])
  })
})

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** The whole text of the choice that names `title`. */
async function labelOf(page: Page, title: string): Promise<string> {
  const option = page.locator('option', { hasText: title })
  await option.waitFor({ state: 'attached' })
  return (await option.textContent()) ?? ''
}
