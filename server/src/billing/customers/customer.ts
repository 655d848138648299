// Pure: how a customer is created and changed.

import { readCurrency } from '../../kernel/currencies.ts'
import { hasNoBlanks, isEmail } from '../../kernel/email.ts'
import { conflict, invalid } from '../../kernel/errors.ts'
import type { CompanyId, CustomerId } from '../../kernel/ids.ts'
import { decimalText } from '../../kernel/money.ts'
import { foldText, isBlank } from '../../kernel/text.ts'
import { isChangedIn } from '../../sql/columns.ts'
import type { CreateCustomer, UpdateCustomer } from './schema.ts'
import { type CustomersTable, customers } from './table.ts'

/** A customer of whom nothing is known that documents and mails need: the defaults of the company apply. */
export const NO_DETAILS = {
  language: null,
  contact_name: '',
  cc_emails: '[]',
  default_tax_rate: null,
  default_tax_category: null,
  default_payment_days: null,
  buyer_reference: '',
  electronic_address: '',
  electronic_address_scheme: '',
  external_id: null,
  metadata: '{}',
  reminders_paused: false,
} as const satisfies Partial<CustomersTable>

/** Drafts a new customer. `slug` is free in the company. Throws 400 for an unknown currency and an address with blanks. */
export function draftCustomer(
  input: CreateCustomer,
  made: { company_id: CompanyId; id: CustomerId; slug: string; currency: string; now: string },
): CustomersTable {
  const blank: CustomersTable = {
    company_id: made.company_id,
    id: made.id,
    name: '',
    slug: made.slug,
    contact_email: '',
    contact_phone: '',
    country: '',
    city: '',
    currency: made.currency,
    status: 'active',
    legal_name: '',
    legal_address: '',
    legal_vat: '',
    zipcode: '',
    notes: '',
    ...NO_DETAILS,
    search_text: '',
    created_at: made.now,
    updated_at: made.now,
    deleted_at: null,
  }
  return reviseCustomer(blank, input, made.now)
}

/** A customer after a change: absent fields stay, null empties a text. The slug stays too: addresses must not break. Throws 400 as `draftCustomer`. */
export function reviseCustomer(before: CustomersTable, changes: UpdateCustomer, now: string): CustomersTable {
  const after = { ...before }
  for (const field of TEXTS) {
    const change = changes[field]
    if (change !== undefined) after[field] = change ?? ''
  }
  if (changes.name !== undefined) after.name = changes.name
  if (changes.status !== undefined) after.status = changes.status
  if (changes.currency !== undefined) after.currency = checkCurrency(changes.currency)
  if (changes.language !== undefined) after.language = changes.language
  if (changes.cc_emails !== undefined) after.cc_emails = JSON.stringify(checkEmails(changes.cc_emails ?? []))
  if (changes.default_tax_rate !== undefined)
    after.default_tax_rate = changes.default_tax_rate === null ? null : decimalText(changes.default_tax_rate)
  if (changes.default_tax_category !== undefined) after.default_tax_category = changes.default_tax_category
  if (changes.default_payment_days !== undefined) after.default_payment_days = changes.default_payment_days
  after.electronic_address_scheme = readScheme(after.electronic_address_scheme)
  after.external_id = externalId(before.external_id, changes.external_id)
  if (changes.reminders_paused !== undefined && changes.reminders_paused !== Boolean(before.reminders_paused))
    after.reminders_paused = changes.reminders_paused
  if (changes.metadata !== undefined) after.metadata = JSON.stringify(changes.metadata ?? {})
  if (after.contact_email !== before.contact_email && !hasNoBlanks(after.contact_email))
    throw invalid('contact_email', 'contact_email must have no blanks, line breaks or control characters')
  after.search_text = `${foldText(after.name)}\n${foldText(after.contact_email)}`
  return isChanged(before, after) ? { ...after, updated_at: now } : before
}

const isChanged = isChangedIn(customers)

const TEXTS = [
  'contact_email',
  'contact_phone',
  'country',
  'city',
  'legal_name',
  'legal_address',
  'legal_vat',
  'zipcode',
  'notes',
  'contact_name',
  'buyer_reference',
  'electronic_address',
  'electronic_address_scheme',
] as const

function checkCurrency(code: string): string {
  const currency = readCurrency(code)
  if (!currency) throw invalid('currency', 'currency must be an ISO 4217 code like EUR')
  return currency
}

function checkEmails(emails: readonly string[]): string[] {
  const trimmed = emails.map((email) => email.trim())
  const bad = trimmed.findIndex((email) => !isEmail(email))
  if (bad >= 0) throw invalid(`cc_emails[${bad}]`, `cc_emails[${bad}] must be one address like name@example.com`)
  return trimmed
}

/** The scheme of an electronic address; empty where there is none. */
function readScheme(text: string): string {
  const scheme = text.trim().toUpperCase()
  if (scheme === '' || /^(\d{4}|EM)$/.test(scheme)) return scheme
  throw invalid('electronic_address_scheme', 'electronic_address_scheme must be four digits, like 0204 or 9930, or EM')
}

/** An id in another system after a change: a blank one is none, an absent one is left alone. */
export function externalId(before: string | null, change: string | null | undefined): string | null {
  if (change === undefined) return before
  return change === null || isBlank(change) ? null : change.trim()
}

/** The refusal of an id in another system that another object of the kind has. */
export const externalIdTaken = (external_id: string) =>
  conflict('external_id_taken', `Another one has the external_id ${external_id}`, 'external_id')
