import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { Pagination, PaginationQuery, Search, Sort } from '../../http/pagination.ts'
import { List } from '../../http/schema.ts'
import { PRIORITIES, projectExample } from '../projects/schema.ts'
import { MoveTask, TASK_STATUSES, Task, TaskOfCompany, taskExample } from './schema.ts'
import { listCompanyTasks, moveTask } from './service.ts'

const example = {
  ...taskExample,
  project: { id: projectExample.id, title: projectExample.title, public_id: projectExample.public_id },
}

/** The dashboard's list of tasks across all projects, and the moves of its board. */
export const taskDashboardEndpoints: readonly Endpoint[] = [
  endpoint({
    operation_id: 'listCompanyTasks',
    is_listing: true,
    method: 'GET',
    path: '/dashboard/api/tasks',
    tag: 'Dashboard',
    door: 'session',
    summary: 'List the tasks of all projects',
    description:
      'Newest first, or in the order of `sort`. Those of archived projects are left out, unless `project_id` names one of these.',
    query: Type.Object(
      {
        ...PaginationQuery,
        status: Type.Optional(
          List(TASK_STATUSES, { title: 'TaskStatus', description: 'Only tasks in one of these, separated by commas.' }),
        ),
        priority: Type.Optional(
          List(PRIORITIES, { title: 'Priority', description: 'Only tasks of one of these, separated by commas.' }),
        ),
        assigned_to: Type.Optional(Type.String({ description: 'Only tasks of this user; `me` is the caller.' })),
        project_id: Type.Optional(Type.String({ description: 'Only tasks of this project; an unknown one has none.' })),
        search: Search('Part of the title or public id; upper and lower case, accented and plain letters are the same.'),
        sort: Sort(
          ['created_at', 'due_date', 'priority'],
          'Newest first when absent. `-priority` begins with the urgent ones; what has no due_date comes last.',
        ),
      },
      { additionalProperties: false },
    ),
    data: Type.Object({ tasks: Type.Array(TaskOfCompany), pagination: Pagination }, { additionalProperties: false }),
    example: { tasks: [example], pagination: { total: 1, limit: 50, offset: 0 } },
    handle: (context, { query }) => listCompanyTasks(context, query),
  }),
  endpoint({
    operation_id: 'moveTask',
    method: 'POST',
    path: '/dashboard/api/projects/:id/tasks/:taskId/move',
    tag: 'Dashboard',
    door: 'session',
    summary: 'Move a task on the board',
    description:
      'Puts it right after or before another task, and into the status of that task; with `status` alone its position stays. If no number is free between its neighbours, as few others as possible get a new `position`; each task that changes stores a `task.updated`.',
    body: MoveTask,
    body_example: { status: 'in_progress', after_task_id: 'tsk_01kb3m8q5sd2f4h6k8m0n3p5q7' },
    data: Task,
    example: taskExample,
    errors: { 409: ['no_room'] },
    handle: (context, { params, body }) => moveTask(context, params.id, params.taskId, body),
  }),
]
