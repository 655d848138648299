// Pure: what the columns of a bank's CSV file mean. Nothing is guessed that could be read in two ways: the mapping has to say it.
import { isDate } from '../../kernel/dates.ts'
import type { Minor } from '../../kernel/money.ts'
import { UnreadableFile } from '../../kernel/xml.ts'
import { type CsvRow, readCsv } from './csv.ts'
import { exactMinor, ibanIn, MOST_TRANSACTIONS, type ParsedTransaction, realReference, statementCurrency } from './parsed.ts'

/** The names of the columns, and how numbers and days are written where that can't be seen. */
export interface CsvMapping {
  date: string
  amount: string
  text: string
  name?: string | undefined
  iban?: string | undefined
  currency?: string | undefined
  reference?: string | undefined
  decimal?: ',' | '.' | undefined
  /** `DD.MM.YYYY`: `D`, `DD`, `M`, `MM`, `YY`, `YYYY` and what stands between them. */
  date_format?: string | undefined
}

const COLUMNS = ['date', 'amount', 'text', 'name', 'iban', 'currency', 'reference'] as const
type Column = (typeof COLUMNS)[number]

/** Rows above the one with the names of the columns. */
const MOST_ROWS_ABOVE = 60

/**
 * The transactions of a file. Amounts are in the currency of their row, else in `currency`. Rows without a date or without an amount, as below the
 * transactions, are left out. Throws UnreadableFile, with the line, for what can't be read, or could be read in two ways.
 */
export function readMappedCsv(text: string, mapping: CsvMapping, currency: string): ParsedTransaction[] {
  const { columns, rows } = tableOf(readCsv(text.replace(/^\ufeff/, '')), mapping)
  const cell = ({ cells }: CsvRow, column: Column) => cells[columns[column] ?? -1] ?? ''
  const booked = rows.filter((row) => /\d/.test(cell(row, 'date')) && /\d/.test(cell(row, 'amount')))
  if (booked.length > MOST_TRANSACTIONS) throw new UnreadableFile(`The file has more than ${MOST_TRANSACTIONS} transactions.`)
  const decimal = mapping.decimal ?? decimalOf(booked.map((row) => cell(row, 'amount')))
  const dayOf = dateReader(mapping.date_format ?? dateFormatOf(booked.map((row) => cell(row, 'date'))))
  return booked.map((row) => {
    const where = `Line ${row.line}`
    const code = cell(row, 'currency')
    const own = code === '' ? currency : statementCurrency(code)
    const reference = realReference(cell(row, 'reference'))
    return {
      account: '',
      booked_date: dayOf(cell(row, 'date'), where),
      amount: amountOf(cell(row, 'amount'), decimal, own, where),
      currency: own,
      name: cell(row, 'name'),
      iban: ibanIn(cell(row, 'iban')),
      text: cell(row, 'text'),
      reference,
      end_to_end_id: '',
      bank_reference: '',
      foreign_amount: '',
      is_reversal: false,
      return_reason: '',
    }
  })
}

/** Finds the row with the names of the columns: banks write the account and the balance above it. */
function tableOf(all: CsvRow[], mapping: CsvMapping) {
  if (all.length === 0) throw new UnreadableFile('The file is empty.')
  const wanted = COLUMNS.filter((column) => mapping[column] !== undefined)
  let best: { found: number; missing: string[] } = { found: -1, missing: [] }
  for (const [index, { cells }] of all.slice(0, MOST_ROWS_ABOVE).entries()) {
    const columns: Partial<Record<Column, number>> = {}
    for (const column of wanted) {
      const at = columnAt(cells, mapping[column]!)
      if (at >= 0) columns[column] = at
    }
    const missing = wanted.filter((column) => columns[column] === undefined).map((column) => mapping[column]!)
    if (missing.length === 0) return { columns, rows: all.slice(index + 1) }
    if (wanted.length - missing.length > best.found) best = { found: wanted.length - missing.length, missing }
  }
  throw new UnreadableFile(
    `The file has no column named ${best.missing.map((name) => JSON.stringify(name.slice(0, 60))).join(', ')}.`,
  )
}

function columnAt(cells: readonly string[], name: string): number {
  const wanted = name.trim()
  const exact = cells.indexOf(wanted)
  return exact >= 0 ? exact : cells.findIndex((cell) => cell.toLowerCase() === wanted.toLowerCase())
}

/** The character before the decimals, where the amounts show it. Throws where all of them could be read in two ways. */
function decimalOf(amounts: readonly string[]): ',' | '.' {
  let is_open = false
  for (const amount of amounts) {
    const digits = amount.replace(/[^\d.,]/g, '')
    const [comma, dot] = [digits.lastIndexOf(','), digits.lastIndexOf('.')]
    if (comma >= 0 && dot >= 0) return comma > dot ? ',' : '.'
    const at = Math.max(comma, dot)
    if (at < 0) continue
    const mark = digits[at] as ',' | '.'
    // Twice: it separates thousands. Three digits behind it: thousands or decimals.
    if (digits.indexOf(mark) !== at) return mark === ',' ? '.' : ','
    if (digits.length - at - 1 !== 3) return mark
    is_open = true
  }
  if (is_open) throw new UnreadableFile("Can't tell whether 1.234 means 1234 or 1.234: set decimal in the mapping.")
  return '.'
}

/** `-1.234,50`, `1'234.50-`, `(12.00)`, `1 234,50 EUR`, `12,00 S`: in minor units, exactly. */
function amountOf(cell: string, decimal: ',' | '.', currency: string, where: string): Minor {
  const text = cell
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/[\s'’]/g, '')
    .replace(/[A-Z]{3}|[€$£]/g, '')
  const [, bracket, before, digits, after] = /^(\()?([+-])?([\d.,]+)(-|\)|[SH])?$/.exec(text) ?? []
  if (digits === undefined || (bracket === '(') !== (after === ')') || (before && after))
    throw new UnreadableFile(`${where}: ${JSON.stringify(cell.slice(0, 40))} is not a valid amount.`)
  const thousands = decimal === ',' ? '.' : ','
  const [whole = '', fraction] = splitAt(digits, decimal)
  if (fraction?.includes(thousands) || !isGrouped(whole, thousands))
    throw new UnreadableFile(
      `${where}: ${JSON.stringify(cell.slice(0, 40))} is not a valid amount with ${JSON.stringify(decimal)} as the decimal separator: check decimal in the mapping.`,
    )
  const minor = exactMinor(`${whole.replaceAll(thousands, '') || '0'}.${fraction ?? ''}`, currency, where)
  const is_negative = before === '-' || after === '-' || after === ')' || after === 'S'
  return is_negative && minor !== 0 ? -minor : minor
}

function splitAt(digits: string, decimal: string): [string, string?] {
  const at = digits.indexOf(decimal)
  return at < 0 ? [digits] : [digits.slice(0, at), digits.slice(at + 1)]
}

/** Whether thousands are separated in threes (in India twos above the first), or not at all. */
function isGrouped(whole: string, thousands: string): boolean {
  const groups = whole.split(thousands)
  if (groups.length === 1) return true
  return (
    groups[0]!.length >= 1 &&
    groups[0]!.length <= 3 &&
    groups.at(-1)!.length === 3 &&
    groups.slice(1, -1).every(({ length }) => length === 3 || length === 2)
  )
}

/** The form of the dates, where they show it. Throws where 03/04/2026 could be read in two ways. */
function dateFormatOf(dates: readonly string[]): string {
  const [first = ''] = dates
  if (/^\d{4}-\d{1,2}-\d{1,2}/.test(first)) return 'YYYY-MM-DD'
  if (/^\d{4}\/\d{1,2}\/\d{1,2}/.test(first)) return 'YYYY/MM/DD'
  if (/^\d{8}$/.test(first)) return 'YYYYMMDD'
  const [, , mark, , year] = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/.exec(first) ?? []
  if (mark === undefined)
    throw new UnreadableFile(
      `${JSON.stringify(first.slice(0, 40))} is not a date in a known format: set date_format in the mapping.`,
    )
  const years = year!.length === 4 ? 'YYYY' : 'YY'
  // A day between dots comes first everywhere.
  if (mark === '.') return `DD.MM.${years}`
  const parts = dates.map((date) => date.split(mark).map(Number))
  if (parts.some(([day = 0]) => day > 12)) return `DD${mark}MM${mark}${years}`
  if (parts.some(([, day = 0]) => day > 12)) return `MM${mark}DD${mark}${years}`
  throw new UnreadableFile("Can't tell whether 03/04 is 3 April or March 4: set date_format in the mapping.")
}

/** Makes the reader of dates in a format; a time behind the date is left out. */
function dateReader(format: string): (cell: string, where: string) => string {
  const order: string[] = []
  const source = format.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/YYYY|YY|MM?|DD?/g, (part) => {
    order.push(part[0]!)
    return part === 'YYYY' ? '(\\d{4})' : part === 'YY' ? '(\\d{2})' : format.includes('YYYYMMDD') ? '(\\d{2})' : '(\\d{1,2})'
  })
  const pattern = new RegExp(`^${source}(?![\\d])`)
  return (cell, where) => {
    const parts = pattern.exec(cell)?.slice(1)
    const part = (letter: string) => parts?.[order.indexOf(letter)]?.padStart(2, '0') ?? ''
    const year = part('Y')
    const day = `${year.length === 2 ? `20${year}` : year}-${part('M')}-${part('D')}`
    if (!isDate(day))
      throw new UnreadableFile(
        `${where}: ${JSON.stringify(cell.slice(0, 40))} is not a date in the format ${format}: check date_format in the mapping.`,
      )
    return day
  }
}

/** Says what a format of dates has to be; undefined for one that is. */
export function dateFormatFault(format: string): string | undefined {
  const letters = format.replace(/YYYY|YY|MM?|DD?/g, (part) => part[0]!.toLowerCase())
  const has_each_once = ['y', 'm', 'd'].every((letter) => letters.split(letter).length === 2)
  return has_each_once && /^[ymd ./-]+$/.test(letters)
    ? undefined
    : 'date_format must contain day, month and year once each, such as DD.MM.YYYY'
}
