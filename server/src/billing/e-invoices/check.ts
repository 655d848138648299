// The verdict on an electronic invoice: which of the published rules it breaks, in plain words and with the field to correct.
import type { SemanticInvoice } from './model.ts'
import type { PROFILES } from './profiles.ts'
import type { ReadInvoice } from './read.ts'
import { categoryRules } from './rules/categories.ts'
import { codeRules } from './rules/codes.ts'
import { isDecimal } from './rules/decimals.ts'
import { peppolRules } from './rules/peppol.ts'
import { presenceRules } from './rules/presence.ts'
import { allAmounts, allLines, type Checked, datesOf, isDay, need, type Owner, type Rule, warning } from './rules/rule.ts'
import { sumRules } from './rules/sums.ts'
import { xrechnungRules } from './rules/xrechnung.ts'

/** A rule that is broken. */
export interface Problem {
  /** As the official rules call it: BR-DE-15. */
  code: string
  /** A file with a fatal problem is refused. */
  severity: 'fatal' | 'warning'
  /** Whose data has to be corrected. */
  object: Owner
  /** The field to correct, such as `buyer_reference` or `items[2].unit`; null when Quoin has no field for it. */
  param: string | null
  message: string
}

export interface Verdict {
  /** Whether no fatal rule is broken. */
  valid: boolean
  /** Fatal ones first. */
  problems: Problem[]
}

/** Rules in addition to those of EN 16931. */
export type RuleSet = NonNullable<(typeof PROFILES)[keyof typeof PROFILES]['rules']>

const NOT_A_NUMBER = 'An amount, quantity or rate is not a decimal number: write it as 1234.56, without separators.'
const NO_INDICATOR = 'The indicator of an allowance or charge is neither true nor false: write one of the two.'
const NOT_A_DAY = 'A date is not a day of the calendar.'

/**
 * What arithmetic needs: numbers that are numbers, and days that are days. The published rules end with an error where they calculate with
 * something else. They overlook the rest, which the XML schemas refuse.
 */
const formatRules: Rule[] = [
  format('FORMAT-NUMBER', NOT_A_NUMBER, ({ invoice }) => amountsAndRates(invoice).every(isDecimal)),
  warning(format('FORMAT-NUMBER', NOT_A_NUMBER, ({ invoice }) => otherNumbers(invoice).every(isDecimal))),
  format('FORMAT-DATE', NOT_A_DAY, ({ invoice, syntax }) => syntax === 'cii' || calculatedDates(invoice).every(isDay)),
  format('FORMAT-INDICATOR', NO_INDICATOR, ({ invoice }) => indicators(invoice).every(isIndicator)),
  warning(format('FORMAT-DATE', NOT_A_DAY, ({ invoice }) => datesOf(invoice).every(isDay))),
]

/** All rules, by the set that they belong to. */
export const allRules: Readonly<Record<RuleSet | 'core', readonly Rule[]>> = {
  core: [...presenceRules, ...sumRules, ...categoryRules, ...codeRules],
  peppol: peppolRules,
  xrechnung: xrechnungRules,
}

/**
 * Judges what a file says by the rules of EN 16931, and by those of `set`. Only a file that was read (`readInvoice`) shows what is absent, and
 * what is there and empty. Pure; takes milliseconds.
 */
export function checkInvoice({ invoice, syntax, empty }: ReadInvoice, set?: RuleSet): Verdict {
  const checked: Checked = {
    invoice,
    syntax: syntax === 'cii' ? 'cii' : 'ubl',
    is_credit_note: syntax === 'ubl-credit-note',
    empty,
  }
  const rules = [...formatRules, ...allRules.core, ...(set ? allRules[set] : [])]
  const problems = rules.flatMap((rule) => problemsOf(rule, checked))
  const fatal = problems.filter(({ severity }) => severity === 'fatal')
  const warnings = problems.filter(({ severity }) => severity === 'warning')
  return { valid: fatal.length === 0, problems: [...fatal, ...warnings] }
}

/** The rules that a file says it follows, by its specification (BT-24). */
export function ruleSetOf({ specification_id }: SemanticInvoice): RuleSet | undefined {
  const id = specification_id ?? ''
  if (id.includes('xrechnung')) return 'xrechnung'
  return id.includes('urn:fdc:peppol.eu:2017:poacc:billing') ? 'peppol' : undefined
}

function problemsOf(rule: Rule, checked: Checked): Problem[] {
  if (rule.syntax && rule.syntax !== checked.syntax) return []
  const broken = rule.broken(checked)
  if (broken === false || broken === true) return broken ? [problemAt(rule, rule.param)] : []
  return broken.map((place) => problemAt(rule, rule.param?.replace('[]', `[${place}]`) ?? null))
}

function problemAt({ code, severity = 'fatal', owner, message }: Rule, param: string | null): Problem {
  return { code, severity, object: owner, param, message }
}

function format(code: string, message: string, isKept: (checked: Checked) => boolean): Rule {
  return need(code, 'invoice', null, message, (_, checked) => isKept(checked))
}

/** The texts that the published rules calculate with. */
function amountsAndRates(invoice: SemanticInvoice): string[] {
  const { vat_breakdown, allowances, charges, lines } = invoice
  const rates = [...vat_breakdown, ...allowances, ...charges, ...lines].map(({ vat }) => vat?.rate)
  return [...allAmounts(invoice).map(({ value }) => value), ...rates].filter((text) => text !== undefined)
}

function otherNumbers(invoice: SemanticInvoice): string[] {
  const reductions = [invoice, ...invoice.lines].flatMap((one) => [...one.allowances, ...one.charges])
  const quantities = invoice.lines.flatMap(({ quantity, price }) => [quantity?.value, price?.base_quantity?.value])
  return [...reductions.map(({ percentage }) => percentage), ...quantities].filter((text) => text !== undefined)
}

/** How allowances and charges say which of the two they are, those of prices too. */
function indicators(invoice: SemanticInvoice): string[] {
  const lines = allLines(invoice)
  const unmarked = [...invoice.unmarked_reductions, ...lines.flatMap((line) => line.unmarked_reductions)]
  return [...unmarked, ...lines.map(({ price }) => price)].flatMap((one) => one?.charge_indicator ?? [])
}

const isIndicator = (text: string) => ['true', 'false', '1', '0'].includes(text.trim())

/** The days of periods that have both ends. */
function calculatedDates({ period, lines }: SemanticInvoice): string[] {
  return [period, ...lines.map((line) => line.period)].flatMap((one) =>
    one?.start !== undefined && one.end !== undefined ? [one.start, one.end] : [],
  )
}
