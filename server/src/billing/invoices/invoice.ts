// Pure: how an invoice is drafted, revised and paid. Rules: docs/api/invoices.md and decisions/003-money.md.

import { currencyDigits } from '../../kernel/currencies.ts'
import { conflict, invalid } from '../../kernel/errors.ts'
import type { InvoiceId, LineItemId } from '../../kernel/ids.ts'
import { fromMinor, type Minor, roundToMinor } from '../../kernel/money.ts'
import { isChangedIn } from '../../sql/columns.ts'
import type { CustomersTable } from '../customers/table.ts'
import { ALWAYS_EDITABLE_DETAILS } from '../documents/details.ts'
import { draftDocument, type NewDocument, reviseDocument, termDate } from '../documents/document.ts'
import { ALWAYS_EDITABLE_TEXTS } from '../documents/texts.ts'
import { orTooLarge, type Totals } from '../documents/totals.ts'
import type { PaymentsTable } from '../payments/table.ts'
import type { CreateInvoice, InvoiceRecord, UpdateInvoice } from './schema.ts'
import { type InvoiceStatus, invoices } from './table.ts'

/** The fields that an invoice accepts in every status (docs/api/invoices.md). */
export const ALWAYS_EDITABLE: readonly string[] = [...ALWAYS_EDITABLE_TEXTS, ...ALWAYS_EDITABLE_DETAILS, 'status']

/**
 * Drafts an invoice without its number, which is taken when everything else is valid. `figures` are amounts that were agreed before
 * (a converted quote's), in minor units; absent, they follow from the lines. Throws 400 for invalid content.
 */
export function draftInvoice(input: CreateInvoice, made: NewDocument & { figures?: Totals | undefined }): InvoiceRecord {
  const draft = draftDocument(input, made)
  return {
    ...draft,
    id: made.id as InvoiceId,
    invoice_number: '',
    due_date: termDate(input.due_date, draft.issue_date, 'due_date', made.defaults.payment_days),
    amount_paid: 0,
    amount_due: draft.total,
  }
}

/** An invoice after a change, together with the changes of its payments. */
export interface RevisedInvoice {
  after: InvoiceRecord
  are_items_changed: boolean
  /** The amount of the payment to record because the status became `paid`. */
  amount_received: Minor
  /** The payments to undo, because the status left `paid`. */
  undone: readonly PaymentsTable[]
}

/**
 * Revises an invoice. `payments` are its living payments; they matter only when the status changes. `customer` is set when the change
 * names another one.
 *
 * Throws 409 `invoice_not_editable` when it is no draft and the change has a draft-only field, 409 `invoice_has_payments` when recorded
 * money speaks against the change, and 400 for content that can't be. `after` is `before` itself when nothing changes.
 */
export function reviseInvoice(
  before: InvoiceRecord,
  changes: UpdateInvoice,
  payments: readonly PaymentsTable[],
  made: { customer: CustomersTable | undefined; now: string; newLineId: () => LineItemId },
): RevisedInvoice {
  refuseIfNotEditable(before.status, changes)
  const { edited, are_items_changed } = reviseDocument(before, changes, made)
  if (edited.currency !== before.currency && before.amount_paid > 0) {
    throw conflict(
      'invoice_has_payments',
      `Payments in ${before.currency} have been recorded: undo them before changing the currency`,
      'currency',
    )
  }
  edited.due_date = changes.due_date ?? before.due_date
  const settled = settle(edited, changes.status ?? before.status, payments)
  if (!are_items_changed && !isInvoiceChanged(before, settled.after)) {
    return { after: before, are_items_changed: false, amount_received: 0, undone: [] }
  }
  return { ...settled, after: { ...settled.after, updated_at: made.now }, are_items_changed }
}

/** Whether a stored invoice differs from another, but for the time of the change. */
export const isInvoiceChanged = isChangedIn(invoices)

/** The refusal of a change of `field` on an invoice that is no longer a draft. */
export const notEditable = (field: string, status: InvoiceStatus) =>
  `${field} can be changed on a draft only; this invoice is ${status}, so only ${ALWAYS_EDITABLE.join(', ')} can`

/** Judged by the status before the request: a request can't make an invoice a draft and edit it at once. */
function refuseIfNotEditable(status: InvoiceStatus, changes: UpdateInvoice): void {
  if (status === 'draft') return
  const field = Object.keys(changes).find((name) => !ALWAYS_EDITABLE.includes(name))
  if (field === undefined) return
  throw conflict('invoice_not_editable', notEditable(field, status), field)
}

/** Brings status, amount_paid and amount_due in line: an amount paid is always the sum of the payments that remain. */
function settle(
  edited: InvoiceRecord,
  status: InvoiceStatus,
  payments: readonly PaymentsTable[],
): Pick<RevisedInvoice, 'after' | 'amount_received' | 'undone'> {
  const from_status = payments.filter((payment) => payment.is_from_status)
  const is_moved = status !== edited.status
  if (is_moved && edited.status === 'paid') refuseIfPaidInFact(edited, from_status)
  // A payment that setting the status recorded lives as long as the invoice is paid, or cancelled after that.
  const undone = is_moved && status !== 'paid' && status !== 'cancelled' ? from_status : []
  const kept = edited.amount_paid - sum(undone)
  const amount_received = is_moved && status === 'paid' ? Math.max(0, edited.total - kept) : 0
  const amount_paid = kept + amount_received
  if (status !== 'cancelled' && amount_paid > edited.total) throw paidMoreThan(edited)
  const amount_due = status === 'cancelled' ? 0 : edited.total - amount_paid
  return { after: { ...edited, status, amount_paid, amount_due }, amount_received, undone }
}

function refuseIfPaidInFact(invoice: InvoiceRecord, from_status: readonly PaymentsTable[]): void {
  const real = invoice.amount_paid - sum(from_status)
  if (real <= 0 || real < invoice.total) return
  throw conflict('invoice_has_payments', 'Recorded payments pay this invoice in full: undo one of them first', 'status')
}

function paidMoreThan(invoice: InvoiceRecord): Error {
  const paid = fromMinor(invoice.amount_paid, currencyDigits(invoice.currency))
  return conflict('invoice_has_payments', `${paid} ${invoice.currency} have been paid: the total can't be less`, 'total')
}

function sum(payments: readonly PaymentsTable[]): Minor {
  return payments.reduce((total, payment) => total + payment.amount, 0)
}

/** The amount of a new payment in minor units, rounded half away from zero. Throws 400 for one that isn't above 0 then, or is more than is due. */
export function paymentAmount(invoice: InvoiceRecord, amount: number): Minor {
  const digits = currencyDigits(invoice.currency)
  const minor = orTooLarge('amount', () => roundToMinor(amount, digits))
  if (minor <= 0) throw invalid('amount', 'amount must be more than 0')
  if (minor > invoice.amount_due) {
    throw invalid('amount', `amount must be at most what is due, ${fromMinor(invoice.amount_due, digits)} ${invoice.currency}`)
  }
  return minor
}

/** An invoice after a payment of `amount` came in: paid when nothing is due any more, else partial. */
export function withPayment(before: InvoiceRecord, amount: Minor, now: string): InvoiceRecord {
  const amount_due = before.amount_due - amount
  return {
    ...before,
    status: amount_due === 0 ? 'paid' : 'partial',
    amount_paid: before.amount_paid + amount,
    amount_due,
    updated_at: now,
  }
}

/**
 * An invoice after `undone`, a real payment, was undone, and the payments that are undone with it: leaving the status `paid` also undoes what
 * setting that status recorded. An invoice that was paid or partial is partial while money remains, else sent, or overdue if
 * its due date has passed. Other statuses stay. `payments` are all payments of the invoice.
 */
export function withoutPayment(
  before: InvoiceRecord,
  undone: PaymentsTable,
  payments: readonly PaymentsTable[],
  made: { today: string; now: string },
): { after: InvoiceRecord; all_undone: readonly PaymentsTable[] } {
  const leaves_paid = before.status === 'paid'
  const all_undone = payments.filter((payment) => payment.id === undone.id || (leaves_paid && payment.is_from_status))
  const amount_paid = before.amount_paid - sum(all_undone)
  const follows_money = before.status === 'paid' || before.status === 'partial'
  const unpaid: InvoiceStatus = before.due_date < made.today ? 'overdue' : 'sent'
  const status = follows_money ? (amount_paid > 0 ? 'partial' : unpaid) : before.status
  const amount_due = status === 'cancelled' ? 0 : before.total - amount_paid
  return { after: { ...before, status, amount_paid, amount_due, updated_at: made.now }, all_undone }
}
