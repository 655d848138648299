// The table of this room.
import type { CompanyId, EmailId, InvoiceId } from '../../kernel/ids.ts'
import { defineTable, integer, minor, type RowOf, text } from '../../sql/columns.ts'

/** `sent`: its mail was queued; `skipped`: a later one was due before it could be sent; `waiting`: it can't be sent, and is tried again. */
export const REMINDER_STATES = ['sent', 'skipped', 'waiting'] as const
/** Why one waits, or waited until it was skipped. */
export const WAITING_REASONS = ['email_not_configured', 'email_limit_reached', 'no_address', 'invalid_address'] as const
export type WaitingReason = (typeof WAITING_REASONS)[number]

/** What became of a step of an invoice; none is there for a step that was not due yet. */
export const invoice_reminders = defineTable('invoice_reminders', {
  key: ['company_id', 'invoice_id', 'days'],
  columns: {
    company_id: text<CompanyId>(),
    invoice_id: text<InvoiceId>(),
    /** From the due date: the step. */
    days: integer(),
    state: text<(typeof REMINDER_STATES)[number]>(),
    reason: text<WaitingReason>().nullable(),
    email_id: text<EmailId>().nullable(),
    /** What was open then. */
    amount_due: minor(),
    recorded_at: text(),
  },
})
export type RemindersTable = RowOf<typeof invoice_reminders>

declare module '../../sql/tables.ts' {
  interface Tables {
    invoice_reminders: RemindersTable
  }
}
