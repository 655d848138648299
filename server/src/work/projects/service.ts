// Projects: where their rules and IO meet. The rooms of tasks and time change a project's figures through it.
import { getCompany } from '../../access/companies/service.ts'
import type { CompaniesTable } from '../../access/companies/table.ts'
import { findStrangers } from '../../access/users/service.ts'
import { namedCustomer } from '../../billing/customers/service.ts'
import type { CustomersTable } from '../../billing/customers/table.ts'
import { takeNumber } from '../../billing/documents/numbering.ts'
import type { Context } from '../../http/context.ts'
import { readPage } from '../../http/pagination.ts'
import { currencyDigits } from '../../kernel/currencies.ts'
import { ApiError, conflict, invalid, invalidAll, notFound } from '../../kernel/errors.ts'
import { type CompanyId, isId, newId, type ProjectId, randomToken } from '../../kernel/ids.ts'
import { foldText } from '../../kernel/text.ts'
import { recordEvents } from '../../record/events/record.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { repeatedFaults } from './changes.ts'
import { projectCreated, projectDeleted, projectUpdated } from './events.ts'
import { addFigures, type Figures, isNoChange, refuseTooLarge } from './figures.ts'
import { listLargest } from './figures-repository.ts'
import { listProjects as listRows, type ProjectQuery } from './list-repository.ts'
import { draftProject, reviseProject } from './project.ts'
import { findProject, insertProject, isProject, removeProject, saveFigures, saveProject } from './repository.ts'
import { type CreateProject, type Project, type ProjectRow, presentProject, type UpdateProject } from './schema.ts'

/** 190 random bits: it can't be guessed. */
const PUBLIC_TOKEN_LENGTH = 32

/** Lists projects in the requested order, newest first by default. `search` finds parts of title or public id, ignoring case and accents. */
export function listProjects(context: Context, query: Omit<ProjectQuery, 'search'> & { search?: string | undefined }) {
  return context.read(async (tx) => {
    const search = foldText((query.search ?? '').trim())
    const { rows, pagination } = await readPage(query, () => listRows(tx, context.company_id, { ...query, search }))
    return { projects: rows.map(presentProject), pagination }
  })
}

export function getProject(context: Context, id: string): Promise<Project> {
  return context.read(async (tx) => {
    const row = isId('project', id) ? await findProject(tx, context.company_id, id) : undefined
    if (!row) throw notFound()
    return presentProject(row)
  })
}

/** Makes a project. Throws 400 for an unknown customer or member; a refused one uses up no number. */
export function createProject(context: Context, input: CreateProject): Promise<Project> {
  return context.transaction(async (tx) => {
    const { company_id, user_id, now, now_ms, today } = context
    const company = await getCompany(tx, company_id)
    const customer = await changedCustomer(tx, company_id, input.customer_id)
    await refuseStrangers(tx, context, input.assigned_to ?? [])
    const row = draftProject(
      { ...input, hourly_rate: input.hourly_rate ?? defaultRate(company) },
      {
        company_id,
        id: newId('project', now_ms),
        public_id: await takeNumber(tx, company_id, 'project', 'PRO', today),
        public_token: randomToken(PUBLIC_TOKEN_LENGTH),
        customer: customer ?? undefined,
        currency: company.currency,
        created_by: user_id,
        now,
      },
    )
    await insertProject(tx, row)
    const project = presentProject(row)
    await recordEvents(tx, context, projectCreated(project))
    return project
  })
}

const defaultRate = ({ default_hourly_rate }: CompaniesTable) =>
  default_hourly_rate === null ? null : Number(default_hourly_rate)

/** Changes a project; a request that changes nothing stores no event. Its figures follow a changed rate at once. */
export function updateProject(context: Context, id: string, given: UpdateProject): Promise<Project> {
  return context.transaction(async (tx) => {
    const before = await lockProject(tx, context.company_id, id)
    const changes = context.changesOf(presentProject(before), given)
    const customer = await changedCustomer(tx, before.company_id, changes.customer_id)
    await refuseStrangers(tx, context, changes.assigned_to ?? [])
    const after = reviseProject(before, changes, { customer, now: context.now })
    refuseTooLarge(after, after.hourly_rate, currencyDigits(after.currency))
    const project = presentProject(after)
    if (after === before) return project
    await saveProject(tx, before, after)
    await recordEvents(tx, context, projectUpdated(before.status, project))
    return project
  })
}

/** Runs before a project's deletion: passed in by rooms that keep its time. It throws 409 while some of that time is invoiced. */
export type BeforeProjectDeleted = (tx: WriteTx, context: Context, id: ProjectId) => Promise<void>

/** The refusal to delete a project whose time is billed by a recurring invoice. */
export const projectInUse = () =>
  conflict('project_in_use', 'A recurring invoice bills the time of this project: delete it first, or archive the project')

/** Deletes a project; its tasks and time entries are gone with it. Throws 409 `time_entry_invoiced` by way of `beforeDeleted`. */
export function deleteProject(context: Context, id: string, beforeDeleted: BeforeProjectDeleted): Promise<{ deleted: true }> {
  return context.transaction(async (tx) => {
    const row = await lockProject(tx, context.company_id, id)
    const project = presentProject(row)
    context.requireMatch(project)
    await beforeDeleted(tx, context, row.id)
    await removeProject(tx, row, context.now)
    await recordEvents(tx, context, projectDeleted(project))
    return { deleted: true as const }
  })
}

/** The customer that a request names, null to remove it, undefined if it does not say. Throws 400 for an unknown one. */
async function changedCustomer(
  tx: Tx,
  company_id: CompanyId,
  id: string | null | undefined,
): Promise<CustomersTable | null | undefined> {
  return id === null || id === undefined ? id : namedCustomer(tx, company_id, id)
}

async function refuseStrangers(tx: Tx, context: Context, ids: readonly string[]): Promise<void> {
  const named = ids.map((id, index) => ({ param: `assigned_to[${index}]`, id }))
  const faults = [...repeatedFaults('assigned_to', ids), ...(await findStrangers(tx, context.organization_id, named))]
  if (faults.length > 0) throw invalidAll(faults)
}

/** A project, locked for a change of it, its tasks or its time until the transaction ends. Throws 404. */
export async function lockProject(tx: WriteTx, company_id: CompanyId, id: string): Promise<ProjectRow> {
  const row = isId('project', id) ? await findProject(tx, company_id, id) : undefined
  if (!row) throw notFound()
  return row
}

/** A living project, for rooms that name it. */
export const findProjectNow = (tx: Tx, company_id: CompanyId, id: ProjectId): Promise<ProjectRow | undefined> =>
  findProject(tx, company_id, id)

/** The id of an existing project, for reading what is in it. Throws 404. */
export async function requireProject(tx: Tx, company_id: CompanyId, id: string): Promise<ProjectId> {
  if (!isId('project', id) || !(await isProject(tx, company_id, id))) throw notFound()
  return id
}

/**
 * Changes a project's figures by the difference that a task or time entry makes. `project` was locked by `lockProject` in the same
 * transaction; a transaction does this once. Throws 400 `amount_too_large` if a figure could not be shown any more.
 */
export async function moveFigures(tx: WriteTx, project: ProjectRow, change: Figures): Promise<void> {
  if (isNoChange(change)) return
  const figures = addFigures(project, change)
  refuseTooLarge(figures, project.hourly_rate, currencyDigits(project.currency))
  await saveFigures(tx, project.company_id, project.id, figures)
}

/** Adds to the figures of a project what they were found to be off by (work/time-entries/project-check.ts). A deleted one stays as it is. */
export async function changeFigures(tx: WriteTx, company_id: CompanyId, id: ProjectId, change: Figures): Promise<void> {
  const project = await findProject(tx, company_id, id)
  if (project) await saveFigures(tx, company_id, id, addFigures(project, change))
}

/**
 * Runs before a company gets another currency, in which the figures of its projects are shown from then on (`BeforeCurrency`). Throws 400
 * `amount_too_large` if one could not be: currencies of four digits hold less.
 */
export async function refuseCurrency(tx: Tx, company_id: CompanyId, currency: string): Promise<void> {
  for (const project of await listLargest(tx, company_id)) {
    try {
      refuseTooLarge(project, project.hourly_rate, currencyDigits(currency))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      throw invalid('currency', `The figures of ${project.public_id} are too large for ${currency}`, 'amount_too_large')
    }
  }
}
