import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { CursorPagination, CursorQuery } from '../../http/pagination.ts'
import { DateString } from '../../http/schema.ts'
import { listReceived, sumReceived } from './received.ts'
import { PaymentOfCompany, paymentOfCompanyExample, ReceivedSums, receivedSumsExample } from './received-schema.ts'

/** The payments of all invoices. */
export const receivedEndpoints: readonly Endpoint[] = [
  endpoint({
    tag: 'Payments',
    tag_description: 'What came in, on all invoices of a company.',
    operation_id: 'listReceivedPayments',
    is_listing: true,
    method: 'GET',
    path: '/v1/payments',
    summary: 'List payments of all invoices',
    description:
      'The payments of a company by the day on which they came in, the latest first. They are recorded and undone at their invoice.',
    query: Type.Object(
      {
        ...CursorQuery,
        customer_id: Type.Optional(Type.String({ description: 'Only those of this customer; an unknown one has none.' })),
        'paid[gte]': Type.Optional(DateString({ description: 'Came in on this day or later.' })),
        'paid[lte]': Type.Optional(DateString({ description: 'Came in on this day or earlier.' })),
      },
      { additionalProperties: false },
    ),
    data: Type.Object({ payments: Type.Array(PaymentOfCompany), pagination: CursorPagination }, { additionalProperties: false }),
    example: { payments: [paymentOfCompanyExample], pagination: { limit: 50, has_more: false, next_cursor: null } },
    handle: (context, { query }) => listReceived(context, query),
  }),
]

/** Their sums, for the page of the dashboard. */
export const receivedDashboardEndpoints: readonly Endpoint[] = [
  endpoint({
    tag: 'Dashboard',
    door: 'session',
    operation_id: 'sumReceivedPayments',
    is_listing: true,
    method: 'GET',
    path: '/dashboard/api/payments/sums',
    summary: 'Add up what came in',
    description: 'Payments of a period, both days included, by day, method and customer, for each currency.',
    query: Type.Object(
      {
        from: Type.Optional(DateString({ description: 'The first day; absent: the first of the month of the last.' })),
        to: Type.Optional(DateString({ description: 'The last day; absent: today.' })),
      },
      { additionalProperties: false },
    ),
    data: ReceivedSums,
    example: receivedSumsExample,
    handle: (context, { query }) => sumReceived(context, query),
  }),
]
