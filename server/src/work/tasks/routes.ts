import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { Pagination, PaginationQuery, Search } from '../../http/pagination.ts'
import { Deleted, List } from '../../http/schema.ts'
import { PRIORITIES } from '../projects/schema.ts'
import { CreateTask, TASK_STATUSES, Task, taskExample, UpdateTask } from './schema.ts'
import { createTask, deleteTask, getTask, listTasks, type OnTaskRate, updateTask } from './service.ts'

const tag = 'Tasks'

const ListTasks = Type.Object(
  {
    ...PaginationQuery,
    status: Type.Optional(
      List(TASK_STATUSES, { title: 'TaskStatus', description: 'Only tasks in one of these, separated by commas.' }),
    ),
    priority: Type.Optional(
      List(PRIORITIES, { title: 'Priority', description: 'Only tasks of one of these, separated by commas.' }),
    ),
    assigned_to: Type.Optional(Type.String({ description: 'Only tasks of this user.' })),
    parent_task_id: Type.Optional(
      Type.String({ description: 'Only the direct subtasks of this task; `null` selects root tasks.' }),
    ),
    search: Search('Part of the title or public id; upper and lower case, accented and plain letters are the same.'),
  },
  { additionalProperties: false },
)

/** The endpoints of tasks, each inside its project. `onRate` goes with another rate of a task. */
export const taskEndpoints = (onRate: OnTaskRate): Endpoint[] => [
  endpoint({
    operation_id: 'listTasks',
    is_listing: true,
    method: 'GET',
    path: '/v1/projects/:id/tasks',
    tag,
    tag_description: 'What is to be done in a project.',
    summary: 'List tasks',
    description: 'By position, then oldest first. Subtasks are listed like all others; `parent_task_id` tells them apart.',
    query: ListTasks,
    data: Type.Object({ tasks: Type.Array(Task), pagination: Pagination }, { additionalProperties: false }),
    example: { tasks: [taskExample], pagination: { total: 1, limit: 50, offset: 0 } },
    handle: (context, { params, query }) => listTasks(context, params.id, query),
  }),
  endpoint({
    operation_id: 'createTask',
    method: 'POST',
    path: '/v1/projects/:id/tasks',
    tag,
    summary: 'Create a task',
    description:
      'Only `title` is needed. A new task is in the `backlog`, of `medium` priority, billable, after the last one, and gets the next public id of the year.',
    body: CreateTask,
    body_example: { title: taskExample.title, status: 'todo', estimated_hours: 16, tags: ['frontend'] },
    status: 201,
    data: Task,
    example: taskExample,
    errors: { 400: ['amount_too_large'] },
    has_etag: true,
    handle: (context, { params, body }) => createTask(context, params.id, body),
  }),
  endpoint({
    operation_id: 'getTask',
    method: 'GET',
    path: '/v1/projects/:id/tasks/:taskId',
    tag,
    summary: 'Get a task',
    description: 'A task under another project than its own is not found.',
    data: Task,
    example: taskExample,
    has_etag: true,
    handle: (context, { params }) => getTask(context, params.id, params.taskId),
  }),
  endpoint({
    operation_id: 'updateTask',
    method: 'PATCH',
    path: '/v1/projects/:id/tasks/:taskId',
    tag,
    summary: 'Update a task',
    description:
      'Absent fields are left alone; `null` clears a description, user, parent, date, rate or estimate and empties a list or metadata. Any status may follow any other. A parent or dependency that would close a ring is refused, however long the ring.',
    body: UpdateTask,
    body_example: { status: 'completed' },
    data: Task,
    example: { ...taskExample, status: 'completed', completed_at: '2026-02-20T16:00:00.000Z' },
    errors: { 400: ['amount_too_large'] },
    has_etag: true,
    handle: (context, { params, body }) => updateTask(context, params.id, params.taskId, body, onRate),
  }),
  endpoint({
    operation_id: 'deleteTask',
    method: 'DELETE',
    path: '/v1/projects/:id/tasks/:taskId',
    tag,
    summary: 'Delete a task',
    description:
      'Its subtasks move to its parent, and no task depends on it any more. Time recorded on it stays and keeps its rate.',
    data: Deleted,
    example: { deleted: true },
    has_etag: true,
    handle: (context, { params }) => deleteTask(context, params.id, params.taskId),
  }),
]
