// Seller and buyer of the semantic invoice, from the fields of companies and customers.

import { type Address, emptyParty, type Identifier, type Party } from './model-parties.ts'

type Field = string | null | undefined

/** The company as the document shows it: the names are those of its fields. */
export interface EInvoiceSeller {
  name: string
  legal_name?: Field
  legal_address?: Field
  zipcode?: Field
  city?: Field
  country?: Field
  legal_vat?: Field
  tax_number?: Field
  registration_number?: Field
  contact_name?: Field
  contact_email?: Field
  contact_phone?: Field
  iban?: Field
  bic?: Field
  account_holder?: Field
  electronic_address?: Field
  electronic_address_scheme?: Field
}

/** The customer as the document shows it: its `billing`, and where it receives electronic invoices. */
export interface EInvoiceBuyer {
  name: string
  legal_name?: Field
  address?: Field
  zipcode?: Field
  city?: Field
  country?: Field
  vat_id?: Field
  contact_name?: Field
  contact_email?: Field
  electronic_address?: Field
  electronic_address_scheme?: Field
}

interface Scope {
  /** No VAT ids then: BR-O-02 to BR-O-04. */
  is_out_of_scope: boolean
}

/** BG-4. Without an electronic address, the contact's email is one (scheme EM). */
export function sellerParty(seller: EInvoiceSeller, { is_out_of_scope }: Scope): Party {
  const { legal_vat, country } = seller
  const vat_id = vatIdText(legal_vat, country)
  const registration = shownText(seller.registration_number)
  // A number without a country is not a VAT id (BR-CO-09), but it is a tax number.
  const tax_number = shownText(seller.tax_number) ?? (vat_id === undefined ? shownText(legal_vat) : undefined)
  const party = emptyParty()
  assign(party, 'name', shownText(seller.legal_name) ?? shownText(seller.name))
  const trading_name = shownText(seller.name)
  assign(party, 'trading_name', trading_name === party.name ? undefined : trading_name)
  assign(party, 'legal_registration', registration === undefined ? undefined : { value: registration })
  if (!is_out_of_scope) assign(party, 'vat_id', vat_id)
  // BR-CO-26 always requires an identifier of the seller.
  else if (vat_id !== undefined && registration === undefined) party.identifiers.push({ value: vat_id })
  if (tax_number !== undefined) party.tax_numbers.push(taxNumber(tax_number))
  assign(party, 'electronic_address', electronicAddress(seller))
  party.address = address(seller.legal_address, seller)
  const contact = {}
  assign(contact as Record<string, string>, 'name', shownText(seller.contact_name))
  assign(contact as Record<string, string>, 'phone', shownText(seller.contact_phone))
  assign(contact as Record<string, string>, 'email', shownText(seller.contact_email))
  if (Object.keys(contact).length > 0) party.contact = contact
  return party
}

/** Norwegian companies say that they are registered where others have a tax number (NO-R-002). */
const taxNumber = (value: string): Identifier =>
  value.toLowerCase() === 'foretaksregisteret' ? { value: 'Foretaksregisteret', scheme: 'TAX' } : { value }

/** BG-7. */
export function buyerParty(buyer: EInvoiceBuyer, { is_out_of_scope }: Scope): Party {
  const vat_id = vatIdText(buyer.vat_id, buyer.country)
  const other_id = vat_id === undefined ? shownText(buyer.vat_id) : undefined
  const party = emptyParty()
  assign(party, 'name', shownText(buyer.legal_name) ?? shownText(buyer.name))
  const trading_name = shownText(buyer.name)
  assign(party, 'trading_name', trading_name === party.name ? undefined : trading_name)
  assign(party, 'legal_registration', other_id === undefined ? undefined : { value: other_id })
  if (!is_out_of_scope) assign(party, 'vat_id', vat_id)
  assign(party, 'electronic_address', electronicAddress(buyer))
  party.address = buyerAddress(buyer)
  const contact = {}
  assign(contact as Record<string, string>, 'name', shownText(buyer.contact_name))
  assign(contact as Record<string, string>, 'email', shownText(buyer.contact_email))
  if (Object.keys(contact).length > 0) party.contact = contact
  return party
}

/** BG-8, and BG-15 where goods go to the buyer. */
export const buyerAddress = (buyer: EInvoiceBuyer): Address => address(buyer.address, buyer)

function assign<T, K extends keyof T>(target: T, field: K, value: T[K] | undefined): void {
  if (value !== undefined) target[field] = value
}

/** The text without white space at its ends and what XML can't hold; undefined when nothing is left: no element of a file may be empty. */
export function shownText(text: Field): string | undefined {
  const shown = (text ?? '').replace(/[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '').trim()
  return shown === '' ? undefined : shown
}

/** An IBAN or BIC without spaces. */
export function ibanText(text: Field): string | undefined {
  return shownText(text)?.replace(/\s+/g, '').toUpperCase()
}

/** Members of the Union with the prefix of their VAT ids, and Northern Ireland. Greece has another one than its country code. */
const VAT_PREFIXES = Object.fromEntries(
  'AT BE BG CY CZ DE DK EE ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' ').map((code) => [code, code]),
)
VAT_PREFIXES['GR'] = 'EL'

/** A VAT id with the prefix of its country: of members of the Union it is added, of others the id has to have one. */
function vatIdText(text: Field, country: Field): string | undefined {
  const given = shownText(text)?.toUpperCase()
  if (given === undefined) return undefined
  const prefix = VAT_PREFIXES[shownText(country)?.toUpperCase() ?? '']
  const plain = given.replace(/[^A-Z0-9+*]/g, '')
  const has_prefix = /^[A-Z]{2}/.test(plain) && /\d/.test(plain)
  if (prefix === undefined) return has_prefix ? given : undefined
  return has_prefix && hasKnownPrefix(plain) ? plain : `${prefix}${plain}`
}

/** French, Spanish and Irish ids may begin with two letters of their own. */
function hasKnownPrefix(id: string): boolean {
  return Object.values(VAT_PREFIXES).includes(id.slice(0, 2)) || ['GB', 'CH', 'NO'].includes(id.slice(0, 2))
}

function electronicAddress(of: {
  electronic_address?: Field
  electronic_address_scheme?: Field
  contact_email?: Field
}): Identifier | undefined {
  const value = shownText(of.electronic_address)
  const scheme = shownText(of.electronic_address_scheme)?.toUpperCase()
  if (value !== undefined) return scheme === undefined ? { value } : { value, scheme }
  const email = shownText(of.contact_email)
  return email === undefined ? undefined : { value: email, scheme: 'EM' }
}

/** The street lines are up to three; what is more goes into the last one. */
function address(street: Field, of: { zipcode?: Field; city?: Field; country?: Field }): Address {
  const [line_1, line_2, ...more] = (shownText(street) ?? '').split(/\s*\n\s*/).filter((line) => line !== '')
  const into: Address = {}
  assign(into, 'line_1', line_1)
  assign(into, 'line_2', line_2)
  assign(into, 'line_3', more.length > 0 ? more.join(', ') : undefined)
  assign(into, 'city', shownText(of.city))
  assign(into, 'post_code', shownText(of.zipcode))
  assign(into, 'country', shownText(of.country)?.toUpperCase())
  return into
}
