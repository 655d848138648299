import { type FormEvent, useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { fieldErrors } from '../app/api.ts'
import { useApi, useChange } from '../app/session.ts'
import { ProjectPicker } from '../projects/project-picker.tsx'
import { Dialog, FormButtons } from '../ui/dialog.tsx'
import { FormError, SelectField, TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'

/** Starts a timer: on which project (initially `of`), on which of its tasks, and for what. */
export function TimerDialog({ of, onClose }: { of?: string | undefined; onClose: () => void }) {
  const [project_id, setProject] = useState(of ?? '')
  const [is_project_missing, setProjectMissing] = useState(false)
  const tasks = useApi(
    '/v1/projects/{id}/tasks',
    { path: { id: project_id }, query: { limit: 100, status: ['backlog', 'todo', 'in_progress', 'in_review'] } },
    { is_enabled: project_id !== '' },
  )
  const start = useChange(
    (send, body: components['schemas']['CreateTimeEntry']) =>
      send.post('/v1/projects/{id}/time-entries', { path: { id: project_id }, body }),
    () => {
      toast('The timer runs')
      onClose()
    },
  )
  const errors = fieldErrors(start.error, (param) => ['description', 'task_id'].includes(param))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setProjectMissing(project_id === '')
    if (project_id === '') return
    const fields = new FormData(event.currentTarget)
    start.mutate({
      description: String(fields.get('description') ?? '').trim(),
      task_id: String(fields.get('task_id') ?? '') || null,
    })
  }
  return (
    <Dialog title="Start a timer" onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <div className="empty:hidden">
          <FormError>{errors['form']}</FormError>
        </div>
        <ProjectPicker
          value={project_id}
          error={is_project_missing ? 'Choose a project' : undefined}
          onChange={(id) => {
            setProject(id)
            setProjectMissing(false)
          }}
        />
        <SelectField key={project_id} label="Task" name="task_id" disabled={!tasks.data?.tasks.length} error={errors['task_id']}>
          <option value="">None</option>
          {tasks.data?.tasks.map((task) => (
            <option key={task.id} value={task.id}>
              {task.public_id} {task.title}
            </option>
          ))}
        </SelectField>
        <TextField label="What you work on" name="description" error={errors['description']} />
        <FormButtons onCancel={onClose} is_busy={start.isPending}>
          Start
        </FormButtons>
      </form>
    </Dialog>
  )
}
