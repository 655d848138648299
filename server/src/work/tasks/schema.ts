import { type Static, Type } from 'typebox'
import { presenter } from '../../http/present.ts'
import { DateString, Id, Metadata, Name, Nullable, StringEnum, Text } from '../../http/schema.ts'
import type { TaskId } from '../../kernel/ids.ts'
import { Measure, PRIORITIES } from '../projects/schema.ts'
import { type TasksTable, tasks } from './table.ts'

export const TASK_STATUSES = ['backlog', 'todo', 'in_progress', 'in_review', 'completed', 'cancelled'] as const

/** Tasks that a task depends on directly at most. */
export const MOST_DEPENDENCIES = 200
/** Dependencies of all tasks of a project at most. */
export const MOST_DEPENDENCIES_OF_PROJECT = 5_000
/** Tasks above a task at most. */
export const MOST_LEVELS = 1_000
const MOST_TAGS = 100
/** Positions are whole numbers, positive or negative, up to this size. */
export const LARGEST_POSITION = 1_000_000_000

const NullableText = (description: string) => Nullable(Type.String({ description }))
const NullableNumber = (description: string) => Nullable(Type.Number({ description }))

/** A task, alone and in a list. */
export const Task = Type.Object(
  {
    id: Type.String({ description: 'Identifier, `tsk_…`.' }),
    public_id: Type.String({ description: '`TSK-{YEAR}-{COUNTER}`, by the year of creation, never reused.' }),
    project_id: Type.String(),
    parent_task_id: NullableText('The parent task; null for a root task.'),
    depends_on: Type.Array(Type.String(), { description: 'Ids of the tasks that come before it.' }),
    assigned_to: NullableText('User id.'),
    created_by: Type.String({ description: 'User id.' }),
    title: Type.String(),
    description: Type.String(),
    status: StringEnum(TASK_STATUSES, { title: 'TaskStatus' }),
    priority: StringEnum(PRIORITIES, { title: 'Priority' }),
    estimated_hours: NullableNumber('Budget in hours.'),
    start_date: Nullable(Type.String({ format: 'date' })),
    due_date: Nullable(Type.String({ format: 'date' })),
    completed_at: Nullable(
      Type.String({ format: 'date-time', description: 'When its status became `completed`; null in any other.' }),
    ),
    is_billable: Type.Boolean({ description: 'Whether new time entries on it are billable.' }),
    hourly_rate: NullableNumber("Overrides the project's rate, for time without a rate of its own."),
    position: Type.Integer({ description: 'Lists go by it, then oldest first.' }),
    tags: Type.Array(Type.String()),
    metadata: Metadata({ description: 'Whatever the client keeps here.' }),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Task', additionalProperties: false },
)
export type Task = Static<typeof Task>

const inputFields = {
  description: Type.Optional(Nullable(Text(10_000))),
  assigned_to: Type.Optional(Nullable(Id('usr', { description: 'Id of a member of the organization.' }))),
  parent_task_id: Type.Optional(
    Nullable(
      Id('tsk', {
        description: `Makes it a subtask of this task of the same project, never of itself or its own subtasks. Above it are at most ${MOST_LEVELS.toLocaleString('en')} tasks.`,
      }),
    ),
  ),
  depends_on: Type.Optional(
    Nullable(
      Type.Array(Id('tsk'), {
        maxItems: MOST_DEPENDENCIES,
        description: `Tasks of the same project, each once; none may depend on this task, directly or through others. All tasks of a project have at most ${MOST_DEPENDENCIES_OF_PROJECT.toLocaleString('en')} dependencies together.`,
      }),
    ),
  ),
  status: Type.Optional(
    StringEnum(TASK_STATUSES, {
      title: 'TaskStatus',
      description: 'Any status may follow any other; `completed` sets completed_at.',
    }),
  ),
  priority: Type.Optional(StringEnum(PRIORITIES, { title: 'Priority' })),
  estimated_hours: Measure('Budget in hours.'),
  start_date: Type.Optional(Nullable(DateString())),
  due_date: Type.Optional(Nullable(DateString({ description: 'It may be before start_date.' }))),
  is_billable: Type.Optional(Type.Boolean({ description: 'Default of its new time entries. Existing entries keep theirs.' })),
  hourly_rate: Measure("Overrides the project's rate, for time without a rate of its own, past time too."),
  position: Type.Optional(
    Type.Integer({
      minimum: -LARGEST_POSITION,
      maximum: LARGEST_POSITION,
      description: 'Default on creation: after the last task.',
    }),
  ),
  tags: Type.Optional(Nullable(Type.Array(Name(), { maxItems: MOST_TAGS }))),
  metadata: Type.Optional(Nullable(Metadata({ description: 'Replaces all of it.' }))),
}

export const CreateTask = Type.Object({ title: Name(), ...inputFields }, { title: 'CreateTask', additionalProperties: false })
export type CreateTask = Static<typeof CreateTask>

export const UpdateTask = Type.Object(
  { title: Type.Optional(Name()), ...inputFields },
  { title: 'UpdateTask', additionalProperties: false },
)
export type UpdateTask = Static<typeof UpdateTask>

const Neighbour = (side: string) =>
  Type.Optional(Id('tsk', { description: `Puts it right ${side} this task of the same project, and into its status.` }))

/** Where the board puts a task: the column, and one neighbour in it. */
export const MoveTask = Type.Object(
  { status: inputFields.status, after_task_id: Neighbour('after'), before_task_id: Neighbour('before') },
  { title: 'MoveTask', additionalProperties: false },
)
export type MoveTask = Static<typeof MoveTask>

/** The project of something that is shown outside of it. */
export const ProjectName = Type.Object(
  { id: Type.String(), title: Type.String(), public_id: Type.String() },
  { title: 'ProjectName', additionalProperties: false },
)

/** A task in the list of all projects. */
export const TaskOfCompany = Type.Object(
  { ...Task.properties, project: ProjectName },
  { title: 'TaskOfCompany', additionalProperties: false },
)
export type TaskOfCompany = Static<typeof TaskOfCompany>

/** A task as it is stored: its row, and the tasks that it depends on in their order. */
export interface TaskRecord extends TasksTable {
  depends_on: readonly TaskId[]
}

/** The same with the project's fields that lists across projects show. */
export interface TaskOfCompanyRecord extends TaskRecord {
  project_title: string
  project_public_id: string
}

/** Shows a task. */
export const presentTask = presenter<TaskRecord>()(Task, tasks, { depends_on: (record) => [...record.depends_on] })

/** Shows a task outside of its project. */
export function presentTaskOfCompany(record: TaskOfCompanyRecord): TaskOfCompany {
  const project = { id: record.project_id, title: record.project_title, public_id: record.project_public_id }
  return { ...presentTask(record), project }
}

export const taskExample: Task = {
  id: 'tsk_01kb3m8q5sc1e3g5j7k9m2n4p6',
  public_id: 'TSK-2026-000017',
  project_id: 'pro_01kb3m8q5st4w6y8z0b2d4f6h8',
  parent_task_id: null,
  depends_on: ['tsk_01kb3m8q5sd2f4h6k8m0n3p5q7'],
  assigned_to: 'usr_01kb3m8q5sq2v7p3x1w9d4e6rt',
  created_by: 'usr_01kb3m8q5sq2v7p3x1w9d4e6rt',
  title: 'Checkout page',
  description: 'Cart, address, payment',
  status: 'in_progress',
  priority: 'high',
  estimated_hours: 16,
  start_date: '2026-02-09',
  due_date: '2026-02-20',
  completed_at: null,
  is_billable: true,
  hourly_rate: 110,
  position: 4,
  tags: ['frontend'],
  metadata: { ticket: 'SHOP-88' },
  created_at: '2026-01-29T10:15:00.000Z',
  updated_at: '2026-02-10T08:20:00.000Z',
}
