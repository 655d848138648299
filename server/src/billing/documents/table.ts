// The columns that the tables of all kinds of document share, and the table of their numbers.
import type { CompanyId, CustomerId, LineItemId } from '../../kernel/ids.ts'
import type { Language } from '../../kernel/languages.ts'
import type { TaxCategory } from '../../kernel/tax-categories.ts'
import { decimal, defineTable, integer, json, minor, type RowOf, text } from '../../sql/columns.ts'
import type { DocumentId } from './kinds.ts'
import { textColumns } from './texts.ts'

export const documentColumns = {
  company_id: text<CompanyId>(),
  customer_id: text<CustomerId>().indexed(),
  /** The customer as it was when the document was issued; null while it is a draft. */
  issued_customer_name: text().nullable(),
  issued_customer_email: text().nullable(),
  issued_customer_contact: text().nullable(),
  /** JSON: `Billing` of billing/documents/customer.ts. */
  issued_billing: json().nullable(),
  /** JSON: `IssuedCompany` of billing/documents/company.ts, the company as it was when the document was issued. */
  issued_company: json().nullable(),
  issue_date: text().indexed(),
  /** The days on which it was delivered: both or none. */
  service_from: text().nullable(),
  service_to: text().nullable(),
  language: text<Language>(),
  /** Its id in another system, unique among the living of its kind. */
  external_id: text().nullable().indexed(),
  metadata: json(),
  currency: text().indexed(),
  subtotal: minor(),
  discount_type: text<'percentage' | 'fixed'>().nullable(),
  discount_value: decimal().nullable(),
  discount_amount: minor(),
  subtotal_after_discount: minor(),
  tax_rate: decimal(),
  /** Null: it follows from the rate. */
  tax_category: text<TaxCategory>().nullable(),
  /** JSON: texts by category; null when none is given. */
  tax_exemption_reasons: json().nullable(),
  tax_amount: minor(),
  total: minor().indexed(),
  ...textColumns,
  /** The secret in the address of its public page. */
  public_token: text().indexed(),
  /** How many versions of its PDF are kept (billing/papers). */
  document_version: integer(),
  created_at: text().fixed(),
  updated_at: text().uncompared(),
  deleted_at: text().nullable().indexed(),
}
export type DocumentColumns = RowOf<{ columns: typeof documentColumns }>

/**
 * The columns that no list shows. Pages don't read them: the company as issued alone is larger than all that is shown, and each column of each
 * row costs.
 */
export const UNLISTED = [
  'company_id',
  'issued_customer_name',
  'issued_customer_email',
  'issued_customer_contact',
  'issued_billing',
  'issued_company',
  'metadata',
  'tax_category',
  'tax_exemption_reasons',
  'public_token',
  'deleted_at',
] as const satisfies readonly (keyof typeof documentColumns)[]
export type Unlisted = (typeof UNLISTED)[number]

/** Of the line items of one kind of document. */
export const lineItemColumns = {
  company_id: text<CompanyId>(),
  document_id: text<DocumentId>(),
  sort_order: integer(),
  id: text<LineItemId>(),
  name: text(),
  description: text(),
  quantity: decimal(),
  unit: text(),
  unit_price: decimal(),
  discount_percent: decimal().nullable(),
  /** Null: the document's, as the category. */
  tax_rate: decimal().nullable(),
  tax_category: text<TaxCategory>().nullable(),
  subtotal: minor(),
  total: minor(),
}
export type LineItemsTable = RowOf<{ columns: typeof lineItemColumns }>
export const LINE_ITEM_KEY = ['company_id', 'document_id', 'sort_order'] as const

export const number_counters = defineTable('number_counters', {
  key: ['company_id', 'kind', 'year'],
  columns: {
    company_id: text<CompanyId>(),
    kind: text(),
    year: text(),
    last_number: integer(),
  },
})

declare module '../../sql/tables.ts' {
  interface Tables {
    number_counters: RowOf<typeof number_counters>
  }
}
