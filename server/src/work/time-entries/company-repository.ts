// SQL of time entries across all projects of a company. Time of deleted projects is gone with them; that of archived ones was spent.
import { sql } from 'kysely'
import { keptSum } from '../../figures/sums.ts'
import type { CompanyId, ProjectId, TaskId, TimeEntryId, UserId } from '../../kernel/ids.ts'
import type { Tx } from '../../sql/database.ts'
import {
  aside,
  FEW_ENOUGH_TO_SORT,
  hasCursor,
  type ListPage,
  type PageQuery,
  readAtCursor,
  readFromNearerEnd,
} from '../../sql/list-order.ts'
import { type Dialect, type Queries, statement, statementFamily } from '../../sql/statement.ts'
import { timeFigures } from './kept-figures.ts'
import { readTimeEntryRow } from './repository.ts'
import type { TimeEntryOfCompanyRow } from './schema.ts'

interface Shape {
  by_project: boolean
  by_task: boolean
  by_user: boolean
  by_billable: boolean
  by_invoiced: boolean
  by_running: 'any' | 'running' | 'stopped'
  by_period: boolean
}

/** A page. `is_sorted`: the rows are found by their filter, and sorted. */
interface OrderedShape extends Shape {
  is_backwards: boolean
  is_sorted: boolean
}

interface Filter {
  company_id: CompanyId
  project_id: ProjectId | ''
  task_id: TaskId | ''
  user_id: UserId | ''
  is_billable: boolean
  invoiced: boolean
  from: string
  to: string
}

function matching(db: Queries, p: Filter, shape: Shape & { is_sorted: boolean }, dialect: Dialect) {
  return inPeriod(ofAnyTime(db, p, shape, dialect), p, shape, dialect)
}

/** The cross join keeps the order of the entries' index. */
function ofAnyTime(db: Queries, p: Filter, shape: Shape & { is_sorted: boolean }, dialect: Dialect) {
  let rows = db
    .selectFrom('time_entries')
    .crossJoin('projects')
    .where('time_entries.company_id', '=', p.company_id)
    .where('time_entries.deleted_at', 'is', null)
    .where('projects.company_id', '=', p.company_id)
    .whereRef('projects.id', '=', 'time_entries.project_id')
    .where('projects.deleted_at', 'is', null)
  if (shape.by_project) {
    const project_id = p.project_id as ProjectId
    rows = shape.is_sorted
      ? rows.where('time_entries.project_id', '=', project_id)
      : rows.where(dialect.unindexed<ProjectId>('time_entries.project_id'), '=', project_id)
  }
  if (shape.by_task) rows = rows.where('time_entries.task_id', '=', p.task_id as TaskId)
  const is_running = shape.by_running === 'running'
  if (shape.by_user) {
    const user = is_running ? dialect.unindexed<UserId>('time_entries.user_id') : sql.ref<UserId>('time_entries.user_id')
    rows = rows.where(user, '=', p.user_id as UserId)
  }
  if (shape.by_billable) rows = rows.where('time_entries.is_billable', '=', p.is_billable)
  if (shape.by_invoiced) rows = rows.where('time_entries.invoiced', '=', p.invoiced)
  if (is_running) {
    // True of all. The pair is in the index of running timers alone, which SQLite would not take by itself.
    const any_user = sql<boolean>`(time_entries.user_id, time_entries.start_time) >= ('', '')`
    rows = rows.where(sql<boolean>`time_entries.is_running`).where(any_user)
  }
  if (shape.by_running === 'stopped') rows = rows.where(sql<boolean>`not time_entries.is_running`)
  return rows
}

function inPeriod(rows: ReturnType<typeof ofAnyTime>, p: Filter, shape: Shape, dialect: Dialect) {
  if (!shape.by_period) return rows
  // Of a task, and of timers that run, there are fewer than in a period.
  const has_fewer = shape.by_task || shape.by_running === 'running'
  const start = has_fewer ? dialect.unindexed<string>('time_entries.start_time') : sql.ref<string>('time_entries.start_time')
  return rows.where(start, '>=', p.from).where(start, '<=', p.to)
}

/** The key of the row that a page begins with: it is found in the index alone. */
const findStart = statementFamily<OrderedShape, Filter & { skip: number }>()((db, p, shape, dialect) => {
  const direction = shape.is_backwards ? 'asc' : 'desc'
  const start = 'time_entries.start_time'
  return matching(db, p, shape, dialect)
    .select([start, 'time_entries.id'])
    .orderBy(shape.is_sorted ? aside<string>(start) : sql.ref(start), direction)
    .orderBy('time_entries.id', direction)
    .limit(1)
    .offset(p.skip)
})

interface Stretch extends Filter {
  start_time: string
  id: string
  limit: number
}

/** From the end of the list, from a row on, or only beyond it. */
type From = 'end' | 'row' | 'beyond'

const list = statementFamily<OrderedShape & { from: From }, Stretch>()((db, p, shape, dialect) => {
  const direction = shape.is_backwards ? 'asc' : 'desc'
  const start = 'time_entries.start_time'
  const rows = ofAnyTime(db, p, shape, dialect)
  const comparison = sql.raw(`${shape.is_backwards ? '>' : '<'}${shape.from === 'beyond' ? '' : '='}`)
  const is_behind = sql<boolean>`(${sql.ref(start)}, time_entries.id) ${comparison} (${p.start_time}, ${p.id})`
  // The place before the bounds of the period: of two bounds SQLite enters an index by the first.
  const shown = inPeriod(shape.from === 'end' ? rows : rows.where(is_behind), p, shape, dialect)
    .leftJoin('tasks', (join) =>
      join
        .on('tasks.company_id', '=', p.company_id)
        .onRef('tasks.project_id', '=', 'time_entries.project_id')
        .onRef('tasks.id', '=', 'time_entries.task_id'),
    )
    .selectAll('time_entries')
    .select(['projects.title as project_title', 'projects.public_id as project_public_id', 'tasks.title as task_title'])
  return shape.is_sorted
    ? shown.orderBy(aside<string>(start), direction).orderBy('time_entries.id', direction).limit(p.limit)
    : dialect.firstRows(shown.orderBy(start, direction).orderBy('time_entries.id', direction), p.limit)
})

const findPlace = statement<{ company_id: CompanyId; id: string }>()((db, p) =>
  db
    .selectFrom('time_entries')
    .select(['time_entries.start_time', 'time_entries.id'])
    .where('time_entries.company_id', '=', p.company_id)
    .where('time_entries.id', '=', p.id as TimeEntryId),
)

const addUp = statementFamily<Shape, Filter>()((db, p, shape, dialect) =>
  matching(db, p, { ...shape, is_sorted: true }, dialect).select((eb) => [
    eb.fn.countAll<number>().as('count'),
    sql<number>`coalesce(sum(time_entries.duration_minutes), 0)`.as('minutes'),
  ]),
)

/** The sums of the projects that there are, by the values that entries are counted under (kept-figures.ts). */
const sumsOfProjects = statementFamily<{ by_project: boolean }, Filter>()((db, p, { by_project }) => {
  const sums = db
    .selectFrom('projects')
    .crossJoin('kept_sums')
    .select(['kept_sums.key', 'kept_sums.count', 'kept_sums.millions', 'kept_sums.rest'])
    .where('projects.company_id', '=', p.company_id)
    .where('projects.deleted_at', 'is', null)
    .where('kept_sums.company_id', '=', p.company_id)
    .where('kept_sums.name', '=', sql.lit('time'))
    // '0' is the character after '/'.
    .where('kept_sums.key', '>=', sql<string>`projects.id || '/'`)
    .where('kept_sums.key', '<', sql<string>`projects.id || '0'`)
  return by_project ? sums.where('projects.id', '=', p.project_id as ProjectId) : sums
})

/** The project of a living task, by which the index of the time on it is entered. */
const findProjectOfTask = statement<{ company_id: CompanyId; task_id: TaskId }>()((db, p) =>
  db
    .selectFrom('tasks')
    .select('tasks.project_id')
    .where('tasks.company_id', '=', p.company_id)
    .where('tasks.id', '=', p.task_id)
    .where('tasks.deleted_at', 'is', null),
)

const findRunning = statement<{ company_id: CompanyId; user_id: UserId }>()((db, p) =>
  db
    .selectFrom('time_entries')
    .crossJoin('projects')
    .leftJoin('tasks', (join) =>
      join
        .on('tasks.company_id', '=', p.company_id)
        .onRef('tasks.project_id', '=', 'time_entries.project_id')
        .onRef('tasks.id', '=', 'time_entries.task_id'),
    )
    .selectAll('time_entries')
    .select(['projects.title as project_title', 'projects.public_id as project_public_id', 'tasks.title as task_title'])
    .where('time_entries.company_id', '=', p.company_id)
    .where('time_entries.user_id', '=', p.user_id)
    .where(sql<boolean>`time_entries.is_running`)
    .where('time_entries.deleted_at', 'is', null)
    .where('projects.company_id', '=', p.company_id)
    .whereRef('projects.id', '=', 'time_entries.project_id')
    .where('projects.deleted_at', 'is', null),
)

export interface CompanyTimeQuery extends PageQuery {
  project_id?: string | undefined
  task_id?: string | undefined
  user_id?: string | undefined
  is_billable?: boolean | undefined
  invoiced?: boolean | undefined
  is_running?: boolean | undefined
  /** The first and last start_time, as timestamps; undefined: any. */
  period?: { from: string; to: string } | undefined
}

interface Found extends ListPage<TimeEntryOfCompanyRow> {
  /** Of all that match, on all pages. */
  total_minutes: number
}

/** One page of the living time entries of a company, the latest start first, how many match, and how long they are together. */
export async function listCompanyTime(tx: Tx, company_id: CompanyId, query: CompanyTimeQuery): Promise<Found> {
  const { limit, offset, is_running } = query
  const task_id = (query.task_id ?? '') as TaskId | ''
  let project_id = (query.project_id ?? '') as ProjectId | ''
  if (task_id !== '' && project_id === '') {
    const of_task = await findProjectOfTask.first(tx, { company_id, task_id })
    project_id = of_task?.project_id ?? project_id
  }
  const shape: Shape = {
    // An unknown task is of no project.
    by_project: project_id !== '' || query.project_id !== undefined || query.task_id !== undefined,
    by_task: query.task_id !== undefined,
    by_user: query.user_id !== undefined,
    by_billable: query.is_billable !== undefined,
    by_invoiced: query.invoiced !== undefined,
    by_running: is_running === undefined ? 'any' : is_running ? 'running' : 'stopped',
    by_period: query.period !== undefined,
  }
  const filter: Filter = {
    company_id,
    project_id,
    task_id,
    user_id: (query.user_id ?? '') as UserId | '',
    is_billable: query.is_billable ?? false,
    invoiced: query.invoiced ?? false,
    from: query.period?.from ?? '',
    to: query.period?.to ?? '',
  }
  const { total, total_minutes } = await totalsOf(tx, shape, filter)
  // A task has few entries, few timers run, and a project has few as a rule.
  const is_sorted = shape.by_task || shape.by_running === 'running' || (shape.by_project && total <= FEW_ENOUGH_TO_SORT)
  const readAt = async (is_backwards: boolean, limit: number, skip: number) => {
    const ordered = { ...shape, is_backwards, is_sorted }
    const start = skip === 0 ? { start_time: '', id: '' } : await findStart(ordered).first(tx, { ...filter, skip })
    return start ? list({ ...ordered, from: skip === 0 ? 'end' : 'row' }).all(tx, { ...filter, ...start, limit }) : []
  }
  const { rows, ...more } = hasCursor(query)
    ? await readAtCursor(
        query,
        (id) => findPlace.first(tx, { company_id, id }),
        (start, is_backwards, limit) =>
          list({ ...shape, is_backwards, is_sorted, from: 'beyond' }).all(tx, { ...filter, ...start, limit }),
      )
    : { rows: await readFromNearerEnd({ total, limit, offset }, readAt) }
  return { ...more, rows: rows.map((row) => ({ ...row, ...readTimeEntryRow(row) })), total, total_minutes }
}

/**
 * Read from kept sums, but for the time of a task, which is little, and of a period, which its index bounds. Timers that run are not counted
 * apart: they are few, and none of their minutes count.
 */
async function totalsOf(tx: Tx, shape: Shape, filter: Filter): Promise<{ total: number; total_minutes: number }> {
  if (shape.by_task || shape.by_period || shape.by_running === 'running') {
    const { count, minutes } = (await addUp(shape).first(tx, filter))!
    return { total: count, total_minutes: minutes }
  }
  const matches = timeFigures.matcher({
    user_id: shape.by_user ? filter.user_id : undefined,
    is_billable: shape.by_billable ? filter.is_billable : undefined,
    invoiced: shape.by_invoiced ? filter.invoiced : undefined,
  })
  let [total, total_minutes] = [0, 0]
  for (const sum of await sumsOfProjects({ by_project: shape.by_project }).all(tx, filter)) {
    if (!matches(sum.key)) continue
    total += sum.count
    total_minutes += Number(keptSum(sum).amount)
  }
  if (shape.by_running === 'stopped') total -= (await addUp({ ...shape, by_running: 'running' }).first(tx, filter))!.count
  return { total, total_minutes }
}

/** The entry of a user that runs in the company, with what is shown of its project and task. */
export async function findRunningTimer(
  tx: Tx,
  company_id: CompanyId,
  user_id: UserId,
): Promise<TimeEntryOfCompanyRow | undefined> {
  const row = await findRunning.first(tx, { company_id, user_id })
  return row && { ...row, ...readTimeEntryRow(row) }
}
