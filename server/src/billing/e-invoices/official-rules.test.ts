// Our verdict is that of the official rules, on what we write, in every format. Runs where the rules are: see support/official-rules.ts.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { randomDocumentPerhapsBroken } from '../../../test/support/broken-documents.ts'
import { BREACHES } from '../../../test/support/broken-e-invoices.ts'
import { randomEInvoiceDocument } from '../../../test/support/e-invoices.ts'
import { differenceToOfficial, noOfficialRules, officialVerdict } from '../../../test/support/official-rules.ts'
import { createChance } from '../../../test/support/random.ts'
import { validInvoice } from '../../../test/support/valid-e-invoice.ts'
import { checkInvoice } from './check.ts'
import { writeCii } from './cii.ts'
import { writeFiles } from './inspect.ts'
import { type EInvoiceFormat, PROFILES } from './profiles.ts'
import { readInvoice } from './read.ts'
import { writeUbl } from './ubl.ts'

const FORMATS = Object.keys(PROFILES) as EInvoiceFormat[]
const FIRST = Number(process.env['QUOIN_TEST_FIRST'] ?? 1)
const LONG = Number(process.env['QUOIN_TEST_E_INVOICES'] ?? (process.env['QUOIN_TEST_LONG'] ? 1_000 : 0))
const DOCUMENTS = LONG || 18
const WHOLE = Math.ceil(DOCUMENTS / 6)

describe('the verdict on what we write', { skip: noOfficialRules, concurrency: false }, () => {
  test(`${DOCUMENTS} random documents, some broken, have the official verdict in every format`, { timeout: 3_600_000 }, () => {
    const different: string[] = []
    let valid = 0
    let invalid = 0
    for (let seed = FIRST; seed < FIRST + DOCUMENTS; seed++) {
      for (const { format, xml, verdict } of writeFiles(randomDocumentPerhapsBroken(seed), formatsOf(seed))) {
        const difference = differenceToOfficial(xml, PROFILES[format].rules, verdict)
        if (difference) different.push(`document ${seed} as ${format}: ${difference}`)
        if (verdict.valid) valid += 1
        else invalid += 1
      }
    }
    assert.deepEqual(different, [])
    assert.ok(Math.min(valid, invalid) > DOCUMENTS / 10, `${valid} valid files and ${invalid} others`)
  })

  test(`${WHOLE} random documents that lack nothing are valid in every format`, { timeout: 3_600_000 }, () => {
    for (let seed = FIRST; seed < FIRST + WHOLE; seed++) {
      for (const { format, xml, verdict } of writeFiles(randomEInvoiceDocument(seed), FORMATS)) {
        // Amounts of currencies with three digits can have a third decimal, which no file may.
        if (verdict.problems.some(({ code }) => code.startsWith('BR-DEC'))) continue
        const fatal = officialVerdict(xml, PROFILES[format].rules)!.filter(({ severity }) => severity === 'fatal')
        assert.deepEqual({ seed, format, fatal }, { seed, format, fatal: [] })
      }
    }
  })
})

const PAIRS = LONG || 24

describe('the verdict on files that are broken in several ways', { skip: noOfficialRules, concurrency: false }, () => {
  test(`${PAIRS} random pairs of the examples have the official verdict`, { timeout: 3_600_000 }, () => {
    const different: string[] = []
    for (let seed = FIRST; seed < FIRST + PAIRS; seed++) {
      const { xml, format, name } = brokenTwice(seed)
      const { rules } = PROFILES[format]
      const difference = differenceToOfficial(xml, rules, checkInvoice(readInvoice(Buffer.from(xml)), rules))
      if (difference) different.push(`${name}, seed ${seed}: ${difference}`)
    }
    assert.deepEqual(different, [])
  })
})

const FORMAT_OF = { core: 'ubl', peppol: 'peppol', xrechnung: 'xrechnung-ubl' } as const

/** A file in which two examples of one set of rules are broken. The first one may have moved it to a country or an extension. */
function brokenTwice(seed: number): { xml: string; format: EInvoiceFormat; name: string } {
  const chance = createChance(seed * 15_485_863)
  const syntax = chance.pick(['ubl', 'ubl', 'cii'] as const)
  const first = chance.pick(BREACHES.filter((one) => (one.syntax ?? syntax) === syntax))
  const second = chance.pick(BREACHES.filter((one) => one.set === first.set && (one.syntax ?? syntax) === syntax))
  const invoice = validInvoice(first.set)
  first.change(invoice)
  try {
    second.change(invoice)
  } catch {
    // What the second one changes is gone already.
  }
  const is_cii = syntax === 'cii'
  const format = is_cii ? (first.set === 'xrechnung' ? 'xrechnung-cii' : 'cii') : FORMAT_OF[first.set]
  return { xml: is_cii ? writeCii(invoice) : writeUbl(invoice), format, name: `${first.code} and ${second.code}` }
}

/** Without a long test, every document is judged in two of the formats. */
const formatsOf = (seed: number) => (LONG ? FORMATS : [0, 3].map((step) => FORMATS[(seed + step) % FORMATS.length]!))
