// Amounts and days as a mail writes them. Pure.
import { currencyDigits } from '../../kernel/currencies.ts'
import { fromMinor, type Minor } from '../../kernel/money.ts'
import type { Language } from './languages.ts'

/** Digits from 0 to 9 in every language, as in the answers of the API and in what customers type at their bank. */
const localeOf = (language: Language) => `${language}-u-nu-latn`

/** An amount in minor units with its currency: `€1,234.50`, `1.234,50 €`. It has the digits of our own table, never those of `Intl`. */
export function formatAmount(minor: Minor, currency: string, language: Language): string {
  const digits = currencyDigits(currency)
  const options = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const
  return new Intl.NumberFormat(localeOf(language), options).format(fromMinor(minor, digits))
}

/** A day, `YYYY-MM-DD`, in words: `July 15, 2026`. */
export function formatDay(day: string, language: Language): string {
  const options = { dateStyle: 'long', timeZone: 'UTC', calendar: 'gregory' } as const
  return new Intl.DateTimeFormat(localeOf(language), options).format(new Date(`${day}T00:00:00Z`))
}
