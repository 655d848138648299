// Invoices: where their rules and IO meet.
import type { Context } from '../../http/context.ts'
import { readPage } from '../../http/pagination.ts'
import { onlyChanged } from '../../http/written-back.ts'
import { currencyDigits } from '../../kernel/currencies.ts'
import { conflict, invalid } from '../../kernel/errors.ts'
import { type CompanyId, type InvoiceId, isId, newId, type RecurringInvoiceId } from '../../kernel/ids.ts'
import type { EventDraft } from '../../record/events/event-type.ts'
import { recordEvents } from '../../record/events/record.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { customerOfChange, draftToSee, lineIdsOf, loadDocument, numberedDraft, refuseTakenId } from '../documents/service.ts'
import type { Totals } from '../documents/totals.ts'
import { paymentReceived, paymentReversed } from '../payments/events.ts'
import { insertPayment, listPaymentsOf, removePayment } from '../payments/repository.ts'
import { presentPayment } from '../payments/schema.ts'
import { invoiceCreated, invoiceDeleted, invoiceUpdated } from './events.ts'
import { draftInvoice, reviseInvoice } from './invoice.ts'
import { type InvoiceQuery, invoiceStore } from './repository.ts'
import {
  type CreateInvoice,
  type Invoice,
  type InvoiceRecord,
  presentInvoice,
  presentInvoiceSummary,
  type UpdateInvoice,
} from './schema.ts'
import { hasCreditNotes } from './settlement.ts'
import { thankFor } from './thanks.ts'

/** Lists invoices in the requested order, newest first by default. */
export function listInvoices(context: Context, query: InvoiceQuery) {
  return context.read(async (tx) => {
    const { rows, pagination } = await readPage(query, () => invoiceStore.page(tx, context.company_id, query))
    return { invoices: rows.map(presentInvoiceSummary), pagination }
  })
}

export function getInvoice(context: Context, id: string): Promise<Invoice> {
  return context.read(async (tx) => presentInvoice(await loadInvoice(tx, context.company_id, id)))
}

/**
 * Makes a draft. Throws 400 for an unknown customer and for content that can't be, and 409 `external_id_taken`; a refused one uses up no
 * number.
 */
export function createInvoice(context: Context, input: CreateInvoice): Promise<Invoice> {
  return context.transaction((tx) => createInvoiceIn(tx, context, input))
}

/**
 * The same inside a larger transaction: converting a quote, billing time. `prelude` are events that come before `invoice.created`;
 * `figures` are amounts (in minor units) that were agreed before; they are kept, whatever the lines add up to. `recurring_invoice_id` is the
 * recurring invoice that makes it.
 */
export async function createInvoiceIn(
  tx: WriteTx,
  context: Context,
  input: CreateInvoice,
  more: { prelude?: (invoice: Invoice) => EventDraft[]; figures?: Totals; recurring_invoice_id?: RecurringInvoiceId } = {},
): Promise<Invoice> {
  const { figures, recurring_invoice_id } = more
  const draft = await numberedDraft(tx, context, {
    kind: 'invoice',
    input,
    draft: (made) => draftInvoice(input, { ...made, figures, recurring_invoice_id }),
  })
  const record = { ...draft.record, invoice_number: draft.number }
  await refuseTakenId(tx, record, invoiceStore.findByExternalId)
  const invoice = presentInvoice(record)
  const events = [...(more.prelude?.(invoice) ?? []), ...invoiceCreated(invoice)]
  // Side by side: neither needs to know of the other.
  await Promise.all([invoiceStore.insert(tx, record), recordEvents(tx, context, events)])
  return invoice
}

/** The draft that `createInvoice` would make, to be looked at. Throws 400 as that does. */
export async function draftInvoiceToSee(tx: Tx, context: Context, input: CreateInvoice): Promise<InvoiceRecord> {
  const { record, number } = await draftToSee(tx, context, { kind: 'invoice', input, draft: (made) => draftInvoice(input, made) })
  return { ...record, invoice_number: number }
}

/** Changes an invoice: on a draft every field, else notes, payment_terms and status. See `reviseInvoice` for what it refuses. */
export function updateInvoice(context: Context, id: string, given: UpdateInvoice): Promise<Invoice> {
  return context.transaction(async (tx) => {
    const before = await loadInvoice(tx, context.company_id, id)
    const shown = presentInvoice(before)
    const asked = context.changesOf(shown, given)
    // Repeating the current value on an issued invoice is allowed: only a change is refused.
    return presentInvoice(
      await changeInvoiceIn(tx, context, before, before.status === 'draft' ? asked : onlyChanged(shown, asked)),
    )
  })
}

/** The same inside a larger transaction: sending an invoice. */
export async function changeInvoiceIn(
  tx: WriteTx,
  context: Context,
  before: InvoiceRecord,
  changes: UpdateInvoice,
): Promise<InvoiceRecord> {
  // An issued invoice keeps its customer: another one is refused, even one that does not exist.
  const customer = await customerOfChange(tx, before, before.status === 'draft' ? changes : { status: changes.status })
  const payments = changes.status === undefined ? [] : await listPaymentsOf(tx, before.company_id, before.id)
  const revised = reviseInvoice(before, changes, payments, {
    customer,
    now: context.now,
    today: context.today,
    newLineId: lineIdsOf(context),
  })
  const { after } = revised
  if (after === before) return after
  if (after.external_id !== before.external_id) await refuseTakenId(tx, after, invoiceStore.findByExternalId)
  await invoiceStore.save(tx, before, after, revised.are_items_changed)
  const payment_events = await settlePayments(tx, context, revised)
  await recordEvents(tx, context, invoiceUpdated(before.status, presentInvoice(after), payment_events))
  return after
}

async function settlePayments(tx: WriteTx, context: Context, revised: ReturnType<typeof reviseInvoice>): Promise<EventDraft[]> {
  const { after, amount_received, undone } = revised
  const digits = currencyDigits(after.currency)
  const events: EventDraft[] = []
  for (const payment of undone) {
    removePayment(tx, payment, after.currency, context.now)
    events.push(paymentReversed(presentPayment(payment, after.currency, digits)))
  }
  if (amount_received > 0) {
    const payment = {
      company_id: after.company_id,
      invoice_id: after.id,
      id: newId('payment', context.now_ms),
      amount: amount_received,
      paid_at: context.today,
      method: '',
      reference: '',
      is_from_status: true,
      created_at: context.now,
      deleted_at: null,
    }
    await insertPayment(tx, payment, after.currency)
    await thankFor(tx, context, after, amount_received)
    events.push(paymentReceived(presentPayment(payment, after.currency, digits)))
  }
  return events
}

/** Runs when an invoice is deleted: passed in by rooms that refer to invoices (billed time becomes free again). */
export type OnInvoiceDeleted = (tx: WriteTx, context: Context, id: InvoiceId) => Promise<void>

/** Deletes an invoice in any status. Throws 409 `invoice_has_payments` while money is recorded on it, and `invoice_has_credit_notes`. */
export function deleteInvoice(context: Context, id: string, onDeleted: OnInvoiceDeleted): Promise<{ deleted: true }> {
  return context.transaction(async (tx) => {
    const record = await loadInvoice(tx, context.company_id, id)
    const invoice = presentInvoice(record)
    context.requireMatch(invoice)
    if (record.amount_credited > 0) throw hasCreditNotes()
    if (record.amount_paid > 0) {
      throw conflict('invoice_has_payments', 'Payments are recorded on this invoice: undo them first')
    }
    await invoiceStore.remove(tx, record, context.now)
    await recordEvents(tx, context, invoiceDeleted(invoice))
    await onDeleted(tx, context, record.id)
    return { deleted: true as const }
  })
}

/** A living invoice; throws 404. */
export const loadInvoice = (tx: Tx, company_id: CompanyId, id: string): Promise<InvoiceRecord> =>
  loadDocument(tx, company_id, 'invoice', id, invoiceStore.find)

/**
 * Saves what a credit note or a refund made of an invoice (settlement.ts), with its events after `cause`, that of the credit note. In the
 * transaction of the cause.
 */
export async function saveSettled(
  tx: WriteTx,
  context: Context,
  { before, after }: { before: InvoiceRecord; after: InvoiceRecord },
  cause: EventDraft,
): Promise<void> {
  await invoiceStore.save(tx, before, after, false)
  await recordEvents(tx, context, [cause, ...invoiceUpdated(before.status, presentInvoice(after), [])])
}

/** The invoice of a request's `invoice_id`. Throws 400 if the company has none with that id. */
export async function namedInvoice(tx: Tx, company_id: CompanyId, id: string): Promise<InvoiceRecord> {
  const record = isId('invoice', id) ? await invoiceStore.find(tx, company_id, id) : undefined
  if (!record) throw invalid('invoice_id', 'invoice_id must be the id of an invoice of this company (GET /v1/invoices)')
  return record
}
