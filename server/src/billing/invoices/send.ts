import type { Context } from '../../http/context.ts'
import type { Email, SendEmail } from '../../record/mail/schema.ts'
import { type MailParts, sendEmail } from '../../record/mail/service.ts'
import { mailingOf } from '../documents/mailing.ts'
import { changeInvoiceIn, loadInvoice } from './service.ts'

/**
 * Sends an invoice to its customer by mail. In one transaction a draft becomes `sent`, with the events of that change, and the mail is queued.
 * Throws 400 where nobody would get it, and 409 `email_not_configured`.
 */
export function sendInvoice(context: Context, mail: MailParts, id: string, input: SendEmail): Promise<Email> {
  return context.transaction(async (tx) => {
    const before = await loadInvoice(tx, context.company_id, id)
    const invoice = before.status === 'draft' ? await changeInvoiceIn(tx, context, before, { status: 'sent' }) : before
    const mailed = { type: 'invoice', id: invoice.id, number: invoice.invoice_number, term: invoice.due_date } as const
    return sendEmail(tx, context, mail, await mailingOf(tx, context, invoice, mailed), input)
  })
}
