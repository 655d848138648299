import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { CursorPagination, CursorQuery } from '../../http/pagination.ts'
import { StringEnum } from '../../http/schema.ts'
import { Email, emailExample } from './schema.ts'
import { getEmail, listEmails, type MailParts, retryEmail } from './service.ts'
import { EMAIL_STATUSES } from './table.ts'

const tag = 'Emails'

const ListEmailsQuery = Type.Object(
  {
    ...CursorQuery,
    resource_id: Type.Optional(Type.String({ description: 'Only emails about this document.' })),
    status: Type.Optional(StringEnum(EMAIL_STATUSES, { title: 'EmailStatus', description: 'Only emails of this status.' })),
  },
  { additionalProperties: false },
)

/** The endpoints of mails; `parts` is asked for when one is called. */
export const emailEndpoints = (parts: () => MailParts): Endpoint[] => [
  endpoint({
    operation_id: 'listEmails',
    is_listing: true,
    method: 'GET',
    path: '/v1/emails',
    tag,
    tag_description: 'Emails about documents, with their delivery status.',
    summary: 'List emails',
    description: 'Newest first. Emails are made by sending a document.',
    query: ListEmailsQuery,
    data: Type.Object({ emails: Type.Array(Email), pagination: CursorPagination }, { additionalProperties: false }),
    example: { emails: [emailExample], pagination: { limit: 50, has_more: false, next_cursor: null } },
    handle: (context, { query }) => listEmails(context, query),
  }),
  endpoint({
    operation_id: 'getEmail',
    method: 'GET',
    path: '/v1/emails/:id',
    tag,
    summary: 'Get an email',
    description: 'Its recipients, its status, and the last reply of the mail server.',
    data: Email,
    example: emailExample,
    has_etag: true,
    handle: (context, { params }) => getEmail(context, params.id),
  }),
  endpoint({
    operation_id: 'retryEmail',
    method: 'POST',
    path: '/v1/emails/:id/retry',
    tag,
    summary: 'Retry an email',
    description: 'Queues a failed email once more, with all of its attempts. It has the same content and the same Message-ID.',
    body: Type.Object({}, { additionalProperties: false }),
    body_example: {},
    status: 202,
    data: Email,
    example: { ...emailExample, status: 'queued', last_error: '550 5.1.1 No such user', sent_at: null },
    errors: { 409: ['email_not_failed', 'email_not_configured'] },
    handle: (context, { params }) => retryEmail(context, parts(), params.id),
  }),
]
