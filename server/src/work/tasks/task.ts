// Pure: how a task is drafted, revised and taken out from between others. Rules: docs/api/tasks.md.
import { clearable } from '../../billing/documents/texts.ts'
import type { CompanyId, ProjectId, TaskId, UserId } from '../../kernel/ids.ts'
import { changed, changedDecimal, changedJson, completedAt, isChanged } from '../projects/changes.ts'
import { searchText } from '../projects/project.ts'
import { type CreateTask, LARGEST_POSITION, type TaskRecord, type UpdateTask } from './schema.ts'

/** The inputs of a new task besides its content. */
export interface NewTask {
  company_id: CompanyId
  project_id: ProjectId
  id: TaskId
  public_id: string
  created_by: UserId
  /** The highest position in the project; undefined without tasks. */
  last_position: number | undefined
  now: string
}

/** Drafts a new task, after the last one unless the request gives a position. The tasks and users that it names exist. */
export function draftTask(input: CreateTask, made: NewTask): TaskRecord {
  const blank: TaskRecord = {
    company_id: made.company_id,
    project_id: made.project_id,
    id: made.id,
    public_id: made.public_id,
    parent_task_id: null,
    depends_on: [],
    assigned_to: null,
    created_by: made.created_by,
    title: '',
    description: '',
    status: 'backlog',
    priority: 'medium',
    estimated_hours: null,
    start_date: null,
    due_date: null,
    completed_at: null,
    is_billable: true,
    hourly_rate: null,
    position: made.last_position === undefined ? 0 : Math.min(made.last_position + 1, LARGEST_POSITION),
    tags: '[]',
    metadata: '{}',
    unrated_minutes: 0,
    search_text: '',
    created_at: made.now,
    updated_at: made.now,
    deleted_at: null,
  }
  return reviseTask(blank, input, made.now)
}

/**
 * A task after a change: absent fields are left alone, null clears. The tasks and users that the change names exist.
 * The result is `before` itself when nothing changes.
 */
export function reviseTask(before: TaskRecord, changes: UpdateTask, now: string): TaskRecord {
  const status = changes.status ?? before.status
  const after: TaskRecord = {
    ...before,
    parent_task_id: changed(changes.parent_task_id as TaskId | null | undefined, before.parent_task_id),
    depends_on: changedDependencies(changes.depends_on as TaskId[] | null | undefined, before.depends_on),
    assigned_to: changed(changes.assigned_to as UserId | null | undefined, before.assigned_to),
    title: changes.title ?? before.title,
    description: clearable(changes.description, before.description),
    status,
    priority: changes.priority ?? before.priority,
    estimated_hours: changedDecimal(changes.estimated_hours, before.estimated_hours),
    start_date: changed(changes.start_date, before.start_date),
    due_date: changed(changes.due_date, before.due_date),
    completed_at: completedAt(before, status, now),
    is_billable: changes.is_billable ?? before.is_billable,
    hourly_rate: changedDecimal(changes.hourly_rate, before.hourly_rate),
    position: changes.position ?? before.position,
    tags: changedJson(changes.tags, before.tags, '[]'),
    metadata: changedJson(changes.metadata, before.metadata, '{}'),
  }
  after.search_text = searchText(after)
  return isChanged(before, after) ? { ...after, updated_at: now } : before
}

/** The same array when the same tasks are named in the same order: a comparison sees no change then. */
function changedDependencies(change: readonly TaskId[] | null | undefined, before: readonly TaskId[]): readonly TaskId[] {
  if (change === undefined) return before
  const after = change ?? []
  return after.length === before.length && after.every((id, index) => id === before[index]) ? before : after
}

/** A task after another one was deleted: it moves to that one's parent, and does not depend on it any more. */
export function withoutTask(neighbour: TaskRecord, deleted: TaskRecord, now: string): TaskRecord {
  return {
    ...neighbour,
    parent_task_id: neighbour.parent_task_id === deleted.id ? deleted.parent_task_id : neighbour.parent_task_id,
    depends_on: neighbour.depends_on.includes(deleted.id)
      ? neighbour.depends_on.filter((id) => id !== deleted.id)
      : neighbour.depends_on,
    updated_at: now,
  }
}

/** The order of tasks in lists and on invoices: by position, then oldest first. */
export function compareTasks(a: PlacedTask, b: PlacedTask): number {
  return a.position - b.position || compareTexts(a.created_at, b.created_at) || compareTexts(a.id, b.id)
}

type PlacedTask = Pick<TaskRecord, 'position' | 'created_at' | 'id'>

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
