// Makes the invoices of recurring invoices. Each period is one transaction: its invoice is stored together with the next date, and its mail is
// queued in the same one, so a period has exactly one invoice, whatever crashes and however many processes try.
import { getCompany } from '../../access/companies/service.ts'
import type { CompaniesTable } from '../../access/companies/table.ts'
import type { Context } from '../../http/context.ts'
import { ApiError } from '../../kernel/errors.ts'
import { formatsFor } from '../../kernel/formats.ts'
import { startOfDay } from '../../kernel/time-zones.ts'
import { recordEvents } from '../../record/events/record.ts'
import type { MailParts } from '../../record/mail/service.ts'
import type { Database, WriteTx } from '../../sql/database.ts'
import { jobContext } from '../documents/job-context.ts'
import { MOST_LINE_ITEMS } from '../documents/schema.ts'
import { issuedInvoices } from '../invoices/issued.ts'
import type { Invoice } from '../invoices/schema.ts'
import { createInvoiceIn } from '../invoices/service.ts'
import type { Period } from './dates.ts'
import { recurringInvoiceMoved } from './events.ts'
import { afterInvoice, nextPeriod, refuseForeignTime } from './recurring-invoice.ts'
import { type DuePlan, findRecurringInvoice, saveRecurringInvoice } from './repository.ts'
import { presentRecurringInvoice, type RecurringInvoiceRecord } from './schema.ts'
import { withDefaults } from './service.ts'
import { invoiceOf } from './template.ts'
import type { BillableTime } from './time.ts'

/** What the making of invoices has of the service. */
export interface GenerationParts {
  database: Database
  /** Asked for when an invoice is sent. */
  mail: () => MailParts
  /** Where the service is reached, for the links in mails. */
  url: () => string
  time: BillableTime
}

/** What became of a plan in one transaction. */
type Outcome =
  /** An invoice was made; `problem`: it was not sent as it should have been. */
  | { made: true; problem: string | null }
  /** It is not due, or not any more. */
  | { made: false }

/** What a run did for one plan. `told` is a reason that differs from the one before: worth a line in the log. */
export interface Generated {
  invoices: number
  told: string | undefined
}

/** Thrown to undo a transaction whose invoice could be made, but not be sent. */
class SendingRefused extends Error {
  readonly refusal: ApiError
  constructor(refusal: ApiError) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/**
 * Makes the invoices of a plan that are due, in order, at most `most`. One that can't be sent stays a draft; one that can't be made keeps its date
 * for the next run. In both cases the plan says why in `last_error`. Safe to run at any time, twice, and in several processes at once.
 */
export async function generateDue(parts: GenerationParts, due: DuePlan, begun_ms: number, most: number): Promise<Generated> {
  const told: string[] = []
  for (let invoices = 0; invoices < most; invoices++) {
    // A millisecond apart: lists have them in the order of their numbers.
    const now_ms = begun_ms + invoices
    let outcome: Outcome
    try {
      outcome = await inTransaction(parts, due, now_ms, (tx, context, company) =>
        makeNext(tx, context, company, parts, due, null),
      )
    } catch (error) {
      if (!(error instanceof SendingRefused)) {
        if (!(error instanceof ApiError)) throw error
        const is_new = await inTransaction(parts, due, now_ms, (tx, context, company) =>
          saveProblem(tx, context, company, due, sentenceOf(error)),
        )
        return { invoices, told: is_new ? sentenceOf(error) : told.at(-1) }
      }
      const problem = sentenceOf(error.refusal)
      outcome = await inTransaction(parts, due, now_ms, (tx, context, company) =>
        makeNext(tx, context, company, parts, due, problem),
      )
    }
    if (!outcome.made) return { invoices, told: told.at(-1) }
    if (outcome.problem !== null) told.push(outcome.problem)
  }
  return { invoices: most, told: told.at(-1) }
}

/** One transaction of the plan's company. It is locked: its time zone can't change meanwhile. */
const inTransaction = <T>(
  { database, url }: GenerationParts,
  { company_id }: DuePlan,
  now_ms: number,
  work: (tx: WriteTx, context: Context, company: CompaniesTable) => Promise<T>,
): Promise<T> =>
  database.write(async (tx) => {
    const company = await getCompany(tx, company_id)
    return work(tx, jobContext({ database, now_ms, url }, company), company)
  }, company_id)

/** Makes the invoice of the next period if it is due. `unsent` says why it is not even tried to send it. */
async function makeNext(
  tx: WriteTx,
  context: Context,
  company: CompaniesTable,
  parts: GenerationParts,
  due: DuePlan,
  unsent: string | null,
): Promise<Outcome> {
  const plan = await loadDue(tx, context, company, due)
  const period = plan && nextPeriod(plan)
  if (!plan || !period || period.date > context.today) return { made: false }
  const invoice = await makeInvoice(tx, context, company, parts, plan, period)
  const reason = unsent ?? reasonNotToSend(plan, invoice)
  if (plan.auto_send && reason === null) await send(tx, context, parts, invoice)
  const problem = plan.auto_send && reason !== null ? `${invoice.invoice_number} was not sent and is a draft: ${reason}` : null
  const after = afterInvoice(plan, period, problem, context.now)
  saveRecurringInvoice(tx, plan, after)
  await recordEvents(tx, context, recurringInvoiceMoved(plan, presentRecurringInvoice(after)))
  return { made: true, problem: problem === plan.last_error ? null : problem }
}

/** The plan as it is now: another process may have made its invoice, or a request have changed it. */
async function loadDue(
  tx: WriteTx,
  context: Context,
  company: CompaniesTable,
  { company_id, id }: DuePlan,
): Promise<RecurringInvoiceRecord | undefined> {
  const row = await findRecurringInvoice(tx, company_id, id)
  if (row?.status !== 'active' || row.next_date === null || row.next_date > context.today) return undefined
  return withDefaults(row, company)
}

async function makeInvoice(
  tx: WriteTx,
  context: Context,
  company: CompaniesTable,
  { time }: GenerationParts,
  plan: RecurringInvoiceRecord,
  period: Period,
): Promise<Invoice> {
  const formats = formatsFor(plan.language ?? plan.defaults.language, company.country ?? '', plan.currency ?? company.currency)
  const input = invoiceOf(plan, period, formats)
  const items = input.items ?? []
  // The company may have got another currency since.
  refuseForeignTime(plan, company.currency)
  const taken =
    plan.include_unbilled_time && plan.project_id !== null
      ? await time.take(tx, context, {
          project_id: plan.project_id,
          customer_id: plan.customer_id,
          before: startOfDay(company.time_zone, period.date),
          most_lines: MOST_LINE_ITEMS - items.length,
        })
      : undefined
  const all = { ...input, items: [...items, ...(taken?.items ?? [])] }
  const invoice = await createInvoiceIn(tx, context, all, { recurring_invoice_id: plan.id })
  await taken?.markBilled(invoice, items.length)
  return invoice
}

const reasonNotToSend = (plan: RecurringInvoiceRecord, invoice: Invoice) =>
  plan.auto_send && invoice.items.length === 0 ? 'there was nothing to bill in this period' : null

/** As `POST /v1/invoices/{id}/send` does. Throws SendingRefused for what that refuses. */
async function send(tx: WriteTx, context: Context, { mail }: GenerationParts, invoice: Invoice): Promise<void> {
  try {
    const record = await issuedInvoices.load(tx, context.company_id, invoice.id)
    await issuedInvoices.sendIn(tx, context, mail(), record, {})
  } catch (error) {
    throw error instanceof ApiError ? new SendingRefused(error) : error
  }
}

/** Stores why no invoice could be made; whether that is new. */
async function saveProblem(
  tx: WriteTx,
  context: Context,
  company: CompaniesTable,
  due: DuePlan,
  problem: string,
): Promise<boolean> {
  const before = await loadDue(tx, context, company, due)
  if (!before || before.last_error === problem) return false
  const after = { ...before, last_error: problem, updated_at: context.now }
  saveRecurringInvoice(tx, before, after)
  await recordEvents(tx, context, recurringInvoiceMoved(before, presentRecurringInvoice(after)))
  return true
}

const sentenceOf = ({ faults }: ApiError) => faults.map(({ error }) => error).join('; ')
