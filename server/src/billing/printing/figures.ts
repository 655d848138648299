// Pure: the lines and totals of a paper from those of a document.
import { currencyDigits } from '../../kernel/currencies.ts'
import type { Formats } from '../../kernel/formats.ts'
import { decimalText, sumMinor } from '../../kernel/money.ts'
import { EXPLAINED_CATEGORIES, type ExplainedCategory, type TaxCategory } from '../../kernel/tax-categories.ts'
import { fillIn } from '../../kernel/text.ts'
import { groupKey, type LineTax, lineTax } from '../documents/tax.ts'
import type { PaperLine, Section, TotalRow } from './paper.ts'
import { countryCode, given } from './parties.ts'
import type { CompanySource, DocumentSource, LineSource, TaxGroup } from './sources.ts'
import type { Wording } from './wording/wording.ts'

/** Where the tax on sales is not called a value added tax. */
const OTHER_SALES_TAX = ['US', 'CA', 'AU', 'NZ', 'IN', 'SG', 'MY', 'HK', 'JP']

/** What a page of figures is made with. */
export interface Figures {
  document: DocumentSource
  company: CompanySource
  formats: Formats
  wording: Wording
}

/** The lines, and whether they are taxed differently, so that each says its own tax. */
export function paperLines({ document, formats, wording }: Figures): { lines: PaperLine[]; has_line_tax: boolean } {
  const digits = currencyDigits(document.currency)
  const has_line_tax = lineTaxes(document).length > 1
  let sum = 0
  const lines = document.items.map((line, index) => {
    sum = sumMinor([sum, line.total], digits)
    const discount = isRate(line.discount_percent) ? `${wording.discount} ${formats.percent(line.discount_percent)}` : ''
    return {
      position: String(index + 1),
      name: line.name,
      description: [line.description, discount].filter((text) => text !== '').join('\n'),
      quantity: formats.quantity(line.quantity),
      unit: line.unit,
      unit_price: formats.price(line.unit_price),
      tax: has_line_tax ? formats.percent(decimalText(taxOf(document, line).tax_rate)) : '',
      amount: formats.amount(line.total),
      carried: formats.amount(sum),
    }
  })
  return { lines, has_line_tax }
}

/** Subtotal to amount due. The sums are the document's: nothing is added up here. */
export function totalRows({ document, company, formats, wording }: Figures): TotalRow[] {
  const rows: TotalRow[] = []
  const add = (kind: TotalRow['kind'], label: string, minor: number) => rows.push({ kind, label, value: formats.money(minor) })
  const groups = taxGroups(document)
  if (groups.length > 0 || document.discount_amount !== 0) add('part', wording.subtotal, document.subtotal)
  if (document.discount_amount !== 0) {
    const { discount_type, discount_value } = document
    const rate = discount_type !== 'fixed' && isRate(discount_value) ? ` ${formats.percent(discount_value)}` : ''
    add('part', `${wording.discount}${rate}`, -document.discount_amount)
    add('part', wording.net, document.subtotal_after_discount)
  }
  const tax = taxWord(company, wording)
  if (!document.tax_breakdown && lineTaxes(document).length > 1) add('part', tax, document.tax_amount)
  else {
    for (const group of groups) {
      const values = { tax, rate: rateWords(group, formats, wording), amount: formats.amount(group.taxable_amount) }
      add('part', fillIn(wording.tax_group, values), group.tax_amount)
    }
  }
  add('total', document.kind === 'credit_note' ? wording.credit_total : wording.total, document.total)
  const { amount_paid = 0, amount_credited = 0 } = document
  if (document.kind !== 'invoice' || (amount_paid === 0 && amount_credited === 0)) return rows
  if (amount_paid !== 0) add('part', wording.paid, -amount_paid)
  if (amount_credited !== 0) add('part', wording.credited, -amount_credited)
  add('due', wording.amount_due, amountDue(document))
  return rows
}

/** What is left to pay of an invoice. */
export function amountDue(document: DocumentSource): number {
  const { total, amount_paid = 0, amount_credited = 0 } = document
  return document.amount_due ?? Math.max(0, total - amount_paid - amount_credited)
}

/** The rate of a group, with the name of its category where that is why there is no tax. */
function rateWords({ tax_rate, tax_category }: TaxGroup, formats: Formats, wording: Wording): string {
  const rate = formats.percent(tax_rate)
  return isExplained(tax_category) ? fillIn(wording.rate_of, { rate, category: wording[`${tax_category}_label`] }) : rate
}

const isExplained = (category: TaxCategory): category is ExplainedCategory =>
  (EXPLAINED_CATEGORIES as readonly string[]).includes(category)

/** Why no tax is on the document, once for each reason: the company's own words, or those of the language. */
export function taxNotes({ document, wording }: Figures): Section[] {
  const taxes = document.items.length === 0 ? [taxOf(document)] : lineTaxes(document)
  const categories = new Set(taxes.map((tax) => tax.tax_category))
  // A rate of 0 that nobody explained is explained by nothing.
  const explained = [...categories].filter((category) => category !== 'standard' && isChosen(document, category))
  return explained.map((category) => ({
    heading: '',
    text: given(document.tax_exemption_reasons?.[category]) ?? wording[category as Exclude<TaxCategory, 'standard'>],
  }))
}

function isChosen(document: DocumentSource, category: TaxCategory): boolean {
  return document.tax_category === category || document.items.some((line) => line.tax_category === category)
}

/** The groups of a document's tax. One that has no tax, and no reason for it, is not about tax at all. */
function taxGroups(document: DocumentSource): readonly TaxGroup[] {
  if (document.tax_breakdown) return document.tax_breakdown
  const [only = taxOf(document)] = lineTaxes(document)
  const has_tax = only.tax_rate !== 0 || document.tax_amount !== 0
  if (!has_tax && !isChosen(document, only.tax_category)) return []
  const { tax_amount, subtotal_after_discount } = document
  return [{ ...only, tax_rate: decimalText(only.tax_rate), taxable_amount: subtotal_after_discount, tax_amount }]
}

function taxWord(company: CompanySource, wording: Wording): string {
  return OTHER_SALES_TAX.includes(countryCode(company.country)) ? wording.sales_tax : wording.vat
}

/** The different taxes of the lines, in their order. */
function lineTaxes(document: DocumentSource): LineTax[] {
  const taxes = document.items.map((line) => taxOf(document, line))
  return [...new Map(taxes.map((tax) => [groupKey(tax), tax])).values()]
}

/** The tax of a line, or of the document without any. */
function taxOf(document: DocumentSource, { tax_rate, tax_category }: Partial<LineSource> = {}): LineTax {
  const own = { tax_rate: given(tax_rate) === undefined ? null : Number(tax_rate), tax_category: tax_category ?? null }
  return lineTax(own, { tax_rate: Number(document.tax_rate), tax_category: document.tax_category ?? null })
}

/** A percentage that takes something off. */
function isRate(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && Number(text) !== 0
}
