// SQL of tasks across all projects of a company. Those of deleted projects are gone, those of archived ones out of sight.
import { sql } from 'kysely'
import { totalOf } from '../../figures/counts.ts'
import type { CompanyId, ProjectId, TaskId, UserId } from '../../kernel/ids.ts'
import { escapeLike } from '../../kernel/text.ts'
import type { Tx } from '../../sql/database.ts'
import {
  bothWays,
  FEW_ENOUGH_TO_SORT,
  inOrderOf,
  type ListPage,
  type PageQuery,
  placeIn,
  readInOrder,
  type Walk,
  type WalkParams,
  walked,
} from '../../sql/list-order.ts'
import { type Dialect, isLike, type Queries, statement, statementFamily } from '../../sql/statement.ts'
import { startingWith } from '../../sql/text-range.ts'
import { listParams, listValues } from '../../sql/value-lists.ts'
import { PRIORITIES } from '../projects/schema.ts'
import type { Priority } from '../projects/table.ts'
import { taskFigures } from './kept-figures.ts'
import { readTaskRow } from './repository.ts'
import { TASK_STATUSES, type TaskOfCompanyRecord } from './schema.ts'
import type { TaskStatus } from './table.ts'

/** Tasks on a page at most. */
const MOST_IDS = 100

/** The most urgent last. */
const URGENCY = "CASE tasks.priority WHEN 'urgent' THEN 3 WHEN 'high' THEN 2 WHEN 'medium' THEN 1 ELSE 0 END"

/** The orders; ids are in that of creation. What has no day comes last in either direction. The expressions are those of indexes. */
const ORDERS = {
  ...bothWays('created_at', 'tasks.id'),
  ...bothWays('due_date', "coalesce(tasks.due_date, '~')", "coalesce(tasks.due_date, '')"),
  ...bothWays('priority', URGENCY, URGENCY, 'bigint'),
}
type TaskSort = keyof typeof ORDERS

interface Shape {
  by_status: boolean
  by_priority: boolean
  by_assignee: boolean
  by_project: boolean
  is_searched: boolean
}

/** A page. `is_sorted`: the rows are found by their filter, and sorted. */
interface OrderedShape extends Shape, Walk {
  sort: TaskSort
}

interface Filter {
  company_id: CompanyId
  assigned_to: UserId | ''
  project_id: ProjectId | ''
  pattern: string
}

/** The cross join keeps the order of the tasks' index. */
function matching(db: Queries, p: Filter, shape: Shape & { is_sorted?: boolean }, dialect: Dialect) {
  let rows = db
    .selectFrom('tasks')
    .crossJoin('projects')
    .where('tasks.company_id', '=', p.company_id)
    .where('tasks.deleted_at', 'is', null)
    .where('projects.company_id', '=', p.company_id)
    .whereRef('projects.id', '=', 'tasks.project_id')
    .where('projects.deleted_at', 'is', null)
  if (shape.by_status) rows = rows.where('tasks.status', 'in', listValues<TaskStatus>(p, 'status', TASK_STATUSES.length))
  if (shape.by_priority) rows = rows.where('tasks.priority', 'in', listValues<Priority>(p, 'priority', PRIORITIES.length))
  if (shape.by_assignee) rows = rows.where('tasks.assigned_to', '=', p.assigned_to as UserId)
  if (shape.is_searched) rows = rows.where(isLike('tasks.search_text', p.pattern))
  if (!shape.by_project) return rows.where(sql<boolean>`not projects.is_archived`)
  const project_id = p.project_id as ProjectId
  return shape.is_sorted
    ? rows.where('tasks.project_id', '=', project_id)
    : rows.where(dialect.unindexed<ProjectId>('tasks.project_id'), '=', project_id)
}

const listIds = statementFamily<OrderedShape, Filter & WalkParams>()((db, p, shape, dialect) =>
  walked(matching(db, p, shape, dialect).select('tasks.id'), 'tasks.id', ORDERS[shape.sort], shape, p),
)

const findPlace = statementFamily<{ sort: TaskSort }, { company_id: CompanyId; id: string }>()((db, p, { sort }) =>
  db
    .selectFrom('tasks')
    .select(placeIn(ORDERS[sort], 'tasks.id'))
    .where('tasks.company_id', '=', p.company_id)
    .where('tasks.id', '=', p.id as TaskId),
)

const countAll = statementFamily<Shape, Filter>()((db, p, shape, dialect) =>
  matching(db, p, { ...shape, is_sorted: true }, dialect).select((eb) => eb.fn.countAll<number>().as('count')),
)

const findByIds = statement<{ company_id: CompanyId }>()((db, p) =>
  db
    .selectFrom('tasks')
    .crossJoin('projects')
    .selectAll('tasks')
    .select(['projects.title as project_title', 'projects.public_id as project_public_id'])
    .where('tasks.company_id', '=', p.company_id)
    .where('tasks.id', 'in', listValues<TaskId>(p, 'id', MOST_IDS))
    .where('tasks.deleted_at', 'is', null)
    .where('projects.company_id', '=', p.company_id)
    .whereRef('projects.id', '=', 'tasks.project_id'),
)

const findDependencies = statement<{ company_id: CompanyId }>()((db, p) =>
  db
    .selectFrom('tasks')
    .crossJoin('task_dependencies')
    .select(['task_dependencies.task_id', 'task_dependencies.sort_order', 'task_dependencies.depends_on_task_id'])
    .where('tasks.company_id', '=', p.company_id)
    .where('tasks.id', 'in', listValues<TaskId>(p, 'id', MOST_IDS))
    .where('tasks.deleted_at', 'is', null)
    .where('task_dependencies.company_id', '=', p.company_id)
    .whereRef('task_dependencies.project_id', '=', 'tasks.project_id')
    .whereRef('task_dependencies.task_id', '=', 'tasks.id'),
)

/** How many tasks each project in sight has: all of them, or by the values that they are counted under (kept-figures.ts). */
const countsOfProjects = statementFamily<{ by_values: boolean; by_project: boolean }, Filter>()((db, p, shape) => {
  let counts = db
    .selectFrom('projects')
    .crossJoin('list_counts')
    .select(['list_counts.filter', 'list_counts.count'])
    .where('projects.company_id', '=', p.company_id)
    .where('projects.deleted_at', 'is', null)
    .where('list_counts.company_id', '=', p.company_id)
    .where('list_counts.list', '=', sql.lit('tasks'))
  if (shape.by_project) counts = counts.where('projects.id', '=', p.project_id as ProjectId)
  else counts = counts.where(sql<boolean>`not projects.is_archived`)
  if (!shape.by_values) return counts.whereRef('list_counts.filter', '=', sql.ref('projects.id'))
  // '0' is the character after '/'.
  return counts
    .where('list_counts.filter', '>=', sql<string>`projects.id || '/'`)
    .where('list_counts.filter', '<', sql<string>`projects.id || '0'`)
})

/** Public ids that begin with a text; tasks of archived projects are out of sight. */
const listStarting = statement<{ company_id: CompanyId; from: string; until: string; limit: number }>()((db, p) =>
  db
    .selectFrom('tasks')
    .crossJoin('projects')
    .select('tasks.id')
    .where('tasks.company_id', '=', p.company_id)
    .where('tasks.public_id', '>=', p.from)
    .where('tasks.public_id', '<', p.until)
    .where('tasks.deleted_at', 'is', null)
    .where('projects.company_id', '=', p.company_id)
    .whereRef('projects.id', '=', 'tasks.project_id')
    .where('projects.deleted_at', 'is', null)
    .where(sql<boolean>`not projects.is_archived`)
    .orderBy('tasks.public_id', 'desc')
    .limit(p.limit),
)

export interface CompanyTaskQuery extends PageQuery {
  status?: TaskStatus[] | undefined
  priority?: Priority[] | undefined
  assigned_to?: string | undefined
  /** Archived projects are in sight when they are asked for. */
  project_id?: string | undefined
  /** Folded text; empty: no filter. */
  search: string
  sort: TaskSort
}

/** One page of the living tasks of a company's projects, and how many match. */
export async function listCompanyTasks(
  tx: Tx,
  company_id: CompanyId,
  query: CompanyTaskQuery,
): Promise<ListPage<TaskOfCompanyRecord>> {
  const { status, priority, assigned_to, project_id, search, sort, limit, offset, starting_after, ending_before } = query
  const shape: Shape = {
    by_status: status !== undefined,
    by_priority: priority !== undefined,
    by_assignee: assigned_to !== undefined,
    by_project: project_id !== undefined,
    is_searched: search !== '',
  }
  const filter: Filter = {
    company_id,
    ...(status ? listParams('status', status, TASK_STATUSES.length) : {}),
    ...(priority ? listParams('priority', priority, PRIORITIES.length) : {}),
    assigned_to: (assigned_to ?? '') as UserId | '',
    project_id: (project_id ?? '') as ProjectId | '',
    pattern: `%${escapeLike(search)}%`,
  }
  const total = shape.is_searched ? (await countAll(shape).first(tx, filter))!.count : await countKept(tx, filter, query)
  // What a search finds is in the index of the newest alone; a project's own tasks are by its key, and few as a rule.
  const is_sorted = (shape.is_searched && !/created_at$/.test(sort)) || (shape.by_project && total <= FEW_ENOUGH_TO_SORT)
  const { rows, ...more } = await readInOrder(
    tx,
    { limit, offset, starting_after, ending_before, total, order: ORDERS[sort], is_sorted },
    (id) => findPlace({ sort }).first(tx, { company_id, id }),
    (walk, at) => listIds({ ...shape, sort, ...walk }).all(tx, { ...filter, ...at }),
  )
  const ids = rows.map(({ id }) => id)
  return { ...more, rows: await findTasksByIds(tx, company_id, ids), total }
}

/** Living tasks with their projects and what they depend on, in the order of `ids`: at most a page of them. */
export async function findTasksByIds(tx: Tx, company_id: CompanyId, ids: readonly TaskId[]): Promise<TaskOfCompanyRecord[]> {
  if (ids.length === 0) return []
  const params = { company_id, ...listParams('id', ids, MOST_IDS) }
  const [rows, dependencies] = await Promise.all([findByIds.all(tx, params), findDependencies.all(tx, params)])
  const of_task = Map.groupBy(dependencies, ({ task_id }) => task_id)
  const records = rows.map((row): TaskOfCompanyRecord => {
    const own = (of_task.get(row.id) ?? []).sort((a, b) => a.sort_order - b.sort_order)
    const depends_on = own.map(({ depends_on_task_id }) => depends_on_task_id)
    return { ...row, ...readTaskRow(row), depends_on }
  })
  return inOrderOf(ids, records)
}

async function countKept(tx: Tx, filter: Filter, query: CompanyTaskQuery): Promise<number> {
  const { status, priority, assigned_to, project_id } = query
  const by_values = [status, priority, assigned_to].some((values) => values !== undefined)
  const matches = by_values ? taskFigures.matcher({ status, priority, assigned_to }) : () => true
  const counts = await countsOfProjects({ by_values, by_project: project_id !== undefined }).all(tx, filter)
  return totalOf(counts.filter(({ filter: cell }) => matches(cell)))
}

/** Tasks in sight whose public id begins with a text, the last one first. */
export async function listTasksStarting(tx: Tx, company_id: CompanyId, text: string, limit: number) {
  const found = await listStarting.all(tx, { company_id, ...startingWith(text), limit })
  return found.map(({ id }) => id)
}

/** Tasks in sight that have a folded text in title or public id, the newest first. */
export async function listTasksHaving(tx: Tx, company_id: CompanyId, text: string, limit: number) {
  const shape = { by_status: false, by_priority: false, by_assignee: false, by_project: false, is_searched: true }
  const filter: Filter = { company_id, assigned_to: '', project_id: '', pattern: `%${escapeLike(text)}%` }
  const statement = listIds({ ...shape, sort: '-created_at', is_backwards: false, is_sorted: false })
  return (await statement.all(tx, { ...filter, limit, offset: 0 })).map(({ id }) => id)
}
