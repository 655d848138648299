// A mail about a document: what it says of the document, in the document's language.

import { mailTextsOf } from '../../access/companies/schema.ts'
import { getCompany } from '../../access/companies/service.ts'
import type { Context } from '../../http/context.ts'
import { formatsFor } from '../../kernel/formats.ts'
import type { Mailing } from '../../record/mail/email.ts'
import type { Tx } from '../../sql/database.ts'
import { findCustomerNow } from '../customers/service.ts'
import { companyOf } from './company.ts'
import type { ShownCustomer } from './customer.ts'
import { publicPath } from './public-link.ts'
import type { DocumentColumns } from './table.ts'

/** What differs between kinds of document. */
interface Mailed {
  type: 'invoice' | 'quote'
  id: string
  number: string
  /** The day by which an invoice is paid, or until which a quote stands. */
  term: string
}

/** The mail that sends a document to its customer, with the amount of its total. */
export async function mailingOf(
  tx: Tx,
  context: Context,
  document: DocumentColumns & ShownCustomer,
  { type, id, number, term }: Mailed,
): Promise<Mailing> {
  const { language } = document
  const current = await getCompany(tx, context.company_id)
  const company = companyOf(document, current)
  // The customer as it is now: an address that was corrected after the issue is the one that mails go to.
  const customer = await findCustomerNow(tx, context.company_id, document.customer_id)
  const formats = formatsFor(language, company.country ?? '', document.currency)
  return {
    kind: type,
    resource_type: type,
    resource_id: id,
    customer_email: customer?.contact_email ?? document.customer_contact_email,
    customer_cc: customer ? (JSON.parse(customer.cc_emails) as string[]) : [],
    own_text: mailTextsOf(current)[type],
    reply_to: company.contact_email || null,
    language,
    facts: {
      number,
      amount: formats.money(document.total),
      due_date: formats.date(term),
      customer: document.customer_name,
      company: company.name,
      link: linkOf(context, type, document.public_token),
    },
  }
}

/** The address of the public page; empty where the service does not know its own. */
function linkOf(context: Context, type: Mailed['type'], public_token: string): string {
  const address = context.addressOf(publicPath(type, public_token))
  return /^https?:\/\//.test(address) ? address : ''
}
