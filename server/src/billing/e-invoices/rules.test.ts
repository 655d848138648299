// Each rule, by an invoice that keeps it and one that breaks it.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BREACHES } from '../../../test/support/broken-e-invoices.ts'
import { MOVES } from '../../../test/support/broken-national.ts'
import { XRECHNUNG_MOVES } from '../../../test/support/broken-xrechnung.ts'
import { differenceToOfficial, noOfficialRules } from '../../../test/support/official-rules.ts'
import { type Breach, inCategory, validInvoice } from '../../../test/support/valid-e-invoice.ts'
import { UpdateCompany } from '../../access/companies/schema.ts'
import { CreateCustomer } from '../customers/schema.ts'
import { CreateInvoice, Invoice } from '../invoices/schema.ts'
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
  breach.change(invoice)
  return write(invoice, syntax)
}

const cases = BREACHES.flatMap((breach) =>
  SYNTAXES.filter((syntax) => (breach.syntax ?? syntax) === syntax).map((syntax) => ({ breach, syntax })),
)

/** One of so many examples is compared with the official rules, unless the test is to be long. */
const PART = 8

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

  test('each example breaks its rule, in words, and with the field to correct', () => {
    const missed: string[] = []
    for (const { breach, syntax } of cases) {
      const { problems } = verdictOn(brokenFile(breach, syntax), setOf(breach))
      const found = problems.find(({ code }) => code === breach.code)
      if (!found) missed.push(`${breach.code} in ${syntax}: ${problems.map(({ code }) => code).join(' ')}`)
      else assert.match(found.message, /^[A-Z].{10,}\.$/, breach.code)
    }
    assert.deepEqual(missed, [])
  })

  test('the check digits of an IBAN count, which saxon-js can not calculate', () => {
    const invoice = validInvoice('xrechnung')
    invoice.payment_means[0]!.credit_transfer!.account = 'DE03120300000000202051'
    for (const syntax of SYNTAXES) assert.deepEqual(codesOf(write(invoice, syntax), 'xrechnung'), ['BR-DE-19'])
  })

  test('the field that a rule names is one of its owner', () => {
    const fields = {
      invoice: [Invoice, CreateInvoice].flatMap(({ properties }) => [
        ...Object.keys(properties),
        ...Object.keys((properties.items as { items: { properties: object } }).items.properties),
      ]),
      customer: Object.keys(CreateCustomer.properties),
      company: Object.keys(UpdateCompany.properties),
    }
    const wrong = Object.values(allRules)
      .flat()
      .filter(({ owner, param }) => param?.split('.').some((name) => !fields[owner].includes(name.replace('[]', ''))))
    assert.deepEqual(
      wrong.map(({ code, owner, param }) => `${code}: ${owner} ${param}`),
      [],
    )
  })

  test('an address without any value is an empty element of Peppol, with the field of its owner to correct', () => {
    const invoice = validInvoice('peppol')
    const fields = () =>
      verdictOn(writeUbl(invoice), 'peppol')
        .problems.filter(({ code }) => code === 'PEPPOL-EN16931-R008')
        .map(({ object, param }) => [object, param])
    invoice.buyer!.address = {}
    assert.deepEqual(fields(), [['customer', 'country']])
    invoice.seller!.address = {}
    assert.deepEqual(fields(), [
      ['company', 'country'],
      ['customer', 'country'],
    ])
    invoice.buyer!.trading_name = ''
    assert.deepEqual(fields(), [
      ['invoice', null],
      ['company', 'country'],
      ['customer', 'country'],
    ])
  })

  test('the year 0000 has days, as for the official rules; a no-break space around a code belongs to the code', () => {
    const judged = (change: (invoice: SemanticInvoice) => void) => {
      const invoice = validInvoice('peppol')
      change(invoice)
      return codesOf(writeUbl(invoice), 'peppol')
    }
    assert.deepEqual(
      judged((i) => (i.issue_date = '0000-02-29')),
      [],
    )
    assert.deepEqual(
      judged((i) => (i.issue_date = '0000-02-30')),
      ['PEPPOL-EN16931-F001', 'FORMAT-DATE'],
    )
    assert.deepEqual(
      judged((i) => (i.type_code = '380\u00a0')),
      ['BR-CL-01', 'PEPPOL-EN16931-P0100', 'DE-R-017'],
    )
  })

  test('an invoice of each country with rules of its own breaks none', () => {
    for (const move of MOVES) {
      const invoice = validInvoice('peppol')
      move(invoice)
      assert.deepEqual(verdictOn(writeUbl(invoice), 'peppol'), { valid: true, problems: [] })
    }
  })

  for (const { name, syntax, move } of XRECHNUNG_MOVES) {
    test(`an invoice of ${name} of XRechnung in ${syntax} breaks rules of EN 16931 that it has others for, and none else`, () => {
      const invoice = validInvoice('xrechnung')
      move(invoice)
      const { problems } = verdictOn(write(invoice, syntax), 'xrechnung')
      const replaced = ['BR-CL-10', 'BR-CL-13', 'BR-CL-24', 'BR-CO-16']
      assert.deepEqual(
        problems.filter(({ code }) => !replaced.includes(code)),
        [],
      )
      assert.ok(problems.length > 0)
    })
  }

  const compared = cases.filter((_, index) => process.env['QUOIN_TEST_LONG'] || index % PART === 0)

  test(`the official rules find the same in ${compared.length} examples`, { skip: noOfficialRules, timeout: 600_000 }, () => {
    const different: string[] = []
    for (const { breach, syntax } of compared) {
      const xml = brokenFile(breach, syntax)
      const set = setOf(breach)
      const difference = differenceToOfficial(xml, set, verdictOn(xml, set))
      if (difference) different.push(`${breach.code} in ${syntax}: ${difference}`)
    }
    assert.deepEqual(different, [])
  })
})
