// However bad a file of a stranger is, reading and judging it takes time in proportion to its size.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { validInvoice } from '../../../test/support/valid-e-invoice.ts'
import { MAX_XML_BYTES, parseXml, UnreadableFile } from '../../kernel/xml.ts'
import { writeCii } from './cii.ts'
import { inspectFile } from './inspect.ts'
import { writeUbl } from './ubl.ts'

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:'
const ROOT = `<Invoice xmlns="${UBL}Invoice-2" xmlns:cac="${UBL}CommonAggregateComponents-2" xmlns:cbc="${UBL}CommonBasicComponents-2">`
const PEPPOL =
  '<cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0</cbc:CustomizationID>'
const XRECHNUNG =
  '<cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0</cbc:CustomizationID>'
const EXTENSION = XRECHNUNG.replace('</', '#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0</')
const STANDARD = 'urn:un:unece:uncefact:data:standard:'
const CII = `<rsm:CrossIndustryInvoice xmlns:rsm="${STANDARD}CrossIndustryInvoice:100" xmlns:ram="${STANDARD}ReusableAggregateBusinessInformationEntity:100"><rsm:ExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext><rsm:SupplyChainTradeTransaction><ram:ApplicableHeaderTradeSettlement>`
const CII_END = '</ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>'

const address = (country: string) =>
  `<cac:PostalAddress><cac:Country><cbc:IdentificationCode>${country}</cbc:IdentificationCode></cac:Country></cac:PostalAddress>`
const seller = (content: string) => `<cac:AccountingSupplierParty><cac:Party>${content}</cac:Party></cac:AccountingSupplierParty>`
const buyer = (content: string) => `<cac:AccountingCustomerParty><cac:Party>${content}</cac:Party></cac:AccountingCustomerParty>`
const german = (contact: string) => seller(`${address('DE')}<cac:Contact>${contact}</cac:Contact>`) + buyer(address('DE'))
const vat = (tag: string, rate: number) =>
  `<cac:${tag}><cbc:ID>S</cbc:ID><cbc:Percent>${rate}.5</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:${tag}>`
const repeated = (size: number, one: (index: number) => string) => {
  const parts: string[] = []
  for (let length = 0; length < size; length += parts.at(-1)!.length) parts.push(one(parts.length))
  return parts.join('')
}
/** `start`, then as much of `unit` as there is room for, then `end`. */
const filled = (start: string, unit: string, end: string) => (size: number) =>
  start + unit.repeat(Math.floor((size - start.length - end.length) / unit.length)) + end
const inUbl = (start: string, unit: string, end = '') => filled(ROOT + start, unit, `${end}</Invoice>`)

/** Each is a file of about so many bytes. Before they were looked for, some took minutes. */
const SHAPES: Record<string, (size: number) => string> = {
  'lines without content': inUbl(PEPPOL, '<cac:InvoiceLine/>'),
  'lines with little': inUbl(PEPPOL, '<cac:InvoiceLine><cbc:ID>1</cbc:ID></cac:InvoiceLine>'),
  'lines under lines': inUbl(
    `${EXTENSION}<cac:InvoiceLine>${'<cac:SubInvoiceLine>'.repeat(40)}`,
    '<cac:SubInvoiceLine/>',
    `${'</cac:SubInvoiceLine>'.repeat(40)}</cac:InvoiceLine>`,
  ),
  'VAT groups and lines, each with a rate of its own': (size) =>
    `${ROOT}<cac:TaxTotal>${repeated(size / 2, (n) => `<cac:TaxSubtotal><cbc:TaxableAmount>1</cbc:TaxableAmount>${vat('TaxCategory', n)}</cac:TaxSubtotal>`)}</cac:TaxTotal>${repeated(size / 2, (n) => `<cac:InvoiceLine><cac:Item>${vat('ClassifiedTaxCategory', n)}</cac:Item></cac:InvoiceLine>`)}</Invoice>`,
  'totals of VAT': inUbl(PEPPOL, '<cac:TaxTotal><cbc:TaxAmount currencyID="USD">1</cbc:TaxAmount></cac:TaxTotal>'),
  'amounts of a hundred digits': inUbl(
    PEPPOL,
    `<cac:InvoiceLine><cbc:LineExtensionAmount>${'9'.repeat(50)}.${'9'.repeat(49)}</cbc:LineExtensionAmount></cac:InvoiceLine>`,
  ),
  'ways to pay': filled(
    CII,
    '<ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>58</ram:TypeCode></ram:SpecifiedTradeSettlementPaymentMeans>',
    CII_END,
  ),
  allowances: inUbl(PEPPOL, '<cac:AllowanceCharge/>'),
  'supporting documents': inUbl(
    PEPPOL,
    '<cac:AdditionalDocumentReference><cbc:DocumentTypeCode>130</cbc:DocumentTypeCode></cac:AdditionalDocumentReference>',
  ),
  identifiers: inUbl(
    `${PEPPOL}<cac:AccountingSupplierParty><cac:Party>`,
    '<cac:PartyIdentification><cbc:ID schemeID="0088">1</cbc:ID></cac:PartyIdentification>',
    '</cac:Party></cac:AccountingSupplierParty>',
  ),
  'a phone number without digits': (size) =>
    `${ROOT}${XRECHNUNG}${german(`<cbc:Telephone>1${'x'.repeat(size)}2</cbc:Telephone>`)}</Invoice>`,
  'an email address of points': (size) =>
    `${ROOT}${XRECHNUNG}${german(`<cbc:ElectronicMail>a@${'a.'.repeat(size / 2)}</cbc:ElectronicMail>`)}</Invoice>`,
  'an email address of points, for Peppol': (size) =>
    `${ROOT}${PEPPOL}${german(`<cbc:ElectronicMail>a@${'a.'.repeat(size / 2)}</cbc:ElectronicMail>`)}</Invoice>`,
  'payment terms of signs': inUbl(`${XRECHNUNG}<cac:PaymentTerms><cbc:Note>`, '#', '</cbc:Note></cac:PaymentTerms>'),
  'payment terms of lines': inUbl(`${XRECHNUNG}<cac:PaymentTerms><cbc:Note>`, '#\n', '</cbc:Note></cac:PaymentTerms>'),
  'a Greek number of parts': inUbl(`${PEPPOL}${seller(address('GR'))}<cbc:ID>`, '|', '</cbc:ID>'),
  'a number that is spaces': inUbl(
    `${PEPPOL}<cac:AccountingSupplierParty><cac:Party>${address('SE')}<cac:PartyLegalEntity><cbc:CompanyID>1`,
    ' ',
    'x</cbc:CompanyID></cac:PartyLegalEntity></cac:Party></cac:AccountingSupplierParty>',
  ),
  'elements that are not known': inUbl('', `<a b="">${'x'.repeat(40)}</a>`),
}

/** The least CPU time of this thread for some runs, in ms: other processes and the clock do not count. */
function cpuTime(file: Buffer): number {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < 3; run++) {
    const before = process.threadCpuUsage()
    inspectFile(file)
    const { user, system } = process.threadCpuUsage(before)
    least = Math.min(least, (user + system) / 1_000)
  }
  return least
}

describe('a hostile file', () => {
  const SMALL = MAX_XML_BYTES / 32
  for (const [name, make] of Object.entries(SHAPES)) {
    test(`of ${name} takes four times as long when it is four times as large, not sixteen times`, () => {
      const [one, four] = [SMALL, 4 * SMALL].map((size) => cpuTime(Buffer.from(make(size))))
      // Below 20 ms other things than the size count.
      assert.ok(four! < 10 * Math.max(one!, 20), `${one} ms, and ${four} ms`)
    })
  }

  test('with more VAT groups than a call takes arguments is judged', () => {
    const file = inUbl(`${PEPPOL}<cac:TaxTotal>`, '<cac:TaxSubtotal/>', '</cac:TaxTotal>')(4_000_000)
    assert.ok(inspectFile(Buffer.from(file)).document.tax_breakdown.length > 200_000)
  })

  test('with more attributes than an invoice has is not read', () => {
    const refused = (text: string, reason: RegExp) =>
      assert.throws(
        () => parseXml(Buffer.from(text)),
        (error) => error instanceof UnreadableFile && reason.test(error.message),
      )
    refused(`<a ${repeated(1_000_000, (n) => `b${n}="" `)}/>`, /tag of more than/)
    refused(`<a ${repeated(1_000_000, (n) => `xmlns:b${n}="c" `)}/>`, /tag of more than/)
    refused(`<a>${repeated(4_000_000, () => '<b c="" d=""/>')}</a>`, /attributes/)
  })

  test('does not include one whose tags end between the parts that it is read in', () => {
    const tag = `<b c="${'x'.repeat(30_000)}"/>`
    assert.equal(parseXml(Buffer.from(`<a>${tag.repeat(100)}</a>`)).children.length, 100)
  })

  test('that is called like a property of all objects in each of its texts and codes is shown as it is', () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const invoice = JSON.parse(JSON.stringify(validInvoice('core')), (_, value) =>
        typeof value === 'string' && /[A-Z]/i.test(value) && value !== 'EUR' ? name : value,
      )
      for (const write of [writeUbl, writeCii]) {
        const { document } = inspectFile(Buffer.from(write(invoice)))
        const { unit, tax_category } = document.items[0]!
        assert.deepEqual([document.number, unit, tax_category, document.tax_breakdown[0]!.tax_category], [name, name, name, name])
      }
    }
  })
})
