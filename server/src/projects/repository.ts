// All SQL of projects and their figures.
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Tx, WriteTx } from '../database/database.ts'
import { cellOf, countAround, moveCounts, readCount, sumCells } from '../database/list-counts.ts'
import { isFrom, type ListKey, TOP } from '../database/list-marks.ts'
import { aside, bothWays, directionOf, inOrderOf, readFromNearerEnd } from '../database/list-order.ts'
import { fillPlaces, placesOf } from '../database/places.ts'
import { isLike, type Queries, statement, statementFamily } from '../database/statement.ts'
import type { Priority, ProjectFiguresTable, ProjectStatus, ProjectsTable, Tables } from '../database/tables.ts'
import type { CompanyId, CustomerId, ProjectId } from '../kernel/ids.ts'
import { escapeLike } from '../kernel/text.ts'
import type { Figures } from './figures.ts'
import { PRIORITIES, PROJECT_STATUSES, type ProjectRow } from './schema.ts'

const LIST = 'projects'

const insert = statement<ProjectsTable>()((db, p) => db.insertInto('projects').values(columns(p)))

const save = statement<ProjectsTable>()((db, p) =>
  db.updateTable('projects').set(changeable(p)).where('company_id', '=', p.company_id).where('id', '=', p.id),
)

const insertFigures = statement<ProjectFiguresTable>()((db, p) =>
  db.insertInto('project_figures').values({ company_id: p.company_id, project_id: p.project_id, ...figureColumns(p) }),
)

const updateFigures = statement<ProjectFiguresTable>()((db, p) =>
  db
    .updateTable('project_figures')
    .set(figureColumns(p))
    .where('company_id', '=', p.company_id)
    .where('project_id', '=', p.project_id),
)

const find = statement<{ company_id: CompanyId; id: ProjectId }>()((db, p) =>
  withShown(
    db
      .selectFrom('projects')
      .where('projects.company_id', '=', p.company_id)
      .where('projects.id', '=', p.id)
      .where('projects.deleted_at', 'is', null),
  ),
)

const findId = statement<{ company_id: CompanyId; id: ProjectId }>()((db, p) =>
  db
    .selectFrom('projects')
    .select('id')
    .where('company_id', '=', p.company_id)
    .where('id', '=', p.id)
    .where('deleted_at', 'is', null),
)

const findOfCustomer = statement<{ company_id: CompanyId; customer_id: CustomerId }>()((db, p) =>
  db
    .selectFrom('projects')
    .select('id')
    .where('company_id', '=', p.company_id)
    .where('customer_id', '=', p.customer_id)
    .where('deleted_at', 'is', null)
    .limit(1),
)

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

const list = statementFamily<Shape, Stretch & { limit: number }>()((db, p, shape) =>
  withShown(filtered(db, p, shape))
    .orderBy('projects.created_at', 'desc')
    .orderBy('projects.id', 'desc')
    .limit(p.limit),
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
      .where('projects.id', 'in', placesOf<ProjectId>(p, 'id', MOST_IDS)),
  ),
)

const filtered = (db: Queries, p: Stretch, shape: Shape) => matching(db, p, shape).where(isFrom('projects', p))

function matching(db: Queries, p: Filter, shape: Shape) {
  let rows = db.selectFrom('projects').where('projects.company_id', '=', p.company_id).where('projects.deleted_at', 'is', null)
  if (shape.by_status) {
    rows = rows.where('projects.status', 'in', placesOf<ProjectStatus>(p, 'status', PROJECT_STATUSES.length))
  }
  if (shape.by_priority) rows = rows.where('projects.priority', 'in', placesOf<Priority>(p, 'priority', PRIORITIES.length))
  if (shape.by_customer) rows = rows.where('projects.customer_id', '=', p.customer_id as CustomerId)
  if (shape.by_archived) rows = rows.where('projects.is_archived', '=', p.is_archived)
  return shape.is_searched ? rows.where(isLike('projects.search_text', p.pattern)) : rows
}

/** Selects what a project is shown from, next to its own columns. */
export function withShown(rows: SelectQueryBuilder<Tables, 'projects', object>) {
  return rows
    .innerJoin('project_figures as figures', (join) =>
      join.onRef('figures.company_id', '=', 'projects.company_id').onRef('figures.project_id', '=', 'projects.id'),
    )
    .innerJoin('companies', 'companies.id', 'projects.company_id')
    .leftJoin('customers', (join) =>
      join.onRef('customers.company_id', '=', 'projects.company_id').onRef('customers.id', '=', 'projects.customer_id'),
    )
    .selectAll('projects')
    .select(['figures.tasks_count', 'figures.completed_tasks', 'figures.minutes', 'figures.unrated_minutes'])
    .select(['figures.own_revenue', 'figures.task_revenue', 'figures.cost'])
    .select(['companies.currency', 'customers.name as customer_name'])
}

function columns(p: ProjectsTable): ProjectsTable {
  return {
    ...changeable(p),
    company_id: p.company_id,
    id: p.id,
    public_id: p.public_id,
    created_by: p.created_by,
    public_token: p.public_token,
    created_at: p.created_at,
  }
}

/** Without what never changes: to set a key, even to itself, has the database look for everything that refers to it. */
function changeable(p: ProjectsTable) {
  return {
    customer_id: p.customer_id,
    title: p.title,
    description: p.description,
    status: p.status,
    priority: p.priority,
    start_date: p.start_date,
    due_date: p.due_date,
    billing_type: p.billing_type,
    budget_hours: p.budget_hours,
    budget_amount: p.budget_amount,
    hourly_rate: p.hourly_rate,
    progress_percentage: p.progress_percentage,
    is_archived: p.is_archived,
    assigned_to: p.assigned_to,
    completed_at: p.completed_at,
    metadata: p.metadata,
    search_text: p.search_text,
    updated_at: p.updated_at,
    deleted_at: p.deleted_at,
  }
}

function figureColumns(p: Figures): Figures {
  return {
    tasks_count: p.tasks_count,
    completed_tasks: p.completed_tasks,
    minutes: p.minutes,
    unrated_minutes: p.unrated_minutes,
    own_revenue: p.own_revenue,
    task_revenue: p.task_revenue,
    cost: p.cost,
  }
}

/** A row as the program has it, whichever engine it is from. */
export const readProjectRow = (row: ProjectRow): ProjectRow => ({ ...row, is_archived: Boolean(row.is_archived) })

/** The filters under which a project is counted: all, and its cell of status, priority and whether it is archived. */
function filtersOf(project: ProjectsTable): string[] {
  return ['', cellOf('', [project.status, project.priority, project.is_archived ? '1' : '0'])]
}

/** A living project with its figures. */
export async function findProject(tx: Tx, company_id: CompanyId, id: ProjectId): Promise<ProjectRow | undefined> {
  const row = await find.first(tx, { company_id, id })
  return row && readProjectRow(row)
}

/** Whether there is a living project of that id. */
export const isProject = async (tx: Tx, company_id: CompanyId, id: ProjectId) =>
  (await findId.first(tx, { company_id, id })) !== undefined

export async function insertProject(tx: WriteTx, project: ProjectRow): Promise<void> {
  insert.post(tx, project)
  insertFigures.post(tx, { ...project, project_id: project.id })
  moveCounts(tx, project.company_id, LIST, [], filtersOf(project))
}

/** Saves a project's own fields; its figures are saved by `saveFigures`. */
export async function saveProject(tx: WriteTx, before: ProjectsTable, after: ProjectsTable): Promise<void> {
  save.post(tx, after)
  moveCounts(tx, after.company_id, LIST, filtersOf(before), filtersOf(after))
}

export const saveFigures = (tx: WriteTx, company_id: CompanyId, project_id: ProjectId, figures: Figures) =>
  updateFigures.post(tx, { ...figures, company_id, project_id })

export async function removeProject(tx: WriteTx, project: ProjectsTable, deleted_at: string): Promise<void> {
  save.post(tx, { ...project, deleted_at })
  moveCounts(tx, project.company_id, LIST, filtersOf(project), [])
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
    ...(status ? fillPlaces('status', status, PROJECT_STATUSES.length) : {}),
    ...(priority ? fillPlaces('priority', priority, PRIORITIES.length) : {}),
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
  return inOrderOf(ids, await findByIds.all(tx, { company_id, ...fillPlaces('id', ids, MOST_IDS) })).map(readProjectRow)
}

/** The total where counts are kept for the filters: all but that of a customer, who has few, and the search. */
async function countKept(tx: Tx, company_id: CompanyId, query: ProjectQuery): Promise<number | undefined> {
  const { status, priority, customer_id, is_archived, search } = query
  if (customer_id !== undefined || search !== '') return undefined
  const archived = is_archived === undefined ? undefined : [is_archived ? '1' : '0']
  if (!status && !priority && !archived) return readCount(tx, company_id, LIST, '')
  return sumCells(tx, company_id, LIST, '', [status, priority, archived])
}

/** Whether a living project names the customer. */
export const isCustomerOfProject = async (tx: Tx, company_id: CompanyId, customer_id: CustomerId) =>
  (await findOfCustomer.first(tx, { company_id, customer_id })) !== undefined
