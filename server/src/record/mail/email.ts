// Pure: how a mail is made, and what attempts make of it. Rules: docs/mail.md.
import type { MailText } from '../../access/companies/schema.ts'
import { foldEmail, isMailAddress, readEmail } from '../../kernel/email.ts'
import { type Fault, invalid, invalidAll } from '../../kernel/errors.ts'
import type { CompanyId, EmailId } from '../../kernel/ids.ts'
import { hasControls, quote } from '../../kernel/text.ts'
import { partsOf, type Subject, writeMail } from './content.ts'
import { inOneLine } from './header-text.ts'
import type { Attempt } from './reply.ts'
import type { EmailPreview, SendEmail } from './schema.ts'
import type { EmailsTable } from './table.ts'

/** Attempts of a mail: the last one is two days after the first (kernel/back-off.ts). */
export const MOST_ATTEMPTS = 9

/** What goes with a mail where the request does not say. */
const ATTACHED = ['pdf'] as const

/** What a mail is about and who gets it, where the request does not say. */
export interface Mailing extends Subject {
  resource_id: string
  /** The customer's address; empty if it has none. */
  customer_email: string
  /** Who gets a copy. */
  customer_cc: readonly string[]
  /** The company's own texts for mails of this kind. */
  own_text: MailText | null
  /** Where answers go; null: to the sender. */
  reply_to: string | null
  /** The name of the attachment, without its ending, where it is not the number. */
  file_name?: string
}

/**
 * Drafts an email. Throws 400 if there is no recipient, an address is invalid, or the subject has several lines. Duplicate recipients are removed.
 * `domain` is what its Message-ID ends with.
 */
export function draftEmail(
  mailing: Mailing,
  input: SendEmail,
  made: { company_id: CompanyId; id: EmailId; domain: string; now: string },
): EmailsTable {
  const { to, cc } = recipientsOf(mailing, input)
  const { subject, content } = write(mailing, input)
  return {
    company_id: made.company_id,
    id: made.id,
    kind: mailing.kind,
    status: 'queued',
    resource_type: mailing.resource_type,
    resource_id: mailing.resource_id,
    to: JSON.stringify(to),
    cc: JSON.stringify(cc),
    subject,
    content: JSON.stringify(content),
    // The PDF first: its version is that of the mail.
    attach: JSON.stringify([...new Set(input.attach ?? ATTACHED)].sort()),
    message_id: `<${made.id}@${made.domain}>`,
    attempts: 0,
    attached_version: null,
    last_error: null,
    refused: '[]',
    created_at: made.now,
    sent_at: null,
  }
}

function write(mailing: Mailing, input: SendEmail) {
  if (input.subject !== undefined && hasControls(input.subject)) {
    throw invalid('subject', 'subject must be one line, without line breaks and control characters')
  }
  return writeMail(mailing, input, mailing.reply_to, mailing.own_text)
}

/**
 * A mail as it would be drafted, to be looked at: `from` is null where no mail server is configured, `to` is empty where the customer has no
 * address, and addresses are not checked. Throws 400 for a subject of several lines.
 */
export function previewOf(mailing: Mailing, input: SendEmail, from: string | undefined): EmailPreview {
  const { subject, content } = write(mailing, input)
  return {
    from: from ?? null,
    from_name: inOneLine(content.company),
    reply_to: mailing.reply_to,
    to: input.to ?? (mailing.customer_email === '' ? [] : [mailing.customer_email]),
    cc: input.cc ?? [...mailing.customer_cc],
    subject,
    message: content.message,
    ...partsOf(subject, content),
    attachments: (input.attach ?? ATTACHED).map((form) => ({ filename: `${mailing.file_name ?? mailing.facts.number}.${form}` })),
  }
}

function recipientsOf({ customer_email, customer_cc }: Mailing, input: SendEmail): { to: string[]; cc: string[] } {
  if (input.to === undefined && customer_email === '') {
    throw invalid('to', 'The customer has no contact_email: say to whom it is sent, or set it')
  }
  const to = input.to ?? [customer_email]
  const cc = input.cc ?? customer_cc
  const faults: Fault[] = []
  for (const [list, given] of [
    ['to', to],
    ['cc', cc],
  ] as const) {
    for (const [index, address] of given.entries()) {
      if (isMailAddress(readEmail(address))) continue
      const is_customers = input[list] === undefined
      const param = is_customers ? list : `${list}[${index}]`
      const field = list === 'to' ? 'contact_email' : 'cc_emails'
      const error = is_customers
        ? `The customer's ${field}, ${quote(address)}, is no single e-mail address: say to whom it is sent, or correct it`
        : `${param} must be an e-mail address like ada@example.com, not ${quote(address)}`
      faults.push({ error, code: 'parameter_invalid', param })
    }
  }
  if (faults.length > 0) throw invalidAll(faults)
  const seen = new Set<string>()
  const once = (address: string) => seen.size < seen.add(foldEmail(address)).size
  return { to: to.map(trimmed).filter(once), cc: cc.map(trimmed).filter(once) }
}

/** As it was typed: the part before the @ is for its server to read. */
const trimmed = (address: string) => address.trim()

/** A mail after an attempt. One that was not taken waits for the next, unless the server refused it permanently or it was the last. */
export function afterAttempt(email: EmailsTable, attempt: Attempt, is_last: boolean, now: string): EmailsTable {
  const attempts = email.attempts + 1
  if (attempt.outcome === 'sent') {
    return { ...email, attempts, status: 'sent', last_error: null, refused: JSON.stringify(attempt.refused), sent_at: now }
  }
  const status = attempt.outcome === 'failed' || is_last ? 'failed' : 'queued'
  return { ...email, attempts, status, last_error: attempt.error }
}

/** A mail that is not sent any more, and why. */
export const cancelled = (email: EmailsTable, reason: string): EmailsTable => ({
  ...email,
  status: 'cancelled',
  last_error: reason,
})
