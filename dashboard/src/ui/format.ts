// How amounts, days and moments are written: numbers as the reader's language has them, words in that of the pages, which is English.

import { currencyDigits, isCurrency } from '../../../server/src/kernel/currencies.ts'
import { nowMs } from './clock.ts'

/** The reader's own English, or British if they have none: months and relative times are words. */
const WORDS = (globalThis.navigator?.languages ?? []).find((language) => /^en\b/i.test(language)) ?? 'en-GB'

const amounts = new Map<string, Intl.NumberFormat>()
const day = new Intl.DateTimeFormat(WORDS, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const monthFormats = {
  long: new Intl.DateTimeFormat(WORDS, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  short: new Intl.DateTimeFormat(WORDS, { month: 'short', timeZone: 'UTC' }),
  narrow: new Intl.DateTimeFormat(WORDS, { month: 'narrow', timeZone: 'UTC' }),
}
const moment = new Intl.DateTimeFormat(WORDS, { dateStyle: 'medium', timeStyle: 'short' })
const exact = new Intl.DateTimeFormat(WORDS, { dateStyle: 'medium', timeStyle: 'long' })
const relative = new Intl.RelativeTimeFormat(WORDS, { numeric: 'auto', style: 'short' })
const plain = new Intl.NumberFormat(undefined, { maximumFractionDigits: 6 })

/** An amount with its currency. The digits come from our own table: `Intl` says 0 for some currencies that have them. */
export function money(amount: number, currency: string): string {
  let format = amounts.get(currency)
  if (!format) {
    const digits = isCurrency(currency) ? currencyDigits(currency) : 2
    format = new Intl.NumberFormat(undefined, {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
    amounts.set(currency, format)
  }
  return format.format(amount)
}

/** An amount as an axis has room for it, `€20K`. */
export function compactMoney(amount: number, currency: string): string {
  // `K` and `M` are words, too.
  return new Intl.NumberFormat(WORDS, { style: 'currency', currency, notation: 'compact', maximumFractionDigits: 2 }).format(
    amount,
  )
}

/** A number as people write it. */
export function number(value: number): string {
  return plain.format(value)
}

/** A day of the calendar, `2026-11-28`; it is the same day everywhere. */
export function date(value: string): string {
  return day.format(new Date(`${value.slice(0, 10)}T00:00:00Z`))
}

/** A month of the calendar, `2026-11`: by its name and year, or its short name alone. */
export function month(value: string, length: 'long' | 'short' = 'long'): string {
  return monthFormats[length].format(new Date(`${value}-01T00:00:00Z`))
}

/** The first letter of a month, where there is no room for more. */
export function monthLetter(value: string): string {
  return monthFormats.narrow.format(new Date(`${value}-01T00:00:00Z`))
}

/** A moment, in the reader's time zone. */
export function dateTime(value: string): string {
  return moment.format(new Date(value))
}

/** A moment with seconds and time zone. */
export function exactTime(value: string): string {
  return exact.format(new Date(value))
}

/** How long ago a moment is, or how far ahead. */
export function ago(value: string, now_ms = nowMs()): string {
  const seconds = (new Date(value).getTime() - now_ms) / 1000
  const size = Math.abs(seconds)
  if (size < 45) return 'just now'
  if (size < 3_600) return relative.format(Math.round(seconds / 60), 'minute')
  if (size < 86_400) return relative.format(Math.round(seconds / 3_600), 'hour')
  if (size < 30 * 86_400) return relative.format(Math.round(seconds / 86_400), 'day')
  return day.format(new Date(value))
}

/** Minutes as hours and minutes, `7:05`. */
export function hours(minutes: number): string {
  const whole = Math.floor(minutes / 60)
  return `${whole}:${String(Math.floor(minutes % 60)).padStart(2, '0')}`
}

/** Today in a time zone, of the reader unless said otherwise: `2026-11-28`. */
export function today(now = new Date(), time_zone?: string): string {
  const part = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const parts = new Intl.DateTimeFormat('en', { ...part, ...(time_zone === undefined ? {} : { timeZone: time_zone }) })
  const found = Object.fromEntries(parts.formatToParts(now).map(({ type, value }) => [type, value]))
  return `${found['year']}-${found['month']}-${found['day']}`
}

/** A mailto link to one address only: what looks like a header of the mail (`?bcc=`) is part of the address. */
export function mailtoOf(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`
}

/** A word of the API as people write it: `in_review` is `In review`. */
export function words(name: string): string {
  const text = name.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
