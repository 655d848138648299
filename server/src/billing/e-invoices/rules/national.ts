// What Peppol asks for by the country of the seller: the rules about what a document of ours can say. The German ones are in xrechnung.ts.
import type { SemanticInvoice } from '../model.ts'
import type { Address, Party } from '../model-parties.ts'
import { compare, decimalOf, ZERO } from './decimals.ts'
import { isGreek, isMod11, isSwedish } from './identifiers.ts'
import { type Checked, filled, given, type Owner, placesOf, type Rule } from './rule.ts'

type Invoice = SemanticInvoice

const textOf = (text: string | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
/** XPath's number(): whether there is one in a text. */
const isNumber = (text: string) => /^\s*-?(\d+(\.\d*)?|\.\d+)\s*$/.test(text)

const prefixOf = (vat_id: string | undefined) => textOf(vat_id?.slice(0, 2)).toUpperCase()
const countryOf = (party: { address?: Address } | undefined) => party?.address?.country
const upperCountryOf = (party: { address?: Address } | undefined) => textOf(countryOf(party)).toUpperCase()
/** The country of the VAT id; without one, that of the address. */
const taxCountryOf = (party: Party | undefined) => (party?.vat_id ? prefixOf(party.vat_id) : upperCountryOf(party))
const sellerCountryOf = ({ seller, tax_representative }: Invoice) =>
  seller?.vat_id || !tax_representative?.vat_id ? taxCountryOf(seller) : prefixOf(tax_representative.vat_id)

/** About invoices for which `isMeant` holds. */
const rulesFor =
  (isMeant: (invoice: Invoice) => boolean) =>
  (
    code: string,
    [owner, param]: readonly [Owner, string | null],
    message: string,
    isKept: (invoice: Invoice, checked: Checked) => boolean,
  ): Rule => ({
    code,
    owner,
    param,
    message,
    broken: (checked) => isMeant(checked.invoice) && !isKept(checked.invoice, checked),
  })

const warning = (rule: Rule): Rule => ({ ...rule, severity: 'warning' })
const isComplete = (address: Address | undefined) => given(address?.line_1) && given(address?.city) && given(address?.post_code)
const LEGAL_VAT = ['company', 'legal_vat'] as const
const COMPANY_NUMBER = ['company', 'registration_number'] as const
const CUSTOMER_NUMBER = ['customer', null] as const
const COMPANY_ADDRESS = ['company', 'legal_address'] as const
const CUSTOMER_ADDRESS = ['customer', 'legal_address'] as const
const WAY_TO_PAY = ['company', 'iban'] as const

function norwegianRules(): Rule[] {
  const rule = rulesFor((i) => given(i.seller) && sellerCountryOf(i) === 'NO')
  return [
    rule(
      'NO-R-001',
      LEGAL_VAT,
      'A Norwegian VAT id is NO, the nine digits of the organization number, and MVA.',
      ({ seller }) =>
        !seller?.vat_id?.startsWith('NO') || (/^NO[0-9]{9}MVA$/.test(seller.vat_id) && isMod11(seller.vat_id.slice(2, 11))),
    ),
  ]
}

function danishRules(): Rule[] {
  const rule = rulesFor(({ seller }) => countryOf(seller) === 'DK')
  const within = rulesFor(({ seller, buyer }) => countryOf(seller) === 'DK' && countryOf(buyer) === 'DK')
  const MEANS = ['1', '10', '31', '42', '48', '49', '50', '58', '59', '93', '97']
  return [
    rule('DK-R-002', COMPANY_NUMBER, 'A Danish company needs its CVR number as registration number.', ({ seller }) =>
      filled(seller?.legal_registration?.value),
    ),
    rule(
      'DK-R-014',
      COMPANY_NUMBER,
      'The registration number of a Danish company is its CVR number, in the scheme 0184.',
      ({ seller }) => !given(seller?.legal_registration) || textOf(seller!.legal_registration!.scheme) === '0184',
    ),
    within(
      'DK-R-016',
      ['invoice', 'total'],
      'A credit note from Denmark to Denmark can not be negative.',
      ({ totals }, { is_credit_note }) => !is_credit_note || compare(decimalOf(totals?.due?.value) ?? ZERO, ZERO) >= 0,
    ),
    within('DK-R-013', ['company', null], 'An identifier of a party has no scheme.', ({ seller, buyer }) =>
      [seller, buyer].every((party) => (party?.identifiers ?? []).every(({ scheme }) => filled(scheme))),
    ),
    within(
      'DK-R-005',
      WAY_TO_PAY,
      'Between Danish companies Peppol takes no transfer by IBAN but in EUR: choose another format, or have no IBAN.',
      ({ payment_means }, { is_credit_note }) => is_credit_note || payment_means.every(({ code }) => MEANS.includes(code ?? '')),
    ),
  ]
}

function italianRules(): Rule[] {
  const rule = rulesFor((i) => given(i.seller) && sellerCountryOf(i) === 'IT')
  return [
    rule(
      'IT-R-001',
      ['company', 'tax_number'],
      'An Italian tax number has 11 to 16 letters and digits.',
      ({ seller }) => !given(seller?.tax_number) || /^[A-Z0-9]{11,16}$/.test(textOf(seller!.tax_number)),
    ),
    rule('IT-R-002', COMPANY_ADDRESS, 'An Italian company needs a street.', ({ seller }) => given(seller?.address?.line_1)),
    rule('IT-R-003', ['company', 'city'], 'An Italian company needs a city.', ({ seller }) => given(seller?.address?.city)),
    rule('IT-R-004', ['company', 'zipcode'], 'An Italian company needs a postcode.', ({ seller }) =>
      given(seller?.address?.post_code),
    ),
  ]
}

function swedishRules(): Rule[] {
  const isTaxed = ({ seller }: Invoice) => countryOf(seller) === 'SE' && (seller?.vat_id?.startsWith('SE') ?? false)
  const rule = rulesFor(isTaxed)
  const ofNumber = rulesFor(({ seller }) => countryOf(seller) === 'SE' && given(seller?.legal_registration))
  const numberOf = ({ seller }: Invoice) => seller!.legal_registration!.value
  const RATES = [25, 12, 6]
  const isSwedishRate = ({ vat }: { vat?: { code?: string; rate?: string } }) =>
    vat?.code !== 'S' || (isNumber(vat.rate ?? '') && RATES.includes(Number(vat.rate)))
  const RATE = 'Swedish VAT is 25, 12 or 6 percent.'
  return [
    rule('SE-R-001', LEGAL_VAT, 'A Swedish VAT id has 14 characters.', ({ seller }) => textOf(seller?.vat_id).length === 14),
    rule('SE-R-002', LEGAL_VAT, 'A Swedish VAT id is SE and twelve digits.', ({ seller }) =>
      isNumber(seller?.vat_id?.slice(2, 14) ?? ''),
    ),
    ofNumber('SE-R-003', COMPANY_NUMBER, 'A Swedish organization number has digits only.', (i) => isNumber(numberOf(i))),
    ofNumber(
      'SE-R-004',
      COMPANY_NUMBER,
      'A Swedish organization number has ten digits.',
      (i) => textOf(numberOf(i)).length === 10,
    ),
    ofNumber('SE-R-013', COMPANY_NUMBER, 'The last digit of the Swedish organization number is wrong.', (i) =>
      isSwedish(textOf(numberOf(i)).slice(0, 10)),
    ),
    ofNumber(
      'SE-R-005',
      ['company', 'tax_number'],
      'The tax number of a Swedish company says "Godkänd för F-skatt".',
      ({ seller }) => !given(seller?.tax_number) || textOf(seller!.tax_number).toUpperCase() === 'GODKÄND FÖR F-SKATT',
    ),
    rule('SE-R-006', ['invoice', 'tax_rate'], RATE, ({ vat_breakdown, allowances, charges }) =>
      [...vat_breakdown, ...allowances, ...charges].every(isSwedishRate),
    ),
    {
      ...rule('SE-R-006', ['invoice', 'items[].tax_rate'], RATE, () => true),
      broken: ({ invoice }) => isTaxed(invoice) && placesOf(invoice.lines, (line) => !isSwedishRate(line)),
    },
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
  const part = (number: string, what: string, isKept: (segments: readonly string[], invoice: Invoice) => boolean): Rule =>
    rule(
      `GR-R-001-${number}`,
      ['invoice', 'invoice_number'],
      `A Greek number is TIN|31/01/2026|branch|type|series|number: ${what}.`,
      (invoice) => !given(invoice.number) || isKept(invoice.number!.split('|'), invoice),
    )
  const fromGreece = rulesFor((i) => isMeant(i) && countryOf(i.seller) === 'GR')
  return [
    part('1', 'it has six parts', (segments) => segments.length === 6),
    part(
      '2',
      "the first is the company's tax number",
      ([tin = ''], { seller, tax_representative }) =>
        textOf(tin).length === 9 &&
        isGreek(tin) &&
        [seller, tax_representative].some((party) => given(party?.vat_id) && party!.vat_id!.slice(2, 11) === tin),
    ),
    part(
      '3',
      'the second is the issue date',
      ([, day = ''], { issue_date }) => GREEK_DATE.test(day) && day.split('/').slice(0, 3).reverse().join('-') === issue_date,
    ),
    part('4', 'the third is a whole number', ([, , branch = '']) => /^\s*\+?\d+\s*$/.test(branch)),
    part('5', `the fourth is one of ${GREEK_TYPES.join(', ')}`, ([, , , type = '']) => GREEK_TYPES.includes(type)),
    part('6', 'the fifth is not empty', ([, , , , series = '']) => series !== ''),
    part('7', 'the sixth is not empty', ([, , , , , number = '']) => number !== ''),
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
        ({ seller }) => !given(seller) || isTaxId(seller!.vat_id),
      ),
    ),
    rule(
      'GR-R-003',
      LEGAL_VAT,
      'A Greek VAT id is EL and a tax number.',
      ({ seller }) => !given(seller?.vat_id) || isTaxId(seller!.vat_id),
    ),
    fromGreece('GR-R-004-1', ['invoice', null], 'A Greek invoice needs its MARK number.', (i) => described(i, MARK).length === 1),
    warning(
      fromGreece(
        'GR-S-008-1',
        ['invoice', null],
        'A Greek invoice needs its address in myDATA.',
        (i) => described(i, URL).length === 1,
      ),
    ),
    rule(
      'GR-R-005',
      ['customer', 'name'],
      'A Greek invoice needs the name of the customer.',
      ({ buyer }) => !given(buyer) || !!buyer!.trading_name,
    ),
    {
      ...rule(
        'GR-R-009',
        ['company', 'electronic_address'],
        'The electronic address of a Greek company is its tax number, in 9933.',
        () => true,
      ),
      broken: ({ invoice: { seller } }) => GREEK.includes(taxCountryOf(seller)) && !isAddress(seller),
    },
    within('GR-R-006', ['customer', 'legal_vat'], 'A Greek customer needs a VAT id, with EL.', ({ buyer }) =>
      isTaxId(buyer!.vat_id),
    ),
    within(
      'GR-R-010',
      ['customer', 'electronic_address'],
      'The electronic address of a Greek customer is its tax number, in 9933.',
      ({ buyer }) => isAddress(buyer),
    ),
  ]
}

function icelandicRules(): Rule[] {
  const rule = rulesFor(({ seller }) => countryOf(seller) === 'IS')
  const within = rulesFor(({ seller, buyer }) => countryOf(seller) === 'IS' && countryOf(buyer) === 'IS')
  const isReachable = (party: Party | undefined) => given(party?.address?.line_1) && given(party?.address?.post_code)
  const NUMBER = 'needs its kennitala as registration number, in the scheme 0196.'
  return [
    warning(
      rule('IS-R-001', ['invoice', null], 'An Icelandic document is an invoice or a credit note.', ({ type_code }) =>
        ['380', '381'].includes(textOf(type_code)),
      ),
    ),
    rule(
      'IS-R-002',
      COMPANY_NUMBER,
      `An Icelandic company ${NUMBER}`,
      ({ seller }) => seller?.legal_registration?.scheme === '0196',
    ),
    rule('IS-R-003', COMPANY_ADDRESS, 'An Icelandic company needs street and postcode.', ({ seller }) => isReachable(seller)),
    within(
      'IS-R-004',
      CUSTOMER_NUMBER,
      `An Icelandic customer ${NUMBER}`,
      ({ buyer }) => buyer?.legal_registration?.scheme === '0196',
    ),
    within('IS-R-005', CUSTOMER_ADDRESS, 'An Icelandic customer needs street and postcode.', ({ buyer }) => isReachable(buyer)),
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
      ({ payment_means }) => payment_means.every(({ code }) => MEANS.includes(textOf(code))),
    ),
  ]
}

/** By the country of the seller, and some only when the buyer has the same. */
export const nationalRules: Rule[] = [
  ...norwegianRules(),
  ...danishRules(),
  ...italianRules(),
  ...swedishRules(),
  ...greekRules(),
  ...icelandicRules(),
  ...dutchRules(),
]
