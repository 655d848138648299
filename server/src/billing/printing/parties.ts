// Pure: names and addresses as they are printed, by the order of their country.
import type { Formats } from '../../kernel/formats.ts'
import type { CompanySource, CustomerSource } from './sources.ts'

/** Where the postal code comes after the place. */
const CITY_FIRST = ['US', 'CA', 'AU', 'NZ', 'GB', 'IE', 'IN', 'SG', 'ZA', 'HK', 'TW', 'KR', 'SA', 'AE', 'EG']

interface Address {
  address: string
  zipcode: string
  city: string
  country: string
}

/** A country as its two letters where it is written so; a name that someone typed stays. */
export function countryCode(country: string | null | undefined): string {
  const text = (country ?? '').trim()
  return /^[A-Za-z]{2}$/.test(text) ? text.toUpperCase() : text
}

export function sellerName(company: CompanySource): string {
  return given(company.legal_name) ?? company.name
}

/** The lines of the seller's address; its country only when the buyer is elsewhere. */
export function sellerLines(company: CompanySource, customer: CustomerSource, formats: Formats): string[] {
  const own = addressOf(company)
  return addressLines(own, countryCode(customer.billing.country), formats)
}

/** The lines of the address window: who, at whose attention, where; the country, in capitals, only abroad. */
export function buyerLines(company: CompanySource, customer: CustomerSource, formats: Formats): string[] {
  const name = given(customer.billing.legal_name) ?? customer.name
  const own = { ...customer.billing, country: countryCode(customer.billing.country) }
  const contact = given(customer.contact_name)
  const lines = addressLines(own, addressOf(company).country, formats)
  const country = formats.country(own.country)
  // Postal services ask for the country in capitals.
  const posted = lines.map((line, index) => (index === lines.length - 1 && line === country ? line.toUpperCase() : line))
  return [name, ...(contact && contact !== name ? [contact] : []), ...posted]
}

export function addressOf(company: CompanySource): Address {
  return {
    address: company.legal_address ?? '',
    zipcode: company.zipcode ?? '',
    city: company.city ?? '',
    country: countryCode(company.country),
  }
}

function addressLines(own: Address, other_country: string, formats: Formats): string[] {
  const parts = [own.zipcode.trim(), own.city.trim()].filter((part) => part !== '')
  const place = (CITY_FIRST.includes(own.country) ? parts.reverse() : parts).join(' ')
  const is_abroad = own.country !== '' && other_country !== '' && own.country !== other_country
  return [...textLines(own.address), ...(place === '' ? [] : [place]), ...(is_abroad ? [formats.country(own.country)] : [])]
}

export function textLines(text: string): string[] {
  return text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** The text when something is in it. */
export function given(text: string | null | undefined): string | undefined {
  const trimmed = text?.trim()
  return trimmed === undefined || trimmed === '' ? undefined : trimmed
}
