// Pure: what a document is printed from, and by what it is seen that this has changed.
import { sha256 } from '../../kernel/crypto.ts'
import { decimalText } from '../../kernel/money.ts'
import type { IssuedCompany } from '../documents/company.ts'
import type { IssuedDocuments } from '../documents/issued.ts'
import { taxBreakdown } from '../documents/tax.ts'
import type { CompanySource, CustomerSource, DocumentSource, PaperSource, Picture } from '../printing/sources.ts'
import type { PrintedRecord } from './kinds.ts'

/** Everything that is printed of a document, as it was issued. */
export interface PaperContent {
  document: DocumentSource
  company: CompanySource
  customer: CustomerSource
  /** Where the picture is: its name is the hash of its bytes. */
  logo_url: string | null
}

/**
 * What a document is printed from. An invoice is printed as it was issued, as if nothing were paid: payments change what the page and the mails
 * of an invoice say, and never the document. `of` is its kind (`ISSUED`).
 */
export function contentOf(
  of: Pick<IssuedDocuments<PrintedRecord>, 'kind' | 'own'>,
  record: PrintedRecord,
  issued: IssuedCompany,
): PaperContent {
  const { logo_url, electronic_address: _address, electronic_address_scheme: _scheme, ...company } = issued
  // Another link to the public page is another document only if the document has it.
  const has_token = company.payment_link_template?.includes('{token}') ?? false
  const document: DocumentSource = {
    ...of.own(record),
    kind: of.kind,
    is_draft: record.status === 'draft',
    issue_date: record.issue_date,
    service_from: record.service_from,
    service_to: record.service_to,
    currency: record.currency,
    language: record.language,
    purchase_order: record.purchase_order,
    buyer_reference: record.buyer_reference,
    items: record.items.map(
      ({ name, description, quantity, unit, unit_price, discount_percent, tax_rate, tax_category, total }) => {
        return { name, description, quantity, unit, unit_price, discount_percent, tax_rate, tax_category, total }
      },
    ),
    subtotal: record.subtotal,
    discount_type: record.discount_type,
    discount_value: record.discount_value,
    discount_amount: record.discount_amount,
    subtotal_after_discount: record.subtotal_after_discount,
    tax_rate: record.tax_rate,
    tax_category: record.tax_category,
    tax_exemption_reasons: record.tax_exemption_reasons === null ? null : JSON.parse(record.tax_exemption_reasons),
    tax_breakdown: printedBreakdown(record),
    tax_amount: record.tax_amount,
    total: record.total,
    notes: record.notes,
    payment_terms: record.payment_terms,
    public_token: has_token ? record.public_token : '',
    created_at: record.created_at,
  }
  const customer = {
    name: record.customer_name,
    contact_name: record.customer_contact,
    billing: record.customer_billing,
  }
  return { document, company, customer, logo_url }
}

/** The groups of a document whose tax says more than one rate; null for others, so that what was printed before they had groups stays the same. */
function printedBreakdown(record: PrintedRecord): DocumentSource['tax_breakdown'] {
  const has_own =
    record.tax_category !== null || record.items.some((line) => line.tax_rate !== null || line.tax_category !== null)
  if (!has_own) return null
  const groups = taxBreakdown(record)
  return (
    groups?.map(({ tax_category, tax_rate, taxable_amount, tax_amount }) => {
      return { tax_category, tax_rate: decimalText(tax_rate), taxable_amount, tax_amount }
    }) ?? null
  )
}

/**
 * The hash of a content: another one makes another version of a document. It is of records and not of the paper, so that a new template,
 * typeface or wording makes none; and fields without a value do not count, so that a field that is added later makes none either.
 */
export function hashOf(content: PaperContent): string {
  return sha256(JSON.stringify(canonical(content)))
}

/** What the press prints of a content; `logo` is the picture that it names. */
export const sourceOf = ({ document, company, customer }: PaperContent, logo: Picture | null): PaperSource => ({
  document,
  company,
  customer,
  logo,
})

/** The name of a document's file. */
export const fileNameOf = ({ document }: PaperContent): string => `${document.number}.pdf`

/** The same whatever the order of fields: those without a value are left out. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([, field]) => field !== undefined && field !== null && field !== '')
  return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, field]) => [name, canonical(field)]))
}
