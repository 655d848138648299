// A second, slow and plain telling of the rules of tax by line, in fractions of BigInt. It shares no code with kernel/ and documents/.
import {
  canBeHeld,
  dividedBy,
  type ModelDocument,
  modelTotals,
  type Rational,
  rational,
  roundHalfAway,
  times,
} from './rational-model.ts'

/** A line as a request describes it. */
export interface ModelLine {
  quantity: number
  unit_price: number
  discount_percent?: number | null
  tax_rate?: number | null
  tax_category?: string | null
}

export interface TaxedModelDocument extends Omit<ModelDocument, 'lines'> {
  lines: ModelLine[]
  tax_category?: string | null
}

/** The lines of one category and rate, in minor units. */
export interface ModelGroup {
  category: string
  rate: string
  lines: bigint
  discount: bigint
  taxable: bigint
  tax: bigint
}

interface ModelFigures {
  lines: bigint[]
  groups: ModelGroup[]
  tax: bigint
  total: bigint
  discount: bigint
  after: bigint
}

const ORDER = ['standard', 'zero', 'exempt', 'reverse_charge', 'intra_community', 'export', 'out_of_scope']

/** The tax of each line, or the place that is at fault. */
function taxesOf(document: TaxedModelDocument): { category: string; rate: string }[] | { refused: string } {
  const taxes: { category: string; rate: string }[] = []
  const contradicts = (category: string, rate: string) => (category === 'standard') !== rational(rate).over > 0n
  if (document.tax_category && contradicts(document.tax_category, String(document.tax_rate))) return { refused: 'tax_rate' }
  for (const [index, line] of document.lines.entries()) {
    let rate = String(document.tax_rate)
    if (line.tax_category && line.tax_category !== 'standard') rate = '0'
    if (line.tax_rate !== null && line.tax_rate !== undefined) rate = String(line.tax_rate)
    let category = rational(rate).over > 0n ? 'standard' : 'zero'
    if (document.tax_category && !contradicts(document.tax_category, rate)) category = document.tax_category
    if (line.tax_category) category = line.tax_category
    if (contradicts(category, rate)) return { refused: `items[${index}].tax_rate` }
    taxes.push({ category, rate })
  }
  return taxes
}

/** The result of the rules for a document that is well-formed but for its taxes: its figures, or what they refuse. */
export function modelTaxes(document: TaxedModelDocument, digits: number): ModelFigures | { refused: string } {
  const lines = document.lines.map((line) => {
    const gross = times(rational(line.quantity), rational(line.unit_price))
    const percent = rational(line.discount_percent ?? 0)
    const rest: Rational = { over: 100n * percent.under - percent.over, under: 100n * percent.under }
    return roundHalfAway(times(gross, rest), digits)
  })
  const large = lines.findIndex((line) => !canBeHeld(line, digits))
  if (large >= 0) return { refused: `items[${large}]` }
  const taxes = taxesOf(document)
  if ('refused' in taxes) return taxes
  // The lines as they came out, and the rest by the old rules.
  const settled = lines.map((line) => ({ quantity: 1, unit_price: Number(`${line}e-${digits}`) }))
  const untaxed = modelTotals({ ...document, lines: settled, tax_rate: 0 }, digits)
  if ('refused' in untaxed) return untaxed
  const [, discount, after] = untaxed.amounts

  const groups: ModelGroup[] = []
  for (const [index, { category, rate }] of taxes.entries()) {
    const known = groups.find((group) => group.category === category && group.rate === rate)
    if (known) known.lines += lines[index]!
    else groups.push({ category, rate, lines: lines[index]!, discount: 0n, taxable: 0n, tax: 0n })
  }
  groups.sort((a, b) => compare(rational(b.rate), rational(a.rate)) || ORDER.indexOf(a.category) - ORDER.indexOf(b.category))
  if (groups.some((group) => !canBeHeld(group.lines, digits))) return { refused: 'items' }
  split(groups, discount)
  for (const group of groups) {
    group.taxable = group.lines - group.discount
    group.tax = roundHalfAway(dividedBy(times({ over: group.taxable, under: 1n }, rational(group.rate)), 100n), 0)
  }
  const tax = groups.reduce((sum, group) => sum + group.tax, 0n)
  const total = after + tax
  if (total < 0n || !canBeHeld(total, digits) || !canBeHeld(tax, digits)) return { refused: 'items' }
  return { lines, groups, tax, total, discount, after }
}

/** Gives each group above 0 the whole part of its share, and the units that are left to the largest fractions, one by one. */
function split(groups: ModelGroup[], discount: bigint): void {
  const positive = groups.filter((group) => group.lines > 0n)
  const whole = positive.reduce((sum, group) => sum + group.lines, 0n)
  const fractions = positive.map((group) => {
    group.discount = (discount * group.lines) / whole
    return { group, fraction: discount * group.lines - group.discount * whole }
  })
  let left = discount - positive.reduce((sum, group) => sum + group.discount, 0n)
  while (left > 0n) {
    let largest = fractions[0]!
    for (const one of fractions) if (one.fraction > largest.fraction) largest = one
    largest.group.discount += 1n
    largest.fraction = -1n
    left -= 1n
  }
}

function compare(a: Rational, b: Rational): number {
  const difference = a.over * b.under - b.over * a.under
  return difference > 0n ? 1 : difference < 0n ? -1 : 0
}
