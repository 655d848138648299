// SQL of projects and their figures, one at a time; lists are read in list-repository.ts.
import type { SelectQueryBuilder } from 'kysely'
import { cellOf, moveCounts } from '../../figures/list-counts.ts'
import type { CompanyId, CustomerId, ProjectId } from '../../kernel/ids.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { statement } from '../../sql/statement.ts'
import type { Tables } from '../../sql/tables.ts'
import type { Figures } from './figures.ts'
import type { ProjectRow } from './schema.ts'
import type { ProjectFiguresTable, ProjectsTable } from './table.ts'

/** The list under which projects are counted. */
export const LIST = 'projects'

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

/** Whether a living project names the customer. */
export const isCustomerOfProject = async (tx: Tx, company_id: CompanyId, customer_id: CustomerId) =>
  (await findOfCustomer.first(tx, { company_id, customer_id })) !== undefined
