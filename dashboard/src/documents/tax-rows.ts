import { money, number } from '../ui/format.ts'
import { categoryName } from './draft-tax.ts'

/** The tax of one category and rate; figures that a foreign file does not say are null. */
export interface TaxGroup {
  tax_category: string | null
  tax_rate: number | null
  taxable_amount: number | null
  tax_amount: number | null
}

/** A line of the totals. */
interface TaxRow {
  key: string
  label: string
  amount: number | undefined
}

/** The lines of the totals about tax: `Tax 19 %`, or one for each group, with what it is of. */
export function taxRows(groups: readonly TaxGroup[], currency: string): TaxRow[] {
  return groups.map(({ tax_category, tax_rate, taxable_amount, tax_amount }, index) => {
    const of = groups.length > 1 && taxable_amount !== null ? ` of ${money(taxable_amount, currency)}` : ''
    return { key: String(index), label: `${nameOf(tax_category, tax_rate)}${of}`, amount: tax_amount ?? undefined }
  })
}

function nameOf(category: string | null, rate: number | null): string {
  const says_rate = category === null || category === 'standard' || category === 'zero'
  if (!says_rate) return rate ? `${categoryName(category)} ${number(rate)} %` : categoryName(category)
  return rate === null ? 'Tax' : `Tax ${number(rate)} %`
}
