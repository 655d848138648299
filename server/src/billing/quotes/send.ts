import type { Context } from '../../http/context.ts'
import type { Email, EmailPreview, SendEmail } from '../../record/mail/schema.ts'
import { type MailParts, previewEmail, sendEmail } from '../../record/mail/service.ts'
import { mailingOf } from '../documents/mailing.ts'
import type { QuoteRecord } from './schema.ts'
import { changeQuoteIn, loadQuote } from './service.ts'

/** Sends a quote to its customer by mail: as `sendInvoice` does it. */
export function sendQuote(context: Context, mail: MailParts, id: string, input: SendEmail): Promise<Email> {
  return context.transaction(async (tx) => {
    const before = await loadQuote(tx, context.company_id, id)
    const quote = before.status === 'draft' ? await changeQuoteIn(tx, context, before, { status: 'sent' }) : before
    return sendEmail(tx, context, mail, await mailingOf(tx, context, quote, mailed(quote)), input)
  })
}

/** The mail that `sendQuote` would send, to be looked at: nothing is stored, and a draft stays one. Throws 404. */
export function previewQuoteEmail(context: Context, mail: MailParts, id: string, input: SendEmail): Promise<EmailPreview> {
  return context.read(async (tx) => {
    const quote = await loadQuote(tx, context.company_id, id)
    return previewEmail(mail, await mailingOf(tx, context, quote, mailed(quote)), input)
  })
}

const mailed = ({ id, quote_number, valid_until }: QuoteRecord) =>
  ({ type: 'quote', id, number: quote_number, term: valid_until }) as const
