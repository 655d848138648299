// All SQL of time entries.

import { countAround } from '../../figures/counts.ts'
import { isFrom, type ListKey, TOP } from '../../figures/marks.ts'
import type { CompanyId, InvoiceId, ProjectId, TaskId, TimeEntryId, UserId } from '../../kernel/ids.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import {
  hasCursor,
  type ListPage,
  NEWEST_FIRST,
  type PageQuery,
  placeIn,
  readInOrder,
  type Walk,
  type WalkParams,
  walked,
} from '../../sql/list-order.ts'
import { updateRow } from '../../sql/rows.ts'
import { type Dialect, insertRows, type Queries, statement, statementFamily } from '../../sql/statement.ts'
import { listParams, listValues } from '../../sql/value-lists.ts'
import type { TasksTable } from '../tasks/table.ts'
import { type RatedTimeEntry, timeFigures } from './kept-figures.ts'
import { type TimeEntriesTable, time_entries } from './table.ts'

/** The rates of tasks by their ids; null: none. */
export type TaskRates = ReadonlyMap<TaskId, Pick<TasksTable, 'hourly_rate'>>

/** Time entries that one statement marks at most. */
const ENTRIES_AT_ONCE = 100

/** Where a time entry lies. */
interface ProjectKey {
  company_id: CompanyId
  project_id: ProjectId
}

const insert = insertRows(time_entries)
const update = updateRow(time_entries)

type Invoicing = Pick<TimeEntriesTable, 'invoiced' | 'invoice_id' | 'invoice_item_id' | 'updated_at'>

/** Puts entries on an invoice, or takes them off it. */
const saveInvoice = statement<ProjectKey & Invoicing>()((db, p) =>
  db
    .updateTable('time_entries')
    .set({ invoiced: p.invoiced, invoice_id: p.invoice_id, invoice_item_id: p.invoice_item_id, updated_at: p.updated_at })
    .where('company_id', '=', p.company_id)
    .where('project_id', '=', p.project_id)
    .where('id', 'in', listValues<TimeEntryId>(p, 'id', ENTRIES_AT_ONCE)),
)

const living = (db: Queries, p: ProjectKey) =>
  db
    .selectFrom('time_entries')
    .where('company_id', '=', p.company_id)
    .where('project_id', '=', p.project_id)
    .where('deleted_at', 'is', null)

const find = statement<ProjectKey & { id: TimeEntryId }>()((db, p) => living(db, p).selectAll().where('id', '=', p.id))

/** The conditions are those of the index that allows one running entry a user. */
const findRunning = statement<{ company_id: CompanyId; user_id: UserId }>()((db, p) =>
  db
    .selectFrom('time_entries')
    .select(['id', 'project_id'])
    .where('company_id', '=', p.company_id)
    .where('user_id', '=', p.user_id)
    .where('is_running', '=', true)
    .where('deleted_at', 'is', null),
)

const findRunningIn = statement<ProjectKey>()((db, p) => living(db, p).selectAll().where('is_running', '=', true).orderBy('id'))

const findInvoicedIn = statement<ProjectKey>()((db, p) => living(db, p).select('id').where('invoiced', '=', true).limit(1))

const findBillable = statement<ProjectKey & { limit: number }>()((db, p) =>
  living(db, p)
    .selectAll()
    .where('is_billable', '=', true)
    .where('is_running', '=', false)
    .where('invoice_id', 'is', null)
    .orderBy('start_time')
    .orderBy('id')
    .limit(p.limit),
)

/** Sorted after they are found: SQLite would walk all entries of the company by their start instead of those of the invoice. */
const findOfInvoice = statement<{ company_id: CompanyId; invoice_id: InvoiceId }>()((db, p, { unindexed }) =>
  db
    .selectFrom('time_entries')
    .selectAll()
    .where('company_id', '=', p.company_id)
    .where('invoice_id', '=', p.invoice_id)
    .where('deleted_at', 'is', null)
    .orderBy(unindexed('start_time'))
    .orderBy('id'),
)

interface Shape {
  by_task: boolean
  by_user: boolean
  by_billable: boolean
  by_invoiced: boolean
  by_period: boolean
}

interface Filter extends ProjectKey {
  task_id: TaskId | ''
  user_id: UserId | ''
  is_billable: boolean
  invoiced: boolean
  from: string
  to: string
}

const list = statementFamily<Shape & Walk, Filter & WalkParams>()((db, p, shape, dialect) =>
  walked(filtered(db, p, shape, dialect).selectAll(), 'id', NEWEST_FIRST, shape, p),
)

const findPlace = statement<ProjectKey & { id: string }>()((db, p) =>
  db
    .selectFrom('time_entries')
    .select(placeIn(NEWEST_FIRST, 'id'))
    .where('company_id', '=', p.company_id)
    .where('project_id', '=', p.project_id)
    .where('id', '=', p.id as TimeEntryId),
)

/** Counts from a row of the list on. */
const countFrom = statementFamily<Shape, Filter & ListKey>()((db, p, shape, dialect) =>
  filtered(db, p, shape, dialect)
    .where(isFrom('time_entries', p))
    .select((eb) => eb.fn.countAll<number>().as('count')),
)

function filtered(db: Queries, p: Filter, shape: Shape, dialect: Dialect) {
  let rows = living(db, p)
  if (shape.by_task) rows = rows.where('task_id', '=', p.task_id as TaskId)
  if (shape.by_user) rows = rows.where('user_id', '=', p.user_id as UserId)
  if (shape.by_billable) rows = rows.where('is_billable', '=', p.is_billable)
  if (shape.by_invoiced) rows = rows.where('invoiced', '=', p.invoiced)
  if (!shape.by_period) return rows
  // The index of all projects' time is by start_time; this is the list of one.
  const start = dialect.unindexed<string>('start_time')
  return rows.where(start, '>=', p.from).where(start, '<=', p.to)
}

/** A row as the program has it, whichever engine it is from. */
export const readTimeEntryRow = (row: TimeEntriesTable): TimeEntriesTable => ({
  ...row,
  is_running: Boolean(row.is_running),
  is_billable: Boolean(row.is_billable),
  invoiced: Boolean(row.invoiced),
})

/** A living time entry. Who changes it takes the project first: that keeps others away. */
export async function findTimeEntry(tx: Tx, key: ProjectKey, id: TimeEntryId): Promise<TimeEntriesTable | undefined> {
  const row = await find.first(tx, { company_id: key.company_id, project_id: key.project_id, id })
  return row && readTimeEntryRow(row)
}

/** Which time entry of a user runs in the company, and where. */
export const findRunningOf = (tx: Tx, company_id: CompanyId, user_id: UserId) => findRunning.first(tx, { company_id, user_id })

/** The running time entries of a project. */
export const listRunning = async (tx: Tx, { company_id, project_id }: ProjectKey) =>
  (await findRunningIn.all(tx, { company_id, project_id })).map(readTimeEntryRow)

/** Whether a time entry of the project is on an invoice. */
export const isProjectInvoiced = async (tx: Tx, { company_id, project_id }: ProjectKey) =>
  (await findInvoicedIn.first(tx, { company_id, project_id })) !== undefined

/** The project's entries that can be billed, the oldest start first. */
export const listBillable = async (tx: Tx, { company_id, project_id }: ProjectKey, limit: number) =>
  (await findBillable.all(tx, { company_id, project_id, limit })).map(readTimeEntryRow)

/** The entries that are on an invoice, the oldest start first. */
export const listOfInvoice = async (tx: Tx, company_id: CompanyId, invoice_id: InvoiceId) =>
  (await findOfInvoice.all(tx, { company_id, invoice_id })).map(readTimeEntryRow)

/** Stores a time entry. `tasks` has the one that it is on. */
export async function insertTimeEntry(tx: WriteTx, entry: TimeEntriesTable, tasks: TaskRates): Promise<void> {
  await insert(tx, [entry])
  timeFigures.move(tx, undefined, rated(entry, tasks))
}

/** Saves a changed time entry. `tasks` has those that it is and was on. */
export function saveTimeEntry(tx: WriteTx, before: TimeEntriesTable, after: TimeEntriesTable, tasks: TaskRates): void {
  update.post(tx, after, before)
  timeFigures.move(tx, rated(before, tasks), rated(after, tasks))
}

/**
 * Saves what being put on a line of an invoice, or taken off it, changes: the columns of `Invoicing`, which are the same for all of the
 * entries, of one project. `before` are the same entries as they were, in the same order.
 */
export function saveInvoiced(
  tx: WriteTx,
  before: readonly TimeEntriesTable[],
  after: readonly TimeEntriesTable[],
  tasks: TaskRates,
): void {
  for (let start = 0; start < after.length; start += ENTRIES_AT_ONCE) {
    const ids = after.slice(start, start + ENTRIES_AT_ONCE).map(({ id }) => id)
    const { company_id, project_id, invoiced, invoice_id, invoice_item_id, updated_at } = after[0]!
    const params = listParams('id', ids, ENTRIES_AT_ONCE)
    saveInvoice.post(tx, { company_id, project_id, invoiced, invoice_id, invoice_item_id, updated_at, ...params })
  }
  for (const [index, entry] of after.entries()) timeFigures.move(tx, rated(before[index]!, tasks), rated(entry, tasks))
}

export function removeTimeEntry(tx: WriteTx, entry: TimeEntriesTable, deleted_at: string, tasks: TaskRates): void {
  update.post(tx, { ...entry, deleted_at }, entry)
  timeFigures.move(tx, rated(entry, tasks), undefined)
}

const rated = (entry: TimeEntriesTable, tasks: TaskRates): RatedTimeEntry => ({
  ...entry,
  task_rate: (entry.task_id === null ? undefined : tasks.get(entry.task_id))?.hourly_rate ?? null,
})

export interface TimeEntryQuery extends PageQuery {
  task_id?: string | undefined
  user_id?: string | undefined
  is_billable?: boolean | undefined
  invoiced?: boolean | undefined
  /** The first and last start_time, as timestamps; undefined: any. */
  period?: { from: string; to: string } | undefined
}

/** One page of a project's living time entries, newest first, and how many match. */
export async function listTimeEntries(tx: Tx, key: ProjectKey, query: TimeEntryQuery): Promise<ListPage<TimeEntriesTable>> {
  const { company_id, project_id } = key
  const { limit, offset } = query
  const shape: Shape = {
    by_task: query.task_id !== undefined,
    by_user: query.user_id !== undefined,
    by_billable: query.is_billable !== undefined,
    by_invoiced: query.invoiced !== undefined,
    by_period: query.period !== undefined,
  }
  const filter: Filter = {
    company_id,
    project_id,
    task_id: (query.task_id ?? '') as TaskId | '',
    user_id: (query.user_id ?? '') as UserId | '',
    is_billable: query.is_billable ?? false,
    invoiced: query.invoiced ?? false,
    from: query.period?.from ?? '',
    to: query.period?.to ?? '',
  }
  const countFromKey = async ({ created_at, id }: ListKey) =>
    (await countFrom(shape).first(tx, { ...filter, created_at, id }))!.count
  const total = await countKept(tx, key, query)
  if (hasCursor(query)) {
    const count = total ?? (await countFromKey(TOP))
    const { rows, ...more } = await readInOrder(
      tx,
      { ...query, total: count, order: NEWEST_FIRST },
      (id) => findPlace.first(tx, { company_id, project_id, id }),
      (walk, at) => list({ ...shape, ...walk }).all(tx, { ...filter, ...at }),
    )
    return { ...more, rows: rows.map(readTimeEntryRow), total: count }
  }
  if (total !== undefined && total <= offset) return { rows: [], total }
  // When the total is known, the walk through the index ends with the last row that matches, and not at the end of the list.
  const wanted = total === undefined ? limit : Math.min(limit, total - offset)
  const found = await list({ ...shape, is_backwards: false }).all(tx, { ...filter, limit: wanted, offset })
  const rows = found.map(readTimeEntryRow)
  return { rows, total: total ?? (await countAround({ rows, limit, offset }, (row) => countFromKey(row ?? TOP))) }
}

/** The total where counts are kept for the filters: all but that of a task, which has few entries, and of a period. */
async function countKept(tx: Tx, { company_id, project_id }: ProjectKey, query: TimeEntryQuery): Promise<number | undefined> {
  if (query.task_id !== undefined || query.period !== undefined) return undefined
  const { user_id, is_billable, invoiced } = query
  return timeFigures.count(tx, company_id, project_id, { user_id, is_billable, invoiced })
}
