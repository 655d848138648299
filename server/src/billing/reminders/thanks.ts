// The job that thanks for the payment of an invoice: one mail for each invoice.
import { getCompany } from '../../access/companies/service.ts'
import { nowFor } from '../../access/companies/time.ts'
import { defineJob } from '../../jobs/job-kind.ts'
import { timestamp } from '../../kernel/clock.ts'
import type { InvoiceId } from '../../kernel/ids.ts'
import type { Unwanted } from '../../record/mail/delivery.ts'
import { listEmailsAbout, sendEmail } from '../../record/mail/service.ts'
import { findCustomerNow } from '../customers/service.ts'
import { mailingOf } from '../documents/mailing.ts'
import { issuedInvoices } from '../invoices/issued.ts'
import { thanksJob } from '../invoices/thanks.ts'
import { type ReminderParts, whyNotSent } from './remind.ts'
import { findMailedInvoice } from './repository.ts'
import { addressProblem } from './step.ts'

/** Mails about an invoice that are looked through: more than anyone sends of one. */
const MAILS_LOOKED_AT = 100

/** The job. Where no mail can be sent, there are no thanks; at the limit of the day it waits. */
export const thanksJobOf = ({ mail, addressOf }: ReminderParts) =>
  defineJob({
    ...thanksJob,
    async change(tx, { company_id, payload, now_ms: real_ms }) {
      if (company_id === null) return { status: 'nothing' }
      const invoice_id = payload.invoice_id as InvoiceId
      const invoice = await issuedInvoices.find(tx, company_id, invoice_id)
      if (invoice?.status !== 'paid') return { status: 'not paid any more' }
      const company = await getCompany(tx, company_id)
      if (!company.send_thanks) return { status: 'switched off' }
      const customer = await findCustomerNow(tx, company_id, invoice.customer_id)
      if (!customer || addressProblem(customer)) return { status: 'no address' }
      const mails = await listEmailsAbout(tx, company_id, invoice_id, MAILS_LOOKED_AT)
      if (mails.some(({ kind, status }) => kind === 'thanks' && status !== 'cancelled')) return { status: 'thanked before' }
      const now_ms = nowFor(company, real_ms)
      const scope = { company_id, addressOf, now: timestamp(now_ms), now_ms, real_ms }
      const about = { kind: 'thanks', amount: payload.amount } as const
      const mailing = await mailingOf(tx, scope, 'invoice', invoice, issuedInvoices.own(invoice), about)
      try {
        return { email_id: (await sendEmail(tx, scope, mail(), mailing, {})).id }
      } catch (error) {
        if (whyNotSent(error) === 'email_not_configured') return { status: 'no mail server' }
        throw error
      }
    },
  })

/** Why queued thanks are not sent. */
export const thanksUnwanted: Unwanted = async (tx, { company_id, resource_id, id }) => {
  const found = await findMailedInvoice(tx, company_id, resource_id, id)
  if (!found) return 'The invoice was deleted'
  return found.status === 'paid' ? undefined : 'The payment was undone'
}
