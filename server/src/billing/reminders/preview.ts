// A reminder as it would look, of a sample invoice: for the settings, where there need be no invoice yet.
import { mailTextsOf, type Reminder } from '../../access/companies/schema.ts'
import { getCompany } from '../../access/companies/service.ts'
import type { Context } from '../../http/context.ts'
import { addDays } from '../../kernel/dates.ts'
import { formatsFor } from '../../kernel/formats.ts'
import type { EmailPreview } from '../../record/mail/schema.ts'
import { type MailParts, previewEmail } from '../../record/mail/service.ts'
import { numberOf } from '../documents/typed-number.ts'

const SAMPLE_CUSTOMER = { name: 'Lindqvist & Söner AB', email: 'accounts@lindqvist.example' }
/** In minor units, whatever the currency. */
const SAMPLE_AMOUNT = 116_000

/** The email of a step, sent today, in the language of the company. Throws 400 for a subject of several lines. */
export function previewReminder(context: Context, mail: MailParts, { days, subject, message }: Reminder): Promise<EmailPreview> {
  const { company_id, today } = context
  return context.read(async (tx) => {
    const company = await getCompany(tx, company_id)
    const { language, currency, invoice_prefix } = company
    const formats = formatsFor(language, company.country ?? '', currency)
    const mailing = {
      kind: 'reminder' as const,
      is_early: days <= 0,
      resource_type: 'invoice' as const,
      resource_id: '',
      customer_email: SAMPLE_CUSTOMER.email,
      customer_cc: [],
      own_text: mailTextsOf(company).reminder,
      reply_to: company.contact_email || null,
      language,
      facts: {
        number: numberOf(invoice_prefix, today, 1),
        amount: formats.money(SAMPLE_AMOUNT),
        due_date: formats.date(addDays(today, -days) ?? today),
        customer: SAMPLE_CUSTOMER.name,
        company: company.name,
        link: context.addressOf('/i/sample'),
        period: '',
      },
    }
    return previewEmail(mail, mailing, { subject: subject ?? undefined, message: message ?? undefined })
  })
}
