import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { Pagination, PaginationQuery, Sort } from '../../http/pagination.ts'
import { Deleted, List } from '../../http/schema.ts'
import type { MailParts } from '../../record/mail/service.ts'
import { issuedEndpoints } from '../documents/issued-endpoints.ts'
import { rareFilters } from '../documents/rare-filters.ts'
import { lineItemExample } from '../documents/schema.ts'
import { Invoice, invoiceExample } from '../invoices/schema.ts'
import { issuedQuotes } from './issued.ts'
import {
  ConvertQuote,
  CreateQuote,
  QUOTE_STATUSES,
  Quote,
  QuoteSummary,
  quoteExample,
  quoteSummaryExample,
  UpdateQuote,
} from './schema.ts'
import { convertQuote, createQuote, deleteQuote, getQuote, listQuotes, type OnQuoteDeleted, updateQuote } from './service.ts'

const tag = 'Quotes'

const ListQuotes = Type.Object(
  {
    ...PaginationQuery,
    status: Type.Optional(
      List(QUOTE_STATUSES, { title: 'QuoteStatus', description: 'Only quotes in one of these, separated by commas.' }),
    ),
    customer_id: Type.Optional(Type.String({ description: 'Only quotes for this customer; an unknown one has none.' })),
    ...rareFilters('end of validity'),
    sort: Sort(
      ['created_at', 'valid_until', 'total'],
      'Newest first when absent. Totals are compared as the numbers that they are, whatever their currency.',
    ),
  },
  { additionalProperties: false },
)

const { item_name: name, description, quantity, unit, unit_price } = lineItemExample

/** The endpoints of quotes. `onDeleted` runs when a quote is deleted; `mail` is asked for when one is sent. */
export const quoteEndpoints = (onDeleted: OnQuoteDeleted, mail: () => MailParts): Endpoint[] => [
  endpoint({
    operation_id: 'listQuotes',
    is_listing: true,
    method: 'GET',
    path: '/v1/quotes',
    tag,
    tag_description: 'Offers, their outcome, and the invoices made from them.',
    summary: 'List quotes',
    description: 'Newest first, or in the order of `sort`. List items have neither `items` nor `public_token`.',
    query: ListQuotes,
    data: Type.Object({ quotes: Type.Array(QuoteSummary), pagination: Pagination }, { additionalProperties: false }),
    example: { quotes: [quoteSummaryExample], pagination: { total: 1, limit: 50, offset: 0 } },
    handle: (context, { query }) => listQuotes(context, query),
  }),
  endpoint({
    operation_id: 'createQuote',
    method: 'POST',
    path: '/v1/quotes',
    tag,
    summary: 'Create a quote',
    description: 'Makes a draft and gives it the next number of the year of its issue date. Totals are computed as for invoices.',
    body: CreateQuote,
    body_example: {
      customer_id: quoteExample.customer_id,
      tax_rate: 16,
      discount_type: 'percentage',
      discount_value: 50,
      items: [{ name, description, quantity, unit, unit_price }],
    },
    status: 201,
    data: Quote,
    example: quoteExample,
    errors: { 400: ['amount_too_large'], 409: ['external_id_taken'] },
    has_etag: true,
    handle: (context, { body }) => createQuote(context, body),
  }),
  endpoint({
    operation_id: 'getQuote',
    method: 'GET',
    path: '/v1/quotes/:id',
    tag,
    summary: 'Get a quote',
    description: 'The whole quote with its line items.',
    data: Quote,
    example: quoteExample,
    has_etag: true,
    handle: (context, { params }) => getQuote(context, params.id),
  }),
  endpoint({
    operation_id: 'updateQuote',
    method: 'PATCH',
    path: '/v1/quotes/:id',
    tag,
    summary: 'Update a quote',
    description: 'Every field, in every status. Figures form the same chain as those of an invoice.',
    body: UpdateQuote,
    body_example: { status: 'approved' },
    data: Quote,
    example: { ...quoteExample, status: 'approved' },
    errors: { 400: ['amount_too_large'], 409: ['external_id_taken'] },
    has_etag: true,
    handle: (context, { params, body }) => updateQuote(context, params.id, body),
  }),
  endpoint({
    operation_id: 'deleteQuote',
    method: 'DELETE',
    path: '/v1/quotes/:id',
    tag,
    summary: 'Delete a quote',
    description: 'Refused once it was converted. Its number is never used again.',
    data: Deleted,
    example: { deleted: true },
    errors: { 409: ['quote_already_converted'] },
    has_etag: true,
    handle: (context, { params }) => deleteQuote(context, params.id, onDeleted),
  }),
  ...issuedEndpoints(issuedQuotes, mail),
  endpoint({
    operation_id: 'convertQuote',
    method: 'POST',
    path: '/v1/quotes/:id/convert',
    tag,
    summary: 'Convert a quote to an invoice',
    description:
      'Makes one draft invoice with the customer, currency, lines, discount, tax, figures, notes and terms of the quote, and sets the quote to `converted`. Repeated or simultaneous requests make only one invoice; the others are refused.',
    body: ConvertQuote,
    body_example: {},
    status: 201,
    data: Invoice,
    example: invoiceExample,
    errors: { 409: ['quote_already_converted', 'quote_not_convertible'] },
    has_etag: true,
    handle: (context, { params, body }) => convertQuote(context, params.id, body),
  }),
]
