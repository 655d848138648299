// From a document of Quoin to the semantic invoice. Pure: the caller brings everything that the document shows.

import { currencyDigits } from '../../kernel/currencies.ts'
import type { Language } from '../../kernel/languages.ts'
import { decimalText, fromMinor, type Minor, multiplyToMinor, percentOf, roundToMinor } from '../../kernel/money.ts'
import {
  type AllowanceOrCharge,
  type Amount,
  emptyInvoice,
  emptyItem,
  emptyLine,
  type InvoiceLine,
  type PaymentMeans,
  type SemanticInvoice,
  type VatBreakdown,
  type VatCategory,
} from './model.ts'
import { buyerAddress, buyerParty, type EInvoiceBuyer, type EInvoiceSeller, ibanText, sellerParty, shownText } from './parties.ts'
import { unitCode } from './units.ts'
import { E_INVOICE_WORDS, type EInvoiceWords } from './wording.ts'

/** The categories of tax, as documents name them, with their code of UNCL 5305 and the code that says why there is no VAT. */
const VAT_CATEGORIES: Record<EInvoiceTaxCategory, { code: string; exemption_reason_code?: string }> = {
  standard: { code: 'S' },
  zero: { code: 'Z' },
  exempt: { code: 'E' },
  reverse_charge: { code: 'AE', exemption_reason_code: 'VATEX-EU-AE' },
  intra_community: { code: 'K', exemption_reason_code: 'VATEX-EU-IC' },
  export: { code: 'G', exemption_reason_code: 'VATEX-EU-G' },
  out_of_scope: { code: 'O', exemption_reason_code: 'VATEX-EU-O' },
}
export type EInvoiceTaxCategory =
  | 'standard'
  | 'zero'
  | 'exempt'
  | 'reverse_charge'
  | 'intra_community'
  | 'export'
  | 'out_of_scope'

/** An issued invoice or credit note: amounts are numbers as documents show them, empty texts and null mean absent. */
export interface EInvoiceDocument {
  kind: 'invoice' | 'credit_note'
  number: string
  issue_date: string
  due_date?: string | null
  currency: string
  language: Language
  /** In the order of the document. */
  lines: readonly EInvoiceLine[]
  /** By category and rate, as `tax_breakdown` and `taxGroupsOf` have them. */
  groups: readonly EInvoiceGroup[]
  subtotal: number
  discount_amount: number
  subtotal_after_discount: number
  tax_amount: number
  total: number
  /** What was paid before; absent for credit notes. */
  amount_paid?: number
  notes?: string
  payment_terms?: string
  purchase_order?: string
  buyer_reference?: string
  service_from?: string | null
  service_to?: string | null
  /** In the language of the document. Categories that need a reason and have none here are found by the rules. */
  tax_exemption_reasons?: { readonly [category in EInvoiceTaxCategory]?: string | undefined }
  /** Of a credit note: the invoice that it credits. */
  preceding_invoice?: { number: string; issue_date: string }
  /** Whether there is a link for paying online. */
  has_payment_link?: boolean
  seller: EInvoiceSeller
  buyer: EInvoiceBuyer
}

export interface EInvoiceLine {
  item_name: string
  description?: string
  quantity: number
  unit?: string
  unit_price: number
  discount_percent?: number | null
  /** After the line's discount. */
  subtotal: number
  tax_category: EInvoiceTaxCategory
  tax_rate: number
}

export interface EInvoiceGroup {
  tax_category: EInvoiceTaxCategory
  tax_rate: number
  lines_amount: number
  /** Its part of the document's discount. */
  discount_amount: number
  taxable_amount: number
  tax_amount: number
}

/**
 * The semantic invoice of a document, in no format yet (profiles.ts sets that). Whether it is valid is for the rules to say: what the document
 * lacks is absent.
 *
 * - A price is never below zero (BR-27): a line with a negative price has its quantity negated instead.
 * - The discount of a line is an allowance of the line, the document's one for each tax group. What rounding leaves between price × quantity
 *   and a line's amount, as in currencies without decimals, is an allowance or charge of the line named so.
 * - One day of service is the date of delivery, several are the invoicing period.
 * - A document out of the scope of VAT names no VAT ids, because BR-O-02 to BR-O-04 forbid them.
 *
 * Throws AmountTooLarge when quantity × price can't be held.
 */
export function invoiceFromDocument(document: EInvoiceDocument): SemanticInvoice {
  const { currency, kind, seller, buyer } = document
  const words = E_INVOICE_WORDS[document.language]
  const is_credit_note = kind === 'credit_note'
  const is_out_of_scope =
    document.groups.length > 0 && document.groups.every(({ tax_category }) => tax_category === 'out_of_scope')
  const payment_terms = discountsEnded(shownText(document.payment_terms)) ?? (is_credit_note ? words.credit : undefined)
  const notes = shownText(document.notes)
  const { preceding_invoice } = document
  return withoutAbsent({
    ...emptyInvoice(),
    number: shownText(document.number),
    issue_date: document.issue_date,
    type_code: is_credit_note ? '381' : '380',
    currency,
    due_date: document.due_date ?? undefined,
    buyer_reference: shownText(document.buyer_reference),
    purchase_order: shownText(document.purchase_order),
    payment_terms,
    notes: notes === undefined ? [] : [{ text: notes }],
    preceding_invoices: preceding_invoice ? [preceding_invoice] : [],
    seller: sellerParty(seller, { is_out_of_scope }),
    buyer: buyerParty(buyer, { is_out_of_scope }),
    ...serviceTime(document),
    payment_means: [paymentMeans(document)],
    remittance_information: is_credit_note ? undefined : shownText(document.number),
    ...documentAllowances(document, words),
    ...totals(document),
    vat_totals: [amountOf(document.tax_amount, currency)],
    vat_breakdown: document.groups.map((group) => breakdownOf(group, document)),
    lines: document.lines.map((line, index) => lineOf(line, index, currency, words)),
  })
}

/** The object without the fields that are undefined. */
function withoutAbsent<T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, one]) => one !== undefined)) as T
}

/** The amount as text with the two decimals that people expect, and more only when it has them. */
function amountOf(amount: number, currency: string): Amount {
  const [whole, decimals = ''] = decimalText(amount).split('.')
  return { value: decimals === '' ? `${whole}.00` : `${whole}.${decimals.padEnd(2, '0')}`, currency }
}

function vatOf({ tax_category, tax_rate }: { tax_category: EInvoiceTaxCategory; tax_rate: number }): VatCategory {
  const { code } = VAT_CATEGORIES[tax_category]
  // Lines and allowances out of scope have no rate, not even 0 (BR-O-05 to BR-O-07).
  return code === 'O' ? { code, tax: 'VAT' } : { code, rate: decimalText(tax_rate), tax: 'VAT' }
}

/** BG-13 and BG-14. A supply to another country of the Union says where to (BR-IC-12), as a whole address (BR-DE-10, BR-DE-11). */
function serviceTime({ service_from, service_to, groups, buyer }: EInvoiceDocument): Partial<SemanticInvoice> {
  const is_one_day = service_from && service_from === (service_to ?? service_from)
  const is_in_union = groups.some(({ tax_category }) => tax_category === 'intra_community')
  const delivery = { ...(is_one_day ? { date: service_from } : {}), ...(is_in_union ? { address: buyerAddress(buyer) } : {}) }
  const period = { ...(service_from ? { start: service_from } : {}), ...(service_to ? { end: service_to } : {}) }
  return {
    ...(Object.keys(delivery).length > 0 ? { delivery } : {}),
    ...(!is_one_day && Object.keys(period).length > 0 ? { period } : {}),
  }
}

/** Codes of UNTDID 4461. A credit note does not name the account of the seller: nothing is paid to it. */
function paymentMeans({ kind, currency, seller, has_payment_link }: EInvoiceDocument): PaymentMeans {
  const account = ibanText(seller.iban)
  if (kind === 'credit_note' || (account === undefined && !has_payment_link)) return { code: INSTRUMENT_NOT_DEFINED }
  if (account === undefined) return { code: ONLINE_PAYMENT }
  const credit_transfer = withoutAbsent({
    account,
    account_name: shownText(seller.account_holder),
    service_provider: ibanText(seller.bic),
  })
  return {
    code: currency === 'EUR' && SEPA_COUNTRIES.has(account.slice(0, 2)) ? SEPA_CREDIT_TRANSFER : CREDIT_TRANSFER,
    credit_transfer,
  }
}

/** XRechnung requires a line end after a cash discount (#SKONTO#…#), also at the end of the terms: BR-DE-18. */
const discountsEnded = (payment_terms: string | undefined) =>
  payment_terms !== undefined && /(^|\n)#.*$/.test(payment_terms) ? `${payment_terms}\n` : payment_terms

const INSTRUMENT_NOT_DEFINED = '1'
const CREDIT_TRANSFER = '30'
const SEPA_CREDIT_TRANSFER = '58'
const ONLINE_PAYMENT = '68'
/** Country codes of the accounts that SEPA reaches. */
const SEPA_COUNTRIES = new Set(
  'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA'.split(
    ' ',
  ),
)

/** BG-20 and BG-21: the parts of the document's discount. */
function documentAllowances(
  { groups, currency }: EInvoiceDocument,
  words: EInvoiceWords,
): Pick<SemanticInvoice, 'allowances' | 'charges'> {
  const allowances = groups
    .filter(({ discount_amount }) => discount_amount > 0)
    .map((group) => ({
      amount: amountOf(group.discount_amount, currency),
      vat: vatOf(group),
      reason: words.discount,
      reason_code: DISCOUNT,
    }))
  const charges = groups
    .filter(({ discount_amount }) => discount_amount < 0)
    .map((group) => ({ amount: amountOf(-group.discount_amount, currency), vat: vatOf(group), reason: words.surcharge }))
  return { allowances, charges }
}

/** "Discount" in UNCL 5189. */
const DISCOUNT = '95'

function totals(document: EInvoiceDocument): Pick<SemanticInvoice, 'totals'> {
  const { currency, groups, amount_paid = 0, total } = document
  const digits = currencyDigits(currency)
  const sum = (amounts: number[]) =>
    fromMinor(
      amounts.reduce((all, one) => all + roundToMinor(one, digits), 0),
      digits,
    )
  const discounts = groups.map(({ discount_amount }) => discount_amount)
  const allowances = discounts.filter((one) => one > 0)
  const charges = discounts.filter((one) => one < 0).map((one) => -one)
  return {
    totals: withoutAbsent({
      lines: amountOf(document.subtotal, currency),
      allowances: allowances.length > 0 ? amountOf(sum(allowances), currency) : undefined,
      charges: charges.length > 0 ? amountOf(sum(charges), currency) : undefined,
      without_vat: amountOf(document.subtotal_after_discount, currency),
      with_vat: amountOf(total, currency),
      paid: amount_paid > 0 ? amountOf(amount_paid, currency) : undefined,
      due: amountOf(sum([total, -amount_paid]), currency),
    }),
  }
}

function breakdownOf(group: EInvoiceGroup, { currency, tax_exemption_reasons = {} }: EInvoiceDocument): VatBreakdown {
  const { exemption_reason_code } = VAT_CATEGORIES[group.tax_category]
  const needs_reason = group.tax_category !== 'standard' && group.tax_category !== 'zero'
  return withoutAbsent({
    taxable_amount: amountOf(group.taxable_amount, currency),
    tax_amount: amountOf(group.tax_amount, currency),
    // Here out of scope has a rate, because XRechnung requires one (BR-DE-14).
    vat: { rate: '0', ...vatOf(group) },
    exemption_reason: needs_reason ? shownText(tax_exemption_reasons[group.tax_category]) : undefined,
    exemption_reason_code,
  })
}

function lineOf(line: EInvoiceLine, index: number, currency: string, words: EInvoiceWords): InvoiceLine {
  const sign = line.unit_price < 0 ? -1 : 1
  return {
    ...emptyLine(),
    id: String(index + 1),
    quantity: { value: decimalText(line.quantity === 0 ? 0 : sign * line.quantity), unit: unitCode(line.unit ?? '') },
    net_amount: amountOf(line.subtotal, currency),
    ...lineAllowances(line, currency, words),
    price: { net: { value: decimalText(Math.abs(line.unit_price)), currency } },
    vat: vatOf(line),
    item: {
      ...emptyItem(),
      ...withoutAbsent<{ name?: string; description?: string }>({
        name: shownText(line.item_name),
        description: shownText(line.description),
      }),
    },
  }
}

/** What is between quantity × price and the line's amount: the discount, and what the currency's own rounding leaves. */
function lineAllowances(line: EInvoiceLine, currency: string, words: EInvoiceWords): Pick<InvoiceLine, 'allowances' | 'charges'> {
  const percent = line.discount_percent ?? 0
  // Rules look at two decimals, also where the currency has none.
  const digits = Math.max(2, currencyDigits(currency))
  const base = multiplyToMinor(line.quantity, line.unit_price, digits)
  const difference = base - roundToMinor(line.subtotal, digits)
  const amount = (minor: Minor) => amountOf(fromMinor(minor, digits), currency)
  if (difference === 0) return { allowances: [], charges: [] }
  // A discount of a credit line is negative, as the line is.
  if (percent > 0 && Math.sign(difference) === Math.sign(base)) {
    const allowance: AllowanceOrCharge = { amount: amount(difference), reason: words.discount, reason_code: DISCOUNT }
    // The rules recompute the amount from base and percentage, unrounded, to two hundredths (PEPPOL-EN16931-R040).
    const is_exact = Math.abs(difference - percentOf(base, percent)) <= 1
    return {
      allowances: [is_exact ? { ...allowance, percentage: decimalText(percent), base_amount: amount(base) } : allowance],
      charges: [],
    }
  }
  const adjustment = { amount: amount(Math.abs(difference)), reason: words.rounding }
  return difference > 0 ? { allowances: [adjustment], charges: [] } : { allowances: [], charges: [adjustment] }
}
