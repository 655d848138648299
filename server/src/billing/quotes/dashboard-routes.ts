import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { EmailPreview, emailPreviewExample, SendEmail } from '../../record/mail/schema.ts'
import type { MailParts } from '../../record/mail/service.ts'
import { previewQuoteEmail } from './send.ts'

/** The dashboard's own endpoints of quotes; `mail` is asked for when one of them needs it. */
export const quoteDashboardEndpoints = (mail: () => MailParts): readonly Endpoint[] => [
  endpoint({
    operation_id: 'previewQuoteEmail',
    method: 'POST',
    path: '/dashboard/api/quotes/:id/email-preview',
    tag: 'Dashboard',
    door: 'session',
    summary: 'Preview the email of a quote',
    description: 'The email that `send` would queue with the same body. Nothing is stored or sent, and a draft stays one.',
    body: SendEmail,
    body_example: {},
    data: EmailPreview,
    example: emailPreviewExample,
    handle: (context, { params, body }) => previewQuoteEmail(context, mail(), params.id, body),
  }),
]
