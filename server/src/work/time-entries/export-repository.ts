// SQL of the time of a company, for exports.
import { sql } from 'kysely'
import type { Tx } from '../../sql/database.ts'
import { EXPORTED_AT_ONCE, type ExportScope } from '../../sql/export-page.ts'
import { statement } from '../../sql/statement.ts'
import type { TimeEntryOfCompanyRow } from './schema.ts'

const readPage = statement<ExportScope & { start_time: string; id: string }>()((db, p) =>
  db
    .selectFrom('time_entries')
    .innerJoin('projects', (join) =>
      join
        .onRef('projects.company_id', '=', 'time_entries.company_id')
        .onRef('projects.id', '=', 'time_entries.project_id')
        .on('projects.deleted_at', 'is', null),
    )
    .leftJoin('tasks', (join) =>
      join
        .onRef('tasks.company_id', '=', 'time_entries.company_id')
        .onRef('tasks.project_id', '=', 'time_entries.project_id')
        .onRef('tasks.id', '=', 'time_entries.task_id'),
    )
    .selectAll('time_entries')
    .select(['projects.title as project_title', 'projects.public_id as project_public_id', 'tasks.title as task_title'])
    .where('time_entries.company_id', '=', p.company_id)
    .where('time_entries.deleted_at', 'is', null)
    .where('time_entries.start_time', '<=', p.to)
    .where(sql<boolean>`(time_entries.start_time, time_entries.id) > (${p.start_time}, ${p.id})`)
    .orderBy('time_entries.start_time')
    .orderBy('time_entries.id')
    .limit(sql.lit(EXPORTED_AT_ONCE)),
)

/** The living entries of living projects that begin in a period, the earliest first; those after a beginning and an id. */
export const readStarted = (tx: Tx, scope: ExportScope, [start_time, id]: readonly string[]): Promise<TimeEntryOfCompanyRow[]> =>
  readPage.all(tx, { ...scope, start_time: start_time!, id: id! }) as Promise<TimeEntryOfCompanyRow[]>
