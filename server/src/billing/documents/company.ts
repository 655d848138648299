// The company in a document: as it is now while the document is a draft, and from then on as it was when the document was issued.
import { keepLogoOfDocument, logoOfDocuments } from '../../access/companies/logos.ts'
import { getCompany } from '../../access/companies/service.ts'
import type { CompaniesTable } from '../../access/companies/table.ts'
import type { CompanyId } from '../../kernel/ids.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'

/** What documents say of a company, and how they look. */
const FIELDS = [
  'name',
  'legal_name',
  'legal_address',
  'zipcode',
  'city',
  'country',
  'legal_vat',
  'tax_number',
  'registration_number',
  'contact_name',
  'contact_email',
  'contact_phone',
  'payment_details',
  'iban',
  'bic',
  'account_holder',
  'electronic_address',
  'electronic_address_scheme',
  'payment_link_template',
  'language',
  'document_template',
  'accent_color',
  'footer',
  'logo_url',
] as const satisfies readonly (keyof CompaniesTable)[]

/** A company as its documents show it. The name of a logo that is kept here, in `logo_url`, is the SHA-256 of its bytes. */
export type IssuedCompany = Pick<CompaniesTable, (typeof FIELDS)[number]> & {
  /** Of a sandbox; absent otherwise. */
  is_sample?: true
}

/** The same as JSON, for a document that is issued now. Its logo is kept from then on. */
export async function companyAsIssued(tx: WriteTx, company_id: CompanyId): Promise<string> {
  const company = await companyToPrint(tx, company_id, { issued_company: null })
  keepLogoOfDocument(tx, company_id, company.logo_url)
  return JSON.stringify(company)
}

/**
 * The company of a document: the stored one once it is issued, else the current one with the logo that would be kept if it were issued now.
 * Documents issued before companies were kept have none stored.
 */
export async function companyToPrint(
  tx: Tx,
  company_id: CompanyId,
  document: { issued_company: string | null },
): Promise<IssuedCompany> {
  if (document.issued_company !== null) return JSON.parse(document.issued_company) as IssuedCompany
  const company = await getCompany(tx, company_id)
  const shown = Object.fromEntries(FIELDS.map((field) => [field, company[field]])) as Pick<
    CompaniesTable,
    (typeof FIELDS)[number]
  >
  const logo_url = await logoOfDocuments(tx, company)
  return { ...shown, ...(company.clock_ahead_ms !== null && { is_sample: true }), logo_url }
}
