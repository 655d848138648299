import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { Pagination, PaginationQuery, Sort } from '../../http/pagination.ts'
import { Deleted, List } from '../../http/schema.ts'
import { Email, emailExample, SendEmail } from '../../record/mail/schema.ts'
import type { MailParts } from '../../record/mail/service.ts'
import { rareFilters } from '../documents/rare-filters.ts'
import { lineItemExample } from '../documents/schema.ts'
import { Invoice, invoiceExample } from '../invoices/schema.ts'
import { renewQuoteToken } from './public-link.ts'
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
import { sendQuote } from './send.ts'
import {
  convertQuote,
  createQuote,
  deleteQuote,
  getQuote,
  listQuotes,
  type OnQuoteDeleted,
  reissueQuote,
  updateQuote,
} from './service.ts'

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
  endpoint({
    operation_id: 'reissueQuote',
    method: 'POST',
    path: '/v1/quotes/:id/reissue',
    tag,
    summary: 'Reissue a quote',
    description:
      'Takes customer and company as they are now, for an address that was mistyped: the next PDF is a new version. Number, dates, lines and figures stay. Nothing happens when both are as they were.',
    body: Type.Object({}, { additionalProperties: false }),
    body_example: {},
    data: Quote,
    example: { ...quoteExample, status: 'sent' },
    errors: { 409: ['quote_is_draft'] },
    has_etag: true,
    handle: (context, { params }) => reissueQuote(context, params.id),
  }),
  endpoint({
    operation_id: 'sendQuote',
    method: 'POST',
    path: '/v1/quotes/:id/send',
    tag,
    summary: 'Send a quote by email',
    description:
      'Queues a mail to the customer. In the same transaction a draft becomes `sent`. The email says what becomes of it: `GET /v1/emails/{id}`. Each request makes one mail; repeat one that was lost with its Idempotency-Key.',
    body: SendEmail,
    body_example: { to: [emailExample.to[0]!], subject: 'Quote {number}', message: 'Here is {number} for {amount}.' },
    status: 202,
    data: Email,
    example: {
      ...emailExample,
      kind: 'quote',
      resource_type: 'quote',
      resource_id: quoteExample.id,
      status: 'queued',
      attempts: 0,
      sent_at: null,
    },
    errors: { 409: ['email_not_configured'], 429: ['email_limit_reached'] },
    handle: (context, { params, body }) => sendQuote(context, mail(), params.id, body),
  }),
  endpoint({
    operation_id: 'renewQuoteToken',
    method: 'POST',
    path: '/v1/quotes/:id/renew-token',
    tag,
    summary: 'Renew the public link of a quote',
    description: 'Gives the quote a new `public_token`. The old link of its public page opens nothing any more, at once.',
    body: Type.Object({}, { additionalProperties: false }),
    body_example: {},
    data: Quote,
    example: quoteExample,
    has_etag: true,
    handle: (context, { params }) => renewQuoteToken(context, params.id),
  }),
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
