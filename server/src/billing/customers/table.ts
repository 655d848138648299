// The tables of this room.
import type { CompanyId, CustomerId } from '../../kernel/ids.ts'
import { defineTable, type RowOf, text } from '../../sql/columns.ts'

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
