// Finds tasks of all projects by typed text, the best match first.

import type { CompanyId } from '../../kernel/ids.ts'
import { foldText } from '../../kernel/text.ts'
import type { Tx } from '../../sql/database.ts'
import { findTasksByIds, listTasksHaving, listTasksStarting } from './company-repository.ts'
import type { TaskOfCompanyRecord } from './schema.ts'

/** Tasks whose public id begins with `text`, then the newest that have it anywhere in title or public id; without those of archived projects. */
export async function findTasks(tx: Tx, company_id: CompanyId, text: string, limit: number): Promise<TaskOfCompanyRecord[]> {
  const found = await Promise.all([
    listTasksStarting(tx, company_id, text.toUpperCase(), limit),
    listTasksHaving(tx, company_id, foldText(text), limit),
  ])
  return findTasksByIds(tx, company_id, [...new Set(found.flat())].slice(0, limit))
}
