// The lists of documents: the same filters, orders and pages, on a table each.
import { sql } from 'kysely'
import { COMPANY } from '../../figures/cells.ts'
import { isFrom, type ListKey, TOP } from '../../figures/marks.ts'
import { CURRENCIES } from '../../kernel/currencies.ts'
import type { CompanyId, InvoiceId } from '../../kernel/ids.ts'
import type { Tx } from '../../sql/database.ts'
import {
  aside,
  bothWays,
  FEW_ENOUGH_TO_SORT,
  fromOtherEnd,
  hasCursor,
  inOrderOf,
  type ListPage,
  type Order,
  type PageQuery,
  readInOrder,
  type Walk,
  type WalkParams,
  walked,
} from '../../sql/list-order.ts'
import { type Queries, statement, statementFamily } from '../../sql/statement.ts'
import { listParams, listValues } from '../../sql/value-lists.ts'
import { documentsOf, placeOfDocument, type ShownDocuments, withCustomer } from './query.ts'
import { type RareFilter, type RareQuery, rareCondition, readRareFilters } from './rare-filters.ts'
import type { DocumentTable } from './record.ts'
import { type DocumentColumns, UNLISTED, type Unlisted } from './table.ts'

/** A document's row with what lists show of its customer. */
interface ListedRow extends Omit<DocumentColumns, Unlisted> {
  id: string
  status: string
  customer_name: string
  customer_contact_email: string
}

/** Where documents are counted (`defineFigures`): the lists of a company and of its customers, by the same filters. */
export interface CountedDocuments {
  readonly filters: readonly string[]
  locate(
    tx: Tx,
    company_id: CompanyId,
    scope: string,
    filters: Readonly<Record<string, string>>,
    offset: number,
  ): Promise<{ total: number; start: ListKey | undefined }>
}

/** `Sort` has the orders beside that of the list itself. Any filter that the documents are counted by may be given by its name. */
export type DocumentQuery<Sort extends string> = RareQuery &
  PageQuery & {
    customer_id?: string | undefined
    status?: string | readonly string[] | undefined
    /** Newest first when absent. */
    sort?: Sort | 'created_at' | '-created_at' | undefined
  } & { readonly [filter: string]: string | number | readonly string[] | undefined }

export interface DocumentList<Row, Sort extends string> {
  /** One page of living documents, and how many match. */
  page(tx: Tx, company_id: CompanyId, query: DocumentQuery<Sort>): Promise<ListPage<Row>>
}

/** The columns that a list is filtered by, that of the customer among them. */
interface Shape {
  filters: string[]
  /** Those that the list is not counted by. */
  rare: RareFilter[]
}

/** `is_beyond`: of the rows beyond a place in the order of the list. The condition `FITS` comes after that of the place. */
interface NarrowedShape extends Shape {
  is_beyond?: boolean
}

/**
 * The condition of the index that has all columns of the rare filters, in the words in which SQLite sees that it fits. Of two lower bounds SQLite
 * enters an index by the first.
 */
const FITS = sql<boolean>`document.created_at > ''`

/** A page in an order. `is_sorted`: the rows are read by the index of their filter, and sorted. */
interface OrderedShape extends Shape, Walk {
  sort: string
}

/** What a list is asked for, each filter by its column. */
interface Filter {
  company_id: CompanyId
}

/** The same as its counts have it. */
interface Narrowed extends Filter {
  scope: string
  filters: Readonly<Record<string, string>>
  rare: RareFilter[]
  values: Readonly<Record<string, string>>
  statuses: readonly string[]
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

/** The order of the list itself, for pages under filters that have no marks, and at cursors. */
const OWN_ORDERS = bothWays('created_at', 'document.created_at')
type OwnSort = keyof typeof OWN_ORDERS

/**
 * Makes the list of one table. `orders` are those that it can be asked for besides its own, newest first, and oldest first: their keys speak of
 * the table as `document`. `also` reads what the kind shows of other rows; `longest_sorted` is only for tests, which have few rows.
 */
export function documentList<Row extends ListedRow, Sort extends string>(
  { name: table, columns }: Pick<DocumentTable, 'name' | 'columns'>,
  figures: CountedDocuments,
  orders: Readonly<Record<Sort, Order>>,
  {
    also = (rows) => rows,
    longest_sorted = FEW_ENOUGH_TO_SORT,
  }: { also?: (rows: ShownDocuments) => ShownDocuments; longest_sorted?: number } = {},
): DocumentList<Row, Sort> {
  const all_orders = { ...orders, ...OWN_ORDERS } as Readonly<Record<Sort | OwnSort, Order>>

  const listed = Object.keys(columns)
    .filter((column) => !(UNLISTED as readonly string[]).includes(column))
    .map((column) => `document.${column}` as 'document.id')

  const matching = (db: Queries, p: Filter, shape: NarrowedShape) =>
    shape.filters.reduce(
      (rows, column) => rows.where(`document.${column}` as 'document.id', '=', paramOf(p, column)),
      narrowed(documentsOf(db, table, p), p, shape),
    )

  const narrowed = (rows: ReturnType<typeof documentsOf>, p: Filter, { rare, is_beyond = false }: NarrowedShape) =>
    rare.reduce(
      (found, filter) => found.where(rareCondition(table, filter, p)),
      rare.length > 0 && !is_beyond ? rows.where(FITS) : rows,
    )

  /** The same by another index than those of the filters. */
  const matchingAside = (db: Queries, p: Filter, shape: Shape) =>
    shape.filters.reduce(
      (rows, column) => rows.where(aside(`document.${column}`), '=', paramOf(p, column)),
      narrowed(documentsOf(db, table, p), p, shape),
    )

  const newestFirst = (db: Queries, p: Filter & ListKey, shape: Shape) =>
    matching(db, p, shape).where(isFrom('document', p)).orderBy('document.created_at', 'desc').orderBy('document.id', 'desc')

  const list = statementFamily<Shape, Filter & ListKey & { limit: number }>()((db, p, shape, dialect) =>
    dialect.firstRows(also(withCustomer(newestFirst(db, p, shape))).select(listed), p.limit),
  )

  const listIds = statementFamily<OrderedShape, Filter & ListKey & WalkParams>()((db, p, shape) => {
    const is_beyond = !(shape.sort in orders) && shape.beyond !== undefined
    // The filters are in the index of each order, and no columns that its index is chosen by; the indexes of filters have the order of the list.
    const in_order = shape.sort in orders ? matchingAside(db, p, shape) : matching(db, p, { ...shape, is_beyond })
    // The place in the list is above all rows: only the index of the filter has it, which SQLite would not take by itself.
    const rows = shape.is_sorted ? matching(db, p, shape).where(isFrom('document', p)) : in_order
    const page = walked(rows.select('document.id'), 'document.id', all_orders[shape.sort as Sort], shape, p)
    return is_beyond && shape.rare.length > 0 && shape.filters.length === 0 ? page.where(FITS) : page
  })

  const findPlace = statementFamily<{ sort: string }, { company_id: CompanyId; id: string }>()((db, p, { sort }) =>
    placeOfDocument(db, table, all_orders[sort as Sort], p),
  )

  const countMatching = statementFamily<Shape, Filter>()((db, p, shape) =>
    matching(db, p, shape).select((found) => found.fn.countAll<number>().as('count')),
  )

  const findByExternalId = statementFamily<Shape, Filter & { external_id: string }>()((db, p, shape) =>
    matchingAside(db, p, shape).select('document.id').where('document.external_id', '=', p.external_id),
  )

  const findByIds = statement<Filter>()((db, p) =>
    also(withCustomer(documentsOf(db, table, p)))
      .select(listed)
      .where('document.id', 'in', listValues<InvoiceId>(p, 'id', MOST_IDS)),
  )

  const locate = (tx: Tx, { company_id, scope, filters }: Narrowed, offset: number) =>
    figures.locate(tx, company_id, scope, filters, offset)

  const shapeOf = ({ scope, filters, rare }: Narrowed): Shape => ({
    filters: scope === COMPANY ? Object.keys(filters) : ['customer_id', ...Object.keys(filters)],
    rare,
  })

  const paramsOf = ({ company_id, scope, filters, values }: Narrowed) => ({
    company_id,
    customer_id: scope,
    ...filters,
    ...values,
  })

  /** How many match. Of several statuses alone each is counted already. */
  const totalOf = async (tx: Tx, of: Narrowed): Promise<number> => {
    if (of.rare.length === 0) return (await locate(tx, of, 0)).total
    if (of.rare.every((filter) => filter === 'statuses')) {
      const counts = of.statuses.map((status) => locate(tx, { ...of, filters: { ...of.filters, status } }, 0))
      return (await Promise.all(counts)).reduce((sum, { total }) => sum + total, 0)
    }
    return (await countMatching(shapeOf(of)).first(tx, paramsOf(of)))!.count
  }

  /** The list as it is, newest first. */
  const newest = async (tx: Tx, of: Narrowed, page: { limit: number; offset: number }) => {
    const { total, start } = await locate(tx, of, page.offset)
    if (!start) return { rows: [], total }
    const rows = await list(shapeOf(of)).all(tx, { ...paramsOf(of), ...start, limit: page.limit })
    return { rows: rows as unknown as Row[], total }
  }

  const rowsOf = async (tx: Tx, of: Narrowed, ids: readonly string[]): Promise<Row[]> => {
    if (ids.length === 0) return []
    const rows = await findByIds.all(tx, { ...paramsOf(of), ...listParams('id', ids, MOST_IDS) })
    return inOrderOf(ids, rows as unknown as Row[])
  }

  const ordered = async (tx: Tx, of: Narrowed, sort: Sort | OwnSort, page: PageQuery): Promise<ListPage<Row>> => {
    const total = await totalOf(tx, of)
    const shape = shapeOf(of)
    const params = paramsOf(of)
    // No order has the customer in its index: a customer has few documents, and those of one who has many are sorted all the same.
    const is_narrow = shape.filters.length + shape.rare.length > 0 && total <= longest_sorted
    const is_sorted = sort in orders && (of.scope !== COMPANY || is_narrow)
    const { rows, ...found } = await readInOrder(
      tx,
      { ...page, total, order: all_orders[sort], is_sorted },
      (id) => findPlace({ sort }).first(tx, { company_id: of.company_id, id }),
      (walk, at) => listIds({ ...shape, sort, ...walk }).all(tx, { ...params, ...TOP, ...at }),
    )
    const ids = rows.map(({ id }) => id)
    return { ...found, rows: await rowsOf(tx, of, ids), total }
  }

  /** At most one has it. */
  const withExternalId = async (
    tx: Tx,
    of: Narrowed,
    external_id: string,
    { limit, offset }: { limit: number; offset: number },
  ) => {
    const found = await findByExternalId(shapeOf(of)).all(tx, { ...paramsOf(of), external_id })
    const ids = found.map(({ id }) => id).slice(offset, offset + limit)
    return { rows: await rowsOf(tx, of, ids), total: found.length }
  }

  return {
    async page(tx, company_id, query) {
      const { customer_id: scope = COMPANY, sort = '-created_at', limit, offset, starting_after, ending_before } = query
      const filters: Record<string, string> = {}
      const { status, external_id } = query
      const statuses = status === undefined ? [] : [...new Set([status].flat() as string[])]
      for (const filter of figures.filters) if (query[filter] !== undefined) filters[filter] = query[filter] as string
      delete filters['status']
      if (statuses.length === 1) filters['status'] = statuses[0]!
      const of = { company_id, scope, filters, statuses, ...readRareFilters(query, statuses) }
      if (external_id !== undefined) return withExternalId(tx, of, external_id, { limit, offset })
      const has_no_marks = of.rare.length > 0 || hasCursor(query) || (sort !== '-created_at' && sort !== 'created_at')
      if (has_no_marks) return ordered(tx, of, sort as Sort | OwnSort, { limit, offset, starting_after, ending_before })
      if (sort === '-created_at') return newest(tx, of, { limit, offset })
      const { total } = await locate(tx, of, 0)
      const page = fromOtherEnd({ total, limit, offset })
      if (page.limit === 0) return { rows: [], total }
      return { rows: (await newest(tx, of, page)).rows.reverse(), total }
    },
  }
}

/** The parameter of a filter, by its column. */
const paramOf = (p: object, column: string) => (p as Record<string, never>)[column]!
