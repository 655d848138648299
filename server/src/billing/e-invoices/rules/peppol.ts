// What Peppol BIS Billing 3 requires in addition to EN 16931: PEPPOL-EN16931 and PEPPOL-COMMON. Only UBL is sent through Peppol.
import type { AllowanceOrCharge, Amount, InvoiceLine, Price, SemanticInvoice } from '../model.ts'
import { PEPPOL } from '../specifications.ts'
import * as lists from './code-lists.ts'
import { reasonCodes, TAX_POINTS } from './codes.ts'
import { add, compare, decimalOf, isEqual, isPercentage, isProduct, ONE, rounded, subtract, sum, ZERO } from './decimals.ts'
import { nationalRules } from './national.ts'
import { identifierRules } from './peppol-identifiers.ts'
import {
  allAmounts,
  amountOf,
  datesOf,
  given,
  isDay,
  lineRule,
  need as needed,
  type Owner,
  placesOf,
  type RestOfRule,
  type Rule,
  reductionsOf,
} from './rule.ts'
import { germanPeppolRules, isGerman } from './xrechnung.ts'

const PROCESS = /urn:fdc:peppol\.eu:2017:poacc:billing:([0-9]{2}):1\.0/
const SLACK = { units: 2n, scale: 2 }
const DIRECT_DEBITS = ['49', '59']

export const peppolRules: Rule[] = [
  need('R001', 'invoice', null, 'The file names no business process.', (i) => given(i.process_id)),
  need('R007', 'invoice', null, 'The business process is not one of Peppol.', (i) => PROCESS.test(i.process_id ?? '')),
  need('R002', 'invoice', 'notes', 'Peppol takes one note only.', (i) => i.notes.length <= 1 || isGerman(i)),
  need(
    'R003',
    'invoice',
    'buyer_reference',
    'Peppol needs a buyer reference or a purchase order: ask the customer for one.',
    (i) => given(i.buyer_reference) || given(i.purchase_order),
  ),
  need('R004', 'invoice', null, 'The file does not say that it follows Peppol.', (i) =>
    (i.specification_id ?? '').trim().startsWith(PEPPOL),
  ),
  need(
    'R005',
    'invoice',
    null,
    'The second currency for VAT is that of the invoice: leave it out.',
    (i) => !given(i.vat_currency) || i.vat_currency !== (i.currency ?? ''),
  ),
  ...emptyRules(),
  need(
    'R010',
    'customer',
    'electronic_address',
    'The customer has no electronic address: Peppol does not know where to deliver.',
    (i) => !given(i.buyer) || given(i.buyer!.electronic_address),
  ),
  need(
    'R020',
    'company',
    'electronic_address',
    'The company has no electronic address: fill it in, with its scheme.',
    (i) => !given(i.seller) || given(i.seller!.electronic_address),
  ),
  ...reductionRules(),
  need('R051', 'invoice', 'currency', 'An amount has another currency than the invoice.', (i) => {
    // But a total of VAT without groups may be in the currency for VAT.
    const totals = new Set<Amount>(i.vat_totals.filter((total) => !hasBreakdown(total)))
    return allAmounts(i).every((amount) => amount.currency === i.currency || totals.has(amount))
  }),
  need('R053', 'invoice', 'tax_breakdown', 'The file needs one VAT total with groups.', (i) => countBreakdowns(i) === 1),
  need(
    'R054',
    'invoice',
    null,
    'The VAT in a second currency is there without that currency, or the currency without it.',
    (i) => i.vat_totals.filter((total) => !hasBreakdown(total)).length === (given(i.vat_currency) ? 1 : 0),
  ),
  need('R055', 'invoice', null, 'The VAT in both currencies must have the same sign.', isSignSame),
  need('R061', 'invoice', null, 'A direct debit needs its mandate.', (i) =>
    i.payment_means.every(({ code, direct_debit }) => !DIRECT_DEBITS.includes(code ?? '') || given(direct_debit?.mandate)),
  ),
  lineRule(
    { code: 'PEPPOL-EN16931-R110', param: 'items[]', message: 'The period of the line begins before that of the invoice.' },
    ({ period }, { invoice }) => given(period?.start) && given(invoice.period?.start) && period!.start! < invoice.period!.start!,
  ),
  lineRule(
    { code: 'PEPPOL-EN16931-R111', param: 'items[]', message: 'The period of the line ends after that of the invoice.' },
    ({ period }, { invoice }) => given(period?.end) && given(invoice.period?.end) && period!.end! > invoice.period!.end!,
  ),
  lineRule(
    {
      code: 'PEPPOL-EN16931-R120',
      param: 'items[].subtotal',
      message: 'The net amount of the line is not quantity × price plus charges less allowances.',
    },
    (line) => !isLineProduct(line),
  ),
  need(
    'R080',
    'invoice',
    null,
    'A credit note names one project only.',
    ({ project_reference, attachments }, { is_credit_note }) =>
      !is_credit_note ||
      attachments.filter(({ type_code }) => type_code === '50').length + (given(project_reference) ? 1 : 0) <= 1,
  ),
  lineRule(
    { code: 'PEPPOL-EN16931-R100', param: 'items[]', message: 'A line names one invoiced object only.' },
    ({ invoiced_object, documents }) => documents.length + (given(invoiced_object) ? 1 : 0) > 1,
  ),
  lineRule(
    {
      code: 'PEPPOL-EN16931-R101',
      param: 'items[]',
      message: 'The document that a line refers to is not an invoiced object (type code 130): attach it to the whole invoice.',
    },
    ({ invoiced_object, documents }) =>
      documents.length > 0 && !given(invoiced_object) && documents.every(({ type_code }) => type_code !== '130'),
  ),
  lineRule(
    { code: 'PEPPOL-EN16931-R121', param: 'items[]', message: 'The number of units that a price is for must be above 0.' },
    ({ price }) => given(price?.base_quantity) && !isAbove(price?.base_quantity?.value),
  ),
  lineRule(
    { code: 'PEPPOL-EN16931-R044', param: 'items[]', message: 'A price can have a discount only.' },
    ({ price }, { syntax }) =>
      syntax === 'ubl' ? hasDiscount(price) && price?.charge_indicator !== 'false' : price?.charge_indicator === 'true',
  ),
  lineRule(
    {
      code: 'PEPPOL-EN16931-R046',
      param: 'items[].unit_price',
      message: 'The price is not the price before its discount less the discount.',
    },
    ({ price }) =>
      given(price?.gross) &&
      !isEqual(amountOf(price?.net), subtract(amountOf(price?.gross) ?? ZERO, amountOf(price?.discount) ?? ZERO)),
  ),
  lineRule(
    {
      code: 'PEPPOL-EN16931-R130',
      param: 'items[].unit',
      message: 'The unit of the price is another one than that of the quantity.',
    },
    ({ price, quantity }) =>
      given(price?.base_quantity?.unit) && given(quantity) && price!.base_quantity!.unit !== quantity!.unit,
  ),
  ...codeRules(),
  ...exemptionRules(),
  ...identifierRules,
  ...germanPeppolRules,
  ...nationalRules,
]

function need(code: string, ...rest: RestOfRule): Rule {
  return needed(`PEPPOL-EN16931-${code}`, ...rest)
}

/** An address without any value is an empty element: the field to correct is that of its owner. */
function emptyRules(): Rule[] {
  const addresses = {
    company: ['cac:AccountingSupplierParty/cac:Party/cac:PostalAddress '],
    customer: ['cac:AccountingCustomerParty/cac:Party/cac:PostalAddress ', 'cac:Delivery/cac:DeliveryLocation/cac:Address '],
  }
  const isOneOf = (paths: readonly string[]) => (place: string) => paths.some((path) => place.startsWith(path))
  const isAddress = isOneOf(Object.values(addresses).flat())
  return [
    need('R008', 'invoice', null, 'The file has an empty element.', (_, { empty }) => empty.every(isAddress)),
    ...(['company', 'customer'] as const).map((owner) =>
      need(
        'R008',
        owner,
        'country',
        `The file has an empty element, the address of the ${owner}: fill in its street, city and country.`,
        (_, { empty }) => !empty.some(isOneOf(addresses[owner])),
      ),
    ),
  ]
}

const hasBreakdown = (total: Amount & { breakdowns?: number }) => (total.breakdowns ?? 0) > 0
/** How many totals have groups; groups of a total without an amount count as those of one. */
function countBreakdowns({ vat_totals, vat_breakdown }: SemanticInvoice): number {
  const placed = vat_totals.reduce((count, { breakdowns = 0 }) => count + breakdowns, 0)
  return vat_totals.filter(hasBreakdown).length + (placed < vat_breakdown.length ? 1 : 0)
}

const isAbove = (text: string | undefined) => compare(decimalOf(text) ?? ZERO, ZERO) > 0

/** Whether a price has an element for its discount. */
const hasDiscount = (price: Price | undefined) =>
  [
    price?.charge_indicator,
    price?.discount,
    price?.gross,
    price?.discount_reason,
    price?.discount_reason_code,
    price?.discount_percentage,
  ].some(given)

/** Of allowances and charges of the invoice and of its lines. */
function reductionRules(): Rule[] {
  const rule = (code: string, message: string, isKept: (one: AllowanceOrCharge) => boolean): Rule[] => {
    const isKeptBy = (of: SemanticInvoice | InvoiceLine) => reductionsOf(of).every(isKept)
    return [
      need(code, 'invoice', 'discount_amount', message, isKeptBy),
      need(code, 'invoice', 'items[].discount_percent', message, ({ lines }) => placesOf(lines, (line) => !isKeptBy(line))),
    ]
  }
  // Of an allowance with only one of the two nothing else is judged.
  const lacksOne = ({ percentage, base_amount }: AllowanceOrCharge) => given(percentage) !== given(base_amount)
  return [
    ...rule('R040', 'The amount of an allowance or charge is not its base times its percentage.', isReduction),
    ...rule(
      'R041',
      'An allowance or charge has a percentage and no base.',
      (one) => !given(one.percentage) || given(one.base_amount),
    ),
    ...rule(
      'R042',
      'An allowance or charge has a base and no percentage.',
      (one) => given(one.percentage) || !given(one.base_amount),
    ),
    ...rule(
      'R043',
      'Whether something is an allowance or a charge is written as true or false.',
      (one) => lacksOne(one) || ['true', 'false'].includes(one.charge_indicator?.trim() ?? ''),
    ),
  ]
}

function isReduction({ amount, base_amount, percentage }: AllowanceOrCharge): boolean {
  const base = amountOf(base_amount)
  const percent = decimalOf(percentage)
  return !base || !percent || isPercentage(amountOf(amount) ?? ZERO, base, percent, SLACK)
}

/** Within 0.02, as prices may have more digits than amounts. */
function isLineProduct(line: InvoiceLine): boolean {
  const sumOf = (list: readonly AllowanceOrCharge[], indicator: string) =>
    rounded(sum(list.filter((one) => one.charge_indicator?.trim() === indicator).map(({ amount }) => amountOf(amount))), 2)
  const allowances = sumOf(line.allowances, 'false')
  const amount = subtract(add(amountOf(line.net_amount) ?? ZERO, allowances), sumOf(line.charges, 'true'))
  const base = decimalOf(line.price?.base_quantity?.value)
  const quantity = line.quantity ? (decimalOf(line.quantity.value) ?? ZERO) : ONE
  const price = amountOf(line.price?.net) ?? ZERO
  return isProduct({ amount, quantity, price, base: !base || base.units === 0n ? ONE : base }, SLACK)
}

function isSignSame({ currency, vat_currency, vat_totals }: SemanticInvoice): boolean {
  if (!given(vat_currency)) return true
  const signs = [vat_currency, currency].map((code) =>
    vat_totals.filter((total) => total.currency === code).map((total) => compare(amountOf(total) ?? ZERO, ZERO)),
  )
  const both = (test: (sign: number) => boolean) => signs.every((some) => some.some(test))
  return both((sign) => sign <= 0) || both((sign) => sign >= 0)
}

function codeRules(): Rule[] {
  const allow = (...[code, owner, param, what, isKnown]: Parameters<typeof need>) =>
    need(code, owner, param, `${what} is not one that Peppol allows.`, isKnown)
  const schemes = (owner: Owner, side: 'seller' | 'buyer') =>
    allow('CL008', owner, 'electronic_address_scheme', `The scheme of the electronic address of the ${owner}`, (invoice) => {
      const scheme = invoice[side]?.electronic_address?.scheme
      return !given(scheme) || lists.PEPPOL_ADDRESS_SCHEMES.has(scheme!)
    })
  return [
    allow(
      'P0100',
      'invoice',
      null,
      'The kind of document',
      (invoice, { is_credit_note }) => is_credit_note || isTypeOf(invoice, lists.PEPPOL_INVOICE_TYPES),
    ),
    allow(
      'P0101',
      'invoice',
      null,
      'The kind of document',
      (invoice, { is_credit_note }) => !is_credit_note || isTypeOf(invoice, lists.PEPPOL_CREDIT_NOTE_TYPES),
    ),
    allow(
      'P0112',
      'invoice',
      null,
      'The kind of document',
      (invoice, { is_credit_note }) => is_credit_note || !['326', '384'].includes(invoice.type_code ?? '') || isGerman(invoice),
    ),
    allow('CL007', 'invoice', 'currency', 'The currency of an amount', (i) =>
      allAmounts(i).every(({ currency = '' }) => lists.PEPPOL_CURRENCIES.has(currency)),
    ),
    allow('CL002', 'invoice', 'discount_amount', 'The reason code of an allowance', (i) =>
      isReasonKnown(i, 'allowances', lists.ALLOWANCE_REASONS),
    ),
    allow('CL003', 'invoice', null, 'The reason code of a charge', (i) => isReasonKnown(i, 'charges', lists.CHARGE_REASONS)),
    allow(
      'CL006',
      'invoice',
      null,
      'The code of the day on which VAT is due',
      ({ tax_point_code }) => !given(tax_point_code) || TAX_POINTS.has(tax_point_code!),
    ),
    allow('CL001', 'invoice', null, 'The type of an attached file', ({ attachments }) =>
      attachments.every(({ content }) => !given(content?.mime_type) || lists.MIME_TYPES.has(content!.mime_type!)),
    ),
    schemes('company', 'seller'),
    schemes('customer', 'buyer'),
    allow('F001', 'invoice', null, 'A date (write it as 2026-01-31)', (i) => datesOf(i).every(isDay)),
  ]
}

/** Whether an invoice has a type of these; without one, or in another process than billing, nothing is judged. */
const isTypeOf = ({ type_code, process_id }: SemanticInvoice, types: ReadonlySet<string>) =>
  PROCESS.exec(process_id ?? '')?.[1] !== '01' || !given(type_code) || types.has(type_code!)

const isReasonKnown = (invoice: SemanticInvoice, kind: 'allowances' | 'charges', known: ReadonlySet<string>) =>
  reasonCodes(invoice, kind, (indicator) => indicator === String(kind === 'charges')).every((code) => known.has(code))

/** Codes of exemptions that belong to one category. */
function exemptionRules(): Rule[] {
  const pairs = {
    G: ['P0104', 'G'],
    O: ['P0105', 'O'],
    IC: ['P0106', 'K'],
    AE: ['P0107', 'AE'],
    D: ['P0108', 'E'],
    F: ['P0109', 'E'],
    I: ['P0110', 'E'],
    J: ['P0111', 'E'],
  } as const
  return Object.entries(pairs).map(([suffix, [code, category]]) =>
    need(code, 'invoice', 'tax_category', `The exemption VATEX-EU-${suffix} is for the VAT category ${category} only.`, (i) =>
      i.vat_breakdown.every(
        (entry) => entry.exemption_reason_code?.toUpperCase() !== `VATEX-EU-${suffix}` || entry.vat?.code === category,
      ),
    ),
  )
}
