// All SQL of tasks but that of their dependencies (dependency-repository.ts).
import { sql } from 'kysely'
import { countAround } from '../../figures/counts.ts'
import type { CompanyId, ProjectId, TaskId, UserId } from '../../kernel/ids.ts'
import { escapeLike } from '../../kernel/text.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { hasCursor, type ListPage, type PageQuery, readAtCursor } from '../../sql/list-order.ts'
import { updateRow } from '../../sql/rows.ts'
import { insertRows, isLike, type Queries, statement, statementFamily } from '../../sql/statement.ts'
import { listParams, listValues } from '../../sql/value-lists.ts'
import { PRIORITIES } from '../projects/schema.ts'
import type { Priority } from '../projects/table.ts'
import {
  insertDependencies,
  listDependencies,
  listDependentIds,
  removeDependencies,
  replaceDependencies,
} from './dependency-repository.ts'
import { ROOT, taskFigures } from './kept-figures.ts'
import { MOST_LEVELS, TASK_STATUSES, type TaskRecord } from './schema.ts'
import { type TaskStatus, type TasksTable, tasks } from './table.ts'
import { compareTasks } from './task.ts'

/** Tasks looked up by their ids in one statement at most. */
const IDS_AT_ONCE = 100

/** Where a task lies. */
interface ProjectKey {
  company_id: CompanyId
  project_id: ProjectId
}

const insert = insertRows(tasks)
const update = updateRow(tasks)

const saveMinutes = statement<ProjectKey & { id: TaskId; unrated_minutes: number }>()((db, p) =>
  db
    .updateTable('tasks')
    .set({ unrated_minutes: p.unrated_minutes })
    .where('company_id', '=', p.company_id)
    .where('project_id', '=', p.project_id)
    .where('id', '=', p.id),
)

const inProject = (db: Queries, p: ProjectKey) =>
  db.selectFrom('tasks').where('tasks.company_id', '=', p.company_id).where('tasks.project_id', '=', p.project_id)

const findByIds = statement<ProjectKey>()((db, p) =>
  inProject(db, p)
    .selectAll('tasks')
    .where('tasks.id', 'in', listValues<TaskId>(p, 'id', IDS_AT_ONCE)),
)

const findOne = statement<ProjectKey & { id: TaskId }>()((db, p) =>
  inProject(db, p).selectAll('tasks').where('tasks.id', '=', p.id),
)

const findChildren = statement<ProjectKey & { id: TaskId }>()((db, p) =>
  inProject(db, p).selectAll('tasks').where('tasks.parent_task_id', '=', p.id).where('tasks.deleted_at', 'is', null),
)

const findLast = statement<ProjectKey>()((db, p) =>
  inProject(db, p)
    .select('tasks.position')
    .where('tasks.deleted_at', 'is', null)
    .orderBy('tasks.position', 'desc')
    .orderBy('tasks.created_at', 'desc')
    .orderBy('tasks.id', 'desc')
    .limit(1),
)

/** The task, its parent, its parent's parent …: each once, so that even a ring would end. The cross join keeps the order of the walk. */
const findAncestry = statement<ProjectKey & { id: TaskId }>()((db, p) =>
  db
    .withRecursive('ancestry(id, parent_task_id)', (cte) =>
      inProject(cte as Queries, p)
        .select(['tasks.id', 'tasks.parent_task_id'])
        .where('tasks.id', '=', p.id)
        .union(
          cte
            .selectFrom('ancestry')
            .crossJoin('tasks')
            .select(['tasks.id', 'tasks.parent_task_id'])
            .whereRef('tasks.id', '=', 'ancestry.parent_task_id')
            .where('tasks.company_id', '=', p.company_id)
            .where('tasks.project_id', '=', p.project_id),
        ),
    )
    .selectFrom('ancestry')
    .select('ancestry.id')
    .limit(sql.lit(MOST_LEVELS + 1)),
)

interface Shape {
  by_status: boolean
  by_priority: boolean
  by_assignee: boolean
  by_parent: 'any' | 'root' | 'one'
  is_searched: boolean
}

/** Where a task is in its list. */
type ListPlace = Pick<TasksTable, 'position' | 'created_at'> & { id: string }

interface Page extends ProjectKey {
  assigned_to: UserId | ''
  parent_task_id: TaskId | ''
  pattern: string
  limit: number
  offset: number
}

const list = statementFamily<Shape, Page>()((db, p, shape) =>
  filtered(db, p, shape)
    .selectAll('tasks')
    .orderBy('tasks.position')
    .orderBy('tasks.created_at')
    .orderBy('tasks.id')
    .limit(p.limit)
    .offset(p.offset),
)

/** Those after a task of the list, or, backwards, before it. */
const listBeyond = statementFamily<Shape & { is_backwards: boolean }, Page & ListPlace>()((db, p, { is_backwards, ...shape }) => {
  const than = sql.raw(is_backwards ? '<' : '>')
  const direction = is_backwards ? 'desc' : 'asc'
  return filtered(db, p, shape)
    .selectAll('tasks')
    .where(sql<boolean>`(tasks.position, tasks.created_at, tasks.id) ${than} (${p.position}, ${p.created_at}, ${p.id})`)
    .orderBy('tasks.position', direction)
    .orderBy('tasks.created_at', direction)
    .orderBy('tasks.id', direction)
    .limit(p.limit)
})

/** Before all tasks. */
const FIRST: ListPlace = { position: Number.MIN_SAFE_INTEGER, created_at: '', id: '' }

/** Counts from a row of the list on. */
const countFrom = statementFamily<Shape, Omit<Page, 'limit' | 'offset'> & ListPlace>()((db, p, shape) =>
  filtered(db, p, shape)
    .where(sql<boolean>`(tasks.position, tasks.created_at, tasks.id) >= (${p.position}, ${p.created_at}, ${p.id})`)
    .select((eb) => eb.fn.countAll<number>().as('count')),
)

function filtered(db: Queries, p: Omit<Page, 'limit' | 'offset'>, shape: Shape) {
  let rows = inProject(db, p).where('tasks.deleted_at', 'is', null)
  if (shape.by_status) rows = rows.where('tasks.status', 'in', listValues<TaskStatus>(p, 'status', TASK_STATUSES.length))
  if (shape.by_priority) rows = rows.where('tasks.priority', 'in', listValues<Priority>(p, 'priority', PRIORITIES.length))
  if (shape.by_assignee) rows = rows.where('tasks.assigned_to', '=', p.assigned_to as UserId)
  if (shape.by_parent === 'root') rows = rows.where('tasks.parent_task_id', 'is', null)
  if (shape.by_parent === 'one') rows = rows.where('tasks.parent_task_id', '=', p.parent_task_id as TaskId)
  return shape.is_searched ? rows.where(isLike('tasks.search_text', p.pattern)) : rows
}

/** A row as the program has it, whichever engine it is from. */
export const readTaskRow = (row: TasksTable): TasksTable => ({ ...row, is_billable: Boolean(row.is_billable) })

/** Rows with the tasks that each depends on. */
async function withDependencies(tx: Tx, key: ProjectKey, rows: readonly TasksTable[]): Promise<TaskRecord[]> {
  const dependencies = await listDependencies(
    tx,
    key,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({ ...readTaskRow(row), depends_on: dependencies.get(row.id) ?? [] }))
}

/** A living task with what it depends on. */
export async function findTask(tx: Tx, key: ProjectKey, id: TaskId): Promise<TaskRecord | undefined> {
  const row = await findOne.first(tx, { company_id: key.company_id, project_id: key.project_id, id })
  return row && row.deleted_at === null ? (await withDependencies(tx, key, [row]))[0] : undefined
}

/** Living tasks by their ids, with what they depend on, in the order of lists. */
export async function findTasks(tx: Tx, key: ProjectKey, ids: readonly TaskId[]): Promise<TaskRecord[]> {
  const rows = await findTaskRows(tx, key, ids)
  const records = await withDependencies(tx, key, [...rows.values()])
  return records.filter((record) => record.deleted_at === null).sort(compareTasks)
}

/** The rows of tasks by their ids, deleted ones too, since time counts at their rate still. Unknown ids are left out. */
export async function findTaskRows(tx: Tx, key: ProjectKey, ids: readonly TaskId[]): Promise<Map<TaskId, TasksTable>> {
  const { company_id, project_id } = key
  const found = new Map<TaskId, TasksTable>()
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
    const chunk = listParams('id', ids.slice(start, start + IDS_AT_ONCE), IDS_AT_ONCE)
    for (const row of await findByIds.all(tx, { company_id, project_id, ...chunk })) found.set(row.id, readTaskRow(row))
  }
  return found
}

/** The highest position of a living task; undefined when there is none. */
export const findLastPosition = async (tx: Tx, { company_id, project_id }: ProjectKey) =>
  (await findLast.first(tx, { company_id, project_id }))?.position

/** The task and those above it; of more than there may be, one more. */
export const listAncestry = async (tx: Tx, { company_id, project_id }: ProjectKey, id: TaskId): Promise<TaskId[]> =>
  (await findAncestry.all(tx, { company_id, project_id, id })).map((row) => row.id)

/** The living children of a task, and the living tasks that depend on it, in the order of lists. */
export async function listNeighbours(tx: Tx, task: TasksTable): Promise<TaskRecord[]> {
  const { company_id, project_id, id } = task
  const children = await findChildren.all(tx, { company_id, project_id, id })
  const ids = [...children.map((child) => child.id), ...(await listDependentIds(tx, task, id))]
  return findTasks(tx, task, [...new Set(ids)])
}

export async function insertTask(tx: WriteTx, task: TaskRecord): Promise<void> {
  await insert(tx, [task])
  await insertDependencies(tx, task)
  taskFigures.move(tx, undefined, task)
}

/** Saves a changed task; its dependencies are written only when they changed. */
export async function saveTask(tx: WriteTx, before: TaskRecord, after: TaskRecord): Promise<void> {
  update.post(tx, after, before)
  if (after.depends_on !== before.depends_on) await replaceDependencies(tx, after)
  taskFigures.move(tx, before, after)
}

/** Saves the sum of a task's unrated minutes, which is no change of the task as it is shown. */
export const saveUnratedMinutes = (tx: WriteTx, task: TasksTable) => {
  const { company_id, project_id, id, unrated_minutes } = task
  return saveMinutes.post(tx, { company_id, project_id, id, unrated_minutes })
}

/** Deletes a task. Nothing may hang on it any more: its neighbours are saved before. It keeps no ties, so no walk goes through it. */
export async function removeTask(tx: WriteTx, task: TaskRecord, deleted_at: string): Promise<void> {
  update.post(tx, { ...task, deleted_at }, task)
  await removeDependencies(tx, task)
  taskFigures.move(tx, task, undefined)
}

export interface TaskQuery extends PageQuery {
  status?: TaskStatus[] | undefined
  priority?: Priority[] | undefined
  assigned_to?: string | undefined
  /** A task id, or `null` for tasks at the root. */
  parent_task_id?: string | undefined
  /** Folded text; empty: no filter. */
  search: string
}

/** One page of a project's living tasks in their order, and how many match. */
export async function listTasks(tx: Tx, key: ProjectKey, query: TaskQuery): Promise<ListPage<TaskRecord>> {
  const { company_id, project_id } = key
  const { status, priority, assigned_to, parent_task_id, search, limit, offset } = query
  const shape: Shape = {
    by_status: status !== undefined,
    by_priority: priority !== undefined,
    by_assignee: assigned_to !== undefined,
    by_parent: parent_task_id === undefined ? 'any' : parent_task_id === 'null' ? 'root' : 'one',
    is_searched: search !== '',
  }
  const page: Page = {
    company_id,
    project_id,
    ...(status ? listParams('status', status, TASK_STATUSES.length) : {}),
    ...(priority ? listParams('priority', priority, PRIORITIES.length) : {}),
    assigned_to: (assigned_to ?? '') as UserId | '',
    parent_task_id: (parent_task_id ?? '') as TaskId | '',
    pattern: `%${escapeLike(search)}%`,
    limit,
    offset,
  }
  const countFromPlace = async ({ position, created_at, id }: ListPlace) =>
    (await countFrom(shape).first(tx, { ...page, position, created_at, id }))!.count
  const total = await countKept(tx, key, query)
  if (hasCursor(query)) {
    const { rows, ...more } = await readAtCursor(
      query,
      (id) => findOne.first(tx, { company_id, project_id, id: id as TaskId }),
      ({ position, created_at, id }, is_backwards, limit) =>
        listBeyond({ ...shape, is_backwards }).all(tx, { ...page, position, created_at, id, limit }),
    )
    return { ...more, rows: await withDependencies(tx, key, rows), total: total ?? (await countFromPlace(FIRST)) }
  }
  if (total !== undefined && total <= offset) return { rows: [], total }
  // When the total is known, the walk through the index ends with the last row that matches, and not at the end of the list.
  if (total !== undefined) page.limit = Math.min(limit, total - offset)
  const rows = await withDependencies(tx, key, await list(shape).all(tx, page))
  return { rows, total: total ?? (await countAround({ rows, limit, offset }, (row) => countFromPlace(row ?? FIRST))) }
}

/** The total where counts are kept for the filters: all but that of a parent, which has few children, and the search. */
async function countKept(tx: Tx, { company_id, project_id }: ProjectKey, query: TaskQuery): Promise<number | undefined> {
  const { status, priority, assigned_to, parent_task_id, search } = query
  const is_root = parent_task_id === 'null'
  if (search !== '' || (parent_task_id !== undefined && !is_root)) return undefined
  const parent_text = is_root ? ROOT : undefined
  return taskFigures.count(tx, company_id, project_id, { status, priority, assigned_to, parent_task_id: parent_text })
}
