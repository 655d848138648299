// The form page of recurring invoices: initial values, and how it is saved.

import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { components } from '../../../sdk/src/api.ts'
import { versionOf } from '../app/api.ts'
import { ChangedMeanwhile, saveOver } from '../app/save-over.tsx'
import { usePageSearch } from '../app/search.ts'
import { readAnew, useApi, useChange, useCompanyDashboard, useDesk, useToday } from '../app/session.ts'
import { termDays, withDefaults } from '../documents/defaults.ts'
import { DocumentForm } from '../documents/document-form.tsx'
import type { Draft } from '../documents/draft.ts'
import { LivePaper } from '../documents/live-paper.tsx'
import { Behind, Restored } from '../documents/restored.tsx'
import { useDraft } from '../documents/use-draft.ts'
import { PageHeader } from '../ui/list.tsx'
import { Bones, Trouble } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import {
  bodyOfPlan,
  changesOfPlan,
  emptyPlan,
  isSamePlan,
  type Plan,
  planOf,
  planOfInvoice,
  previewOfPlan,
  SCHEDULE_FIELDS,
} from './plan.ts'
import { ScheduleFields } from './schedule-fields.tsx'

type RecurringInvoice = components['schemas']['RecurringInvoice']

/** A new recurring invoice (with the content of the invoice `copy`, or for `customer`, of the address), or the one of the address. */
export function RecurringInvoiceFormPage() {
  const { id } = useParams({ strict: false })
  const [search] = usePageSearch()
  const { company } = useDesk()
  const settings = useCompanyDashboard('/dashboard/api/companies/{id}', { path: { id: company.id } })
  const stored = useApi('/v1/recurring-invoices/{id}', { path: { id: id ?? '' } }, { is_enabled: id !== undefined })
  const copied = useApi(
    '/v1/invoices/{id}',
    { path: { id: search.copy ?? '' } },
    { is_enabled: id === undefined && search.copy !== undefined },
  )
  const error = settings.error ?? stored.error ?? copied.error
  if (error) return <Trouble error={error} onRetry={() => void Promise.all([settings.refetch(), id && stored.refetch()])} />
  if (!settings.data || (id && !stored.data) || (!id && search.copy && !copied.data)) return <Bones lines={10} />
  return (
    <Loaded
      key={id ?? `new ${search.copy} ${search.customer}`}
      settings={settings.data}
      stored={id ? stored.data : undefined}
      copied={id ? undefined : copied.data}
      customer_id={search.customer}
    />
  )
}

function Loaded({
  settings,
  stored,
  copied,
  customer_id,
}: {
  settings: components['schemas']['CompanyDetails']
  stored: RecurringInvoice | undefined
  copied: components['schemas']['Invoice'] | undefined
  customer_id: string | undefined
}) {
  const today = useToday()
  const navigate = useNavigate()
  const { currency } = settings
  const begin = (): Plan => {
    if (stored) return planOf(stored, currency)
    return copied ? planOfInvoice(copied, today) : emptyPlan(today, currency, customer_id)
  }
  const form = useDraft<Plan>({
    kind: 'recurring_invoice',
    id: stored?.id,
    purpose: copied?.id ?? customer_id,
    start: begin(),
    version: stored && versionOf(stored),
    isSame: isSamePlan,
  })
  const chosen = form.draft.customer_id
  const customer = useApi('/v1/customers/{id}', { path: { id: chosen } }, { is_enabled: chosen !== '' })
  const plan: Plan = { ...form.draft, ...withDefaults(form.draft, 'invoice', settings, customer.data) }
  const term_days = termDays('invoice', settings, customer.data)
  const open = (id: string) => void navigate({ to: '/recurring-invoices/$id', params: { id } })
  const save = useChange(
    (send): Promise<RecurringInvoice> => {
      if (!stored) return send.post('/v1/recurring-invoices', { body: bodyOfPlan(plan, currency) })
      const path = { path: { id: stored.id } }
      return saveOver({
        version: form.version,
        patch: (if_match) =>
          send.patch('/v1/recurring-invoices/{id}', { ...path, body: changesOfPlan(plan, form.base, currency), if_match }),
        read: () => readAnew('/v1/recurring-invoices/{id}', path),
        isSame: (newer) => isSamePlan(planOf(newer, currency), form.base),
      })
    },
    (saved) => {
      form.forget()
      toast('Recurring invoice saved', 'done', { about: saved.id })
      open(saved.id)
    },
  )
  const conflict = save.error instanceof ChangedMeanwhile ? (save.error.newer as RecurringInvoice) : undefined
  const goOn = (act: (stored?: Plan, version?: string) => void) => {
    if (conflict) act(planOf(conflict, currency), versionOf(conflict))
    else act()
    save.reset()
  }
  useEffect(() => {
    // A conflict is said at the top of the page, which may be far from the button.
    if (conflict) scrollTo({ top: 0 })
  }, [conflict])
  return (
    <>
      <PageHeader title={stored ? 'Edit recurring invoice' : 'New recurring invoice'} />
      {form.is_restored && <Restored onReset={() => form.reset()} />}
      {(form.is_behind || conflict) && <Behind title="It" onLoad={() => goOn(form.reset)} onKeep={() => goOn(form.goOn)} />}
      <DocumentForm
        kind="invoice"
        draft={plan}
        term_days={term_days}
        onChange={(changes: Partial<Draft>) => form.change(changes)}
        onSubmit={() => save.mutate(undefined)}
        onCancel={() => {
          form.forget()
          if (stored) open(stored.id)
          else void navigate({ to: '/recurring-invoices' })
        }}
        error={conflict ? undefined : save.error}
        is_busy={save.isPending}
        submit_text="Save"
        schedule={{
          names: SCHEDULE_FIELDS,
          fields: (errors) => (
            <ScheduleFields plan={plan} term_days={term_days} is_new={!stored} errors={errors} onChange={form.change} />
          ),
        }}
        preview={
          <LivePaper
            path="/invoices/preview"
            body={previewOfPlan(plan, settings.country ?? '')}
            label="The first invoice as it will be printed"
            missing="Choose a customer to see the first invoice."
          />
        }
        focus={stored ? undefined : plan.customer_id ? 'line' : 'customer'}
      />
    </>
  )
}
