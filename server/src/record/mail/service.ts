// Mails: where their rules and IO meet. Sending itself is in delivery.ts.

import { allowedAddresses } from '../../access/sandboxes/service.ts'
import type { Context } from '../../http/context.ts'
import { cursorPage, refuseBothCursors } from '../../http/pagination.ts'
import type { JobKind } from '../../jobs/job-kind.ts'
import { enqueue } from '../../jobs/queue.ts'
import { ApiError, conflict, invalid, notFound } from '../../kernel/errors.ts'
import { type CompanyId, firstIdAt, idTime, isId, newId } from '../../kernel/ids.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { recordEvents } from '../events/record.ts'
import { afterAttempt, draftEmail, type Mailing, previewOf } from './email.ts'
import { emailSettled } from './events.ts'
import type { Attempt } from './reply.ts'
import { findEmail, findEmailAtPlace, insertEmail, listEmailRows, saveEmail } from './repository.ts'
import { type Email, type EmailPreview, presentEmail, type SendEmail } from './schema.ts'
import type { EmailsTable, ListedEmail, MailedDocument } from './table.ts'

/** What this room has of the service. */
export interface MailParts {
  /** The address that mails come from; undefined where no mail server is configured. */
  from: string | undefined
  /** How many mails a company may send within 24 hours; undefined: any number. */
  per_day: number | undefined
  delivery: JobKind<{ email_id: string }>
  /** Throws unless a document has an electronic invoice that can be attached. */
  requireXml(context: Context, resource_type: MailedDocument, id: string): Promise<void>
  /** For sample data: the delivery result stored with each email. Nothing is sent. */
  settled?: Attempt
}

export interface ListEmails {
  limit: number
  resource_id?: string | undefined
  status?: Email['status'] | undefined
  starting_after?: string | undefined
  ending_before?: string | undefined
}

/** Lists mails by cursor, newest first. Throws 400 for both cursors at once, and for one that names no mail of the company. */
export function listEmails(context: Context, query: ListEmails) {
  return context.read(async (tx) => {
    const { starting_after, ending_before } = query
    refuseBothCursors(query)
    await checkCursor(tx, context.company_id, 'starting_after', starting_after)
    await checkCursor(tx, context.company_id, 'ending_before', ending_before)
    const filter = { resource_id: query.resource_id, status: query.status, older_than: starting_after, newer_than: ending_before }
    const { rows, pagination } = cursorPage(await listEmailRows(tx, context.company_id, filter, query.limit + 1), query)
    return { emails: rows.map(presentEmail), pagination }
  })
}

async function checkCursor(tx: Tx, company_id: CompanyId, param: string, id: string | undefined): Promise<void> {
  if (id === undefined || (isId('email', id) && (await findEmail(tx, company_id, id)))) return
  throw invalid(param, `${param} must be the id of an email of this company`)
}

/** The mails about a document, the newest first, at most `limit`. */
export const listEmailsAbout = (tx: Tx, company_id: CompanyId, resource_id: string, limit: number): Promise<ListedEmail[]> =>
  listEmailRows(tx, company_id, { resource_id }, limit)

/** A mail; throws 404. */
export function getEmail(context: Context, id: string): Promise<Email> {
  return context.read(async (tx) => presentEmail(await loadEmail(tx, context.company_id, id)))
}

/** For whom a mail is queued, and when: mails of jobs have no request. */
type Scope = Pick<Context, 'company_id' | 'now' | 'now_ms' | 'real_ms'>

/**
 * Queues an email in the same transaction as the change it belongs to. Throws 400 if there is no recipient, and 409
 * `email_not_configured`, and 429 `email_limit_reached`.
 */
export async function sendEmail(
  tx: WriteTx,
  context: Scope,
  parts: MailParts,
  mailing: Mailing,
  input: SendEmail,
): Promise<Email> {
  const { company_id, now, real_ms } = context
  const domain = (parts.from ?? '').split('@').at(-1)!
  const email = draftEmail(mailing, input, { company_id, id: newId('email', real_ms), domain, now })
  refuseIfNotConfigured(parts)
  await refuseTooMany(tx, context, parts, email)
  if (parts.settled) return storeSettled(tx, context, afterAttempt(email, parts.settled, true, now))
  await insertEmail(tx, email)
  await queue(tx, context, parts, email)
  return presentEmail(email)
}

async function storeSettled(tx: WriteTx, context: Scope, row: EmailsTable): Promise<Email> {
  await insertEmail(tx, row)
  const email = presentEmail(row)
  await recordEvents(tx, context, emailSettled(email))
  return email
}

/** A mail as `sendEmail` would queue it. Nothing is stored. */
export const previewEmail = (parts: MailParts, mailing: Mailing, input: SendEmail): EmailPreview =>
  previewOf(mailing, input, parts.from)

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * One company must not use up what the mail server accepts from all of them, or harm its reputation. Mails of 24 hours are counted, by the time in
 * their ids, which is the machine's: the clock of a sandbox can be moved past any limit. A mail of a sandbox that leaves the server for nobody is
 * not limited.
 */
async function refuseTooMany(
  tx: WriteTx,
  { company_id, now_ms, real_ms }: Scope,
  { per_day }: MailParts,
  { to, cc }: EmailsTable,
): Promise<void> {
  if (per_day === undefined) return
  const is_ahead = now_ms !== real_ms
  if (is_ahead && (await allowedAddresses(tx, company_id, [...JSON.parse(to), ...JSON.parse(cc)])).length === 0) return
  const since = real_ms - DAY_MS
  const oldest = await findEmailAtPlace(tx, company_id, firstIdAt('email', since + 1), per_day)
  if (oldest === undefined) return
  const wait_s = Math.max(1, Math.ceil((idTime(oldest.id) - since) / 1000))
  const error = `This company has sent ${per_day} emails within 24 hours, as many as this server allows (QUOIN_MAIL_PER_DAY): try again later`
  throw new ApiError(429, [{ error, code: 'email_limit_reached' }], { 'retry-after': String(wait_s) })
}

/** Also of one that is sent by now. */
const NOT_FAILED = 'Only a failed email can be retried: this one is queued, sent or cancelled'

/** Queues a failed mail once more, with all of its attempts. Throws 404, 409 `email_not_failed` and 409 `email_not_configured`. */
export function retryEmail(context: Context, parts: MailParts, id: string): Promise<Email> {
  return context.transaction(async (tx) => {
    const before = await loadEmail(tx, context.company_id, id)
    if (before.status !== 'failed') {
      throw conflict('email_not_failed', NOT_FAILED)
    }
    refuseIfNotConfigured(parts)
    const after: EmailsTable = { ...before, status: 'queued' }
    saveEmail(tx, before, after)
    await queue(tx, context, parts, after)
    return presentEmail(after)
  })
}

function refuseIfNotConfigured({ from }: MailParts): void {
  if (from !== undefined) return
  throw conflict('email_not_configured', 'No mail server is configured: set QUOIN_SMTP_URL and QUOIN_MAIL_FROM')
}

function queue(tx: WriteTx, { company_id, real_ms }: Scope, { delivery }: MailParts, { id }: EmailsTable) {
  return enqueue(tx, { kind: delivery, company_id, payload: { email_id: id } }, real_ms)
}

async function loadEmail(tx: Tx, company_id: CompanyId, id: string): Promise<EmailsTable> {
  const email = isId('email', id) ? await findEmail(tx, company_id, id) : undefined
  if (!email) throw notFound()
  return email
}
