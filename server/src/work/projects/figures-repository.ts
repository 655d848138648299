// SQL of finding projects by their figures.
import { sql } from 'kysely'
import type { CompanyId } from '../../kernel/ids.ts'
import type { Tx } from '../../sql/database.ts'
import { literals, statement } from '../../sql/statement.ts'
import type { Figures } from './figures.ts'
import { readProjectRow, withShown } from './repository.ts'
import type { ProjectRow } from './schema.ts'
import type { ProjectStatus } from './table.ts'

/** Statuses in which a budget still matters. */
const UNDER_WAY = ['draft', 'in_progress', 'on_hold', 'review'] as const satisfies readonly ProjectStatus[]

/** A decimal text as a binary number, for finding what may be large. */
const asNumber = (column: string) => sql`cast(${sql.ref(column)} as double precision)`

/** What a project's time is worth, times 60. */
const REVENUE = sql`(${asNumber('figures.own_revenue')} + ${asNumber('figures.task_revenue')} + figures.unrated_minutes * coalesce(${asNumber('projects.hourly_rate')}, 0))`

/** Figures below it fit into every currency: those of four digits hold ten times as much. */
const SMALLER_THAN_ANY_LIMIT = 9_000_000_000 * 60

const findLargest = statement<{ company_id: CompanyId }>()((db, p) =>
  withShown(
    db.selectFrom('projects').where('projects.company_id', '=', p.company_id).where('projects.deleted_at', 'is', null),
  ).where(
    sql<boolean>`(${REVENUE} >= ${sql.lit(SMALLER_THAN_ANY_LIMIT)} or ${asNumber('figures.cost')} >= ${sql.lit(SMALLER_THAN_ANY_LIMIT)})`,
  ),
)

/**
 * Those whose figures come near a budget or are above it, by binary numbers: what is really above is for `showFigures` to say, which rounds by
 * less than the 1 that is allowed for. The conditions are those of an index.
 */
const findNearBudget = statement<{ company_id: CompanyId }>()((db, p) =>
  db
    .selectFrom('projects')
    .innerJoin('project_figures as figures', (join) =>
      join.onRef('figures.company_id', '=', 'projects.company_id').onRef('figures.project_id', '=', 'projects.id'),
    )
    .select(['projects.id', 'projects.public_id', 'projects.title'])
    .select(['projects.budget_hours', 'projects.budget_amount', 'projects.hourly_rate'])
    .select(['figures.tasks_count', 'figures.completed_tasks', 'figures.minutes', 'figures.unrated_minutes'])
    .select(['figures.own_revenue', 'figures.task_revenue', 'figures.cost'])
    .where('projects.company_id', '=', p.company_id)
    .where('projects.deleted_at', 'is', null)
    .where(sql<boolean>`not projects.is_archived`)
    .where(sql<boolean>`(projects.budget_hours is not null or projects.budget_amount is not null)`)
    .where('projects.status', 'in', literals<ProjectStatus>(...UNDER_WAY))
    .where(
      sql<boolean>`(figures.minutes >= (${asNumber('projects.budget_hours')} - 1) * 60 or ${REVENUE} >= (${asNumber('projects.budget_amount')} - 1) * 60)`,
    ),
)

/** What is shown of a project by its budgets: there may be many, and few of them are shown. */
export type NearBudget = Figures &
  Pick<ProjectRow, 'id' | 'public_id' | 'title' | 'budget_hours' | 'budget_amount' | 'hourly_rate'>

/** Projects under way that are above a budget, and some that are nearly so. */
export const listNearBudget = (tx: Tx, company_id: CompanyId): Promise<NearBudget[]> => findNearBudget.all(tx, { company_id })

/** Projects whose figures may be too large for some currency. */
export const listLargest = async (tx: Tx, company_id: CompanyId) =>
  (await findLargest.all(tx, { company_id })).map(readProjectRow)
