import type { Context } from '../../http/context.ts'
import type { Email, SendEmail } from '../../record/mail/schema.ts'
import { type MailParts, sendEmail } from '../../record/mail/service.ts'
import { mailingOf } from '../documents/mailing.ts'
import { changeQuoteIn, loadQuote } from './service.ts'

/** Sends a quote to its customer by mail: as `sendInvoice` does it. */
export function sendQuote(context: Context, mail: MailParts, id: string, input: SendEmail): Promise<Email> {
  return context.transaction(async (tx) => {
    const before = await loadQuote(tx, context.company_id, id)
    const quote = before.status === 'draft' ? await changeQuoteIn(tx, context, before, { status: 'sent' }) : before
    const mailed = { type: 'quote', id: quote.id, number: quote.quote_number, term: quote.valid_until } as const
    return sendEmail(tx, context, mail, await mailingOf(tx, context, quote, mailed), input)
  })
}
