// What the home page is told of projects.
import type { Tx } from '../database/database.ts'
import type { CompanyId } from '../kernel/ids.ts'
import { listNearBudget } from './figures-repository.ts'
import { type Project, presentProject } from './schema.ts'

/** Whether the figures of a project, as they are shown, are above one of its budgets. */
function isOverBudget({ total_hours, budget_hours, total_revenue, budget_amount }: Project): boolean {
  return (budget_hours !== null && total_hours > budget_hours) || (budget_amount !== null && total_revenue > budget_amount)
}

/**
 * The projects under way (neither archived nor completed nor cancelled) that are over one of their budgets, those that are farthest over first,
 * by proportion.
 */
export async function projectsOverBudget(tx: Tx, company_id: CompanyId): Promise<Project[]> {
  const projects = (await listNearBudget(tx, company_id)).map(presentProject).filter(isOverBudget)
  return projects.sort((a, b) => proportionOf(b) - proportionOf(a) || (a.id < b.id ? -1 : 1))
}

/** How many times a budget is used up; one of 0 as often as can be. */
function proportionOf({ total_hours, budget_hours, total_revenue, budget_amount }: Project): number {
  const usedUp = (used: number, budget: number | null) =>
    budget === null || used === 0 ? 0 : budget === 0 ? Number.MAX_VALUE : used / budget
  return Math.max(usedUp(total_hours, budget_hours), usedUp(total_revenue, budget_amount))
}
