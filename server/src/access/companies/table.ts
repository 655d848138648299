// The tables of this room.
import type { CompanyId, OrganizationId } from '../../kernel/ids.ts'
import { boolean, defineTable, OF_ORGANIZATION, type RowOf, text } from '../../sql/columns.ts'

export const companies = defineTable('companies', {
  key: ['id'],
  owner: OF_ORGANIZATION,
  columns: {
    id: text<CompanyId>(),
    organization_id: text<OrganizationId>().fixed(),
    name: text(),
    slug: text().indexed(),
    currency: text(),
    invoice_prefix: text(),
    quote_prefix: text(),
    /** An address, a data: URL, or the path of a picture in `company_logos`. */
    logo_url: text().nullable(),
    created_at: text().fixed(),
    legal_name: text().nullable(),
    legal_address: text().nullable(),
    legal_vat: text().nullable(),
    /** How its invoices are paid: an account, a reference, as printed on them. */
    payment_details: text().nullable(),
  },
})
export type CompaniesTable = RowOf<typeof companies>

export const company_logos = defineTable('company_logos', {
  key: ['company_id'],
  columns: {
    company_id: text<CompanyId>(),
    /** Of the picture's bytes, in hexadecimal. */
    sha256: text().indexed(),
    media_type: text(),
    /** Its bytes in base64. */
    image: text(),
  },
})
export type CompanyLogosTable = RowOf<typeof company_logos>

export const company_modules = defineTable('company_modules', {
  key: ['company_id', 'module'],
  columns: {
    company_id: text<CompanyId>(),
    module: text(),
    is_enabled: boolean(),
  },
})
export type CompanyModulesTable = RowOf<typeof company_modules>

declare module '../../sql/tables.ts' {
  interface Tables {
    companies: CompaniesTable
    company_logos: CompanyLogosTable
    company_modules: CompanyModulesTable
  }
}
