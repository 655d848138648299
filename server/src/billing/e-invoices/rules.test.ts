// Each rule, by an invoice that keeps it and one that breaks it.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BREACHES, type Breach, creditNoteBreach, inCategory, validInvoice } from '../../../test/support/broken-e-invoices.ts'
import { noOfficialRules, officialCodes } from '../../../test/support/official-rules.ts'
import { allRules, checkInvoice, type RuleSet } from './check.ts'
import { writeCii } from './cii.ts'
import type { SemanticInvoice } from './model.ts'
import { readInvoice } from './read.ts'
import { writeUbl } from './ubl.ts'

const SYNTAXES = ['ubl', 'cii'] as const
type Syntax = (typeof SYNTAXES)[number]

const setOf = ({ set }: Breach): RuleSet | undefined => (set === 'core' ? undefined : set)
const write = (invoice: SemanticInvoice, syntax: Syntax) => (syntax === 'ubl' ? writeUbl(invoice) : writeCii(invoice))
const verdictOn = (xml: string, set: RuleSet | undefined) => checkInvoice(readInvoice(Buffer.from(xml)), set)
const codesOf = (xml: string, set: RuleSet | undefined) => [...new Set(verdictOn(xml, set).problems.map(({ code }) => code))]

function brokenFile(breach: Breach, syntax: Syntax): string {
  const invoice = validInvoice(breach.set)
  if (breach === creditNoteBreach) invoice.type_code = '381'
  breach.change(invoice)
  return write(invoice, syntax)
}

const cases = [...BREACHES, creditNoteBreach].flatMap((breach) =>
  SYNTAXES.filter((syntax) => (breach.syntax ?? syntax) === syntax).map((syntax) => ({ breach, syntax })),
)

describe('the rules of electronic invoices', () => {
  for (const syntax of SYNTAXES) {
    for (const set of ['core', 'xrechnung', ...(syntax === 'ubl' ? (['peppol'] as const) : [])] as const) {
      test(`an invoice that keeps all rules of ${set} in ${syntax} breaks none`, () => {
        const xml = write(validInvoice(set), syntax)
        assert.deepEqual(verdictOn(xml, set === 'core' ? undefined : set), { valid: true, problems: [] })
      })
    }
    for (const code of ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M']) {
      test(`so does one of the VAT category ${code} in ${syntax}`, () => {
        const invoice = validInvoice('core')
        inCategory(invoice, code)
        assert.deepEqual(verdictOn(write(invoice, syntax), undefined), { valid: true, problems: [] })
      })
    }
  }

  test('each rule is broken by an example of its own', () => {
    const known = Object.values(allRules).flatMap((rules) => rules.map(({ code }) => code))
    const broken = new Set(cases.map(({ breach }) => breach.code))
    assert.deepEqual(
      [...new Set(known)].filter((code) => !broken.has(code)),
      [],
    )
  })

  test('each example breaks its rule, in words, and with the field to mend', () => {
    const missed: string[] = []
    for (const { breach, syntax } of cases) {
      const { problems } = verdictOn(brokenFile(breach, syntax), setOf(breach))
      const found = problems.find(({ code }) => code === breach.code)
      if (!found) missed.push(`${breach.code} in ${syntax}: ${problems.map(({ code }) => code).join(' ')}`)
      else assert.match(found.message, /^[A-Z].{10,}\.$/, breach.code)
    }
    assert.deepEqual(missed, [])
  })

  test('the official rules find the same in each example', { skip: noOfficialRules, timeout: 30 * 60_000 }, () => {
    const files = cases.map(({ breach, syntax }) => ({
      xml: brokenFile(breach, syntax),
      set: setOf(breach),
      name: `${breach.code} in ${syntax}`,
    }))
    const official = officialCodes(files)
    const known = (set: RuleSet | undefined) => new Set([...allRules.core, ...(set ? allRules[set] : [])].map(({ code }) => code))
    const different: string[] = []
    for (const [index, { xml, set, name }] of files.entries()) {
      const theirs = official[index]!
      // Where they can't calculate they end with an error.
      if (theirs === undefined) continue
      const of_ours = known(set)
      const ours = codesOf(xml, set).filter((code) => of_ours.has(code))
      const shared = theirs.filter((code) => of_ours.has(code))
      if (ours.sort().join() !== shared.sort().join())
        different.push(`${name}: ours ${ours.join(' ')}, theirs ${shared.join(' ')}`)
    }
    assert.deepEqual(different, [])
  })
})
