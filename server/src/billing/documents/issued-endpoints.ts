// The endpoints that all kinds of document have on their way to the customer.
import { type TSchema, Type } from 'typebox'
import type { Context } from '../../http/context.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { Email, EmailPreview, emailExample, emailPreviewExample, SendEmail } from '../../record/mail/schema.ts'
import type { MailParts } from '../../record/mail/service.ts'
import { type DocumentKind, KINDS } from './kinds.ts'
import { notIssued } from './service.ts'

/** Of `issuedDocuments`. */
interface Issued {
  kind: DocumentKind
  schema: TSchema
  example: { id: string; status: string }
  reissue: ((context: Context, id: string) => Promise<object>) | null
  renewToken(context: Context, id: string): Promise<object>
  send(context: Context, mail: MailParts, id: string, input: SendEmail): Promise<Email>
  previewEmail(context: Context, mail: MailParts, id: string, input: SendEmail): Promise<EmailPreview>
}

const EMPTY = { body: Type.Object({}, { additionalProperties: false }), body_example: {} }

/** Those of `/v1`; `mail` is asked for when one of them needs it. */
export function issuedEndpoints(issued: Issued, mail: () => MailParts): Endpoint[] {
  const { kind, schema, example, reissue } = issued
  const { one, name, title, path } = KINDS[kind]
  const tag = `${title}s`
  return [
    ...(reissue ? [reissueEndpoint(issued, reissue)] : []),
    endpoint({
      operation_id: `send${name}`,
      method: 'POST',
      path: `/v1/${path}/:id/send`,
      tag,
      summary: `Send ${one} by email`,
      description: `Queues a mail to the customer. ${reissue ? 'In the same transaction a draft becomes `sent`. ' : ''}Follow its delivery at \`GET /v1/emails/{id}\`. Each request makes one mail; repeat one that was lost with its Idempotency-Key.`,
      body: SendEmail,
      body_example: { to: [emailExample.to[0]!], subject: `${title} {number}`, message: 'Here is {number} for {amount}.' },
      status: 202,
      data: Email,
      example: {
        ...emailExample,
        kind,
        resource_type: kind,
        resource_id: example.id,
        status: 'queued',
        attempts: 0,
        sent_at: null,
      },
      errors: {
        409: kind === 'quote' ? ['email_not_configured'] : ['email_not_configured', 'e_invoice_invalid'],
        429: ['email_limit_reached'],
      },
      handle: (context, { params, body }) => issued.send(context, mail(), params.id, body),
    }),
    endpoint({
      operation_id: `renew${name}Token`,
      method: 'POST',
      path: `/v1/${path}/:id/renew-token`,
      tag,
      summary: `Renew the public link of ${one}`,
      description: `Gives the ${title.toLowerCase()} a new \`public_token\`. The old link of its public page opens nothing any more, at once.`,
      ...EMPTY,
      data: schema,
      example,
      has_etag: true,
      handle: (context, { params }) => issued.renewToken(context, params.id),
    }),
  ]
}

function reissueEndpoint({ kind, schema, example }: Issued, reissue: NonNullable<Issued['reissue']>): Endpoint {
  const { one, name, title, path } = KINDS[kind]
  return endpoint({
    operation_id: `reissue${name}`,
    method: 'POST',
    path: `/v1/${path}/:id/reissue`,
    tag: `${title}s`,
    summary: `Reissue ${one}`,
    description:
      'Takes customer and company as they are now, for an address that was mistyped: the next PDF is a new version. Number, dates, lines and figures stay. Nothing happens when both are as they were.',
    ...EMPTY,
    data: schema,
    example: { ...example, status: 'sent' },
    errors: { 409: [`${kind}_is_draft`] },
    sentences: { [`${kind}_is_draft`]: { error: notIssued(kind), param: 'status' } },
    has_etag: true,
    handle: (context, { params }) => reissue(context, params.id),
  })
}

/** The dashboard's preview of the mail that `send` would queue. */
export function emailPreviewEndpoint(issued: Issued, mail: () => MailParts): Endpoint {
  const { one, name, path } = KINDS[issued.kind]
  return endpoint({
    operation_id: `preview${name}Email`,
    method: 'POST',
    path: `/dashboard/api/${path}/:id/email-preview`,
    tag: 'Dashboard',
    door: 'session',
    summary: `Preview the email of ${one}`,
    description: 'The email that `send` would queue with the same body. Nothing is stored or sent, and a draft stays one.',
    body: SendEmail,
    body_example: {},
    data: EmailPreview,
    example: emailPreviewExample,
    handle: (context, { params, body }) => issued.previewEmail(context, mail(), params.id, body),
  })
}
