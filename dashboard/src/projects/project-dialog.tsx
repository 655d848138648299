import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { api, fieldErrors } from '../app/api.ts'
import { Conflict, useEdited } from '../app/save-over.tsx'
import { useChange, useDesk } from '../app/session.ts'
import { CustomerPicker } from '../documents/customer-picker.tsx'
import { Dialog, FormButtons } from '../ui/dialog.tsx'
import { Doubt, FormError, SelectField, TextArea, TextField } from '../ui/field.tsx'
import { readNumbers, spellNumber } from '../ui/numbers.ts'
import { toast } from '../ui/toast.tsx'

type Project = components['schemas']['Project']

const FIELDS = [
  'title',
  'customer_id',
  'status',
  'priority',
  'billing_type',
  'start_date',
  'due_date',
  'budget_hours',
  'budget_amount',
  'hourly_rate',
  'description',
]

const NUMBERS = ['budget_hours', 'budget_amount', 'hourly_rate'] as const

/** Makes a project, or changes the one given. */
export function ProjectDialog({ project: given, onClose }: { project?: Project; onClose: () => void }) {
  const { company } = useDesk()
  const navigate = useNavigate()
  const path = { id: given?.id ?? '' }
  const edited = useEdited(given, FIELDS, () => api.get('/v1/projects/{id}', { path }))
  const project = edited.base
  const [customer_id, setCustomer] = useState(project?.customer_id ?? '')
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({})
  const [days, setDays] = useState({ start: project?.start_date ?? '', due: project?.due_date ?? '' })
  const save = useChange(
    (send, body: components['schemas']['CreateProject']): Promise<Project> =>
      project
        ? edited.save((if_match) => send.patch('/v1/projects/{id}', { path, body, if_match }))
        : send.post('/v1/projects', { body }),
    (saved) => {
      toast(project ? 'Saved' : `${saved.title} has begun`)
      if (project) onClose()
      else void navigate({ to: '/projects/$id', params: { id: saved.id } })
    },
  )
  const goOn = (newer: Project, keeps_typed: boolean) => {
    edited.goOn(newer, keeps_typed)
    if (!keeps_typed) {
      setCustomer(newer.customer_id ?? '')
      setDays({ start: newer.start_date ?? '', due: newer.due_date ?? '' })
    }
    save.reset()
  }
  const errors = { ...fieldErrors(save.error, (param) => FIELDS.includes(param)), ...faults }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => String(fields.get(name) ?? '').trim()
    const typed = readNumbers(fields, NUMBERS)
    setFaults(typed.faults)
    if (Object.keys(typed.faults).length > 0) return
    save.mutate({
      title: text('title'),
      customer_id: customer_id || null,
      status: text('status') as Project['status'],
      priority: text('priority') as Project['priority'],
      billing_type: text('billing_type') as Project['billing_type'],
      start_date: text('start_date') || null,
      due_date: text('due_date') || null,
      ...typed.numbers,
      description: text('description'),
    })
  }
  const numeric = (name: (typeof NUMBERS)[number]) => ({
    name,
    inputMode: 'decimal' as const,
    defaultValue: spellNumber(project?.[name]),
    error: errors[name],
  })
  return (
    <Dialog kind="wide" title={project ? `Edit ${project.title}` : 'New project'} onClose={onClose}>
      <form key={edited.form_key} onSubmit={submit} noValidate className="grid gap-4 sm:grid-cols-6">
        <div className="empty:hidden sm:col-span-6">
          <Conflict error={save.error} onGoOn={goOn} />
          <FormError>{errors['form']}</FormError>
        </div>
        <TextField className="sm:col-span-6" label="Title" name="title" defaultValue={project?.title} error={errors['title']} />
        <div className="sm:col-span-6">
          <CustomerPicker value={customer_id} error={errors['customer_id']} onChange={setCustomer} />
        </div>
        <SelectField
          className="sm:col-span-2"
          label="Status"
          name="status"
          defaultValue={project?.status ?? 'in_progress'}
          error={errors['status']}
        >
          <option value="draft">Draft</option>
          <option value="in_progress">In progress</option>
          <option value="on_hold">On hold</option>
          <option value="review">Review</option>
          <option value="completed">Completed</option>
          <option value="cancelled">Cancelled</option>
        </SelectField>
        <SelectField
          className="sm:col-span-2"
          label="Priority"
          name="priority"
          defaultValue={project?.priority ?? 'medium'}
          error={errors['priority']}
        >
          <option value="low">Low</option>
          <option value="medium">Medium</option>
          <option value="high">High</option>
          <option value="urgent">Urgent</option>
        </SelectField>
        <SelectField
          className="sm:col-span-2"
          label="Billed"
          name="billing_type"
          defaultValue={project?.billing_type ?? 'time_based'}
          error={errors['billing_type']}
        >
          <option value="time_based">By time</option>
          <option value="fixed_price">Fixed price</option>
          <option value="mixed">Both</option>
        </SelectField>
        <TextField
          className="sm:col-span-3"
          label="Begins"
          name="start_date"
          type="date"
          defaultValue={project?.start_date ?? ''}
          onChange={(event) => setDays({ ...days, start: event.target.value })}
          error={errors['start_date']}
        />
        <TextField
          className="sm:col-span-3"
          label="Due date"
          name="due_date"
          type="date"
          defaultValue={project?.due_date ?? ''}
          onChange={(event) => setDays({ ...days, due: event.target.value })}
          hint={days.due !== '' && days.due < days.start && <Doubt>It is due before it begins.</Doubt>}
          error={errors['due_date']}
        />
        <TextField className="sm:col-span-2" label="Budget in hours" {...numeric('budget_hours')} />
        <TextField className="sm:col-span-2" label={`Budget in ${company.currency}`} {...numeric('budget_amount')} />
        <TextField className="sm:col-span-2" label={`${company.currency} per hour`} {...numeric('hourly_rate')} />
        <TextArea
          className="sm:col-span-6"
          label="Description"
          name="description"
          defaultValue={project?.description}
          error={errors['description']}
        />
        <FormButtons onCancel={onClose} is_busy={save.isPending} className="sm:col-span-6">
          {project ? 'Save' : 'Begin project'}
        </FormButtons>
      </form>
    </Dialog>
  )
}
