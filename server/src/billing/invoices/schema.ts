import { type Static, Type } from 'typebox'
import { presenter } from '../../http/present.ts'
import { DateString, Metadata, StringEnum } from '../../http/schema.ts'
import { fromMinor } from '../../kernel/money.ts'
import type { DocumentRecordOf, ListedRowOf } from '../documents/record.ts'
import {
  BilledCustomer,
  billedCustomerExample,
  closingFields,
  createFields,
  DocumentNumber,
  detailExamples,
  LineItem,
  lineItemExample,
  moneyFields,
  PublicToken,
  shownInSummary,
  shownInWhole,
  taxExamples,
  taxFields,
  updateFields,
} from '../documents/schema.ts'
import { textExamples } from '../documents/texts.ts'
import { refundDue } from './settlement.ts'
import { invoices } from './table.ts'

const INVOICE_STATUSES = ['draft', 'sent', 'viewed', 'in_review', 'partial', 'paid', 'overdue', 'cancelled'] as const
/** The list filter knows all of them but `in_review` (docs/api/invoices.md). */
export const INVOICE_FILTER_STATUSES = INVOICE_STATUSES.filter((status) => status !== 'in_review')

const summaryFields = {
  id: Type.String({ description: 'Identifier, `inv_…`.' }),
  invoice_number: DocumentNumber,
  customer_id: Type.String(),
  status: StringEnum(INVOICE_STATUSES, { title: 'InvoiceStatus' }),
  issue_date: Type.String({ format: 'date' }),
  due_date: Type.String({ format: 'date' }),
  ...moneyFields,
  amount_paid: Type.Number({ description: 'Sum of the payments.' }),
  amount_credited: Type.Number({ description: 'Sum of the totals of its credit notes.' }),
  amount_due: Type.Number({ description: 'total − amount_paid − amount_credited, never below 0; 0 when cancelled.' }),
  refund_due: Type.Number({
    description: 'What was paid beyond: amount_paid + amount_credited − total − what was refunded, never below 0.',
  }),
  ...closingFields,
  reminders_paused: Type.Boolean({ description: 'Whether no reminders of it are sent.' }),
  recurring_invoice_id: Type.Union([Type.String(), Type.Null()], {
    description: 'The recurring invoice that made it; null for any other.',
  }),
}

/** An invoice in a list: without items and public_token. */
export const InvoiceSummary = Type.Object(summaryFields, { title: 'InvoiceSummary', additionalProperties: false })
export type InvoiceSummary = Static<typeof InvoiceSummary>

/** A single invoice. */
export const Invoice = Type.Object(
  {
    ...summaryFields,
    customer: BilledCustomer,
    ...taxFields,
    metadata: Metadata(),
    public_token: PublicToken,
    items: Type.Array(LineItem),
  },
  { title: 'Invoice', additionalProperties: false },
)
export type Invoice = Static<typeof Invoice>

const remindersPaused = (description: string) => Type.Optional(Type.Boolean({ description }))

export const CreateInvoice = Type.Object(
  {
    ...createFields,
    due_date: Type.Optional(
      DateString({
        description: 'Default: after issue_date by the days of the customer, else of the company, else 30. It may be before it.',
      }),
    ),
    reminders_paused: remindersPaused('True: no reminders of it are sent. Default: false.'),
  },
  { title: 'CreateInvoice', additionalProperties: false },
)
export type CreateInvoice = Static<typeof CreateInvoice>

export const UpdateInvoice = Type.Object(
  {
    ...updateFields,
    due_date: Type.Optional(DateString()),
    status: Type.Optional(StringEnum(INVOICE_STATUSES, { title: 'InvoiceStatus' })),
    reminders_paused: remindersPaused('True: no reminders of it are sent.'),
  },
  { title: 'UpdateInvoice', additionalProperties: false },
)
export type UpdateInvoice = Static<typeof UpdateInvoice>

/** An invoice's row as lists read it, with the columns of its customer that they show. */
export type InvoiceRow = ListedRowOf<typeof invoices>

/** An invoice as it is stored: its row, its customer and its line items in their order. */
export type InvoiceRecord = DocumentRecordOf<typeof invoices>

const refund_due = (row: InvoiceRow, digits: number) => fromMinor(refundDue(row), digits)

/** Shows an invoice as lists do. */
export const presentInvoiceSummary = presenter<InvoiceRow>()(InvoiceSummary, invoices, { ...shownInSummary, refund_due })

/** Shows a whole invoice. */
export const presentInvoice = presenter<InvoiceRecord>()(Invoice, invoices, { ...shownInWhole, refund_due })

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
  amount_credited: 0,
  amount_due: 580,
  refund_due: 0,
  currency: 'EUR',
  ...textExamples,
  ...detailExamples,
  reminders_paused: false,
  created_at: '2026-02-01T08:00:00.000Z',
  updated_at: '2026-02-01T08:00:00.000Z',
  customer: billedCustomerExample,
  recurring_invoice_id: null,
  ...taxExamples,
  metadata: { order: 'web-118' },
  public_token: 'c3VwcG9zZWRseVJhbmRvbVRva2VuMTIz',
  items: [lineItemExample],
}

const {
  items: _items,
  public_token: _token,
  metadata: _metadata,
  tax_category: _category,
  tax_exemption_reasons: _reasons,
  tax_breakdown: _breakdown,
  ...summaryExample
} = invoiceExample
const { billing: _billing, ...customerExample } = billedCustomerExample
export const invoiceSummaryExample: InvoiceSummary = { ...summaryExample, customer: customerExample }
