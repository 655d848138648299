// Pure: what a document says besides its content: when it was delivered, its language, and what other systems know it by; and where the
// defaults of a new one come from.
import type { CompaniesTable } from '../../access/companies/table.ts'
import { invalid } from '../../kernel/errors.ts'
import type { JsonValue } from '../../kernel/json.ts'
import type { Language } from '../../kernel/languages.ts'
import type { TaxCategory } from '../../kernel/tax-categories.ts'
import { externalId } from '../customers/customer.ts'
import type { CustomersTable } from '../customers/table.ts'
import type { DocumentColumns } from './table.ts'

/** Days from the issue date to the default due date or end of validity (docs/api/invoices.md, docs/api/quotes.md). */
export const USUAL_TERM_DAYS = 30

/** What a new document gets that the request does not give. */
export interface DocumentDefaults {
  currency: string
  language: Language
  tax_rate: number
  tax_category: TaxCategory | null
  /** From the issue date of an invoice to its due date. */
  payment_days: number
  texts: { notes: string; payment_terms: string; buyer_reference: string }
}

/** What a customer has for its documents. */
export type CustomerDefaults = Pick<
  CustomersTable,
  'language' | 'default_tax_rate' | 'default_tax_category' | 'default_payment_days' | 'buyer_reference'
>

/** The defaults of a new document: the customer's, else the company's, else those of the service. */
export function defaultsOf(company: CompaniesTable, customer: CustomerDefaults): DocumentDefaults {
  return {
    currency: company.currency,
    language: customer.language ?? company.language,
    tax_rate: Number(customer.default_tax_rate ?? company.default_tax_rate ?? 0),
    tax_category: customer.default_tax_category,
    payment_days: customer.default_payment_days ?? company.default_payment_days ?? USUAL_TERM_DAYS,
    texts: {
      notes: company.default_notes ?? '',
      payment_terms: company.default_payment_terms ?? '',
      buyer_reference: customer.buyer_reference,
    },
  }
}

/** The details in a request. */
export interface GivenDetails {
  service_from?: string | null | undefined
  service_to?: string | null | undefined
  language?: Language | null | undefined
  external_id?: string | null | undefined
  metadata?: { [key: string]: JsonValue } | null | undefined
}

export type DocumentDetails = Pick<DocumentColumns, 'service_from' | 'service_to' | 'language' | 'external_id' | 'metadata'>

/** Those that an issued invoice accepts as well. */
export const ALWAYS_EDITABLE_DETAILS = ['service_from', 'service_to', 'external_id', 'metadata'] as const

/** A document that says nothing of itself yet. */
export const NO_DETAILS: DocumentDetails = {
  service_from: null,
  service_to: null,
  language: 'en',
  external_id: null,
  metadata: '{}',
}

/** The details after a change: absent ones are left alone. Throws 400 for a service that ends before it begins. */
export function reviseDetails(before: DocumentDetails, changes: GivenDetails): DocumentDetails {
  return {
    ...serviceDays(before, changes),
    language: changes.language ?? before.language,
    external_id: externalId(before.external_id, changes.external_id),
    metadata: changes.metadata === undefined ? before.metadata : JSON.stringify(changes.metadata ?? {}),
  }
}

/** One day alone is its first and last; taking one of two away takes both away. */
function serviceDays(before: DocumentDetails, changes: GivenDetails): Pick<DocumentColumns, 'service_from' | 'service_to'> {
  const is_cleared =
    (changes.service_from === null && !changes.service_to) || (changes.service_to === null && !changes.service_from)
  if (is_cleared) return { service_from: null, service_to: null }
  const from = changes.service_from ?? (changes.service_from === null ? null : before.service_from) ?? changes.service_to ?? null
  const to = changes.service_to ?? (changes.service_to === null ? null : before.service_to) ?? from
  if (from !== null && to !== null && to < from)
    throw invalid('service_to', `service_to must not be before service_from, ${from}: give both to move them`)
  return { service_from: from, service_to: to }
}
