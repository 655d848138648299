// Pure: reads MT940 statements (SWIFT Standards MT, category 9), bare or in the envelope of SWIFT messages.
import { addDays, isDate } from '../../kernel/dates.ts'
import type { Minor } from '../../kernel/money.ts'
import { UnreadableFile } from '../../kernel/xml.ts'
import { readDetails } from './mt940-details.ts'
import {
  checkBalances,
  exactMinor,
  MOST_TRANSACTIONS,
  type ParsedTransaction,
  realReference,
  statementCurrency,
} from './parsed.ts'

/** A field with its lines. */
interface Field {
  tag: string
  lines: string[]
  /** Its line in the file, from 1. */
  line: number
}

/** All transactions of a file, in its order. Throws UnreadableFile for what is no MT940, and for a statement that does not add up. */
export function readMt940(text: string): ParsedTransaction[] {
  const fields = fieldsOf(text)
  if (!fields.some(({ tag }) => tag === '60F' || tag === '60M'))
    throw new UnreadableFile('The file is not an MT940 statement: it has no opening balance (:60F:).')
  const found: ParsedTransaction[] = []
  let statement: Statement | undefined
  let last: Line61 | undefined
  for (const field of fields) {
    const value = field.lines[0]!
    if (field.tag === '20') statement = startOf(value)
    if (!statement) continue
    if (field.tag === '25' || field.tag === '25P') statement.account = value.trim()
    else if (field.tag === '28' || field.tag === '28C') statement.number = value.trim()
    else if (field.tag === '60F' || field.tag === '60M') openAt(statement, field)
    else if (field.tag === '61') {
      last = readLine61(field, statement.currency)
      statement.amounts.push(last.amount)
      found.push(transactionOf(last, statement.account))
      if (found.length > MOST_TRANSACTIONS) throw new UnreadableFile(`The file has more than ${MOST_TRANSACTIONS} transactions.`)
    } else if (field.tag === '86' && last) found[found.length - 1] = withDetails(found.at(-1)!, field.lines)
    else if (field.tag === '62F' || field.tag === '62M') closeAt(statement, field)
    // A field 86 after a balance is about the whole statement.
    if (field.tag !== '61') last = undefined
  }
  return found
}

/**
 * The fields of all messages. A field starts with `:tag:` at the start of a line and goes on until the next; `-` ends a message. Envelope blocks
 * (`{1:…}{2:…}{4:`) before and after are left out.
 */
function fieldsOf(text: string): Field[] {
  const fields: Field[] = []
  let current: Field | undefined
  const lines = text.split(/\r\n|\n|\r/)
  for (let index = 0; index < lines.length; index++) {
    const whole = lines[index]!.slice(0, LONGEST_LINE)
    const line = index === 0 ? whole.replace(/^\ufeff/, '') : whole
    const bare = line.replace(/^(?:\{[1-35]:(?:[^{}]|\{[^{}]*\})*\})+/, '').replace(/^\{4:/, '')
    const [, tag, value] = /^:(\d{2}[A-Z]?):(.*)$/.exec(bare) ?? []
    if (tag !== undefined) {
      current = { tag, lines: [value!], line: index + 1 }
      fields.push(current)
    } else if (/^-(?:\}.*)?\s*$/.test(bare) || bare.startsWith('{')) current = undefined
    else if (current && current.lines.length < MOST_LINES) current.lines.push(bare)
  }
  return fields
}

/** 65 by the standard; with an envelope before it, and in files of banks that do not break lines, more. */
const LONGEST_LINE = 2_000

/** Of one field: six by the standard, some banks write more. */
const MOST_LINES = 60

interface Statement {
  reference: string
  account: string
  number: string
  currency: string
  opening: Minor | null
  amounts: Minor[]
}

const startOf = (reference: string): Statement => ({
  reference: reference.trim(),
  account: '',
  number: '',
  currency: '',
  opening: null,
  amounts: [],
})

const BALANCE = /^([CD])(\d{6})([A-Z]{3})(\d{1,15}(?:,\d*)?)\s*$/

function readBalance({ tag, lines, line }: Field): { currency: string; minor: Minor } {
  const [, mark, , code, amount] = BALANCE.exec(lines[0]!) ?? []
  if (mark === undefined)
    throw new UnreadableFile(`Line ${line}: :${tag}: is not a valid balance: ${JSON.stringify(lines[0]!.slice(0, 60))}.`)
  const currency = statementCurrency(code!)
  const minor = exactMinor(amount!.replace(',', '.'), currency, `Line ${line}`)
  return { currency, minor: mark === 'D' && minor !== 0 ? -minor : minor }
}

function openAt(statement: Statement, field: Field): void {
  const { currency, minor } = readBalance(field)
  statement.currency = currency
  statement.opening = minor
  statement.amounts = []
}

function closeAt({ reference, number, account, currency, opening, amounts }: Statement, field: Field): void {
  const closing = readBalance(field)
  if (closing.currency !== currency)
    throw new UnreadableFile(
      `Line ${field.line}: the closing balance is in ${closing.currency}, but the opening balance ${currency ? `is in ${currency}` : 'is missing'}.`,
    )
  const name = `Statement ${[number || reference, account].filter((part) => part !== '').join(' of ')}`
  checkBalances({ name, currency, opening, closing: closing.minor }, amounts)
}

interface Line61 {
  booked_date: string
  amount: Minor
  currency: string
  is_reversal: boolean
  customer_reference: string
  bank_reference: string
  /** The second line: what the bank adds. */
  more: string
}

/** Value date, entry date, mark, third letter of the currency (funds code), amount, type, the customer's reference, the bank's. */
const STATEMENT_LINE = /^(\d{6})(\d{4})?(R?[CD])([A-Z])?(\d{1,15}(?:,\d*)?)([A-Z][A-Z0-9]{3})?(.*)$/

function readLine61({ lines, line }: Field, currency: string): Line61 {
  const [, value, entry, mark, , digits, , rest = ''] = STATEMENT_LINE.exec(lines[0]!) ?? []
  if (value === undefined)
    throw new UnreadableFile(`Line ${line}: :61: is not a valid statement line: ${JSON.stringify(lines[0]!.slice(0, 60))}.`)
  if (currency === '') throw new UnreadableFile(`Line ${line}: a statement line (:61:) comes before the opening balance (:60F:).`)
  const value_date = dayOf(value, line)
  const size = exactMinor(digits!.replace(',', '.'), currency, `Line ${line}`)
  // A credit that is taken back is money that goes out.
  const is_debit = mark === 'D' || mark === 'RC'
  const [customer, bank = ''] = splitOnce(rest, '//')
  return {
    booked_date: entry === undefined ? value_date : entryDate(entry, value_date, line),
    amount: is_debit && size !== 0 ? -size : size,
    currency,
    is_reversal: mark!.startsWith('R'),
    customer_reference: CODE_WORD.test(customer) ? '' : realReference(customer),
    bank_reference: realReference(bank),
    more: lines.slice(1).join('').trim(),
  }
}

/** Written where the reference is in field 86. */
const CODE_WORD = /^(?:EREF|PREF|MARF|KREF)$/

function splitOnce(text: string, by: string): [string, string?] {
  const at = text.indexOf(by)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + by.length)]
}

/** Years of two digits are those of this century up to 79: no statement of before 1980 is imported. */
function dayOf(digits: string, line: number): string {
  const day = `${Number(digits.slice(0, 2)) < 80 ? '20' : '19'}${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4)}`
  if (!isDate(day)) throw new UnreadableFile(`Line ${line}: ${digits} is not a valid date.`)
  return day
}

/** An entry date has no year: of the value date's year and those beside it, the one in which it is nearest. */
function entryDate(digits: string, value_date: string, line: number): string {
  const year = Number(value_date.slice(0, 4))
  const days = [year, year - 1, year + 1].map((one) => `${one}-${digits.slice(0, 2)}-${digits.slice(2)}`).filter(isDate)
  if (days.length === 0) throw new UnreadableFile(`Line ${line}: ${digits} is not a valid date.`)
  const from = addDays(value_date, -HALF_A_YEAR)!
  const until = addDays(value_date, HALF_A_YEAR)!
  return days.find((day) => day >= from && day <= until) ?? days[0]!
}

const HALF_A_YEAR = 183

function transactionOf(line: Line61, account: string): ParsedTransaction {
  const { booked_date, amount, currency, is_reversal, customer_reference, bank_reference, more } = line
  const [, original] = /\/OCMT\/([A-Z]{3}\d+(?:,\d*)?)/.exec(more) ?? []
  return {
    account,
    booked_date,
    amount,
    currency,
    name: '',
    iban: '',
    text: /^\/[A-Z]{4}\//.test(more) ? '' : more,
    reference: customer_reference || bank_reference,
    end_to_end_id: '',
    bank_reference,
    foreign_amount: original && !original.startsWith(currency) ? foreignText(original) : '',
    is_reversal,
    return_reason: '',
  }
}

/** `USD120,5` as `USD 120.5`. */
const foreignText = (text: string) => `${text.slice(0, 3)} ${text.slice(3).replace(',', '.')}`.replace(/\.$/, '')

function withDetails(transaction: ParsedTransaction, lines: readonly string[]): ParsedTransaction {
  const { name, iban, text, end_to_end_id, creditor_reference, return_reason, foreign_amount } = readDetails(lines)
  return {
    ...transaction,
    name,
    iban,
    text: text || transaction.text,
    end_to_end_id,
    reference: creditor_reference || end_to_end_id || transaction.reference,
    return_reason,
    foreign_amount: transaction.foreign_amount || (foreign_amount.startsWith(transaction.currency) ? '' : foreign_amount),
  }
}
