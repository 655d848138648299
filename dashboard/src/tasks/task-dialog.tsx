import { type FormEvent, useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { api, fieldErrors, messageOf } from '../app/api.ts'
import { Conflict, useEdited } from '../app/save-over.tsx'
import { useApi, useChange, useMay } from '../app/session.ts'
import { ProjectPicker } from '../projects/project-picker.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm, Dialog } from '../ui/dialog.tsx'
import { FormError, SelectField, TextArea, TextField } from '../ui/field.tsx'
import { words } from '../ui/format.ts'
import { LoadedDialog } from '../ui/loaded-dialog.tsx'
import { readNumbers, spellNumber } from '../ui/numbers.ts'
import { toast } from '../ui/toast.tsx'
import { PRIORITIES, TASK_STATUSES, type TaskStatus } from './task-statuses.ts'

type Task = components['schemas']['Task']

const FIELDS = ['title', 'status', 'priority', 'assigned_to', 'estimated_hours', 'hourly_rate', 'due_date', 'tags', 'description']

/** Makes a task (without `project_id` its project is asked for too), or shows and changes the one with `task_id`. */
export function TaskDialog({ project_id, task_id, onClose }: { project_id?: string; task_id?: string; onClose: () => void }) {
  const task = useApi(
    '/v1/projects/{id}/tasks/{taskId}',
    { path: { id: project_id ?? '', taskId: task_id ?? '' } },
    { is_enabled: task_id !== undefined },
  )
  return (
    <LoadedDialog title="Task" kind="wide" asked={task_id === undefined ? undefined : task} onClose={onClose}>
      {(known) => <TaskForm project_id={known?.project_id ?? project_id} task={known} onClose={onClose} />}
    </LoadedDialog>
  )
}

interface TaskFormProps {
  project_id: string | undefined
  task: Task | undefined
  onClose: () => void
}

function TaskForm({ project_id: given, task: loaded, onClose }: TaskFormProps) {
  const [project_id, setProject] = useState(given ?? '')
  const [is_project_missing, setProjectMissing] = useState(false)
  const users = useApi('/v1/users', { query: { limit: 100 } })
  const may_write = useMay('write')
  const may_delete = useMay('admin')
  const [is_asking, setAsking] = useState(false)
  const path = { id: project_id, taskId: loaded?.id ?? '' }
  const edited = useEdited(loaded, FIELDS, () => api.get('/v1/projects/{id}/tasks/{taskId}', { path }))
  const task = edited.base
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({})
  const save = useChange(
    (send, body: components['schemas']['CreateTask']): Promise<Task> =>
      task
        ? edited.save((if_match) => send.patch('/v1/projects/{id}/tasks/{taskId}', { path, body, if_match }))
        : send.post('/v1/projects/{id}/tasks', { path: { id: project_id }, body }),
    (saved) => {
      toast(task ? 'Saved' : `${saved.public_id} is added`)
      onClose()
    },
  )
  const remove = useChange(
    (send) => send.delete('/v1/projects/{id}/tasks/{taskId}', { path: { id: project_id, taskId: task?.id ?? '' } }),
    () => {
      toast(`${task?.public_id} is deleted`)
      onClose()
    },
  )
  if (is_asking && task) {
    return (
      <Confirm
        title={`Delete ${task.public_id}?`}
        action="Delete task"
        is_busy={remove.isPending}
        error={remove.error ? messageOf(remove.error) : undefined}
        onConfirm={() => remove.mutate(undefined)}
        onClose={() => setAsking(false)}
      >
        Its subtasks move up; time that was recorded on it stays.
      </Confirm>
    )
  }
  const goOn = (newer: Task, keeps_typed: boolean) => {
    edited.goOn(newer, keeps_typed)
    save.reset()
  }
  const errors = { ...fieldErrors(save.error, (param) => FIELDS.includes(param)), ...faults }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setProjectMissing(project_id === '')
    if (project_id === '') return
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => String(fields.get(name) ?? '').trim()
    const typed = readNumbers(fields, ['estimated_hours', 'hourly_rate'])
    setFaults(typed.faults)
    if (Object.keys(typed.faults).length > 0) return
    save.mutate({
      title: text('title'),
      status: text('status') as TaskStatus,
      priority: text('priority') as Task['priority'],
      assigned_to: text('assigned_to') || null,
      ...typed.numbers,
      due_date: text('due_date') || null,
      tags: text('tags')
        .split(',')
        .map((tag) => tag.trim())
        .filter(Boolean),
      description: text('description'),
    })
  }
  return (
    <Dialog kind="wide" title={task ? task.public_id : 'New task'} onClose={onClose}>
      <form key={edited.form_key} onSubmit={submit} noValidate>
        <fieldset disabled={!may_write} className="grid gap-4 sm:grid-cols-6">
          <div className="empty:hidden sm:col-span-6">
            <Conflict error={save.error} onGoOn={goOn} />
            <FormError>{errors['form']}</FormError>
          </div>
          {given === undefined && (
            <div className="sm:col-span-6">
              <ProjectPicker
                value={project_id}
                error={is_project_missing ? 'Choose a project' : undefined}
                onChange={(id) => {
                  setProject(id)
                  setProjectMissing(false)
                }}
              />
            </div>
          )}
          <TextField className="sm:col-span-6" label="Title" name="title" defaultValue={task?.title} error={errors['title']} />
          <SelectField
            className="sm:col-span-2"
            label="Status"
            name="status"
            defaultValue={task?.status ?? 'todo'}
            error={errors['status']}
          >
            {TASK_STATUSES.map((status) => (
              <option key={status} value={status}>
                {words(status)}
              </option>
            ))}
          </SelectField>
          <SelectField
            className="sm:col-span-2"
            label="Priority"
            name="priority"
            defaultValue={task?.priority ?? 'medium'}
            error={errors['priority']}
          >
            {PRIORITIES.map((priority) => (
              <option key={priority} value={priority}>
                {words(priority)}
              </option>
            ))}
          </SelectField>
          <SelectField
            key={users.data ? 'users' : 'none'}
            className="sm:col-span-2"
            label="Assigned to"
            name="assigned_to"
            defaultValue={task?.assigned_to ?? ''}
            error={errors['assigned_to']}
          >
            <option value="">Nobody</option>
            {users.data?.users.map((user) => (
              <option key={user.id} value={user.id}>
                {user.name || user.email}
              </option>
            ))}
          </SelectField>
          <TextField
            className="sm:col-span-2"
            label="Estimate in hours"
            name="estimated_hours"
            inputMode="decimal"
            defaultValue={spellNumber(task?.estimated_hours)}
            error={errors['estimated_hours']}
          />
          <TextField
            className="sm:col-span-2"
            label="Rate per hour"
            name="hourly_rate"
            inputMode="decimal"
            defaultValue={spellNumber(task?.hourly_rate)}
            error={errors['hourly_rate']}
          />
          <TextField
            className="sm:col-span-2"
            label="Due date"
            name="due_date"
            type="date"
            defaultValue={task?.due_date ?? ''}
            error={errors['due_date']}
          />
          <TextField
            className="sm:col-span-6"
            label="Tags"
            name="tags"
            placeholder="design, urgent"
            defaultValue={task?.tags.join(', ')}
            error={errors['tags']}
          />
          <TextArea
            className="sm:col-span-6"
            label="Description"
            name="description"
            rows={5}
            defaultValue={task?.description}
            error={errors['description']}
          />
          <div className="flex justify-end gap-2 sm:col-span-6">
            {task && may_delete && (
              <Button look="quiet" className="mr-auto" onClick={() => setAsking(true)}>
                Delete…
              </Button>
            )}
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" look="primary" is_busy={save.isPending}>
              {task ? 'Save' : 'Add task'}
            </Button>
          </div>
        </fieldset>
      </form>
    </Dialog>
  )
}
