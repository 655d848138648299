// The SQL of the dependencies of tasks.
import { sql } from 'kysely'
import type { CompanyId, ProjectId, TaskId } from '../../kernel/ids.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { insertRows, statement } from '../../sql/statement.ts'
import { listParams, listValues } from '../../sql/value-lists.ts'
import { MOST_DEPENDENCIES, MOST_DEPENDENCIES_OF_PROJECT, type TaskRecord } from './schema.ts'
import { type TaskDependenciesTable, task_dependencies } from './table.ts'

/** Where a task lies. */
interface ProjectKey {
  company_id: CompanyId
  project_id: ProjectId
}

/** Tasks whose dependencies one statement reads at most: a page of a list. */
const TASKS_AT_ONCE = 100

const insert = insertRows(task_dependencies)

const findOf = statement<ProjectKey>()((db, p) =>
  db
    .selectFrom('task_dependencies')
    .select(['task_id', 'depends_on_task_id'])
    .where('company_id', '=', p.company_id)
    .where('project_id', '=', p.project_id)
    .where('task_id', 'in', listValues<TaskId>(p, 'id', TASKS_AT_ONCE))
    .orderBy('task_id')
    .orderBy('sort_order'),
)

const findDependents = statement<ProjectKey & { id: TaskId }>()((db, p) =>
  db
    .selectFrom('task_dependencies')
    .select('task_id')
    .where('company_id', '=', p.company_id)
    .where('project_id', '=', p.project_id)
    .where('depends_on_task_id', '=', p.id),
)

/** All that depends on a task, near or far: each once, so that even a ring would end, and each edge is walked once. */
const findFarDependents = statement<ProjectKey & { id: TaskId }>()((db, p, dialect) => {
  const isNext = sql<boolean>`far.depends_on_task_id = dependents.id AND far.company_id = ${p.company_id} AND far.project_id = ${p.project_id}`
  return db
    .withRecursive('dependents(id)', (cte) =>
      cte
        .selectFrom('task_dependencies as near')
        .select('near.task_id as id')
        .where('near.company_id', '=', p.company_id)
        .where('near.project_id', '=', p.project_id)
        .where('near.depends_on_task_id', '=', p.id)
        .union(
          sql<{
            id: TaskId
          }>`SELECT far.task_id AS id FROM dependents CROSS JOIN ${dialect.lookUpEach('task_dependencies', 'far', isNext)}`,
        ),
    )
    .selectFrom('dependents')
    .select('dependents.id')
    .where('dependents.id', 'in', listValues<TaskId>(p, 'among', MOST_DEPENDENCIES))
})

const count = statement<ProjectKey>()((db, p) =>
  db
    .selectFrom(
      db
        .selectFrom('task_dependencies')
        .select('task_id')
        .where('company_id', '=', p.company_id)
        .where('project_id', '=', p.project_id)
        .limit(sql.lit(MOST_DEPENDENCIES_OF_PROJECT + MOST_DEPENDENCIES + 1))
        .as('some'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count')),
)

const removeOf = statement<ProjectKey & { id: TaskId }>()((db, p) =>
  db
    .deleteFrom('task_dependencies')
    .where('company_id', '=', p.company_id)
    .where('project_id', '=', p.project_id)
    .where('task_id', '=', p.id),
)

/** The dependencies of each task, in the given order; tasks without any are left out. */
export async function listDependencies(tx: Tx, key: ProjectKey, ids: readonly TaskId[]): Promise<Map<TaskId, TaskId[]>> {
  const { company_id, project_id } = key
  const found = new Map<TaskId, TaskId[]>()
  for (let start = 0; start < ids.length; start += TASKS_AT_ONCE) {
    const chunk = listParams('id', ids.slice(start, start + TASKS_AT_ONCE), TASKS_AT_ONCE)
    for (const { task_id, depends_on_task_id } of await findOf.all(tx, { company_id, project_id, ...chunk })) {
      const list = found.get(task_id)
      if (list) list.push(depends_on_task_id)
      else found.set(task_id, [depends_on_task_id])
    }
  }
  return found
}

/** How many dependencies the tasks of a project have together; more than there may be are not all counted. */
export const countDependencies = async (tx: Tx, { company_id, project_id }: ProjectKey) =>
  Number((await count.first(tx, { company_id, project_id }))!.count)

/** The tasks that depend on a task directly. */
export async function listDependentIds(tx: Tx, { company_id, project_id }: ProjectKey, id: TaskId): Promise<TaskId[]> {
  return (await findDependents.all(tx, { company_id, project_id, id })).map((row) => row.task_id)
}

/** Those `among` the tasks that depend on `id`, directly or by way of others. `among` has at most as many as a task may depend on. */
export async function findDependentsAmong(
  tx: Tx,
  { company_id, project_id }: ProjectKey,
  id: TaskId,
  among: readonly TaskId[],
): Promise<Set<TaskId>> {
  if (among.length === 0) return new Set()
  const params = listParams('among', among, MOST_DEPENDENCIES)
  return new Set((await findFarDependents.all(tx, { company_id, project_id, id, ...params })).map((row) => row.id))
}

export const insertDependencies = (tx: WriteTx, task: TaskRecord) =>
  insert(
    tx,
    task.depends_on.map(
      (depends_on_task_id, sort_order): TaskDependenciesTable => ({
        company_id: task.company_id,
        project_id: task.project_id,
        task_id: task.id,
        sort_order,
        depends_on_task_id,
      }),
    ),
  )

/** Removes all that a task depends on. */
export const removeDependencies = (tx: WriteTx, { company_id, project_id, id }: TaskRecord) =>
  removeOf.post(tx, { company_id, project_id, id })

export async function replaceDependencies(tx: WriteTx, task: TaskRecord): Promise<void> {
  await removeDependencies(tx, task)
  await insertDependencies(tx, task)
}
