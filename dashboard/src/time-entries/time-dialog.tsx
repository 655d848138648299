import { type FormEvent, useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { api, fieldErrors } from '../app/api.ts'
import { Conflict, useEdited } from '../app/save-over.tsx'
import { useApi, useChange, useMay } from '../app/session.ts'
import { ProjectPicker } from '../projects/project-picker.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Doubt, FormError, SelectField, TextField } from '../ui/field.tsx'
import { hours, today } from '../ui/format.ts'
import { LoadedDialog } from '../ui/loaded-dialog.tsx'
import { readDuration, readNumbers, spellNumber } from '../ui/numbers.ts'
import { toast } from '../ui/toast.tsx'

type TimeEntry = components['schemas']['TimeEntry']

const DAY_MINUTES = 24 * 60
const FIELDS = ['description', 'task_id', 'start_time', 'duration_minutes', 'hourly_rate', 'is_billable']

/** Records time (without `project_id` it asks for the project too), or changes the entry with `entry_id`; invoiced time is only shown. */
export function TimeDialog({ project_id, entry_id, onClose }: { project_id?: string; entry_id?: string; onClose: () => void }) {
  const entry = useApi(
    '/v1/projects/{id}/time-entries/{entryId}',
    { path: { id: project_id ?? '', entryId: entry_id ?? '' } },
    { is_enabled: entry_id !== undefined },
  )
  return (
    <LoadedDialog title="Time" kind="center" asked={entry_id === undefined ? undefined : entry} onClose={onClose}>
      {(known) => <TimeForm project_id={known?.project_id ?? project_id} entry={known} onClose={onClose} />}
    </LoadedDialog>
  )
}

interface TimeFormProps {
  project_id: string | undefined
  entry: TimeEntry | undefined
  onClose: () => void
}

function TimeForm({ project_id: given, entry: loaded, onClose }: TimeFormProps) {
  const [project_id, setProject] = useState(given ?? '')
  const [is_project_missing, setProjectMissing] = useState(false)
  const entry_path = { id: project_id, entryId: loaded?.id ?? '' }
  const edited = useEdited(loaded, FIELDS, () => api.get('/v1/projects/{id}/time-entries/{entryId}', { path: entry_path }))
  const entry = edited.base
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({})
  const [minutes, setMinutes] = useState(entry?.duration_minutes ?? 0)
  const may_write = useMay('write') && !entry?.invoiced
  const may_delete = useMay('admin') && entry !== undefined && !entry.invoiced
  const tasks = useApi(
    '/v1/projects/{id}/tasks',
    { path: { id: project_id }, query: { limit: 100 } },
    { is_enabled: project_id !== '' },
  )
  const path = { id: project_id }
  const save = useChange(
    (send, body: components['schemas']['CreateTimeEntry']): Promise<TimeEntry> =>
      entry
        ? edited.save((if_match) => send.patch('/v1/projects/{id}/time-entries/{entryId}', { path: entry_path, body, if_match }))
        : send.post('/v1/projects/{id}/time-entries', { path, body }),
    () => {
      toast(entry ? 'Saved' : 'The time is recorded')
      onClose()
    },
  )
  const remove = useChange(
    (send) => send.delete('/v1/projects/{id}/time-entries/{entryId}', { path: entry_path }),
    () => {
      toast('The time is deleted')
      onClose()
    },
  )
  const goOn = (newer: TimeEntry, keeps_typed: boolean) => {
    edited.goOn(newer, keeps_typed)
    save.reset()
  }
  const errors = { ...fieldErrors(save.error ?? remove.error, (param) => FIELDS.includes(param)), ...faults }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setProjectMissing(project_id === '')
    if (project_id === '') return
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => String(fields.get(name) ?? '').trim()
    const typed = readNumbers(fields, ['hourly_rate'])
    // A timer that was stopped at once has no minute: it stays so unless a duration is typed.
    const is_kept = entry && !entry.is_running && entry.duration_minutes === 0 && text('duration') === hours(0)
    const { value: duration_minutes, fault } = is_kept ? {} : readDuration(text('duration'))
    const found = {
      ...typed.faults,
      ...(fault ? { duration_minutes: fault } : {}),
      ...(text('start_time') ? {} : { start_time: 'Choose a moment' }),
      ...(text('duration') || entry?.is_running ? {} : { duration_minutes: 'How long did it take?' }),
    }
    setFaults(found)
    if (Object.keys(found).length > 0) return
    save.mutate({
      description: text('description'),
      task_id: text('task_id') || null,
      is_billable: fields.has('is_billable'),
      ...typed.numbers,
      ...(is_kept ? {} : { start_time: new Date(text('start_time')).toISOString() }),
      ...(duration_minutes === undefined ? {} : { duration_minutes }),
    })
  }
  return (
    <Dialog title={entry ? 'Time' : 'Record time'} onClose={onClose}>
      <form key={edited.form_key} onSubmit={submit} noValidate>
        <fieldset disabled={!may_write} className="grid gap-4 sm:grid-cols-2">
          <div className="empty:hidden sm:col-span-2">
            <Conflict error={save.error} onGoOn={goOn} />
            <FormError>{errors['form']}</FormError>
          </div>
          {given === undefined && (
            <div className="sm:col-span-2">
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
          <TextField
            className="sm:col-span-2"
            label="What was done"
            name="description"
            defaultValue={entry?.description}
            error={errors['description']}
          />
          <SelectField
            key={tasks.data ? project_id : 'none'}
            className="sm:col-span-2"
            label="Task"
            name="task_id"
            defaultValue={entry?.task_id ?? ''}
            error={errors['task_id']}
          >
            <option value="">None</option>
            {tasks.data?.tasks.map((task) => (
              <option key={task.id} value={task.id}>
                {task.public_id} {task.title}
              </option>
            ))}
          </SelectField>
          <TextField
            label="Began"
            name="start_time"
            type="datetime-local"
            defaultValue={entry ? localTime(entry.start_time) : `${today()}T09:00`}
            error={errors['start_time']}
          />
          <TextField
            label="Duration"
            name="duration"
            placeholder="1:30"
            hint={minutes > DAY_MINUTES ? <Doubt>That is more than a day.</Doubt> : 'Hours and minutes, 1:30, or hours, 1.5.'}
            defaultValue={entry && !entry.is_running ? hours(entry.duration_minutes) : ''}
            onChange={(event) => setMinutes(readDuration(event.target.value).value ?? 0)}
            error={errors['duration_minutes']}
          />
          <TextField
            label="Rate per hour"
            name="hourly_rate"
            inputMode="decimal"
            hint="Leave empty for the rate of the task or project."
            defaultValue={spellNumber(entry?.hourly_rate)}
            error={errors['hourly_rate']}
          />
          <label className="flex items-center gap-2.5 self-center">
            <input
              type="checkbox"
              name="is_billable"
              defaultChecked={entry?.is_billable ?? true}
              className="size-4 accent-(--accent)"
            />
            Billable
          </label>
          {may_write && (
            <div className="flex justify-end gap-2 sm:col-span-2">
              {may_delete && (
                <Button look="quiet" className="mr-auto" is_busy={remove.isPending} onClick={() => remove.mutate(undefined)}>
                  Delete
                </Button>
              )}
              <Button onClick={onClose}>Cancel</Button>
              <Button type="submit" look="primary" is_busy={save.isPending}>
                {entry ? 'Save' : 'Record'}
              </Button>
            </div>
          )}
        </fieldset>
      </form>
    </Dialog>
  )
}

/** A moment as `datetime-local` writes it, in the reader's time zone. */
function localTime(value: string): string {
  const moment = new Date(value)
  return `${today(moment)}T${String(moment.getHours()).padStart(2, '0')}:${String(moment.getMinutes()).padStart(2, '0')}`
}
