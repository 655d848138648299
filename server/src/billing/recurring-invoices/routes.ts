import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { Pagination, PaginationQuery, Sort } from '../../http/pagination.ts'
import { Deleted } from '../../http/schema.ts'
import { InvoiceSummary, invoiceSummaryExample } from '../invoices/schema.ts'
import {
  CreateRecurringInvoice,
  RecurringInvoice,
  RecurringInvoiceStatus,
  RecurringInvoiceSummary,
  recurringInvoiceExample,
  recurringInvoiceSummaryExample,
  UpdateRecurringInvoice,
} from './schema.ts'
import {
  createRecurringInvoice,
  deleteRecurringInvoice,
  getRecurringInvoice,
  listInvoicesOfRecurring,
  listRecurringInvoices,
  previewRecurringInvoice,
  updateRecurringInvoice,
} from './service.ts'
import type { BillableTime } from './time.ts'

const tag = 'Recurring invoices'

/** Dates of a preview. */
const USUAL_DATES = 12
const MOST_DATES = 60

const { name, quantity, unit, unit_price } = recurringInvoiceExample.items[0]!

/** The endpoints of recurring invoices; `time` bills recorded time. */
export const recurringInvoiceEndpoints = (time: BillableTime): Endpoint[] => [
  endpoint({
    operation_id: 'listRecurringInvoices',
    is_listing: true,
    method: 'GET',
    path: '/v1/recurring-invoices',
    tag,
    tag_description: 'Invoices that are created automatically every week, month, quarter or year.',
    summary: 'List recurring invoices',
    description: 'Newest first, or in the order of `sort`. List items have no `items`.',
    query: Type.Object(
      {
        ...PaginationQuery,
        status: Type.Optional(RecurringInvoiceStatus('Only those in this status.')),
        customer_id: Type.Optional(
          Type.String({ description: 'Only those for this customer; the list is empty for an unknown one.' }),
        ),
        sort: Sort(['created_at', 'next_date'], 'Newest first when absent. By `next_date`, ended ones come last.'),
      },
      { additionalProperties: false },
    ),
    data: Type.Object(
      { recurring_invoices: Type.Array(RecurringInvoiceSummary), pagination: Pagination },
      { additionalProperties: false },
    ),
    example: { recurring_invoices: [recurringInvoiceSummaryExample], pagination: { total: 1, limit: 50, offset: 0 } },
    handle: (context, { query }) => listRecurringInvoices(context, query),
  }),
  endpoint({
    operation_id: 'createRecurringInvoice',
    method: 'POST',
    path: '/v1/recurring-invoices',
    tag,
    summary: 'Create a recurring invoice',
    description:
      'Fields that are absent or null are taken from the customer and the company when each invoice is created. `{month}`, `{year}` and `{period}` in names, descriptions and other texts are replaced, in the language of the invoice. Due invoices are created every 15 minutes, including those for dates that have passed: at most 12 of one recurring invoice at a time.',
    body: CreateRecurringInvoice,
    body_example: {
      customer_id: recurringInvoiceExample.customer_id,
      frequency: 'monthly',
      start_date: '2026-01-31',
      occurrences: 12,
      tax_rate: 16,
      notes: 'For {period}',
      items: [{ name, quantity, unit, unit_price }],
    },
    status: 201,
    data: RecurringInvoice,
    example: recurringInvoiceExample,
    errors: { 400: ['amount_too_large'] },
    has_etag: true,
    handle: (context, { body }) => createRecurringInvoice(context, body, time),
  }),
  endpoint({
    operation_id: 'getRecurringInvoice',
    method: 'GET',
    path: '/v1/recurring-invoices/:id',
    tag,
    summary: 'Get a recurring invoice',
    description: 'The whole recurring invoice, with its items as they were sent.',
    data: RecurringInvoice,
    example: recurringInvoiceExample,
    has_etag: true,
    handle: (context, { params }) => getRecurringInvoice(context, params.id),
  }),
  endpoint({
    operation_id: 'updateRecurringInvoice',
    method: 'PATCH',
    path: '/v1/recurring-invoices/:id',
    tag,
    summary: 'Update a recurring invoice',
    description:
      'Prices and texts apply from the next invoice on; invoices that were created before stay as they are. `status` pauses it (`paused`), resumes it (`active`: the dates before today are skipped), and ends it (`ended`).',
    body: UpdateRecurringInvoice,
    body_example: { status: 'paused' },
    data: RecurringInvoice,
    example: { ...recurringInvoiceExample, status: 'paused' },
    errors: { 400: ['amount_too_large'], 409: ['recurring_invoice_ended'] },
    sentences: {
      recurring_invoice_ended: { error: 'No dates are left: set a later end_date or more occurrences', param: 'status' },
    },
    has_etag: true,
    handle: (context, { params, body }) => updateRecurringInvoice(context, params.id, body, time),
  }),
  endpoint({
    operation_id: 'deleteRecurringInvoice',
    method: 'DELETE',
    path: '/v1/recurring-invoices/:id',
    tag,
    summary: 'Delete a recurring invoice',
    description: 'Possible in any status. The invoices that it created stay.',
    data: Deleted,
    example: { deleted: true },
    has_etag: true,
    handle: (context, { params }) => deleteRecurringInvoice(context, params.id),
  }),
  endpoint({
    operation_id: 'previewRecurringInvoice',
    method: 'GET',
    path: '/v1/recurring-invoices/:id/preview',
    tag,
    summary: 'Preview the dates of a recurring invoice',
    description: 'The dates of the next invoices. For a paused one, as if it were resumed today; an ended one has none.',
    query: Type.Object(
      {
        count: Type.Integer({
          minimum: 1,
          maximum: MOST_DATES,
          default: USUAL_DATES,
          description: 'The maximum number of dates.',
        }),
      },
      { additionalProperties: false },
    ),
    data: Type.Object(
      { dates: Type.Array(Type.String({ format: 'date' })) },
      { title: 'RecurringInvoiceDates', additionalProperties: false },
    ),
    example: { dates: ['2026-02-28', '2026-03-31', '2026-04-30'] },
    handle: (context, { params, query }) => previewRecurringInvoice(context, params.id, query.count),
  }),
  endpoint({
    operation_id: 'listInvoicesOfRecurringInvoice',
    is_listing: true,
    method: 'GET',
    path: '/v1/recurring-invoices/:id/invoices',
    tag,
    summary: 'List the invoices of a recurring invoice',
    description: 'The invoices that it created and that were not deleted, latest issue date first.',
    query: Type.Object(PaginationQuery, { additionalProperties: false }),
    data: Type.Object({ invoices: Type.Array(InvoiceSummary), pagination: Pagination }, { additionalProperties: false }),
    example: {
      invoices: [{ ...invoiceSummaryExample, recurring_invoice_id: recurringInvoiceExample.id }],
      pagination: { total: 1, limit: 50, offset: 0 },
    },
    handle: (context, { params, query }) => listInvoicesOfRecurring(context, params.id, query),
  }),
]
