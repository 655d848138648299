import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { Pagination, PaginationQuery } from '../../http/pagination.ts'
import type { MailParts } from '../../record/mail/service.ts'
import { issuedEndpoints } from '../documents/issued-endpoints.ts'
import { rareFilters } from '../documents/rare-filters.ts'
import { IS_DRAFT } from './credit-note.ts'
import { issuedCreditNotes } from './issued.ts'
import {
  CreateCreditNote,
  CreateRefund,
  CreditNote,
  CreditNoteSummary,
  creditNoteExample,
  creditNoteSummaryExample,
  Refund,
  refundExample,
} from './schema.ts'
import {
  createCreditNote,
  getCreditNote,
  listCreditNotes,
  listRefunds,
  type OnCredited,
  previewCreditNote,
  recordRefund,
} from './service.ts'

const tag = 'Credit notes'

// Its other filters are of days that no index of credit notes has.
const { search } = rareFilters('')

const ListCreditNotes = Type.Object(
  {
    ...PaginationQuery,
    invoice_id: Type.Optional(Type.String({ description: 'Only credit notes of this invoice; an unknown one has none.' })),
    customer_id: Type.Optional(Type.String({ description: 'Only credit notes for this customer; an unknown one has none.' })),
    search,
  },
  { additionalProperties: false },
)

/** What creating and previewing have in common. */
const creation = {
  tag,
  body: CreateCreditNote,
  body_example: { invoice_id: creditNoteExample.invoice_id, reason: creditNoteExample.reason },
  data: CreditNote,
  example: creditNoteExample,
  errors: { 400: ['amount_too_large', 'credit_exceeds_invoice'], 409: ['invoice_is_draft'] },
  sentences: { invoice_is_draft: { error: IS_DRAFT, param: 'invoice_id' } },
}

/** The endpoints of credit notes and their refunds. `onCredited` runs when one is made; `mail` is called when one is sent. */
export const creditNoteEndpoints = (onCredited: OnCredited, mail: () => MailParts): Endpoint[] => [
  endpoint({
    operation_id: 'listCreditNotes',
    is_listing: true,
    method: 'GET',
    path: '/v1/credit-notes',
    tag,
    tag_description: 'What is taken back of issued invoices, and the money that is paid back.',
    summary: 'List credit notes',
    description: 'Newest first. List items have neither `items` nor `public_token`.',
    query: ListCreditNotes,
    data: Type.Object({ credit_notes: Type.Array(CreditNoteSummary), pagination: Pagination }, { additionalProperties: false }),
    example: { credit_notes: [creditNoteSummaryExample], pagination: { total: 1, limit: 50, offset: 0 } },
    handle: (context, { query }) => listCreditNotes(context, query),
  }),
  endpoint({
    ...creation,
    operation_id: 'previewCreditNote',
    method: 'POST',
    path: '/v1/credit-notes/preview',
    summary: 'Preview a credit note',
    description:
      'The credit note that the same body would create, with the number that it would get now. Nothing is stored, no number is used, and its `id` and `public_token` name nothing.',
    handle: (context, { body }) => previewCreditNote(context, body),
  }),
  endpoint({
    ...creation,
    operation_id: 'createCreditNote',
    method: 'POST',
    path: '/v1/credit-notes',
    summary: 'Create a credit note',
    description:
      'Credits lines of an issued invoice, or all that is left of it. It is issued at once, with the next number of the year of its issue date, and never changed or deleted. Customer, company, lines and rates are those of the invoice as it was issued; all parts of an invoice, in any split, add up to its figures. The invoice owes less: once nothing is due it is `paid` if money was paid on it, else `cancelled`; what was paid beyond is `refund_due`. Time whose line is credited whole can be billed again.',
    status: 201,
    has_etag: true,
    handle: (context, { body }) => createCreditNote(context, body, onCredited),
  }),
  endpoint({
    operation_id: 'getCreditNote',
    method: 'GET',
    path: '/v1/credit-notes/:id',
    tag,
    summary: 'Get a credit note',
    description: 'The whole credit note with its line items.',
    data: CreditNote,
    example: creditNoteExample,
    has_etag: true,
    handle: (context, { params }) => getCreditNote(context, params.id),
  }),
  ...issuedEndpoints(issuedCreditNotes, mail),
  endpoint({
    operation_id: 'listRefunds',
    is_listing: true,
    method: 'GET',
    path: '/v1/credit-notes/:id/refunds',
    tag,
    summary: 'List refunds',
    description: 'The refunds of a credit note, newest first.',
    query: Type.Object(PaginationQuery, { additionalProperties: false }),
    data: Type.Object({ refunds: Type.Array(Refund), pagination: Pagination }, { additionalProperties: false }),
    example: { refunds: [refundExample], pagination: { total: 1, limit: 50, offset: 0 } },
    handle: (context, { params, query }) => listRefunds(context, params.id, query),
  }),
  endpoint({
    operation_id: 'recordRefund',
    method: 'POST',
    path: '/v1/credit-notes/:id/refunds',
    tag,
    summary: 'Record a refund',
    description:
      'Records that money was paid back. It lowers `refund_due` of the invoice and its credit notes; `amount_paid` of the invoice stays. More than is due is refused.',
    body: CreateRefund,
    body_example: { amount: 5, paid_at: '2026-02-21', method: 'bank transfer' },
    status: 201,
    data: Refund,
    example: { ...refundExample, amount: 5 },
    errors: { 400: ['amount_too_large'] },
    has_etag: true,
    handle: (context, { params, body }) => recordRefund(context, params.id, body),
  }),
]
