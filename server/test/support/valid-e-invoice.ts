// An electronic invoice that is valid by every rule.
import { emptyInvoice, emptyLine, type SemanticInvoice, type VatCategory } from '../../src/billing/e-invoices/model.ts'
import { emptyParty } from '../../src/billing/e-invoices/model-parties.ts'
import { PROFILES } from '../../src/billing/e-invoices/profiles.ts'

export type BreachSet = 'core' | 'peppol' | 'xrechnung'
export type Change = (invoice: SemanticInvoice) => void

/** How a rule is broken. */
export interface Breach {
  code: string
  set: BreachSet
  /** The syntaxes in which it can be broken so; both when absent. */
  syntax?: 'ubl' | 'cii'
  /** Whether the invoice becomes a UBL CreditNote. */
  is_credit_note?: boolean
  change: Change
}

export const eur = (value: string) => ({ value, currency: 'EUR' })
export const S19: VatCategory = { code: 'S', rate: '19', tax: 'VAT' }

/** An invoice from Berlin to Hamburg with everything that rules speak of, but for what goes with other things only. */
export function validInvoice(set: BreachSet): SemanticInvoice {
  const { specification_id, process_id = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0' } =
    PROFILES[set === 'core' ? 'ubl' : set === 'peppol' ? 'peppol' : 'xrechnung-ubl']
  return {
    ...emptyInvoice(),
    specification_id,
    process_id,
    number: 'RE-118',
    issue_date: '2026-02-01',
    due_date: '2026-02-15',
    type_code: '380',
    currency: 'EUR',
    buyer_reference: '04011000-12345-34',
    purchase_order: 'PO-7',
    payment_terms: 'Within 14 days',
    notes: [{ text: 'Thank you' }],
    invoiced_object: { value: 'meter-1', scheme: 'ABT' },
    preceding_invoices: [{ number: 'RE-117', issue_date: '2026-01-01' }],
    seller: {
      ...emptyParty(),
      identifiers: [{ value: '4000001123452', scheme: '0088' }],
      name: 'Muster GmbH',
      trading_name: 'Muster',
      legal_registration: { value: 'HRB 1', scheme: '0204' },
      vat_id: 'DE123456789',
      electronic_address: { value: 'DE123456789', scheme: '9930' },
      address: { line_1: 'Hauptstraße 5', city: 'Berlin', post_code: '10115', country: 'DE' },
      contact: { name: 'Mia', phone: '+49 30 123', email: 'mia@muster.example' },
    },
    buyer: {
      ...emptyParty(),
      identifiers: [{ value: '4000001123452', scheme: '0088' }],
      name: 'Käufer AG',
      vat_id: 'DE987654321',
      legal_registration: { value: 'HRB 2', scheme: '0204' },
      electronic_address: { value: 'DE987654321', scheme: '9930' },
      address: { line_1: 'Elbweg 1', city: 'Hamburg', post_code: '20095', country: 'DE' },
    },
    payee: { name: 'Factor GmbH', identifier: { value: '4000001123469', scheme: '0088' } },
    tax_representative: {
      name: 'Vertreter',
      vat_id: 'DE111111111',
      address: { city: 'Bonn', post_code: '53111', country: 'DE' },
    },
    delivery: {
      date: '2026-01-16',
      location: { value: '1', scheme: '0088' },
      address: { city: 'Hamburg', post_code: '20095', country: 'DE' },
    },
    period: { start: '2026-01-12', end: '2026-01-16' },
    payment_means: [{ code: '58', credit_transfer: { account: 'DE02120300000000202051', account_name: 'Muster GmbH' } }],
    remittance_information: 'RE-118',
    allowances: [
      {
        amount: eur('10.00'),
        base_amount: eur('100.00'),
        percentage: '10',
        vat: { ...S19 },
        reason: 'Discount',
        reason_code: '95',
      },
    ],
    charges: [{ amount: eur('10.00'), vat: { ...S19 }, reason: 'Freight', reason_code: 'FC' }],
    totals: {
      lines: eur('100.00'),
      allowances: eur('10.00'),
      charges: eur('10.00'),
      without_vat: eur('100.00'),
      with_vat: eur('119.00'),
      paid: eur('19.00'),
      due: eur('100.00'),
    },
    vat_totals: [{ ...eur('19.00'), breakdowns: 1 }],
    vat_breakdown: [{ taxable_amount: eur('100.00'), tax_amount: eur('19.00'), vat: { ...S19 } }],
    attachments: [
      { reference: 'A1', content: { base64: 'JVBERi0=', mime_type: 'application/pdf', file_name: 'a.pdf' } },
      { reference: 'A2', location: 'https://muster.example/a' },
    ],
    lines: [
      {
        ...emptyLine(),
        id: '1',
        invoiced_object: { value: 'x', scheme: 'ABT' },
        quantity: { value: '10', unit: 'HUR' },
        net_amount: eur('100.00'),
        period: { start: '2026-01-12', end: '2026-01-16' },
        allowances: [{ amount: eur('5.00'), base_amount: eur('100.00'), percentage: '5', reason: 'Discount', reason_code: '95' }],
        charges: [{ amount: eur('5.00'), base_amount: eur('100.00'), percentage: '5', reason: 'Freight', reason_code: 'FC' }],
        price: { net: eur('10.00'), gross: eur('11.00'), discount: eur('1.00'), base_quantity: { value: '1', unit: 'HUR' } },
        vat: { ...S19 },
        item: {
          name: 'Design',
          standard_identifier: { value: '4000001123452', scheme: '0160' },
          classifications: [{ value: '123', scheme: 'STI' }],
          origin_country: 'DE',
          attributes: [{ name: 'Colour', value: 'Blue' }],
        },
      },
    ],
  }
}

/** The same in another VAT category: with its rate, its reason and the parties that it needs. */
export function inCategory(invoice: SemanticInvoice, code: string): void {
  const rate = { S: '19', L: '7', M: '4' }[code] ?? (code === 'O' ? undefined : '0')
  const tax = { '19': '19.00', '7': '7.00', '4': '4.00' }[rate ?? ''] ?? '0.00'
  const vat = { code, tax: 'VAT', ...(rate !== undefined && { rate }) }
  for (const one of [...invoice.lines, ...invoice.allowances, ...invoice.charges]) one.vat = { ...vat }
  const needs_reason = !['S', 'Z', 'L', 'M'].includes(code)
  invoice.vat_breakdown = [
    {
      taxable_amount: eur('100.00'),
      tax_amount: eur(tax),
      vat: { ...vat },
      ...(needs_reason && { exemption_reason: 'Because' }),
    },
  ]
  invoice.vat_totals = [{ ...eur(tax), breakdowns: 1 }]
  invoice.totals = { ...invoice.totals, with_vat: eur((100 + Number(tax)).toFixed(2)), paid: eur(tax) }
  if (code === 'O') {
    delete invoice.seller!.vat_id
    delete invoice.buyer!.vat_id
    delete invoice.tax_representative
  }
}
/** What is changed to break a rule. */
export const line = (i: SemanticInvoice) => i.lines[0]!
export const allowance = (i: SemanticInvoice) => i.allowances[0]!
export const charge = (i: SemanticInvoice) => i.charges[0]!
export const group = (i: SemanticInvoice) => i.vat_breakdown[0]!
/** One more entry of the VAT breakdown. */
export function addGroup(i: SemanticInvoice, one: SemanticInvoice['vat_breakdown'][number]): void {
  i.vat_breakdown.push(one)
  i.vat_totals[0]!.breakdowns = i.vat_breakdown.length
}
export const means = (i: SemanticInvoice) => i.payment_means[0]!
/** Paid by direct debit instead. */
export const debit = (i: SemanticInvoice) => {
  i.payment_means = [{ code: '59', direct_debit: { mandate: 'M1', debited_account: 'DE02120300000000202051' } }]
  i.creditor_identifier = 'DE98ZZZ09999999999'
}
