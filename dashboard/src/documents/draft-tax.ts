// The tax of a form: what is typed, and what it says to the service. Pure.

import { TAX_CATEGORIES, type TaxCategory } from '../../../server/src/kernel/tax-categories.ts'
import { readNumber } from '../ui/numbers.ts'

/** The tax of a document or a line, as typed; '' where nothing is said. */
export interface TypedTax {
  tax_rate: string
  tax_category: TaxCategory | ''
}

/** The categories as the forms name them. */
export const CATEGORY_NAMES: Record<TaxCategory, string> = {
  standard: 'Taxed',
  zero: 'Zero rate',
  exempt: 'Exempt',
  reverse_charge: 'Reverse charge',
  intra_community: 'Intra-EU supply',
  export: 'Export',
  out_of_scope: 'Out of scope',
}

/** The name of a category; of one that is not known, its code. */
export function categoryName(category: string): string {
  return isCategory(category) ? CATEGORY_NAMES[category] : category
}

function isCategory(text: string): text is TaxCategory {
  return (TAX_CATEGORIES as readonly string[]).includes(text)
}

/** Whether the category leaves no choice of the rate: it is 0. A rate that was typed before stays in the form, and is not sent. */
export function isTaxFree({ tax_category }: TypedTax): boolean {
  return tax_category !== '' && tax_category !== 'standard'
}

/** What the tax of a document says; a rate that can't be read is NaN. */
export function documentTaxOf(typed: TypedTax): { tax_rate: number; tax_category: TaxCategory | null } {
  return { tax_rate: isTaxFree(typed) ? 0 : readNumber(typed.tax_rate, 0), tax_category: typed.tax_category || null }
}

/** What the own tax of a line says: null is the document's. */
export function lineTaxOf(typed: TypedTax): { tax_rate: number | null; tax_category: TaxCategory | null } {
  const has_rate = typed.tax_rate.trim() !== ''
  return {
    tax_rate: !has_rate ? null : isTaxFree(typed) ? 0 : readNumber(typed.tax_rate, 0),
    tax_category: typed.tax_category || null,
  }
}

/** Whether a line says something that most lines leave to the document. */
export function hasOwn(line: TypedTax & { discount_percent: string }): boolean {
  return line.tax_rate !== '' || line.tax_category !== '' || line.discount_percent !== ''
}
