// Reminding of one invoice, in a transaction of its company: everything is looked at again there, so two sweeps at once send one mail.
import { stepsOf } from '../../access/companies/reminders.ts'
import { getCompany } from '../../access/companies/service.ts'
import { nowFor, todayFor } from '../../access/companies/time.ts'
import { timestamp } from '../../kernel/clock.ts'
import { ApiError } from '../../kernel/errors.ts'
import type { CompanyId, EmailId, InvoiceId } from '../../kernel/ids.ts'
import { recordEvents } from '../../record/events/record.ts'
import type { Unwanted } from '../../record/mail/delivery.ts'
import { type MailParts, sendEmail } from '../../record/mail/service.ts'
import type { WriteTx } from '../../sql/database.ts'
import { findCustomerNow } from '../customers/service.ts'
import { mailingOf } from '../documents/mailing.ts'
import { issuedInvoices } from '../invoices/issued.ts'
import { type InvoiceRecord, presentInvoice } from '../invoices/schema.ts'
import { isOpenInvoice } from '../invoices/table.ts'
import { invoiceReminded } from './events.ts'
import { findMailedInvoice, insertReminders, listReminderRows, saveReminder } from './repository.ts'
import { addressProblem, dueSteps } from './step.ts'
import type { RemindersTable, WaitingReason } from './table.ts'

/** What reminders and thanks have of the service. */
export interface ReminderParts {
  mail(): MailParts
  /** The whole address of a path of this service. */
  addressOf(path: string): string
}

/** An invoice that was found to be due for a step. */
export interface DueReminder {
  company_id: CompanyId
  invoice_id: InvoiceId
  days: number
}

/** `nothing`: it is not due any more, or can still not be sent for the same reason. */
export type Reminded = 'sent' | 'nothing' | WaitingReason

/**
 * Queues the mail of a step, with the record that it was sent and the event; or records why it can't be sent. Steps before it are over then. Nothing
 * happens when the step is not the latest that is due, or the invoice is not open, or reminders are paused. `real_ms` is by the
 * clock of the machine.
 */
export async function remind(tx: WriteTx, parts: ReminderParts, due: DueReminder, real_ms: number): Promise<Reminded> {
  const { company_id, invoice_id, days } = due
  const company = await getCompany(tx, company_id)
  const invoice = await issuedInvoices.find(tx, company_id, invoice_id)
  if (!invoice || !isOpenInvoice(invoice) || invoice.reminders_paused) return 'nothing'
  const customer = await findCustomerNow(tx, company_id, invoice.customer_id)
  if (!customer || customer.reminders_paused) return 'nothing'
  const steps = dueSteps(stepsOf(company), invoice, todayFor(company, real_ms))
  const step = steps.at(-1)
  if (step?.days !== days) return 'nothing'
  const rows = await listReminderRows(tx, company_id, invoice_id)
  const before = rows.find((row) => row.days === days)
  if (before && before.state !== 'waiting') return 'nothing'
  const now_ms = nowFor(company, real_ms)
  const now = timestamp(now_ms)
  const texts = { subject: step.subject ?? undefined, message: step.message ?? undefined }
  const queued = addressProblem(customer) ?? (await queue(tx, parts, invoice, days, texts, { now, now_ms, real_ms }))
  const is_sent = typeof queued === 'object'
  if (!is_sent && before?.reason === queued) return 'nothing'
  const after: RemindersTable = {
    company_id,
    invoice_id,
    days,
    state: is_sent ? 'sent' : 'waiting',
    reason: is_sent ? null : queued,
    email_id: is_sent ? queued.email_id : null,
    amount_due: invoice.amount_due,
    recorded_at: now,
  }
  const skipped = steps
    .slice(0, -1)
    .map((one) => ({ ...after, days: one.days, state: 'skipped' as const, reason: null, email_id: null }))
  await record(tx, rows, [...skipped, after])
  if (!is_sent) return queued
  await recordEvents(tx, { company_id, now }, [invoiceReminded(presentInvoice(invoice))])
  return 'sent'
}

/** Rows that say what became of a step already stay, unless it waited. */
async function record(tx: WriteTx, rows: readonly RemindersTable[], wanted: readonly RemindersTable[]): Promise<void> {
  const new_rows: RemindersTable[] = []
  for (const after of wanted) {
    const before = rows.find((row) => row.days === after.days)
    if (!before) new_rows.push(after)
    else if (before.state === 'waiting')
      saveReminder(tx, before, { ...after, reason: after.reason ?? (after.state === 'skipped' ? before.reason : null) })
  }
  await insertReminders(tx, new_rows)
}

/** Queues the mail; gives why it can't be. */
async function queue(
  tx: WriteTx,
  { mail, addressOf }: ReminderParts,
  invoice: InvoiceRecord,
  days: number,
  texts: { subject?: string | undefined; message?: string | undefined },
  moment: { now: string; now_ms: number; real_ms: number },
): Promise<{ email_id: EmailId } | 'email_not_configured' | 'email_limit_reached'> {
  const scope = { company_id: invoice.company_id, addressOf, ...moment }
  const about = { kind: 'reminder', amount: invoice.amount_due, is_early: days <= 0 } as const
  const mailing = await mailingOf(tx, scope, 'invoice', invoice, issuedInvoices.own(invoice), about)
  try {
    return { email_id: (await sendEmail(tx, scope, mail(), mailing, texts)).id as EmailId }
  } catch (error) {
    // Refused before anything was written.
    const reason = whyNotSent(error)
    if (reason === undefined) throw error
    return reason
  }
}

/** The refusals of `sendEmail` that have nothing to do with the mail itself. */
export function whyNotSent(error: unknown): 'email_not_configured' | 'email_limit_reached' | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { code } = error.faults[0]
  return code === 'email_not_configured' || code === 'email_limit_reached' ? code : undefined
}

/** Why a queued reminder is not sent: asked by the job of the mail, directly before it is given to the mail server. */
export const reminderUnwanted: Unwanted = async (tx, { company_id, resource_id, id }) => {
  const found = await findMailedInvoice(tx, company_id, resource_id, id)
  if (!found) return 'The invoice was deleted'
  if (!isOpenInvoice(found))
    return found.status === 'paid' ? 'The invoice was paid' : `Nothing is due: the invoice is ${found.status.replace('_', ' ')}`
  if (found.reminded_amount !== null && found.reminded_amount !== found.amount_due) return 'The amount due has changed'
  if (found.reminders_paused) return 'Reminders for this invoice are paused'
  return found.customer_paused ? 'Reminders for this customer are paused' : undefined
}
