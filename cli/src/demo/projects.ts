// Sample projects with their tasks and the time recorded on them.
import type { Context } from '../../../server/src/http/context.ts'
import { createProject, updateProject } from '../../../server/src/work/projects/service.ts'
import { createTask, updateTask } from '../../../server/src/work/tasks/service.ts'
import { invoiceProject } from '../../../server/src/work/time-entries/invoicing.ts'
import { createTimeEntry, moveUnbilledTimeOfTask } from '../../../server/src/work/time-entries/service.ts'
import type { Happening } from './fill.ts'
import type { Random } from './random.ts'
import { PROJECTS, TASKS } from './words.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const HOUR_MS = 60 * 60 * 1000
const PROJECTS_PER_COMPANY = 7
/** Days between the beginnings of two projects. */
const PROJECT_EVERY_DAYS = 114
const DAYS_PER_TASK = 5

interface Scope {
  random: Random
  start_ms: number
}

/** Plans a company's projects, one after the other over the two years; the last are still under way. */
export function planProjects(scope: Scope, customers: readonly string[]): Happening[] {
  return Array.from({ length: PROJECTS_PER_COMPANY }, (_, index) => planProject(scope, customers, index)).flat()
}

function planProject({ random, start_ms }: Scope, customers: readonly string[], index: number): Happening[] {
  const begin_ms = start_ms - (start_ms % DAY_MS) + (5 + index * PROJECT_EVERY_DAYS) * DAY_MS + 9 * HOUR_MS
  const dayOf = (at_ms: number) => new Date(at_ms).toISOString().slice(0, 10)
  const end_ms = begin_ms + TASKS.length * DAYS_PER_TASK * DAY_MS
  const input = {
    title: PROJECTS[index % PROJECTS.length]!,
    description: 'From the first talk to the follow-up.',
    customer_id: random.pick(customers),
    status: 'in_progress' as const,
    priority: random.pick(['low', 'medium', 'medium', 'high'] as const),
    start_date: dayOf(begin_ms),
    due_date: dayOf(end_ms),
    billing_type: 'time_based' as const,
    budget_hours: 120,
    budget_amount: 12_000,
    hourly_rate: random.pick([85, 95, 110]),
  }
  let project_id: string
  const made: Happening = {
    at_ms: begin_ms,
    run: async (context) => {
      project_id = (await createProject(context, input)).id
    },
  }
  const project = () => project_id
  const tasks = TASKS.flatMap((title, place) =>
    planTask(random, project, title, begin_ms + place * DAYS_PER_TASK * DAY_MS + HOUR_MS),
  )
  const ended: Happening[] = [
    {
      at_ms: end_ms + DAY_MS,
      run: (context) => updateProject(context, project_id, { status: 'completed', progress_percentage: 100 }),
    },
    { at_ms: end_ms + 2 * DAY_MS, run: (context) => invoiceProject(context, project_id, { tax_rate: 19 }), makes_invoice: true },
  ]
  return [made, ...tasks, ...ended]
}

/** A task of a few days: started, worked on, completed. */
function planTask(random: Random, project: () => string, title: string, begin_ms: number): Happening[] {
  let task_id: string
  const made: Happening = {
    at_ms: begin_ms,
    run: async (context) => {
      const details = {
        status: 'in_progress' as const,
        priority: 'medium' as const,
        estimated_hours: random.between(4, 16),
        tags: ['client'],
      }
      task_id = (await createTask(context, project(), { title, ...details })).id
    },
  }
  const work = Array.from({ length: random.between(2, 5) }, (_, day): Happening => {
    const from_ms = begin_ms + day * DAY_MS + random.between(0, 3) * HOUR_MS
    const minutes = random.between(3, 24) * 15
    return {
      at_ms: from_ms + minutes * 60_000,
      run: (context) => record(context, project(), task_id, from_ms, minutes, title),
    }
  })
  const done: Happening = {
    at_ms: begin_ms + (DAYS_PER_TASK - 0.2) * DAY_MS,
    run: (context) => updateTask(context, project(), task_id, { status: 'completed' }, moveUnbilledTimeOfTask),
  }
  return [made, ...work, done]
}

function record(context: Context, project_id: string, task_id: string, from_ms: number, minutes: number, description: string) {
  const start_time = new Date(from_ms).toISOString()
  return createTimeEntry(context, project_id, {
    task_id,
    start_time,
    duration_minutes: minutes,
    description,
    internal_cost_rate: 42,
  })
}
