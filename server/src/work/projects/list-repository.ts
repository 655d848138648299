// SQL of the list of projects: its filters, its orders, and how many there are.
import { COMPANY } from '../../figures/cells.ts'
import { countAround } from '../../figures/counts.ts'
import { isFrom, type ListKey, TOP } from '../../figures/marks.ts'
import type { CompanyId, CustomerId, ProjectId } from '../../kernel/ids.ts'
import { escapeLike } from '../../kernel/text.ts'
import type { Tx } from '../../sql/database.ts'
import {
  bothWays,
  hasCursor,
  inOrderOf,
  type ListPage,
  type PageQuery,
  type PageRows,
  placeIn,
  readInOrder,
  type Walk,
  type WalkParams,
  walked,
} from '../../sql/list-order.ts'
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

/** A page in another order, or at a cursor. `is_sorted`: the rows are found by their filter, and sorted. */
interface OrderedShape extends Shape, Walk {
  sort: ProjectSort
}

const listIds = statementFamily<OrderedShape, Filter & WalkParams>()((db, p, shape) =>
  walked(matching(db, p, shape).select('projects.id'), 'projects.id', ORDERS[shape.sort], shape, p),
)

const findPlace = statementFamily<{ sort: ProjectSort }, { company_id: CompanyId; id: string }>()((db, p, { sort }) =>
  db
    .selectFrom('projects')
    .select(placeIn(ORDERS[sort], 'projects.id'))
    .where('projects.company_id', '=', p.company_id)
    .where('projects.id', '=', p.id as ProjectId),
)

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

export interface ProjectQuery extends PageQuery {
  status?: ProjectStatus[] | undefined
  priority?: Priority[] | undefined
  customer_id?: string | undefined
  is_archived?: boolean | undefined
  /** Folded text; empty: no filter. */
  search: string
  /** Newest first when absent. */
  sort?: ProjectSort | undefined
}

/** One page of living projects in the order asked for, and how many match. */
export async function listProjects(tx: Tx, company_id: CompanyId, query: ProjectQuery): Promise<ListPage<ProjectRow>> {
  const { status, priority, customer_id, is_archived, search, sort = '-created_at', limit, offset } = query
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
  if (hasCursor(query) || sort !== '-created_at') {
    const total = kept ?? (await countFromKey(TOP))
    return { ...(await listOrdered(tx, filter, { ...shape, sort }, { ...query, total })), total }
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
 * A page in another order than that of the list, or at a cursor. A customer has few projects, and what a search finds is in the index of the
 * list alone, and in that of titles: those are sorted.
 */
async function listOrdered(
  tx: Tx,
  filter: Filter,
  shape: Shape & { sort: ProjectSort },
  { limit, offset, starting_after, ending_before, total }: PageQuery & { total: number },
): Promise<PageRows<ProjectRow>> {
  const { company_id } = filter
  const { sort } = shape
  const is_sorted = (shape.by_customer && !/created_at$/.test(sort)) || (shape.is_searched && /due_date$/.test(sort))
  const { rows, ...more } = await readInOrder(
    tx,
    { limit, offset, starting_after, ending_before, total, order: ORDERS[sort], is_sorted },
    (id) => findPlace({ sort }).first(tx, { company_id, id }),
    (walk, at) => listIds({ ...shape, ...walk }).all(tx, { ...filter, ...at }),
  )
  const ids = rows.map(({ id }) => id)
  const found = ids.length === 0 ? [] : await findByIds.all(tx, { company_id, ...listParams('id', ids, MOST_IDS) })
  return { ...more, rows: inOrderOf(ids, found).map(readProjectRow) }
}

/** The total where counts are kept for the filters: all but that of a customer, who has few, and the search. */
async function countKept(tx: Tx, company_id: CompanyId, query: ProjectQuery): Promise<number | undefined> {
  const { status, priority, customer_id, is_archived, search } = query
  if (customer_id !== undefined || search !== '') return undefined
  return projectCounts.count(tx, company_id, COMPANY, { status, priority, is_archived })
}
