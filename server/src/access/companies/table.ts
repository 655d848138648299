// The tables of this room.
import type { CompanyId, OrganizationId } from '../../kernel/ids.ts'
import type { Language } from '../../kernel/languages.ts'
import { boolean, decimal, defineTable, integer, json, OF_ORGANIZATION, type RowOf, text } from '../../sql/columns.ts'

/** The looks that documents can have. */
export const DOCUMENT_TEMPLATES = ['modern', 'classic', 'din5008'] as const
export type DocumentTemplate = (typeof DOCUMENT_TEMPLATES)[number]

/** The mails that a company can have texts of its own for. */
export const MAIL_KINDS = ['invoice', 'quote', 'credit_note', 'reminder', 'thanks', 'statement'] as const
export type MailKind = (typeof MAIL_KINDS)[number]

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
    /** An address, a data: URL, or the path of the picture that was uploaded; its bytes are in `company_logos`. */
    logo_url: text().nullable(),
    created_at: text().fixed(),
    legal_name: text().nullable(),
    legal_address: text().nullable(),
    legal_vat: text().nullable(),
    /** How its invoices are paid: an account, a reference, as printed on them. */
    payment_details: text().nullable(),
    /** IANA name: the days of this company begin there. */
    time_zone: text().indexed(),
    language: text<Language>(),
    zipcode: text().nullable(),
    city: text().nullable(),
    /** ISO 3166-1 alpha-2. */
    country: text().nullable(),
    contact_name: text().nullable(),
    contact_email: text().nullable(),
    contact_phone: text().nullable(),
    registration_number: text().nullable(),
    tax_number: text().nullable(),
    /** Without blanks, like `bic`. */
    iban: text().nullable(),
    bic: text().nullable(),
    account_holder: text().nullable(),
    electronic_address: text().nullable(),
    electronic_address_scheme: text().nullable(),
    default_tax_rate: decimal().nullable(),
    default_payment_days: integer().nullable(),
    default_hourly_rate: decimal().nullable(),
    default_notes: text().nullable(),
    default_payment_terms: text().nullable(),
    credit_note_prefix: text(),
    document_template: text<DocumentTemplate>(),
    /** `#rrggbb`. */
    accent_color: text().nullable(),
    footer: text().nullable(),
    payment_link_template: text().nullable(),
    /** JSON: `{subject, message}` by kind of mail; a kind that is absent has the words of the language. */
    mail_texts: json(),
    /** JSON: `Step` of reminders.ts, by their days. */
    reminders: json().indexed(),
    /** Whether customers are thanked by mail when an invoice is paid. */
    send_thanks: boolean(),
    /** JSON: `Datev` of datev.ts; null: not set. */
    datev: json().nullable(),
    /** How far the clock of a sandbox is ahead of the machine's; null: it is no sandbox. */
    clock_ahead_ms: integer().nullable().indexed(),
    /** Until when a sandbox's clock is being moved; null while it is not. */
    sandbox_advances_to: text().nullable(),
    /** JSON: the addresses that mails of a sandbox may go to. */
    sandbox_mail_to: json(),
    /** Whether transfers that fit an open invoice exactly are matched without a person. */
    auto_match: boolean(),
  },
})
export type CompaniesTable = RowOf<typeof companies>

/** The picture of a company's logo, however it was given. */
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

/** The logos that issued documents name, for as long as their company is there. */
export const issued_logos = defineTable('issued_logos', {
  key: ['company_id', 'sha256'],
  columns: {
    company_id: text<CompanyId>(),
    sha256: text(),
    media_type: text().fixed(),
    image: text().fixed(),
  },
})

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
    issued_logos: CompanyLogosTable
    company_modules: CompanyModulesTable
  }
}
