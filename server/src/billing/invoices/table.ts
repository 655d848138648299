// The tables of invoices.
import type { InvoiceId, RecurringInvoiceId } from '../../kernel/ids.ts'
import { boolean, defineTable, minor, type RowOf, text } from '../../sql/columns.ts'
import { documentColumns, LINE_ITEM_KEY, lineItemColumns } from '../documents/table.ts'

export type InvoiceStatus = 'draft' | 'sent' | 'viewed' | 'in_review' | 'partial' | 'paid' | 'overdue' | 'cancelled'

/** The statuses in which an invoice waits to be paid. */
export const OPEN = ['sent', 'viewed', 'partial', 'overdue'] as const satisfies readonly InvoiceStatus[]

/** Whether something is to be paid on an invoice now. */
export const isOpenInvoice = ({ status, amount_due }: { status: InvoiceStatus; amount_due: number }): boolean =>
  (OPEN as readonly InvoiceStatus[]).includes(status) && amount_due > 0

export const invoices = defineTable('invoices', {
  key: ['company_id', 'id'],
  columns: {
    ...documentColumns,
    id: text<InvoiceId>(),
    invoice_number: text().fixed(),
    status: text<InvoiceStatus>().indexed(),
    due_date: text().indexed(),
    amount_paid: minor(),
    /** The total of its credit notes. */
    amount_credited: minor(),
    /** What was paid back of it. */
    amount_refunded: minor(),
    amount_due: minor().indexed(),
    /** Whether no reminders of it are sent. */
    reminders_paused: boolean(),
    /** The day on which it left `draft`; null: a draft, or issued before this was kept. */
    issued_on: text().nullable(),
    /** The recurring invoice that made it (billing/recurring-invoices). */
    recurring_invoice_id: text<RecurringInvoiceId>().nullable().fixed().indexed(),
  },
})
export type InvoicesTable = RowOf<typeof invoices>

export const invoice_items = defineTable('invoice_items', { key: LINE_ITEM_KEY, columns: lineItemColumns })

declare module '../../sql/tables.ts' {
  interface Tables {
    invoices: InvoicesTable
    invoice_items: RowOf<typeof invoice_items>
  }
}
