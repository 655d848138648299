// What XRechnung 3 requires in addition to EN 16931: BR-DE. Peppol has the same rules, under other codes, for invoices within Germany.
import type { PaymentMeans, SemanticInvoice } from '../model.ts'
import type { Address, Contact } from '../model-parties.ts'
import { CLEAN_VEHICLES, XRECHNUNG, XRECHNUNG_EXTENSION } from '../specifications.ts'
import { cleanVehicleRules } from './clean-vehicles.ts'
import { upperCountryOf } from './countries.ts'
import {
  type Checked,
  filled,
  given,
  lineRule,
  need as needed,
  normalized,
  type Owner,
  onlyFor,
  perInvoice,
  type RestOfRule,
  type Rule,
  warning,
} from './rule.ts'
import { extensionRules } from './xrechnung-extension.ts'

const TAXED = ['S', 'Z', 'E', 'AE', 'K', 'G', 'L', 'M']
const TYPES = ['326', '380', '384', '389', '381', '875', '876', '877']
const TRANSFERS = ['30', '58']
const CARDS = ['48', '54', '55']
const DIRECT_DEBIT = '59'
const SPECIFICATIONS = [XRECHNUNG, XRECHNUNG_EXTENSION, CLEAN_VEHICLES]
/** As Peppol has it, which takes other text before it. */
const PEPPOL_DISCOUNT_LINE = /#SKONTO#TAGE=[0-9]+#PROZENT=[0-9]+\.[0-9]{2}(#BASISBETRAG=-?[0-9]+\.[0-9]{2})?#$/
const DISCOUNT_LINE = new RegExp(`^${PEPPOL_DISCOUNT_LINE.source}`)
/** Code of UNTDID 1001 that CII has for attachments. */
const SUPPORTING_DOCUMENT = '916'
const URL_START = /^([a-zA-Z])([a-zA-Z0-9+.-])+:.*/

const ofEveryFile: Rule[] = [
  need('1', 'company', 'iban', 'No way to pay is named: fill in the IBAN of the company.', (i) => i.payment_means.length > 0),
  need(
    '15',
    'invoice',
    'buyer_reference',
    'The buyer reference is missing: ask the customer for it (an authority has a Leitweg-ID).',
    (i) => filled(i.buyer_reference),
  ),
  need(
    '16',
    'company',
    'legal_vat',
    'Nothing identifies the seller to the tax office: fill in the VAT id or tax number.',
    (i) => {
      const { seller, lines, allowances, charges, tax_representative } = i
      const is_taxed = [...lines, ...allowances, ...charges].some(({ vat }) => TAXED.includes(vat?.code ?? ''))
      return (
        !is_taxed ||
        given(tax_representative) ||
        filled(seller?.vat_id) ||
        (seller?.tax_numbers.some(({ value }) => filled(value)) ?? false)
      )
    },
  ),
  warning(
    need('17', 'invoice', null, 'XRechnung does not know this kind of document.', (i) => TYPES.includes(i.type_code ?? '')),
  ),
  need(
    '18',
    'invoice',
    'payment_terms',
    'A line of the payment terms begins with # and is not a cash discount as XRechnung writes it, with a line end after it.',
    (i) => isDiscountWritten(i.payment_terms, DISCOUNT_LINE),
  ),
  warning(
    need('21', 'invoice', null, 'The file does not say that it follows XRechnung.', (i) =>
      SPECIFICATIONS.includes(i.specification_id ?? ''),
    ),
  ),
  need('22', 'invoice', null, 'Two attached files have the same name.', (i) => {
    const names = i.attachments.map(({ content }) => content?.file_name).filter(given)
    return new Set(names).size === names.length
  }),
  warning(
    need(
      '26',
      'invoice',
      null,
      'A corrected invoice should name the invoice that it corrects.',
      (i) => i.type_code !== '384' || i.preceding_invoices.some((one) => given(one.number) || given(one.issue_date)),
    ),
  ),
  need('30', 'invoice', null, 'A direct debit needs the creditor identifier.', (_, c) => !debitOf(c).lacks_creditor),
  need('31', 'invoice', null, 'A direct debit needs the account that is debited.', (_, c) => !debitOf(c).lacks_account),
  {
    code: 'BR-DE-TMP-32',
    severity: 'warning',
    owner: 'invoice',
    param: 'service_from',
    message: 'The day or period of the service should be given: fill in service_from and service_to.',
    // The period of UBL may have nothing but the code of the day on which VAT is due.
    broken: ({ invoice: { delivery, period, tax_point_code, lines }, syntax }) =>
      ![delivery?.date, period, syntax === 'ubl' ? tax_point_code : undefined].some(given) &&
      !lines.every((line) => given(line.period)),
  },
  {
    code: 'BR-TMP-2',
    severity: 'warning',
    owner: 'invoice',
    param: null,
    message: 'The address of a supporting document should be a complete URL.',
    broken: ({ invoice, syntax }) =>
      invoice.attachments.some(
        ({ location, type_code }) =>
          given(location) && !URL_START.test(location!) && (syntax === 'ubl' || type_code === SUPPORTING_DOCUMENT),
      ),
  },
  {
    ...lineRule(
      {
        code: 'BR-TMP-3',
        param: 'items[].unit_price',
        message: 'The number of units that the price is for is another one before its discount: give the same twice, or once.',
      },
      ({ price }) => {
        const { base_quantity: net, gross_base_quantity: gross } = price ?? {}
        if (!net || !gross) return false
        return net.value !== gross.value || (given(net.unit) && given(gross.unit) && net.unit !== gross.unit)
      },
    ),
    syntax: 'cii',
  },
  need(
    '2',
    'company',
    'contact_name',
    'The seller has no contact: fill in name, phone and email of the company.',
    (i) => !given(i.seller) || given(i.seller!.contact),
  ),
  ofAddress('3', 'company', 'city', 'The address of the company has no city.', ({ seller }) => seller?.address, 'city'),
  ofAddress(
    '4',
    'company',
    'zipcode',
    'The address of the company has no postcode.',
    ({ seller }) => seller?.address,
    'post_code',
  ),
  ofContact('5', 'contact_name', 'The company has no contact person.', (contact) => filled(contact.name)),
  ofContact('6', 'contact_phone', 'The company has no phone number.', (contact) => filled(contact.phone)),
  ofContact('7', 'contact_email', 'The company has no email address.', (contact) => filled(contact.email)),
  warning(
    ofContact('27', 'contact_phone', 'The phone number should have at least three digits.', (c) => countDigits(c.phone) >= 3),
  ),
  warning(ofContact('28', 'contact_email', 'The email address of the company does not look like one.', (c) => isEmail(c.email))),
  ofAddress('8', 'customer', 'city', 'The address of the customer has no city.', ({ buyer }) => buyer?.address, 'city'),
  ofAddress(
    '9',
    'customer',
    'zipcode',
    'The address of the customer has no postcode.',
    ({ buyer }) => buyer?.address,
    'post_code',
  ),
  ofAddress('10', 'invoice', null, 'The address of the delivery has no city.', ({ delivery }) => delivery?.address, 'city'),
  ofAddress(
    '11',
    'invoice',
    null,
    'The address of the delivery has no postcode.',
    ({ delivery }) => delivery?.address,
    'post_code',
  ),
  warning(
    ofMeans('19', 'The account of a SEPA transfer should be a valid IBAN.', ['58'], (m) => isIban(m.credit_transfer?.account)),
  ),
  warning(
    ofMeans('20', 'The account of a direct debit should be a valid IBAN.', [DIRECT_DEBIT], (m) =>
      isIban(m.direct_debit?.debited_account),
    ),
  ),
  ofMeans('23-a', 'A bank transfer needs an account: fill in the IBAN of the company.', TRANSFERS, hasAccount),
  ofMeans(
    '23-b',
    'A bank transfer must not be combined with a card or a direct debit.',
    TRANSFERS,
    (m, c) => !given(m.card) && !isDebit(m, c),
  ),
  ofMeans('24-a', 'A card payment needs the card.', CARDS, (m) => given(m.card)),
  ofMeans(
    '24-b',
    'A card payment must not be combined with an account or a direct debit.',
    CARDS,
    (m, c) => !hasAccount(m, c) && !isDebit(m, c),
  ),
  ofMeans('25-a', 'A direct debit needs its mandate.', [DIRECT_DEBIT], isDebit),
  ofMeans(
    '25-b',
    'A direct debit must not be combined with an account or a card.',
    [DIRECT_DEBIT],
    (m) => !given(m.credit_transfer) && !given(m.card) && !given(m.direct_debit?.service_provider),
  ),
  need('14', 'invoice', 'tax_breakdown', 'A VAT group has no rate: XRechnung requires one even for what is out of scope.', (i) =>
    i.vat_breakdown.every(({ vat }) => filled(vat?.rate)),
  ),
]

export const xrechnungRules: Rule[] = [...ofEveryFile, ...extensionRules, ...cleanVehicleRules]

/** Rules that Peppol tests in another way. */
const PEPPOL_TESTS: Record<string, Rule['broken']> = {
  'BR-DE-18': ({ invoice }) => !isDiscountWritten(invoice.payment_terms, PEPPOL_DISCOUNT_LINE),
  'BR-DE-28': ({ invoice: { seller } }) => given(seller?.contact) && !isPlainEmail(seller!.contact!.email),
}

/** The same rules as Peppol calls them, for invoices from Germany to Germany. */
export const germanPeppolRules: Rule[] = onlyFor(
  isGerman,
  ofEveryFile
    .filter(({ code }) => /^BR-DE-\d/.test(code) && code !== 'BR-DE-21')
    .map((rule) => ({ ...rule, code: peppolCode(rule.code), broken: PEPPOL_TESTS[rule.code] ?? rule.broken })),
)

/** BR-DE-23-a is DE-R-023-1. */
function peppolCode(code: string): string {
  const [, , number = '', part] = code.split('-')
  return `DE-R-${number.padStart(3, '0')}${part === undefined ? '' : part === 'a' ? '-1' : '-2'}`
}

/** Whether both sides have their address in Germany. */
export function isGerman({ seller, buyer }: SemanticInvoice): boolean {
  return [seller, buyer].every((party) => upperCountryOf(party) === 'DE')
}

/** Each line that begins with # is a cash discount, and after the last one the line ends. */
function isDiscountWritten(payment_terms: string | undefined, discount: RegExp): boolean {
  const lines = (payment_terms ?? '').split(/\r?\n/)
  const meant = lines.map((line) => normalized(line)).filter((line) => line.startsWith('#'))
  if (meant.length === 0) return true
  const last = lines.findLastIndex((line) => /#.+#/.test(line))
  const rest = (lines[last] ?? '').replace(/^.*#.+#/, '')
  return meant.every((line) => discount.test(line)) && normalized(rest) === '' && last < lines.length - 1
}

/** The digits of a text, 3 at most. No regular expression: it would go back and forth in a long text. */
function countDigits(text = ''): number {
  let count = 0
  for (let index = 0; index < text.length && count < 3; index++) if (text[index]! >= '0' && text[index]! <= '9') count += 1
  return count
}

/** One @, something without white space before it, and after it parts with points between. */
function isEmail(text = ''): boolean {
  const email = normalized(text)
  const [local = '', domain = '', ...others] = email.split('@', 3)
  return others.length === 0 && local !== '' && domain.includes('.') && isPointed(domain) && !email.includes(' ')
}

/** The same as Peppol has it: with some characters only. */
function isPlainEmail(text = ''): boolean {
  const [local = '', domain = ''] = normalized(text).split('@', 2)
  const is_domain = /^[a-zA-Z0-9.-]+$/.test(domain) && !/^-|-$|\.-|-\./.test(domain)
  return isEmail(text) && is_domain && isPointed(local) && /^[a-zA-Z0-9!#$%&"*+/=?^_`{|}~.-]+$/.test(local)
}

const isPointed = (text: string) => !text.startsWith('.') && !text.endsWith('.') && !text.includes('..')

function need(number: string, ...rest: RestOfRule): Rule {
  return needed(`BR-DE-${number}`, ...rest)
}

function ofAddress(
  number: string,
  owner: Owner,
  param: string | null,
  message: string,
  addressOf: (invoice: SemanticInvoice) => Address | undefined,
  field: 'city' | 'post_code',
): Rule {
  return need(number, owner, param, message, (invoice) => {
    const address = addressOf(invoice)
    return !address || filled(address[field])
  })
}

function ofContact(number: string, param: string, message: string, isKept: (contact: Contact) => boolean): Rule {
  return need(number, 'company', param, message, ({ seller }) => !seller?.contact || isKept(seller.contact))
}

function ofMeans(
  number: string,
  message: string,
  codes: readonly string[],
  isKept: (means: PaymentMeans, checked: Checked) => boolean,
): Rule {
  return need(number, 'company', 'iban', message, ({ payment_means }, checked) =>
    payment_means.every((means) => !codes.includes((means.code ?? '').trim()) || isKept(means, checked)),
  )
}

/** In CII the bank alone, next to the account, does not count. */
function hasAccount({ credit_transfer }: PaymentMeans, { syntax }: Checked): boolean {
  return syntax === 'ubl' ? given(credit_transfer) : given(credit_transfer?.account) || given(credit_transfer?.account_name)
}

/** CII has the mandate and the creditor for the whole invoice. */
function isDebit(means: PaymentMeans, { invoice, syntax }: Checked): boolean {
  if (syntax === 'ubl') return given(means.direct_debit)
  return given(means.direct_debit?.debited_account) || hasMandate(invoice)
}

const hasMandate = perInvoice(
  ({ creditor_identifier, payment_means }) =>
    given(creditor_identifier) || payment_means.some(({ direct_debit }) => given(direct_debit?.mandate)),
)

/** Which parts of a direct debit are missing: in CII each part says that there is one, and needs the others. */
function debitOf({ invoice: { creditor_identifier, payment_means }, syntax }: Checked) {
  const debits = payment_means.map(({ direct_debit }) => direct_debit).filter((debit) => debit !== undefined)
  const has_creditor = given(creditor_identifier)
  const has_mandate = debits.some(({ mandate }) => given(mandate))
  const has_account = debits.some(({ debited_account }) => given(debited_account))
  if (syntax === 'ubl') {
    const is_there = debits.length > 0
    return { lacks_creditor: is_there && !has_creditor, lacks_account: is_there && !has_account }
  }
  return {
    lacks_creditor: has_creditor !== (has_mandate || has_account),
    lacks_account: has_account !== (has_mandate || has_creditor),
  }
}

/** By its form and its check digits (ISO 7064). */
function isIban(text: string | undefined): boolean {
  const iban = (text ?? '').replace(/\s/g, '')
  if (!/^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{0,30}$/.test(iban)) return false
  // Lower-case letters of the account count as the published rule counts them: by their place in ASCII.
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Za-z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n === 1n
}
