// The event types of projects, and which of them a change stores.

import { type EventDraft, eventsOf, typesOf } from '../../record/events/event-type.ts'
import { type Project, projectExample } from './schema.ts'
import type { ProjectStatus } from './table.ts'

const declare = eventsOf<Project>('project', 'projects', projectExample)

const created = declare('created', 'Project created', 'A project was added.')
const updated = declare('updated', 'Project updated', 'A field of a project changed; its figures alone change without it.')
const completed = declare('completed', 'Project completed', 'The status became `completed`.', {
  status: 'completed',
  completed_at: projectExample.updated_at,
})
const deleted = declare(
  'deleted',
  'Project deleted',
  'A project was deleted, with its tasks and time entries; `data` is its last state.',
)

export const projectEventTypes = typesOf(created, updated, completed, deleted)

export const projectDeleted = (project: Project): EventDraft[] => [deleted(project)]

/** project.created, and project.completed if it is created so. */
export const projectCreated = (project: Project): EventDraft[] => [
  created(project),
  ...(project.status === 'completed' ? [completed(project)] : []),
]

/** project.updated, then project.completed when the status became that. */
export function projectUpdated(before: ProjectStatus, project: Project): EventDraft[] {
  const is_completed = project.status === 'completed' && before !== 'completed'
  return [updated(project), ...(is_completed ? [completed(project)] : [])]
}
