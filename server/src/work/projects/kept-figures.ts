// What is counted of projects. What their time and tasks come to: figures.ts.
import { COMPANY } from '../../figures/cells.ts'
import { defineFigures } from '../../figures/figures.ts'
import { rowsOf } from '../../figures/rows.ts'
import { type ProjectFiguresTable, project_figures, projects } from './table.ts'

export const projectCounts = defineFigures({
  table: projects,
  scopes: [COMPANY],
  dimensions: ['status', 'priority', 'is_archived'],
})

/** Reads what is kept of the time of projects; of deleted ones it stays as it was. */
export const keptProjectFigures = rowsOf<ProjectFiguresTable & { project_deleted_at: string | null }>({
  table: project_figures,
  columns: Object.keys(project_figures.columns),
  has_deleted: true,
  parent: { table: 'projects', by: { id: 'project_id' }, columns: { project_deleted_at: 'deleted_at' } },
})
