// The lists of invoices and quotes: the same filters, orders and pages, on a table each.
import { sql } from 'kysely'
import type { ListKey } from '../../figures/list-marks.ts'
import { isFrom, markedList, TOP } from '../../figures/list-marks.ts'
import { CURRENCIES } from '../../kernel/currencies.ts'
import type { CompanyId, CustomerId, InvoiceId } from '../../kernel/ids.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import {
  aside,
  directionOf,
  FEW_ENOUGH_TO_SORT,
  fromOtherEnd,
  inOrderOf,
  type Order,
  readFromNearerEnd,
} from '../../sql/list-order.ts'
import { fillPlaces, placesOf } from '../../sql/places.ts'
import { type Queries, statement, statementFamily } from '../../sql/statement.ts'
import type { Tables } from '../../sql/tables.ts'
import { type DocumentTableName, documentsOf, withCustomer } from './query.ts'
import type { DocumentColumns } from './table.ts'

/** A document's row with what lists show of its customer. */
interface ListedRow extends DocumentColumns {
  id: string
  status: string
  customer_name: string
  customer_contact_email: string
}

type Filtered = Pick<ListedRow, 'company_id' | 'created_at' | 'id' | 'status' | 'customer_id'>

/** `Sort` has the orders beside that of the list itself; `Status` the statuses of the documents. */
export interface DocumentQuery<Status extends string, Sort extends string> {
  status?: Status | undefined
  customer_id?: string | undefined
  /** Newest first when absent. */
  sort?: Sort | 'created_at' | '-created_at' | undefined
  limit: number
  offset: number
}

export interface DocumentList<Row, Sort extends string> {
  /** Moves a document from where the lists had it to where they have it now; undefined: in none. It must be stored or gathered already. */
  move(tx: WriteTx, document: Filtered, before: Filtered | undefined, after: Filtered | undefined): void
  /** One page of living documents, and how many match. */
  page(tx: Tx, company_id: CompanyId, query: DocumentQuery<string, Sort>): Promise<{ rows: Row[]; total: number }>
}

interface Shape {
  by_status: boolean
  by_customer: boolean
}

/** A page in another order than that of the list. `is_sorted`: the rows are read by the index of their filter, and sorted. */
interface OrderedShape extends Shape {
  sort: string
  is_backwards: boolean
  is_sorted: boolean
}

interface Filter {
  company_id: CompanyId
  status: string
  customer_id: CustomerId | ''
}

const codesOf = (digits: number) =>
  CURRENCIES.filter((currency) => currency.digits === digits)
    .map(({ code }) => `'${code}'`)
    .join(', ')

/**
 * The total of a document as the figure that is shown, so that 5 comes before 10 in whatever currencies: in ten thousandths, the smallest units
 * that any currency has. The indexes of the order have it in the same words: a currency of other digits than 2 needs a migration.
 */
export const TOTAL_AS_SHOWN = `CASE WHEN document.currency IN (${codesOf(0)}) THEN document.total * 10000 WHEN document.currency IN (${codesOf(3)}) THEN document.total * 10 WHEN document.currency IN (${codesOf(4)}) THEN document.total ELSE document.total * 100 END`

/** Documents on a page at most. */
const MOST_IDS = 100

/**
 * Makes the list of one table. `orders` are those that it can be asked for besides its own, newest first, and oldest first: their keys speak of
 * the table as `document`. `longest_sorted` is only for tests, which have few rows.
 */
export function documentList<Row extends ListedRow, Sort extends string>(
  table: DocumentTableName,
  orders: Readonly<Record<Sort, Order>>,
  longest_sorted = FEW_ENOUGH_TO_SORT,
): DocumentList<Row, Sort> {
  const matching = (db: Queries, p: Filter, { by_status, by_customer }: Shape) => {
    let rows = documentsOf(db, table, p)
    if (by_status) rows = rows.where('document.status', '=', p.status as Tables['invoices']['status'])
    if (by_customer) rows = rows.where('document.customer_id', '=', p.customer_id as CustomerId)
    return rows
  }

  const newestFirst = (db: Queries, p: Filter & ListKey, shape: Shape) =>
    matching(db, p, shape).where(isFrom('document', p)).orderBy('document.created_at', 'desc').orderBy('document.id', 'desc')

  const list = statementFamily<Shape, Filter & ListKey & { limit: number }>()((db, p, shape, dialect) =>
    dialect.firstRows(withCustomer(newestFirst(db, p, shape)).selectAll('document'), p.limit),
  )

  const findKey = statementFamily<Shape, Filter & ListKey & { skip: number }>()((db, p, shape) =>
    newestFirst(db, p, shape).select(['document.created_at', 'document.id']).limit(1).offset(p.skip),
  )

  const listIds = statementFamily<OrderedShape, Filter & ListKey & { limit: number; offset: number }>()((db, p, shape) => {
    const order = orders[shape.sort as Sort]
    const direction = directionOf(order, shape.is_backwards)
    // The status is in the index of each order, and no column that its index is chosen by.
    const in_order = shape.by_status
      ? documentsOf(db, table, p).where(aside('document.status'), '=', p.status)
      : documentsOf(db, table, p)
    // The place in the list is above all rows: only the index of the filter has it, which SQLite would not take by itself.
    const rows = shape.is_sorted ? matching(db, p, shape).where(isFrom('document', p)) : in_order
    return rows
      .select('document.id')
      .orderBy(shape.is_sorted ? aside(order.key) : sql.raw(order.key), direction)
      .orderBy('document.id', direction)
      .limit(p.limit)
      .offset(p.offset)
  })

  const findByIds = statement<Filter>()((db, p) =>
    withCustomer(documentsOf(db, table, p))
      .selectAll('document')
      .where('document.id', 'in', placesOf<InvoiceId>(p, 'id', MOST_IDS)),
  )

  const marked = markedList(table, (tx, { company_id, filter }, from, skip) => {
    const { shape, params } = readFilter(filter)
    return findKey(shape).first(tx, { company_id, ...params, created_at: from.created_at, id: from.id, skip })
  })

  /** The list as it is, newest first. */
  const newest = async (tx: Tx, of: { company_id: CompanyId; filter: string }, page: { limit: number; offset: number }) => {
    const { total, start } = await marked.locate(tx, of, page.offset)
    if (!start) return { rows: [], total }
    const { shape, params } = readFilter(of.filter)
    const rows = await list(shape).all(tx, { company_id: of.company_id, ...params, ...start, limit: page.limit })
    return { rows: rows as unknown as Row[], total }
  }

  const ordered = async (
    tx: Tx,
    of: { company_id: CompanyId; filter: string },
    sort: Sort,
    page: { limit: number; offset: number },
  ) => {
    const { company_id, filter } = of
    const { total } = await marked.locate(tx, of, 0)
    const { shape, params } = readFilter(filter)
    // No order has the customer in its index: a customer has few documents, and those of one who has many are sorted all the same.
    const is_sorted = shape.by_customer || (shape.by_status && total <= longest_sorted)
    const ids = await readFromNearerEnd({ ...page, total }, async (is_backwards, limit, offset) => {
      const statement = listIds({ ...shape, sort, is_backwards, is_sorted })
      return (await statement.all(tx, { company_id, ...params, ...TOP, limit, offset })).map(({ id }) => id)
    })
    if (ids.length === 0) return { rows: [], total }
    const rows = await findByIds.all(tx, { company_id, ...params, ...fillPlaces('id', ids, MOST_IDS) })
    return { rows: inOrderOf(ids, rows as unknown as Row[]), total }
  }

  return {
    move(tx, document, before, after) {
      marked.move(tx, document, before ? filtersOf(before) : [], after ? filtersOf(after) : [])
    },

    async page(tx, company_id, { status = '', customer_id = '', sort = '-created_at', limit, offset }) {
      const of = { company_id, filter: `${status}/${customer_id}` }
      if (sort === '-created_at') return newest(tx, of, { limit, offset })
      if (sort !== 'created_at') return ordered(tx, of, sort as Sort, { limit, offset })
      const { total } = await marked.locate(tx, of, 0)
      const page = fromOtherEnd({ total, limit, offset })
      if (page.limit === 0) return { rows: [], total }
      return { rows: (await newest(tx, of, page)).rows.reverse(), total }
    },
  }
}

/** The filters under which a document is counted: all, by status, by customer, by both. */
function filtersOf({ status, customer_id }: Filtered): string[] {
  return ['/', `${status}/`, `/${customer_id}`, `${status}/${customer_id}`]
}

/** What such a filter asks for. */
function readFilter(filter: string) {
  const [status, customer_id] = filter.split('/') as [string, CustomerId | '']
  return { shape: { by_status: status !== '', by_customer: customer_id !== '' }, params: { status, customer_id } }
}
