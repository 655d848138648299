// The tables of credit notes and of their refunds.
import type { CompanyId, CreditNoteId, InvoiceId, LineItemId, RefundId } from '../../kernel/ids.ts'
import { defineTable, json, minor, type RowOf, text } from '../../sql/columns.ts'
import { documentColumns, LINE_ITEM_KEY, lineItemColumns } from '../documents/table.ts'

export const credit_notes = defineTable('credit_notes', {
  key: ['company_id', 'id'],
  columns: {
    ...documentColumns,
    // No index has these: no list of credit notes is filtered or ordered by them.
    issue_date: text(),
    external_id: text().nullable(),
    currency: text(),
    total: minor(),
    id: text<CreditNoteId>(),
    credit_note_number: text().fixed(),
    status: text<'issued'>(),
    /** The invoice that it credits. */
    invoice_id: text<InvoiceId>().fixed(),
    reason: text(),
    /** JSON: its groups of tax (`TaxGroup` of billing/documents/tax.ts); null when none add up to it. */
    tax_groups: json().nullable(),
    /** What was paid back because of it. */
    amount_refunded: minor(),
  },
})
export type CreditNotesTable = RowOf<typeof credit_notes>

export const credit_note_items = defineTable('credit_note_items', {
  key: LINE_ITEM_KEY,
  columns: {
    ...lineItemColumns,
    /** The line of the invoice. */
    item_id: text<LineItemId>(),
  },
})

export const refunds = defineTable('refunds', {
  key: ['company_id', 'credit_note_id', 'id'],
  columns: {
    company_id: text<CompanyId>(),
    credit_note_id: text<CreditNoteId>(),
    id: text<RefundId>(),
    amount: minor(),
    paid_at: text(),
    method: text(),
    reference: text(),
    created_at: text().fixed(),
    /** Always null: a refund is never undone. Figures count the rows that are not deleted. */
    deleted_at: text().nullable().indexed(),
  },
})
export type RefundsTable = RowOf<typeof refunds>

declare module '../../sql/tables.ts' {
  interface Tables {
    credit_notes: CreditNotesTable
    credit_note_items: RowOf<typeof credit_note_items>
    refunds: RefundsTable
  }
}
