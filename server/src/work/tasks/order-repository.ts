// The SQL of the order of a project's tasks: which come before and after one of them.
import { sql } from 'kysely'
import type { CompanyId, ProjectId, TaskId } from '../../kernel/ids.ts'
import type { Tx } from '../../sql/database.ts'
import { type Queries, statement } from '../../sql/statement.ts'
import type { PlacedTask } from './order.ts'
import type { TasksTable } from './table.ts'

/** From where to look, and for how many; `moved_id` is looked past. */
type Neighbourhood = Pick<TasksTable, 'position' | 'created_at'> & {
  company_id: CompanyId
  project_id: ProjectId
  id: TaskId
  moved_id: TaskId
  limit: number
}

const others = (db: Queries, p: Neighbourhood) =>
  db
    .selectFrom('tasks')
    .select(['id', 'position', 'created_at'])
    .where('company_id', '=', p.company_id)
    .where('project_id', '=', p.project_id)
    .where('deleted_at', 'is', null)
    .where('id', '<>', p.moved_id)
    .limit(p.limit)

const listAfter = statement<Neighbourhood>()((db, p) =>
  others(db, p)
    .where(sql<boolean>`(position, created_at, id) > (${p.position}, ${p.created_at}, ${p.id})`)
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id'),
)

const listBefore = statement<Neighbourhood>()((db, p) =>
  others(db, p)
    .where(sql<boolean>`(position, created_at, id) < (${p.position}, ${p.created_at}, ${p.id})`)
    .orderBy('position', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc'),
)

/** The living tasks of a project after (`side` 1) or before (-1) one of them, without the one that is `moved`: the nearest first, at most `limit`. */
export function listBeside(
  tx: Tx,
  from: PlacedTask & { company_id: CompanyId; project_id: ProjectId },
  moved: TaskId,
  side: 1 | -1,
  limit: number,
): Promise<PlacedTask[]> {
  const { company_id, project_id, position, created_at, id } = from
  const statement = side === 1 ? listAfter : listBefore
  return statement.all(tx, { company_id, project_id, position, created_at, id, moved_id: moved, limit })
}
