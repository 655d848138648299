// The table of recurring invoices: the template of the invoices, and the schedule that they are made by.
import type { CompanyId, CustomerId, ProjectId, RecurringInvoiceId } from '../../kernel/ids.ts'
import type { Language } from '../../kernel/languages.ts'
import type { TaxCategory } from '../../kernel/tax-categories.ts'
import { boolean, type Column, decimal, defineTable, integer, json, type RowOf, text } from '../../sql/columns.ts'
import { type DocumentTexts, textColumns } from '../documents/texts.ts'
import type { Frequency } from './dates.ts'

export const RECURRING_STATUSES = ['active', 'paused', 'ended'] as const
export type RecurringStatus = (typeof RECURRING_STATUSES)[number]

/** The texts of the invoices. Null: what customer and company have when an invoice is made, as with the other fields of the template. */
const templateTexts = Object.fromEntries(Object.keys(textColumns).map((name) => [name, text().nullable()])) as Record<
  keyof DocumentTexts,
  Column<string | null>
>

export const recurring_invoices = defineTable('recurring_invoices', {
  key: ['company_id', 'id'],
  columns: {
    company_id: text<CompanyId>(),
    id: text<RecurringInvoiceId>(),
    customer_id: text<CustomerId>().indexed(),
    status: text<RecurringStatus>().indexed(),
    frequency: text<Frequency>(),
    interval: integer(),
    start_date: text(),
    end_date: text().nullable(),
    occurrences: integer().nullable(),
    auto_send: boolean(),
    /** The date of the next invoice; null once ended. */
    next_date: text().nullable().indexed(),
    /** Periods before it are over: they were made, or skipped by a pause. */
    not_before: text(),
    invoices_count: integer(),
    last_error: text().nullable(),
    project_id: text<ProjectId>().nullable().indexed(),
    include_unbilled_time: boolean(),
    currency: text().nullable(),
    language: text<Language>().nullable(),
    payment_days: integer().nullable(),
    tax_rate: decimal().nullable(),
    tax_category: text<TaxCategory>().nullable(),
    /** JSON: texts by category. */
    tax_exemption_reasons: json().nullable(),
    discount_type: text<'percentage' | 'fixed'>().nullable(),
    discount_value: decimal().nullable(),
    ...templateTexts,
    metadata: json(),
    /** JSON: a list of `CreateLineItem`. */
    items: json(),
    created_at: text().fixed(),
    updated_at: text().uncompared(),
    deleted_at: text().nullable().indexed(),
  },
})
export type RecurringInvoicesTable = RowOf<typeof recurring_invoices>

declare module '../../sql/tables.ts' {
  interface Tables {
    recurring_invoices: RecurringInvoicesTable
  }
}
