// The tables of this room.
import type { CompanyId, InvoiceId, PaymentId } from '../../kernel/ids.ts'
import { boolean, defineTable, minor, type RowOf, text } from '../../sql/columns.ts'

export const payments = defineTable('payments', {
  key: ['company_id', 'invoice_id', 'id'],
  columns: {
    company_id: text<CompanyId>(),
    invoice_id: text<InvoiceId>(),
    id: text<PaymentId>(),
    amount: minor(),
    paid_at: text().indexed(),
    method: text(),
    reference: text(),
    is_from_status: boolean(),
    created_at: text().fixed(),
    deleted_at: text().nullable().indexed(),
  },
})
export type PaymentsTable = RowOf<typeof payments>

declare module '../../sql/tables.ts' {
  interface Tables {
    payments: PaymentsTable
  }
}
