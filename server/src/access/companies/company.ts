// Pure: how a company is changed. Every fault names its field and what is allowed there.
import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools'
import { readCountry } from '../../kernel/countries.ts'
import { readCurrency } from '../../kernel/currencies.ts'
import { isEmail } from '../../kernel/email.ts'
import { invalid } from '../../kernel/errors.ts'
import { decimalText } from '../../kernel/money.ts'
import { slugify } from '../../kernel/slug.ts'
import { hasControls, isBlank } from '../../kernel/text.ts'
import { readTimeZone } from '../../kernel/time-zones.ts'
import { changedDatev } from './datev.ts'
import { changedSteps } from './reminders.ts'
import { mailTextsOf, type UpdateCompany } from './schema.ts'
import { type CompaniesTable, MAIL_KINDS } from './table.ts'
import { todayFor } from './time.ts'

/** First part of the numbers of credit notes, and what replaces it where invoices have that. */
const CREDIT_NOTE_PREFIX = 'CN'
const OTHER_CREDIT_NOTE_PREFIX = 'CRN'

/** The fields that a company is made without. */
export function newDetails(invoice_prefix: string) {
  return {
    clock_ahead_ms: null,
    sandbox_advances_to: null,
    sandbox_mail_to: '[]',
    logo_url: null,
    legal_name: null,
    legal_address: null,
    legal_vat: null,
    payment_details: null,
    time_zone: 'UTC',
    language: 'en',
    zipcode: null,
    city: null,
    country: null,
    contact_name: null,
    contact_email: null,
    contact_phone: null,
    registration_number: null,
    tax_number: null,
    iban: null,
    bic: null,
    account_holder: null,
    electronic_address: null,
    electronic_address_scheme: null,
    default_tax_rate: null,
    default_payment_days: null,
    default_hourly_rate: null,
    default_notes: null,
    default_payment_terms: null,
    credit_note_prefix: invoice_prefix === CREDIT_NOTE_PREFIX ? OTHER_CREDIT_NOTE_PREFIX : CREDIT_NOTE_PREFIX,
    document_template: 'modern',
    accent_color: null,
    footer: null,
    payment_link_template: null,
    mail_texts: '{}',
    reminders: '[]',
    send_thanks: false,
    auto_match: false,
    datev: null,
  } as const satisfies Partial<CompaniesTable>
}

/** Details that are texts as they are given. */
const TEXTS = [
  'legal_name',
  'legal_address',
  'legal_vat',
  'payment_details',
  'zipcode',
  'city',
  'contact_name',
  'contact_phone',
  'registration_number',
  'tax_number',
  'account_holder',
  'electronic_address',
  'default_notes',
  'default_payment_terms',
  'footer',
] as const

/** Details in a form of their own, with the function that checks one and gives the text to store. */
const CHECKED = {
  country: checkCountry,
  contact_email: checkEmail,
  iban: checkIban,
  bic: checkBic,
  electronic_address_scheme: checkScheme,
  accent_color: checkColor,
  payment_link_template: checkLink,
} as const

/**
 * A company after a change at `real_ms` by the clock of the machine: absent fields stay, null and blank texts clear. The logo is the caller's, who also looks whether a slug is
 * free. Throws 400 for a value that its field can't have.
 */
export function reviseCompany(before: CompaniesTable, changes: UpdateCompany, real_ms: number): CompaniesTable {
  const after: CompaniesTable = {
    ...before,
    name: changes.name?.trim() ?? before.name,
    slug: changes.slug === undefined ? before.slug : checkSlug(changes.slug),
    currency: checkCurrency(changes.currency ?? before.currency),
    invoice_prefix: checkPrefix('invoice_prefix', changes.invoice_prefix ?? before.invoice_prefix),
    quote_prefix: checkPrefix('quote_prefix', changes.quote_prefix ?? before.quote_prefix),
    credit_note_prefix: checkPrefix('credit_note_prefix', changes.credit_note_prefix ?? before.credit_note_prefix),
    time_zone: changes.time_zone === undefined ? before.time_zone : checkTimeZone(changes.time_zone),
    language: changes.language ?? before.language,
    document_template: changes.document_template ?? before.document_template,
    default_tax_rate: changedDecimal(before.default_tax_rate, changes.default_tax_rate),
    default_hourly_rate: changedDecimal(before.default_hourly_rate, changes.default_hourly_rate),
    default_payment_days: changes.default_payment_days === undefined ? before.default_payment_days : changes.default_payment_days,
    mail_texts: changedMailTexts(before, changes.mail_texts),
    send_thanks: changes.send_thanks ?? before.send_thanks,
    auto_match: changes.auto_match ?? before.auto_match,
    datev: changedDatev(before.datev, changes.datev),
  }
  for (const field of TEXTS) after[field] = changedText(before[field], changes[field], (text) => text)
  for (const [field, check] of Object.entries(CHECKED) as [keyof typeof CHECKED, (text: string) => string][])
    after[field] = changedText(before[field], changes[field], check)
  after.reminders = changedSteps(before, changes.reminders, todayFor(after, real_ms))
  refuseSamePrefix(before, after)
  return after
}

/** A blank text is stored as null: there is nothing to print. */
function changedText(before: string | null, change: string | null | undefined, check: (text: string) => string): string | null {
  if (change === undefined) return before
  return change === null || isBlank(change) ? null : check(change)
}

/** Kinds that are absent stay, and null gives a kind the words of the language. Only the texts there are are stored. */
function changedMailTexts(before: CompaniesTable, changes: UpdateCompany['mail_texts']): string {
  if (changes === undefined) return before.mail_texts
  if (changes === null) return '{}'
  const after = { ...mailTextsOf(before), ...changes }
  for (const kind of MAIL_KINDS) {
    const subject = after[kind]?.subject
    if (subject === undefined || !hasControls(subject)) continue
    const param = `mail_texts.${kind}.subject`
    throw invalid(param, `${param} must be one line, without line breaks and control characters`)
  }
  return JSON.stringify(Object.fromEntries(MAIL_KINDS.filter((kind) => after[kind]).map((kind) => [kind, after[kind]])))
}

function changedDecimal(before: string | null, change: number | null | undefined): string | null {
  return change === undefined ? before : change === null ? null : decimalText(change)
}

/** A slug equals what `slugify` makes of it: then it can be part of a URL as it is. */
function checkSlug(slug: string): string {
  if (slugify(slug) === slug) return slug
  throw invalid('slug', 'slug must be small letters and digits, with single hyphens between them, at most 60')
}

/** The code of a currency, in upper case. Throws 400 for another. */
export function checkCurrency(code: string): string {
  const currency = readCurrency(code)
  if (!currency) throw invalid('currency', `${code} is no ISO 4217 currency code`)
  return currency
}

/** The first part of numbers. Throws 400 for one that could not be part of an address. */
export function checkPrefix(param: string, prefix: string): string {
  if (/^[A-Za-z0-9_-]{1,12}$/.test(prefix)) return prefix
  throw invalid(param, `${param} must be 1 to 12 letters, digits, - or _`)
}

/** Credit notes are in one list of documents with invoices for those who keep the books: no number may be in it twice. */
function refuseSamePrefix(before: CompaniesTable, after: CompaniesTable): void {
  if (after.invoice_prefix !== after.credit_note_prefix) return
  const param = after.credit_note_prefix === before.credit_note_prefix ? 'invoice_prefix' : 'credit_note_prefix'
  throw invalid(param, 'invoice_prefix and credit_note_prefix must differ: invoices and credit notes would have the same numbers')
}

function checkTimeZone(name: string): string {
  const zone = readTimeZone(name)
  if (zone === undefined) throw invalid('time_zone', 'time_zone must be the IANA name of a time zone, like Europe/Berlin or UTC')
  return zone
}

function checkCountry(text: string): string {
  const country = readCountry(text.trim())
  if (country === undefined) throw invalid('country', 'country must be an ISO 3166-1 alpha-2 code, like DE or US')
  return country
}

function checkEmail(text: string): string {
  const email = text.trim()
  if (isEmail(email)) return email
  throw invalid('contact_email', 'contact_email must be one address like name@example.com')
}

function checkIban(text: string): string {
  const iban = electronicFormatIBAN(text)
  if (iban !== null && isValidIBAN(iban)) return iban
  throw invalid(
    'iban',
    'iban must be an IBAN whose length and check digits are those of its country, like DE02120300000000202051',
  )
}

function checkBic(text: string): string {
  const bic = text.replaceAll(' ', '').toUpperCase()
  if (isValidBIC(bic)) return bic
  throw invalid('bic', 'bic must be 8 or 11 letters and digits with the country at the fifth place, like BYLADEM1001')
}

function checkScheme(text: string): string {
  const scheme = text.trim().toUpperCase()
  if (/^(\d{4}|EM)$/.test(scheme)) return scheme
  throw invalid('electronic_address_scheme', 'electronic_address_scheme must be four digits, like 0204 or 9930, or EM')
}

function checkColor(text: string): string {
  const color = text.trim().toLowerCase()
  if (/^#[0-9a-f]{6}$/.test(color)) return color
  throw invalid('accent_color', 'accent_color must be # and six hexadecimal digits, like #2563eb')
}

/** Any other brace would be printed as it is, and lead nowhere. */
function checkLink(text: string): string {
  const template = text.trim()
  const filled = template.replace(/\{(number|amount|currency|token)\}/g, 'x')
  const is_address = !/[{}\s]/.test(filled) && URL.canParse(filled) && /^https?:$/.test(new URL(filled).protocol)
  if (is_address) return template
  throw invalid(
    'payment_link_template',
    'payment_link_template must be an address that begins with https:// or http://, with no other braces than {number}, {amount}, {currency} and {token}',
  )
}
