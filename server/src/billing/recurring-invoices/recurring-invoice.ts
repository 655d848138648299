// Pure: how a recurring invoice is drafted, revised, and moved on when an invoice was made. Rules: docs/api/recurring-invoices.md.
import { addDays } from '../../kernel/dates.ts'
import { conflict, invalid } from '../../kernel/errors.ts'
import type { CompanyId, CustomerId, ProjectId, RecurringInvoiceId } from '../../kernel/ids.ts'
import { differsIn, isChangedIn } from '../../sql/columns.ts'
import type { DocumentDefaults } from '../documents/details.ts'
import { draftContent } from '../documents/document.ts'
import { firstPeriod, type Period, type Schedule } from './dates.ts'
import type { CreateRecurringInvoice, UpdateRecurringInvoice } from './schema.ts'
import { type RecurringInvoicesTable, recurring_invoices } from './table.ts'
import { EMPTY_TEMPLATE, reviseTemplate, templateOf } from './template.ts'

/** What says which dates are left. */
export type Plan = Schedule & Pick<RecurringInvoicesTable, 'end_date' | 'occurrences' | 'invoices_count' | 'not_before'>

const LAST_DATE = '9999-12-31'

/** The next period that an invoice is made for; undefined when there is none left. */
export function nextPeriod(plan: Plan): Period | undefined {
  if (plan.occurrences !== null && plan.invoices_count >= plan.occurrences) return undefined
  const period = firstPeriod(plan, plan.not_before)
  return period && (plan.end_date === null || period.date <= plan.end_date) ? period : undefined
}

/** The dates of the next `count` invoices, as many as there are. Of a paused one: if it were resumed on `today`; of an ended one: none. */
export function nextDates(
  plan: Plan & Pick<RecurringInvoicesTable, 'status'>,
  { count, today }: { count: number; today: string },
): string[] {
  const dates: string[] = []
  if (plan.status === 'ended') return dates
  let ahead: Plan = plan.status === 'paused' ? { ...plan, not_before: later(plan.not_before, today) } : plan
  while (dates.length < count) {
    const period = nextPeriod(ahead)
    if (!period) break
    dates.push(period.date)
    ahead = passed(ahead, period)
  }
  return dates
}

/** A plan after the invoice of a period was made. */
function passed<P extends Plan>(plan: P, { date }: Period): P {
  return { ...plan, not_before: addDays(date, 1) ?? LAST_DATE, invoices_count: plan.invoices_count + 1 }
}

const later = (a: string, b: string) => (a < b ? b : a)

/** What a draft or a revision needs to know besides the request. */
interface Made {
  defaults: DocumentDefaults
  /** In the time zone of the company. */
  today: string
  now: string
}

/** Drafts a recurring invoice. Throws 400 for a schedule or a content that can't be. */
export function draftRecurringInvoice(
  input: CreateRecurringInvoice,
  made: Made & { company_id: CompanyId; id: RecurringInvoiceId },
): RecurringInvoicesTable {
  const start_date = input.start_date ?? made.today
  const draft: RecurringInvoicesTable = {
    company_id: made.company_id,
    id: made.id,
    customer_id: input.customer_id as CustomerId,
    status: input.status ?? 'active',
    frequency: input.frequency,
    interval: input.interval ?? 1,
    start_date,
    end_date: input.end_date ?? null,
    occurrences: input.occurrences ?? null,
    auto_send: input.auto_send ?? false,
    next_date: null,
    not_before: start_date,
    invoices_count: 0,
    last_error: null,
    project_id: (input.project_id ?? null) as ProjectId | null,
    include_unbilled_time: input.include_unbilled_time ?? false,
    ...reviseTemplate(EMPTY_TEMPLATE, input),
    created_at: made.now,
    updated_at: made.now,
    deleted_at: null,
  }
  refuseSchedule(draft)
  refuseContent(draft, made)
  return { ...draft, next_date: nextPeriod(draft)!.date }
}

/**
 * Revises a recurring invoice; `after` is `before` itself when nothing changes. What it has made stays as it is. A changed schedule goes on with
 * its first date after the last invoice. One that becomes active again goes on with its first date from today on. One without a date left is
 * ended.
 *
 * Throws 400 for a schedule or a content that can't be, and 409 `recurring_invoice_ended` for a resumption without a date left.
 */
export function reviseRecurringInvoice<R extends RecurringInvoicesTable>(
  before: R,
  changes: UpdateRecurringInvoice,
  made: Made,
): R {
  const after: R = {
    ...before,
    customer_id: (changes.customer_id ?? before.customer_id) as CustomerId,
    status: changes.status ?? before.status,
    frequency: changes.frequency ?? before.frequency,
    interval: changes.interval ?? before.interval,
    start_date: changes.start_date ?? before.start_date,
    end_date: changes.end_date === undefined ? before.end_date : changes.end_date,
    occurrences: changes.occurrences === undefined ? before.occurrences : changes.occurrences,
    auto_send: changes.auto_send ?? before.auto_send,
    project_id: (changes.project_id === undefined ? before.project_id : changes.project_id) as ProjectId | null,
    include_unbilled_time: changes.include_unbilled_time ?? before.include_unbilled_time,
    ...reviseTemplate(before, changes),
  }
  // Nothing was made yet: the plan begins where it is told to begin.
  if (after.start_date !== before.start_date && before.invoices_count === 0) after.not_before = after.start_date
  const is_resumed = after.status === 'active' && before.status !== 'active'
  if (is_resumed) after.not_before = later(after.not_before, made.today)
  if (!isRevised(before, after)) return before
  refuseSchedule(after)
  // What defaults of customer and company have made impossible must not keep anybody from pausing it.
  if (isContentRevised(before, after)) refuseContent(after, made)
  const next = after.status === 'ended' ? undefined : nextPeriod(after)
  if (!next && is_resumed) {
    throw conflict('recurring_invoice_ended', 'No dates are left: set a later end_date or more occurrences', 'status')
  }
  return { ...after, status: next ? after.status : 'ended', next_date: next?.date ?? null, updated_at: made.now }
}

const isRevised = isChangedIn(recurring_invoices)
const isContentRevised = differsIn<RecurringInvoicesTable>([
  ...Object.keys(EMPTY_TEMPLATE),
  'customer_id',
  'include_unbilled_time',
])

/** Throws 400 for two ends, an end before the start, and unbilled time of no project. */
function refuseSchedule({ start_date, end_date, occurrences, project_id, include_unbilled_time }: RecurringInvoicesTable): void {
  if (end_date !== null && occurrences !== null) {
    throw invalid('occurrences', 'Set either end_date or occurrences, not both: set the other one to null')
  }
  if (end_date !== null && end_date < start_date) {
    throw invalid('end_date', `end_date must not be before start_date, ${start_date}`)
  }
  if (include_unbilled_time && project_id === null) {
    throw invalid('project_id', 'include_unbilled_time requires project_id: set it, or set include_unbilled_time to false')
  }
}

/** Throws 400 for content that no invoice could have now. */
function refuseContent(plan: RecurringInvoicesTable, { defaults, today }: Made): void {
  draftContent(templateOf(plan), { today, defaults })
  refuseForeignTime(plan, defaults.currency)
}

/** Throws 400 where time, which is recorded in the currency of the company, would be billed in another one. */
export function refuseForeignTime(
  { include_unbilled_time, currency }: Pick<RecurringInvoicesTable, 'include_unbilled_time' | 'currency'>,
  of_company: string,
): void {
  if (!include_unbilled_time || currency === null || currency === of_company) return
  throw invalid(
    'currency',
    `Recorded time is billed in ${of_company}, the currency of the company: set currency to ${of_company}, or include_unbilled_time to false`,
  )
}

/** After the invoice of a period was made. `problem` says why it was not sent as it should have been; null: it is as it should be. */
export function afterInvoice<R extends RecurringInvoicesTable>(
  before: R,
  period: Period,
  problem: string | null,
  now: string,
): R {
  const after = passed(before, period)
  const next = nextPeriod(after)
  return { ...after, status: next ? before.status : 'ended', next_date: next?.date ?? null, last_error: problem, updated_at: now }
}
