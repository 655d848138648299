// Tasks: where their rules and IO meet. Each write locks the project first, so that two at once can't close a ring.

import { findStrangers } from '../../access/users/service.ts'
import { takeNumber } from '../../billing/documents/numbering.ts'
import type { Context } from '../../http/context.ts'
import { readPage } from '../../http/pagination.ts'
import { conflict, type Fault, invalid, invalidAll, notFound } from '../../kernel/errors.ts'
import { type CompanyId, isId, newId, type ProjectId, type TaskId } from '../../kernel/ids.ts'
import { foldText } from '../../kernel/text.ts'
import { recordEvents } from '../../record/events/record.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { repeatedFaults } from '../projects/changes.ts'
import {
  addFigures,
  type CountedTime,
  figuresChange,
  NO_FIGURES,
  shareOfTask,
  shareOfTime,
  unratedMinutes,
} from '../projects/figures.ts'
import type { ProjectRow } from '../projects/schema.ts'
import { lockProject, moveFigures, requireProject } from '../projects/service.ts'
import { type CompanyTaskQuery, listCompanyTasks as listCompanyRows } from './company-repository.ts'
import { countDependencies, findDependentsAmong } from './dependency-repository.ts'
import { taskCreated, taskDeleted, taskUpdated } from './events.ts'
import { FEW_RENUMBERED, MOST_RENUMBERED, type Positions, positionsBetween } from './order.ts'
import { listBeside } from './order-repository.ts'
import {
  findLastPosition,
  findTask,
  findTaskRows,
  findTasks,
  insertTask,
  listAncestry,
  listNeighbours,
  listTasks as listRows,
  removeTask,
  saveTask,
  saveUnratedMinutes,
  type TaskQuery,
} from './repository.ts'
import {
  type CreateTask,
  MOST_DEPENDENCIES_OF_PROJECT,
  MOST_LEVELS,
  type MoveTask,
  presentTask,
  presentTaskOfCompany,
  type Task,
  type TaskRecord,
  type UpdateTask,
} from './schema.ts'
import type { TaskStatus, TasksTable } from './table.ts'
import { draftTask, reviseTask, withoutTask } from './task.ts'

/** Where a task lies. */
interface ProjectKey {
  company_id: CompanyId
  project_id: ProjectId
}

/** Lists a project's tasks by position. `search` finds parts of title or public id, whatever their case and accents. */
export function listTasks(
  context: Context,
  project_id: string,
  query: Omit<TaskQuery, 'search'> & { search?: string | undefined },
) {
  return context.read(async (tx) => {
    const { rows, pagination } = await readPage(query, async () => {
      const key = await projectKeyOf(tx, context, project_id)
      return listRows(tx, key, { ...query, search: foldText((query.search ?? '').trim()) })
    })
    return { tasks: rows.map(presentTask), pagination }
  })
}

/** Lists the tasks of all projects that are not archived, newest first by default. `me` is the caller. */
export function listCompanyTasks(
  context: Context,
  query: Omit<CompanyTaskQuery, 'search' | 'sort'> & {
    search?: string | undefined
    sort?: CompanyTaskQuery['sort'] | undefined
  },
) {
  return context.read(async (tx) => {
    const search = foldText((query.search ?? '').trim())
    const assigned_to = query.assigned_to === 'me' ? context.user_id : query.assigned_to
    const wanted = { ...query, sort: query.sort ?? ('-created_at' as const), assigned_to, search }
    const { rows, pagination } = await readPage(query, () => listCompanyRows(tx, context.company_id, wanted))
    return { tasks: rows.map(presentTaskOfCompany), pagination }
  })
}

export function getTask(context: Context, project_id: string, id: string): Promise<Task> {
  return context.read(async (tx) => presentTask(await loadTask(tx, await projectKeyOf(tx, context, project_id), id)))
}

/** Makes a task. Throws 400 for an unknown user, parent or dependency; a refused one uses up no number. */
export function createTask(context: Context, project_id: string, input: CreateTask): Promise<Task> {
  return context.transaction(async (tx) => {
    const { company_id, user_id, now, now_ms, today } = context
    const project = await lockProject(tx, company_id, project_id)
    const key = { company_id, project_id: project.id }
    await refuseReferences(tx, context, key, undefined, input)
    const record = draftTask(input, {
      ...key,
      id: newId('task', now_ms),
      public_id: await takeNumber(tx, company_id, 'task', 'TSK', today),
      created_by: user_id,
      last_position: await findLastPosition(tx, key),
      now,
    })
    await insertTask(tx, record)
    await moveFigures(tx, project, shareOfTask(record))
    const task = presentTask(record)
    await recordEvents(tx, context, taskCreated(task))
    return task
  })
}

/** Runs when a task gets another rate: the room that keeps sums of its time passes it in. */
export type OnTaskRate = (tx: WriteTx, before: TasksTable, after: TasksTable) => Promise<void>

/** Changes a task; a request that changes nothing stores no event. The project's figures follow a changed rate or status. */
export function updateTask(
  context: Context,
  project_id: string,
  id: string,
  given: UpdateTask,
  onRate: OnTaskRate,
): Promise<Task> {
  return context.transaction(async (tx) => {
    const project = await lockProject(tx, context.company_id, project_id)
    const key = { company_id: project.company_id, project_id: project.id }
    const before = await loadTask(tx, key, id)
    const changes = context.changesOf(presentTask(before), given)
    await refuseReferences(tx, context, key, before, changes)
    const after = reviseTask(before, changes, context.now)
    const task = presentTask(after)
    if (after === before) return task
    await saveTask(tx, before, after)
    if (after.hourly_rate !== before.hourly_rate) await onRate(tx, before, after)
    await moveFigures(tx, project, figuresChange(shareOfTask(before), shareOfTask(after)))
    await recordEvents(tx, context, taskUpdated(before.status, task))
    return task
  })
}

/**
 * Puts a task right before or after another one, whose status it gets; without a neighbour its position stays.
 * Tasks that make room are changed as if by hand: their events come first. Throws 400 for an unknown neighbour, 409 `no_room`.
 */
export function moveTask(context: Context, project_id: string, id: string, { status, ...beside }: MoveTask): Promise<Task> {
  return context.transaction(async (tx) => {
    const project = await lockProject(tx, context.company_id, project_id)
    const key = { company_id: project.company_id, project_id: project.id }
    const moved = await loadTask(tx, key, id)
    const positions = await positionsBeside(tx, moved, status ?? moved.status, beside)
    const events = []
    const others = [...positions.keys()].filter((one) => one !== moved.id)
    for (const before of await findTasks(tx, key, others)) {
      const after = reviseTask(before, { position: positions.get(before.id) }, context.now)
      await saveTask(tx, before, after)
      events.push(...taskUpdated(before.status, presentTask(after)))
    }
    const after = reviseTask(moved, { status, position: positions.get(moved.id) }, context.now)
    const task = presentTask(after)
    if (after !== moved) {
      await saveTask(tx, moved, after)
      await moveFigures(tx, project, figuresChange(shareOfTask(moved), shareOfTask(after)))
      events.push(...taskUpdated(moved.status, task))
    }
    await recordEvents(tx, context, events)
    return task
  })
}

/** The positions that put a task next to the one that a move names. Throws 400 if that is not in the column, 409 if there is no room. */
async function positionsBeside(
  tx: Tx,
  moved: TaskRecord,
  status: TaskStatus,
  { after_task_id, before_task_id }: Omit<MoveTask, 'status'>,
): Promise<Positions> {
  if (after_task_id !== undefined && before_task_id !== undefined) {
    throw invalid('before_task_id', 'before_task_id can not be given together with after_task_id: one neighbour says where')
  }
  const [param, neighbour_id] =
    after_task_id === undefined ? ['before_task_id', before_task_id] : ['after_task_id', after_task_id]
  if (neighbour_id === undefined) return new Map()
  const neighbour = isId('task', neighbour_id) ? await findTask(tx, moved, neighbour_id) : undefined
  if (!neighbour || neighbour.id === moved.id || neighbour.status !== status) {
    throw invalid(param!, `${param} must be the id of another task of this project whose status is ${status}`)
  }
  const is_after = after_task_id !== undefined
  for (const most of [FEW_RENUMBERED, MOST_RENUMBERED]) {
    const beyond = await listBeside(tx, neighbour, moved.id, is_after ? 1 : -1, most + 1)
    const behind = [neighbour, ...(await listBeside(tx, neighbour, moved.id, is_after ? -1 : 1, most))]
    const around = is_after ? { before: behind, after: beyond } : { before: beyond, after: behind }
    const positions = positionsBetween(moved, around, most)
    if (positions) return positions
  }
  const most = MOST_RENUMBERED.toLocaleString('en')
  const sentence = `${param}: more than ${most} tasks would have to make room. Give some of them positions that are further apart`
  throw conflict('no_room', sentence, param)
}

/**
 * Deletes a task: its children move to its parent, others no longer depend on it, its time keeps its rate. The events
 * of the tasks that change with it come first.
 */
export function deleteTask(context: Context, project_id: string, id: string): Promise<{ deleted: true }> {
  return context.transaction(async (tx) => {
    const project = await lockProject(tx, context.company_id, project_id)
    const record = await loadTask(tx, { company_id: project.company_id, project_id: project.id }, id)
    const task = presentTask(record)
    context.requireMatch(task)
    const events = []
    for (const neighbour of await listNeighbours(tx, record)) {
      const after = withoutTask(neighbour, record, context.now)
      await saveTask(tx, neighbour, after)
      events.push(...taskUpdated(neighbour.status, presentTask(after)))
    }
    await removeTask(tx, record, context.now)
    const deleted = { ...record, deleted_at: context.now }
    await moveFigures(tx, project, figuresChange(shareOfTask(record), shareOfTask(deleted)))
    await recordEvents(tx, context, [...events, ...taskDeleted(task)])
    return { deleted: true as const }
  })
}

/** The key of the project that a path names. Throws 404. */
async function projectKeyOf(tx: Tx, context: Context, project_id: string): Promise<ProjectKey> {
  return { company_id: context.company_id, project_id: await requireProject(tx, context.company_id, project_id) }
}

async function loadTask(tx: Tx, key: ProjectKey, id: string): Promise<TaskRecord> {
  const record = isId('task', id) ? await findTask(tx, key, id) : undefined
  if (!record) throw notFound()
  return record
}

/** Throws 400 with all faults of the users and tasks that a request names. `before` is the task as it is; a new one is not yet. */
async function refuseReferences(
  tx: Tx,
  context: Context,
  key: ProjectKey,
  before: TaskRecord | undefined,
  input: UpdateTask,
): Promise<void> {
  const faults: Fault[] = []
  if (input.assigned_to) {
    faults.push(...(await findStrangers(tx, context.organization_id, [{ param: 'assigned_to', id: input.assigned_to }])))
  }
  if (input.parent_task_id) faults.push(...(await parentFaults(tx, key, before?.id, input.parent_task_id)))
  if (input.depends_on) faults.push(...(await dependencyFaults(tx, key, before, input.depends_on)))
  if (faults.length > 0) throw invalidAll(faults)
}

async function parentFaults(tx: Tx, key: ProjectKey, id: TaskId | undefined, parent_id: string): Promise<Fault[]> {
  const fault = (error: string): Fault => ({ error, code: 'parameter_invalid', param: 'parent_task_id' })
  if (!(await isLivingTask(tx, key, [parent_id]))(parent_id)) {
    return [fault('parent_task_id must be the id of a task of this project')]
  }
  const above = await listAncestry(tx, key, parent_id as TaskId)
  if (above.length > MOST_LEVELS) return [fault(`parent_task_id: above a task there are at most ${MOST_LEVELS} others`)]
  if (id === undefined || !above.includes(id)) return []
  return [fault('parent_task_id is this task or one of its own subtasks: no task can be a part of itself')]
}

async function dependencyFaults(
  tx: Tx,
  key: ProjectKey,
  before: TaskRecord | undefined,
  ids: readonly string[],
): Promise<Fault[]> {
  const faults = repeatedFaults('depends_on', ids)
  const isLiving = await isLivingTask(tx, key, ids)
  // Existing dependencies close no ring, and a new task closes none at all.
  const added = (ids.filter(isLiving) as TaskId[]).filter((one) => !before?.depends_on.includes(one))
  if (added.length > 0) {
    const count = (await countDependencies(tx, key)) - (before?.depends_on.length ?? 0) + ids.length
    // Looking for rings walks through all of them.
    if (count > MOST_DEPENDENCIES_OF_PROJECT) return [...faults, tooManyDependencies()]
  }
  const id = before?.id
  const behind = id === undefined ? new Set<string>() : await findDependentsAmong(tx, key, id, added)
  ids.forEach((one, index) => {
    const param = `depends_on[${index}]`
    const error =
      one === id
        ? `${param} is this task: no task can depend on itself`
        : !isLiving(one)
          ? `${param} must be the id of a task of this project`
          : behind.has(one)
            ? `${param} depends on this task already, directly or by way of others`
            : undefined
    if (error) faults.push({ error, code: 'parameter_invalid', param })
  })
  return faults
}

function tooManyDependencies(): Fault {
  const most = MOST_DEPENDENCIES_OF_PROJECT.toLocaleString('en')
  const error = `depends_on: the tasks of a project may have at most ${most} dependencies together`
  return { error, code: 'parameter_invalid', param: 'depends_on' }
}

/** Says of the ids given whether they name living tasks of the project. */
async function isLivingTask(tx: Tx, key: ProjectKey, ids: readonly string[]): Promise<(id: string) => boolean> {
  const well_formed = ids.filter((id): id is TaskId => isId('task', id))
  const rows = await findTaskRows(tx, key, well_formed)
  return (id) => rows.get(id as TaskId)?.deleted_at === null
}

/** The task that a time entry's `task_id` names. Throws 400 when the project has no such living task. */
export async function namedTask(tx: Tx, key: ProjectKey, id: string): Promise<TasksTable> {
  const row = isId('task', id) ? (await findTaskRows(tx, key, [id])).get(id) : undefined
  if (row?.deleted_at !== null) throw invalid('task_id', 'task_id must be the id of a task of this project')
  return row
}

/** The tasks that time was recorded on, by their ids, deleted ones too. */
export const tasksOfTime = (tx: Tx, key: ProjectKey, ids: readonly TaskId[]) => findTaskRows(tx, key, ids)

/**
 * Counts a time entry that was made (no `before`), changed, or removed (no `after`): the minutes of its task and the figures of its project
 * follow. `project` was taken by `lockProject` in the same transaction. Gives the tasks that the entry is or was on.
 */
export async function countTime(
  tx: WriteTx,
  project: ProjectRow,
  before: CountedTime | undefined,
  after: CountedTime | undefined,
): Promise<Map<TaskId, TasksTable>> {
  let change = figuresChange(before ? shareOfTime(before) : NO_FIGURES, after ? shareOfTime(after) : NO_FIGURES)
  const ids = [...new Set([before?.task_id, after?.task_id])].filter((id) => id != null)
  const tasks = await findTaskRows(tx, { company_id: project.company_id, project_id: project.id }, ids)
  for (const task of tasks.values()) {
    const minutes = minutesOn(task.id, after) - minutesOn(task.id, before)
    if (minutes === 0) continue
    const counted = { ...task, unrated_minutes: task.unrated_minutes + minutes }
    change = addFigures(change, figuresChange(shareOfTask(task), shareOfTask(counted)))
    await saveUnratedMinutes(tx, counted)
  }
  await moveFigures(tx, project, change)
  return tasks
}

/** Adds to the minutes of a task, deleted or not, what they were found to be off by (work/time-entries/project-check.ts). */
export async function changeMinutes(tx: WriteTx, key: ProjectKey, id: TaskId, by: number): Promise<void> {
  const task = (await findTaskRows(tx, key, [id])).get(id)
  if (task) await saveUnratedMinutes(tx, { ...task, unrated_minutes: task.unrated_minutes + by })
}

function minutesOn(task_id: TaskId, entry: CountedTime | undefined): number {
  return entry?.task_id === task_id ? unratedMinutes(entry) : 0
}
