import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type EInvoiceDocument, type EInvoiceLine, invoiceFromDocument } from './from-document.ts'
import { inFormat } from './profiles.ts'

const line: EInvoiceLine = {
  item_name: 'Design',
  quantity: 2,
  unit: 'h',
  unit_price: 50,
  subtotal: 100,
  tax_category: 'standard',
  tax_rate: 19,
}
const group = {
  tax_category: 'standard',
  tax_rate: 19,
  lines_amount: 100,
  discount_amount: 0,
  taxable_amount: 100,
  tax_amount: 19,
} as const
const document: EInvoiceDocument = {
  kind: 'invoice',
  number: 'INV-2026-000001',
  issue_date: '2026-03-31',
  due_date: '2026-04-30',
  currency: 'EUR',
  language: 'en',
  lines: [line],
  groups: [group],
  subtotal: 100,
  discount_amount: 0,
  subtotal_after_discount: 100,
  tax_amount: 19,
  total: 119,
  seller: { name: 'Seller', country: 'DE', legal_vat: 'DE298765431', iban: 'DE89 3704 0044 0532 0130 00' },
  buyer: { name: 'Buyer', country: 'SE', vat_id: 'SE556012579001' },
}
const made = (changes: Partial<EInvoiceDocument>) => invoiceFromDocument({ ...document, ...changes })
const oneLine = (changes: Partial<EInvoiceLine>, currency = 'EUR') =>
  made({ currency, lines: [{ ...line, ...changes }] }).lines[0]!
const amount = (value: string, currency = 'EUR') => ({ value, currency })

describe('lines', () => {
  test('a negative price becomes a negative quantity', () => {
    const { quantity, price, net_amount } = oneLine({ unit_price: -50, subtotal: -100 })
    assert.deepEqual([quantity?.value, price?.net?.value, net_amount?.value], ['-2', '50', '-100.00'])
    const both = oneLine({ unit_price: -50, quantity: -2 })
    assert.deepEqual([both.quantity?.value, both.price?.net?.value], ['2', '50'])
  })

  test('a price has all of its decimals', () => {
    assert.equal(oneLine({ unit_price: 0.123456, quantity: 1_000, subtotal: 123.46 }).price?.net?.value, '0.123456')
  })

  test('a discount is an allowance that makes price and amount agree', () => {
    assert.deepEqual(oneLine({ discount_percent: 12.5, subtotal: 87.5 }).allowances, [
      { amount: amount('12.50'), percentage: '12.5', base_amount: amount('100.00'), reason: 'Discount', reason_code: '95' },
    ])
    const credit = oneLine({ quantity: -2, discount_percent: 10, subtotal: -90 }).allowances[0]
    assert.deepEqual([credit?.amount, credit?.base_amount], [amount('-10.00'), amount('-100.00')])
  })

  test('in a currency without decimals, a discount that rounding moved says no percentage', () => {
    const [allowance] = oneLine({ quantity: 1, unit_price: 999, discount_percent: 12.5, subtotal: 874 }, 'JPY').allowances
    assert.deepEqual(allowance, { amount: amount('125.00', 'JPY'), reason: 'Discount', reason_code: '95' })
  })

  test('what a currency without decimals rounds is said', () => {
    const up = oneLine({ quantity: 1, unit_price: 100.5, subtotal: 101 }, 'JPY')
    assert.deepEqual([up.allowances, up.charges], [[], [{ amount: amount('0.50', 'JPY'), reason: 'Rounding' }]])
    const down = oneLine({ quantity: 1, unit_price: 100.4, subtotal: 100 }, 'JPY')
    assert.deepEqual([down.allowances, down.charges], [[{ amount: amount('0.40', 'JPY'), reason: 'Rounding' }], []])
  })
})

describe('tax', () => {
  test('the discount is an allowance of each group', () => {
    const groups = [
      { ...group, discount_amount: 10, taxable_amount: 90, tax_amount: 17.1 },
      { ...group, tax_rate: 7, discount_amount: 0.5, taxable_amount: 99.5, tax_amount: 6.97 },
    ]
    const { allowances, totals } = made({ groups, subtotal: 200, subtotal_after_discount: 189.5, discount_amount: 10.5 })
    assert.deepEqual(
      allowances.map(({ amount: one, vat }) => [one?.value, vat?.rate]),
      [
        ['10.00', '19'],
        ['0.50', '7'],
      ],
    )
    assert.equal(totals?.allowances?.value, '10.50')
  })

  const codes = {
    standard: 'S',
    zero: 'Z',
    exempt: 'E',
    reverse_charge: 'AE',
    intra_community: 'K',
    export: 'G',
    out_of_scope: 'O',
  } as const
  for (const [tax_category, code] of Object.entries(codes) as [keyof typeof codes, string][]) {
    test(`${tax_category} is ${code}`, () => {
      const groups = [{ ...group, tax_category, tax_rate: 0, tax_amount: 0 }]
      const [entry] = made({ groups, tax_exemption_reasons: { exempt: 'why', reverse_charge: 'why' } }).vat_breakdown
      assert.equal(entry?.vat?.code, code)
      const reasons: Record<string, unknown[]> = {
        E: ['why', undefined],
        AE: ['why', 'VATEX-EU-AE'],
        K: [undefined, 'VATEX-EU-IC'],
      }
      const reason = [entry?.exemption_reason, entry?.exemption_reason_code]
      assert.deepEqual(
        reason,
        reasons[code] ?? (code === 'S' || code === 'Z' ? [undefined, undefined] : [undefined, `VATEX-EU-${code}`]),
      )
    })
  }

  test('out of scope: no VAT ids, and no rate on lines', () => {
    const tax = { tax_category: 'out_of_scope', tax_rate: 0 } as const
    const invoice = made({ groups: [{ ...group, ...tax }], lines: [{ ...line, ...tax }] })
    assert.deepEqual(
      [invoice.seller?.vat_id, invoice.buyer?.vat_id, invoice.lines[0]?.vat?.rate],
      [undefined, undefined, undefined],
    )
    assert.deepEqual(invoice.seller?.identifiers, [{ value: 'DE298765431' }])
  })

  test('a VAT id gets the prefix of its country, and a number without one is a tax number', () => {
    const vatIds = (seller: object) => {
      const party = made({ seller: { ...document.seller, ...seller } }).seller
      return [party?.vat_id, party?.tax_numbers[0]?.value]
    }
    assert.deepEqual(vatIds({ country: 'BE', legal_vat: '0428.759.497' }), ['BE0428759497', undefined])
    assert.deepEqual(vatIds({ country: 'GR', legal_vat: 'EL 094019245' }), ['EL094019245', undefined])
    assert.deepEqual(vatIds({ country: 'GR', legal_vat: '094019245' }), ['EL094019245', undefined])
    assert.deepEqual(vatIds({ country: 'AT', legal_vat: 'U12345678' }), ['ATU12345678', undefined])
    assert.deepEqual(vatIds({ country: 'CH', legal_vat: 'CHE-123.456.788 MWST' }), ['CHE-123.456.788 MWST', undefined])
    assert.deepEqual(vatIds({ country: 'US', legal_vat: '12-3456789' }), [undefined, '12-3456789'])
  })
})

describe('the document', () => {
  test('one day of service is the delivery, several are the period', () => {
    const one = made({ service_from: '2026-03-01', service_to: '2026-03-01' })
    assert.deepEqual([one.delivery, one.period], [{ date: '2026-03-01' }, undefined])
    const several = made({ service_from: '2026-03-01', service_to: '2026-03-31' })
    assert.deepEqual([several.delivery, several.period], [undefined, { start: '2026-03-01', end: '2026-03-31' }])
  })

  test('how to pay: an account, a link, or nothing that is known', () => {
    const code = (changes: Partial<EInvoiceDocument>) => made(changes).payment_means[0]?.code
    const without_iban = { ...document.seller, iban: '' }
    assert.deepEqual(made({}).payment_means, [{ code: '58', credit_transfer: { account: 'DE89370400440532013000' } }])
    assert.equal(code({ currency: 'USD' }), '30')
    assert.equal(code({ seller: without_iban, has_payment_link: true }), '68')
    assert.equal(code({ seller: without_iban }), '1')
  })

  test('what is paid comes off what is due', () => {
    const { paid, due } = made({ amount_paid: 19.1 }).totals!
    assert.deepEqual([paid?.value, due?.value], ['19.10', '99.90'])
  })

  test('a credit note is a 381 of its invoice, with terms and without an account', () => {
    const invoice = made({
      kind: 'credit_note',
      due_date: null,
      preceding_invoice: { number: 'INV-1', issue_date: '2026-01-01' },
    })
    assert.deepEqual([invoice.type_code, invoice.preceding_invoices], ['381', [{ number: 'INV-1', issue_date: '2026-01-01' }]])
    assert.deepEqual([invoice.payment_means, invoice.payment_terms], [[{ code: '1' }], 'This amount is credited to you.'])
  })

  test('street lines are three at most, and nothing is empty', () => {
    const { buyer } = made({ buyer: { name: 'B', address: 'a\r\n\nb\nc\nd', city: ' ', zipcode: null } })
    assert.deepEqual(buyer?.address, { line_1: 'a', line_2: 'b', line_3: 'c, d' })
  })

  test('an email is an electronic address, but not in the Peppol network', () => {
    const invoice = made({ buyer: { ...document.buyer, contact_email: 'b@example.test' } })
    assert.deepEqual(invoice.buyer?.electronic_address, { value: 'b@example.test', scheme: 'EM' })
    assert.deepEqual(inFormat(invoice, 'xrechnung-ubl').buyer?.electronic_address, { value: 'b@example.test', scheme: 'EM' })
    assert.equal(inFormat(invoice, 'peppol').buyer?.electronic_address, undefined)
  })
})
