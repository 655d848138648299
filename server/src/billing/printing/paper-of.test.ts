import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { company, customer, invoice, line } from '../../../test/support/papers.ts'
import { paperOf } from './paper-of.ts'
import type { CompanySource, CustomerSource, DocumentSource } from './sources.ts'

const spaces = (text: string) => text.replaceAll('\u00a0', ' ')
const paper = (
  document: Partial<DocumentSource> = {},
  of_company: Partial<CompanySource> = {},
  of_customer: Partial<CustomerSource> = {},
) => paperOf(invoice(document), { ...company, ...of_company }, { ...customer, ...of_customer }, null)
const totals = (document: Partial<DocumentSource>, of_company: Partial<CompanySource> = {}) =>
  paper(document, of_company).totals.map(({ label, value }) => spaces(`${label}: ${value}`))

describe('the language of a paper', () => {
  test("is the document's, else the customer's, else the company's, else English", () => {
    assert.equal(paper({ language: 'fr' }, { language: 'de' }, { language: 'it' }).title, 'Facture')
    assert.equal(paper({}, { language: 'de' }, { language: 'it' }).title, 'Fattura')
    assert.equal(paper({}, { language: 'de' }).title, 'Rechnung')
    assert.equal(paper().title, 'Invoice')
  })

  test('decides the direction', () => {
    assert.equal(paper({ language: 'ar' }).direction, 'rtl')
    assert.equal(paper({ language: 'ja' }).direction, 'ltr')
  })
})

describe('the totals', () => {
  test('are subtotal, tax and total', () =>
    assert.deepEqual(totals({}), ['Subtotal: €7,124.70', 'VAT 19% on 7,124.70: €1,353.69', 'Total: €8,478.39']))

  test('say the discount, and what is left before tax', () => {
    const discount = {
      discount_type: 'percentage',
      discount_value: '10',
      discount_amount: 71_247,
      subtotal_after_discount: 641_223,
    } as const
    assert.deepEqual(totals({ ...discount, tax_amount: 121_832, total: 763_055 }), [
      'Subtotal: €7,124.70',
      'Discount 10%: -€712.47',
      'Total excl. tax: €6,412.23',
      'VAT 19% on 6,412.23: €1,218.32',
      'Total: €7,630.55',
    ])
  })

  test('end with what is due once something was paid or credited', () =>
    assert.deepEqual(totals({ amount_paid: 300_000, amount_credited: 10_000, amount_due: 537_839 }).slice(-4), [
      'Total: €8,478.39',
      'Paid: -€3,000.00',
      'Credited: -€100.00',
      'Amount due: €5,378.39',
    ]))

  test('are the total alone on a document without tax', () =>
    assert.deepEqual(totals({ tax_rate: '0', tax_amount: 0, total: 712_470 }), ['Total: €7,124.70']))

  test('have a row for each rate, and the lines say theirs', () => {
    const items = [line('a', '1', '', '100', 10_000), { ...line('b', '1', '', '50', 5_000), tax_rate: '7' }]
    const tax_breakdown = [
      { tax_category: 'standard', tax_rate: '19', taxable_amount: 10_000, tax_amount: 1_900 },
      { tax_category: 'standard', tax_rate: '7', taxable_amount: 5_000, tax_amount: 350 },
    ] as const
    const changes = { items, subtotal: 15_000, subtotal_after_discount: 15_000, tax_amount: 2_250, total: 17_250, tax_breakdown }
    assert.deepEqual(totals(changes), [
      'Subtotal: €150.00',
      'VAT 19% on 100.00: €19.00',
      'VAT 7% on 50.00: €3.50',
      'Total: €172.50',
    ])
    assert.deepEqual(
      paper(changes).lines.map((one) => one.tax),
      ['19%', '7%'],
    )
    assert.equal(paper().has_line_tax, false)
  })

  test('name the category of a group without tax, and give the tax alone where figures set by hand have no groups', () => {
    const items = [
      line('a', '1', '', '100', 10_000),
      { ...line('b', '1', '', '50', 5_000), tax_category: 'exempt', discount_percent: '10' } as const,
      { ...line('c', '1', '', '20', 2_000), tax_rate: '0' },
    ]
    const tax_breakdown = [
      { tax_category: 'standard', tax_rate: '19', taxable_amount: 10_000, tax_amount: 1_900 },
      { tax_category: 'zero', tax_rate: '0', taxable_amount: 2_000, tax_amount: 0 },
      { tax_category: 'exempt', tax_rate: '0', taxable_amount: 5_000, tax_amount: 0 },
    ] as const
    const changes = { items, subtotal: 17_000, subtotal_after_discount: 17_000, tax_amount: 1_900, total: 18_900 }
    assert.deepEqual(totals({ ...changes, tax_breakdown }).slice(1, -1), [
      'VAT 19% on 100.00: €19.00',
      'VAT 0% on 20.00: €0.00',
      'VAT 0% (exempt) on 50.00: €0.00',
    ])
    assert.deepEqual(totals({ ...changes, language: 'de', tax_breakdown })[3], 'USt. 0 % (steuerfrei) auf 50,00: 0,00 €')
    assert.deepEqual(totals({ ...changes, tax_breakdown: null }).slice(1, -1), ['VAT: €19.00'])
    const { lines, sections } = paper({ ...changes, tax_breakdown })
    assert.deepEqual(
      lines.map(({ tax, description }) => [tax, description]),
      [
        ['19%', ''],
        ['0%', 'Discount 10%'],
        ['0%', ''],
      ],
    )
    assert.equal(sections[0]?.text, 'Exempt from VAT.')
  })

  test('have the rate of the lines where all of them have another one than the document', () => {
    const items = [{ ...line('a', '1', '', '100', 10_000), tax_rate: '7' }]
    const changes = { items, subtotal: 10_000, subtotal_after_discount: 10_000, tax_amount: 700, total: 10_700 }
    assert.equal(totals(changes)[1], 'VAT 7% on 100.00: €7.00')
    assert.equal(paper(changes).has_line_tax, false)
  })

  test('call the tax by its name in the country', () => assert.match(totals({}, { country: 'US' })[1]!, /^Tax 19%/))
})

describe('reasons for no tax', () => {
  const reverse = { tax_rate: '0', tax_amount: 0, tax_category: 'reverse_charge' } as const

  test('are in the words of the language', () =>
    assert.equal(
      paper({ ...reverse, language: 'de' }).sections[0]?.text,
      'Steuerschuldnerschaft des Leistungsempfängers (Reverse-Charge-Verfahren).',
    ))
  test("are in the document's own words when it has some", () =>
    assert.equal(paper({ ...reverse, tax_exemption_reasons: { reverse_charge: 'Art. 196' } }).sections[0]?.text, 'Art. 196'))
  test('are left out where nobody gave a category', () =>
    assert.ok(paper({ tax_rate: '0', tax_amount: 0 }).sections.every((section) => !section.text.includes('Zero'))))
})

describe('the address', () => {
  test('has the country in capitals when it is abroad', () => {
    assert.deepEqual(paper({ language: 'de' }).buyer.lines, [
      'Lindqvist & Söner Aktiebolag',
      'Astrid Lindqvist',
      'Storgatan 12',
      '114 51 Stockholm',
      'SCHWEDEN',
    ])
  })
  test('has no country at home', () => assert.equal(paper({}, { country: 'SE' }).buyer.lines.at(-1), '114 51 Stockholm'))
  test('has the place before the code where it is written so', () => {
    const billing = { ...customer.billing, address: '214 N Main Street', zipcode: '66044', city: 'Lawrence, KS', country: 'US' }
    assert.equal(paper({}, { country: 'US' }, { billing }).buyer.lines.at(-1), 'Lawrence, KS 66044')
  })
  test('is the name alone when nothing else is known', () => {
    const billing = { legal_name: '', address: '', zipcode: '', city: '', country: '', vat_id: '' }
    assert.deepEqual(paper({}, {}, { name: 'Bob', contact_name: null, billing }).buyer.lines, ['Bob'])
  })
})

describe('the payment', () => {
  test('has account, reference, code and link', () => {
    const { payment } = paper()
    assert.deepEqual(
      payment?.rows.map(({ value }) => spaces(value)),
      ['Nordlicht Studio GmbH', 'DE89 3704 0044 0532 0130 00', 'COBADEFFXXX', 'INV-2026-000117'],
    )
    assert.equal(payment?.link?.url, 'https://pay.example/INV-2026-000117?amount=8478.39&currency=EUR&token=tok_4f9c2a')
    assert.ok(payment?.code)
  })
  test('has no code in another currency, nor on a draft', () => {
    assert.equal(paper({ currency: 'USD' }).payment?.code, null)
    assert.equal(paper({ is_draft: true }).payment?.code, null)
    assert.equal(paper({}, { is_sample: true }).payment?.code, null)
  })
  test('is not on what is paid, nor on quotes and credit notes', () => {
    assert.equal(paper({ amount_paid: 847_839, amount_due: 0 }).payment, null)
    assert.equal(paper({ kind: 'quote' }).payment, null)
    assert.equal(paper({ kind: 'credit_note' }).payment, null)
  })
  test('has no link that is no web address', () =>
    assert.equal(paper({}, { payment_link_template: 'javascript:alert({number})' }).payment?.link, null))
  test('is a slip for francs on a Swiss account', () => {
    const swiss = { iban: 'CH9300762011623852957', country: 'CH', zipcode: '8001', city: 'Zürich' }
    const { slip, payment } = paper({ currency: 'CHF', language: 'de' }, swiss)
    assert.equal(slip?.labels.payment_part, 'Zahlteil')
    assert.equal(spaces(slip!.amount), '8 478.39')
    assert.equal(payment?.code, null)
    assert.equal(paper({ currency: 'EUR' }, swiss).slip, null)
    assert.equal(paper({ currency: 'CHF' }, { ...swiss, is_sample: true }).slip, null)
  })
})

test('lines are carried forward, with their own amounts', () => {
  assert.deepEqual(
    paper().lines.map(({ amount, carried }) => [amount, carried]),
    [
      ['1,200.00', '1,200.00'],
      ['4,400.00', '5,600.00'],
      ['1,450.00', '7,050.00'],
      ['74.70', '7,124.70'],
    ],
  )
})

test('a draft says so, and a quote until when it is valid', () => {
  assert.equal(paper({ is_draft: true, language: 'fr' }).mark, 'Brouillon')
  assert.equal(paper({ language: 'de' }, { is_sample: true }).mark, 'Muster')
  const quote = paper({ kind: 'quote', number: 'QUO-1', due_date: null, valid_until: '2026-04-15' })
  assert.equal(quote.highlight.detail, 'Valid until 15 April 2026')
  assert.ok(quote.facts.every((fact) => fact.label !== 'Due date'))
})

test("a customer's decision is on the quote", () => {
  const decision = { is_accepted: true, name: 'Astrid Lindqvist', decided_on: '2026-03-10' }
  assert.equal(paper({ kind: 'quote', decision }).sections.at(-1)?.text, 'Accepted by Astrid Lindqvist on 10 March 2026')
})

test('the paper is as large as in the country, and A4 for a window envelope of DIN 5008', () => {
  assert.equal(paper({}, { country: 'US' }).size, 'us-letter')
  assert.equal(paper({}, { country: 'US', document_template: 'din5008' }).size, 'a4')
  assert.equal(paper().size, 'a4')
})
