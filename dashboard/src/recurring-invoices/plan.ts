// The form of a recurring invoice: that of its invoices, and when they are made. Pure.

import type { components } from '../../../sdk/src/api.ts'
import { dateAt, firstPeriod, type Schedule } from '../../../server/src/billing/recurring-invoices/dates.ts'
import { fillFor } from '../../../server/src/billing/recurring-invoices/placeholders.ts'
import { isDate } from '../../../server/src/kernel/dates.ts'
import { formatsFor } from '../../../server/src/kernel/formats.ts'
import { LANGUAGES } from '../../../server/src/kernel/languages.ts'
import { bodyOf, copyOf, type Draft, draftOf, emptyDraft, previewOf } from '../documents/draft.ts'

type RecurringInvoice = components['schemas']['RecurringInvoice']
type RecurringInvoiceSummary = components['schemas']['RecurringInvoiceSummary']
type Invoice = components['schemas']['Invoice']
type Body = components['schemas']['CreateRecurringInvoice']

/** The current form. In `follows` are the fields that the invoices take from customer and company; numbers are as typed. */
export interface Plan extends Draft {
  frequency: Schedule['frequency']
  interval: string
  start_date: string
  ends: 'never' | 'date' | 'count'
  end_date: string
  occurrences: string
  auto_send: boolean
  /** '' for the days of customer and company. */
  payment_days: string
  project_id: string
  include_unbilled_time: boolean
}

/** The names of its own fields in the API. */
export const SCHEDULE_FIELDS = [
  'frequency',
  'interval',
  'start_date',
  'end_date',
  'occurrences',
  'auto_send',
  'payment_days',
  'project_id',
  'include_unbilled_time',
] as const

/** The fields that the invoices may take from customer and company. */
const INHERITED = ['tax_rate', 'tax_category', 'language', 'buyer_reference', 'notes', 'payment_terms'] as const

const ONCE_A_MONTH = {
  frequency: 'monthly',
  interval: '1',
  ends: 'never',
  end_date: '',
  occurrences: '',
  auto_send: false,
  payment_days: '',
  project_id: '',
  include_unbilled_time: false,
} as const satisfies Partial<Plan>

/** An empty form that begins on the day `today`. */
export function emptyPlan(today: string, currency: string, customer_id?: string): Plan {
  return { ...emptyDraft(today, currency, customer_id), ...ONCE_A_MONTH, start_date: today, follows: INHERITED }
}

/** A form with the content of an invoice, each month from the next such day on. */
export function planOfInvoice(invoice: Invoice, today: string): Plan {
  const { issue_date } = invoice
  const schedule = { frequency: 'monthly', interval: 1, start_date: issue_date } as const
  const next = dateAt(schedule, 1) ?? issue_date
  const period = firstPeriod(schedule, next < today ? today : next)
  return { ...copyOf(invoice, today), ...ONCE_A_MONTH, start_date: period?.date ?? today, follows: [] }
}

/** The form of one that exists; `currency` is that of the company. */
export function planOf(stored: RecurringInvoice, currency: string): Plan {
  const draft = draftOf({
    ...stored,
    issue_date: stored.start_date,
    due_date: '',
    currency: stored.currency ?? currency,
    discount_type: stored.discount_type ?? 'percentage',
    discount_value: stored.discount_value ?? 0,
    tax_rate: stored.tax_rate ?? 0,
    language: stored.language ?? 'en',
    notes: stored.notes ?? '',
    payment_terms: stored.payment_terms ?? '',
    purchase_order: stored.purchase_order ?? '',
    buyer_reference: stored.buyer_reference ?? '',
    service_from: null,
    service_to: null,
    external_id: null,
    items: stored.items.map((item, index) => ({ ...item, id: `line ${index}`, item_name: item.name })),
  } as unknown as Invoice)
  return {
    ...draft,
    frequency: stored.frequency,
    interval: String(stored.interval),
    start_date: stored.start_date,
    ends: stored.end_date !== null ? 'date' : stored.occurrences !== null ? 'count' : 'never',
    end_date: stored.end_date ?? '',
    occurrences: stored.occurrences === null ? '' : String(stored.occurrences),
    auto_send: stored.auto_send,
    payment_days: stored.payment_days === null ? '' : String(stored.payment_days),
    project_id: stored.project_id ?? '',
    include_unbilled_time: stored.include_unbilled_time,
    follows: INHERITED.filter((name) => stored[name] === null),
  }
}

/** The body that creates or updates it. What follows customer and company is null: the invoices take it when they are made. */
export function bodyOfPlan(plan: Plan, company_currency: string) {
  const bills_time = plan.include_unbilled_time && plan.project_id !== ''
  const { issue_date, service_from, service_to, external_id, ...content } = bodyOf({ ...plan, last_date: '' }, 'invoice')
  return {
    ...content,
    currency: plan.currency === company_currency ? null : plan.currency,
    ...Object.fromEntries(INHERITED.filter((name) => plan.follows.includes(name)).map((name) => [name, null])),
    frequency: plan.frequency,
    interval: numberIn(plan.interval) ?? 1,
    start_date: plan.start_date,
    end_date: plan.ends === 'date' ? plan.end_date : null,
    occurrences: plan.ends === 'count' ? (numberIn(plan.occurrences) ?? 0) : null,
    auto_send: plan.auto_send,
    payment_days: numberIn(plan.payment_days) ?? null,
    // A project without its time would only keep it from being deleted.
    project_id: bills_time ? plan.project_id : null,
    include_unbilled_time: bills_time,
  } as Body
}

/** A number as typed; undefined for nothing. What is no number is NaN, which the service refuses. */
const numberIn = (text: string) => (text.trim() === '' ? undefined : Number(text))

/** Fields that mean something together: of these all are sent when one has changed. */
const TOGETHER: readonly (readonly string[])[] = [
  ['discount_type', 'discount_value'],
  ['tax_rate', 'tax_category'],
  ['end_date', 'occurrences'],
]

/** The body that changes a stored one, `base` in the form, into `plan`: only what is different. */
export function changesOfPlan(plan: Plan, base: Plan, currency: string): Partial<Body> {
  const before = bodyOfPlan(base, currency) as Record<string, unknown>
  const body = Object.entries(bodyOfPlan(plan, currency))
  const changed = body.filter(([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value)).map(([name]) => name)
  const sent = new Set([...changed, ...TOGETHER.filter((names) => names.some((name) => changed.includes(name))).flat()])
  return Object.fromEntries(body.filter(([name]) => sent.has(name)))
}

/** Whether two forms say the same. */
export const isSamePlan = (one: Plan, other: Plan) =>
  JSON.stringify(bodyOfPlan(one, '')) === JSON.stringify(bodyOfPlan(other, ''))

/** The schedule that is typed; undefined while it is none. */
export function scheduleOf({ frequency, interval, start_date }: Plan): Schedule | undefined {
  const count = numberIn(interval) ?? 1
  return isDate(start_date) && Number.isInteger(count) && count >= 1 && count <= 12
    ? { frequency, interval: count, start_date }
    : undefined
}

/** The body that a preview of its first invoice is made of, with its placeholders filled in; `country` is that of the company. */
export function previewOfPlan(plan: Plan, country: string) {
  const schedule = scheduleOf(plan)
  const period = schedule && firstPeriod(schedule, schedule.start_date)
  if (!period) return undefined
  const language = LANGUAGES.find((one) => one === plan.language) ?? 'en'
  const fill = fillFor(period, formatsFor(language, country, plan.currency))
  return previewOf(
    {
      ...plan,
      issue_date: period.date,
      last_date: '',
      notes: fill(plan.notes),
      payment_terms: fill(plan.payment_terms),
      purchase_order: fill(plan.purchase_order),
      buyer_reference: fill(plan.buyer_reference),
      items: plan.items.map((line) => ({ ...line, name: fill(line.name, 255), description: fill(line.description) })),
    },
    'invoice',
  )
}

const UNITS = { weekly: 'week', monthly: 'month', quarterly: 'quarter', yearly: 'year' } as const

/** How often invoices are made: `every month`, `every 2 weeks`. */
export function everyOf({ frequency, interval }: Pick<RecurringInvoiceSummary, 'frequency' | 'interval'>): string {
  return interval === 1 ? `every ${UNITS[frequency]}` : `every ${interval} ${UNITS[frequency]}s`
}
