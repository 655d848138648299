import { useApi, useToday } from '../app/session.ts'
import { Doubt, SelectField, TextField } from '../ui/field.tsx'
import { date } from '../ui/format.ts'
import { type Plan, scheduleOf } from './plan.ts'
import { firstDates } from './preview-dates.ts'

/** Projects that can be chosen from: those of the customer. */
const MOST_PROJECTS = 100

/** When invoices are created, and whether they are sent; in the form, in place of the dates of an invoice. */
export function ScheduleFields({
  plan,
  term_days,
  is_new,
  errors,
  onChange,
}: {
  plan: Plan
  /** Days from the date of an invoice to its due date, where none are typed. */
  term_days: number
  is_new: boolean
  errors: Readonly<Record<string, string>>
  onChange: (changes: Partial<Plan>) => void
}) {
  const { customer_id, project_id, ends } = plan
  const today = useToday()
  const has_passed = is_new && plan.start_date >= '1900' && plan.start_date < today
  const projects = useApi(
    '/v1/projects',
    { query: { customer_id, limit: MOST_PROJECTS } },
    { is_enabled: customer_id !== '', keeps_previous: true },
  )
  const field = (name: 'interval' | 'start_date' | 'end_date' | 'occurrences' | 'payment_days') => ({
    name,
    value: plan[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
    error: errors[name],
  })
  const schedule = scheduleOf(plan)
  const dates = schedule ? firstDates(schedule) : []
  return (
    <div className="card space-y-4 p-5">
      <h2>Schedule</h2>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-6">
        <SelectField
          className="sm:col-span-2"
          label="Frequency"
          value={plan.frequency}
          onChange={(event) => onChange({ frequency: event.target.value as Plan['frequency'] })}
          error={errors['frequency']}
        >
          <option value="weekly">Weekly</option>
          <option value="monthly">Monthly</option>
          <option value="quarterly">Quarterly</option>
          <option value="yearly">Yearly</option>
        </SelectField>
        <TextField
          className="sm:col-span-2"
          label="Interval"
          type="number"
          min={1}
          max={12}
          hint={hintOfInterval(plan)}
          {...field('interval')}
        />
        <TextField
          className="col-span-2"
          label="First invoice"
          type="date"
          hint={has_passed ? <Doubt>Invoices for past dates are created right away.</Doubt> : undefined}
          {...field('start_date')}
        />
        <SelectField
          className="sm:col-span-2"
          label="Ends"
          value={ends}
          onChange={(event) => onChange({ ends: event.target.value as Plan['ends'] })}
        >
          <option value="never">Never</option>
          <option value="date">On a date</option>
          <option value="count">After a number of invoices</option>
        </SelectField>
        {ends === 'date' && <TextField className="sm:col-span-2" label="Last date" type="date" {...field('end_date')} />}
        {ends === 'count' && (
          <TextField className="sm:col-span-2" label="Number of invoices" type="number" min={1} {...field('occurrences')} />
        )}
        <TextField
          className="sm:col-span-2"
          label="Days to pay"
          type="number"
          min={0}
          placeholder={String(term_days)}
          hint={plan.payment_days === '' ? 'Empty: the customer’s default.' : undefined}
          {...field('payment_days')}
        />
      </div>
      <p className="text-[13px] text-soft">
        {dates.length > 0 && `${dates.map(date).join(', ')} … `}
        {'{month}, {year} and {period} in names and notes are replaced in each invoice.'}
      </p>
      <div className="space-y-2">
        <Check
          label="Send invoices automatically"
          hint="Each invoice is issued and emailed on its date. Otherwise it stays a draft for you to review."
          is_checked={plan.auto_send}
          onChange={(auto_send) => onChange({ auto_send })}
        />
        {((projects.data?.projects.length ?? 0) > 0 || project_id !== '') && (
          <>
            <Check
              label="Add the recorded time of a project"
              hint="Billable time that is not invoiced yet, up to the day before the invoice date."
              is_checked={plan.include_unbilled_time}
              onChange={(include_unbilled_time) =>
                onChange({ include_unbilled_time, project_id: project_id || (projects.data?.projects[0]?.id ?? '') })
              }
            />
            {plan.include_unbilled_time && (
              <SelectField
                className="sm:w-1/2"
                label="Project"
                name="project_id"
                value={project_id}
                onChange={(event) => onChange({ project_id: event.target.value })}
                error={errors['project_id']}
              >
                {projects.data?.projects.map(({ id, title }) => (
                  <option key={id} value={id}>
                    {title}
                  </option>
                ))}
              </SelectField>
            )}
          </>
        )}
      </div>
    </div>
  )
}

function hintOfInterval({ frequency, interval }: Plan): string {
  const unit = { weekly: 'week', monthly: 'month', quarterly: 'quarter', yearly: 'year' }[frequency]
  return interval === '' || interval === '1' ? `Every ${unit}.` : `Every ${interval} ${unit}s.`
}

function Check({
  label,
  hint,
  is_checked,
  onChange,
}: {
  label: string
  hint: string
  is_checked: boolean
  onChange: (is_checked: boolean) => void
}) {
  return (
    <label className="flex items-start gap-2.5">
      <input
        type="checkbox"
        className="mt-1 size-4 shrink-0 accent-(--accent)"
        checked={is_checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        <span className="font-medium">{label}</span>
        <span className="block text-[13px] text-soft">{hint}</span>
      </span>
    </label>
  )
}
