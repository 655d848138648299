// SQL of the list of projects: its filters, its orders, and how many there are.
import { sql } from 'kysely'
import { COMPANY } from '../../figures/cells.ts'
import { countAround } from '../../figures/counts.ts'
import { isFrom, type ListKey, TOP } from '../../figures/marks.ts'
import type { CompanyId, CustomerId, ProjectId } from '../../kernel/ids.ts'
import { escapeLike } from '../../kernel/text.ts'
import type { Tx } from '../../sql/database.ts'
import { aside, bothWays, directionOf, inOrderOf, readFromNearerEnd } from '../../sql/list-order.ts'
import { isLike, type Queries, statement, statementFamily } from '../../sql/statement.ts'
import { listParams, listValues } from '../../sql/value-lists.ts'
import { projectCounts } from './kept-figures.ts'
import { readProjectRow, withShown } from './repository.ts'
import { PRIORITIES, PROJECT_STATUSES, type ProjectRow } from './schema.ts'
import type { Priority, ProjectStatus } from './table.ts'

interface Shape {
  by_status: boolean
  by_priority: boolean
  by_customer: boolean
  by_archived: boolean
  is_searched: boolean
}

interface Filter {
  company_id: CompanyId
  customer_id: CustomerId | ''
  is_archived: boolean
  pattern: string
}

/** The rows from a place in the list on. */
interface Stretch extends Filter, ListKey {}

const list = statementFamily<Shape, Stretch & { limit: number }>()((db, p, shape, dialect) =>
  dialect.firstRows(
    withShown(filtered(db, p, shape))
      .orderBy('projects.created_at', 'desc')
      .orderBy('projects.id', 'desc'),
    p.limit,
  ),
)

const findKey = statementFamily<Shape, Stretch & { skip: number }>()((db, p, shape) =>
  filtered(db, p, shape)
    .select(['projects.created_at', 'projects.id'])
    .orderBy('projects.created_at', 'desc')
    .orderBy('projects.id', 'desc')
    .limit(1)
    .offset(p.skip),
)

const countFrom = statementFamily<Shape, Stretch>()((db, p, shape) =>
  filtered(db, p, shape).select((eb) => eb.fn.countAll<number>().as('count')),
)

/** Projects on a page at most. */
const MOST_IDS = 100

/** The orders beside newest first. The search text begins with the title, folded; what has no day comes last in either direction. */
const ORDERS = {
  ...bothWays('created_at', 'projects.created_at'),
  ...bothWays('title', 'projects.search_text'),
  ...bothWays('due_date', "coalesce(projects.due_date, '~')", "coalesce(projects.due_date, '')"),
}
export type ProjectSort = keyof typeof ORDERS

/** A page in another order. `is_sorted`: the rows are found by their filter, and sorted. */
interface OrderedShape extends Shape {
  sort: ProjectSort
  is_backwards: boolean
  is_sorted: boolean
}

const listIds = statementFamily<OrderedShape, Filter & { limit: number; offset: number }>()((db, p, shape) => {
  const order = ORDERS[shape.sort]
  const direction = directionOf(order, shape.is_backwards)
  return matching(db, p, shape)
    .select('projects.id')
    .orderBy(shape.is_sorted ? aside(order.key) : sql.raw(order.key), direction)
    .orderBy('projects.id', direction)
    .limit(p.limit)
    .offset(p.offset)
})

const findByIds = statement<{ company_id: CompanyId }>()((db, p) =>
  withShown(
    db
      .selectFrom('projects')
      .where('projects.company_id', '=', p.company_id)
      .where('projects.id', 'in', listValues<ProjectId>(p, 'id', MOST_IDS)),
  ),
)

const filtered = (db: Queries, p: Stretch, shape: Shape) => matching(db, p, shape).where(isFrom('projects', p))

function matching(db: Queries, p: Filter, shape: Shape) {
  let rows = db.selectFrom('projects').where('projects.company_id', '=', p.company_id).where('projects.deleted_at', 'is', null)
  if (shape.by_status) {
    rows = rows.where('projects.status', 'in', listValues<ProjectStatus>(p, 'status', PROJECT_STATUSES.length))
  }
  if (shape.by_priority) rows = rows.where('projects.priority', 'in', listValues<Priority>(p, 'priority', PRIORITIES.length))
  if (shape.by_customer) rows = rows.where('projects.customer_id', '=', p.customer_id as CustomerId)
  if (shape.by_archived) rows = rows.where('projects.is_archived', '=', p.is_archived)
  return shape.is_searched ? rows.where(isLike('projects.search_text', p.pattern)) : rows
}

export interface ProjectQuery {
  status?: ProjectStatus[] | undefined
  priority?: Priority[] | undefined
  customer_id?: string | undefined
  is_archived?: boolean | undefined
  /** Folded text; empty: no filter. */
  search: string
  /** Newest first when absent. */
  sort?: ProjectSort | undefined
  limit: number
  offset: number
}

/** One page of living projects in the order asked for, and how many match. */
export async function listProjects(
  tx: Tx,
  company_id: CompanyId,
  query: ProjectQuery,
): Promise<{ rows: ProjectRow[]; total: number }> {
  const { status, priority, customer_id, is_archived, search, sort, limit, offset } = query
  const shape: Shape = {
    by_status: status !== undefined,
    by_priority: priority !== undefined,
    by_customer: customer_id !== undefined,
    by_archived: is_archived !== undefined,
    is_searched: search !== '',
  }
  const filter: Filter = {
    company_id,
    ...(status ? listParams('status', status, PROJECT_STATUSES.length) : {}),
    ...(priority ? listParams('priority', priority, PRIORITIES.length) : {}),
    customer_id: (customer_id ?? '') as CustomerId | '',
    is_archived: is_archived ?? false,
    pattern: `%${escapeLike(search)}%`,
  }
  const countFromKey = async ({ created_at, id }: ListKey) =>
    (await countFrom(shape).first(tx, { ...filter, created_at, id }))!.count
  const kept = await countKept(tx, company_id, query)
  if (sort !== undefined && sort !== '-created_at') {
    const total = kept ?? (await countFromKey(TOP))
    return { rows: await listOrdered(tx, filter, { ...shape, sort }, { total, limit, offset }), total }
  }
  if (kept !== undefined && kept <= offset) return { rows: [], total: kept }
  const start = offset === 0 ? TOP : await findKey(shape).first(tx, { ...filter, ...TOP, skip: offset })
  // When the total is known, the walk through the index ends with the last row that matches, and not at the end of the list.
  const wanted = kept === undefined ? limit : Math.min(limit, kept - offset)
  const rows = start ? await list(shape).all(tx, { ...filter, ...start, limit: wanted }) : []
  const total = kept ?? (await countAround({ rows, limit, offset }, (row) => countFromKey(row ?? TOP)))
  return { rows: rows.map(readProjectRow), total }
}

/**
 * A page in another order than that of the list. A customer has few projects, and what a search finds is in the index of the list alone, and in
 * that of titles: those are sorted.
 */
async function listOrdered(
  tx: Tx,
  filter: Filter,
  shape: Shape & { sort: ProjectSort },
  page: { total: number; limit: number; offset: number },
): Promise<ProjectRow[]> {
  const is_sorted = shape.by_customer || (shape.is_searched && /due_date$/.test(shape.sort))
  const ids = await readFromNearerEnd(page, async (is_backwards, limit, offset) => {
    const found = await listIds({ ...shape, is_backwards, is_sorted }).all(tx, { ...filter, limit, offset })
    return found.map(({ id }) => id)
  })
  if (ids.length === 0) return []
  const { company_id } = filter
  return inOrderOf(ids, await findByIds.all(tx, { company_id, ...listParams('id', ids, MOST_IDS) })).map(readProjectRow)
}

/** The total where counts are kept for the filters: all but that of a customer, who has few, and the search. */
async function countKept(tx: Tx, company_id: CompanyId, query: ProjectQuery): Promise<number | undefined> {
  const { status, priority, customer_id, is_archived, search } = query
  if (customer_id !== undefined || search !== '') return undefined
  return projectCounts.count(tx, company_id, COMPANY, { status, priority, is_archived })
}
