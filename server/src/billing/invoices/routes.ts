import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { Pagination, PaginationQuery, Sort } from '../../http/pagination.ts'
import { Deleted, List } from '../../http/schema.ts'
import type { MailParts } from '../../record/mail/service.ts'
import { issuedEndpoints } from '../documents/issued-endpoints.ts'
import { rareFilters } from '../documents/rare-filters.ts'
import { lineItemExample } from '../documents/schema.ts'
import { CreatePayment, Payment, paymentExample } from '../payments/schema.ts'
import { ALWAYS_EDITABLE, notEditable } from './invoice.ts'
import { issuedInvoices } from './issued.ts'
import { listPayments, type OnPaymentsUndone, recordPayment, reversePayment } from './payments.ts'
import {
  CreateInvoice,
  INVOICE_FILTER_STATUSES,
  Invoice,
  InvoiceSummary,
  invoiceExample,
  invoiceSummaryExample,
  UpdateInvoice,
} from './schema.ts'
import { createInvoice, deleteInvoice, getInvoice, listInvoices, type OnInvoiceDeleted, updateInvoice } from './service.ts'

const ALWAYS_EDITABLE_IN_WORDS = ALWAYS_EDITABLE.map((name) => `\`${name}\``)
  .join(', ')
  .replace(/, (?=[^,]*$)/, ' and ')

const tag = 'Invoices'

const ListInvoices = Type.Object(
  {
    ...PaginationQuery,
    status: Type.Optional(
      List(INVOICE_FILTER_STATUSES, {
        title: 'InvoiceStatusFilter',
        description: 'Only invoices in one of these, separated by commas.',
      }),
    ),
    customer_id: Type.Optional(Type.String({ description: 'Only invoices for this customer; an unknown one has none.' })),
    ...rareFilters('due date'),
    sort: Sort(
      ['created_at', 'due_date', 'total'],
      'Newest first when absent. Totals are compared as the numbers that they are, whatever their currency.',
    ),
  },
  { additionalProperties: false },
)

const { item_name: name, description, quantity, unit, unit_price } = lineItemExample
const bodyItem = { name, description, quantity, unit, unit_price }

/** What happens elsewhere when something of an invoice goes. */
interface OnInvoices {
  deleted: OnInvoiceDeleted
  paymentsUndone: OnPaymentsUndone
}

/** The endpoints of invoices and their payments. `mail` is asked for when one is sent. */
export const invoiceEndpoints = (on: OnInvoices, mail: () => MailParts): Endpoint[] => [
  endpoint({
    operation_id: 'listInvoices',
    is_listing: true,
    method: 'GET',
    path: '/v1/invoices',
    tag,
    tag_description: 'Drafts, what is due, and the payments on it.',
    summary: 'List invoices',
    description: 'Newest first, or in the order of `sort`. List items have neither `items` nor `public_token`.',
    query: ListInvoices,
    data: Type.Object({ invoices: Type.Array(InvoiceSummary), pagination: Pagination }, { additionalProperties: false }),
    example: { invoices: [invoiceSummaryExample], pagination: { total: 1, limit: 50, offset: 0 } },
    handle: (context, { query }) => listInvoices(context, query),
  }),
  endpoint({
    operation_id: 'createInvoice',
    method: 'POST',
    path: '/v1/invoices',
    tag,
    summary: 'Create an invoice',
    description:
      'Makes a draft and gives it the next number of the year of its issue date. All totals are computed from the line items: each line is rounded, the discount comes off before tax, tax is rounded once.',
    body: CreateInvoice,
    body_example: {
      customer_id: invoiceExample.customer_id,
      issue_date: '2026-02-01',
      tax_rate: 16,
      discount_type: 'percentage',
      discount_value: 50,
      notes: invoiceExample.notes,
      items: [bodyItem],
    },
    status: 201,
    data: Invoice,
    example: invoiceExample,
    errors: { 400: ['amount_too_large'], 409: ['external_id_taken'] },
    has_etag: true,
    handle: (context, { body }) => createInvoice(context, body),
  }),
  endpoint({
    operation_id: 'getInvoice',
    method: 'GET',
    path: '/v1/invoices/:id',
    tag,
    summary: 'Get an invoice',
    description: 'The whole invoice with its line items.',
    data: Invoice,
    example: invoiceExample,
    has_etag: true,
    handle: (context, { params }) => getInvoice(context, params.id),
  }),
  endpoint({
    operation_id: 'updateInvoice',
    method: 'PATCH',
    path: '/v1/invoices/:id',
    tag,
    summary: 'Update an invoice',
    description: `A draft takes every field; any other invoice takes ${ALWAYS_EDITABLE_IN_WORDS}. Figures form one chain (subtotal, discount_amount, subtotal_after_discount, tax_amount, total, amount_due): one that is given is stored as given, rounded to the digits of the currency, one that is not is recomputed when something before it changed. The whole invoice as GET shows it may be sent, with the changes in it. Setting the status to \`paid\` records a payment of what is due; leaving \`paid\` undoes it. Setting it to \`cancelled\` keeps the payments: \`amount_paid\` stays, \`amount_due\` is 0.`,
    body: UpdateInvoice,
    body_example: { status: 'sent' },
    data: Invoice,
    example: { ...invoiceExample, status: 'sent' },
    errors: {
      400: ['amount_too_large'],
      409: ['invoice_not_editable', 'invoice_has_payments', 'invoice_has_credit_notes', 'payment_refunded', 'external_id_taken'],
    },
    sentences: { invoice_not_editable: { error: notEditable('total', 'paid'), param: 'total' } },
    has_etag: true,
    handle: (context, { params, body }) => updateInvoice(context, params.id, body),
  }),
  endpoint({
    operation_id: 'deleteInvoice',
    method: 'DELETE',
    path: '/v1/invoices/:id',
    tag,
    summary: 'Delete an invoice',
    description:
      'In any status, unless money is recorded on it, or credit notes were made of it. Its number is never reused; time that it billed can be billed again.',
    data: Deleted,
    example: { deleted: true },
    errors: { 409: ['invoice_has_payments', 'invoice_has_credit_notes'] },
    has_etag: true,
    handle: (context, { params }) => deleteInvoice(context, params.id, on.deleted),
  }),
  ...issuedEndpoints(issuedInvoices, mail),
  endpoint({
    operation_id: 'listPayments',
    is_listing: true,
    method: 'GET',
    path: '/v1/invoices/:id/payments',
    tag,
    summary: 'List payments',
    description: 'The payments of an invoice, newest first.',
    query: Type.Object(PaginationQuery, { additionalProperties: false }),
    data: Type.Object({ payments: Type.Array(Payment), pagination: Pagination }, { additionalProperties: false }),
    example: { payments: [paymentExample], pagination: { total: 1, limit: 50, offset: 0 } },
    handle: (context, { params, query }) => listPayments(context, params.id, query),
  }),
  endpoint({
    operation_id: 'recordPayment',
    method: 'POST',
    path: '/v1/invoices/:id/payments',
    tag,
    summary: 'Record a payment',
    description: 'Part of what is due makes the invoice `partial`, all of it `paid`. More than is due is refused.',
    body: CreatePayment,
    body_example: { amount: 580, paid_at: '2026-02-14', method: 'bank transfer' },
    status: 201,
    data: Payment,
    example: paymentExample,
    errors: { 400: ['amount_too_large'] },
    has_etag: true,
    handle: (context, { params, body }) => recordPayment(context, params.id, body),
  }),
  endpoint({
    operation_id: 'deletePayment',
    method: 'DELETE',
    path: '/v1/invoices/:id/payments/:paymentId',
    tag,
    summary: 'Undo a payment',
    description:
      'A paid or partial invoice becomes partial while money remains on it, else sent, or overdue when its due date has passed.',
    data: Deleted,
    example: { deleted: true },
    errors: { 409: ['payment_refunded'] },
    handle: (context, { params }) => reversePayment(context, params.id, params.paymentId, on.paymentsUndone),
  }),
]
