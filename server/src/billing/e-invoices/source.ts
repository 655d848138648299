// Pure: what an electronic invoice says of a stored document, as it was issued.
import { currencyDigits } from '../../kernel/currencies.ts'
import { fromMinor } from '../../kernel/money.ts'
import type { TaxCategory } from '../../kernel/tax-categories.ts'
import type { IssuedCompany } from '../documents/company.ts'
import type { ShownCustomer } from '../documents/customer.ts'
import { DOCUMENT_KINDS, type DocumentKind } from '../documents/kinds.ts'
import type { LineItemRow } from '../documents/line-items.ts'
import type { OwnFields } from '../documents/record.ts'
import type { DocumentColumns } from '../documents/table.ts'
import { lineTax, storedTax, taxGroupsOf } from '../documents/tax.ts'
import { WORDINGS } from '../printing/wording/wordings.ts'
import type { EInvoiceDocument } from './from-document.ts'

/** The kinds of document that there are electronic invoices of. */
export type EInvoiceKind = DocumentKind & EInvoiceDocument['kind']
export const isEInvoiceKind = (kind: string): kind is EInvoiceKind => kind !== 'quote'
export const E_INVOICE_KINDS = DOCUMENT_KINDS.filter(isEInvoiceKind)

/** The code by which a draft is refused; credit notes are none. */
export const refusalOfDrafts = (kind: DocumentKind): string[] => (kind === 'invoice' ? ['invoice_is_draft'] : [])

/** A document of such a kind with its lines. */
export type EInvoiceRecord = DocumentColumns & ShownCustomer & { items: readonly LineItemRow[] }

/** Where the customer receives electronic invoices now: like the address that mails go to, it is not kept with the document. */
export interface Receiver {
  electronic_address: string
  electronic_address_scheme: string
}

/**
 * What the electronic invoice of a document is made from. Like the PDF it says nothing of payments: it is the same whenever it is read. A reason
 * for an exemption that the document does not give is that of its language.
 */
export function eInvoiceDocument(
  kind: EInvoiceKind,
  record: EInvoiceRecord,
  own: OwnFields,
  company: IssuedCompany,
  receiver: Receiver | undefined,
): EInvoiceDocument {
  const { currency, language } = record
  const digits = currencyDigits(currency)
  const amount = (minor: number) => fromMinor(minor, digits)
  const document_tax = { tax_rate: Number(record.tax_rate), tax_category: record.tax_category }
  return {
    kind,
    number: own.number,
    issue_date: record.issue_date,
    due_date: own.due_date ?? null,
    currency,
    language,
    lines: record.items.map((item) => ({
      item_name: item.name,
      description: item.description,
      quantity: Number(item.quantity),
      unit: item.unit,
      unit_price: Number(item.unit_price),
      discount_percent: item.discount_percent === null ? null : Number(item.discount_percent),
      subtotal: amount(item.subtotal),
      ...lineTax(storedTax(item), document_tax),
    })),
    groups: taxGroupsOf(record).map((group) => ({
      tax_category: group.tax_category,
      tax_rate: group.tax_rate,
      lines_amount: amount(group.lines_amount),
      discount_amount: amount(group.discount_amount),
      taxable_amount: amount(group.taxable_amount),
      tax_amount: amount(group.tax_amount),
    })),
    subtotal: amount(record.subtotal),
    discount_amount: amount(record.discount_amount),
    subtotal_after_discount: amount(record.subtotal_after_discount),
    tax_amount: amount(record.tax_amount),
    total: amount(record.total),
    notes: [company.is_sample ? WORDINGS[language].sample : '', record.notes].filter((text) => text !== '').join('\n'),
    payment_terms: record.payment_terms,
    purchase_order: record.purchase_order,
    buyer_reference: record.buyer_reference,
    service_from: record.service_from,
    service_to: record.service_to,
    tax_exemption_reasons: reasonsOf(record),
    ...precedingOf(own),
    has_payment_link: Boolean(company.payment_link_template),
    seller: company,
    buyer: {
      ...record.customer_billing,
      name: record.customer_name,
      contact_name: record.customer_contact,
      contact_email: record.customer_contact_email,
      ...receiver,
    },
  }
}

/** The company's own words, else those of the language. */
function reasonsOf({ tax_exemption_reasons, language }: EInvoiceRecord): Partial<Record<TaxCategory, string>> {
  const { exempt, reverse_charge, intra_community, export: exported, out_of_scope } = WORDINGS[language]
  const own = JSON.parse(tax_exemption_reasons ?? '{}') as Partial<Record<TaxCategory, string>>
  return { exempt, reverse_charge, intra_community, export: exported, out_of_scope, ...own }
}

function precedingOf({ invoice_number, invoice_date }: OwnFields): Pick<EInvoiceDocument, 'preceding_invoice'> {
  if (!invoice_number) return {}
  return { preceding_invoice: { number: invoice_number, issue_date: invoice_date ?? '' } }
}
