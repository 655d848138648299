import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { Pagination, PaginationQuery, Search, Sort } from '../../http/pagination.ts'
import { Deleted, List } from '../../http/schema.ts'
import { CreateProject, PRIORITIES, PROJECT_STATUSES, Project, projectExample, UpdateProject } from './schema.ts'
import { type BeforeProjectDeleted, createProject, deleteProject, getProject, listProjects, updateProject } from './service.ts'

const tag = 'Projects'

const ListProjects = Type.Object(
  {
    ...PaginationQuery,
    status: Type.Optional(
      List(PROJECT_STATUSES, { title: 'ProjectStatus', description: 'Only projects in one of these, separated by commas.' }),
    ),
    priority: Type.Optional(
      List(PRIORITIES, { title: 'Priority', description: 'Only projects of one of these, separated by commas.' }),
    ),
    customer_id: Type.Optional(Type.String({ description: 'Only projects for this customer; an unknown one has none.' })),
    is_archived: Type.Optional(Type.Boolean({ description: 'Only archived ones, or only the others; both when absent.' })),
    search: Search('Part of the title or public id; upper and lower case, accented and plain letters are the same.'),
    sort: Sort(
      ['created_at', 'title', 'due_date'],
      'Newest first when absent. Titles are compared as a search compares them; what has no due_date comes last.',
    ),
  },
  { additionalProperties: false },
)

/** The endpoints of projects. `beforeDeleted` runs before a deletion, and may refuse it. */
export const projectEndpoints = (beforeDeleted: BeforeProjectDeleted): Endpoint[] => [
  endpoint({
    operation_id: 'listProjects',
    is_listing: true,
    method: 'GET',
    path: '/v1/projects',
    tag,
    tag_description: 'Work for a customer, with its budget and figures.',
    summary: 'List projects',
    description: 'Newest first, or in the order of `sort`.',
    query: ListProjects,
    data: Type.Object({ projects: Type.Array(Project), pagination: Pagination }, { additionalProperties: false }),
    example: { projects: [projectExample], pagination: { total: 1, limit: 50, offset: 0 } },
    handle: (context, { query }) => listProjects(context, query),
  }),
  endpoint({
    operation_id: 'createProject',
    method: 'POST',
    path: '/v1/projects',
    tag,
    summary: 'Create a project',
    description:
      'Only `title` is needed. A new project is a `draft` of `medium` priority, billed by time, and gets the next public id of the year.',
    body: CreateProject,
    body_example: { title: projectExample.title, customer_id: projectExample.customer_id, hourly_rate: 90 },
    status: 201,
    data: Project,
    example: projectExample,
    errors: { 400: ['amount_too_large'] },
    has_etag: true,
    handle: (context, { body }) => createProject(context, body),
  }),
  endpoint({
    operation_id: 'getProject',
    method: 'GET',
    path: '/v1/projects/:id',
    tag,
    summary: 'Get a project',
    description: 'With its figures as they are at this moment: each sum is exact and rounded once.',
    data: Project,
    example: projectExample,
    has_etag: true,
    handle: (context, { params }) => getProject(context, params.id),
  }),
  endpoint({
    operation_id: 'updateProject',
    method: 'PATCH',
    path: '/v1/projects/:id',
    tag,
    summary: 'Update a project',
    description:
      'Absent fields are left alone; `null` clears a description, customer, date, budget, rate, assignment or metadata. Any status may follow any other. A changed rate applies to all time without a rate of its own or of its task, past time too.',
    body: UpdateProject,
    body_example: { status: 'in_progress', progress_percentage: 35 },
    data: Project,
    example: projectExample,
    errors: { 400: ['amount_too_large'] },
    has_etag: true,
    handle: (context, { params, body }) => updateProject(context, params.id, body),
  }),
  endpoint({
    operation_id: 'deleteProject',
    method: 'DELETE',
    path: '/v1/projects/:id',
    tag,
    summary: 'Delete a project',
    description:
      'Its tasks and time entries are deleted with it, running timers end. Refused while some of its time is invoiced (delete those invoices first), or a recurring invoice bills it; archiving is always possible.',
    data: Deleted,
    example: { deleted: true },
    errors: { 409: ['time_entry_invoiced', 'project_in_use'] },
    has_etag: true,
    handle: (context, { params }) => deleteProject(context, params.id, beforeDeleted),
  }),
]
