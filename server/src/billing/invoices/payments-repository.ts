// SQL of the payments of all invoices of a company, by the day on which they came in.
import { sql } from 'kysely'
import type { CompanyId, CustomerId, PaymentId } from '../../kernel/ids.ts'
import type { Tx } from '../../sql/database.ts'
import { EXPORTED_AT_ONCE, type ExportScope } from '../../sql/export-page.ts'
import { type Queries, statement, statementFamily } from '../../sql/statement.ts'
import type { PaymentsTable } from '../payments/table.ts'

/** A payment with what is shown of its invoice. */
export interface PaymentOfCompanyRow extends PaymentsTable {
  currency: string
  invoice_number: string
  customer_id: CustomerId
  customer_name: string
}

/** Living payments of a company with their invoices and customers. */
const withInvoice = (db: Queries, p: { company_id: CompanyId }) =>
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

const readOn = statement<ExportScope & { paid_at: string; id: string }>()((db, p) =>
  withInvoice(db, p)
    .where('payments.paid_at', '<=', p.to)
    .where(sql<boolean>`(payments.paid_at, payments.id) > (${p.paid_at}, ${p.id})`)
    .orderBy('payments.paid_at')
    .orderBy('payments.id')
    .limit(sql.lit(EXPORTED_AT_ONCE)),
)

/** The living payments of a period, the earliest first; those after a day and an id. */
export const readPayments = (tx: Tx, scope: ExportScope, [paid_at, id]: readonly string[]): Promise<PaymentOfCompanyRow[]> =>
  readOn.all(tx, { ...scope, paid_at: paid_at!, id: id! }) as Promise<PaymentOfCompanyRow[]>

interface Page extends ExportScope {
  customer_id: string
  /** The place that the page begins after. */
  paid_at: string
  id: string
  limit: number
}

const findPage = statementFamily<{ of_customer: boolean; is_newer: boolean }, Page>()((db, p, { of_customer, is_newer }) => {
  const place = sql`(${p.paid_at}, ${p.id})`
  const key = sql`(payments.paid_at, payments.id)`
  // The place before the bounds of the period: of two bounds SQLite enters an index by the first.
  const rows = withInvoice(db, p)
    .where(is_newer ? sql<boolean>`${key} > ${place}` : sql<boolean>`${key} < ${place}`)
    .where('payments.paid_at', '>=', p.from)
    .where('payments.paid_at', '<=', p.to)
  const of = of_customer ? rows.where('invoices.customer_id', '=', p.customer_id as CustomerId) : rows
  const order = is_newer ? 'asc' : 'desc'
  return of.orderBy('payments.paid_at', order).orderBy('payments.id', order).limit(p.limit)
})

const findPlace = statement<{ company_id: CompanyId; id: PaymentId }>()((db, p) =>
  db.selectFrom('payments').select(['paid_at', 'id']).where('company_id', '=', p.company_id).where('id', '=', p.id),
)

/** Where a payment is in the list; undefined for one that the company does not have. */
export const placeOfPayment = (tx: Tx, company_id: CompanyId, id: PaymentId) => findPlace.first(tx, { company_id, id })

/** Living payments beyond a place, from there on: later ones first with `is_newer`, else earlier ones. */
export const listBeyond = (
  tx: Tx,
  { customer_id, is_newer, ...page }: Omit<Page, 'customer_id'> & { customer_id: string | undefined; is_newer: boolean },
): Promise<PaymentOfCompanyRow[]> =>
  findPage({ of_customer: customer_id !== undefined, is_newer }).all(tx, { ...page, customer_id: customer_id ?? '' }) as Promise<
    PaymentOfCompanyRow[]
  >
