import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { Nullable } from '../../http/schema.ts'
import { EmailPreview, emailPreviewExample, SendEmail } from '../../record/mail/schema.ts'
import type { MailParts } from '../../record/mail/service.ts'
import { getDecision } from './decide.ts'
import { DecisionEvidence, evidenceExample } from './schema.ts'
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
  endpoint({
    operation_id: 'getQuoteDecision',
    method: 'GET',
    path: '/dashboard/api/quotes/:id/decision',
    tag: 'Dashboard',
    door: 'session',
    // It has the address of a person, as the audit log has.
    level: 'admin',
    summary: 'Get the evidence of a decision',
    description:
      "The customer's decision with the address and browser that it came from, and the PDF that was shown. `earlier` has the decisions from before the quote became a draft, sent or viewed again, oldest first.",
    data: Type.Object(
      { decision: Nullable(DecisionEvidence), earlier: Type.Array(DecisionEvidence) },
      { additionalProperties: false },
    ),
    example: { decision: evidenceExample, earlier: [] },
    handle: (context, { params }) => getDecision(context, params.id),
  }),
]
