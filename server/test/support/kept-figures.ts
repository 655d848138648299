// What is kept with the rows of a service under test: whether it is right, and how to lose it.
import { listCompanyIds } from '../../src/access/companies/repository.ts'
import type { Difference } from '../../src/figures/check.ts'
import { rebuildCompany, verifyCompany } from '../../src/figures/rebuild.ts'
import { ALL_CHECKS } from '../../src/operate/figures/checks.ts'
import { select } from './fixtures.ts'
import type { TestApp } from './test-app.ts'

const pause = async () => {}

/** What `quoin figures verify` finds, in words. */
export async function differencesIn(app: TestApp): Promise<string[]> {
  const found: Difference[] = []
  for (const id of await listCompanyIds(app.database)) {
    found.push(...(await verifyCompany(app.database, ALL_CHECKS, id, pause)))
  }
  return found.map(({ company_id, figure, cell, kept, real }) => `${company_id} ${figure} ${cell}: ${kept}, not ${real}`)
}

/** All that is kept but marks, which may be laid in many ways. */
export async function keptIn(app: TestApp): Promise<Record<string, unknown[]>> {
  const counts = `SELECT company_id, list, filter, count FROM list_counts WHERE count <> 0 AND list <> 'figures' ORDER BY 1, 2, 3`
  return {
    counts: await select(app, counts),
    sums: await select(app, 'SELECT * FROM kept_sums WHERE count <> 0 ORDER BY company_id, name, key'),
    projects: await select(app, 'SELECT * FROM project_figures ORDER BY company_id, project_id'),
    minutes: await select(app, 'SELECT company_id, id, unrated_minutes FROM tasks ORDER BY company_id, id'),
  }
}

/** Loses all of it. */
export function wipeFigures(app: TestApp): Promise<void> {
  const statements = [
    'DELETE FROM list_marks',
    'DELETE FROM list_counts',
    'DELETE FROM kept_sums',
    `UPDATE project_figures SET tasks_count = 0, completed_tasks = 0, minutes = 0, unrated_minutes = 0,
      own_revenue = '0', task_revenue = '0', cost = '0'
    WHERE project_id IN (SELECT id FROM projects WHERE deleted_at IS NULL)`,
    'UPDATE tasks SET unrated_minutes = 0',
  ]
  return app.database.write(async (tx) => {
    for (const sql of statements) await tx.execute({ sql, returns_rows: false }, [])
  })
}

/** Makes it of the rows; gives how many figures were mended. */
export async function rebuildFigures(app: TestApp): Promise<number> {
  let mended = 0
  for (const id of await listCompanyIds(app.database)) {
    mended += (await rebuildCompany(app.database, ALL_CHECKS, id, pause)).length
  }
  return mended
}
