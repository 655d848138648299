// What the home page shows of projects.

import type { CompanyId } from '../../kernel/ids.ts'
import { fromDecimalText } from '../../kernel/money.ts'
import type { Tx } from '../../sql/database.ts'
import { showFigures } from './figures.ts'
import { listNearBudget, type NearBudget } from './figures-repository.ts'
import type { Project } from './schema.ts'

/** A project beside its budgets. */
export type ProjectOverBudget = Pick<
  Project,
  'id' | 'public_id' | 'title' | 'total_hours' | 'budget_hours' | 'total_revenue' | 'budget_amount'
>

/**
 * How many projects under way (neither archived nor completed nor cancelled) are over one of their budgets, and the `most` that are farthest over,
 * by proportion. `digits` are those of the company's currency.
 */
export async function projectsOverBudget(
  tx: Tx,
  company_id: CompanyId,
  digits: number,
  most: number,
): Promise<{ total: number; projects: ProjectOverBudget[] }> {
  const over = (await listNearBudget(tx, company_id)).map((row) => besideBudgets(row, digits)).filter(isOverBudget)
  over.sort((a, b) => proportionOf(b) - proportionOf(a) || (a.id < b.id ? -1 : 1))
  return { total: over.length, projects: over.slice(0, most) }
}

function besideBudgets(row: NearBudget, digits: number): ProjectOverBudget {
  const { total_hours, total_revenue } = showFigures(row, row.hourly_rate, digits)
  return {
    id: row.id,
    public_id: row.public_id,
    title: row.title,
    total_hours,
    budget_hours: numberOf(row.budget_hours),
    total_revenue,
    budget_amount: numberOf(row.budget_amount),
  }
}

const numberOf = (decimal: string | null) => (decimal === null ? null : fromDecimalText(decimal))

/** Whether the figures of a project, as they are shown, are above one of its budgets. */
function isOverBudget({ total_hours, budget_hours, total_revenue, budget_amount }: ProjectOverBudget): boolean {
  return (budget_hours !== null && total_hours > budget_hours) || (budget_amount !== null && total_revenue > budget_amount)
}

/** How many times a budget is used up; one of 0 as often as can be. */
function proportionOf({ total_hours, budget_hours, total_revenue, budget_amount }: ProjectOverBudget): number {
  const usedUp = (used: number, budget: number | null) =>
    budget === null || used === 0 ? 0 : budget === 0 ? Number.MAX_VALUE : used / budget
  return Math.max(usedUp(total_hours, budget_hours), usedUp(total_revenue, budget_amount))
}
