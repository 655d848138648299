// All SQL of customers.

import { sql } from 'kysely'
import { COMPANY } from '../../figures/cells.ts'
import { countAround } from '../../figures/counts.ts'
import { isFrom, type ListKey, TOP } from '../../figures/marks.ts'
import type { CompanyId, CustomerId } from '../../kernel/ids.ts'
import { escapeLike } from '../../kernel/text.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { EXPORTED_AT_ONCE, type ExportScope } from '../../sql/export-page.ts'
import {
  bothWays,
  fromOtherEnd,
  hasCursor,
  inOrderOf,
  type ListPage,
  type PageQuery,
  placeIn,
  readInOrder,
  type Walk,
  type WalkParams,
  walked,
} from '../../sql/list-order.ts'
import { updateRow } from '../../sql/rows.ts'
import { insertRows, isLike, type Queries, statement, statementFamily } from '../../sql/statement.ts'
import { startingWith } from '../../sql/text-range.ts'
import { inChunks, listParams, listValues } from '../../sql/value-lists.ts'
import { customerFigures } from './kept-figures.ts'
import { type CustomersTable, customers } from './table.ts'

const insert = insertRows(customers)
const update = updateRow(customers)

const find = statement<{ company_id: CompanyId; id: CustomerId }>()((db, p) =>
  db
    .selectFrom('customers')
    .selectAll()
    .where('company_id', '=', p.company_id)
    .where('id', '=', p.id)
    .where('deleted_at', 'is', null),
)

const findBySlug = statement<{ company_id: CompanyId; slug: string }>()((db, p) =>
  db.selectFrom('customers').select('id').where('company_id', '=', p.company_id).where('slug', '=', p.slug),
)

const findByExternalId = statement<{ company_id: CompanyId; external_id: string }>()((db, p) =>
  db
    .selectFrom('customers')
    .selectAll()
    .where('company_id', '=', p.company_id)
    .where('external_id', '=', p.external_id)
    .where('deleted_at', 'is', null),
)

const listMade = statement<ExportScope & { created_at: string; id: string }>()((db, p) =>
  db
    .selectFrom('customers')
    .selectAll()
    .where('company_id', '=', p.company_id)
    .where('deleted_at', 'is', null)
    .where('created_at', '<=', p.to)
    .where(sql<boolean>`(created_at, id) > (${p.created_at}, ${p.id})`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(sql.lit(EXPORTED_AT_ONCE)),
)

/** Customers that were made in a period, the first first; those after a moment and an id. */
export const readMadeCustomers = (tx: Tx, scope: ExportScope, [created_at, id]: readonly string[]) =>
  listMade.all(tx, { ...scope, created_at: created_at!, id: id! })

/** The rows from a place in the list on. */
interface Stretch extends ListKey {
  company_id: CompanyId
}

const inOrder = (db: Queries, p: Stretch) =>
  db
    .selectFrom('customers')
    .where('customers.company_id', '=', p.company_id)
    .where('customers.deleted_at', 'is', null)
    .where(isFrom('customers', p))
    .orderBy('customers.created_at', 'desc')
    .orderBy('customers.id', 'desc')

const list = statement<Stretch & { limit: number }>()((db, p, dialect) =>
  dialect.firstRows(inOrder(db, p).selectAll('customers'), p.limit),
)

/** Folded text, and the pattern of LIKE that is the same. */
interface Search {
  company_id: CompanyId
  text: string
  pattern: string
}

const living = (db: Queries, p: Search) =>
  db.selectFrom('customers').where('company_id', '=', p.company_id).where('deleted_at', 'is', null)

/** The search text is in the index that has the order: what does not match, or is skipped, costs no look at the row. */
const listFound = statement<Search & { limit: number; offset: number }>()((db, p) =>
  living(db, p)
    .where(isLike('search_text', p.pattern))
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(p.limit)
    .offset(p.offset),
)

/**
 * Those from a place on. It is asked only where a page is full, so there are some. In two parts: a condition on both columns of the place is
 * checked for each row again, which costs a fifth.
 */
const countFound = statement<Search & ListKey>()((db, p, dialect) => {
  const found = living(db, p)
    .where(dialect.hasText('search_text', p.text, p.pattern))
    .select('id')
  const older = dialect.countInOrder(found.where('created_at', '<', p.created_at), (rows) =>
    // Without a limit SQLite drops the order of what is only counted.
    rows.orderBy('created_at', 'desc').limit(sql.lit(Number.MAX_SAFE_INTEGER)),
  )
  const of_same_moment = found.where('created_at', '=', p.created_at).where('id', '<=', p.id as CustomerId)
  const count = (rows: typeof found) =>
    db
      .selectFrom(rows.as('found'))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .$asScalar()
  return db.selectNoFrom([count(older).as('older'), count(of_same_moment).as('of_same_moment')])
})

/** The search text begins with the name. */
const listStarting = statement<{ company_id: CompanyId; from: string; until: string; limit: number }>()((db, p) =>
  db
    .selectFrom('customers')
    .selectAll()
    .where('company_id', '=', p.company_id)
    .where('deleted_at', 'is', null)
    .where('search_text', '>=', p.from)
    .where('search_text', '<', p.until)
    .orderBy('search_text')
    .orderBy('id')
    .limit(p.limit),
)

/** Customers on a page at most. */
const MOST_IDS = 100

/** The orders beside newest first. The search text begins with the name, folded. */
const ORDERS = { ...bothWays('name', 'customers.search_text'), ...bothWays('created_at', 'customers.created_at') }
export type CustomerSort = keyof typeof ORDERS

interface OrderedShape extends Walk {
  sort: CustomerSort
  is_searched: boolean
}

const listIds = statementFamily<OrderedShape, Search & WalkParams>()((db, p, shape) => {
  const rows = shape.is_searched ? living(db, p).where(isLike('search_text', p.pattern)) : living(db, p)
  return walked(rows.select('id'), 'customers.id', ORDERS[shape.sort], shape, p)
})

const findPlace = statementFamily<{ sort: CustomerSort }, { company_id: CompanyId; id: string }>()((db, p, { sort }) =>
  db
    .selectFrom('customers')
    .select(placeIn(ORDERS[sort], 'customers.id'))
    .where('company_id', '=', p.company_id)
    .where('id', '=', p.id as CustomerId),
)

const findByIds = statement<{ company_id: CompanyId }>()((db, p) =>
  db
    .selectFrom('customers')
    .selectAll()
    .where('company_id', '=', p.company_id)
    .where('id', 'in', listValues<CustomerId>(p, 'id', MOST_IDS))
    .where('deleted_at', 'is', null),
)

const externalIdsOf = statement<{ company_id: CompanyId }>()((db, p) =>
  db
    .selectFrom('customers')
    .select(['id', 'external_id'])
    .where('company_id', '=', p.company_id)
    .where('id', 'in', listValues<CustomerId>(p, 'id', MOST_IDS))
    .where('deleted_at', 'is', null),
)

/** The ids in another system of the living ones of some customers; null where one has none. A statement reads `MOST_IDS` of them. */
export const listExternalIds = (tx: Tx, company_id: CompanyId, ids: readonly CustomerId[]) =>
  inChunks(ids, MOST_IDS, (some) => externalIdsOf.all(tx, { company_id, ...listParams('id', some, MOST_IDS) }))

/** How many customers there are, and where the page at `offset` begins. */
const locate = (tx: Tx, company_id: CompanyId, offset: number) => customerFigures.locate(tx, company_id, COMPANY, {}, offset)

/** A living customer, by its id. */
export const findCustomer = (tx: Tx, company_id: CompanyId, id: CustomerId) => find.first(tx, { company_id, id })

/** Whether a slug is taken, by a deleted customer too. */
export const isSlugTaken = async (tx: Tx, company_id: CompanyId, slug: string) =>
  (await findBySlug.first(tx, { company_id, slug })) !== undefined

/** The living customer that has an id in another system. */
export const findCustomerByExternalId = (tx: Tx, company_id: CompanyId, external_id: string) =>
  findByExternalId.first(tx, { company_id, external_id })

export async function insertCustomer(tx: WriteTx, customer: CustomersTable): Promise<void> {
  await insert(tx, [customer])
  customerFigures.move(tx, undefined, customer)
}

export const saveCustomer = (tx: WriteTx, before: CustomersTable, after: CustomersTable) => update.post(tx, after, before)

export async function removeCustomer(tx: WriteTx, customer: CustomersTable, deleted_at: string): Promise<void> {
  update.post(tx, { ...customer, deleted_at }, customer)
  customerFigures.move(tx, customer, undefined)
}

export interface CustomerQuery extends PageQuery {
  /** Folded text; empty: no filter. */
  search: string
  /** At most one customer has it. */
  external_id?: string | undefined
  /** Newest first when absent. */
  sort?: CustomerSort | undefined
}

/** One page of living customers in the order asked for, and how many match. */
export async function listCustomers(tx: Tx, company_id: CompanyId, query: CustomerQuery): Promise<ListPage<CustomersTable>> {
  const { search: text, external_id, sort = '-created_at', limit, offset } = query
  if (external_id !== undefined) {
    const found = await findCustomerByExternalId(tx, company_id, external_id)
    const rows = found?.search_text.includes(text) ? [found] : []
    return { rows: rows.slice(offset, offset + limit), total: rows.length }
  }
  const search = { company_id, text, pattern: `%${escapeLike(text)}%` }
  if (hasCursor(query) || sort === 'name' || sort === '-name' || (text !== '' && sort === 'created_at'))
    return orderedCustomers(tx, search, sort, query)
  if (text !== '') return searchCustomers(tx, search, { limit, offset })
  if (sort === '-created_at') return newestCustomers(tx, company_id, { limit, offset })
  const { total } = await locate(tx, company_id, 0)
  const { rows } = await newestCustomers(tx, company_id, fromOtherEnd({ total, limit, offset }))
  return { rows: rows.reverse(), total }
}

async function newestCustomers(tx: Tx, company_id: CompanyId, { limit, offset }: { limit: number; offset: number }) {
  const { total, start } = await locate(tx, company_id, offset)
  return { rows: start && limit > 0 ? await list.all(tx, { company_id, ...start, limit }) : [], total }
}

/** In the order of an index that has the search text as well. */
async function orderedCustomers(tx: Tx, search: Search, sort: CustomerSort, page: PageQuery): Promise<ListPage<CustomersTable>> {
  const { company_id } = search
  const is_searched = search.text !== ''
  const total = is_searched ? await countFrom(tx, search, TOP) : (await locate(tx, company_id, 0)).total
  const { limit, offset, starting_after, ending_before } = page
  const { rows: found, ...more } = await readInOrder(
    tx,
    { limit, offset, starting_after, ending_before, total, order: ORDERS[sort] },
    (id) => findPlace({ sort }).first(tx, { company_id, id }),
    (walk, at) => listIds({ sort, is_searched, ...walk }).all(tx, { ...search, ...at }),
  )
  const ids = found.map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await findByIds.all(tx, { company_id, ...listParams('id', ids, MOST_IDS) })
  return { ...more, rows: inOrderOf(ids, rows), total }
}

/** Reads the index of the list once in all, for the page and the total together. */
async function searchCustomers(tx: Tx, search: Search, page: { limit: number; offset: number }) {
  const rows = await listFound.all(tx, { ...search, ...page })
  return { rows, total: await countAround({ rows, ...page }, (row) => countFrom(tx, search, row ?? TOP)) }
}

async function countFrom(tx: Tx, search: Search, { created_at, id }: ListKey): Promise<number> {
  const { older, of_same_moment } = (await countFound.first(tx, { ...search, created_at, id }))!
  return older! + of_same_moment!
}

/** Living customers whose names begin with a folded text, in the order of their names. */
export const listCustomersStarting = (tx: Tx, company_id: CompanyId, text: string, limit: number) =>
  listStarting.all(tx, { company_id, ...startingWith(text), limit })

/** Living customers that have a folded text in name or email, newest first. */
export const listCustomersHaving = (tx: Tx, company_id: CompanyId, text: string, limit: number) =>
  listFound.all(tx, { company_id, text, pattern: `%${escapeLike(text)}%`, limit, offset: 0 })
