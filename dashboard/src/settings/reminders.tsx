// The reminders of a company: on which days they are sent, their texts, and a preview.

import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { createSender, currentCompany, fieldErrors } from '../app/api.ts'
import { useChange } from '../app/session.ts'
import { MailFrame } from '../documents/mail-frame.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormError, SelectField, TextArea, TextField } from '../ui/field.tsx'
import { Bones, Trouble } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import type { CompanySettings } from './company-page.tsx'
import {
  faultName,
  faultsOf,
  nextStep,
  readStep,
  STEP_FIELD,
  type StepFaults,
  type TypedStep,
  typedStep,
  withoutFaults,
} from './reminder-steps.ts'

type Reminder = components['schemas']['Reminder']

const MOST = 10

/** The section of the settings: a form of its own, which is saved as a whole. */
export function Reminders({ company }: { company: CompanySettings }) {
  const id = useId()
  const keys = useRef(company.reminders.length)
  const [steps, setSteps] = useState<TypedStep[]>(() => company.reminders.map(typedStep))
  const [send_thanks, setThanks] = useState(company.send_thanks)
  const [seen, setSeen] = useState<Reminder>()
  const save = useChange(
    (send, reminders: Reminder[]) =>
      send.dashboard<CompanySettings>('PATCH', `/companies/${company.id}`, { body: { reminders, send_thanks } }),
    (saved) => {
      setSteps(saved.reminders.map(typedStep))
      keys.current = saved.reminders.length
      toast('Saved')
    },
    { repeats: true },
  )
  // Each fault goes when its field is corrected, before the form is sent again.
  const [faults, setFaults] = useState<StepFaults>({})
  const errorsOf = (error: unknown) => fieldErrors(error, (param) => STEP_FIELD.test(param))
  const change = (key: number, changes: Partial<TypedStep>) => {
    setSteps((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)))
    setFaults((all) => withoutFaults(all, key, changes))
  }
  const remove = (key: number) => {
    setSteps((all) => all.filter((one) => one.key !== key))
    setFaults((all) => withoutFaults(all, key, { days: '' }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = steps.map((step) => ({ key: step.key, ...readStep(step) }))
    const found = read.flatMap(({ key, fault }) => (fault === undefined ? [] : [[faultName(key, 'days'), fault] as const]))
    setFaults(Object.fromEntries(found))
    if (found.length > 0) return
    save.mutate(
      read.map(({ reminder }) => reminder!),
      { onError: (error) => setFaults(faultsOf(errorsOf(error), steps)) },
    )
  }
  return (
    <section id="reminders" aria-labelledby={id} className="card scroll-mt-20 p-5">
      <h2 id={id}>Reminders</h2>
      <p className="mt-0.5 mb-4 text-[13px] text-soft">
        Emails about unpaid invoices. Each reminder is sent once per invoice, and none once it is paid. A new reminder applies
        from today.
      </p>
      <form onSubmit={submit} noValidate className="space-y-4">
        <FormError>{errorsOf(save.error)['form']}</FormError>
        {steps.length === 0 && <p className="text-soft">No reminders yet.</p>}
        <ol className="space-y-4 empty:hidden">
          {steps.map((step, index) => (
            <StepFields
              key={step.key}
              step={step}
              place={index + 1}
              errorOf={(field) => faults[faultName(step.key, field)]}
              onChange={(changes) => change(step.key, changes)}
              onRemove={() => remove(step.key)}
              onSee={() => setSeen(readStep(step).reminder)}
            />
          ))}
        </ol>
        {steps.length < MOST && (
          <Button onClick={() => setSteps((all) => [...all, { ...nextStep(all), key: keys.current++ }])}>
            <Plus size={15} aria-hidden />
            Add reminder
          </Button>
        )}
        <label className="flex items-center gap-2.5">
          <input
            type="checkbox"
            checked={send_thanks}
            onChange={(event) => setThanks(event.target.checked)}
            className="size-4 accent-(--accent)"
          />
          Send a thank-you email when an invoice is paid in full
        </label>
        <div className="border-t border-line pt-4">
          <Button type="submit" look="primary" is_busy={save.isPending}>
            Save reminders
          </Button>
        </div>
      </form>
      {seen && <Preview reminder={seen} onClose={() => setSeen(undefined)} />}
    </section>
  )
}

interface StepProps {
  step: TypedStep
  place: number
  errorOf: (field: string) => string | undefined
  onChange: (changes: Partial<TypedStep>) => void
  onRemove: () => void
  onSee: () => void
}

function StepFields({ step, place, errorOf, onChange, onRemove, onSee }: StepProps) {
  const has_words = step.has_words || Boolean(errorOf('subject') ?? errorOf('message'))
  return (
    <li className="rounded-[10px] border border-line p-4">
      <fieldset className="grid grid-cols-2 items-start gap-3 sm:grid-cols-6">
        <legend className="sr-only">Reminder {place}</legend>
        {step.when !== 'on' && (
          <TextField
            className="col-span-1 sm:col-span-2"
            label="Days"
            inputMode="numeric"
            value={step.days}
            onChange={(event) => onChange({ days: event.target.value })}
            error={errorOf('days')}
          />
        )}
        <SelectField
          className={step.when === 'on' ? 'col-span-2 sm:col-span-4' : 'col-span-1 sm:col-span-2'}
          label="When"
          value={step.when}
          onChange={(event) => onChange({ when: event.target.value as TypedStep['when'] })}
          error={step.when === 'on' ? errorOf('days') : undefined}
        >
          <option value="after">after due</option>
          <option value="on">on the due date</option>
          <option value="before">before due</option>
        </SelectField>
        <div className="col-span-2 flex justify-end gap-1 sm:pt-[23px]">
          <Button look="quiet" disabled={readStep(step).reminder === undefined} onClick={onSee}>
            Preview
          </Button>
          <Button look="quiet" aria-label={`Remove reminder ${place}`} onClick={onRemove}>
            <Trash2 size={15} aria-hidden />
          </Button>
        </div>
        {has_words ? (
          <>
            <TextField
              className="col-span-2 sm:col-span-6"
              label="Subject"
              placeholder="Default text"
              value={step.subject}
              onChange={(event) => onChange({ subject: event.target.value })}
              error={errorOf('subject')}
            />
            <TextArea
              className="col-span-2 sm:col-span-6"
              label="Message"
              rows={5}
              placeholder="Default text in the customer’s language"
              hint={
                <>
                  <code>{'{number} {amount} {due_date}'}</code> <code>{'{customer} {company} {link}'}</code> are replaced;{' '}
                  <code>{'{amount}'}</code> is the amount due.
                </>
              }
              value={step.message}
              onChange={(event) => onChange({ message: event.target.value })}
              error={errorOf('message')}
            />
          </>
        ) : (
          <Button look="quiet" className="col-span-2 -ml-3.5 justify-self-start" onClick={() => onChange({ has_words: true })}>
            Custom text…
          </Button>
        )}
      </fieldset>
    </li>
  )
}

function Preview({ reminder, onClose }: { reminder: Reminder; onClose: () => void }) {
  const preview = useQuery({
    queryKey: [currentCompany(), 'reminder-preview', reminder],
    queryFn: () =>
      createSender().dashboard<components['schemas']['EmailPreview']>('POST', '/reminders/preview', {
        query: { company_id: currentCompany() },
        body: reminder,
      }),
    retry: false,
  })
  return (
    <Dialog kind="wide" title="Preview with a sample invoice" onClose={onClose}>
      {preview.error ? (
        <Trouble error={preview.error} />
      ) : preview.data ? (
        <div className="space-y-3">
          <p className="wrap-anywhere">
            <span className="text-soft">Subject:</span> {preview.data.subject}
          </p>
          <MailFrame html={preview.data.html} label="The reminder" />
        </div>
      ) : (
        <Bones lines={8} />
      )}
    </Dialog>
  )
}
