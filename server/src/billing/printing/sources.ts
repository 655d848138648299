// What a printed document is made from: records of other rooms, by the names of their fields. Fields that no table has yet are optional.

import type { LogoType } from '../../access/companies/logo.ts'
import type { DocumentTemplate } from '../../access/companies/table.ts'
import type { Language } from '../../kernel/languages.ts'
import type { Minor } from '../../kernel/money.ts'
import type { TaxCategory } from '../../kernel/tax-categories.ts'
import type { DocumentKind } from '../documents/kinds.ts'
import type { OwnFields } from '../documents/record.ts'

/** A line as stored: amounts in minor units, quantity, price and rates as decimal texts. */
export interface LineSource {
  name: string
  description: string
  quantity: string
  unit: string
  unit_price: string
  total: Minor
  /** Percentage; null: the document's. */
  tax_rate?: string | null
  tax_category?: TaxCategory | null
  /** Percentage. */
  discount_percent?: string | null
}

/** The tax of one category and rate. */
export interface TaxGroup {
  tax_category: TaxCategory
  /** Percentage, as decimal text. */
  tax_rate: string
  taxable_amount: Minor
  tax_amount: Minor
}

/** A document with its line items, as stored. */
export interface DocumentSource extends OwnFields {
  kind: DocumentKind
  is_draft: boolean
  issue_date: string
  service_from?: string | null
  service_to?: string | null
  currency: string
  language?: Language | null
  purchase_order?: string
  buyer_reference?: string
  items: readonly LineSource[]
  subtotal: Minor
  discount_type?: 'percentage' | 'fixed' | null
  discount_value?: string | null
  discount_amount: Minor
  subtotal_after_discount: Minor
  tax_rate: string
  tax_category?: TaxCategory | null
  tax_amount: Minor
  total: Minor
  /** Null or absent: one group, or figures set by hand that no groups add up to. */
  tax_breakdown?: readonly TaxGroup[] | null
  tax_exemption_reasons?: Partial<Record<TaxCategory, string>> | null
  amount_paid?: Minor
  amount_credited?: Minor
  /** Of an invoice. */
  amount_due?: Minor
  notes?: string
  payment_terms?: string
  public_token: string
  /** When the document was made: the date that the file names, which nothing changes, so that the same document is the same file. */
  created_at: string
}

/** The company that issues the document. */
export interface CompanySource {
  /** A sandbox: its documents are none to be paid. */
  is_sample?: boolean
  name: string
  legal_name?: string | null
  legal_address?: string | null
  zipcode?: string | null
  city?: string | null
  country?: string | null
  legal_vat?: string | null
  tax_number?: string | null
  registration_number?: string | null
  contact_name?: string | null
  contact_email?: string | null
  contact_phone?: string | null
  iban?: string | null
  bic?: string | null
  account_holder?: string | null
  /** How its invoices are paid, in its own words. */
  payment_details?: string | null
  payment_link_template?: string | null
  language?: Language | null
  document_template?: DocumentTemplate | null
  /** `#rrggbb`. */
  accent_color?: string | null
  footer?: string | null
}

/** The customer, as issued or as it is now. */
export interface CustomerSource {
  name: string
  contact_name?: string | null
  language?: Language | null
  billing: {
    legal_name: string
    address: string
    zipcode: string
    city: string
    country: string
    vat_id: string
  }
}

/** A picture as it was uploaded. */
export interface Picture {
  media_type: LogoType
  bytes: Uint8Array
}

/** All that a document is printed from. `logo` is the company's, as uploaded. */
export interface PaperSource {
  document: DocumentSource
  company: CompanySource
  customer: CustomerSource
  logo: Picture | null
  /** The same as an electronic invoice, to be attached: the file is a Factur-X then. */
  factur_x?: { xml: string; description: string }
}
