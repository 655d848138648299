// What Peppol requires when the seller is in Norway, Denmark, Sweden or Iceland.
import type { PaymentMeans, SemanticInvoice } from '../model.ts'
import type { Party } from '../model-parties.ts'
import {
  COMPANY_ADDRESS,
  COMPANY_NUMBER,
  CUSTOMER_ADDRESS,
  CUSTOMER_NUMBER,
  countryOf,
  LEGAL_VAT,
  numberOf,
  rulesFor,
  sellerCountryOf,
  WAY_TO_PAY,
} from './countries.ts'
import { compare, decimalOf, ZERO } from './decimals.ts'
import { isMod11, isSwedish } from './identifiers.ts'
import { filled, given, isDay, normalized, placesOf, type Rule, reductionsOf, warning } from './rule.ts'

type Invoice = SemanticInvoice

/** Makes rules about invoices of sellers in a country. */
const from = (country: string) => rulesFor(({ seller }) => countryOf(seller) === country)
/** The same where the buyer is in it too. */
const within = (country: string) => rulesFor(({ seller, buyer }) => countryOf(seller) === country && countryOf(buyer) === country)

const isNumber = (text: string | undefined) => !Number.isNaN(numberOf(text))

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
    warning(
      rule(
        'NO-R-002',
        ['company', 'tax_number'],
        'Most Norwegian companies have to say that they are registered: write "Foretaksregisteret" as tax number.',
        ({ seller }) =>
          normalized(seller?.tax_numbers.find(({ scheme }) => normalized(scheme) === 'TAX')?.value) === 'Foretaksregisteret',
      ),
    ),
  ]
}

const DANISH_MEANS = ['1', '10', '31', '42', '48', '49', '50', '58', '59', '93', '97']
/** Versions of UNSPSC, in both spellings. */
const DANISH_CLASSIFICATIONS = ['19.05.01', '19.0501', '26.08.01', '26.0801']

function danishRules(): Rule[] {
  const rule = from('DK')
  const ruleWithin = within('DK')
  return [
    rule('DK-R-002', COMPANY_NUMBER, 'A Danish company needs its CVR number as registration number.', ({ seller }) =>
      filled(seller?.legal_registration?.value),
    ),
    rule(
      'DK-R-014',
      COMPANY_NUMBER,
      'The registration number of a Danish company is its CVR number, in the scheme 0184.',
      ({ seller }) => !given(seller?.legal_registration) || normalized(seller!.legal_registration!.scheme) === '0184',
    ),
    ruleWithin(
      'DK-R-016',
      ['invoice', 'total'],
      'A credit note within Denmark must not be negative.',
      ({ totals }, { is_credit_note }) => !is_credit_note || compare(decimalOf(totals?.due?.value) ?? ZERO, ZERO) >= 0,
    ),
    ruleWithin('DK-R-013', ['company', null], 'An identifier of a party has no scheme.', ({ seller, buyer }) =>
      [seller, buyer].every((party) => (party?.identifiers ?? []).every(({ value, scheme }) => !given(value) || filled(scheme))),
    ),
    warning(
      ruleWithin(
        'DK-R-003',
        ['invoice', 'items[]'],
        'A classification of the item is by another version of UNSPSC than 19.05.01 or 26.08.01: name one of them.',
        ({ lines }) =>
          placesOf(lines, ({ item }) => {
            const classifications = item?.classifications ?? []
            const is_unspsc = classifications.some(({ scheme }) => scheme === 'TST')
            return is_unspsc && !classifications.some((one) => DANISH_CLASSIFICATIONS.includes(one.scheme_version ?? ''))
          }),
      ),
    ),
    ruleWithin(
      'DK-R-004',
      ['invoice', null],
      'A tax other than VAT (reason code ZZZ) names its four digits as reason, or a text with # inside.',
      (invoice) => reasonsOf(invoice).every(({ reason_code, reason }) => reason_code !== 'ZZZ' || isDanishTax(reason)),
    ),
    ...danishPayments(),
  ]
}

/** Why there are allowances and charges: of the invoice, its lines and their prices. */
function reasonsOf(invoice: Invoice): { reason_code?: string | undefined; reason?: string | undefined }[] {
  const of_prices = invoice.lines.map(({ price }) => ({
    reason_code: price?.discount_reason_code,
    reason: price?.discount_reason,
  }))
  return [...[invoice, ...invoice.lines].flatMap(reductionsOf), ...of_prices]
}

function isDanishTax(reason = ''): boolean {
  const number = numberOf(reason)
  if (normalized(reason).length === 4 && number >= 0 && number <= 9_999) return true
  return reason.includes('#') && !reason.startsWith('#') && !reason.endsWith('#')
}

/** The ways to pay of Danish banks, of invoices only. */
function danishPayments(): Rule[] {
  const ruleWithin = within('DK')
  const rule = (code: string, message: string, isKept: (means: PaymentMeans, payment_id: string) => boolean): Rule =>
    ruleWithin(code, WAY_TO_PAY, message, ({ payment_means, remittance_information }, { is_credit_note, syntax }) => {
      // CII has the reference of the payment once, for all ways to pay.
      const common = syntax === 'cii' ? remittance_information : undefined
      return is_credit_note || payment_means.every((means) => isKept(means, means.remittance_information ?? common ?? ''))
    })
  return [
    rule(
      'DK-R-005',
      'Between Danish companies Peppol accepts a transfer by IBAN in EUR only: choose another format, or leave the IBAN out.',
      ({ code }) => DANISH_MEANS.includes(code ?? ''),
    ),
    rule(
      'DK-R-006',
      'A Danish bank transfer (31 or 42) needs the account and the registration number of the bank.',
      ({ code = '', credit_transfer }) =>
        !['31', '42'].includes(code) || (filled(credit_transfer?.account) && filled(credit_transfer?.service_provider)),
    ),
    rule(
      'DK-R-007',
      'A Danish direct debit (49) needs its mandate and the account that is debited.',
      ({ code, direct_debit }) => code !== '49' || (filled(direct_debit?.mandate) && filled(direct_debit?.debited_account)),
    ),
    rule(
      'DK-R-008',
      'A Danish giro payment (50) needs a payment id that begins with 01#, 04# or 15#, and a giro account of 7 or 8 digits.',
      ({ code, credit_transfer }, id) =>
        code !== '50' || (/^(01|04|15)#/.test(id) && /^[0-9]{7,8}$/.test(credit_transfer?.account ?? '')),
    ),
    rule(
      'DK-R-009',
      'The payment id of a Danish giro payment has 16 digits after 04# or 15#.',
      ({ code }, id) => code !== '50' || !/^(04|15)#/.test(id) || id.length === 19,
    ),
    rule(
      'DK-R-010',
      'A Danish FIK payment (93) needs a payment id that begins with 71#, 73# or 75#, and a creditor number of 8 characters.',
      ({ code, credit_transfer }, id) =>
        code !== '93' || (/^(71|73|75)#/.test(id) && (credit_transfer?.account ?? '').length === 8),
    ),
    rule(
      'DK-R-011',
      'The payment id of a Danish FIK payment has 15 or 16 digits after 71# or 75#.',
      ({ code }, id) => code !== '93' || !/^(71|75)#/.test(id) || [18, 19].includes(id.length),
    ),
  ]
}

function swedishRules(): Rule[] {
  const isTaxed = ({ seller }: Invoice) => countryOf(seller) === 'SE' && (seller?.vat_id?.startsWith('SE') ?? false)
  const rule = rulesFor(isTaxed)
  const ofNumber = rulesFor(({ seller }) => countryOf(seller) === 'SE' && given(seller?.legal_registration))
  const numberOfSeller = ({ seller }: Invoice) => seller!.legal_registration!.value
  const RATES = [25, 12, 6]
  const isSwedishRate = ({ vat }: { vat?: { code?: string; rate?: string } }) =>
    vat?.code !== 'S' || RATES.includes(numberOf(vat.rate))
  const RATE = 'Swedish VAT is 25, 12 or 6 percent.'
  return [
    rule('SE-R-001', LEGAL_VAT, 'A Swedish VAT id has 14 characters.', ({ seller }) => normalized(seller?.vat_id).length === 14),
    rule('SE-R-002', LEGAL_VAT, 'A Swedish VAT id is SE and twelve digits.', ({ seller }) =>
      isNumber(seller?.vat_id?.slice(2, 14)),
    ),
    ofNumber('SE-R-003', COMPANY_NUMBER, 'A Swedish organization number has digits only.', (i) => isNumber(numberOfSeller(i))),
    ofNumber(
      'SE-R-004',
      COMPANY_NUMBER,
      'A Swedish organization number has ten digits.',
      (i) => normalized(numberOfSeller(i)).length === 10,
    ),
    ofNumber('SE-R-013', COMPANY_NUMBER, 'The last digit of the Swedish organization number is wrong.', (i) =>
      isSwedish(normalized(numberOfSeller(i)).slice(0, 10)),
    ),
    ofNumber(
      'SE-R-005',
      ['company', 'tax_number'],
      'The tax number of a Swedish company says "Godkänd för F-skatt".',
      ({ seller }) =>
        seller!.tax_numbers.every(({ value }) => !given(value) || normalized(value).toUpperCase() === 'GODKÄND FÖR F-SKATT'),
    ),
    rule('SE-R-006', ['invoice', 'tax_rate'], RATE, ({ vat_breakdown, allowances, charges }) =>
      [...vat_breakdown, ...allowances, ...charges].every(isSwedishRate),
    ),
    rule('SE-R-006', ['invoice', 'items[].tax_rate'], RATE, ({ lines }) => placesOf(lines, (line) => !isSwedishRate(line))),
    ...swedishPayments().map(warning),
  ]
}

/** Plusgiro and Bankgiro are bank transfers (30); the bank says which of the two it is. */
function swedishPayments(): Rule[] {
  const rule = from('SE')
  const ofGiro = (code: string, name: string, message: string, isKept: (account: string) => boolean): Rule =>
    rule(code, WAY_TO_PAY, `A number of ${name} ${message}.`, ({ payment_means }) =>
      payment_means.every(({ code, credit_transfer }) => {
        const account = credit_transfer?.account
        const is_meant = normalized(code) === '30' && normalized(credit_transfer?.service_provider) === `SE:${name.toUpperCase()}`
        return !is_meant || account === undefined || isKept(normalized(account))
      }),
    )
  return [
    ofGiro('SE-R-007', 'Plusgiro', 'has digits only', isNumber),
    ofGiro('SE-R-010', 'Plusgiro', 'has 2 to 8 digits', ({ length }) => length >= 2 && length <= 8),
    ofGiro('SE-R-008', 'Bankgiro', 'has digits only', isNumber),
    ofGiro('SE-R-009', 'Bankgiro', 'has 7 or 8 digits', ({ length }) => length === 7 || length === 8),
    rule(
      'SE-R-011',
      WAY_TO_PAY,
      'Plusgiro and Bankgiro are the way to pay 30, with SE:PLUSGIRO or SE:BANKGIRO as bank.',
      ({ payment_means }) => !payment_means.some(({ code = '' }) => ['50', '56'].includes(code)),
    ),
    within('SE')(
      'SE-R-012',
      WAY_TO_PAY,
      'Between Swedish companies a bank transfer is the way to pay 30, not 31.',
      ({ payment_means }) => !payment_means.some(({ code }) => code === '31'),
    ),
  ]
}

const EINDAGI = 'EINDAGI'

function icelandicRules(): Rule[] {
  const rule = from('IS')
  const ruleWithin = within('IS')
  const isReachable = (party: Party | undefined) => given(party?.address?.line_1) && given(party?.address?.post_code)
  const NUMBER = 'needs its kennitala as registration number, in the scheme 0196.'
  const ofMeans = (number: string, means_code: string, name: string) =>
    rule(number, WAY_TO_PAY, `An Icelandic ${name} (${means_code}) needs an account of 12 digits.`, ({ payment_means }) => {
      const meant = payment_means.filter(({ code }) => code === means_code)
      const account = meant.find(({ credit_transfer }) => given(credit_transfer?.account))?.credit_transfer?.account
      return meant.length === 0 || normalized(account).length === 12
    })
  /** The last day to pay, which is a supporting document in Iceland. */
  const ofLastDay = (number: string, message: string, isKept: (days: string[], due_date: string | undefined) => boolean) =>
    rule(number, ['invoice', null], message, ({ attachments, due_date }, { is_credit_note }) => {
      const meant = attachments.filter(({ description }) => description === EINDAGI)
      const days = meant.map(({ reference }) => reference).filter((one) => one !== undefined)
      // A credit note of UBL has no due date of its own.
      return meant.length === 0 || isKept(days, is_credit_note ? undefined : due_date)
    })
  return [
    warning(
      rule('IS-R-001', ['invoice', null], 'An Icelandic document is an invoice or a credit note.', ({ type_code }) =>
        ['380', '381'].includes(normalized(type_code)),
      ),
    ),
    rule(
      'IS-R-002',
      COMPANY_NUMBER,
      `An Icelandic company ${NUMBER}`,
      ({ seller }) => seller?.legal_registration?.scheme === '0196',
    ),
    rule('IS-R-003', COMPANY_ADDRESS, 'An Icelandic company needs street and postcode.', ({ seller }) => isReachable(seller)),
    ofMeans('IS-R-006', '9', 'claim'),
    ofMeans('IS-R-007', '42', 'bank transfer'),
    ofLastDay('IS-R-008', 'The last day to pay (EINDAGI) is not a date: write it as 2026-01-31.', (days) =>
      days.some((day) => isDay(day)),
    ),
    ofLastDay('IS-R-009', 'An invoice with a last day to pay (EINDAGI) needs a due date.', (_, due_date) => given(due_date)),
    ofLastDay(
      'IS-R-010',
      'The last day to pay (EINDAGI) is before the due date.',
      (days, due_date) => given(due_date) && days.some((day) => due_date! <= day),
    ),
    ruleWithin(
      'IS-R-004',
      CUSTOMER_NUMBER,
      `An Icelandic customer ${NUMBER}`,
      ({ buyer }) => buyer?.legal_registration?.scheme === '0196',
    ),
    ruleWithin('IS-R-005', CUSTOMER_ADDRESS, 'An Icelandic customer needs street and postcode.', ({ buyer }) =>
      isReachable(buyer),
    ),
  ]
}

export const nordicRules: Rule[] = [...norwegianRules(), ...danishRules(), ...swedishRules(), ...icelandicRules()]
