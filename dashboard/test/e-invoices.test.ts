// E-invoices on the pages: what is missing leads to its field, files are given out, and those of others are shown with their verdict.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type RunningMailServer, readMail, startMailServer } from '../../server/test/support/mail-server.ts'
import { until } from '../../server/test/support/scripted-sender.ts'
import { act, make, NEEDS_CHROMIUM, type Pages, settled, startPages } from './support/browser.ts'

describe('e-invoices', NEEDS_CHROMIUM, () => {
  let pages: Pages
  let page: Page
  let customer: { id: string }
  let invoice: { id: string }
  /** An issued one that is no XRechnung. */
  let bad: { id: string }
  let note: { id: string }
  let mail: RunningMailServer
  let factur_x: Buffer
  let xml: string

  before(async () => {
    mail = await startMailServer({ has_no_tls: true })
    pages = await startPages({ QUOIN_SMTP_URL: mail.url, QUOIN_MAIL_FROM: 'billing@muster.example' })
    page = pages.page
    await pages.welcome()
    customer = await make(pages, 'customers', {
      name: 'Muster GmbH',
      contact_email: 'books@muster.example',
      country: 'DE',
      zipcode: '10115',
      legal_vat: 'DE123456789',
      electronic_address: 'rechnung@muster.example',
      electronic_address_scheme: 'EM',
    })
    invoice = await make(pages, 'invoices', {
      customer_id: customer.id,
      tax_rate: 19,
      currency: 'EUR',
      items: [{ name: 'Concept', quantity: 12.5, unit: 'h', unit_price: 80 }],
    })
  })
  after(async () => {
    await pages?.end()
    await mail?.stop()
  })

  const patch = async (path: string, body: object) => {
    const answer = await pages.api.call('PATCH', `/v1/${path}?company_id=${pages.company_id}`, body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  }
  const panel = () => page.getByRole('region', { name: 'E-invoice', exact: true })
  /** Downloads an e-invoice from the menu beside the PDF. */
  const download = async (name: string) => {
    await page.getByRole('button', { name: 'Download as an e-invoice' }).click()
    const begun = page.waitForEvent('download')
    await page.getByRole('menuitem', { name }).click()
    const file = await begun
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
  }
  const focused = (name: string) => page.waitForFunction((one) => document.activeElement?.getAttribute('name') === one, name)
  const choose = async (name: string, mimeType: string, buffer: Buffer) => {
    await page.getByLabel('File of the e-invoice').setInputFiles({ name, mimeType, buffer })
    await settled(page)
  }

  test('where nobody wants one it is a single line, which checks it when asked', async () => {
    const other = await make(pages, 'customers', { name: 'Somebody', country: 'US' })
    const made = await make(pages, 'invoices', { customer_id: other.id, items: [{ name: 'x', unit_price: 1 }] })
    await pages.open(`/invoices/${made.id}`)
    await panel().waitFor()
    assert.equal(await panel().getByRole('combobox').count(), 0)
    await panel().getByRole('button', { name: 'Check it' }).click()
    await panel().getByText('Not yet', { exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Download as an e-invoice' }).count(), 0)
  })

  test('each problem leads to the field that corrects it: of the company, the customer, the draft', async () => {
    await pages.open(`/invoices/${invoice.id}`)
    await panel().getByRole('link', { name: 'Country of your company' }).first().click()
    await page.waitForURL(/\/settings\/company\?field=country/)
    await focused('country')
    await patch(`companies/${pages.company_id}`, {
      legal_address: 'Hauptstraße 5',
      zipcode: '10115',
      city: 'Berlin',
      country: 'DE',
      legal_vat: 'DE987654321',
      iban: 'DE02120300000000202051',
      contact_name: 'Mia Muster',
      contact_email: 'mia@quoin.example',
      contact_phone: '+49 30 1234567',
      electronic_address: 'mia@quoin.example',
      electronic_address_scheme: 'EM',
    })
    await pages.open(`/invoices/${invoice.id}`)
    await panel().getByText('Ready', { exact: true }).waitFor()
    await panel().getByText('The file is there once the invoice is issued').waitFor()
    await panel().getByRole('combobox').selectOption({ label: 'XRechnung (UBL): not yet' })
    await panel().getByRole('link', { name: 'City of the customer' }).first().click()
    await focused('city')
    await page.keyboard.type('Berlin')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await pages.open(`/invoices/${invoice.id}`)
    await panel().getByRole('combobox').selectOption({ label: 'XRechnung (UBL): not yet' })
    // It is behind "More details", which opens.
    await panel().getByRole('link', { name: 'Buyer reference', exact: true }).first().click()
    await focused('buyer_reference')
    await page.keyboard.type('04011000-12345-03')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { level: 1, name: /^INV-/ }).waitFor()
    // A German customer that has one takes XRechnung: it is chosen once the change has come.
    await panel().locator('option[value=xrechnung-ubl]:checked').waitFor({ state: 'attached' })
    await panel().getByText('Ready', { exact: true }).waitFor()
  })

  test('an issued invoice is downloaded in each format; a refusal is said', async () => {
    await pages.open(`/invoices/${invoice.id}`)
    await act(page, 'Mark as sent')
    await page.getByText('Sent', { exact: true }).first().waitFor()
    const pdf = await download('PDF with e-invoice (Factur-X)')
    assert.match(pdf.name, /^INV-\S+\.pdf$/)
    assert.ok(pdf.bytes.includes('factur-x.xml'))
    factur_x = pdf.bytes
    const ubl = await download('XRechnung (UBL)')
    assert.match(ubl.name, /^INV-\S+\.xml$/)
    xml = ubl.bytes.toString()
    assert.ok(xml.includes('04011000-12345-03'))
    await panel().getByRole('button', { name: 'Download e-invoice' }).waitFor()
    bad = await make(pages, 'invoices', { customer_id: customer.id, items: [{ name: 'x', unit_price: 10 }] })
    await patch(`invoices/${bad.id}`, { status: 'sent' })
    await pages.open(`/invoices/${bad.id}`)
    await page.getByRole('button', { name: 'Download as an e-invoice' }).click()
    await page.getByRole('menuitem', { name: 'XRechnung (CII)' }).click()
    await page.getByText('This file would be refused').waitFor()
  })

  test('a credit note has the same panel: what is missing leads to its field, and it is downloaded', async () => {
    const other = await make(pages, 'customers', { name: 'Alt GmbH', country: 'DE', legal_vat: 'DE123456788' })
    const of_other = await make(pages, 'invoices', { customer_id: other.id, items: [{ name: 'x', unit_price: 10 }] })
    await patch(`invoices/${of_other.id}`, { status: 'sent' })
    const made = await make(pages, 'credit-notes', { invoice_id: of_other.id })
    await pages.open(`/credit-notes/${made.id}`)
    await panel().getByText('Ready', { exact: true }).waitFor()
    await panel().getByRole('combobox').selectOption({ label: 'XRechnung (UBL): not valid' })
    await panel().getByText('Later ones have what you correct, once you choose “Update addresses…” on the invoice.').waitFor()
    await panel().getByText('The buyer reference is missing').first().waitFor()
    assert.equal(await panel().getByRole('link', { name: 'Buyer reference', exact: true }).count(), 0)
    await panel().getByRole('link', { name: 'City of the customer' }).first().click()
    await page.waitForURL(/\/customers\/\w+\?dialog=edit&field=city/)
    await focused('city')
    note = await make(pages, 'credit-notes', { invoice_id: invoice.id, reason: 'Not delivered' })
    await pages.open(`/credit-notes/${note.id}`)
    await panel().locator('option[value=xrechnung-ubl]:checked').waitFor({ state: 'attached' })
    const begun = page.waitForEvent('download')
    await panel().getByRole('button', { name: 'Download e-invoice' }).click()
    const file = await begun
    assert.match(file.suggestedFilename(), /^CN-\S+\.xml$/)
    const text = readFileSync(await file.path(), 'utf8')
    assert.match(text, /CreditNoteTypeCode[^>]*>381</)
    assert.ok((await download('PDF with e-invoice (Factur-X)')).bytes.includes('factur-x.xml'))
  })

  test('a mail carries the XML at first where the customer wants it, in the format that the dialog names', async () => {
    const dialog = page.getByRole('dialog')
    const attach = dialog.getByRole('checkbox', { name: 'Attach the e-invoice' })
    const send = async (path: string) => {
      const sent = mail.mails.length
      await pages.open(`${path}?dialog=send`)
      await attach.waitFor()
      return async () => {
        await dialog.getByRole('button', { name: 'Send', exact: true }).click()
        await until('the mail is there', () => mail.mails.length > sent)
        return (await readMail(mail.mails.at(-1)!)).attachments.map(({ filename }) => filename)
      }
    }
    for (const [path, prefix] of [
      [`/invoices/${invoice.id}`, 'INV-'],
      [`/credit-notes/${note.id}`, 'CN-'],
    ] as const) {
      const go = await send(path)
      assert.equal(await attach.isChecked(), true, path)
      await dialog.getByText('XRechnung (UBL)', { exact: true }).waitFor()
      await dialog.getByText(/^(INV|CN)-\S+\.xml$/).waitFor()
      const files = await go()
      assert.ok(files.length === 2 && files.every((name) => name?.startsWith(prefix)), `${path}: ${files}`)
      assert.ok(
        files.some((name) => name?.endsWith('.xml')),
        `${path}: ${files}`,
      )
    }
    const without = await send(`/invoices/${invoice.id}`)
    await attach.uncheck()
    await dialog.getByText(/\.xml$/).waitFor({ state: 'detached' })
    assert.deepEqual((await without()).length, 1)
    await send(`/invoices/${bad.id}`)
    await dialog.getByText(/^XML by EN 16931 \(UBL\)\. It can’t be XRechnung \(UBL\): The buyer reference is missing/).waitFor()
    assert.deepEqual([await attach.isEnabled(), await attach.isChecked()], [true, true])
  })

  test('a mail with the XML goes out once, however often Send is clicked on a slow line, and after an answer that was lost', async () => {
    let lost = 1
    await page.route('**/send?**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      if (lost-- > 0) {
        await route.fetch()
        return route.abort()
      }
      return route.continue()
    })
    const emails = async () =>
      (await pages.api.call('GET', `/v1/emails?company_id=${pages.company_id}&resource_id=${note.id}`)).body.data.emails.length
    const before_it = await emails()
    await pages.open(`/credit-notes/${note.id}?dialog=send`)
    const dialog = page.getByRole('dialog')
    assert.equal(await dialog.getByRole('checkbox', { name: 'Attach the e-invoice' }).isChecked(), true)
    const button = dialog.getByRole('button', { name: 'Send', exact: true })
    await button.dblclick({ force: true })
    await dialog.getByText('The service can not be reached').waitFor()
    await button.dblclick({ force: true })
    await dialog.waitFor({ state: 'detached' })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    assert.equal(await emails(), before_it + 1)
  })

  test('a mail can’t carry what is not valid, and the dialog says why; a quote has none', async () => {
    const other = await make(pages, 'customers', { name: 'Nowhere', contact_email: 'post@nowhere.example' })
    const items = [{ name: 'x', unit_price: 1 }]
    const made = await make(pages, 'invoices', { customer_id: other.id, items })
    const attach = page.getByRole('checkbox', { name: 'Attach the e-invoice' })
    await pages.open(`/invoices/${made.id}?dialog=send`)
    await page.getByText(/^Not possible: /).waitFor()
    assert.deepEqual([await attach.isEnabled(), await attach.isChecked()], [false, false])
    const quote = await make(pages, 'quotes', { customer_id: other.id, items })
    await pages.open(`/quotes/${quote.id}?dialog=send`)
    await page.getByRole('checkbox', { name: 'Attach the PDF' }).waitFor()
    assert.equal(await attach.count(), 0)
  })

  test('a Factur-X PDF is shown as a document, with its verdict', async () => {
    await pages.open('/')
    await page.getByRole('link', { name: 'Check an e-invoice' }).click()
    await choose('from-supplier.pdf', 'application/pdf', factur_x)
    const paper = page.getByRole('article', { name: 'What the file says' })
    await paper.getByText('Concept').waitFor()
    await paper.getByText('12.5 h × €80.00 · Tax 19 %').waitFor()
    await paper.getByText('Muster GmbH').first().waitFor()
    assert.ok((await paper.getByText('€1,190.00').count()) >= 2)
    const verdict = page.getByRole('region', { name: 'Verdict' })
    await verdict.getByText('Valid', { exact: true }).waitFor()
    await verdict.getByText('from-supplier.pdf').waitFor()
  })

  test('a broken file is shown with what is broken; texts of others stay texts, however long', async () => {
    const hostile = `<img src=x onerror=alert(1)> ${'long-word-without-blanks-'.repeat(30)}`
    const escaped = hostile.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    const broken = xml
      .replace('Concept', escaped)
      .replace(/<cbc:BuyerReference>.*?<\/cbc:BuyerReference>/, '')
      .replace(/<cbc:IssueDate>.*?</, '<cbc:IssueDate>2026-13-45<')
      .replace(/>EUR</, '>??<')
    await choose('broken.xml', 'text/xml', Buffer.from(broken))
    const verdict = page.getByRole('region', { name: 'Verdict' })
    await verdict.getByText('Would be refused').waitFor()
    await verdict.getByText('BR-DE-15').waitFor()
    const paper = page.getByRole('article', { name: 'What the file says' })
    await paper.getByText('<img src=x onerror=alert(1)>').waitFor()
    await paper.getByText('2026-13-45').waitFor()
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 })
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, String(width))
    }
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  test('what is no e-invoice is refused in words, before it is sent where it is too large', async () => {
    await choose('notes.xml', 'text/xml', Buffer.from('<a><b></a>'))
    await page.getByRole('alert').getByText(/XML/).waitFor()
    assert.equal(await page.getByRole('article').count(), 0)
    await choose('large.xml', 'text/xml', Buffer.alloc(5 * 1024 * 1024 + 1, 32))
    await page.getByText('The file has more than 5 MB.').waitFor()
    await choose('empty.xml', 'text/xml', Buffer.alloc(0))
    await page.getByText('The file is empty.').waitFor()
  })

  test('a file can be dropped, and the button is reached and pressed by keyboard', async () => {
    await page.evaluate((text) => {
      const files = new DataTransfer()
      files.items.add(new File([text], 'dropped.xml', { type: 'text/xml' }))
      const target = document.querySelector('[aria-label=File]')!
      target.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }))
    }, xml)
    await page.getByRole('region', { name: 'Verdict' }).getByText('dropped.xml').waitFor()
    // What the button does is open the browser's own dialog: the click on the field of the file.
    await page.getByLabel('File of the e-invoice').evaluate((input) =>
      input.addEventListener('click', (event) => {
        event.preventDefault()
        input.dataset['opened'] = ''
      }),
    )
    await page.getByRole('button', { name: 'Choose a file' }).press('Enter')
    await page.locator('input[data-opened]').waitFor({ state: 'attached' })
  })

  test('the policy of the pages refused nothing, and no page threw', () => {
    assert.deepEqual(pages.complaints, [])
  })
})
