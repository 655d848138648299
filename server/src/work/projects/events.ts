// The event types of projects, and which of them a change stores.

import { draftEvent, type EventDraft, type EventType } from '../../record/events/event-type.ts'
import { type Project, projectExample } from './schema.ts'
import type { ProjectStatus } from './table.ts'

const of = (verb: string, label: string, description: string, example: Project = projectExample): EventType => ({
  type: `project.${verb}`,
  resource_type: 'project',
  label,
  description,
  module: 'projects',
  triggers_automations: true,
  example,
})

const created = of('created', 'Project created', 'A project was added.')
const updated = of('updated', 'Project updated', 'A field of a project changed; its figures alone change without it.')
const completed = of('completed', 'Project completed', 'The status became `completed`.', {
  ...projectExample,
  status: 'completed',
  completed_at: projectExample.updated_at,
})
const deleted = of(
  'deleted',
  'Project deleted',
  'A project was deleted, with its tasks and time entries; `data` is its last state.',
)

export const projectEventTypes: readonly EventType[] = [created, updated, completed, deleted]

export const projectDeleted = (project: Project): EventDraft[] => [draftEvent(deleted, project.id, project)]

/** project.created, and project.completed if it is created so. */
export const projectCreated = (project: Project): EventDraft[] => [
  draftEvent(created, project.id, project),
  ...(project.status === 'completed' ? [draftEvent(completed, project.id, project)] : []),
]

/** project.updated, then project.completed when the status became that. */
export function projectUpdated(before: ProjectStatus, project: Project): EventDraft[] {
  const is_completed = project.status === 'completed' && before !== 'completed'
  return [draftEvent(updated, project.id, project), ...(is_completed ? [draftEvent(completed, project.id, project)] : [])]
}
