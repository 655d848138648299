// What projects and tasks keep of their time (decisions/009-project-figures.md), held against the tasks and the time that there are.
import type { Difference, FigureCheck } from '../../figures/check.ts'
import type { ProjectId, TaskId } from '../../kernel/ids.ts'
import {
  addFigures,
  type Figures,
  figuresChange,
  NO_FIGURES,
  shareOfTask,
  shareOfTime,
  unratedMinutes,
} from '../projects/figures.ts'
import { keptProjectFigures } from '../projects/kept-figures.ts'
import { changeFigures } from '../projects/service.ts'
import { countedTasks } from '../tasks/kept-figures.ts'
import { changeMinutes } from '../tasks/service.ts'
import { timeFigures } from './kept-figures.ts'

/** The check of the figures of projects that are not deleted, and of the minutes of their tasks. */
export const checkProjects: FigureCheck = async function* (tx, company_id, pause) {
  const real = new Map<ProjectId, Figures>()
  const add = (id: ProjectId, share: Figures) => real.set(id, addFigures(real.get(id) ?? NO_FIGURES, share))
  const minutes = new Map<TaskId, number>()
  for await (const entries of timeFigures.rows(tx, company_id, pause)) {
    for (const entry of entries) {
      const { project_id, task_id } = entry
      add(project_id, shareOfTime(entry))
      if (task_id !== null) minutes.set(task_id, (minutes.get(task_id) ?? 0) + unratedMinutes(entry))
    }
  }
  for await (const tasks of countedTasks(tx, company_id, pause)) {
    for (const task of tasks) {
      const { id, project_id, unrated_minutes } = task
      const is = minutes.get(id) ?? 0
      add(project_id, shareOfTask({ ...task, unrated_minutes: is }))
      if (is === unrated_minutes) continue
      const of = { company_id, figure: 'tasks.unrated_minutes', cell: id, kept: `${unrated_minutes}`, real: `${is}` }
      yield {
        ...of,
        repair: (tx) => changeMinutes(tx, { company_id, project_id }, id, is - unrated_minutes),
      } satisfies Difference
    }
  }
  for await (const rows of keptProjectFigures(tx, company_id, pause)) {
    for (const row of rows) {
      const { project_id } = row
      const is = real.get(project_id) ?? NO_FIGURES
      const names = (Object.keys(NO_FIGURES) as (keyof Figures)[]).filter((name) => row[name] !== is[name])
      if (row.project_deleted_at !== null || names.length === 0) continue
      const of = { company_id, figure: 'project_figures', cell: project_id, kept: textOf(row, names), real: textOf(is, names) }
      yield { ...of, repair: (tx) => changeFigures(tx, company_id, project_id, figuresChange(row, is)) } satisfies Difference
    }
  }
}

const textOf = (figures: Figures, names: readonly (keyof Figures)[]) => names.map((name) => `${name} ${figures[name]}`).join(', ')
