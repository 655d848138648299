// The tables of this room.
import type { CompanyId, CustomerId } from '../../kernel/ids.ts'
import type { Language } from '../../kernel/languages.ts'
import type { TaxCategory } from '../../kernel/tax-categories.ts'
import { boolean, decimal, defineTable, integer, json, type RowOf, text } from '../../sql/columns.ts'

export const customers = defineTable('customers', {
  key: ['company_id', 'id'],
  columns: {
    company_id: text<CompanyId>(),
    id: text<CustomerId>(),
    name: text(),
    slug: text().fixed(),
    contact_email: text(),
    contact_phone: text(),
    country: text(),
    city: text(),
    currency: text(),
    status: text<'active' | 'inactive'>(),
    legal_name: text(),
    legal_address: text(),
    legal_vat: text(),
    zipcode: text(),
    notes: text(),
    /** Null: that of the company, like the defaults below. */
    language: text<Language>().nullable(),
    contact_name: text(),
    /** JSON: a list of addresses. */
    cc_emails: json(),
    default_tax_rate: decimal().nullable(),
    default_tax_category: text<TaxCategory>().nullable(),
    default_payment_days: integer().nullable(),
    buyer_reference: text(),
    electronic_address: text(),
    electronic_address_scheme: text(),
    /** Its id in another system, unique among the living of the company. */
    external_id: text().nullable().indexed(),
    metadata: json(),
    /** Whether no reminders of the customer's invoices are sent. */
    reminders_paused: boolean(),
    search_text: text().indexed(),
    created_at: text().fixed(),
    updated_at: text().uncompared(),
    deleted_at: text().nullable().indexed(),
  },
})
export type CustomersTable = RowOf<typeof customers>

declare module '../../sql/tables.ts' {
  interface Tables {
    customers: CustomersTable
  }
}
