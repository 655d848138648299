import type { Context } from '../../http/context.ts'
import type { Email, EmailPreview, SendEmail } from '../../record/mail/schema.ts'
import { type MailParts, previewEmail, sendEmail } from '../../record/mail/service.ts'
import { mailingOf } from '../documents/mailing.ts'
import type { InvoiceRecord } from './schema.ts'
import { changeInvoiceIn, loadInvoice } from './service.ts'

/**
 * Sends an invoice to its customer by mail. In one transaction a draft becomes `sent`, with the events of that change, and the mail is queued.
 * Throws 400 where nobody would get it, and 409 `email_not_configured`.
 */
export function sendInvoice(context: Context, mail: MailParts, id: string, input: SendEmail): Promise<Email> {
  return context.transaction(async (tx) => {
    const before = await loadInvoice(tx, context.company_id, id)
    const invoice = before.status === 'draft' ? await changeInvoiceIn(tx, context, before, { status: 'sent' }) : before
    return sendEmail(tx, context, mail, await mailingOf(tx, context, invoice, mailed(invoice)), input)
  })
}

/** The mail that `sendInvoice` would send, to be looked at: nothing is stored, and a draft stays one. Throws 404. */
export function previewInvoiceEmail(context: Context, mail: MailParts, id: string, input: SendEmail): Promise<EmailPreview> {
  return context.read(async (tx) => {
    const invoice = await loadInvoice(tx, context.company_id, id)
    return previewEmail(mail, await mailingOf(tx, context, invoice, mailed(invoice)), input)
  })
}

const mailed = ({ id, invoice_number, due_date }: InvoiceRecord) =>
  ({ type: 'invoice', id, number: invoice_number, term: due_date }) as const
