import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { EmailPreview, emailPreviewExample, SendEmail } from '../../record/mail/schema.ts'
import type { MailParts } from '../../record/mail/service.ts'
import { previewInvoiceEmail } from './send.ts'

/** The dashboard's own endpoints of invoices; `mail` is asked for when one of them needs it. */
export const invoiceDashboardEndpoints = (mail: () => MailParts): readonly Endpoint[] => [
  endpoint({
    operation_id: 'previewInvoiceEmail',
    method: 'POST',
    path: '/dashboard/api/invoices/:id/email-preview',
    tag: 'Dashboard',
    door: 'session',
    summary: 'Preview the email of an invoice',
    description: 'The email that `send` would queue with the same body. Nothing is stored or sent, and a draft stays one.',
    body: SendEmail,
    body_example: {},
    data: EmailPreview,
    example: emailPreviewExample,
    handle: (context, { params, body }) => previewInvoiceEmail(context, mail(), params.id, body),
  }),
]
