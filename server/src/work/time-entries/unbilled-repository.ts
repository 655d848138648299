// What could be billed now: minutes kept by project and rate, so that the home page adds up no entries. What is neither rated itself nor on a
// rated task stands under no rate, and is billed at its project's: so a project's rate changes, and a project is deleted, without moving any.
import { sql } from 'kysely'
import { keptSum, movePart, type Part } from '../../figures/sums.ts'
import type { CompanyId, ProjectId, TaskId } from '../../kernel/ids.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { statement } from '../../sql/statement.ts'
import type { TasksTable } from '../tasks/table.ts'
import { unbilledKey } from './kept-figures.ts'

/** `pro_` and 26 characters: so many of a key are the project. */
const PROJECT_ID_LENGTH = 30

/** What is billed at a task's rate: read by the index of the time on tasks, of which each has little. */
const sumOfTask = statement<{ company_id: CompanyId; project_id: ProjectId; task_id: TaskId }>()((db, p) =>
  db
    .selectFrom('time_entries')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(duration_minutes / 1000000), 0)`.as('millions'),
      sql<number>`coalesce(sum(duration_minutes % 1000000), 0)`.as('rest'),
    ])
    .where('company_id', '=', p.company_id)
    .where('project_id', '=', p.project_id)
    .where('task_id', '=', p.task_id)
    .where('hourly_rate', 'is', null)
    .where(sql<boolean>`is_billable and not is_running`)
    .where('invoice_id', 'is', null)
    .where('deleted_at', 'is', null),
)

/** Moves the time on a task from its rate to the one that it has now (`OnTaskRate` of work/tasks/service.ts). */
export async function moveUnbilledOfTask(tx: WriteTx, before: TasksTable, after: TasksTable): Promise<void> {
  const { company_id, project_id, id } = after
  const part: Part = (await sumOfTask.first(tx, { company_id, project_id, task_id: id }))!
  movePart(
    tx,
    company_id,
    'unbilled',
    unbilledKey(project_id, before.hourly_rate),
    unbilledKey(project_id, after.hourly_rate),
    part,
  )
}

/** The cross join keeps the order of the sums' key: of a company's projects few may have time that is not billed. */
const sums = statement<{ company_id: CompanyId }>()((db, p) =>
  db
    .selectFrom('kept_sums')
    .crossJoin('projects')
    .select(['kept_sums.key', 'kept_sums.count', 'kept_sums.millions', 'kept_sums.rest', 'projects.hourly_rate'])
    .where('kept_sums.company_id', '=', p.company_id)
    .where('kept_sums.name', '=', sql.lit('unbilled'))
    .where('kept_sums.count', '>', sql.lit(0))
    .where('projects.company_id', '=', p.company_id)
    .where('projects.id', '=', sql<ProjectId>`substr(kept_sums.key, 1, ${sql.lit(PROJECT_ID_LENGTH)})`)
    .where('projects.deleted_at', 'is', null),
)

/** The minutes that could be billed now, by the rate that they would be billed at: the entries', else their tasks', else their projects'. */
export async function sumUnbilled(tx: Tx, company_id: CompanyId): Promise<Map<string | null, bigint>> {
  const minutes = new Map<string | null, bigint>()
  for (const row of await sums.all(tx, { company_id })) {
    const rate = row.key.slice(PROJECT_ID_LENGTH + 1) || row.hourly_rate
    minutes.set(rate, (minutes.get(rate) ?? 0n) + keptSum(row).amount)
  }
  return minutes
}
