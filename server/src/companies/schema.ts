import { type Static, Type } from 'typebox'
import type { CompaniesTable } from '../database/tables.ts'

/** A company as the API shows it. */
export const Company = Type.Object(
  {
    id: Type.String({ description: 'Identifier, `com_…`: what `company_id` takes.' }),
    name: Type.String(),
    slug: Type.String({ description: 'The name in lower case, for addresses.' }),
    currency: Type.String({ description: 'ISO 4217 code that new documents get when they name none.' }),
    invoice_prefix: Type.String({ description: 'First part of invoice numbers.' }),
    quote_prefix: Type.String({ description: 'First part of quote numbers.' }),
    logo_url: Type.Union([Type.String(), Type.Null()]),
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Company', additionalProperties: false },
)
export type Company = Static<typeof Company>

export const companyExample: Company = {
  id: 'com_01kb3m8q5sxk2n4v7c9e1g3j5m',
  name: 'Moreno Studio',
  slug: 'moreno-studio',
  currency: 'EUR',
  invoice_prefix: 'INV',
  quote_prefix: 'QUO',
  logo_url: null,
  created_at: '2026-01-05T09:30:00.000Z',
}

export function presentCompany(row: CompaniesTable): Company {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    currency: row.currency,
    invoice_prefix: row.invoice_prefix,
    quote_prefix: row.quote_prefix,
    logo_url: row.logo_url,
    created_at: row.created_at,
  }
}
