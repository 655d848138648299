// Writing and reading in both syntaxes: what the model has is in the file, and nothing else.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { randomEInvoiceDocument } from '../../../test/support/e-invoices.ts'
import { writeCii } from './cii.ts'
import { invoiceFromDocument } from './from-document.ts'
import type { PaymentMeans, SemanticInvoice } from './model.ts'
import { type EInvoiceFormat, inFormat, PROFILES, writeInvoice } from './profiles.ts'
import { readInvoice } from './read.ts'
import { writeUbl } from './ubl.ts'

const FORMATS = Object.keys(PROFILES) as EInvoiceFormat[]
const eur = (value: string) => ({ value, currency: 'EUR' })
const address = { line_1: '1', line_2: '2', line_3: '3', city: 'Berlin', post_code: '10115', subdivision: 'BE', country: 'DE' }
const vat = { code: 'S', rate: '19', tax: 'VAT' }
const adjustment = (reason: string) => ({
  amount: eur('1.00'),
  base_amount: eur('10.00'),
  percentage: '10',
  reason,
  reason_code: '95',
})

/** Every term of the model once. */
const complete: SemanticInvoice = {
  number: 'R-1',
  issue_date: '2026-01-31',
  type_code: '380',
  currency: 'EUR',
  vat_currency: 'SEK',
  tax_point_date: '2026-01-30',
  tax_point_code: '35',
  due_date: '2026-02-28',
  buyer_reference: '04011000-12345-34',
  project_reference: 'P-1',
  contract_reference: 'C-1',
  purchase_order: 'PO-1',
  sales_order: 'SO-1',
  receiving_advice: 'RA-1',
  despatch_advice: 'DA-1',
  tender_reference: 'T-1',
  invoiced_object: { value: 'M-1', scheme: 'ABZ' },
  buyer_accounting_reference: '4711',
  payment_terms: '30 days',
  process_id: 'urn:process',
  specification_id: 'urn:specification',
  notes: [{ subject_code: 'AAI', text: 'a note' }, { text: 'another' }],
  preceding_invoices: [{ number: 'R-0', issue_date: '2026-01-01' }, { number: 'R-00' }],
  third_party_payments: [{ type: 'T', amount: eur('0.00'), description: 'for others' }],
  unmarked_reductions: [],
  seller: {
    identifiers: [{ value: 'S-1' }, { value: '4000001', scheme: '0088' }],
    name: 'Seller GmbH',
    trading_name: 'Seller',
    legal_registration: { value: 'HRB 1', scheme: '0204' },
    vat_id: 'DE123456789',
    tax_numbers: [{ value: '37/1' }],
    legal_information: 'Capital 1',
    electronic_address: { value: 's@example.test', scheme: 'EM' },
    address,
    contact: { name: 'A', phone: '123', email: 'a@example.test' },
  },
  buyer: {
    identifiers: [{ value: 'B-1' }],
    tax_numbers: [],
    name: 'Buyer AB',
    trading_name: 'Buyer',
    legal_registration: { value: '55' },
    vat_id: 'SE556012579001',
    electronic_address: { value: '55', scheme: '0007' },
    address,
    contact: { name: 'B', phone: '456', email: 'b@example.test' },
  },
  payee: { name: 'Payee', identifier: { value: 'P', scheme: '0088' }, legal_registration: { value: 'PR' } },
  tax_representative: { name: 'Rep', vat_id: 'DE987654321', address },
  delivery: { name: 'Place', location: { value: 'L', scheme: '0088' }, date: '2026-01-15', address },
  period: { start: '2026-01-01', end: '2026-01-31' },
  payment_means: [
    {
      code: '58',
      text: 'SEPA',
      credit_transfer: { account: 'DE89370400440532013000', account_name: 'Seller', service_provider: 'COBADEFFXXX' },
    },
    { code: '48', card: { number: '1234', holder: 'B' } },
    { code: '59', direct_debit: { mandate: 'MA', debited_account: 'SE1' } },
  ],
  remittance_information: 'R-1',
  creditor_identifier: 'DE98ZZZ09999999999',
  allowances: [{ ...adjustment('less'), vat }],
  charges: [{ ...adjustment('more'), vat }],
  totals: {
    lines: eur('10.00'),
    allowances: eur('1.00'),
    charges: eur('1.00'),
    without_vat: eur('10.00'),
    with_vat: eur('11.90'),
    paid: eur('1.00'),
    rounding: eur('0.10'),
    due: eur('11.00'),
  },
  vat_totals: [eur('1.90'), { value: '20.00', currency: 'SEK' }],
  vat_breakdown: [
    { taxable_amount: eur('10.00'), tax_amount: eur('1.90'), vat },
    {
      taxable_amount: eur('0.00'),
      tax_amount: eur('0.00'),
      vat: { code: 'E', rate: '0', tax: 'VAT' },
      exemption_reason: 'why',
      exemption_reason_code: 'VATEX-EU-132',
    },
  ],
  attachments: [
    {
      reference: 'A-1',
      description: 'sheet',
      location: 'https://example.test/a',
      content: { base64: 'YQ==', mime_type: 'text/csv', file_name: 'a.csv' },
    },
  ],
  lines: [
    {
      documents: [],
      unmarked_reductions: [],
      sub_lines: [],
      id: '1',
      note: 'n',
      invoiced_object: { value: 'O', scheme: 'AAB' },
      quantity: { value: '2', unit: 'HUR' },
      net_amount: eur('10.00'),
      order_line: '7',
      buyer_accounting_reference: '4712',
      period: { start: '2026-01-01', end: '2026-01-02' },
      allowances: [adjustment('less')],
      charges: [adjustment('more')],
      price: {
        net: eur('5.00'),
        discount: eur('1.00'),
        gross: eur('6.00'),
        base_quantity: { value: '1', unit: 'HUR' },
        charge_indicator: 'false',
        discount_reason: 'less',
        discount_reason_code: '95',
      },
      vat,
      item: {
        name: 'i',
        description: 'd',
        seller_identifier: 's',
        buyer_identifier: 'b',
        standard_identifier: { value: '4', scheme: '0160' },
        classifications: [{ value: '9', scheme: 'STI', scheme_version: '1' }],
        origin_country: 'DE',
        attributes: [{ name: 'colour', value: 'red' }],
      },
    },
  ],
}

/** What one syntax alone says: in which total the breakdown was, and codes that go without saying elsewhere. */
const OF_ONE_SYNTAX = ['breakdowns', 'type_code', 'charge_indicator', 'third_party_payments']

/** Without that, and without what CII says once or not at all: the reference of each payment, and the currency of most amounts. */
function comparable(invoice: SemanticInvoice): unknown {
  const text = JSON.stringify(invoice, (key, one) => (OF_ONE_SYNTAX.includes(key) ? undefined : one))
  const plain = JSON.parse(text, (_, one) =>
    one && typeof one === 'object' && 'value' in one && 'currency' in one ? { value: one.value } : one,
  )
  const payment_means = plain.payment_means.map(({ remittance_information: _, ...means }: PaymentMeans) => means)
  const seller = { ...plain.seller, tax_numbers: invoice.seller?.tax_numbers.map(({ value }) => value) }
  const vat_totals = invoice.vat_totals.map(({ value, currency }) => ({ value, currency }))
  return { ...plain, type_code: invoice.type_code, payment_means, seller, vat_totals }
}

describe('reading what was written', () => {
  const syntaxes = { 'a UBL invoice': [writeUbl, '380'], 'a UBL credit note': [writeUbl, '381'], CII: [writeCii, '380'] } as const
  for (const [name, [write, type_code]] of Object.entries(syntaxes)) {
    test(`${name} keeps every term`, () => {
      const { invoice, unknown, empty } = readInvoice(Buffer.from(write({ ...complete, type_code })))
      assert.deepEqual(comparable(invoice), comparable({ ...complete, type_code }))
      assert.deepEqual([unknown, empty], [[], []])
    })
  }

  test('a mandate in CII stays with a way to pay that is there', () => {
    const transfer = { code: '58', credit_transfer: { account: 'DE89370400440532013000' } }
    const xml = writeCii({ ...complete, payment_means: [{ ...transfer, direct_debit: { mandate: 'MA' } }] })
    const { invoice } = readInvoice(Buffer.from(xml))
    assert.deepEqual(invoice.payment_means, [{ ...transfer, direct_debit: { mandate: 'MA' } }])
    assert.equal(writeCii(invoice), xml)
  })

  test('random documents are the same in every format, and written alike each time', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const invoice = invoiceFromDocument(randomEInvoiceDocument(seed))
      for (const format of FORMATS) {
        const xml = writeInvoice(invoice, format)
        const read = readInvoice(Buffer.from(xml))
        assert.deepEqual([read.unknown, read.empty], [[], []], `${seed} ${format}`)
        assert.equal(writeInvoice(read.invoice, format), xml)
        assert.deepEqual(Object.keys(read.invoice).sort(), Object.keys(inFormat(invoice, format)).sort())
      }
    }
  })
})

describe('what a file has beyond the model', () => {
  const doctored = (from: string, to: string) => readInvoice(Buffer.from(writeUbl(complete).replace(from, to)))

  test('unknown, repeated and empty elements are listed with their line', () => {
    const { unknown, empty, invoice } = doctored('<cbc:ID>R-1</cbc:ID>', '<cbc:ID>R-1</cbc:ID><cbc:ID>R-2</cbc:ID><cbc:UUID/>')
    assert.deepEqual(unknown, ['cbc:ID (line 5)', 'cbc:UUID (line 5)'])
    assert.deepEqual(empty, ['cbc:UUID (line 5)'])
    assert.equal(invoice.number, 'R-1')
  })

  test('prefixes of the file do not matter', () => {
    const xml = writeUbl(complete).replaceAll('cbc:', 'x:').replaceAll('xmlns:cbc', 'xmlns:x')
    assert.equal(readInvoice(Buffer.from(xml)).invoice.number, 'R-1')
  })

  test('wrong values are kept as they are', () => {
    assert.equal(doctored('2026-01-31', '31.01.2026').invoice.issue_date, '31.01.2026')
    assert.equal(doctored('>11.90<', '>11,905<').invoice.totals?.with_vat?.value, '11,905')
    const cii = readInvoice(Buffer.from(writeCii(complete).replace('format="102">20260131', 'format="610">202601'))).invoice
    assert.equal(cii.issue_date, '202601')
  })
})

test('writing one takes less than 5 ms', () => {
  const invoice = invoiceFromDocument(randomEInvoiceDocument(1))
  const lines = Array.from({ length: 30 }, (_, index) => ({ ...invoice.lines[0]!, id: String(index + 1) }))
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < 50; run++) {
    const start = performance.now()
    writeInvoice({ ...invoice, lines }, run % 2 === 0 ? 'xrechnung-ubl' : 'facturx')
    best = Math.min(best, performance.now() - start)
  }
  assert.ok(best < 5, `${best} ms`)
})
