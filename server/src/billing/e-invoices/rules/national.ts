// What Peppol requires by the country of the seller: Italy, Greece and the Netherlands. Others are in nordic.ts, Germany in xrechnung.ts.
import type { SemanticInvoice } from '../model.ts'
import type { Address, Party } from '../model-parties.ts'
import {
  COMPANY_ADDRESS,
  COMPANY_NUMBER,
  CUSTOMER_ADDRESS,
  CUSTOMER_NUMBER,
  countryOf,
  LEGAL_VAT,
  rulesFor,
  sellerCountryOf,
  taxCountryOf,
  upperCountryOf,
  WAY_TO_PAY,
} from './countries.ts'
import { compare, decimalOf, ZERO } from './decimals.ts'
import { isGreek } from './identifiers.ts'
import { nordicRules } from './nordic.ts'
import { allLines, filled, given, normalized, type Rule, warning } from './rule.ts'

type Invoice = SemanticInvoice

const isComplete = (address: Address | undefined) => given(address?.line_1) && given(address?.city) && given(address?.post_code)

function italianRules(): Rule[] {
  const rule = rulesFor((i) => given(i.seller) && sellerCountryOf(i) === 'IT')
  return [
    rule('IT-R-001', ['company', 'tax_number'], 'An Italian tax number has 11 to 16 letters and digits.', ({ seller }) =>
      seller!.tax_numbers.every(({ value }) => /^[A-Z0-9]{11,16}$/.test(normalized(value))),
    ),
    rule('IT-R-002', COMPANY_ADDRESS, 'An Italian company needs a street.', ({ seller }) => given(seller?.address?.line_1)),
    rule('IT-R-003', ['company', 'city'], 'An Italian company needs a city.', ({ seller }) => given(seller?.address?.city)),
    rule('IT-R-004', ['company', 'zipcode'], 'An Italian company needs a postcode.', ({ seller }) =>
      given(seller?.address?.post_code),
    ),
  ]
}

const GREEK = ['GR', 'EL']
const GREEK_TYPES = ['1.1', '1.6', '2.1', '2.4', '5.1', '5.2']
const GREEK_DATE = /^(0?[1-9]|[12][0-9]|3[01])[-\\/ ]?(0?[1-9]|1[0-2])[-\\/ ]?(19|20)[0-9]{2}/

function greekRules(): Rule[] {
  const isMeant = (i: Invoice) => GREEK.includes(sellerCountryOf(i))
  const rule = rulesFor(isMeant)
  const within = rulesFor((i) => isMeant(i) && given(i.buyer) && GREEK.includes(taxCountryOf(i.buyer)))
  const isTaxId = (vat_id: string | undefined) => (vat_id ?? '').startsWith('EL') && isGreek((vat_id ?? '').slice(2))
  const isAddress = (party: Party | undefined) => {
    const address = party?.electronic_address
    return !given(address) || (address!.scheme === '9933' && isGreek(address!.value))
  }
  const MARK = '##M.AR.K##'
  const URL = '##INVOICE|URL##'
  const described = ({ attachments }: Invoice, description: string) =>
    attachments.filter((one) => one.description === description)
  const fromGreece = rulesFor((i) => isMeant(i) && countryOf(i.seller) === 'GR')
  return [
    ...greekNumbers(rule),
    rule(
      'GR-R-002',
      ['company', 'name'],
      'A Greek company needs its name.',
      ({ seller }) => !given(seller) || !!seller!.trading_name,
    ),
    warning(
      rule(
        'GR-S-011',
        LEGAL_VAT,
        'A Greek company needs its VAT id, with EL.',
        ({ seller }) => !given(seller) || (isTaxId(seller!.vat_id) && !seller!.more_vat_ids),
      ),
    ),
    rule(
      'GR-R-003',
      LEGAL_VAT,
      'A Greek VAT id is EL and a tax number.',
      ({ seller }) => !given(seller?.vat_id) || [seller!.vat_id, ...(seller!.more_vat_ids ?? [])].every(isTaxId),
    ),
    fromGreece(
      'GR-R-004-1',
      ['invoice', null],
      'A Greek invoice needs its MARK number, which myDATA gives it: Quoin has no field for it.',
      (i) => described(i, MARK).length === 1,
    ),
    fromGreece('GR-R-004-2', ['invoice', null], 'The MARK number of a Greek invoice begins with a digit from 1 to 9.', (i) =>
      described(i, MARK).every(({ reference }) => reference === undefined || /^[1-9]/.test(reference)),
    ),
    warning(
      fromGreece(
        'GR-S-008-1',
        ['invoice', null],
        'A Greek invoice needs its address in myDATA.',
        (i) => described(i, URL).length === 1,
      ),
    ),
    fromGreece(
      'GR-R-008-2',
      ['invoice', null],
      'A Greek invoice has its address in myDATA once.',
      (i) => described(i, URL).length <= 1,
    ),
    rule('GR-R-008-3', ['invoice', null], 'The address of a Greek invoice in myDATA is empty.', (i) =>
      described(i, URL).every(({ location }) => filled(location)),
    ),
    rule(
      'GR-R-005',
      ['customer', 'name'],
      'A Greek invoice needs the name of the customer.',
      ({ buyer }) => !given(buyer) || !!buyer!.trading_name,
    ),
    // The country of a tax representative does not count here.
    rulesFor(({ seller }) => GREEK.includes(taxCountryOf(seller)))(
      'GR-R-009',
      ['company', 'electronic_address'],
      'The electronic address of a Greek company is its tax number, in the scheme 9933.',
      ({ seller }) => isAddress(seller),
    ),
    within(
      'GR-R-006',
      ['customer', 'legal_vat'],
      'A Greek customer needs a VAT id, with EL.',
      ({ buyer }) => isTaxId(buyer!.vat_id) && !buyer!.more_vat_ids,
    ),
    within(
      'GR-R-010',
      ['customer', 'electronic_address'],
      'The electronic address of a Greek customer is its tax number, in the scheme 9933.',
      ({ buyer }) => isAddress(buyer),
    ),
  ]
}

/** The number of a Greek document says where it is from and what it is. */
function greekNumbers(rule: ReturnType<typeof rulesFor>): Rule[] {
  const part = (number: string, what: string, isKept: (segments: readonly string[], invoice: Invoice) => boolean): Rule =>
    rule(
      `GR-R-001-${number}`,
      ['invoice', 'invoice_number'],
      `A Greek number is TIN|31/01/2026|branch|type|series|number: ${what}.`,
      (invoice) => !given(invoice.number) || isKept(invoice.number!.split('|', 7), invoice),
    )
  return [
    part('1', 'it has six parts', (segments) => segments.length === 6),
    part(
      '2',
      "the first is the company's tax number",
      ([tin = ''], { seller, tax_representative }) =>
        normalized(tin).length === 9 &&
        isGreek(tin) &&
        [seller, tax_representative].some((party) => given(party?.vat_id) && party!.vat_id!.slice(2, 11) === tin),
    ),
    part(
      '3',
      'the second is the issue date',
      ([, day = ''], { issue_date }) => GREEK_DATE.test(day) && day.split('/', 3).reverse().join('-') === issue_date,
    ),
    part('4', 'the third is a whole number', ([, , branch = '']) => /^\s*\+?\d+\s*$/.test(branch)),
    part('5', `the fourth is one of ${GREEK_TYPES.join(', ')}`, ([, , , type = '']) => GREEK_TYPES.includes(type)),
    part('6', 'the fifth is not empty', ([, , , , series = '']) => series !== ''),
    part('7', 'the sixth is not empty', ([, , , , , number = '']) => number !== ''),
  ]
}

function dutchRules(): Rule[] {
  const isSeller = ({ seller }: Invoice) => upperCountryOf(seller) === 'NL'
  const isBoth = (i: Invoice) => isSeller(i) && upperCountryOf(i.buyer) === 'NL'
  const rule = rulesFor(isSeller)
  const within = rulesFor(isBoth)
  const isNumber = (party: Party | undefined) => {
    const number = party?.legal_registration
    return !given(number) || (['0106', '0190'].includes(number!.scheme ?? '') && filled(number!.value))
  }
  const MEANS = ['30', '48', '49', '57', '58', '59']
  return [
    rule(
      'NL-R-001',
      ['invoice', null],
      'A Dutch credit note names the invoice that it credits.',
      ({ preceding_invoices }, { is_credit_note }) => !is_credit_note || preceding_invoices.some(({ number }) => given(number)),
    ),
    rule('NL-R-002', COMPANY_ADDRESS, 'A Dutch company needs street, city and postcode.', ({ seller }) =>
      isComplete(seller?.address),
    ),
    rule('NL-R-003', COMPANY_NUMBER, 'The registration number of a Dutch company is a KVK number (scheme 0106).', ({ seller }) =>
      isNumber(seller),
    ),
    within('NL-R-004', CUSTOMER_ADDRESS, 'A Dutch customer needs street, city and postcode.', ({ buyer }) =>
      isComplete(buyer?.address),
    ),
    within(
      'NL-R-005',
      CUSTOMER_NUMBER,
      'The registration number of a Dutch customer is a KVK number (scheme 0106).',
      ({ buyer }) => isNumber(buyer),
    ),
    rule(
      'NL-R-006',
      ['company', null],
      'A Dutch tax representative needs street, city and postcode.',
      ({ tax_representative }) => upperCountryOf(tax_representative) !== 'NL' || isComplete(tax_representative?.address),
    ),
    rule(
      'NL-R-007',
      WAY_TO_PAY,
      'A Dutch company names a way to pay: fill in its IBAN.',
      ({ totals, payment_means }, { is_credit_note }) => {
        const due = decimalOf(totals?.due?.value)
        if (!given(totals) || payment_means.length > 0) return true
        return !!due && (is_credit_note ? compare(due, ZERO) >= 0 : compare(due, ZERO) <= 0)
      },
    ),
    within(
      'NL-R-008',
      WAY_TO_PAY,
      'Between Dutch companies the way to pay is a transfer, a card or a direct debit: fill in the IBAN of the company.',
      ({ payment_means }) => payment_means.every(({ code }) => MEANS.includes(normalized(code))),
    ),
    rule(
      'NL-R-009',
      ['invoice', 'purchase_order'],
      'A line refers to a line of an order, and the invoice names no order: fill in the purchase order.',
      (invoice) => given(invoice.purchase_order) || !allLines(invoice).some(({ order_line }) => given(order_line)),
    ),
  ]
}

/** By the country of the seller, and some only when the buyer has the same. */
export const nationalRules: Rule[] = [...nordicRules, ...italianRules(), ...greekRules(), ...dutchRules()]
