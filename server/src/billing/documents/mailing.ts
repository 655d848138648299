// A mail about a document: what it says of the document, in the document's language.

import { mailTextsOf } from '../../access/companies/schema.ts'
import { getCompany } from '../../access/companies/service.ts'
import type { Context } from '../../http/context.ts'
import { formatsFor } from '../../kernel/formats.ts'
import type { Minor } from '../../kernel/money.ts'
import type { Mailing } from '../../record/mail/email.ts'
import type { Tx } from '../../sql/database.ts'
import { findCustomerNow } from '../customers/service.ts'
import { companyToPrint } from './company.ts'
import type { ShownCustomer } from './customer.ts'
import { type DocumentKind, publicPath } from './kinds.ts'
import type { OwnFields } from './record.ts'
import type { DocumentColumns } from './table.ts'

/** A mail about a document that does not send it: its kind, and the amount that it names. */
interface About extends Pick<Mailing, 'kind' | 'is_early'> {
  amount: Minor
}

/** The mail that sends a document to its customer, with the amount of its total; or another one about it. */
export async function mailingOf(
  tx: Tx,
  context: Pick<Context, 'company_id' | 'addressOf'>,
  kind: DocumentKind,
  document: DocumentColumns & ShownCustomer & { id: string },
  { number, due_date, valid_until }: OwnFields,
  about: About = { kind, amount: document.total },
): Promise<Mailing> {
  const { language } = document
  const current = await getCompany(tx, context.company_id)
  const company = await companyToPrint(tx, context.company_id, document)
  // The customer as it is now: an address that was corrected after the issue is the one that mails go to.
  const customer = await findCustomerNow(tx, context.company_id, document.customer_id)
  const term = due_date ?? valid_until
  const formats = formatsFor(language, company.country ?? '', document.currency)
  return {
    kind: about.kind,
    ...(about.is_early ? { is_early: true } : {}),
    resource_type: kind,
    resource_id: document.id,
    customer_email: customer?.contact_email ?? document.customer_contact_email,
    customer_cc: customer ? (JSON.parse(customer.cc_emails) as string[]) : [],
    own_text: mailTextsOf(current)[about.kind],
    reply_to: company.contact_email || null,
    language,
    facts: {
      number,
      amount: formats.money(about.amount),
      due_date: term ? formats.date(term) : '',
      customer: document.customer_name,
      company: company.name,
      link: linkOf(context, kind, document.public_token),
      period: '',
    },
  }
}

/** The address of the public page; empty where the service does not know its own. */
function linkOf(context: Pick<Context, 'addressOf'>, kind: DocumentKind, public_token: string): string {
  const address = context.addressOf(publicPath(kind, public_token))
  return /^https?:\/\//.test(address) ? address : ''
}
