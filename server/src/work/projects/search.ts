// Finds projects by typed text, the best match first.

import type { CompanyId, ProjectId } from '../../kernel/ids.ts'
import { foldText } from '../../kernel/text.ts'
import type { Tx } from '../../sql/database.ts'
import { listProjectsHaving, listProjectsStarting } from './search-repository.ts'

/** A project as a search shows it. */
export interface FoundProject {
  id: ProjectId
  title: string
  public_id: string
}

/**
 * Projects whose public id or title begins with `text`, then the newest that have it anywhere in either; archived ones too. `text` is as
 * typed, and not blank when folded.
 */
export async function findProjects(tx: Tx, company_id: CompanyId, text: string, limit: number): Promise<FoundProject[]> {
  const folded = foldText(text)
  const found = await Promise.all([
    listProjectsStarting(tx, company_id, 'public_id', text.toUpperCase(), limit),
    listProjectsStarting(tx, company_id, 'search_text', folded, limit),
    listProjectsHaving(tx, company_id, folded, limit),
  ])
  return [...new Map(found.flat().map((project) => [project.id, project])).values()].slice(0, limit)
}
