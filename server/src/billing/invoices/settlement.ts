// Pure: what payments, credit notes and refunds do to the amounts and the status of an invoice. Rules: docs/api/invoices.md, docs/api/credit-notes.md.

import { currencyDigits } from '../../kernel/currencies.ts'
import { conflict, invalid } from '../../kernel/errors.ts'
import { fromMinor, type Minor, roundToMinor } from '../../kernel/money.ts'
import { orTooLarge } from '../documents/totals.ts'
import type { PaymentsTable } from '../payments/table.ts'
import type { InvoiceRecord } from './schema.ts'
import type { InvoiceStatus, InvoicesTable } from './table.ts'

type Amounts = Pick<InvoicesTable, 'total' | 'amount_paid' | 'amount_credited' | 'amount_refunded'>

/** What is left to pay, in minor units. */
const amountLeft = ({ total, amount_paid, amount_credited }: Omit<Amounts, 'amount_refunded'>): Minor =>
  Math.max(0, total - amount_paid - amount_credited)

/** What was paid beyond the total less its credit notes and was not paid back yet, in minor units. */
export const refundDue = ({ total, amount_paid, amount_credited, amount_refunded }: Amounts): Minor =>
  Math.max(0, amount_paid + amount_credited - total - amount_refunded)

/** An invoice whose amounts and status fit its payments again, and what to do with payments. */
export interface Settled {
  after: InvoiceRecord
  /** The amount of the payment to record because the status became `paid`. */
  amount_received: Minor
  /** The payments to undo, because the status left `paid`. */
  undone: readonly PaymentsTable[]
}

/**
 * Brings status, amount_paid and amount_due in line: an amount paid is always the sum of the payments that remain. Throws 409
 * `invoice_has_payments`, `payment_refunded` or `invoice_has_credit_notes` when recorded money speaks against it.
 */
export function settle(edited: InvoiceRecord, status: InvoiceStatus, payments: readonly PaymentsTable[]): Settled {
  const from_status = payments.filter((payment) => payment.is_from_status)
  const is_moved = status !== edited.status
  if (is_moved && status === 'draft' && edited.amount_credited > 0) throw hasCreditNotes('status')
  if (is_moved && edited.status === 'paid') refuseIfPaidInFact(edited, from_status)
  // A payment that setting the status recorded lives as long as the invoice is paid, or cancelled after that.
  const undone = is_moved && status !== 'paid' && status !== 'cancelled' ? from_status : []
  const kept = edited.amount_paid - sum(undone)
  if (undone.length > 0) refuseIfRefunded({ ...edited, amount_paid: kept }, 'status')
  const amount_received = is_moved && status === 'paid' ? amountLeft({ ...edited, amount_paid: kept }) : 0
  const amount_paid = kept + amount_received
  if (status !== 'cancelled' && amount_paid > edited.total) throw paidMoreThan(edited)
  const amount_due = status === 'cancelled' ? 0 : amountLeft({ ...edited, amount_paid })
  return { after: { ...edited, status, amount_paid, amount_due }, amount_received, undone }
}

function refuseIfPaidInFact(invoice: InvoiceRecord, from_status: readonly PaymentsTable[]): void {
  const amount_paid = invoice.amount_paid - sum(from_status)
  if (amount_paid <= 0 || amountLeft({ ...invoice, amount_paid }) > 0) return
  throw conflict('invoice_has_payments', 'Recorded payments pay this invoice in full: undo one of them first', 'status')
}

function paidMoreThan(invoice: InvoiceRecord): Error {
  const paid = fromMinor(invoice.amount_paid, currencyDigits(invoice.currency))
  return conflict('invoice_has_payments', `${paid} ${invoice.currency} have been paid: the total can't be less`, 'total')
}

/** Throws 409 when less would have been paid beyond than was paid back already. `invoice` is as it would be. */
function refuseIfRefunded(invoice: Amounts, param?: string): void {
  const { total, amount_paid, amount_credited, amount_refunded } = invoice
  if (amount_refunded === 0 || amount_paid + amount_credited - total >= amount_refunded) return
  throw conflict('payment_refunded', 'Of this payment money was paid back to the customer: it stays', param)
}

/** The refusal of what would take an invoice away from its credit notes. */
export const hasCreditNotes = (param?: string) =>
  conflict('invoice_has_credit_notes', 'Credit notes were made of this invoice: it stays issued', param)

function sum(payments: readonly PaymentsTable[]): Minor {
  return payments.reduce((total, payment) => total + payment.amount, 0)
}

/** The amount of a new payment in minor units, rounded half away from zero. Throws 400 for one that isn't above 0 then, or is more than is due. */
export function paymentAmount(invoice: InvoiceRecord, amount: number): Minor {
  return amountOf(invoice, amount, invoice.amount_due, 'what is due')
}

/** The amount of a new refund in minor units. Throws 400 as `paymentAmount`, for more than is due to the customer. */
export function refundAmount(invoice: InvoiceRecord, amount: number): Minor {
  return amountOf(invoice, amount, refundDue(invoice), 'the refund due')
}

function amountOf({ currency }: InvoiceRecord, amount: number, most: Minor, most_in_words: string): Minor {
  const digits = currencyDigits(currency)
  const minor = orTooLarge('amount', () => roundToMinor(amount, digits))
  if (minor <= 0) throw invalid('amount', 'amount must be more than 0')
  if (minor > most) throw invalid('amount', `amount must be at most ${most_in_words}, ${fromMinor(most, digits)} ${currency}`)
  return minor
}

/** The day on which an invoice left `draft`, after it got a status `today`; null for a draft. */
export function issuedOn(
  before: Pick<InvoiceRecord, 'status' | 'issued_on'>,
  status: InvoiceStatus,
  today: string,
): string | null {
  if (status === 'draft') return null
  return before.status === 'draft' ? today : before.issued_on
}

/** An invoice after a payment of `amount` came in: paid when nothing is due any more, else partial. */
export function withPayment(before: InvoiceRecord, amount: Minor, { today, now }: { today: string; now: string }): InvoiceRecord {
  const amount_due = before.amount_due - amount
  const status = amount_due === 0 ? 'paid' : 'partial'
  return {
    ...before,
    status,
    issued_on: issuedOn(before, status, today),
    amount_paid: before.amount_paid + amount,
    amount_due,
    updated_at: now,
  }
}

/**
 * An invoice after `undone`, a real payment, was undone, and the payments that are undone with it: leaving the status `paid` also undoes what
 * setting that status recorded. An invoice that was paid or partial is partial while money remains, else sent, or overdue if
 * its due date has passed; one that its credit notes settle stays paid while money remains, else it is cancelled. Other statuses stay.
 * `payments` are all payments of the invoice. Throws 409 `payment_refunded` when its money was paid back.
 */
export function withoutPayment(
  before: InvoiceRecord,
  undone: PaymentsTable,
  payments: readonly PaymentsTable[],
  made: { today: string; now: string },
): { after: InvoiceRecord; all_undone: readonly PaymentsTable[] } {
  const alone = before.amount_paid - undone.amount
  const leaves_paid = before.status === 'paid' && !(alone > 0 && amountLeft({ ...before, amount_paid: alone }) === 0)
  const all_undone = payments.filter((payment) => payment.id === undone.id || (leaves_paid && payment.is_from_status))
  const amount_paid = before.amount_paid - sum(all_undone)
  refuseIfRefunded({ ...before, amount_paid })
  const left = amountLeft({ ...before, amount_paid })
  const follows_money = before.status === 'paid' || before.status === 'partial'
  const status = follows_money ? statusAfter({ ...before, amount_paid }, left, made.today) : before.status
  const amount_due = status === 'cancelled' ? 0 : left
  return { after: { ...before, status, amount_paid, amount_due, updated_at: made.now }, all_undone }
}

function statusAfter({ amount_paid, due_date }: InvoiceRecord, left: Minor, today: string): InvoiceStatus {
  if (left === 0) return settledStatus(amount_paid)
  if (amount_paid > 0) return 'partial'
  return due_date < today ? 'overdue' : 'sent'
}

/** The status of an invoice on which nothing is due any more. */
const settledStatus = (amount_paid: Minor): InvoiceStatus => (amount_paid > 0 ? 'paid' : 'cancelled')

/** An invoice after a credit note of `amount`: one on which nothing is due any more is paid if money was paid on it, else cancelled. */
export function withCredit(before: InvoiceRecord, amount: Minor, now: string): InvoiceRecord {
  const amount_credited = before.amount_credited + amount
  const is_over = before.status === 'paid' || before.status === 'cancelled'
  const amount_due = before.status === 'cancelled' ? 0 : amountLeft({ ...before, amount_credited })
  const status = !is_over && amount_due === 0 ? settledStatus(before.amount_paid) : before.status
  return { ...before, status, amount_credited, amount_due, updated_at: now }
}

/** An invoice after `amount` was paid back. */
export function withRefund(before: InvoiceRecord, amount: Minor, now: string): InvoiceRecord {
  return { ...before, amount_refunded: before.amount_refunded + amount, updated_at: now }
}
