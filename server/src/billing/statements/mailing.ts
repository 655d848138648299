// A statement by mail: it is made when the mail is queued, and kept with it, so that what the mail says and its file agree at every attempt.
import { mailTextsOf } from '../../access/companies/schema.ts'
import { getCompany } from '../../access/companies/service.ts'
import type { Context } from '../../http/context.ts'
import { currencyDigits } from '../../kernel/currencies.ts'
import { formatsFor } from '../../kernel/formats.ts'
import type { CustomerId } from '../../kernel/ids.ts'
import { roundToMinor } from '../../kernel/money.ts'
import type { MailContent } from '../../record/mail/content.ts'
import type { AttachmentOf } from '../../record/mail/delivery.ts'
import type { Mailing } from '../../record/mail/email.ts'
import type { Email, EmailPreview, SendEmail } from '../../record/mail/schema.ts'
import { type MailParts, previewEmail, sendEmail } from '../../record/mail/service.ts'
import type { Database, Tx } from '../../sql/database.ts'
import { findCustomerNow } from '../customers/service.ts'
import type { Papers } from '../papers/service.ts'
import { languageOf, requirePrintable, statementFileName, statementPaper } from './print.ts'
import type { Statement } from './schema.ts'
import { type Period, statementIn } from './service.ts'
import { STATEMENT_WORDS } from './wording.ts'

/** What a request says of the mail; the PDF is always attached. */
export type SendStatement = Omit<SendEmail, 'attach'>

/**
 * Queues the statement of a period for its customer. Throws as `getStatement` and `sendEmail` do, and 400 for more entries than can be printed.
 */
export function sendStatement(
  context: Context,
  mail: MailParts,
  id: string,
  period: Period,
  input: SendStatement,
): Promise<Email> {
  return context.transaction(async (tx) => sendEmail(tx, context, mail, await mailingOf(tx, context, id, period), input))
}

/** The mail that `sendStatement` would queue. Nothing is stored. */
export function previewStatement(
  context: Context,
  mail: MailParts,
  id: string,
  period: Period,
  input: SendStatement,
): Promise<EmailPreview> {
  return context.read(async (tx) => previewEmail(mail, await mailingOf(tx, context, id, period), input))
}

async function mailingOf(tx: Tx, context: Context, id: string, period: Period): Promise<Mailing> {
  const statement = await statementIn(tx, context, id, period)
  requirePrintable(statement)
  const company = await getCompany(tx, context.company_id)
  const customer = (await findCustomerNow(tx, context.company_id, statement.customer_id as CustomerId))!
  const language = languageOf(customer, company)
  const formatsOf = (currency: string) => formatsFor(language, company.country ?? '', currency)
  const balances = statement.statements.map(({ currency, closing_balance }) => ({ currency, closing_balance }))
  if (balances.length === 0) balances.push({ currency: company.currency, closing_balance: 0 })
  const { from, to } = statement
  const dates = formatsOf(company.currency)
  return {
    kind: 'statement',
    resource_type: 'customer',
    resource_id: customer.id,
    customer_email: customer.contact_email,
    customer_cc: JSON.parse(customer.cc_emails) as string[],
    own_text: mailTextsOf(company).statement,
    reply_to: company.contact_email || null,
    language,
    enclosed: statement,
    file_name: statementFileName(statement),
    facts: {
      number: '',
      amount: balances
        .map(({ currency, closing_balance }) =>
          formatsOf(currency).money(roundToMinor(closing_balance, currencyDigits(currency))),
        )
        .join(', '),
      due_date: '',
      customer: customer.name,
      company: company.name,
      link: '',
      // In the middle of a sentence.
      period:
        from === null
          ? `${STATEMENT_WORDS[language].until.toLocaleLowerCase(language)} ${dates.date(to)}`
          : dates.period(from, to),
    },
  }
}

/** The version that such a mail carries: there is one. */
const ONLY_VERSION = 1

/** Makes the PDF of a mail from the statement that is kept with it. Undefined for a customer who was deleted. */
export function statementAttachments(papers: Papers, database: Database): AttachmentOf<'customer'> {
  return async (form, { company_id, resource_id, content, created_at }) => {
    if (form !== 'pdf') throw new Error(`There is no ${form} of a statement`)
    const statement = (JSON.parse(content) as MailContent).enclosed as Statement
    const made = await database.readOne(async (tx) => {
      const customer = await findCustomerNow(tx, company_id, resource_id as CustomerId)
      if (!customer) return undefined
      const { organization_id } = await getCompany(tx, company_id)
      return { organization_id, paper: await statementPaper(tx, statement, customer, created_at) }
    })
    if (!made) return undefined
    const { pdf } = await papers.print(made.organization_id, made.paper)
    const attachment = { filename: `${statementFileName(statement)}.pdf`, content_type: 'application/pdf', content: pdf }
    return { attachment, version: ONLY_VERSION }
  }
}
