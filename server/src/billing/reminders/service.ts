// What people see of reminders: those of an invoice, and what goes out tomorrow.
import { stepsOf } from '../../access/companies/reminders.ts'
import { getCompany } from '../../access/companies/service.ts'
import type { Context } from '../../http/context.ts'
import { currencyDigits } from '../../kernel/currencies.ts'
import { addDays } from '../../kernel/dates.ts'
import { fromMinor } from '../../kernel/money.ts'
import { listEmailsAbout } from '../../record/mail/service.ts'
import { findCustomerNow } from '../customers/service.ts'
import { loadInvoice } from '../invoices/service.ts'
import { isOpenInvoice } from '../invoices/table.ts'
import { listOpenInvoices, listReminderRows, type OpenInvoice } from './repository.ts'
import { type ComingReminders, type InvoiceReminder, type InvoiceReminders, MOST_COMING, presentReminder } from './schema.ts'
import { addressProblem, dayOf, doesCount, dueSteps } from './step.ts'

/** Mails of an invoice whose status is shown. */
const MAILS_LOOKED_AT = 100

/** What became of the steps of an invoice, and which will be due. Throws 404. */
export function listInvoiceReminders(context: Context, id: string): Promise<InvoiceReminders> {
  const { company_id, today } = context
  return context.read(async (tx) => {
    const invoice = await loadInvoice(tx, company_id, id)
    const [company, customer, rows, mails] = await Promise.all([
      getCompany(tx, company_id),
      findCustomerNow(tx, company_id, invoice.customer_id),
      listReminderRows(tx, company_id, invoice.id),
      listEmailsAbout(tx, company_id, invoice.id, MAILS_LOOKED_AT),
    ])
    const digits = currencyDigits(invoice.currency)
    const status_of = new Map(mails.map((mail) => [mail.id, mail.status]))
    const reminders: InvoiceReminder[] = rows.map((row) =>
      presentReminder(
        { ...row, date: dayOf(invoice, row), email_status: (row.email_id && status_of.get(row.email_id)) ?? null },
        digits,
      ),
    )
    const steps = stepsOf(company)
    // One that is due is sent at the next quarter of an hour.
    const coming = steps.filter((step) => dayOf(invoice, step) > today && doesCount(invoice, step))
    const planned = [...dueSteps(steps, invoice, today).slice(-1), ...coming]
    const amount_due = fromMinor(invoice.amount_due, digits)
    for (const { days } of isOpenInvoice(invoice) ? planned : []) {
      if (rows.some((row) => row.days === days)) continue
      const nothing = { reason: null, email_id: null, email_status: null, recorded_at: null }
      reminders.push({ days, date: dayOf(invoice, { days }), state: 'planned', amount_due, ...nothing })
    }
    const paused_by = invoice.reminders_paused ? 'invoice' : customer?.reminders_paused ? 'customer' : null
    return { paused_by, reminders: reminders.sort((a, b) => a.days - b.days) }
  })
}

/** The reminders that go out tomorrow, if nothing happens before: the longest overdue first. */
export function comingReminders(context: Context): Promise<ComingReminders> {
  const { company_id, today } = context
  const date = addDays(today, 1) ?? today
  return context.read(async (tx) => {
    const steps = stepsOf(await getCompany(tx, company_id)).toReversed()
    const found: { invoice: OpenInvoice; days: number }[] = []
    let is_cut = false
    for (const { days } of steps) {
      const due_date = addDays(date, -days)!
      const page = { company_id, days, after: { day: due_date, id: '' }, until: due_date, limit: MOST_COMING }
      const invoices = await listOpenInvoices(tx, page)
      if (invoices.length === MOST_COMING) is_cut = true
      const coming = invoices.filter((one) => !one.reminders_paused && !one.customer_paused && one.state === null)
      found.push(...coming.filter((one) => date >= (one.issued_on ?? one.issue_date)).map((invoice) => ({ invoice, days })))
    }
    const shown = found.slice(0, MOST_COMING)
    return { date, reminders: shown.map(presentComing), has_more: is_cut || shown.length < found.length }
  })
}

function presentComing({ invoice, days }: { invoice: OpenInvoice; days: number }): ComingReminders['reminders'][number] {
  const { id, invoice_number, customer_id, customer_name, due_date, currency, contact_email, cc_emails } = invoice
  return {
    invoice_id: id,
    invoice_number,
    customer_id,
    customer_name,
    due_date,
    days,
    currency,
    amount_due: fromMinor(invoice.amount_due, currencyDigits(currency)),
    problem: addressProblem({ contact_email: contact_email ?? '', cc_emails: cc_emails ?? '[]' }) ?? null,
  }
}
