// The customer in a document: as it is now while the document is a draft, and from then on as it was when the document was issued.
import { sql } from 'kysely'
import type { CustomersTable } from '../customers/table.ts'
import type { DocumentColumns } from './table.ts'

/** The billing details of a document, word for word. */
export interface Billing {
  legal_name: string
  address: string
  zipcode: string
  city: string
  country: string
  vat_id: string
}

/** The customer as a document shows it. */
export interface ShownCustomer {
  customer_name: string
  customer_contact_email: string
  /** The contact person printed in the address. The API does not show it. */
  customer_contact: string
  customer_billing: Billing
}

/** The columns that a document's query selects of its customer; `billingOf` makes the billing details of them. */
export interface JoinedCustomer extends Omit<ShownCustomer, 'customer_billing' | 'customer_contact'> {
  customer_contact_name: string
  customer_legal_name: string
  customer_legal_address: string
  customer_zipcode: string
  customer_city: string
  customer_country: string
  customer_legal_vat: string
}

/** The name and address to show, of a document's table (or its alias) that is joined with `customers`. */
export function namesShown(document: string) {
  return [
    sql<string>`coalesce(${sql.ref(`${document}.issued_customer_name`)}, customers.name)`.as('customer_name'),
    sql<string>`coalesce(${sql.ref(`${document}.issued_customer_email`)}, customers.contact_email)`.as('customer_contact_email'),
  ] as const
}

/** The columns of `customers` that the billing of a draft is made of. */
export const BILLING_COLUMNS = [
  'customers.legal_name as customer_legal_name',
  'customers.legal_address as customer_legal_address',
  'customers.zipcode as customer_zipcode',
  'customers.city as customer_city',
  'customers.country as customer_country',
  'customers.legal_vat as customer_legal_vat',
  'customers.contact_name as customer_contact_name',
] as const

/** The billing details of a document as read: the stored ones once it is issued, else those of the customer. */
export function billingOf(row: JoinedCustomer & Pick<DocumentColumns, 'issued_billing'>): Billing {
  if (row.issued_billing !== null) return JSON.parse(row.issued_billing) as Billing
  return {
    legal_name: row.customer_legal_name,
    address: row.customer_legal_address,
    zipcode: row.customer_zipcode,
    city: row.customer_city,
    country: row.customer_country,
    vat_id: row.customer_legal_vat,
  }
}

/** The contact of a document as read: the stored one once it is issued, else that of the customer. */
export function contactOf(row: JoinedCustomer & Pick<DocumentColumns, 'issued_customer_contact'>): string {
  return row.issued_customer_contact ?? row.customer_contact_name
}

/** The current customer, as a draft shows it. */
export function customerShown(customer: CustomersTable): ShownCustomer {
  return {
    customer_name: customer.name,
    customer_contact_email: customer.contact_email,
    customer_contact: customer.contact_name,
    customer_billing: {
      legal_name: customer.legal_name,
      address: customer.legal_address,
      zipcode: customer.zipcode,
      city: customer.city,
      country: customer.country,
      vat_id: customer.legal_vat,
    },
  }
}

/** The columns of a draft, which keeps nothing of its customer. */
export const NOT_ISSUED = {
  issued_customer_name: null,
  issued_customer_email: null,
  issued_customer_contact: null,
  issued_billing: null,
  issued_company: null,
} as const

/**
 * A document as it is stored: an issued one keeps the customer that it shows, whatever happens to the customer; a draft stores nothing
 * (docs/api/invoices.md, "The customer as issued").
 */
export function keepingCustomer<R extends DocumentColumns & ShownCustomer & { status: string }>(record: R): R {
  if (record.status === 'draft') return { ...record, ...NOT_ISSUED }
  return {
    ...record,
    issued_customer_name: record.customer_name,
    issued_customer_email: record.customer_contact_email,
    issued_customer_contact: record.customer_contact,
    issued_billing: JSON.stringify(record.customer_billing),
  }
}

/** Whether a change needs the customer as it is now: it names another one, or makes the document a draft again, which follows its customer. */
export function needsCustomer(
  before: { status: string; customer_id: string },
  changes: { status?: string | undefined; customer_id?: string | undefined },
): boolean {
  const is_other = changes.customer_id !== undefined && changes.customer_id !== before.customer_id
  return is_other || (changes.status === 'draft' && before.status !== 'draft')
}
