// The SQL of invoices: the store of documents, and what only invoices are asked.
import { sql } from 'kysely'
import type { Share } from '../../figures/kept-sums.ts'
import type { CompanyId } from '../../kernel/ids.ts'
import type { Tx } from '../../sql/database.ts'
import { bothWays } from '../../sql/list-order.ts'
import { literals, statement } from '../../sql/statement.ts'
import { type DocumentQuery, TOTAL_AS_SHOWN } from '../documents/list.ts'
import { documentsOf, withCustomer } from '../documents/query.ts'
import { documentStore } from '../documents/store.ts'
import { type InvoiceStatus, type InvoicesTable, invoice_items, invoices } from './table.ts'

/** The statuses in which an invoice waits to be paid. */
const OPEN = ['sent', 'viewed', 'partial', 'overdue'] as const satisfies readonly InvoiceStatus[]

const ORDERS = { ...bothWays('due_date', 'document.due_date'), ...bothWays('total', TOTAL_AS_SHOWN) }
export type InvoiceQuery = DocumentQuery<InvoiceStatus, keyof typeof ORDERS>

export const invoiceStore = documentStore({
  table: invoices,
  items: invoice_items,
  referring: ['payments', 'quotes', 'time_entries'],
  orders: ORDERS,
  shareOf: shareOfInvoice,
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

/** What an invoice counts for in the sums: a draft by its total, an open one by what is due on it, under its currency and due date. */
export function shareOfInvoice(invoice: Pick<InvoicesTable, 'status' | 'currency' | 'due_date' | 'total' | 'amount_due'>) {
  const { status, currency, due_date, total, amount_due } = invoice
  if (status === 'draft') return { name: 'drafts', key: currency, amount: total } satisfies Share
  if (!isOpen(status) || amount_due === 0) return undefined
  return { name: 'open', key: `${currency}/${due_date}`, amount: amount_due } satisfies Share
}

const isOpen = (status: InvoiceStatus) => (OPEN as readonly InvoiceStatus[]).includes(status)

/** A company's invoices on which money is due since before `today`, the longest first. */
export const listLongestOverdue = (tx: Tx, company_id: CompanyId, today: string, limit: number) =>
  findLongestOverdue.all(tx, { company_id, today, limit })
