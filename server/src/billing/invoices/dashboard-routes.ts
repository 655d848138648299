import type { Endpoint } from '../../http/endpoint.ts'
import type { MailParts } from '../../record/mail/service.ts'
import { emailPreviewEndpoint } from '../documents/issued-endpoints.ts'
import { issuedInvoices } from './issued.ts'

/** The dashboard's own endpoints of invoices; `mail` is asked for when one of them needs it. */
export const invoiceDashboardEndpoints = (mail: () => MailParts): readonly Endpoint[] => [
  emailPreviewEndpoint(issuedInvoices, mail),
]
