// SQL of the payments of all invoices of a company, by the day on which they came in.
import { sql } from 'kysely'
import type { CustomerId } from '../../kernel/ids.ts'
import type { Tx } from '../../sql/database.ts'
import { EXPORTED_AT_ONCE, type ExportScope } from '../../sql/export-page.ts'
import { statement } from '../../sql/statement.ts'
import type { PaymentsTable } from '../payments/table.ts'

/** A payment with what is shown of its invoice. */
export interface PaymentOfCompany extends PaymentsTable {
  currency: string
  invoice_number: string
  customer_id: CustomerId
  customer_name: string
}

const readPage = statement<ExportScope & { paid_at: string; id: string }>()((db, p) =>
  db
    .selectFrom('payments')
    .innerJoin('invoices', (join) =>
      join.onRef('invoices.company_id', '=', 'payments.company_id').onRef('invoices.id', '=', 'payments.invoice_id'),
    )
    .innerJoin('customers', (join) =>
      join.onRef('customers.company_id', '=', 'invoices.company_id').onRef('customers.id', '=', 'invoices.customer_id'),
    )
    .selectAll('payments')
    .select(['invoices.currency', 'invoices.invoice_number', 'invoices.customer_id'])
    .select(sql<string>`coalesce(invoices.issued_customer_name, customers.name)`.as('customer_name'))
    .where('payments.company_id', '=', p.company_id)
    .where('payments.deleted_at', 'is', null)
    .where('payments.paid_at', '<=', p.to)
    .where(sql<boolean>`(payments.paid_at, payments.id) > (${p.paid_at}, ${p.id})`)
    .orderBy('payments.paid_at')
    .orderBy('payments.id')
    .limit(sql.lit(EXPORTED_AT_ONCE)),
)

/** The living payments of a period, the earliest first; those after a day and an id. */
export const readPayments = (tx: Tx, scope: ExportScope, [paid_at, id]: readonly string[]): Promise<PaymentOfCompany[]> =>
  readPage.all(tx, { ...scope, paid_at: paid_at!, id: id! }) as Promise<PaymentOfCompany[]>
