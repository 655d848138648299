// The table of contents: the endpoints and event types of every room, in the order of the reference.
import { listKeysMadeBy, revokeKeysMadeBy } from './access/api-keys/repository.ts'
import { apiKeyDashboardEndpoints, apiKeyEndpoints } from './access/api-keys/routes.ts'
import { auditLogEndpoints } from './access/audit-log/routes.ts'
import { companyDashboardEndpoints } from './access/companies/dashboard-routes.ts'
import { companyEndpoints } from './access/companies/routes.ts'
import type { FetchLogo } from './access/companies/service.ts'
import { sandboxEndpoints } from './access/sandboxes/routes.ts'
import { ownSessionEndpoints } from './access/sessions/own-session-routes.ts'
import { passkeyEndpoints } from './access/sessions/passkey-routes.ts'
import { endBegun } from './access/sessions/repository.ts'
import { type SessionParts, sessionEndpoints } from './access/sessions/routes.ts'
import { memberEndpoints } from './access/users/member-routes.ts'
import { userEndpoints } from './access/users/routes.ts'
import { bankDashboardEndpoints } from './billing/bank/dashboard-routes.ts'
import type { StatementReader } from './billing/bank/reader.ts'
import { bankEndpoints } from './billing/bank/routes.ts'
import { freeTransfers } from './billing/bank/service.ts'
import { creditNoteDashboardEndpoints } from './billing/credit-notes/dashboard-routes.ts'
import { creditNoteEventTypes } from './billing/credit-notes/events.ts'
import { creditNoteEndpoints } from './billing/credit-notes/routes.ts'
import { customerEventTypes } from './billing/customers/events.ts'
import { customerEndpoints } from './billing/customers/routes.ts'
import { eInvoiceEndpoints } from './billing/e-invoices/routes.ts'
import { facturXOf } from './billing/e-invoices/service.ts'
import { E_INVOICE_KINDS } from './billing/e-invoices/source.ts'
import type { EInvoiceWorker } from './billing/e-invoices/worker.ts'
import { invoiceDashboardEndpoints } from './billing/invoices/dashboard-routes.ts'
import { invoiceEventTypes } from './billing/invoices/events.ts'
import { receivedDashboardEndpoints, receivedEndpoints } from './billing/invoices/received-routes.ts'
import { invoiceStore } from './billing/invoices/repository.ts'
import { invoiceEndpoints } from './billing/invoices/routes.ts'
import { previewEndpoints } from './billing/papers/preview-routes.ts'
import { paperEndpoints } from './billing/papers/routes.ts'
import { forgetPapers, type Papers } from './billing/papers/service.ts'
import { paymentEventTypes } from './billing/payments/events.ts'
import { quoteDashboardEndpoints } from './billing/quotes/dashboard-routes.ts'
import { quoteEventTypes } from './billing/quotes/events.ts'
import { quoteStore } from './billing/quotes/repository.ts'
import { quoteEndpoints } from './billing/quotes/routes.ts'
import { recurringInvoiceEventTypes } from './billing/recurring-invoices/events.ts'
import { isCustomerOfRecurringInvoice, isProjectOfRecurringInvoice } from './billing/recurring-invoices/repository.ts'
import { recurringInvoiceEndpoints } from './billing/recurring-invoices/routes.ts'
import { reminderDashboardEndpoints } from './billing/reminders/dashboard-routes.ts'
import { reminderEventTypes } from './billing/reminders/events.ts'
import { statementDashboardEndpoints, statementEndpoints } from './billing/statements/routes.ts'
import { exportEndpoints } from './home/exports/routes.ts'
import { overviewEndpoints } from './home/overview/routes.ts'
import { searchEndpoints } from './home/search/routes.ts'
import type { Endpoint } from './http/endpoint.ts'
import { scopesOf } from './http/scopes.ts'
import type { JobKind } from './jobs/job-kind.ts'
import { jobEndpoints } from './operate/jobs/routes.ts'
import { EventCatalogue } from './record/events/event-type.ts'
import { eventEndpoints } from './record/events/routes.ts'
import { emailEventTypes } from './record/mail/events.ts'
import { emailEndpoints } from './record/mail/routes.ts'
import type { MailParts } from './record/mail/service.ts'
import { webhookEventTypes } from './record/webhooks/events.ts'
import { webhookDashboardEndpoints, webhookEndpoints } from './record/webhooks/routes.ts'
import type { WebhookParts } from './record/webhooks/service.ts'
import { projectEventTypes } from './work/projects/events.ts'
import { isCustomerOfProject } from './work/projects/repository.ts'
import { projectEndpoints } from './work/projects/routes.ts'
import { projectInUse, refuseCurrency } from './work/projects/service.ts'
import { taskDashboardEndpoints } from './work/tasks/dashboard-routes.ts'
import { taskEventTypes } from './work/tasks/events.ts'
import { taskEndpoints } from './work/tasks/routes.ts'
import { timeEntryDashboardEndpoints } from './work/time-entries/dashboard-routes.ts'
import { timeEntryEventTypes } from './work/time-entries/events.ts'
import { billableTime, freeBilledTime, freeCreditedTime } from './work/time-entries/invoicing.ts'
import { timeEntryEndpoints } from './work/time-entries/routes.ts'
import { endTimeOfProject, moveUnbilledTimeOfTask } from './work/time-entries/service.ts'

/** All event types, in the order of the catalogue. */
export const eventCatalogue = new EventCatalogue([
  ...customerEventTypes,
  ...invoiceEventTypes,
  ...reminderEventTypes,
  ...paymentEventTypes,
  ...quoteEventTypes,
  ...creditNoteEventTypes,
  ...recurringInvoiceEventTypes,
  ...projectEventTypes,
  ...taskEventTypes,
  ...timeEntryEventTypes,
  ...webhookEventTypes,
  ...emailEventTypes,
])

/** What endpoints need of the service: asked for when one of them needs it. */
interface EndpointNeeds {
  webhooks(): WebhookParts
  mail(): MailParts
  papers(): Papers
  eInvoices(): EInvoiceWorker
  statements(): StatementReader
  advance(): JobKind<null>
  fetchLogo: FetchLogo
}

/** All endpoints of the API, in the order of the reference. */
export const apiEndpoints = ({
  webhooks,
  mail,
  papers,
  eInvoices,
  statements,
  advance,
  fetchLogo,
}: EndpointNeeds): readonly Endpoint[] => [
  ...apiKeyEndpoints(() => known_scopes),
  ...companyEndpoints({ beforeCurrency: refuseCurrency, fetchLogo }),
  ...userEndpoints,
  ...customerEndpoints(
    async (tx, company_id, id) =>
      (await invoiceStore.isCustomerNamed(tx, company_id, id)) ||
      (await quoteStore.isCustomerNamed(tx, company_id, id)) ||
      (await isCustomerOfRecurringInvoice(tx, company_id, id)) ||
      (await isCustomerOfProject(tx, company_id, id)),
  ),
  ...invoiceEndpoints(
    {
      async deleted(tx, context, id) {
        await freeBilledTime(tx, context, id)
        forgetPapers(tx, context.company_id, 'invoice', id)
      },
      paymentsUndone: freeTransfers,
    },
    mail,
  ),
  ...quoteEndpoints(async (tx, context, id) => forgetPapers(tx, context.company_id, 'quote', id), mail),
  ...creditNoteEndpoints(freeCreditedTime, mail),
  ...statementEndpoints(papers, mail),
  ...recurringInvoiceEndpoints(billableTime),
  ...receivedEndpoints,
  ...bankEndpoints(statements),
  ...paperEndpoints(papers, E_INVOICE_KINDS, facturXOf(eInvoices)),
  ...eInvoiceEndpoints(eInvoices),
  ...projectEndpoints(async (tx, context, id) => {
    if (await isProjectOfRecurringInvoice(tx, context.company_id, id)) throw projectInUse()
    await endTimeOfProject(tx, context, id)
  }),
  ...taskEndpoints(moveUnbilledTimeOfTask),
  ...timeEntryEndpoints,
  ...exportEndpoints,
  ...eventEndpoints(eventCatalogue),
  ...webhookEndpoints(webhooks),
  ...emailEndpoints(mail),
  ...sandboxEndpoints(advance),
]

/** The dashboard's own endpoints, in the order of the reference. */
export const dashboardEndpointsOf = (
  parts: SessionParts & {
    linkOf(token: string): string
    papers(): Papers
    fetchLogo: FetchLogo
    mail(): MailParts
    statements(): StatementReader
  },
): readonly Endpoint[] => [
  ...sessionEndpoints(parts),
  ...passkeyEndpoints,
  ...apiKeyDashboardEndpoints(() => known_scopes),
  ...auditLogEndpoints,
  ...memberEndpoints({ linkOf: parts.linkOf, listKeys: listKeysMadeBy, revokeKeys: revokeKeysMadeBy, endBegun }),
  ...ownSessionEndpoints,
  ...webhookDashboardEndpoints,
  ...companyDashboardEndpoints({ beforeCurrency: refuseCurrency, fetchLogo: parts.fetchLogo }),
  ...previewEndpoints(parts.papers),
  ...overviewEndpoints,
  ...searchEndpoints,
  ...receivedDashboardEndpoints,
  ...invoiceDashboardEndpoints(parts.mail),
  ...reminderDashboardEndpoints(parts.mail),
  ...statementDashboardEndpoints(parts.mail),
  ...quoteDashboardEndpoints(parts.mail),
  ...creditNoteDashboardEndpoints(parts.mail),
  ...bankDashboardEndpoints(parts.statements),
  ...taskDashboardEndpoints,
  ...timeEntryDashboardEndpoints,
  ...jobEndpoints,
]

const ofNoService = (): never => {
  throw new Error('These endpoints belong to no service')
}

/** The endpoints of `/v1`, for reading: the reference and the tests. They can't be called. */
export const endpoints = apiEndpoints({
  webhooks: ofNoService,
  mail: ofNoService,
  papers: ofNoService,
  eInvoices: ofNoService,
  statements: ofNoService,
  advance: ofNoService,
  fetchLogo: ofNoService,
})

/** The scopes that an API key may have. */
export const known_scopes = scopesOf(endpoints)

/** Those of the dashboard, for the same purpose. */
export const dashboardEndpoints = dashboardEndpointsOf({
  statements: ofNoService,
  papers: ofNoService,
  fetchLogo: ofNoService,
  linkOf: ofNoService,
  mail: ofNoService,
  backOff: ofNoService,
  ways: ofNoService,
  mail_from: ofNoService,
})
