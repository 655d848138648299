// What we write is what the official rules accept, in every format. Runs where the rules are: see support/official-rules.ts.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { randomEInvoiceDocument } from '../../../test/support/e-invoices.ts'
import { brokenRules, noOfficialRules } from '../../../test/support/official-rules.ts'
import { invoiceFromDocument } from './from-document.ts'
import { type EInvoiceFormat, PROFILES, writeInvoice } from './profiles.ts'

const DOCUMENTS = Number(process.env['QUOIN_TEST_E_INVOICES'] ?? (process.env['QUOIN_TEST_LONG'] ? 360 : 24))
const FORMATS = Object.keys(PROFILES) as EInvoiceFormat[]
/** Amounts of currencies with three digits can have a third decimal, which no file may (BR-DEC). */
const THIRD_DECIMAL = /(Amount|TotalPrepaid)[^<>]*>-?\d+\.\d{3,}</

test(`${DOCUMENTS} random documents are valid in every format`, { skip: noOfficialRules, timeout: 60 * 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-e-invoices-'))
  try {
    for (const format of FORMATS) {
      const files: string[] = []
      for (let seed = 1; seed <= DOCUMENTS; seed++) {
        const xml = writeInvoice(invoiceFromDocument(randomEInvoiceDocument(seed)), format)
        if (THIRD_DECIMAL.test(xml.replace(/<(cbc:PriceAmount|ram:ChargeAmount)[^/]*\/\1>/g, ''))) continue
        const file = join(folder, `${format}-${seed}.xml`)
        writeFileSync(file, xml)
        files.push(file)
      }
      assert.ok(files.length > DOCUMENTS / 2, `${files.length} of ${DOCUMENTS} documents have no third decimal`)
      const broken = brokenRules(files, PROFILES[format].rules).filter(({ severity }) => severity !== 'information')
      assert.deepEqual(
        broken.map(({ id, file, location, message }) => `${id} ${file} ${location} ${message}`),
        [],
      )
    }
  } finally {
    if (!process.env['QUOIN_TEST_KEEP']) rmSync(folder, { recursive: true, force: true })
  }
})
