import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { Nullable } from '../../http/schema.ts'
import type { MailParts } from '../../record/mail/service.ts'
import { emailPreviewEndpoint } from '../documents/issued-endpoints.ts'
import { getDecision } from './decide.ts'
import { issuedQuotes } from './issued.ts'
import { DecisionEvidence, evidenceExample } from './schema.ts'

/** The dashboard's own endpoints of quotes; `mail` is asked for when one of them needs it. */
export const quoteDashboardEndpoints = (mail: () => MailParts): readonly Endpoint[] => [
  emailPreviewEndpoint(issuedQuotes, mail),
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
