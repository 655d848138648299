import type { Endpoint } from '../../http/endpoint.ts'
import type { MailParts } from '../../record/mail/service.ts'
import { emailPreviewEndpoint } from '../documents/issued-endpoints.ts'
import { issuedCreditNotes } from './issued.ts'

/** The dashboard's own endpoints of credit notes; `mail` is called when one of them needs it. */
export const creditNoteDashboardEndpoints = (mail: () => MailParts): readonly Endpoint[] => [
  emailPreviewEndpoint(issuedCreditNotes, mail),
]
