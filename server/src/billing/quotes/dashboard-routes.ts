import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { Nullable } from '../../http/schema.ts'
import { getDecision } from './decide.ts'
import { DecisionEvidence, evidenceExample } from './schema.ts'

/** What only the dashboard shows of quotes. */
export const quoteDashboardEndpoints: readonly Endpoint[] = [
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
