// The job that sends a mail: at least once, with the same Message-ID each time (decisions/033-mail.md).
import { Type } from 'typebox'
import { allowedAddresses } from '../../access/sandboxes/service.ts'
import { errorText } from '../../jobs/job.ts'
import { defineJob, type JobKind } from '../../jobs/job-kind.ts'
import { type Clock, timestamp } from '../../kernel/clock.ts'
import type { EmailId } from '../../kernel/ids.ts'
import type { Database, Tx } from '../../sql/database.ts'
import { recordEvents } from '../events/record.ts'
import { type MailContent, partsOf } from './content.ts'
import { afterAttempt, cancelled, MOST_ATTEMPTS } from './email.ts'
import { emailSettled } from './events.ts'
import { inOneLine } from './header-text.ts'
import type { Attachment, Mailer } from './mailer.ts'
import type { Attempt } from './reply.ts'
import { findEmail, saveEmail } from './repository.ts'
import { presentEmail } from './schema.ts'
import type { EmailKind, EmailsTable, MailedType } from './table.ts'

/** Runs of the job: more than attempts, because a process that ends during a run has not made an attempt. */
const MOST_RUNS = 30
/** The longest attempt, however slowly the server answers. The mail is deferred then. */
const LONGEST_ATTEMPT_MS = 5 * 60_000

/**
 * Makes a form of what a mail is about (`pdf`, `xml`): of the version `attached_version`, or of the current one when it is null. A mail never goes
 * out without one that it should have: an error is one of the attempt. Undefined: the document is not there any more, so the mail has
 * failed.
 */
export type AttachmentOf<Type extends MailedType = MailedType> = (
  form: string,
  mail: Pick<EmailsTable, 'company_id' | 'resource_id' | 'attached_version' | 'content' | 'created_at'> & { resource_type: Type },
) => Promise<{ attachment: Attachment; version: number } | undefined>

/** Says why a queued mail is not wanted any more; undefined: it still is. */
export type Unwanted = (tx: Tx, email: EmailsTable) => Promise<string | undefined>

export interface DeliveryParts {
  /** Undefined where no mail server is configured: mails that were queued before wait. */
  mailer: Mailer | undefined
  /** Undefined while documents have no forms: then mails have no attachments. */
  attachmentOf: AttachmentOf | undefined
  /** By kind. It is asked directly before each attempt; mails of other kinds are sent whatever happened since. */
  unwanted?: Partial<Record<EmailKind, Unwanted>>
  clock: Clock
}

/** Thrown by a run whose mail waits for the next attempt. */
class Deferred extends Error {}

/** The job, for the mailer of this process. */
export function deliveryOf(parts: DeliveryParts): JobKind<{ email_id: string }> {
  return defineJob({
    kind: 'mail.send',
    schema: Type.Object({ email_id: Type.String() }),
    attempts: MOST_RUNS,
    async run({ database, company_id, payload, attempt, signal }) {
      const id = payload.email_id as EmailId
      const email = company_id === null ? undefined : await database.readOne((tx) => findEmail(tx, company_id, id))
      // Settled by a run that could not say so before its process ended.
      if (email?.status !== 'queued') return { status: email?.status ?? 'gone' }
      const limit = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_ATTEMPT_MS)])
      const ended = await send(parts, database, email, limit)
      if (ended.outcome === 'unwanted') return { status: await cancel(database, email, ended.reason), reason: ended.reason }
      // Given back: the process ends in order, and another run makes the attempt.
      if (signal.aborted && ended.outcome !== 'sent') throw new Deferred(ended.error)
      const status = await settle(database, email, ended, attempt >= MOST_ATTEMPTS, timestamp(parts.clock.now_ms()))
      if (status === 'queued' && ended.outcome !== 'sent') throw new Deferred(ended.error)
      return { status, ...(ended.outcome === 'sent' ? {} : { error: ended.error }) }
    },
  })
}

async function send(
  { mailer, attachmentOf, unwanted }: DeliveryParts,
  database: Database,
  email: EmailsTable,
  signal: AbortSignal,
): Promise<Attempt | { outcome: 'unwanted'; reason: string }> {
  const ask = unwanted?.[email.kind]
  const whyUnwanted = async () => ask && database.readOne((tx) => ask(tx, email))
  // Before the attachments too: those of a deleted document can't be made.
  const reason = await whyUnwanted()
  if (reason !== undefined) return { outcome: 'unwanted', reason }
  const [named_to, named_cc]: [string[], string[]] = [JSON.parse(email.to), JSON.parse(email.cc)]
  const allowed = new Set(await database.readOne((tx) => allowedAddresses(tx, email.company_id, [...named_to, ...named_cc])))
  const [to, cc] = [named_to, named_cc].map((addresses) => addresses.filter((address) => allowed.has(address)))
  // In a sandbox nothing leaves for others: the mail counts as sent, so that what follows from it can be tried.
  if (to!.length + cc!.length === 0) return { outcome: 'sent', refused: [] }
  if (!mailer) return { outcome: 'deferred', error: 'No mail server is configured: set QUOIN_SMTP_URL and QUOIN_MAIL_FROM' }
  const attachments: Attachment[] = []
  try {
    for (const form of attachmentOf ? (JSON.parse(email.attach) as string[]) : []) {
      const made = await attachmentOf!(form, email)
      if (!made) return { outcome: 'failed', error: `The ${email.resource_type.replace('_', ' ')} is not there any more` }
      await fixVersion(database, email, made.version)
      attachments.push(made.attachment)
    }
  } catch (error) {
    return { outcome: 'deferred', error: `The attachment could not be made: ${errorText(error)}` }
  }
  const content = JSON.parse(email.content) as MailContent
  const new_reason = await whyUnwanted()
  if (new_reason !== undefined) return { outcome: 'unwanted', reason: new_reason }
  return mailer.send(
    {
      message_id: email.message_id,
      date: new Date(email.created_at),
      from_name: inOneLine(content.company),
      reply_to: content.reply_to,
      to: to!,
      cc: cc!,
      subject: email.subject,
      ...partsOf(email.subject, content),
      attachments,
    },
    signal,
  )
}

/** Stores which version a mail carries, before it is first sent: an attempt after a change of the document carries the same. */
async function fixVersion(database: Database, email: EmailsTable, version: number): Promise<void> {
  if (email.attached_version === version) return
  const fixed = await database.write(async (tx) => {
    const before = await findEmail(tx, email.company_id, email.id)
    if (before?.attached_version === null) saveEmail(tx, before, { ...before, attached_version: version })
    return before?.attached_version ?? version
  }, email.company_id)
  // Another run of this job was faster, after this process was taken for dead.
  if (fixed !== version) throw new Error(`The mail carries version ${fixed} of the document, not ${version}`)
}

/** Stores that a mail is not sent any more; returns the status. */
function cancel(database: Database, { company_id, id }: EmailsTable, reason: string) {
  return database.write(async (tx) => {
    const before = await findEmail(tx, company_id, id)
    if (before?.status === 'queued') saveEmail(tx, before, cancelled(before, reason))
    return before?.status === 'queued' ? 'cancelled' : (before?.status ?? 'gone')
  }, company_id)
}

/** Stores the end of an attempt, with its event if it is the end of the mail; returns the status. */
function settle(database: Database, { company_id, id }: EmailsTable, ended: Attempt, is_last: boolean, now: string) {
  return database.write(async (tx) => {
    const before = await findEmail(tx, company_id, id)
    // Another run of this job was faster, after this process was taken for dead.
    if (before?.status !== 'queued') return before?.status ?? 'gone'
    const after = afterAttempt(before, ended, is_last, now)
    saveEmail(tx, before, after)
    if (after.status !== 'queued') await recordEvents(tx, { company_id, now }, emailSettled(presentEmail(after)))
    return after.status
  }, company_id)
}
