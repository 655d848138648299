// What every invoice has to say: BR-01 to BR-65 of EN 16931. The messages are Quoin's own.
import type { AllowanceOrCharge, PaymentMeans, VatBreakdown } from '../model.ts'
import type { Party, Payee, TaxRepresentative } from '../model-parties.ts'
import { compare, decimalOf, ZERO } from './decimals.ts'
import {
  type Checked,
  filled,
  given,
  isVat,
  judgedGroups,
  lineRule,
  need,
  placesOf,
  type Rule,
  someLine,
  warning,
} from './rule.ts'

/** Whether a period ends before it begins. */
const isBackwards = (period: { start?: string; end?: string } | undefined) =>
  given(period?.start) && given(period?.end) && period!.end! < period!.start!

const invoiceRules: Rule[] = [
  need('BR-01', 'invoice', null, 'The file does not say which specification it follows.', (i) => filled(i.specification_id)),
  need('BR-02', 'invoice', 'invoice_number', 'The invoice has no number.', (i) => filled(i.number)),
  need('BR-03', 'invoice', 'issue_date', 'The invoice has no issue date.', (i) => filled(i.issue_date)),
  need('BR-04', 'invoice', null, 'The file does not say whether it is an invoice or a credit note.', (i) => filled(i.type_code)),
  need('BR-05', 'invoice', 'currency', 'The invoice has no currency.', (i) => filled(i.currency)),
  need('BR-06', 'company', 'legal_name', 'The seller has no name: fill in the legal name of the company.', (i) =>
    filled(i.seller?.name),
  ),
  need('BR-07', 'customer', 'legal_name', 'The buyer has no name: fill in the legal name of the customer.', (i) =>
    filled(i.buyer?.name),
  ),
  need('BR-08', 'company', 'country', 'The seller has no address: fill in street, city and country of the company.', (i) =>
    given(i.seller?.address),
  ),
  need(
    'BR-09',
    'company',
    'country',
    "The seller's address has no country: the company needs one before the document is issued.",
    ({ seller }, c) => isInCountry(seller, c),
  ),
  need('BR-10', 'customer', 'country', 'The buyer has no address: fill in street, city and country of the customer.', (i) =>
    given(i.buyer?.address),
  ),
  need(
    'BR-11',
    'customer',
    'country',
    "The buyer's address has no country: the customer needs one before the document is issued.",
    ({ buyer }, c) => isInCountry(buyer, c),
  ),
  total('BR-12', 'subtotal', 'The sum of the lines is missing.', 'lines'),
  total('BR-13', 'subtotal_after_discount', 'The total without VAT is missing.', 'without_vat'),
  total('BR-14', 'total', 'The total with VAT is missing.', 'with_vat'),
  total('BR-15', 'amount_due', 'The amount due is missing.', 'due'),
  need('BR-16', 'invoice', 'items', 'The invoice has no lines: add one.', (i) => i.lines.length > 0),
  need(
    'BR-17',
    'invoice',
    null,
    'The payee needs a name, and must not be the seller.',
    ({ payee, seller }, { syntax }) =>
      !payee || (given(payee.name) && !(syntax === 'ubl' ? isSameInUbl : isSameInCii)(payee, seller)),
  ),
  representative('BR-18', 'The tax representative has no name.', (r) => filled(r.name)),
  representative('BR-19', 'The tax representative has no address.', (r) => given(r.address)),
  representative('BR-20', "The tax representative's address has no country.", isInCountry),
  representative('BR-56', 'The tax representative has no VAT id.', (r) => given(r.vat_id)),
  need('BR-29', 'invoice', 'service_to', 'The period of service ends before it begins.', ({ period }) => !isBackwards(period)),
  need(
    'BR-53',
    'invoice',
    null,
    'A second currency for VAT is named, but the VAT in that currency is missing.',
    ({ vat_currency, currency, totals, vat_totals }, { syntax }) =>
      !given(vat_currency) ||
      (syntax === 'cii' && !given(totals)) ||
      (vat_totals.some((total) => total.currency === vat_currency) && !(syntax === 'cii' && vat_currency === currency)),
  ),
  need(
    'BR-57',
    'invoice',
    null,
    'The address of the delivery has no country.',
    ({ delivery }, c) => !delivery?.address || isNamed(delivery.address.country, c),
  ),
  need(
    'BR-62',
    'company',
    'electronic_address_scheme',
    "The company's electronic address has no scheme: choose one, such as 9930 for a German VAT id.",
    ({ seller }, c) => !seller?.electronic_address || isNamed(seller.electronic_address.scheme, c),
  ),
  need(
    'BR-63',
    'customer',
    'electronic_address_scheme',
    "The customer's electronic address has no scheme: choose one, such as 9930 for a German VAT id.",
    ({ buyer }, c) => !buyer?.electronic_address || isNamed(buyer.electronic_address.scheme, c),
  ),
]

const lineRules: Rule[] = [
  lineRule({ code: 'BR-21', param: 'items[]', message: 'The line has no identifier.' }, (line) => !filled(line.id)),
  lineRule({ code: 'BR-22', param: 'items[].quantity', message: 'The line has no quantity.' }, (line) => !given(line.quantity)),
  lineRule(
    { code: 'BR-23', param: 'items[].unit', message: 'The quantity of the line has no unit.' },
    (line) => !given(line.quantity?.unit),
  ),
  lineRule(
    { code: 'BR-24', param: 'items[].subtotal', message: 'The line has no net amount.' },
    (line) => !given(line.net_amount),
  ),
  lineRule({ code: 'BR-25', param: 'items[].name', message: 'The line has no name.' }, (line) => !filled(line.item?.name)),
  lineRule({ code: 'BR-26', param: 'items[].unit_price', message: 'The line has no price.' }, (line) => !given(line.price?.net)),
  lineRule(
    {
      code: 'BR-27',
      param: 'items[].unit_price',
      message: 'The price of the line is below 0: give a negative quantity instead.',
    },
    (line) => !isAtLeastZero(line.price?.net?.value),
  ),
  lineRule(
    { code: 'BR-28', param: 'items[].unit_price', message: 'The price of the line before its discount is below 0.' },
    (line) => given(line.price?.gross) && !isAtLeastZero(line.price?.gross?.value),
  ),
  lineRule({ code: 'BR-30', param: 'items[]', message: 'The period of the line ends before it begins.' }, (line) =>
    isBackwards(line.period),
  ),
  lineRule({ code: 'BR-54', param: 'items[]', message: 'A property of the line has no name or no value.' }, (line) =>
    someLine(line, ({ item }) => item?.attributes.some(({ name, value }) => !given(name) || !given(value)) ?? false),
  ),
  lineRule(
    { code: 'BR-64', param: 'items[]', message: "The standard number of the line's item has no scheme." },
    ({ item }, checked) => given(item?.standard_identifier) && !isNamed(item!.standard_identifier!.scheme, checked),
  ),
  lineRule(
    { code: 'BR-65', param: 'items[]', message: "The classification of the line's item has no scheme." },
    ({ item }, checked) => item?.classifications.some(({ value, scheme }) => given(value) && !isNamed(scheme, checked)) ?? false,
  ),
]

/** Allowances and charges: of the whole invoice (`allowances`, `charges`) and of lines. */
const reductionRules: Rule[] = [
  ...ofWhole('allowances', 'allowance', { amount: ['BR-31'], vat: ['BR-32'], reason: ['BR-33', 'BR-CO-21'] }),
  ...ofWhole('charges', 'charge', { amount: ['BR-36'], vat: ['BR-37'], reason: ['BR-38', 'BR-CO-22'] }),
  ...ofEachLine('allowances', 'allowance', { amount: ['BR-41'], reason: ['BR-42', 'BR-CO-23'] }),
  ...ofEachLine('charges', 'charge', { amount: ['BR-43'], reason: ['BR-44', 'BR-CO-24'] }),
]

const breakdownRules: Rule[] = [
  inBreakdown('BR-45', 'A VAT group has no taxable amount.', ({ taxable_amount }) => given(taxable_amount)),
  inBreakdown('BR-46', 'A VAT group has no VAT amount.', ({ tax_amount }) => given(tax_amount)),
  inBreakdown('BR-47', 'A VAT group has no category.', ({ vat }) => isVat(vat) && given(vat.code)),
  inBreakdown('BR-48', 'A VAT group has no rate.', ({ vat }) => isVat(vat) && (given(vat.rate) || vat.code === 'O')),
]

const TRANSFERS = ['30', '58']
const paymentRules: Rule[] = [
  need(
    'BR-49',
    'company',
    'iban',
    'A way to pay has no code.',
    // CII has the mandate of a direct debit apart from the ways to pay.
    ({ payment_means }, { syntax }) =>
      payment_means.every((means) => given(means.code) || (syntax === 'cii' && isMandateOnly(means))),
  ),
  ofTransfers('BR-50', ({ credit_transfer }) => !credit_transfer || filled(credit_transfer.account)),
  ofTransfers('BR-61', ({ credit_transfer }, syntax) => (!credit_transfer ? syntax === 'cii' : given(credit_transfer.account))),
  warning(cardRule('ubl')),
  cardRule('cii'),
  need('BR-52', 'invoice', null, 'A supporting document has no reference.', ({ attachments, lines }, { syntax }) =>
    [...attachments, ...(syntax === 'cii' ? lines.flatMap(({ documents }) => documents) : [])].every(({ reference }) =>
      filled(reference),
    ),
  ),
  need('BR-55', 'invoice', null, 'The invoice that this one refers to has no number.', ({ preceding_invoices }, c) =>
    preceding_invoices.every(({ number }) => isNamed(number, c)),
  ),
]

export const presenceRules: Rule[] = [...invoiceRules, ...lineRules, ...reductionRules, ...breakdownRules, ...paymentRules]

/** An amount is required only where there are totals. */
function total(code: string, param: string, message: string, field: 'lines' | 'without_vat' | 'with_vat' | 'due'): Rule {
  return need(code, 'invoice', param, message, ({ totals }) => !totals || given(totals[field]))
}

function representative(code: string, message: string, isKept: (one: TaxRepresentative, checked: Checked) => boolean): Rule {
  return need(code, 'invoice', null, message, ({ tax_representative: one }, checked) => !one || isKept(one, checked))
}

/** UBL requires a country only where there is an address; CII always. */
function isInCountry(party: Pick<Party, 'address'> | undefined, { syntax }: Checked): boolean {
  return (syntax === 'ubl' && !party?.address) || filled(party?.address?.country)
}

function inBreakdown(code: string, message: string, isKept: (entry: VatBreakdown) => boolean): Rule {
  return need(code, 'invoice', 'tax_breakdown', message, (_, checked) => judgedGroups(checked).every(isKept))
}

function ofTransfers(code: string, isKept: (means: PaymentMeans, syntax: Checked['syntax']) => boolean): Rule {
  const message = 'A bank transfer is named without an account: fill in the IBAN of the company.'
  return need(code, 'company', 'iban', message, ({ payment_means }, { syntax }) =>
    payment_means.every((means) => !TRANSFERS.includes(means.code ?? '') || isKept(means, syntax)),
  )
}

const isMandateOnly = ({ text, credit_transfer, card, direct_debit }: PaymentMeans) =>
  given(direct_debit?.mandate) && ![text, credit_transfer, card, direct_debit?.debited_account].some(given)

type Kind = 'allowances' | 'charges'

/** The published rules for CII look for the words true and false here, and overlook 1 and 0. */
const isMeant = (kind: Kind, { charge_indicator }: AllowanceOrCharge, { syntax }: Checked) =>
  syntax === 'ubl' || charge_indicator === String(kind === 'charges')

function ofWhole(kind: Kind, word: string, codes: { amount: string[]; vat: string[]; reason: string[] }): Rule[] {
  const rule = (code: string, message: string, isKept: (one: AllowanceOrCharge) => boolean): Rule =>
    need(code, 'invoice', 'discount_amount', message, (invoice, checked) =>
      invoice[kind].every((one) => !isMeant(kind, one, checked) || isKept(one)),
    )
  return [
    ...codes.amount.map((code) => rule(code, `The ${word} on the whole invoice has no amount.`, hasAmount)),
    ...codes.vat.map((code) =>
      rule(code, `The ${word} on the whole invoice has no VAT category.`, ({ vat }) => isVat(vat) && given(vat.code)),
    ),
    ...codes.reason.map((code) => rule(code, `The ${word} on the whole invoice has no reason.`, hasReason)),
  ]
}

function ofEachLine(kind: Kind, word: string, codes: { amount: string[]; reason: string[] }): Rule[] {
  const rule = (code: string, message: string, isKept: (one: AllowanceOrCharge) => boolean): Rule =>
    need(code, 'invoice', 'items[].discount_percent', message, ({ lines }, checked) =>
      placesOf(lines, (line) => line[kind].some((one) => isMeant(kind, one, checked) && !isKept(one))),
    )
  return [
    ...codes.amount.map((code) => rule(code, `The ${word} of the line has no amount.`, hasAmount)),
    ...codes.reason.map((code) => rule(code, `The ${word} of the line has no reason.`, hasReason)),
  ]
}

function hasAmount({ amount }: AllowanceOrCharge): boolean {
  return given(amount)
}

function hasReason({ reason, reason_code }: AllowanceOrCharge): boolean {
  return given(reason) || given(reason_code)
}

/** At most the last digits of a card may be in a file. UBL only warns. */
function cardRule(syntax: Checked['syntax']): Rule {
  const message = 'Only the last four to six digits of a card may be shown.'
  const isShort = ({ card }: PaymentMeans) => (card?.number?.trim().length ?? 0) <= 10
  return { ...need('BR-51', 'invoice', null, message, ({ payment_means }) => payment_means.every(isShort)), syntax }
}

const isSameInUbl = ({ name, identifier }: Payee, seller: Party | undefined) =>
  name === seller?.trading_name || (seller?.identifiers.some(({ value }) => value === identifier?.value) ?? false)

/** CII has identifiers with a scheme in an element of their own, which the published rule does not look at. */
function isSameInCii({ name, identifier, legal_registration }: Payee, seller: Party | undefined): boolean {
  const isSame = (one: { value: string } | undefined, other: { value: string } | undefined) => !!one && one.value === other?.value
  const is_local = identifier?.scheme === undefined
  return (
    name === seller?.name ||
    isSame(legal_registration, seller?.legal_registration) ||
    (is_local && (seller?.identifiers.some((one) => one.scheme === undefined && isSame(one, identifier)) ?? false))
  )
}

/** Whether a country, scheme or number is there. In CII an empty one counts as absent. */
const isNamed = (text: string | undefined, { syntax }: Checked) => (syntax === 'ubl' ? given : filled)(text)

function isAtLeastZero(text: string | undefined): boolean {
  const number = decimalOf(text)
  return number !== undefined && compare(number, ZERO) >= 0
}
