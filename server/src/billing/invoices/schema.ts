import { type Static, Type } from 'typebox'
import { DateString, StringEnum } from '../../http/schema.ts'
import { currencyDigits } from '../../kernel/currencies.ts'
import { fromDecimalText, fromMinor } from '../../kernel/money.ts'
import type { InvoicesTable } from '../../sql/tables.ts'
import type { ShownCustomer } from '../documents/customer.ts'
import type { LineItemRow } from '../documents/line-items.ts'
import {
  BilledCustomer,
  billedCustomerExample,
  createFields,
  DocumentCustomer,
  LineItem,
  lineItemExample,
  moneyFields,
  presentLineItem,
  updateFields,
} from '../documents/schema.ts'
import { NO_DISCOUNT } from '../documents/totals.ts'

const INVOICE_STATUSES = ['draft', 'sent', 'viewed', 'in_review', 'partial', 'paid', 'overdue', 'cancelled'] as const
/** The list filter knows all of them but `in_review` (service.md, section 3). */
export const INVOICE_FILTER_STATUSES = INVOICE_STATUSES.filter((status) => status !== 'in_review')

const summaryFields = {
  id: Type.String({ description: 'Identifier, `inv_…`.' }),
  invoice_number: Type.String({
    description: '`{PREFIX}-{YEAR}-{COUNTER}`, given at creation, never changed and never given again.',
  }),
  customer_id: Type.String(),
  status: StringEnum(INVOICE_STATUSES, { title: 'InvoiceStatus' }),
  issue_date: Type.String({ format: 'date' }),
  due_date: Type.String({ format: 'date' }),
  ...moneyFields,
  amount_paid: Type.Number({ description: 'Sum of the payments.' }),
  amount_due: Type.Number({ description: 'total − amount_paid; 0 when cancelled.' }),
  currency: Type.String({ description: 'ISO 4217 code.' }),
  notes: Type.String({ description: 'Visible to the customer.' }),
  payment_terms: Type.String(),
  created_at: Type.String({ format: 'date-time' }),
  updated_at: Type.String({ format: 'date-time' }),
  customer: DocumentCustomer,
}

/** An invoice in a list: without items and public_token. */
export const InvoiceSummary = Type.Object(summaryFields, { title: 'InvoiceSummary', additionalProperties: false })
export type InvoiceSummary = Static<typeof InvoiceSummary>

/** An invoice by itself. */
export const Invoice = Type.Object(
  {
    ...summaryFields,
    customer: BilledCustomer,
    public_token: Type.String({ description: 'The secret part of the link to its public page.' }),
    items: Type.Array(LineItem),
  },
  { title: 'Invoice', additionalProperties: false },
)
export type Invoice = Static<typeof Invoice>

export const CreateInvoice = Type.Object(
  {
    ...createFields,
    due_date: Type.Optional(DateString({ description: 'Default: 30 days after issue_date. It may lie before it.' })),
  },
  { title: 'CreateInvoice', additionalProperties: false },
)
export type CreateInvoice = Static<typeof CreateInvoice>

export const UpdateInvoice = Type.Object(
  {
    ...updateFields,
    due_date: Type.Optional(DateString()),
    status: Type.Optional(StringEnum(INVOICE_STATUSES, { title: 'InvoiceStatus' })),
  },
  { title: 'UpdateInvoice', additionalProperties: false },
)
export type UpdateInvoice = Static<typeof UpdateInvoice>

/** An invoice's row with what answers show of its customer. */
export type InvoiceRow = InvoicesTable & Pick<ShownCustomer, 'customer_name' | 'customer_contact_email'>

/** An invoice as it is stored: its row, its customer and its line items in their order. */
export interface InvoiceRecord extends InvoicesTable, ShownCustomer {
  items: readonly LineItemRow[]
}

/** Shows an invoice as lists do. The fields are written one by one, so that nothing undeclared can get out. */
export function presentInvoiceSummary(row: InvoiceRow): InvoiceSummary {
  const digits = currencyDigits(row.currency)
  return {
    id: row.id,
    invoice_number: row.invoice_number,
    customer_id: row.customer_id,
    status: row.status,
    issue_date: row.issue_date,
    due_date: row.due_date,
    subtotal: fromMinor(row.subtotal, digits),
    discount_type: row.discount_type ?? NO_DISCOUNT.discount_type,
    discount_value: fromDecimalText(row.discount_value ?? '0'),
    discount_amount: fromMinor(row.discount_amount, digits),
    subtotal_after_discount: fromMinor(row.subtotal_after_discount, digits),
    tax_rate: fromDecimalText(row.tax_rate),
    tax_amount: fromMinor(row.tax_amount, digits),
    total: fromMinor(row.total, digits),
    amount_paid: fromMinor(row.amount_paid, digits),
    amount_due: fromMinor(row.amount_due, digits),
    currency: row.currency,
    notes: row.notes,
    payment_terms: row.payment_terms,
    created_at: row.created_at,
    updated_at: row.updated_at,
    customer: { id: row.customer_id, name: row.customer_name, contact_email: row.customer_contact_email },
  }
}

/** Shows a whole invoice. */
export function presentInvoice(record: InvoiceRecord): Invoice {
  const digits = currencyDigits(record.currency)
  const invoice = presentInvoiceSummary(record) as Invoice
  invoice.customer.billing = record.customer_billing
  invoice.public_token = record.public_token
  invoice.items = record.items.map((item) => presentLineItem(item, digits))
  return invoice
}

export const invoiceExample: Invoice = {
  id: 'inv_01kb3m8q5s7v9x2z4b6d8f1h3k',
  invoice_number: 'INV-2026-000042',
  customer_id: 'cus_01kb3m8q5sh6j8k1m3n5p7q9r2',
  status: 'draft',
  issue_date: '2026-02-01',
  due_date: '2026-03-03',
  subtotal: 1000,
  discount_type: 'percentage',
  discount_value: 50,
  discount_amount: 500,
  subtotal_after_discount: 500,
  tax_rate: 16,
  tax_amount: 80,
  total: 580,
  amount_paid: 0,
  amount_due: 580,
  currency: 'EUR',
  notes: 'Thank you for your business',
  payment_terms: 'Payable within 30 days',
  created_at: '2026-02-01T08:00:00.000Z',
  updated_at: '2026-02-01T08:00:00.000Z',
  customer: billedCustomerExample,
  public_token: 'c3VwcG9zZWRseVJhbmRvbVRva2VuMTIz',
  items: [lineItemExample],
}

const { items: _items, public_token: _token, ...summaryExample } = invoiceExample
const { billing: _billing, ...customerExample } = billedCustomerExample
export const invoiceSummaryExample: InvoiceSummary = { ...summaryExample, customer: customerExample }
