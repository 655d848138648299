// Pure: the tax of a document whose lines may be taxed differently. Rules: docs/api/invoices.md, "Tax"; reasons: decisions/035-tax.md.
//
// The lines of one category and rate are a group. What comes off the sum of the lines (the discount) is split over the groups, and tax is rounded
// once for each of them. Credit notes and e-invoices take groups and shares from here: `taxGroupsOf`, `lineTax` and `groupKey`.

import { currencyDigits } from '../../kernel/currencies.ts'
import { type Fault, invalid, invalidAll } from '../../kernel/errors.ts'
import { AmountTooLarge, type Minor, percentOf, splitMinor, sumMinor } from '../../kernel/money.ts'
import { fitsCategory, TAX_CATEGORIES, type TaxCategory } from '../../kernel/tax-categories.ts'

/** The tax that a line has of its own; what is null or absent is the document's. Rates are percentages. */
export interface OwnTax {
  readonly tax_rate?: number | null | undefined
  readonly tax_category?: TaxCategory | null | undefined
}

/** The tax of a document's lines that have none of their own. A category that is null follows from the rate. */
export interface DocumentTax {
  readonly tax_rate: number
  readonly tax_category?: TaxCategory | null | undefined
}

/** The tax that applies to a line: what its group is known by. */
export interface LineTax {
  readonly tax_category: TaxCategory
  readonly tax_rate: number
}

/** The lines of one category and rate together, in minor units. */
export interface TaxGroup extends LineTax {
  /** Sum of the subtotals of its lines. Below 0 for more credit than sale. */
  lines_amount: Minor
  /** Its part of the document's discount; those of all groups add up to it. */
  discount_amount: Minor
  /** lines_amount − discount_amount */
  taxable_amount: Minor
  /** taxable_amount × tax_rate, rounded once. */
  tax_amount: Minor
}

/**
 * The tax that applies to a line.
 *
 * Rate: its own; else 0 for a category other than `standard`; else the document's. Category: its own; else the document's, if it may have that
 * rate; else `standard` above 0 and `zero` at 0.
 */
export function lineTax(own: OwnTax, document: DocumentTax): LineTax {
  const tax_rate = own.tax_rate ?? (own.tax_category && own.tax_category !== 'standard' ? 0 : document.tax_rate)
  const { tax_category } = document
  const fitting = tax_category && fitsCategory(tax_category, tax_rate) ? tax_category : undefined
  return { tax_category: own.tax_category ?? fitting ?? (tax_rate > 0 ? 'standard' : 'zero'), tax_rate }
}

/** The same text for the same category and rate. */
export const groupKey = ({ tax_category, tax_rate }: LineTax): string => `${tax_category} ${tax_rate}`

/** Lines and their tax, to be grouped. `own_taxes` are in the order of `lines`; undefined when no line has any. */
export interface TaxedLines extends DocumentTax {
  /** Subtotals in minor units. */
  readonly lines: readonly Minor[]
  readonly own_taxes?: readonly OwnTax[] | undefined
}

/**
 * The groups of a document: higher rates first, then the order of the categories. Without lines there is one, the document's.
 *
 * What the lines add up to above `subtotal_after_discount` is their discount, also when a figure set by hand makes it another amount than the
 * document's, or one below 0. It is split over the groups that are above 0, by what their lines add up to, in minor units by the largest
 * remainder; among equal ones the first comes first. Throws AmountTooLarge.
 */
export function taxGroups(document: TaxedLines, subtotal_after_discount: Minor, digits: number): TaxGroup[] {
  const groups = groupedLines(document)
  const sums = groups.map(({ amounts }) => sumMinor(amounts, digits))
  const discount = sumMinor([...sums, -subtotal_after_discount], digits)
  const shares =
    groups.length === 1
      ? [discount]
      : splitMinor(
          discount,
          sums.map((sum) => Math.max(0, sum)),
        )
  return groups.map(({ tax_category, tax_rate }, index) => {
    const taxable_amount = sumMinor([sums[index]!, -shares[index]!], digits)
    return {
      tax_category,
      tax_rate,
      lines_amount: sums[index]!,
      discount_amount: shares[index]!,
      taxable_amount,
      tax_amount: percentOf(taxable_amount, tax_rate),
    }
  })
}

/** The tax of a document: the sum over its groups, which may be below 0. Throws AmountTooLarge. */
export function taxAmount(document: TaxedLines, subtotal_after_discount: Minor, digits: number): Minor {
  if (!document.own_taxes) return percentOf(subtotal_after_discount, document.tax_rate)
  return sumMinor(
    taxGroups(document, subtotal_after_discount, digits).map((group) => group.tax_amount),
    digits,
  )
}

function groupedLines({ lines, own_taxes, ...document }: TaxedLines): (LineTax & { amounts: readonly Minor[] })[] {
  if (!own_taxes || lines.length === 0) return [{ ...lineTax({}, document), amounts: lines }]
  const groups = new Map<string, LineTax & { amounts: Minor[] }>()
  lines.forEach((subtotal, index) => {
    const tax = lineTax(own_taxes[index] ?? {}, document)
    const key = groupKey(tax)
    const group = groups.get(key)
    if (group) group.amounts.push(subtotal)
    else groups.set(key, { ...tax, amounts: [subtotal] })
  })
  return [...groups.values()].sort(
    (a, b) => b.tax_rate - a.tax_rate || TAX_CATEGORIES.indexOf(a.tax_category) - TAX_CATEGORIES.indexOf(b.tax_category),
  )
}

/** The taxes of lines for `TaxedLines`: undefined when all lines have the document's, as in most documents. */
export function ownTaxes<L extends { tax_rate?: unknown; tax_category?: unknown }>(
  lines: readonly L[],
): readonly L[] | undefined {
  return lines.some(({ tax_rate, tax_category }) => tax_rate != null || tax_category != null) ? lines : undefined
}

/** A stored document, as far as its tax is concerned. */
export interface TaxedDocument {
  readonly currency: string
  readonly subtotal: Minor
  readonly discount_amount: Minor
  readonly subtotal_after_discount: Minor
  /** Decimal texts, as all rates that are stored. */
  readonly tax_rate: string
  readonly tax_category: TaxCategory | null
  readonly tax_amount: Minor
  readonly total: Minor
  readonly items: readonly { subtotal: Minor; tax_rate: string | null; tax_category: TaxCategory | null }[]
  /** JSON: the groups of a document whose tax does not follow from its lines (a credit note); null: none add up to it. Absent elsewhere. */
  readonly tax_groups?: string | null | undefined
}

/** The groups of a stored document, whatever was set by hand: their taxable amounts add up to `subtotal_after_discount`. Throws AmountTooLarge. */
export function taxGroupsOf(document: TaxedDocument): TaxGroup[] {
  if (document.tax_groups) return JSON.parse(document.tax_groups) as TaxGroup[]
  const { items } = document
  const own_taxes = ownTaxes(items) && items.map(storedTax)
  const taxed: TaxedLines = {
    lines: items.map(({ subtotal }) => subtotal),
    own_taxes,
    tax_rate: Number(document.tax_rate),
    tax_category: document.tax_category,
  }
  return taxGroups(taxed, document.subtotal_after_discount, currencyDigits(document.currency))
}

/** The own tax of a stored line. */
export const storedTax = (line: { tax_rate: string | null; tax_category: TaxCategory | null }): OwnTax => ({
  tax_rate: line.tax_rate === null ? null : Number(line.tax_rate),
  tax_category: line.tax_category,
})

/**
 * The groups of a stored document if its figures are made of them: lines add up to the subtotal, and groups to what is taxed, the tax and the
 * total. Null when a figure that was set by hand does not fit, and when an amount can't be held. Without lines there are none.
 */
export function taxBreakdown(document: TaxedDocument): TaxGroup[] | null {
  if (document.tax_groups === null) return null
  try {
    const digits = currencyDigits(document.currency)
    const groups = taxGroupsOf(document)
    const sum = (field: 'lines_amount' | 'discount_amount' | 'tax_amount') =>
      sumMinor(
        groups.map((group) => group[field]),
        digits,
      )
    const adds_up =
      sum('lines_amount') === document.subtotal &&
      sum('discount_amount') === document.discount_amount &&
      sum('tax_amount') === document.tax_amount &&
      document.subtotal_after_discount + document.tax_amount === document.total
    if (!adds_up) return null
    return document.items.length === 0 ? [] : groups
  } catch (error) {
    if (error instanceof AmountTooLarge) return null
    throw error
  }
}

/**
 * The tax of a new document. A category without a rate brings its rate along: 0, unless it is `standard`. `defaults` never make a request invalid:
 * a default category that may not have the rate of the document is left out. Throws 400 as `checkDocumentTax`.
 */
export function draftTax(given: Partial<OwnTax>, defaults: Required<DocumentTax>): Required<DocumentTax> {
  const is_given = given.tax_category !== undefined
  const wanted = is_given ? given.tax_category : defaults.tax_category
  const tax_rate = given.tax_rate ?? (wanted && wanted !== 'standard' ? 0 : defaults.tax_rate)
  const is_left_out = !is_given && wanted && !fitsCategory(wanted, tax_rate)
  const tax: Required<DocumentTax> = { tax_rate, tax_category: is_left_out ? null : (wanted ?? null) }
  checkDocumentTax(tax)
  return tax
}

/** The tax of a document after a change; what is absent stays, and a category brings its rate along as in `draftTax`. Throws 400. */
export function reviseTax(before: DocumentTax, changes: Partial<OwnTax>): Required<DocumentTax> {
  const { tax_category = before.tax_category ?? null } = changes
  const is_rate_known = !changes.tax_category || changes.tax_category === 'standard'
  const tax = { tax_rate: changes.tax_rate ?? (is_rate_known ? before.tax_rate : 0), tax_category }
  checkDocumentTax(tax)
  return tax
}

/** Throws ApiError 400 at `tax_rate` unless it is between 0 and 100 per cent, and one that the category may have. */
export function checkDocumentTax({ tax_rate, tax_category }: DocumentTax): void {
  if (!isRate(tax_rate)) throw invalid('tax_rate', 'tax_rate must be between 0 and 100')
  if (tax_category && !fitsCategory(tax_category, tax_rate)) throw invalid('tax_rate', misfit('tax_rate', tax_category))
}

/** Throws one ApiError 400 with the fault of each line, `items[i].tax_rate`: a rate that is not from 0 to 100, or that its category may not have. */
export function checkLineTaxes(own_taxes: readonly OwnTax[], document: DocumentTax): void {
  const faults: Fault[] = []
  own_taxes.forEach((own, index) => {
    const { tax_rate, tax_category } = own
    const param = `items[${index}].tax_rate`
    if (tax_rate != null && !isRate(tax_rate)) faults.push(...invalid(param, `${param} must be between 0 and 100`).faults)
    else if (tax_category && !fitsCategory(tax_category, lineTax(own, document).tax_rate))
      faults.push(...invalid(param, misfit(param, tax_category, tax_rate == null ? "; the document's is 0" : '')).faults)
  })
  if (faults.length > 0) throw invalidAll(faults)
}

/**
 * Throws ApiError 400 at `param` when lines that are `standard` and have no rate of their own would get none: the document's rate became 0.
 * For lines that were valid before.
 */
export function checkStandardLines(own_taxes: readonly OwnTax[], document: DocumentTax, param: string): void {
  const index = own_taxes.findIndex((own) => own.tax_category === 'standard' && lineTax(own, document).tax_rate === 0)
  if (index < 0) return
  throw invalid(
    param,
    `items[${index}] has the tax_category standard and the tax_rate of the document, which must be above 0 then`,
  )
}

const isRate = (rate: number) => rate >= 0 && rate <= 100

const misfit = (param: string, tax_category: TaxCategory, why = '') =>
  tax_category === 'standard'
    ? `${param} must be above 0 with the tax_category standard${why}`
    : `${param} must be 0 with the tax_category ${tax_category}: only standard has a rate above 0`
