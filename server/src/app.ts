// How the rooms are put together into one service.

import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createAuthenticate, onlyCompanyOf } from './access/api-keys/service.ts'
import { anchorKeyOf } from './access/audit-log/anchor.ts'
import { createKeyUses } from './access/audit-log/key-uses.ts'
import { cutAuditLogAfter } from './access/audit-log/retention.ts'
import { appendEntries } from './access/audit-log/service.ts'
import { serveLogos } from './access/companies/logos.ts'
import type { FetchLogo } from './access/companies/service.ts'
import { advanceOf } from './access/sandboxes/advance.ts'
import { serveAuth } from './access/sessions/auth.ts'
import { createBackOff, sweepFailures } from './access/sessions/back-off.ts'
import { guardLinks } from './access/sessions/link-door.ts'
import { createSessions, isMember, sweepSessions } from './access/sessions/session.ts'
import { passkeyHostOf } from './access/sessions/sign-in.ts'
import type { SingleSignOnSettings } from './access/sessions/single-sign-on.ts'
import { serveWelcomePage } from './access/sessions/welcome-page.ts'
import { automaticMatches } from './billing/bank/automatic.ts'
import { createStatementReader } from './billing/bank/reader.ts'
import { attachmentsFrom, xmlRequired } from './billing/e-invoices/service.ts'
import { createEInvoiceWorker } from './billing/e-invoices/worker.ts'
import { sweepOverdue, sweepOverdueInvoices } from './billing/invoices/sweep.ts'
import { createPapers } from './billing/papers/service.ts'
import type { Press } from './billing/printing/press.ts'
import { servePublicPages } from './billing/public-pages/routes.ts'
import type { PdfOf } from './billing/public-pages/service.ts'
import { sweepExpired, sweepExpiredQuotes } from './billing/quotes/sweep.ts'
import { recurringInvoicesJob, sweepRecurringInvoices } from './billing/recurring-invoices/sweep.ts'
import { reminderUnwanted } from './billing/reminders/remind.ts'
import { remindersJob, sweepReminders } from './billing/reminders/sweep.ts'
import { thanksJobOf, thanksUnwanted } from './billing/reminders/thanks.ts'
import { statementAttachments } from './billing/statements/mailing.ts'
import { apiEndpoints, dashboardEndpoints, dashboardEndpointsOf, endpoints, eventCatalogue } from './endpoints.ts'
import { serveDocs } from './http/docs-page.ts'
import { type Phase, serveHealth } from './http/health.ts'
import { removeOldAnswers } from './http/idempotency.ts'
import { generateOpenApi } from './http/openapi.ts'
import { createPages, NO_PAGES, tellingOf } from './http/pages.ts'
import { createPublicAddress } from './http/public-address.ts'
import type { RequestRecord } from './http/request.ts'
import { createServer, type ServerOptions } from './http/server.ts'
import { serveWellKnown } from './http/well-known.ts'
import type { AnyJobKind } from './jobs/job-kind.ts'
import { alwaysLeading, type Leadership } from './jobs/leadership.ts'
import { removeOldJobs } from './jobs/queue.ts'
import { createJobRunner, type JobRunner, type ObserveRun } from './jobs/runner.ts'
import { jobWaits } from './jobs/waits.ts'
import type { Clock } from './kernel/clock.ts'
import type { Vault } from './kernel/vault.ts'
import { type BackupSettings, backupJob, type MakeBackup } from './operate/backups/job.ts'
import { driftMender, followDrift, rebuildFigures, verifyFigures } from './operate/figures/jobs.ts'
import { VERSION } from './operate/version.ts'
import { createEventFeed } from './record/events/feed.ts'
import { removeEventsAfter } from './record/events/retention.ts'
import { type AttachmentOf, deliveryOf } from './record/mail/delivery.ts'
import type { Mailer } from './record/mail/mailer.ts'
import type { MailParts } from './record/mail/service.ts'
import { removeDeliveriesAfter } from './record/webhooks/deliveries.ts'
import { createDispatcher, type Dispatcher } from './record/webhooks/dispatcher.ts'
import { eventHolds } from './record/webhooks/event-holds.ts'
import type { Sender } from './record/webhooks/sender.ts'
import { createSteadyClock } from './record/webhooks/steady-time.ts'
import { deliveryWaits } from './record/webhooks/waits.ts'
import type { Database } from './sql/database.ts'
import { billableTime } from './work/time-entries/invoicing.ts'

export interface App {
  /** The HTTP server, not listening yet. */
  server: FastifyInstance
  /** Everything that is done without a request. */
  job_kinds: readonly AnyJobKind[]
  /** Does it, once it is started. */
  jobs: JobRunner
  /** Sends events to webhook endpoints, once it is started. */
  dispatcher: Dispatcher
  /** Rows of the audit log that are still buffered. */
  auditRows(): number
  /** Writes what is still buffered, and returns whether it is written; call it when no request is running any more. */
  flush(): Promise<boolean>
}

export interface AppParts extends ServerOptions {
  database: Database
  clock: Clock
  log: Logger
  /** Seals the secrets that must be readable again. */
  vault: Vault
  /** Makes the calls to webhook endpoints. */
  sender: Sender
  allow_private_webhooks: boolean
  /** Gives the PDFs of public pages; unset: the kept ones. */
  pdfOf?: PdfOf | undefined
  /** Fetches the logos that companies name by an address. */
  fetchLogo: FetchLogo
  /** Prints documents. The caller closes it, after the jobs have stopped. */
  press: Pick<Press, 'print'>
  /** Sends mails, the address that they come from, and how many a company may send in 24 hours; unset: no mail server is configured. */
  mail?: { mailer: Mailer; from: string; per_day?: number | undefined } | undefined
  /** Backups at their times; unset: none are made. */
  backup?: { settings: BackupSettings; make: MakeBackup | undefined } | undefined
  /** How long entries of reads and refusals stay in the audit log; unset: forever. */
  audit_retention_days?: number | undefined
  event_retention_days?: number | undefined
  /** How long deliveries of webhooks that are over stay; unset: 30 days. */
  delivery_retention_days?: number | undefined
  /** Where the service is reached, if that is not where it listens. */
  public_url?: string | undefined
  /** Another service that people can sign in by. */
  single_sign_on?: SingleSignOnSettings | undefined
  /** Where to report a weakness of this installation, as a URI. */
  security_contact?: string | undefined
  /** The folder of the built dashboard; without it there are no pages. */
  pages_dir?: string | undefined
  /** The clock for due times of deliveries; the default ignores changes of the machine's clock. */
  steadyClock?: Clock | undefined
  /** Runs each job, for metrics and traces. */
  observeRun?: ObserveRun | undefined
  /** What `/health/ready` says of the process, besides the database; by default that it is ready. */
  phase?: (() => Phase) | undefined
  /** Says whether this process delivers webhooks; by default it does. */
  leadership?: Leadership | undefined
}

/** Puts the service together on a database. */
export function createApp(parts: AppParts): App {
  const { database, clock, log, vault, single_sign_on } = parts
  database.atCommit((tx, records) => appendEntries(tx, records as RequestRecord[]))
  const uses = createKeyUses(database, log)
  const feed = createEventFeed(database)
  const dispatcher = createDispatcher({
    database,
    clock,
    steadyClock: parts.steadyClock ?? createSteadyClock(clock),
    catalogue: eventCatalogue,
    vault,
    sender: parts.sender,
    log,
    leadership: parts.leadership ?? alwaysLeading,
  })
  const allow_private = parts.allow_private_webhooks
  let expectSignIn = () => {}
  const pages = parts.pages_dir === undefined ? NO_PAGES : tellingOf(createPages(parts.pages_dir), () => expectSignIn())
  const secret = vault.derive(SIGN_IN_SECRET)
  const sessions = createSessions(database, clock, secret)
  const backOff = createBackOff(database, clock)
  // Asked for when the service listens: before, it may not know its port.
  const public_address = createPublicAddress(() => server.server.address(), parts.public_url)
  const steady = { steady_ms: () => dispatcher.steady_ms(), ahead_ms: () => dispatcher.ahead_ms() }
  const webhooks = { catalogue: eventCatalogue, vault, allow_private, ...steady }
  const papers = createPapers({ database, press: parts.press, clock })
  const e_invoices = createEInvoiceWorker()
  const statements = createStatementReader()
  const of_document = attachmentsFrom(papers, database, e_invoices)
  const of_statement = statementAttachments(papers, database)
  const attachmentOf: AttachmentOf = (form, { resource_type, ...mail }) =>
    resource_type === 'customer' ? of_statement(form, { ...mail, resource_type }) : of_document(form, { ...mail, resource_type })
  const { mailer, from, per_day } = parts.mail ?? {}
  const delivery = deliveryOf({ mailer, attachmentOf, clock, unwanted: { reminder: reminderUnwanted, thanks: thanksUnwanted } })
  const mail: MailParts = { from, per_day, delivery, requireXml: xmlRequired(e_invoices) }
  const recurring = { mail: () => mail, url: public_address.url, time: billableTime, log }
  const reminders = { mail: () => mail, addressOf: (path: string) => `${public_address.url()}${path}` }
  const advance = advanceOf({
    clock,
    sweeps: [
      sweepOverdueInvoices,
      sweepExpiredQuotes,
      (database, now_ms, only) => sweepRecurringInvoices(database, recurring, now_ms, { only }),
      (database, now_ms, only) => sweepReminders(database, reminders, now_ms, { only }),
    ],
    waits: [jobWaits(clock, 'sandbox.advance'), deliveryWaits(() => dispatcher.steady_ms())],
  })
  const needs = { papers: () => papers, mail: () => mail, statements: () => statements, fetchLogo: parts.fetchLogo }
  const { app: server, idempotency } = createServer({
    ...parts,
    endpoints: apiEndpoints({ ...needs, webhooks: () => webhooks, eInvoices: () => e_invoices, advance: () => advance }),
    follow: feed.follow,
    authenticate: createAuthenticate(database, clock),
    onlyCompany: (caller) => onlyCompanyOf(database, caller),
    dashboard: {
      authenticate: sessions.authenticate,
      onlyCompany: sessions.onlyCompany,
      isOwnOrigin: public_address.isOwnOrigin,
      endpoints: dashboardEndpointsOf({
        ...needs,
        linkOf: (token) => `${public_address.url()}/welcome/${token}`,
        backOff: () => backOff,
        ways: () => ({
          single_sign_on: single_sign_on ? { name: single_sign_on.name } : null,
          passkey_host: passkeyHostOf(public_address.url()),
        }),
        mail_from: () => parts.mail?.from,
      }),
    },
    pages,
    url: public_address.url,
    recordChange: (tx, record) => tx.defer(record),
    recordLater: uses.buffer.add,
    recordUse: uses.add,
  })
  server.addHook('onClose', async () => {
    feed.stop()
    await Promise.all([e_invoices.close(), statements.close()])
  })
  const phase = parts.phase ?? (() => 'ready')
  serveHealth(server, { isHealthy: () => database.isHealthy(), failure: uses.buffer.failure, phase })
  serveWellKnown(server, { security_contact: parts.security_contact, url: public_address.url, now_ms: clock.now_ms })
  serveLogos(server, database)
  serveDocs(server, () => generateOpenApi([...endpoints, ...dashboardEndpoints], VERSION, eventCatalogue.types))
  const { isOwnOrigin } = public_address
  const origin = () => new URL(public_address.url()).origin
  const auth = serveAuth(server, {
    database,
    clock,
    log,
    sessions,
    backOff,
    secret,
    single_sign_on,
    origin,
    isOwnOrigin,
    // The sign-in has one route for many paths, all of them ours: each counts as a kind of its own.
    record: (record) => uses.buffer.add({ ...record, route: record.path }),
  })
  expectSignIn = auth.expect
  guardLinks(server, { database, clock, backOff })
  servePublicPages(server, {
    database,
    clock,
    log,
    pdfOf: parts.pdfOf ?? papers.current,
    isMember: (cookie, organization_id) => isMember(database, sessions, cookie, organization_id),
    isOwnOrigin,
  })
  serveWelcomePage(server, { database, clock, backOff, pages })
  const onDrift = driftMender({ database, clock, log })
  const forgetDrift = followDrift(database, log, onDrift)
  server.addHook('onClose', async () => forgetDrift())
  const job_kinds: AnyJobKind[] = [
    removeDeliveriesAfter(parts.delivery_retention_days),
    sweepSessions,
    sweepFailures,
    sweepOverdue,
    sweepExpired,
    recurringInvoicesJob(recurring),
    remindersJob(reminders),
    thanksJobOf(reminders),
    automaticMatches,
    removeOldAnswers(idempotency),
    cutAuditLogAfter(parts.audit_retention_days, anchorKeyOf(vault)),
    removeEventsAfter(parts.event_retention_days, eventHolds),
    removeOldJobs,
    verifyFigures(onDrift),
    rebuildFigures,
    delivery,
    advance,
    ...(parts.backup ? [backupJob(parts.backup.settings, parts.backup.make)] : []),
  ]
  const jobs = createJobRunner({ database, clock, log, kinds: job_kinds, observeRun: parts.observeRun })
  return { server, job_kinds, jobs, dispatcher, auditRows: uses.buffer.waiting, flush: uses.buffer.flush }
}

/** The label under which the sign-in's secret is derived from the vault's key. */
const SIGN_IN_SECRET = 'quoin sign-in 1'
