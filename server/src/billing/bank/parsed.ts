// What the readers of statements give, whatever the format: transactions as they were booked. Pure.

import { currencyDigits, readCurrency } from '../../kernel/currencies.ts'
import { compareDecimals, decimalText, fromMinor, type Minor, roundToMinor } from '../../kernel/money.ts'
import { UnreadableFile } from '../../kernel/xml.ts'

/** A transaction as a statement says it. Texts are clean and bounded, '' where the statement has none. */
export interface ParsedTransaction {
  /** The account of the statement: its IBAN, or what the bank calls it; '' in a CSV file. */
  account: string
  booked_date: string
  /** In minor units of `currency`: above 0 is money that came in. */
  amount: Minor
  currency: string
  /** The other party: who paid, or who was paid. */
  name: string
  iban: string
  /** What the payer wrote. */
  text: string
  /** The reference of the payer or creditor: a creditor reference, else the end-to-end id, else the bank's. */
  reference: string
  end_to_end_id: string
  /** The bank's own reference of the transaction. */
  bank_reference: string
  /** What was instructed in another currency, as the statement says it: `USD 120.50`. */
  foreign_amount: string
  /** Whether the bank says that it takes another transaction back. */
  is_reversal: boolean
  /** Why it was returned, as the statement says it: `AC04`. */
  return_reason: string
}

/** The most transactions of one file. */
export const MOST_TRANSACTIONS = 10_000

const LONGEST = { account: 64, name: 255, iban: 50, text: 2_000, reference: 255, foreign_amount: 64, return_reason: 255 } as const

/** The texts of a statement as a transaction has them: one line, without control characters, and bounded. */
export function cleaned(given: ParsedTransaction): ParsedTransaction {
  return {
    ...given,
    account: oneLine(given.account, LONGEST.account),
    name: oneLine(given.name, LONGEST.name),
    iban: ibanIn(given.iban),
    text: oneLine(given.text, LONGEST.text),
    reference: oneLine(given.reference, LONGEST.reference),
    end_to_end_id: oneLine(given.end_to_end_id, LONGEST.reference),
    bank_reference: oneLine(given.bank_reference, LONGEST.reference),
    foreign_amount: oneLine(given.foreign_amount, LONGEST.foreign_amount),
    return_reason: oneLine(given.return_reason, LONGEST.return_reason),
  }
}

function oneLine(text: string, most: number): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{White_Space}]+/gu, ' ')
    .trim()
  return line.length <= most
    ? line
    : line
        .slice(0, most)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()
}

/** An IBAN without its blanks; '' for what has not the form of one. */
export function ibanIn(text: string): string {
  const iban = text.replace(/[\s.-]+/g, '').toUpperCase()
  return /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(iban) ? iban : ''
}

/** A reference that names something; '' for the words that banks write where there is none. */
export function realReference(text: string): string {
  const reference = text.trim()
  return /^(?:not\s?provided|nonref|none|n\/?a|0*|-+)$/i.test(reference) ? '' : reference
}

/** The currency of a statement. Throws UnreadableFile for a code that is none. */
export function statementCurrency(code: string): string {
  const currency = readCurrency(code.trim())
  if (!currency) throw new UnreadableFile(`${JSON.stringify(code.slice(0, 20))} is not an ISO 4217 currency code.`)
  return currency
}

/**
 * A decimal text (`1234.5`, without a sign) in minor units, exactly. Throws UnreadableFile for what is no amount, is too large, or has more
 * decimals than its currency: rounded, the statement would no longer add up. `where` says which amount it is.
 */
export function exactMinor(decimal: string, currency: string, where: string): Minor {
  if (!/^(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})$/.test(decimal))
    throw new UnreadableFile(`${where}: ${JSON.stringify(decimal.slice(0, 40))} is not a valid amount.`)
  const text = `0${decimal}`.replace(/\.$/, '')
  const digits = currencyDigits(currency)
  let minor: Minor
  try {
    minor = roundToMinor(text, digits)
  } catch {
    throw new UnreadableFile(`${where}: ${decimal} is larger than Quoin can store.`)
  }
  if (compareDecimals(decimalText(fromMinor(minor, digits)), text) !== 0)
    throw new UnreadableFile(`${where}: ${decimal} has more decimal places than ${currency} allows.`)
  return minor
}

/** What a statement says besides its transactions. Amounts are in minor units; null where it does not say. */
export interface StatementBalances {
  /** How messages name the statement. */
  name: string
  currency: string
  opening: Minor | null
  closing: Minor | null
}

/** Throws UnreadableFile, with the statement and the difference, unless the transactions lead from one balance to the other. */
export function checkBalances({ name, currency, opening, closing }: StatementBalances, amounts: readonly Minor[]): void {
  if (opening === null || closing === null) return
  const sum = amounts.reduce((total, amount) => total + amount, 0)
  const difference = opening + sum - closing
  if (difference === 0) return
  const digits = currencyDigits(currency)
  const shown = (minor: Minor) => `${decimalText(fromMinor(minor, digits))} ${currency}`
  throw new UnreadableFile(
    `${name} does not add up: the opening balance ${shown(opening)} plus transactions of ${shown(sum)} differs from the closing balance ${shown(closing)} by ${shown(Math.abs(difference))}.`,
  )
}
