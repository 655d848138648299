// Pure: how a project is drafted and revised. Rules: docs/api/projects.md.

import type { CustomersTable } from '../../billing/customers/table.ts'
import { clearable } from '../../billing/documents/texts.ts'
import type { CompanyId, ProjectId, UserId } from '../../kernel/ids.ts'
import { foldText } from '../../kernel/text.ts'
import { changed, changedDecimal, changedJson, completedAt, isChanged } from './changes.ts'
import { NO_FIGURES } from './figures.ts'
import type { CreateProject, ProjectRow, UpdateProject } from './schema.ts'

/** The inputs of a new project besides its content. */
export interface NewProject {
  company_id: CompanyId
  id: ProjectId
  public_id: string
  public_token: string
  /** Undefined: it has no customer yet. */
  customer: CustomersTable | undefined
  /** The company's currency. */
  currency: string
  created_by: UserId
  now: string
}

/** Drafts a new project. Defaults: status draft, priority medium, billed by time, no progress. */
export function draftProject(input: CreateProject, made: NewProject): ProjectRow {
  const blank: ProjectRow = {
    ...NO_FIGURES,
    company_id: made.company_id,
    id: made.id,
    public_id: made.public_id,
    customer_id: null,
    title: '',
    description: '',
    status: 'draft',
    priority: 'medium',
    start_date: null,
    due_date: null,
    billing_type: 'time_based',
    budget_hours: null,
    budget_amount: null,
    hourly_rate: null,
    progress_percentage: 0,
    is_archived: false,
    assigned_to: '[]',
    created_by: made.created_by,
    completed_at: null,
    metadata: '{}',
    public_token: made.public_token,
    search_text: '',
    created_at: made.now,
    updated_at: made.now,
    deleted_at: null,
    customer_name: null,
    currency: made.currency,
  }
  return reviseProject(blank, input, { customer: made.customer, now: made.now })
}

/**
 * A project after a change: absent fields are left alone, null clears. `customer` is set when the change names another one, null when it
 * removes it. The result is `before` itself when nothing changes.
 */
export function reviseProject(
  before: ProjectRow,
  changes: UpdateProject,
  made: { customer: CustomersTable | null | undefined; now: string },
): ProjectRow {
  const { customer } = made
  const status = changes.status ?? before.status
  const after: ProjectRow = {
    ...before,
    customer_id: customer === undefined ? before.customer_id : (customer?.id ?? null),
    customer_name: customer === undefined ? before.customer_name : (customer?.name ?? null),
    title: changes.title ?? before.title,
    description: clearable(changes.description, before.description),
    status,
    priority: changes.priority ?? before.priority,
    start_date: changed(changes.start_date, before.start_date),
    due_date: changed(changes.due_date, before.due_date),
    billing_type: changes.billing_type ?? before.billing_type,
    budget_hours: changedDecimal(changes.budget_hours, before.budget_hours),
    budget_amount: changedDecimal(changes.budget_amount, before.budget_amount),
    hourly_rate: changedDecimal(changes.hourly_rate, before.hourly_rate),
    progress_percentage: changes.progress_percentage ?? before.progress_percentage,
    is_archived: changes.is_archived ?? before.is_archived,
    assigned_to: changedJson(changes.assigned_to, before.assigned_to, '[]'),
    completed_at: completedAt(before, status, made.now),
    metadata: changedJson(changes.metadata, before.metadata, '{}'),
  }
  after.search_text = searchText(after)
  return isChanged(before, after) ? { ...after, updated_at: made.now } : before
}

/** The text that a search in projects or tasks looks at: title and public id, folded. */
export function searchText(row: { title: string; public_id: string }): string {
  return `${foldText(row.title)}\n${foldText(row.public_id)}`
}
