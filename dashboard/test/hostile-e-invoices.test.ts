// Files of strangers on the page that checks e-invoices, with hostile texts in every field: nothing runs, nothing is loaded from elsewhere,
// nothing is wider than the page, and no text turns those beside it around.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SemanticInvoice } from '../../server/src/billing/e-invoices/model.ts'
import { writeUbl } from '../../server/src/billing/e-invoices/ubl.ts'
import { validInvoice } from '../../server/test/support/valid-e-invoice.ts'
import { NEEDS_CHROMIUM, type Pages, startPages } from './support/browser.ts'
import { HOSTILE_STRINGS } from './support/hostile-strings.ts'
import { NOTHING, type Watch, watch } from './support/watch.ts'

/** As much as 5 MB hold. */
const LONGEST_WORD = 4_900_000
const MOST_LINES = 2_000
/** Leaves of the model that are numbers, days, or codes of a currency. */
const IS_FIGURE = /^-?[\d.]+$|^\d{4}-\d\d-\d\d$|^EUR$/

describe('hostile e-invoices', NEEDS_CHROMIUM, () => {
  let pages: Pages
  let seen: Watch

  before(async () => {
    pages = await startPages()
    seen = await watch(pages)
    await pages.welcome()
    await pages.open('/e-invoices')
  })
  after(() => pages?.end())

  const check = async (name: string, invoice: SemanticInvoice) => {
    const { page } = pages
    const buffer = Buffer.from(writeUbl(invoice))
    await page.getByLabel('File of the e-invoice').setInputFiles({ name, mimeType: 'text/xml', buffer })
    await page.getByRole('region', { name: 'Verdict' }).getByText(name).waitFor()
  }

  for (const width of [1280, 360]) {
    test(`are no wider than a window of ${width} px, and stay texts`, async () => {
      const { page } = pages
      await page.setViewportSize({ width, height: 900 })
      for (const [index, text] of HOSTILE_STRINGS.entries()) {
        for (const is_whole of [false, true]) {
          await check(`${index}-${is_whole}.xml`, withText(text, is_whole))
          assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), text.slice(0, 80))
          const links = await page.locator('#content a').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
          assert.ok(
            links.every((href) => href?.startsWith('/')),
            links.join(),
          )
        }
      }
      assert.deepEqual(seen, NOTHING)
      assert.deepEqual(pages.complaints, [])
    })
  }

  test('are shown when they are as large as a file may be: one word, or line upon line', { timeout: 60_000 }, async () => {
    const invoice = validInvoice('core')
    const [line] = invoice.lines
    await check('word.xml', { ...invoice, notes: [{ text: 'W'.repeat(LONGEST_WORD) }] })
    const lines = Array.from({ length: MOST_LINES }, (_, index) => ({ ...line!, id: String(index) }))
    await check('lines.xml', { ...invoice, lines })
  })

  test('do not turn the account, the price or the amount beside a text around', async () => {
    const { page } = pages
    const turned = '\u202EabcDEF'
    const invoice = JSON.parse(JSON.stringify(validInvoice('core')), (key, value) =>
      ['account_name', 'unit', 'reason'].includes(key) ? turned : value,
    )
    await check('turned.xml', invoice)
    for (const text of ['DE02120300000000202051', '€10.00', '-€5.00']) {
      const [first, last] = await page.getByRole('article').evaluate((paper, wanted) => {
        const texts = document.createTreeWalker(paper, NodeFilter.SHOW_TEXT)
        while (texts.nextNode()) {
          const node = texts.currentNode
          const at = node.textContent!.indexOf(wanted)
          if (at < 0 || !node.parentElement!.closest('dd, .figures')) continue
          const placeOf = (offset: number) => {
            const range = document.createRange()
            range.setStart(node, offset)
            range.setEnd(node, offset + 1)
            return range.getBoundingClientRect().left
          }
          return [placeOf(at), placeOf(at + wanted.length - 1)]
        }
        return []
      }, text)
      assert.ok(first! < last!, `${text} begins at ${first}, and ends at ${last}`)
    }
  })
})

/** A valid invoice with a text in place of all texts and codes of it, or of the figures too. */
function withText(text: string, is_whole: boolean): SemanticInvoice {
  const { specification_id, process_id } = validInvoice('xrechnung')
  const replaced = JSON.parse(JSON.stringify(validInvoice('xrechnung')), (_, value) =>
    typeof value === 'string' && (is_whole || !IS_FIGURE.test(value)) ? text : value,
  )
  return { ...replaced, specification_id, process_id }
}
