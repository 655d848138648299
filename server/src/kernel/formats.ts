// Pure: how amounts, numbers, dates and countries are written in a language. The digits of a currency are ours, never Intl's.
import { currencyDigits } from './currencies.ts'
import type { Language } from './languages.ts'
import { fromMinor, type Minor } from './money.ts'

export interface Formats {
  /** An amount without its currency: `1.234,50`. */
  amount(minor: Minor): string
  /** An amount with its currency: `1.234,50 €`. */
  money(minor: Minor): string
  /** A quantity as stored, with all its decimals. */
  quantity(decimal: string): string
  /** A price as stored: all its decimals, and at least those of the currency. */
  price(decimal: string): string
  /** A percentage as stored: 7.7 is `7,7 %`. */
  percent(decimal: string): string
  /** A date (`2026-03-01`). */
  date(date: string): string
  /** The days from one date to another, which may be the same one: `1–28 February 2026`. */
  period(from: string, to: string): string
  /** The name of the month of a date: `February`. */
  month(date: string): string
  /** The name of a country by its ISO 3166-1 code; another text is given back as it is. */
  country(code: string): string
}

/** More decimals than a stored number has. */
const ALL_DECIMALS = 20
/** Where a language has habits of its own in numbers and dates. Elsewhere (an English document of a Swedish company) it is written plainly. */
const HABITS: Partial<Record<Language, readonly string[]>> = {
  en: ['US', 'GB', 'IE', 'AU', 'NZ', 'CA', 'IN', 'ZA', 'SG', 'HK'],
  de: ['AT', 'CH', 'LI'],
  fr: ['CH', 'CA', 'BE', 'LU'],
  it: ['CH'],
  es: ['MX', 'AR', 'CL', 'CO', 'PE', 'UY', 'CR', 'DO', 'GT', 'HN', 'NI', 'PA', 'PR', 'SV', 'US'],
  pt: ['PT', 'BR'],
  nl: ['BE'],
}
/** German dates are written in figures (DIN 5008); the others have the month as a word, which no one takes for a day. */
const NUMERIC_DATES: readonly Language[] = ['de']

/**
 * The formats of a language, with the habits of the seller's country where the language is written differently there (1’234.50 in
 * Switzerland). Figures are the digits 0 to 9 in every language.
 */
export function formatsFor(language: Language, country: string, currency: string): Formats {
  const key = `${regional(language, country)} ${currency}`
  const known = made.get(key)
  if (known) return known
  if (made.size >= MOST_KEPT) made.clear()
  const formats = makeFormats(language, country, currency)
  made.set(key, formats)
  return formats
}

/** Intl takes milliseconds to make them. */
const made = new Map<string, Formats>()
const MOST_KEPT = 200

function makeFormats(language: Language, country: string, currency: string): Formats {
  const locale = `${regional(language, country)}-u-nu-latn`
  const digits = currencyDigits(currency)
  const exact = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: 'always' } as const
  const decimals = { maximumFractionDigits: ALL_DECIMALS, useGrouping: 'always' } as const
  const money = new Intl.NumberFormat(locale, { ...exact, style: 'currency', currency })
  const quantity = new Intl.NumberFormat(locale, decimals)
  const price = new Intl.NumberFormat(locale, { ...decimals, minimumFractionDigits: digits, style: 'currency', currency })
  const percent = new Intl.NumberFormat(locale, { ...decimals, style: 'unit', unit: 'percent' })
  const date = new Intl.DateTimeFormat(locale, {
    dateStyle: NUMERIC_DATES.includes(language) ? 'medium' : 'long',
    timeZone: 'UTC',
  })
  const month = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
  const countries = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' })
  return {
    amount: (minor) => withoutCurrency(money, fromMinor(minor, digits)),
    money: (minor) => plain(money.format(fromMinor(minor, digits))),
    quantity: (text) => plain(quantity.format(text as Intl.StringNumericLiteral)),
    price: (text) => withoutCurrency(price, text as Intl.StringNumericLiteral),
    percent: (text) => plain(percent.format(text as Intl.StringNumericLiteral)),
    date: (text) => plain(date.format(day(text))),
    period: (from, to) => plain(date.formatRange(day(from), day(to))),
    month: (text) => plain(month.format(day(text))),
    country: (code) => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code),
  }
}

/** `de` and CH is de-CH. */
function regional(language: Language, country: string): string {
  if (HABITS[language]?.includes(country)) return `${language}-${country}`
  // Plain English has the day before the month, as everyone but the United States.
  return language === 'en' ? 'en-GB' : language === 'pt' ? 'pt-PT' : language
}

/** In the style of currencies, since some places write amounts and other numbers differently. */
function withoutCurrency(format: Intl.NumberFormat, value: number | Intl.StringNumericLiteral): string {
  const parts = format.formatToParts(value as number).filter(({ type }) => type !== 'currency' && type !== 'literal')
  return plain(parts.map((part) => part.value).join(''))
}

/** Few typefaces have the narrow spaces; the wide ones look the same to a reader. */
function plain(text: string): string {
  return text.replaceAll('\u202f', '\u00a0').replaceAll('\u2009', ' ')
}

const day = (date: string) => new Date(`${date}T00:00:00Z`)
