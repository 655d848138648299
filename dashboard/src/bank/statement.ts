// A statement that was chosen, and what can be seen of it before it is sent.
import type { components } from '../../../sdk/src/api.ts'

export type CsvMapping = components['schemas']['BankCsvMapping']
export type Format = components['schemas']['BankStatementFormat']

export interface Statement {
  name: string
  format: Format
  content: string
  mapping?: CsvMapping
}

/** The format that a file looks like. */
export function formatOf(content: string): Format {
  if (/^\s*</.test(content)) return 'camt053'
  return /^(?:\{4:\s*)?:60[FM]:/m.test(content) ? 'mt940' : 'csv'
}

/** Words that banks have in the names of columns, by what they mean. */
const WORDS: Record<'date' | 'amount' | 'text' | 'name' | 'iban' | 'currency' | 'reference', RegExp> = {
  date: /buchung|booking|booked|^date|datum|fecha|data/i,
  amount: /betrag|amount|umsatz|montant|importe|importo|bedrag|belopp/i,
  text: /verwendung|zweck|text|description|purpose|libell|concepto|causale|omschrijving|memo|details/i,
  name: /name|empf|auftraggeber|beg[uü]nstigt|payee|counterparty|naam|partner/i,
  iban: /iban|kontonummer|account/i,
  currency: /w[aä]hrung|currency|devise|moneda|valuta|munt/i,
  reference: /referen/i,
}

/** A first guess of what the columns mean; absent fields were not found. */
export function guessMapping(columns: readonly string[]): Partial<CsvMapping> {
  const guess: Partial<CsvMapping> = {}
  const left = new Set(columns)
  for (const field of Object.keys(WORDS) as (keyof typeof WORDS)[]) {
    const column = [...left].find((name) => WORDS[field].test(name))
    if (column === undefined) continue
    guess[field] = column
    left.delete(column)
  }
  return guess
}
