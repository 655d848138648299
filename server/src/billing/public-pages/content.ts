// Pure: what the paper of a document is made from.
import type { IssuedCompany } from '../documents/company.ts'
import type { InvoiceRecord } from '../invoices/schema.ts'
import type { CompanySource, CustomerSource, DocumentSource } from '../printing/sources.ts'
import { readDecisions } from '../quotes/decision.ts'
import type { QuoteRecord } from '../quotes/schema.ts'

export type PublicRecord = InvoiceRecord | QuoteRecord

/** Everything that is printed of a document. */
export interface Content {
  document: DocumentSource
  company: CompanySource
  customer: CustomerSource
  logo_url: string | null
}

/** What the PDF of a document says: as it was issued, as if nothing were paid. */
export function contentOf(record: PublicRecord, { logo_url, ...company }: IssuedCompany): Content {
  const document: DocumentSource = {
    ...ownPart(record),
    is_draft: record.status === 'draft',
    issue_date: record.issue_date,
    service_from: record.service_from,
    service_to: record.service_to,
    currency: record.currency,
    language: record.language,
    purchase_order: record.purchase_order,
    buyer_reference: record.buyer_reference,
    items: record.items,
    subtotal: record.subtotal,
    discount_type: record.discount_type,
    discount_value: record.discount_value,
    discount_amount: record.discount_amount,
    subtotal_after_discount: record.subtotal_after_discount,
    tax_rate: record.tax_rate,
    tax_amount: record.tax_amount,
    total: record.total,
    notes: record.notes,
    payment_terms: record.payment_terms,
    public_token: record.public_token,
    updated_at: record.created_at,
  }
  return { document, company, customer: { name: record.customer_name, billing: record.customer_billing }, logo_url }
}

function ownPart(record: PublicRecord): Pick<DocumentSource, 'kind' | 'number' | 'due_date' | 'valid_until' | 'decision'> {
  if ('invoice_number' in record) return { kind: 'invoice', number: record.invoice_number, due_date: record.due_date }
  const { standing } = readDecisions(record)
  const decision = standing && {
    is_accepted: standing.name !== null,
    name: standing.name ?? '',
    reason: standing.reason,
    decided_on: standing.decided_on,
  }
  return { kind: 'quote', number: record.quote_number, valid_until: record.valid_until, decision }
}
