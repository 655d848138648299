// The SQL of recurring invoices: one at a time, their list, what is due of all companies, and the invoices of one of them.
import { sql } from 'kysely'
import { timeOf } from '../../access/companies/repository.ts'
import type { SweepScope } from '../../access/companies/service.ts'
import type { CompanyTime } from '../../access/companies/time.ts'
import { COMPANY } from '../../figures/cells.ts'
import { isFrom, type ListKey } from '../../figures/marks.ts'
import type { CompanyId, CustomerId, ProjectId, RecurringInvoiceId } from '../../kernel/ids.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import {
  aside,
  bothWays,
  fromOtherEnd,
  hasCursor,
  inOrderOf,
  type ListPage,
  type Order,
  type PageQuery,
  placeIn,
  readInOrder,
  type Walk,
  type WalkParams,
  walked,
} from '../../sql/list-order.ts'
import { updateRow } from '../../sql/rows.ts'
import { insertRows, type Queries, statement, statementFamily } from '../../sql/statement.ts'
import { listParams, listValues } from '../../sql/value-lists.ts'
import type { CustomerDefaults } from '../documents/details.ts'
import { documentsOf, placeOfDocument, withCustomer } from '../documents/query.ts'
import { recurringInvoiceFigures } from './kept-figures.ts'
import { type RecurringInvoicesTable, type RecurringStatus, recurring_invoices } from './table.ts'

/** A row with the columns of its customer that it is shown with, and that its invoices inherit. */
export type RecurringInvoiceRow = RecurringInvoicesTable & {
  customer_name: string
  customer_contact_email: string
  customer_language: CustomerDefaults['language']
  customer_tax_rate: CustomerDefaults['default_tax_rate']
  customer_tax_category: CustomerDefaults['default_tax_category']
  customer_payment_days: CustomerDefaults['default_payment_days']
  customer_buyer_reference: CustomerDefaults['buyer_reference']
}

const insert = insertRows(recurring_invoices)
const update = updateRow(recurring_invoices)

const living = (db: Queries, p: { company_id: CompanyId }) =>
  db.selectFrom('recurring_invoices as plan').where('plan.company_id', '=', p.company_id).where('plan.deleted_at', 'is', null)

const withCustomerOf = (plans: ReturnType<typeof living>) =>
  plans
    .innerJoin('customers', (join) =>
      join.onRef('customers.company_id', '=', 'plan.company_id').onRef('customers.id', '=', 'plan.customer_id'),
    )
    .selectAll('plan')
    .select([
      'customers.name as customer_name',
      'customers.contact_email as customer_contact_email',
      'customers.language as customer_language',
      'customers.default_tax_rate as customer_tax_rate',
      'customers.default_tax_category as customer_tax_category',
      'customers.default_payment_days as customer_payment_days',
      'customers.buyer_reference as customer_buyer_reference',
    ])

/** A row as the program has it, whichever engine it is from. */
const readRow = (row: RecurringInvoiceRow): RecurringInvoiceRow => ({
  ...row,
  auto_send: Boolean(row.auto_send),
  include_unbilled_time: Boolean(row.include_unbilled_time),
})

const find = statement<{ company_id: CompanyId; id: RecurringInvoiceId }>()((db, p) =>
  withCustomerOf(living(db, p)).where('plan.id', '=', p.id),
)

const findOfCustomer = statement<{ company_id: CompanyId; customer_id: CustomerId }>()((db, p) =>
  living(db, p).select('plan.id').where('plan.customer_id', '=', p.customer_id).limit(1),
)

const findOfProject = statement<{ company_id: CompanyId; project_id: ProjectId }>()((db, p) =>
  living(db, p).select('plan.id').where('plan.project_id', '=', p.project_id).limit(1),
)

/** A living recurring invoice. */
export async function findRecurringInvoice(
  tx: Tx,
  company_id: CompanyId,
  id: RecurringInvoiceId,
): Promise<RecurringInvoiceRow | undefined> {
  const row = await find.first(tx, { company_id, id })
  return row && readRow(row)
}

export async function insertRecurringInvoice(tx: WriteTx, plan: RecurringInvoicesTable): Promise<void> {
  await insert(tx, [plan])
  recurringInvoiceFigures.move(tx, undefined, plan)
}

export function saveRecurringInvoice(tx: WriteTx, before: RecurringInvoicesTable, after: RecurringInvoicesTable): void {
  update.post(tx, after, before)
  recurringInvoiceFigures.move(tx, before, after)
}

export function removeRecurringInvoice(tx: WriteTx, plan: RecurringInvoicesTable, deleted_at: string): void {
  update.post(tx, { ...plan, deleted_at }, plan)
  recurringInvoiceFigures.move(tx, plan, undefined)
}

/** Whether a living one names the customer. */
export const isCustomerOfRecurringInvoice = async (tx: Tx, company_id: CompanyId, customer_id: CustomerId) =>
  (await findOfCustomer.first(tx, { company_id, customer_id })) !== undefined

/** Whether a living one names the project. */
export const isProjectOfRecurringInvoice = async (tx: Tx, company_id: CompanyId, project_id: ProjectId) =>
  (await findOfProject.first(tx, { company_id, project_id })) !== undefined

interface Shape {
  by_status: boolean
  by_customer: boolean
}

interface Filter {
  company_id: CompanyId
  status: RecurringStatus | ''
  customer_id: CustomerId | ''
}

function matching(db: Queries, p: Filter, shape: Shape) {
  let rows = living(db, p)
  if (shape.by_status) rows = rows.where('plan.status', '=', p.status as RecurringStatus)
  if (shape.by_customer) rows = rows.where('plan.customer_id', '=', p.customer_id as CustomerId)
  return rows
}

const list = statementFamily<Shape, Filter & ListKey & { limit: number }>()((db, p, shape, dialect) =>
  dialect.firstRows(
    withCustomerOf(matching(db, p, shape).where(isFrom('plan', p)))
      .orderBy('plan.created_at', 'desc')
      .orderBy('plan.id', 'desc'),
    p.limit,
  ),
)

/** Recurring invoices on a page at most. */
const MOST_IDS = 100

/** The orders. Ended ones come last in either direction of the next date. */
const ORDERS = {
  ...bothWays('created_at', 'plan.created_at'),
  ...bothWays('next_date', "coalesce(plan.next_date, '~')", "coalesce(plan.next_date, '')"),
}
type RecurringInvoiceSort = keyof typeof ORDERS

const isOwn = (sort: RecurringInvoiceSort) => sort === 'created_at' || sort === '-created_at'

/** `is_sorted`: the rows are found by their filter, and sorted. */
interface OrderedShape extends Shape, Walk {
  sort: RecurringInvoiceSort
}

const listIds = statementFamily<OrderedShape, Filter & WalkParams>()((db, p, shape) => {
  let rows = living(db, p)
  // The status is in the index of another order; in that of the list it has an index of its own.
  const status = shape.is_sorted || isOwn(shape.sort) ? 'plan.status' : aside('plan.status')
  if (shape.by_status) rows = rows.where(status, '=', p.status as RecurringStatus)
  if (shape.by_customer) rows = rows.where('plan.customer_id', '=', p.customer_id as CustomerId)
  return walked(rows.select('plan.id'), 'plan.id', ORDERS[shape.sort], shape, p)
})

const findPlace = statementFamily<{ sort: RecurringInvoiceSort }, { company_id: CompanyId; id: string }>()((db, p, { sort }) =>
  db
    .selectFrom('recurring_invoices as plan')
    .select(placeIn(ORDERS[sort], 'plan.id'))
    .where('plan.company_id', '=', p.company_id)
    .where('plan.id', '=', p.id as RecurringInvoiceId),
)

const findByIds = statement<{ company_id: CompanyId }>()((db, p) =>
  withCustomerOf(living(db, p).where('plan.id', 'in', listValues<RecurringInvoiceId>(p, 'id', MOST_IDS))),
)

export interface RecurringInvoiceQuery extends PageQuery {
  status?: RecurringStatus | undefined
  customer_id?: string | undefined
  /** Newest first when absent. */
  sort?: RecurringInvoiceSort | undefined
}

/** One page of living recurring invoices in the order asked for, and how many match. */
export async function listRecurringInvoices(
  tx: Tx,
  company_id: CompanyId,
  { status, customer_id, sort = '-created_at', ...page }: RecurringInvoiceQuery,
): Promise<ListPage<RecurringInvoiceRow>> {
  const { limit, offset, starting_after, ending_before } = page
  const shape = { by_status: status !== undefined, by_customer: customer_id !== undefined }
  const filter: Filter = { company_id, status: status ?? '', customer_id: (customer_id ?? '') as CustomerId | '' }
  const locate = (skip: number) =>
    recurringInvoiceFigures.locate(tx, company_id, customer_id ?? COMPANY, status === undefined ? {} : { status }, skip)
  const newest = async (page: { limit: number; offset: number }) => {
    const { total, start } = await locate(page.offset)
    const rows = start && page.limit > 0 ? await list(shape).all(tx, { ...filter, ...start, limit: page.limit }) : []
    return { rows: rows.map(readRow), total }
  }
  const is_at_cursor = hasCursor(page)
  if (sort === '-created_at' && !is_at_cursor) return newest({ limit, offset })
  const { total } = await locate(0)
  if (sort === 'created_at' && !is_at_cursor)
    return { rows: (await newest(fromOtherEnd({ total, limit, offset }))).rows.reverse(), total }
  // A customer has few: in another order they are sorted.
  const is_sorted = shape.by_customer && !isOwn(sort)
  const { rows: found, ...more } = await readInOrder(
    tx,
    { limit, offset, starting_after, ending_before, total, order: ORDERS[sort], is_sorted },
    (id) => findPlace({ sort }).first(tx, { company_id, id }),
    (walk, at) => listIds({ ...shape, sort, ...walk }).all(tx, { ...filter, ...at }),
  )
  const ids = found.map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await findByIds.all(tx, { company_id, ...listParams('id', ids, MOST_IDS) })
  return { ...more, rows: inOrderOf(ids, rows.map(readRow)), total }
}

/** A recurring invoice that is due, and whose it is. */
export interface DuePlan extends CompanyTime {
  company_id: CompanyId
  id: RecurringInvoiceId
  day: string
}

const findDue = statementFamily<
  { is_of_company: boolean },
  { company_id: CompanyId; today: string; day: string; after: string; limit: number }
>()((db, p, { is_of_company }) => {
  const active = db
    .selectFrom('recurring_invoices as plan')
    .select(['plan.company_id', 'plan.id', 'plan.next_date as day', ...timeOf('plan.company_id')])
    .where('plan.deleted_at', 'is', null)
    .where('plan.status', '=', sql.lit<RecurringStatus>('active'))
  return (is_of_company ? active.where('plan.company_id', '=', p.company_id) : active)
    .where('plan.next_date', '<=', p.today)
    .where(sql<boolean>`(plan.next_date, plan.id) > (${p.day}, ${p.after})`)
    .orderBy('plan.next_date')
    .orderBy('plan.id')
    .limit(p.limit)
})

/** Some of the active ones of a scope whose next date is its `today` or before, the longest first; only those after `after`, by day and id. */
export function listDueRecurringInvoices(
  tx: Tx,
  { company_id, today }: SweepScope,
  after: { day: string; id: string },
  limit: number,
): Promise<DuePlan[]> {
  const page = { company_id: company_id ?? ('' as CompanyId), today, day: after.day, after: after.id, limit }
  return findDue({ is_of_company: company_id !== undefined }).all(tx, page) as Promise<unknown> as Promise<DuePlan[]>
}

interface OfPlan {
  company_id: CompanyId
  recurring_invoice_id: RecurringInvoiceId
}

const invoicesOf = (db: Queries, p: OfPlan) =>
  documentsOf(db, 'invoices', p).where('document.recurring_invoice_id', '=', p.recurring_invoice_id)

/** Of the invoices of a recurring invoice: the latest first. */
const LATEST: Order = { key: 'document.issue_date', type: 'text', is_descending: true }

const listInvoices = statementFamily<Walk, OfPlan & WalkParams>()((db, p, walk) =>
  walked(withCustomer(invoicesOf(db, p)).selectAll('document'), 'document.id', LATEST, walk, p),
)

const findInvoicePlace = statement<OfPlan & { id: string }>()((db, p) =>
  placeOfDocument(db, 'invoices', LATEST, p).where(aside('document.recurring_invoice_id'), '=', p.recurring_invoice_id),
)

const countInvoices = statement<OfPlan>()((db, p) => invoicesOf(db, p).select((eb) => eb.fn.countAll<number>().as('count')))

/** One page of the living invoices that a recurring invoice made, the latest first, and how many there are. */
export async function listInvoicesOf(tx: Tx, of: OfPlan, page: PageQuery) {
  const total = (await countInvoices.first(tx, of))!.count
  const found = await readInOrder(
    tx,
    { ...page, total, order: LATEST },
    (id) => findInvoicePlace.first(tx, { ...of, id }),
    (walk, at) => listInvoices(walk).all(tx, { ...of, ...at }),
  )
  return { ...found, total }
}
