// What a person who types in a hurry, twice, or in two tabs at once must never lose or send unmeant.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { act, make, NEEDS_CHROMIUM, type Pages, startPages } from './support/browser.ts'
import { countOf, everyForm, type MakingForm } from './support/every-form.ts'

describe('the forms', NEEDS_CHROMIUM, () => {
  let pages: Pages
  let page: Page
  let customer: { id: string }

  before(async () => {
    pages = await startPages()
    page = pages.page
    await pages.welcome()
    customer = await make(pages, 'customers', { name: 'Moravia Glass' })
  })
  after(() => pages?.end())

  const read = async (path: string) => (await pages.api.call('GET', `/v1/${path}?company_id=${pages.company_id}`)).body.data
  const change = (path: string, body: object) => pages.api.call('PATCH', `/v1/${path}?company_id=${pages.company_id}`, body)
  const draft = (unit_price: number, quantity = 1) =>
    make(pages, 'invoices', { customer_id: customer.id, items: [{ name: 'Design', unit_price, quantity }] })

  test('a first invoice: an unknown customer is added from it, a doubtful price is refused, Enter saves nothing', async () => {
    await pages.open('/invoices/new')
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('role')), 'combobox')
    const combobox = page.getByRole('combobox', { name: 'Customer' })
    await combobox.fill('Lindqvist & Sons')
    await page.getByRole('option', { name: 'Add “Lindqvist & Sons”' }).waitFor()
    // Going on without choosing erases nothing.
    await page.keyboard.press('Tab')
    assert.equal(await combobox.inputValue(), 'Lindqvist & Sons')
    await page.keyboard.press('Control+Enter')
    await page.getByText('“Lindqvist & Sons” is not a customer yet').waitFor()
    // It is added from the fault and from the list; Enter and Ctrl Enter save the customer, and not the invoice behind.
    const dialog = page.getByRole('dialog', { name: 'New customer' })
    await page.getByRole('button', { name: 'Add “Lindqvist & Sons”' }).click()
    assert.equal(await dialog.getByLabel('Name', { exact: true }).inputValue(), 'Lindqvist & Sons')
    await dialog.getByLabel('City').press('Enter')
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await combobox.inputValue(), 'Lindqvist & Sons')
    await combobox.fill('Lindqvist')
    await page.getByRole('option', { name: 'Add “Lindqvist”' }).click()
    await dialog.getByLabel('City').press('Control+Enter')
    await dialog.waitFor({ state: 'detached' })
    const reads = (name: string) =>
      page.waitForFunction((one) => document.querySelector<HTMLInputElement>('[role=combobox]')?.value === one, name)
    await reads('Lindqvist')
    // A whole name that somebody has is that customer, however the list was left.
    await combobox.fill('moravia glass')
    await page.keyboard.press('Tab')
    await reads('Moravia Glass')
    assert.equal(new URL(page.url()).pathname.endsWith('/invoices/new'), true)
    await page.getByLabel('Name').fill('Website')
    await page.getByLabel('Price').fill('2.500')
    await page.getByText('Write 2500 or 2.50').waitFor()
    await page.getByLabel('Price').fill('2,500.00')
    await page.getByLabel('Price').press('Enter')
    await page.getByLabel('Due date').fill('2020-01-01')
    await page.getByText('It is due before the day of its issue.').waitFor()
    assert.equal(new URL(page.url()).pathname.endsWith('/invoices/new'), true)
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { level: 1, name: /^INV-/ }).waitFor()
    assert.ok((await page.getByRole('definition').filter({ hasText: '$2,500.00' }).count()) > 0)
  })

  test('a payment of 1.000 is no payment of one', async () => {
    const invoice = await draft(1413.13)
    await change(`invoices/${invoice.id}`, { status: 'sent' })
    await pages.open(`/invoices/${invoice.id}?dialog=payment`)
    const amount = page.getByLabel('Amount in USD')
    await amount.fill('1.000')
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await page.getByText('Write 1000 or 1.00').waitFor()
    // Escape asks: something was typed.
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep typing' }).click()
    await amount.fill('-5')
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await page.getByText('A payment is more than 0').waitFor()
    await page.getByLabel('Paid on').fill('2099-01-01')
    await page.getByText('This day is yet to come.').waitFor()
    await page.getByLabel('Paid on').fill('2026-01-01')
    await amount.fill('1,413.13')
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await page.getByText('Paid', { exact: true }).first().waitFor()
    // Only drafts are deleted.
    await page.getByRole('button', { name: 'More actions' }).and(page.locator(':enabled')).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor()
    assert.equal(await page.getByRole('menuitem', { name: 'Delete…' }).count(), 0)
    await page.keyboard.press('Escape')
  })

  test('the later of two saves wipes nothing out: it says so, and what was typed is kept', async () => {
    const invoice = await draft(300)
    await pages.open(`/invoices/${invoice.id}/edit`)
    await page.getByLabel('Notes').fill('Mine')
    await change(`invoices/${invoice.id}`, { items: [{ name: 'Design', unit_price: 450 }] })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(/was changed meanwhile/).waitFor()
    assert.equal(await page.getByLabel('Notes').inputValue(), 'Mine')
    assert.equal((await read(`invoices/${invoice.id}`)).total, 450)
    await page.getByRole('button', { name: 'Load the newer version' }).click()
    assert.equal(await page.getByLabel('Price').inputValue(), '450.00')
    await page.getByLabel('Notes').fill('Mine again')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: /^INV-/ }).waitFor()
    const saved = await read(`invoices/${invoice.id}`)
    assert.deepEqual([saved.total, saved.notes], [450, 'Mine again'])

    await pages.open(`/customers/${customer.id}?dialog=edit`)
    await page.getByLabel('City').fill('Brno')
    await change(`customers/${customer.id}`, { city: 'Praha' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(/was changed meanwhile/).waitFor()
    assert.equal((await read(`customers/${customer.id}`)).city, 'Praha')
    await page.getByRole('button', { name: 'Keep what I typed' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal((await read(`customers/${customer.id}`)).city, 'Brno')
  })

  test('so it is in every form: nobody saves over what was saved after theirs was opened, unless they say so', async () => {
    const item = { name: 'Concept', unit_price: 120 }
    const quote = await make(pages, 'quotes', { customer_id: customer.id, items: [item], notes: 'First' })
    const project = await make(pages, 'projects', { title: 'Shop', customer_id: customer.id, description: 'First' })
    const task = await make(pages, `projects/${project.id}/tasks`, { title: 'Checkout', description: 'First' })
    const time = await make(pages, `projects/${project.id}/time-entries`, {
      description: 'First',
      start_time: '2026-03-01T09:00:00Z',
      duration_minutes: 90,
    })
    for (const [address, path, label, field] of [
      [`/quotes/${quote.id}/edit`, `quotes/${quote.id}`, 'Notes', 'notes'],
      [`/projects/${project.id}?dialog=edit`, `projects/${project.id}`, 'Description', 'description'],
      [`/tasks?open=${task.id}&of=${project.id}`, `projects/${project.id}/tasks/${task.id}`, 'Description', 'description'],
      [
        `/time?open=${time.id}&of=${project.id}`,
        `projects/${project.id}/time-entries/${time.id}`,
        'What was done',
        'description',
      ],
    ] as const) {
      await pages.open(address)
      const typed = page.getByLabel(label, { exact: true })
      const save = page.getByRole('button', { name: 'Save', exact: true })
      await typed.fill('Mine')
      await change(path, { [field]: 'Of somebody else' })
      await save.click()
      await page.getByText(/was changed meanwhile/).waitFor()
      assert.equal((await read(path))[field], 'Of somebody else', address)
      assert.equal(await typed.inputValue(), 'Mine', address)
      await page.getByRole('button', { name: 'Load the newer version' }).click()
      assert.equal(await typed.inputValue(), 'Of somebody else', address)
      await typed.fill('Mine after all')
      await change(path, { [field]: 'Of somebody else again' })
      await save.click()
      await page.getByRole('button', { name: 'Keep what I typed' }).click()
      await save.click()
      await save.waitFor({ state: 'detached' })
      assert.equal((await read(path))[field], 'Mine after all', address)
    }
  })

  test('what is rarely meant is said while it is typed: a project due before it begins, time of more than a day', async () => {
    await pages.open('/projects?dialog=new')
    await page.getByLabel('Begins').fill('2026-03-02')
    await page.getByLabel('Due date').fill('2026-03-01')
    await page.getByText('It is due before it begins.').waitFor()
    await page.getByLabel('Due date').fill('2026-03-02')
    await page.getByText('It is due before it begins.').waitFor({ state: 'detached' })
    await pages.open('/time')
    await page.keyboard.press('c')
    await page.getByLabel('Duration').fill('25:00')
    await page.getByText('That is more than a day.').waitFor()
    await page.getByLabel('Duration').fill('24:00')
    await page.getByText('That is more than a day.').waitFor({ state: 'detached' })
  })

  test('an invoice that was sent meanwhile is shown as it is, not as it was typed', async () => {
    const invoice = await draft(3.6)
    await pages.open(`/invoices/${invoice.id}/edit`)
    await page.getByLabel('Price').fill('300')
    await change(`invoices/${invoice.id}`, { status: 'sent' })
    await page.reload()
    await page.getByText(/What you had typed before is not in it: line items/).waitFor()
    assert.equal(await page.getByLabel('Price').inputValue(), '3.60')
    assert.equal(await page.locator('dl dd').last().textContent(), '$3.60')
  })

  test('a form takes what is typed right after its key, before it is drawn; Escape at once closes it, and the focus is where it was', async () => {
    await pages.open('/customers')
    await page.getByRole('link', { name: /Moravia/ }).focus()
    // The frame after which the form is drawn does not come: all that follows is there before it.
    await page.evaluate(() => {
      globalThis.requestAnimationFrame = () => 0
    })
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await page.keyboard.press('c')
    await page.getByRole('dialog', { name: 'New customer' }).waitFor()
    assert.equal(await page.locator('dialog form').count(), 0)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.match((await focused()) ?? '', /Moravia/)
    await page.keyboard.press('c')
    await page.keyboard.type('Lindqvist')
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Lindqvist')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.match((await focused()) ?? '', /Moravia/)
  })

  test('Back asks before it throws away what was typed into a dialog, and at the second time leads back', async () => {
    await pages.open('/projects')
    await page.getByRole('link', { name: 'Customers' }).click()
    await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
    const goBack = () => page.evaluate(() => history.back())
    const dialog = page.getByRole('dialog', { name: 'New customer' })
    await page.keyboard.press('c')
    await dialog.waitFor()
    // Where nothing was typed there is nothing to ask.
    await goBack()
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('c')
    await dialog.getByLabel('Name', { exact: true }).fill('Lindqvist')
    await goBack()
    await dialog.getByText('What you typed is not saved.').waitFor()
    assert.match(page.url(), /customers\?dialog=new$/)
    await dialog.getByRole('button', { name: 'Keep typing' }).click()
    assert.equal(await dialog.getByLabel('Name', { exact: true }).inputValue(), 'Lindqvist')
    await goBack()
    await dialog.getByText('What you typed is not saved.').waitFor()
    await goBack()
    await dialog.waitFor({ state: 'detached' })
    assert.match(page.url(), /customers$/)
    // What the form itself leads to asks nothing.
    await page.keyboard.press('c')
    await dialog.getByLabel('Name', { exact: true }).fill('Lindqvist')
    await dialog.getByRole('button', { name: 'Add customer' }).click()
    await page.getByRole('heading', { level: 1, name: 'Lindqvist' }).waitFor()
  })

  test('what was typed for one customer, or in one tab, is not shown for another', async () => {
    const other = await make(pages, 'customers', { name: 'Other & Co' })
    await pages.open(`/invoices/new?customer=${customer.id}`)
    await page.getByLabel('Name').fill('For Moravia')
    await pages.open(`/invoices/new?customer=${other.id}`)
    assert.equal(await page.getByLabel('Name').inputValue(), '')
    await page.getByLabel('Name').fill('For the other')
    const second = await pages.context.newPage()
    await second.goto(page.url())
    await second.getByLabel('Name').fill('In the second tab')
    await page.reload()
    assert.equal(await page.getByLabel('Name').inputValue(), 'For the other')
    await second.close()
  })

  test('a double click takes one step, on the page and on the next one', async () => {
    const quote = await make(pages, 'quotes', { customer_id: customer.id, items: [{ name: 'Design', unit_price: 100 }] })
    await pages.open(`/quotes/${quote.id}`)
    const twice = async (one: Locator) => {
      const box = (await one.boundingBox())!
      for (const wait_ms of [0, 250, 250]) {
        await page.waitForTimeout(wait_ms)
        await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
      }
    }
    const menu = page.getByRole('button', { name: 'More actions' }).and(page.locator(':enabled'))
    await menu.click()
    await twice(page.getByRole('menuitem', { name: 'Mark as sent' }))
    await page.getByText('Sent', { exact: true }).first().waitFor()
    await menu.waitFor()
    assert.equal((await read(`quotes/${quote.id}`)).status, 'sent')
    await twice(page.getByRole('button', { name: 'Make an invoice' }))
    await page.getByRole('heading', { level: 1, name: /^INV-/ }).waitFor()
    await menu.waitFor()
    const { invoice_id } = await read(`quotes/${quote.id}`)
    assert.equal((await read(`invoices/${invoice_id}`)).status, 'draft')
    await act(page, 'Mark as sent')
    await page
      .getByText(/INV-\S+ is sent/)
      .getByRole('button', { name: 'Undo' })
      .click()
    await page.getByText('Draft', { exact: true }).first().waitFor()
  })

  describe('every form that makes something', { timeout: 240_000 }, () => {
    let forms: MakingForm[]
    /** Changes are answered late, as on a slow line; a `lost` one arrives, and its answer does not. */
    const slowly = async (lost = 0) => {
      let left = lost
      await page.route('**/dashboard/api/**', async (route) => {
        // A preview makes nothing.
        if (route.request().method() !== 'POST' || /preview\?/.test(route.request().url())) return route.continue()
        if (left-- > 0) {
          await route.fetch()
          return route.abort()
        }
        await new Promise((resolve) => setTimeout(resolve, 100))
        return route.continue()
      })
    }
    const open = async (form: MakingForm) => {
      // Another page first: what is made goes on to other pages, and a form that is opened again is another one.
      await pages.go('/tasks')
      await pages.go(form.path)
      await form.fill(page)
    }
    const isDone = (form: MakingForm) =>
      page.getByRole('button', { name: form.button, exact: true }).waitFor({ state: 'detached' })
    /** What is shown once asks before it goes. */
    const leave = async () => {
      const kept = page.getByRole('button', { name: /^I have kept it/ })
      if (await kept.count()) await kept.click()
    }

    before(async () => {
      const invoice = await draft(10, 100)
      await change(`invoices/${invoice.id}`, { status: 'sent' })
      const paid = await draft(1000)
      await change(`invoices/${paid.id}`, { status: 'paid' })
      const credit_note = await make(pages, 'credit-notes', { invoice_id: paid.id })
      const project = await make(pages, 'projects', { title: 'Once', customer_id: customer.id, hourly_rate: 10 })
      forms = everyForm({
        customer: customer.id,
        invoice: invoice.id,
        credit_note: credit_note.id,
        project: project.id,
      })
    })
    // A company that is made is gone to.
    beforeEach(() => pages.open('/tasks'))
    afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }))

    for (const [way, send] of [
      [
        'a double click',
        async (form: MakingForm) =>
          page.getByRole('button', { name: form.button, exact: true }).dblclick({ timeout: 5_000, force: true }),
      ],
      [
        'Enter twice',
        async (form: MakingForm) => {
          for (const key of [form.keys ?? 'Enter', form.keys ?? 'Enter']) await page.keyboard.press(key)
        },
      ],
    ] as const) {
      test(`${way} on a slow line makes one, and a form that is opened again makes another`, async () => {
        await slowly()
        for (const form of forms) {
          const before_it = await countOf(pages, form)
          await open(form)
          await send(form)
          await isDone(form)
          assert.equal(await countOf(pages, form), before_it + 1, form.name)
          await leave()
        }
      })
    }

    test('an answer that was lost is asked for again, and gives what was made', async () => {
      for (const form of forms) {
        const before_it = await countOf(pages, form)
        await slowly(1)
        await open(form)
        const button = page.getByRole('button', { name: form.button, exact: true })
        await button.click()
        await page.getByText('The service can not be reached').waitFor()
        await button.click()
        await isDone(form)
        assert.equal(await countOf(pages, form), before_it + 1, form.name)
        await leave()
        await page.unrouteAll({ behavior: 'ignoreErrors' })
      }
    })

    test('a form that was refused goes through once it is corrected', async () => {
      await pages.go('/customers?dialog=new')
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Add customer' }).click()
      await dialog.locator('[aria-invalid=true]').first().waitFor()
      await dialog.getByLabel('Name', { exact: true }).fill('Corrected')
      await dialog.getByRole('button', { name: 'Add customer' }).click()
      await page.getByRole('heading', { level: 1, name: 'Corrected' }).waitFor()
    })
  })

  test('the policy of the pages refused nothing, and no page threw', () => {
    assert.deepEqual(pages.complaints, [])
  })
})
