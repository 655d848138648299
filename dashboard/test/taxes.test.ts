// Tax on the pages: what was set over the API is kept, and what is typed is what the server computes.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { make, NEEDS_CHROMIUM, type Pages, startPages } from './support/browser.ts'

describe('tax', NEEDS_CHROMIUM, () => {
  let pages: Pages
  let page: Page
  let customer: { id: string }

  before(async () => {
    pages = await startPages()
    page = pages.page
    await pages.welcome()
    customer = await make(pages, 'customers', { name: 'Lindqvist & Sons AB' })
  })
  after(() => pages?.end())

  const read = async (path: string) => (await pages.api.call('GET', `/v1/${path}?company_id=${pages.company_id}`)).body.data
  const save = async () => {
    await page.getByRole('button', { name: /^Save/ }).click()
    await page.getByRole('heading', { level: 1, name: /^(INV|QUO)-/ }).waitFor()
    return read(new URL(page.url()).pathname.split('/').slice(2).join('/'))
  }

  const MIXED = {
    tax_rate: 19,
    tax_exemption_reasons: { exempt: '§ 4 Nr. 10 UStG' },
    discount_type: 'fixed',
    discount_value: 8.4,
    items: [
      { name: 'Work', unit_price: 100 },
      { name: 'Book', unit_price: 100, discount_percent: 50, tax_rate: 7 },
      { name: 'Insurance', unit_price: 18, tax_category: 'exempt' },
    ],
  }

  for (const kind of ['invoices', 'quotes']) {
    test(`${kind}: saving the form loses nothing that was set over the API`, async () => {
      const made = await make(pages, kind, { ...MIXED, customer_id: customer.id })
      const stored = await read(`${kind}/${made.id}`)
      await pages.open(`/${kind}/${made.id}/edit`)
      await page.getByLabel('Description').first().fill('Concept')
      const saved = await save()
      const bare = ({ items, updated_at, ...rest }: Record<string, unknown> & { items: Record<string, unknown>[] }) => ({
        ...rest,
        items: items.map(({ id, description, ...item }) => item),
      })
      assert.deepEqual(bare(saved), bare(stored))
      assert.equal(saved.items[0].description, 'Concept')
    })
  }

  test('figures that were set by hand stay when only a note changes', async () => {
    const made = await make(pages, 'invoices', { ...MIXED, customer_id: customer.id })
    const path = `/v1/invoices/${made.id}?company_id=${pages.company_id}`
    assert.equal((await pages.api.call('PATCH', path, { total: 500 })).status, 200)
    await pages.open(`/invoices/${made.id}/edit`)
    await page.getByLabel('Notes').fill('As agreed')
    const saved = await save()
    assert.deepEqual([saved.total, saved.notes], [500, 'As agreed'])
  })

  test('lines of several rates: the live breakdown is the one that the server stores', async () => {
    await pages.open(`/invoices/new?customer=${customer.id}`)
    await page.getByLabel('Name').fill('Work')
    await page.getByLabel('Price').fill('100')
    await page.getByLabel('Tax rate, per cent').fill('19')
    assert.equal(await page.getByLabel('Tax, per cent').count(), 0)
    await page.getByRole('button', { name: 'Discount or tax by line' }).click()
    await page.getByRole('button', { name: 'Add a line' }).click()
    await page.getByLabel('Name').nth(1).fill('Book')
    await page.getByLabel('Price').nth(1).fill('100')
    await page.getByLabel('Discount, per cent').nth(1).fill('50')
    await page.getByLabel('Tax, per cent').nth(1).fill('7')
    // An own tax is never hidden.
    assert.equal(await page.getByRole('button', { name: /tax (by line|as the document)/ }).count(), 0)
    await page.getByRole('button', { name: 'Add a line' }).click()
    await page.getByLabel('Name').nth(2).fill('Insurance')
    await page.getByLabel('Price').nth(2).fill('18')
    await page.getByLabel('Tax category of the line').nth(2).selectOption('Exempt')
    await page.getByLabel('Reason: exempt').fill('§ 4 Nr. 10 UStG')
    await page.getByText('Tax 19 % of $100.00').waitFor()
    await page.getByText('Tax 7 % of $50.00').waitFor()
    await page.getByText('Exempt of $18.00').waitFor()
    const live = await page.locator('form dl dd').allTextContents()
    assert.deepEqual(live, ['$168.00', '$0.00', '$19.00', '$3.50', '$0.00', '$190.50'])
    const saved = await save()
    assert.deepEqual(
      saved.tax_breakdown.map((group: Record<string, unknown>) => Object.values(group)),
      [
        ['standard', 19, 100, 19],
        ['standard', 7, 50, 3.5],
        ['exempt', 0, 18, 0],
      ],
    )
    assert.deepEqual([saved.total, saved.tax_exemption_reasons], [190.5, { exempt: '§ 4 Nr. 10 UStG' }])
    await page.getByRole('button', { name: 'Lines' }).click()
    await page.getByText('Tax 7 % of $50.00').waitFor()
    await page.getByText('Discount 50 % · Tax 7 %').waitFor()
  })

  test('a fault of the tax of a line stands at its field', async () => {
    await pages.open(`/invoices/new?customer=${customer.id}`)
    await page.getByLabel('Name').fill('Work')
    await page.getByLabel('Price').fill('100')
    await page.getByRole('button', { name: 'Discount or tax by line' }).click()
    await page.getByLabel('Tax, per cent').fill('1.000')
    await page.getByText('Write 1000 or 1.00').waitFor()
    await page.getByLabel('Tax, per cent').fill('')
    await page.getByLabel('Tax category of the line').selectOption('Taxed')
    const faulty = page.locator('[aria-invalid=true]')
    assert.equal(await faulty.getAttribute('name'), 'items[0].tax_rate')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'items[0].tax_rate')
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  test('a customer with a tax category: new documents have it with the rate 0, until another is chosen', async () => {
    await pages.open(`/customers/${customer.id}?dialog=edit`)
    await page.getByText('More details').click()
    await page.getByLabel('Tax category').selectOption('Reverse charge')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal((await read(`customers/${customer.id}`)).default_tax_category, 'reverse_charge')
    await pages.open(`/quotes/new?customer=${customer.id}`)
    await page.waitForFunction(
      () => document.querySelector<HTMLSelectElement>('select[name=tax_category]')?.value === 'reverse_charge',
    )
    const rate = page.getByLabel('Tax rate, per cent')
    assert.deepEqual([await rate.inputValue(), await rate.isDisabled()], ['0', true])
    await page.getByLabel('Name').fill('Work')
    await page.getByLabel('Price').fill('100')
    const saved = await save()
    assert.deepEqual([saved.tax_rate, saved.tax_category, saved.total], [0, 'reverse_charge', 100])
  })

  test('the policy of the pages refused nothing, and no page threw', () => {
    assert.deepEqual(pages.complaints, [])
  })
})
