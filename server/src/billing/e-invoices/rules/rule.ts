// What a rule for electronic invoices is, and how rules look at an invoice.

import { isDate } from '../../../kernel/dates.ts'
import type { AllowanceOrCharge, Amount, InvoiceLine, SemanticInvoice, VatBreakdown, VatCategory } from '../model.ts'
import type { Identifier, Party } from '../model-parties.ts'
import type { Decimal } from './decimals.ts'
import { decimalOf } from './decimals.ts'

/** Whose data has to be corrected: the document's, its customer's or the company's. */
export type Owner = 'invoice' | 'customer' | 'company'

/** An invoice as it is checked: what a file says, and in which syntax, because some published rules differ between the two. */
export interface Checked {
  invoice: SemanticInvoice
  syntax: 'ubl' | 'cii'
  /** Whether a UBL file is a CreditNote. */
  is_credit_note: boolean
  /** Where the file has elements without content: `Leftovers` of mapping.ts. */
  empty: readonly string[]
}

/** A rule that an electronic invoice has to follow. */
export interface Rule {
  /** As the official rules call it: BR-CO-10. */
  code: string
  /** A file that breaks a fatal rule is refused; absent: fatal. */
  severity?: 'fatal' | 'warning'
  /** The syntax that it is about; absent: both. */
  syntax?: 'ubl' | 'cii'
  owner: Owner
  /** The field to correct, by its name in the API; `[]` stands for the place in a list. Null when Quoin has no field for it. */
  param: string | null
  /** What is wrong and what to do. */
  message: string
  /** Whether it is broken, or at which places of the list that `param` names. */
  broken(checked: Checked): boolean | readonly number[]
}

/** Whether a text is there and is more than white space. */
export const filled = (text: string | undefined): boolean => text !== undefined && /[^ \t\r\n]/.test(text)
/** Whether a value is there, empty or not. */
export const given = (value: unknown): boolean => value !== undefined

/** A text as the normalize-space() of the published rules has it. */
export const normalized = (text = ''): string => text.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '')

/** At how many places a broken rule is reported: a list of two thousand lines need not be repeated. */
const MOST_PLACES = 20

/** The first places of those that `test` holds for, at most 20. */
export function placesOf<T>(list: readonly T[], test: (entry: T) => boolean): number[] {
  const places: number[] = []
  for (let index = 0; index < list.length && places.length < MOST_PLACES; index++) if (test(list[index] as T)) places.push(index)
  return places
}

/** What many rules need, computed once for each invoice: a hostile file may have a hundred thousand lines. */
export function perInvoice<T>(compute: (invoice: SemanticInvoice) => T): (invoice: SemanticInvoice) => T {
  const known = new WeakMap<SemanticInvoice, { value: T }>()
  return (invoice) => {
    let found = known.get(invoice)
    if (!found) known.set(invoice, (found = { value: compute(invoice) }))
    return found.value
  }
}

/** A fatal rule in both syntaxes, by what keeps it: `isKept` says whether the invoice does, or gives the places of `param` that do not. */
export function need(
  code: string,
  owner: Owner,
  param: string | null,
  message: string,
  isKept: (invoice: SemanticInvoice, checked: Checked) => boolean | readonly number[],
): Rule {
  const broken = (checked: Checked) => {
    const kept = isKept(checked.invoice, checked)
    return typeof kept === 'boolean' ? !kept : kept
  }
  return { code, owner, param, message, broken }
}

/** What `need` takes after the code. */
export type RestOfRule = Parameters<typeof need> extends [string, ...infer Rest] ? Rest : never

/** The same rule, but a file that breaks it is accepted. */
export const warning = (rule: Rule): Rule => ({ ...rule, severity: 'warning' })

/** Rules that are kept by every invoice for which `isMeant` does not hold. */
export const onlyFor = (isMeant: (invoice: SemanticInvoice) => boolean, rules: readonly Rule[]): Rule[] =>
  rules.map((rule) => ({ ...rule, broken: (checked) => isMeant(checked.invoice) && rule.broken(checked) }))

/** A rule about each line. */
export function lineRule(rule: Omit<Rule, 'broken' | 'owner'>, test: (line: InvoiceLine, checked: Checked) => boolean): Rule {
  return { ...rule, owner: 'invoice', broken: (checked) => placesOf(checked.invoice.lines, (line) => test(line, checked)) }
}

/** Whether `test` holds for a line, or for one of the lines under it, which XRechnung's extension knows. */
export const someLine = (line: InvoiceLine, test: (line: InvoiceLine) => boolean): boolean =>
  test(line) || line.sub_lines.some((one) => someLine(one, test))

/** Every line: those of the invoice, and the lines under them. */
export const allLines = perInvoice((invoice): readonly InvoiceLine[] => {
  const lines = [...invoice.lines]
  // The list grows while it is read.
  for (const line of lines) for (const sub_line of line.sub_lines) lines.push(sub_line)
  return lines
})

/** Identifiers that CII writes as local ones although they have a scheme: rules judge it like that of a registration. */
export const localIdentifiers = ({ identifiers }: Party): Identifier[] =>
  identifiers.flatMap(({ value, local_scheme }) => (local_scheme === undefined ? [] : [{ value, scheme: local_scheme }]))

/** The number in an amount; undefined when there is none. */
export const amountOf = (amount: Amount | undefined): Decimal | undefined => decimalOf(amount?.value)

/** Whether a category is one of VAT, as in every valid file. */
export const isVat = (vat: VatCategory | undefined): vat is VatCategory => vat?.tax?.toUpperCase() === 'VAT'
/** Whether a category is the one of VAT with this code. */
export const hasCategory = (vat: VatCategory | undefined, code: string): boolean => isVat(vat) && vat.code === code

/** All allowances and charges of an invoice or a line, and those that do not say which of the two they are. */
export const reductionsOf = (of: Pick<InvoiceLine, 'allowances' | 'charges' | 'unmarked_reductions'>): AllowanceOrCharge[] => [
  ...of.allowances,
  ...of.charges,
  ...of.unmarked_reductions,
]

/** Every amount of an invoice. */
export const allAmounts = perInvoice((invoice): Amount[] => {
  const { totals, vat_totals, vat_breakdown } = invoice
  const ofReductions = (of: SemanticInvoice | InvoiceLine) =>
    reductionsOf(of).flatMap(({ amount, base_amount }) => [amount, base_amount])
  return [
    ...(totals ? Object.values(totals) : []),
    ...vat_totals,
    ...vat_breakdown.flatMap(({ taxable_amount, tax_amount }) => [taxable_amount, tax_amount]),
    ...ofReductions(invoice),
    ...allLines(invoice).flatMap((line) => {
      const { net_amount, price } = line
      return [net_amount, price?.net, price?.gross, price?.discount, ...ofReductions(line)]
    }),
  ].filter((amount) => amount !== undefined)
})

/** Whether a text is a day of the calendar as YYYY-MM-DD. XML Schema also knows the year 0000, which has the days of 2000. */
export const isDay = (text: string): boolean => isDate(text.replace(/^0000/, '2000'))

/** Every date of an invoice that is there. */
export function datesOf(invoice: SemanticInvoice): string[] {
  const { issue_date, due_date, tax_point_date, period, delivery, lines, preceding_invoices } = invoice
  const periods = [period, ...lines.map((line) => line.period)]
  return [
    issue_date,
    due_date,
    tax_point_date,
    delivery?.date,
    ...preceding_invoices.map((one) => one.issue_date),
    ...periods.flatMap((one) => [one?.start, one?.end]),
  ].filter((date) => date !== undefined)
}

/** The entries of the breakdown with a category. */
export const breakdownOf = ({ vat_breakdown }: SemanticInvoice, code: string): VatBreakdown[] =>
  vat_breakdown.filter(({ vat }) => hasCategory(vat, code))

/**
 * The entries of the breakdown that the general rules (BR-45 to BR-48, BR-CO-17) look at. In CII the published rules of the categories L, M and O
 * take their entries before the general ones see them.
 */
export const judgedGroups = ({ invoice, syntax }: Checked): VatBreakdown[] =>
  syntax === 'ubl'
    ? invoice.vat_breakdown
    : invoice.vat_breakdown.filter(({ vat }) => !['L', 'M', 'O'].some((code) => hasCategory(vat, code)))
