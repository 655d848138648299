import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixOf, isKept } from './fixes.ts'
import { FORMATS, type Format, isWanted, likelyFormat, mailedXml, type Problem } from './formats.ts'

const problem = (object: Problem['object'], param: string | null): Problem => ({
  code: 'BR-1',
  severity: 'fatal',
  object,
  param,
  message: '',
})

test('a problem leads to the field that is typed, by its label and whose it is', () => {
  const cases: [Problem['object'], string | null, string | undefined, string | undefined][] = [
    ['invoice', 'buyer_reference', 'buyer_reference', 'Buyer reference'],
    ['invoice', 'items[2].unit', 'items[2].unit', 'Unit of line 3'],
    ['invoice', 'items[2].subtotal', 'items[2].unit_price', 'Price of line 3'],
    ['invoice', 'items[2]', 'items[2].name', 'Name of line 3'],
    ['invoice', 'tax_breakdown', 'tax_category', 'Tax category'],
    ['customer', 'city', 'city', 'City of the customer'],
    ['company', 'iban', 'iban', 'IBAN of your company'],
    ['invoice', null, undefined, undefined],
    ['invoice', 'something_new', undefined, undefined],
  ]
  for (const [object, param, field, label] of cases) {
    const fix = fixOf(problem(object, param), 'draft')
    assert.deepEqual([fix?.field, fix?.label], [field, label], String(param))
  }
})

test('the figures of an issued invoice stand: only its words lead to a field', () => {
  assert.equal(fixOf(problem('invoice', 'items[0].unit'), 'issued'), undefined)
  assert.equal(fixOf(problem('invoice', 'buyer_reference'), 'issued')?.field, 'buyer_reference')
  assert.equal(fixOf(problem('customer', 'city'), 'issued')?.field, 'city')
})

const parties = {
  company_country: 'DE',
  customer_country: 'DE',
  customer_vat_id: 'DE123456789',
  electronic_address: '',
  electronic_address_scheme: '',
  buyer_reference: '',
}

test('nothing of a credit note is corrected in itself: only its parties, for later ones, and where the customer receives it', () => {
  assert.equal(fixOf(problem('invoice', 'buyer_reference'), 'final'), undefined)
  assert.equal(fixOf(problem('company', 'iban'), 'final')?.field, 'iban')
  const kept = [
    problem('company', 'electronic_address'),
    problem('customer', 'city'),
    problem('customer', 'electronic_address_scheme'),
    problem('invoice', 'buyer_reference'),
  ]
  assert.deepEqual(kept.map(isKept), [true, true, false, false])
})

test('a mail carries XRechnung in Germany where it is valid, else UBL where that is, and says what was refused', () => {
  const verdicts = (...refused: Format[]) =>
    Object.fromEntries(
      FORMATS.map((format) => [
        format,
        refused.includes(format)
          ? { valid: false, problems: [{ ...problem('invoice', null), code: format }] }
          : { valid: true, problems: [] },
      ]),
    ) as Parameters<typeof mailedXml>[0]
  const cases: [Format[], country: string, format: Format | undefined, refused: Format | undefined][] = [
    [[], 'DE', 'xrechnung-ubl', undefined],
    [['xrechnung-ubl'], 'DE', 'ubl', 'xrechnung-ubl'],
    [['ubl'], 'DE', 'xrechnung-ubl', undefined],
    [['xrechnung-ubl', 'ubl'], 'DE', undefined, 'ubl'],
    [['xrechnung-ubl', 'peppol', 'cii'], 'BE', 'ubl', undefined],
    [['ubl'], 'FR', undefined, 'ubl'],
  ]
  for (const [broken, country, format, refused] of cases) {
    const found = mailedXml(verdicts(...broken), country)
    assert.deepEqual([found.format, found.refused?.format, found.refused?.problem.code], [format, refused, refused])
  }
})

test('an e-invoice is wanted by customers who receive them, and between businesses of a country with the duty', () => {
  assert.equal(isWanted(parties), true)
  assert.equal(isWanted({ ...parties, customer_vat_id: '' }), false)
  assert.equal(isWanted({ ...parties, company_country: 'AT' }), false)
  assert.equal(isWanted({ ...parties, company_country: null, customer_country: '' }), false)
  assert.equal(isWanted({ ...parties, company_country: 'AT', electronic_address: 'a@b.example' }), true)
})

test('the format that is shown first is the one that the customer most likely takes', () => {
  assert.equal(likelyFormat(parties), 'facturx')
  assert.equal(likelyFormat({ ...parties, buyer_reference: '04011000-12345-03' }), 'xrechnung-ubl')
  assert.equal(likelyFormat({ ...parties, electronic_address_scheme: '9930' }), 'peppol')
  assert.equal(likelyFormat({ ...parties, customer_country: 'BE' }), 'peppol')
  assert.equal(likelyFormat({ ...parties, electronic_address_scheme: 'EM' }), 'facturx')
})
