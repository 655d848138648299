// What every invoice has to say: BR-01 to BR-65 of EN 16931. Each message is in our own words.
import type { Party, Payee } from '../model-parties.ts'
import { compare, decimalOf, ZERO } from './decimals.ts'
import { type Checked, filled, given, isVat, judgedGroups, lineRule, placesOf, type Rule, someLine } from './rule.ts'

const isUbl = ({ syntax }: { syntax: string }) => syntax === 'ubl'
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
  {
    code: 'BR-09',
    owner: 'company',
    param: 'country',
    message: "The seller's address has no country: choose that of the company.",
    // UBL asks for it only where there is an address; CII always.
    broken: (c) => (!isUbl(c) || given(c.invoice.seller?.address)) && !filled(c.invoice.seller?.address?.country),
  },
  need('BR-10', 'customer', 'country', 'The buyer has no address: fill in street, city and country of the customer.', (i) =>
    given(i.buyer?.address),
  ),
  {
    code: 'BR-11',
    owner: 'customer',
    param: 'country',
    message: "The buyer's address has no country: choose that of the customer.",
    broken: (c) => (!isUbl(c) || given(c.invoice.buyer?.address)) && !filled(c.invoice.buyer?.address?.country),
  },
  total('BR-12', 'subtotal', 'The sum of the lines is missing.', 'lines'),
  total('BR-13', 'subtotal_after_discount', 'The total without VAT is missing.', 'without_vat'),
  total('BR-14', 'total', 'The total with VAT is missing.', 'with_vat'),
  total('BR-15', 'amount_due', 'The amount due is missing.', 'due'),
  need('BR-16', 'invoice', 'items', 'The invoice has no lines: add one.', (i) => i.lines.length > 0),
  {
    code: 'BR-17',
    owner: 'invoice',
    param: null,
    message: 'The payee needs a name, and must not be the seller.',
    broken: ({ invoice: { payee, seller }, syntax }) =>
      given(payee) && (!given(payee!.name) || (syntax === 'ubl' ? isSameInUbl : isSameInCii)(payee!, seller)),
  },
  representative('BR-18', 'The tax representative has no name.', (r) => filled(r.name)),
  representative('BR-19', 'The tax representative has no address.', (r) => given(r.address)),
  {
    code: 'BR-20',
    owner: 'invoice',
    param: null,
    message: "The tax representative's address has no country.",
    broken: (c) => {
      const representative = c.invoice.tax_representative
      if (!representative || (isUbl(c) && !representative.address)) return false
      return !filled(representative.address?.country)
    },
  },
  representative('BR-56', 'The tax representative has no VAT id.', (r) => given(r.vat_id)),
  {
    code: 'BR-29',
    owner: 'invoice',
    param: 'service_to',
    message: 'The period of service ends before it begins.',
    broken: ({ invoice }) => isBackwards(invoice.period),
  },
  {
    code: 'BR-53',
    owner: 'invoice',
    param: null,
    message: 'A second currency for VAT is named, but the VAT in that currency is missing.',
    broken: ({ invoice, syntax }) =>
      given(invoice.vat_currency) &&
      (syntax === 'ubl' || given(invoice.totals)) &&
      (!invoice.vat_totals.some(({ currency }) => currency === invoice.vat_currency) ||
        (syntax === 'cii' && invoice.vat_currency === invoice.currency)),
  },
  {
    code: 'BR-57',
    owner: 'invoice',
    param: null,
    message: 'The address of the delivery has no country.',
    broken: ({ invoice: { delivery }, syntax }) =>
      given(delivery?.address) && !(syntax === 'ubl' ? given : filled)(delivery?.address?.country),
  },
  {
    code: 'BR-62',
    owner: 'company',
    param: 'electronic_address_scheme',
    message: "The company's electronic address has no scheme: choose one, such as 9930 for a German VAT id.",
    broken: ({ invoice, syntax }) => isWithoutScheme(invoice.seller, syntax),
  },
  {
    code: 'BR-63',
    owner: 'customer',
    param: 'electronic_address_scheme',
    message: "The customer's electronic address has no scheme: choose one, such as 9930 for a German VAT id.",
    broken: ({ invoice, syntax }) => isWithoutScheme(invoice.buyer, syntax),
  },
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
    ({ item }, { syntax }) => given(item?.standard_identifier) && !isNamed(item!.standard_identifier!.scheme, syntax),
  ),
  lineRule(
    { code: 'BR-65', param: 'items[]', message: "The classification of the line's item has no scheme." },
    ({ item }, { syntax }) =>
      item?.classifications.some(({ value, scheme }) => given(value) && !isNamed(scheme, syntax)) ?? false,
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
  {
    code: 'BR-49',
    owner: 'company',
    param: 'iban',
    message: 'A way to pay has no code.',
    // CII has the mandate of a direct debit apart from the ways to pay.
    broken: ({ invoice, syntax }) =>
      invoice.payment_means.some((means) => !given(means.code) && !(syntax === 'cii' && isMandateOnly(means))),
  },
  {
    code: 'BR-50',
    owner: 'company',
    param: 'iban',
    message: 'A bank transfer is named without an account: fill in the IBAN of the company.',
    broken: ({ invoice }) =>
      invoice.payment_means.some(
        ({ code, credit_transfer }) =>
          TRANSFERS.includes(code ?? '') && given(credit_transfer) && !filled(credit_transfer?.account),
      ),
  },
  {
    code: 'BR-61',
    owner: 'company',
    param: 'iban',
    message: 'A bank transfer is named without an account: fill in the IBAN of the company.',
    broken: ({ invoice, syntax }) =>
      invoice.payment_means.some(
        ({ code, credit_transfer }) =>
          TRANSFERS.includes(code ?? '') && (syntax === 'ubl' || given(credit_transfer)) && !given(credit_transfer?.account),
      ),
  },
  cardRule('ubl'),
  cardRule('cii'),
  {
    code: 'BR-52',
    owner: 'invoice',
    param: null,
    message: 'A supporting document has no reference.',
    broken: ({ invoice, syntax }) =>
      [...invoice.attachments, ...(syntax === 'cii' ? invoice.lines.flatMap(({ documents }) => documents) : [])].some(
        ({ reference }) => !filled(reference),
      ),
  },
  {
    code: 'BR-55',
    owner: 'invoice',
    param: null,
    message: 'The invoice that this one refers to has no number.',
    broken: ({ invoice, syntax }) =>
      invoice.preceding_invoices.some(({ number }) => (syntax === 'ubl' ? !given(number) : !filled(number))),
  },
]

export const presenceRules: Rule[] = [...invoiceRules, ...lineRules, ...reductionRules, ...breakdownRules, ...paymentRules]

type Invoice = Parameters<Rule['broken']>[0]['invoice']

function need(
  code: string,
  owner: Rule['owner'],
  param: string | null,
  message: string,
  isKept: (invoice: Invoice) => boolean,
): Rule {
  return { code, owner, param, message, broken: ({ invoice }) => !isKept(invoice) }
}

/** UBL and CII ask for an amount only where there are totals. */
function total(code: string, param: string, message: string, field: 'lines' | 'without_vat' | 'with_vat' | 'due'): Rule {
  return { code, owner: 'invoice', param, message, broken: ({ invoice: { totals } }) => given(totals) && !given(totals![field]) }
}

function representative(
  code: string,
  message: string,
  isKept: (one: NonNullable<Invoice['tax_representative']>) => boolean,
): Rule {
  return {
    code,
    owner: 'invoice',
    param: null,
    message,
    broken: ({ invoice: { tax_representative } }) => !!tax_representative && !isKept(tax_representative),
  }
}

function inBreakdown(code: string, message: string, isKept: (entry: Invoice['vat_breakdown'][number]) => boolean): Rule {
  return {
    code,
    owner: 'invoice',
    param: 'tax_breakdown',
    message,
    broken: (checked) => judgedGroups(checked).some((entry) => !isKept(entry)),
  }
}

const isMandateOnly = ({ text, credit_transfer, card, direct_debit }: Invoice['payment_means'][number]) =>
  given(direct_debit?.mandate) && ![text, credit_transfer, card, direct_debit?.debited_account].some(given)

type Kind = 'allowances' | 'charges'

/** The published rules for CII look for the words true and false here, and overlook 1 and 0. */
const isMeant = (kind: Kind, { charge_indicator }: Invoice[Kind][number], { syntax }: Checked) =>
  syntax === 'ubl' || charge_indicator === String(kind === 'charges')

function ofWhole(kind: Kind, word: string, codes: { amount: string[]; vat: string[]; reason: string[] }): Rule[] {
  const rule = (code: string, message: string, test: (one: Invoice[Kind][number]) => boolean): Rule => ({
    code,
    owner: 'invoice',
    param: 'discount_amount',
    message,
    broken: (checked) => checked.invoice[kind].some((one) => isMeant(kind, one, checked) && test(one)),
  })
  return [
    ...codes.amount.map((code) => rule(code, `The ${word} on the whole invoice has no amount.`, (one) => !given(one.amount))),
    ...codes.vat.map((code) =>
      rule(code, `The ${word} on the whole invoice has no VAT category.`, ({ vat }) => !isVat(vat) || !given(vat.code)),
    ),
    ...codes.reason.map((code) =>
      rule(code, `The ${word} on the whole invoice has no reason.`, (one) => !given(one.reason) && !given(one.reason_code)),
    ),
  ]
}

function ofEachLine(kind: Kind, word: string, codes: { amount: string[]; reason: string[] }): Rule[] {
  const rule = (code: string, message: string, test: (one: Invoice[Kind][number]) => boolean): Rule => ({
    code,
    owner: 'invoice',
    param: 'items[].discount_percent',
    message,
    broken: (checked) =>
      placesOf(checked.invoice.lines, (line) => line[kind].some((one) => isMeant(kind, one, checked) && test(one))),
  })
  return [
    ...codes.amount.map((code) => rule(code, `The ${word} of the line has no amount.`, (one) => !given(one.amount))),
    ...codes.reason.map((code) =>
      rule(code, `The ${word} of the line has no reason.`, (one) => !given(one.reason) && !given(one.reason_code)),
    ),
  ]
}

/** Of a card, at most the last digits are told. UBL only warns. */
function cardRule(syntax: 'ubl' | 'cii'): Rule {
  return {
    code: 'BR-51',
    ...(syntax === 'ubl' && { severity: 'warning' as const }),
    syntax,
    owner: 'invoice',
    param: null,
    message: 'Only the last four to six digits of a card may be shown.',
    broken: ({ invoice }) => invoice.payment_means.some(({ card }) => (card?.number?.trim().length ?? 0) > 10),
  }
}

const isSameInUbl = ({ name, identifier }: Payee, seller: Party | undefined) =>
  name === seller?.trading_name || (seller?.identifiers.some(({ value }) => value === identifier?.value) ?? false)

/** CII has identifiers with a scheme apart, and the published rule does not look at them. */
function isSameInCii({ name, identifier, legal_registration }: Payee, seller: Party | undefined): boolean {
  const isSame = (one: { value: string } | undefined, other: { value: string } | undefined) => !!one && one.value === other?.value
  const is_local = identifier?.scheme === undefined
  return (
    name === seller?.name ||
    isSame(legal_registration, seller?.legal_registration) ||
    (is_local && (seller?.identifiers.some((one) => one.scheme === undefined && isSame(one, identifier)) ?? false))
  )
}

/** Of CII an empty scheme counts as none. */
const isNamed = (scheme: string | undefined, syntax: string) => (syntax === 'ubl' ? given : filled)(scheme)

function isWithoutScheme(party: Party | undefined, syntax: string): boolean {
  if (!party?.electronic_address) return false
  return !isNamed(party.electronic_address.scheme, syntax)
}

function isAtLeastZero(text: string | undefined): boolean {
  const number = decimalOf(text)
  return number !== undefined && compare(number, ZERO) >= 0
}
