// The SQL of invoices: the store of documents, and what only invoices are asked.
import { sql } from 'kysely'
import type { CompanyId } from '../../kernel/ids.ts'
import type { Tx } from '../../sql/database.ts'
import { bothWays } from '../../sql/list-order.ts'
import { literals, statement } from '../../sql/statement.ts'
import { type DocumentQuery, TOTAL_AS_SHOWN } from '../documents/list.ts'
import { documentsOf, withCustomer } from '../documents/query.ts'
import { documentStore } from '../documents/store.ts'
import { invoiceFigures } from './kept-figures.ts'
import { type InvoiceStatus, invoice_items, invoices, OPEN } from './table.ts'

const ORDERS = { ...bothWays('due_date', 'document.due_date'), ...bothWays('total', TOTAL_AS_SHOWN, TOTAL_AS_SHOWN, 'bigint') }
export type InvoiceQuery = DocumentQuery<keyof typeof ORDERS>

export const invoiceStore = documentStore({
  table: invoices,
  items: invoice_items,
  referring: ['payments', 'quotes', 'credit_notes', 'time_entries', 'invoice_reminders', 'bank_matches'],
  orders: ORDERS,
  figures: invoiceFigures,
  /** When an invoice becomes overdue (docs/api/invoices.md, "Status"). */
  due: { day: 'due_date', statuses: ['sent', 'viewed', 'partial'], is_owed: true },
})

/** Those of one company, with the ones that were found to be so before: again by the condition of an index. */
const findLongestOverdue = statement<{ company_id: CompanyId; today: string; limit: number }>()((db, p) =>
  withCustomer(documentsOf(db, 'invoices', p))
    .selectAll('document')
    .where('document.due_date', '<', p.today)
    .where('document.amount_due', '>', sql.lit(0))
    .where('document.status', 'in', literals<InvoiceStatus>(...OPEN))
    .orderBy('document.due_date')
    .orderBy('document.id')
    .limit(p.limit),
)

/** A company's invoices on which money is due since before `today`, the longest first. */
export const listLongestOverdue = (tx: Tx, company_id: CompanyId, today: string, limit: number) =>
  findLongestOverdue.all(tx, { company_id, today, limit })
