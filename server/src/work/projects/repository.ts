// SQL of projects and their figures, one at a time; lists are read in list-repository.ts.
import type { SelectQueryBuilder } from 'kysely'
import type { CompanyId, CustomerId, ProjectId } from '../../kernel/ids.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { updateRow } from '../../sql/rows.ts'
import { insertRows, statement } from '../../sql/statement.ts'
import type { Tables } from '../../sql/tables.ts'
import type { Figures } from './figures.ts'
import { projectCounts } from './kept-figures.ts'
import type { ProjectRow } from './schema.ts'
import { type ProjectsTable, project_figures, projects } from './table.ts'

const insert = insertRows(projects)
const update = updateRow(projects)
const insertFigures = insertRows(project_figures)
const updateFigures = updateRow(project_figures)

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

/** A row as the program has it, whichever engine it is from. */
export const readProjectRow = (row: ProjectRow): ProjectRow => ({ ...row, is_archived: Boolean(row.is_archived) })

/** A living project with its figures. */
export async function findProject(tx: Tx, company_id: CompanyId, id: ProjectId): Promise<ProjectRow | undefined> {
  const row = await find.first(tx, { company_id, id })
  return row && readProjectRow(row)
}

/** Whether there is a living project of that id. */
export const isProject = async (tx: Tx, company_id: CompanyId, id: ProjectId) =>
  (await findId.first(tx, { company_id, id })) !== undefined

export async function insertProject(tx: WriteTx, project: ProjectRow): Promise<void> {
  await insert(tx, [project])
  await insertFigures(tx, [{ ...project, project_id: project.id }])
  projectCounts.move(tx, undefined, project)
}

/** Saves a project's own fields; its figures are saved by `saveFigures`. */
export async function saveProject(tx: WriteTx, before: ProjectsTable, after: ProjectsTable): Promise<void> {
  update.post(tx, after, before)
  projectCounts.move(tx, before, after)
}

export const saveFigures = (tx: WriteTx, company_id: CompanyId, project_id: ProjectId, figures: Figures) =>
  updateFigures.post(tx, { ...figures, company_id, project_id })

export async function removeProject(tx: WriteTx, project: ProjectsTable, deleted_at: string): Promise<void> {
  update.post(tx, { ...project, deleted_at }, project)
  projectCounts.move(tx, project, undefined)
}

/** Whether a living project names the customer. */
export const isCustomerOfProject = async (tx: Tx, company_id: CompanyId, customer_id: CustomerId) =>
  (await findOfCustomer.first(tx, { company_id, customer_id })) !== undefined
