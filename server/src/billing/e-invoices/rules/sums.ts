// How the amounts of an invoice have to add up: BR-CO of EN 16931, and how many digits they may have: BR-DEC.
import type { Amount, SemanticInvoice, Totals, VatBreakdown } from '../model.ts'
import type { Party } from '../model-parties.ts'
import { VAT_PREFIXES } from './code-lists.ts'
import {
  absolute,
  add,
  type Decimal,
  decimalOf,
  fractionDigits,
  isEqual,
  isNear,
  ONE,
  percentage,
  rounded,
  subtract,
  sum,
  ZERO,
} from './decimals.ts'
import { amountOf, type Checked, given, isVat, judgedGroups, lineRule, need, type Rule } from './rule.ts'

const sumOf = (amounts: Iterable<Amount | undefined>): Decimal => rounded(sum([...amounts].map(amountOf)), 2)
const isSum = (total: Amount | undefined, expected: Decimal) => isEqual(amountOf(total), expected)
/** An amount that may be absent, as a number. */
const orZero = (amount: Amount | undefined): Decimal => amountOf(amount) ?? ZERO

const totals: Rule[] = [
  sumRule('BR-CO-10', 'subtotal', 'The sum of the lines is not what the lines add up to.', (invoice) =>
    isSum(invoice.totals!.lines, sumOf(invoice.lines.map((line) => line.net_amount))),
  ),
  sumRule('BR-CO-11', 'discount_amount', 'The sum of the allowances is not what they add up to.', ({ totals, allowances }) =>
    isSumOf(totals!.allowances, allowances),
  ),
  sumRule('BR-CO-12', null, 'The sum of the charges is not what they add up to.', ({ totals, charges }) =>
    isSumOf(totals!.charges, charges),
  ),
  need(
    'BR-CO-13',
    'invoice',
    'subtotal_after_discount',
    'The total without VAT is not the sum of the lines less allowances plus charges.',
    ({ totals }, { syntax }) => !totals || isNet(totals, syntax),
  ),
  need('BR-CO-14', 'invoice', 'tax_amount', 'The VAT is not what the VAT of the groups adds up to.', (_, checked) =>
    isVatTotal(checked),
  ),
  need('BR-CO-15', 'invoice', 'total', 'The total with VAT is not the total without VAT plus the VAT.', (_, checked) =>
    isTotal(checked),
  ),
  need(
    'BR-CO-16',
    'invoice',
    'amount_due',
    'The amount due is not the total less what was paid.',
    ({ totals }, { syntax }) => !totals || isDue(totals, syntax),
  ),
  need('BR-CO-17', 'invoice', 'tax_breakdown', 'The VAT of a group is not its taxable amount times its rate.', (_, checked) =>
    judgedGroups(checked).every((entry) => isTaxOfRate(entry, checked.syntax === 'cii')),
  ),
]

const others: Rule[] = [
  need(
    'BR-CO-03',
    'invoice',
    null,
    'The date on which VAT is due is given both as a day and as a code: leave one out.',
    (i) => !given(i.tax_point_date) || !given(i.tax_point_code),
  ),
  lineRule(
    { code: 'BR-CO-04', param: 'items[].tax_category', message: 'The line has no VAT category.' },
    (line) => !isVat(line.vat) || !given(line.vat.code),
  ),
  vatIdRule('company', ({ seller }) => vatIdsOf(seller)),
  vatIdRule('customer', ({ buyer, tax_representative }) => [...vatIdsOf(buyer), tax_representative?.vat_id]),
  need(
    'BR-CO-18',
    'invoice',
    'tax_breakdown',
    'The invoice has no VAT group.',
    ({ vat_breakdown, lines }, { syntax }) => vat_breakdown.length > 0 || (syntax === 'cii' && lines.length === 0),
  ),
  need(
    'BR-CO-19',
    'invoice',
    'service_from',
    'The period of service has neither a first nor a last day.',
    ({ period, tax_point_code }, { syntax }) =>
      !period || [period.start, period.end, syntax === 'ubl' ? tax_point_code : undefined].some(given),
  ),
  lineRule(
    { code: 'BR-CO-20', param: 'items[]', message: 'The period of the line has neither a first nor a last day.' },
    ({ period }) => given(period) && !given(period!.start) && !given(period!.end),
  ),
  need(
    'BR-CO-26',
    'company',
    'legal_vat',
    'Nothing identifies the seller: fill in the VAT id or the registration number of the company.',
    ({ seller }) => !seller || given(seller.vat_id) || seller.identifiers.length > 0 || given(seller.legal_registration),
  ),
]

const TOO_MANY = 'has more than two decimal places, which no electronic invoice may have'
const digits: Rule[] = [
  decimalsOf('BR-DEC-09', 'subtotal', 'The sum of the lines', ({ totals }) => [totals?.lines]),
  decimalsOf('BR-DEC-10', 'discount_amount', 'The sum of the allowances', ({ totals }) => [totals?.allowances]),
  decimalsOf('BR-DEC-11', null, 'The sum of the charges', ({ totals }) => [totals?.charges]),
  decimalsOf('BR-DEC-12', 'subtotal_after_discount', 'The total without VAT', ({ totals }) => [totals?.without_vat]),
  decimalsOf('BR-DEC-14', 'total', 'The total with VAT', ({ totals }) => [totals?.with_vat]),
  decimalsOf('BR-DEC-16', 'amount_paid', 'What was paid', ({ totals }) => [totals?.paid]),
  decimalsOf('BR-DEC-17', null, 'The rounding', ({ totals }) => [totals?.rounding]),
  decimalsOf('BR-DEC-18', 'amount_due', 'The amount due', ({ totals }) => [totals?.due]),
  decimalsOf('BR-DEC-19', 'tax_breakdown', 'The taxable amount of a VAT group', ({ vat_breakdown }) =>
    vat_breakdown.map((entry) => entry.taxable_amount),
  ),
  decimalsOf('BR-DEC-20', 'tax_breakdown', 'The VAT of a group', ({ vat_breakdown }) =>
    vat_breakdown.map((entry) => entry.tax_amount),
  ),
  decimalsOf('BR-DEC-01', 'discount_amount', 'An allowance', (invoice) => invoice.allowances.map((one) => one.amount)),
  decimalsOf('BR-DEC-02', 'discount_amount', 'The base of an allowance', (invoice) =>
    invoice.allowances.map((one) => one.base_amount),
  ),
  decimalsOf('BR-DEC-05', null, 'A charge', (invoice) => invoice.charges.map((one) => one.amount)),
  decimalsOf('BR-DEC-06', null, 'The base of a charge', (invoice) => invoice.charges.map((one) => one.base_amount)),
  vatTotalRule('BR-DEC-13', (total, { currency }) => total.currency !== currency || isFine(total)),
  vatTotalRule(
    'BR-DEC-15',
    (total, { vat_currency }) => !given(vat_currency) || (total.currency === vat_currency && isFine(total)),
  ),
  lineRule({ code: 'BR-DEC-23', param: 'items[].subtotal', message: `The net amount of the line ${TOO_MANY}.` }, (line) =>
    isTooFine(line.net_amount),
  ),
  lineDecimals('BR-DEC-24', 'allowances', 'amount'),
  lineDecimals('BR-DEC-25', 'allowances', 'base_amount'),
  lineDecimals('BR-DEC-27', 'charges', 'amount'),
  lineDecimals('BR-DEC-28', 'charges', 'base_amount'),
]

export const sumRules: Rule[] = [...totals, ...others, ...digits]

/** A rule about the totals, where there are some. */
function sumRule(code: string, param: string | null, message: string, isKept: (invoice: SemanticInvoice) => boolean): Rule {
  return need(code, 'invoice', param, message, (invoice) => !invoice.totals || isKept(invoice))
}

function isSumOf(total: Amount | undefined, parts: readonly { amount?: Amount }[]): boolean {
  if (!given(total)) return parts.length === 0
  return isSum(total, sumOf(parts.map(({ amount }) => amount)))
}

function isVatTotal({ invoice, syntax }: Checked): boolean {
  const { vat_totals, vat_breakdown, currency } = invoice
  const taxes = vat_breakdown.map((entry) => entry.tax_amount)
  const judged = vat_totals.filter((total) => (syntax === 'ubl' ? (total.breakdowns ?? 0) > 0 : total.currency === currency))
  if (syntax === 'cii') return judged.every((total) => isSum(total, sumOf(taxes)))
  // UBL has the groups inside of the total, which must have an amount then.
  if (judged.length === 0) return vat_breakdown.length === 0
  let next = 0
  return judged.every((total) => isSum(total, sumOf(taxes.slice(next, (next += total.breakdowns ?? 0)))))
}

/** UBL requires exactly one VAT total in the currency of the invoice; CII needs none when nothing is taxed. */
function isTotal({ invoice, syntax }: Checked): boolean {
  if (!given(invoice.currency)) return true
  const { totals, vat_totals, currency } = invoice
  const vat = vat_totals.filter((total) => total.currency === currency)
  const without = amountOf(totals?.without_vat)
  const is_sum = vat.length === 1 && !!without && isSum(totals?.with_vat, rounded(add(without, orZero(vat[0])), 2))
  return is_sum || (syntax === 'cii' && isEqual(amountOf(totals?.with_vat), without))
}

/** In UBL, a sum of the lines without allowances and charges is compared as it is; everything else is rounded to two digits. */
function isNet({ lines, allowances, charges, without_vat }: Totals, syntax: string): boolean {
  const sum = amountOf(lines)
  if (!sum) return false
  if (syntax === 'ubl' && !given(allowances) && !given(charges)) return isSum(without_vat, sum)
  return isSum(without_vat, rounded(add(subtract(sum, orZero(allowances)), orZero(charges)), 2))
}

/** In UBL, differences are rounded to two digits before they are compared; in CII nothing is. */
function isDue({ with_vat, paid, rounding, due }: Totals, syntax: string): boolean {
  const total = amountOf(with_vat)
  if (!total) return false
  if (syntax === 'cii') return isSum(due, add(subtract(total, orZero(paid)), orZero(rounding)))
  const asked = given(paid) ? rounded(subtract(total, orZero(paid)), 2) : total
  if (!given(rounding)) return isSum(due, asked)
  return isEqual(rounded(subtract(orZero(due), orZero(rounding)), 2), asked)
}

/** Within 1 of taxable amount × rate; in CII a difference of exactly 1 is allowed. */
function isTaxOfRate({ taxable_amount, tax_amount, vat }: VatBreakdown, is_inclusive: boolean): boolean {
  const tax = amountOf(tax_amount)
  if (!tax) return false
  const rate = isVat(vat) ? decimalOf(vat.rate) : undefined
  const is_zero = rounded(tax, 0).units === 0n
  if (!rate || rounded(rate, 0).units === 0n) return is_zero
  const taxable = amountOf(taxable_amount)
  return !!taxable && isNear(absolute(tax), percentage(absolute(taxable), rate), ONE, is_inclusive)
}

const vatIdsOf = (party: Party | undefined) => [party?.vat_id, ...(party?.more_vat_ids ?? [])]

/** A VAT id begins with its country, or with EL for Greece and XI for Northern Ireland. */
function vatIdRule(owner: 'company' | 'customer', idsOf: (i: SemanticInvoice) => (string | undefined)[]): Rule {
  const whose = owner === 'company' ? "The company's" : "The customer's"
  const message = `${whose} VAT id does not begin with the code of a country: write it as DE123456789.`
  return need('BR-CO-09', owner, 'legal_vat', message, (invoice, { syntax }) =>
    idsOf(invoice).every((id) => id === undefined || hasPrefix(id, syntax)),
  )
}

const PREFIXES_IN_A_ROW = ` ${[...VAT_PREFIXES].join(' ')} `
/** The published rule for UBL looks for the first two characters anywhere in the list; one for CII, for a whole code. */
const hasPrefix = (id: string, syntax: string) =>
  PREFIXES_IN_A_ROW.includes(syntax === 'ubl' ? id.slice(0, 2) : ` ${id.slice(0, 2)} `)

const isTooFine = (amount: Amount | undefined) => fractionDigits(amount?.value) > 2

function decimalsOf(
  code: string,
  param: string | null,
  what: string,
  amountsOf: (invoice: SemanticInvoice) => (Amount | undefined)[],
): Rule {
  return need(code, 'invoice', param, `${what} ${TOO_MANY}.`, (invoice) => !amountsOf(invoice).some(isTooFine))
}

function lineDecimals(code: string, kind: 'allowances' | 'charges', field: 'amount' | 'base_amount'): Rule {
  return lineRule(
    { code, param: 'items[].discount_percent', message: `An amount of an allowance or charge of the line ${TOO_MANY}.` },
    (line) => line[kind].some((one) => isTooFine(one[field])),
  )
}

/**
 * One of the VAT totals, if there are any, must be right. In CII only: the published rules for UBL compare with an element that is never there.
 */
function vatTotalRule(code: string, isRight: (total: Amount, invoice: SemanticInvoice) => boolean): Rule {
  const message = `The VAT of the whole invoice ${TOO_MANY}.`
  const isKept = (invoice: SemanticInvoice) =>
    invoice.vat_totals.length === 0 || invoice.vat_totals.some((total) => isRight(total, invoice))
  return { ...need(code, 'invoice', 'tax_amount', message, isKept), syntax: 'cii' }
}

function isFine(total: Amount): boolean {
  const number = amountOf(total)
  return !!number && isEqual(number, rounded(number, 2))
}
