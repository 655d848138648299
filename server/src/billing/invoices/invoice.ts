// Pure: how an invoice is drafted and revised; settlement.ts has what money does to it. Rules: docs/api/invoices.md and decisions/003-money.md.

import { conflict } from '../../kernel/errors.ts'
import type { InvoiceId, LineItemId, RecurringInvoiceId } from '../../kernel/ids.ts'
import { isChangedIn } from '../../sql/columns.ts'
import type { CustomersTable } from '../customers/table.ts'
import { ALWAYS_EDITABLE_DETAILS } from '../documents/details.ts'
import { draftDocument, type NewDocument, reviseDocument, termDate } from '../documents/document.ts'
import { ALWAYS_EDITABLE_TEXTS } from '../documents/texts.ts'
import type { Totals } from '../documents/totals.ts'
import type { PaymentsTable } from '../payments/table.ts'
import type { CreateInvoice, InvoiceRecord, UpdateInvoice } from './schema.ts'
import { issuedOn, type Settled, settle } from './settlement.ts'
import { type InvoiceStatus, invoices } from './table.ts'

/** The fields that an invoice accepts in every status (docs/api/invoices.md). */
export const ALWAYS_EDITABLE: readonly string[] = [
  ...ALWAYS_EDITABLE_TEXTS,
  ...ALWAYS_EDITABLE_DETAILS,
  'reminders_paused',
  'status',
]

/**
 * Drafts an invoice without its number, which is taken when everything else is valid. `figures` are amounts that were agreed before
 * (a converted quote's), in minor units; absent, they follow from the lines. Throws 400 for invalid content.
 */
export function draftInvoice(
  input: CreateInvoice,
  made: NewDocument & { figures?: Totals | undefined; recurring_invoice_id?: RecurringInvoiceId | undefined },
): InvoiceRecord {
  const draft = draftDocument(input, made)
  return {
    ...draft,
    id: made.id as InvoiceId,
    invoice_number: '',
    due_date: termDate(input.due_date, draft.issue_date, 'due_date', made.defaults.payment_days),
    amount_paid: 0,
    amount_credited: 0,
    amount_refunded: 0,
    amount_due: draft.total,
    reminders_paused: input.reminders_paused ?? false,
    issued_on: null,
    recurring_invoice_id: made.recurring_invoice_id ?? null,
  }
}

/** An invoice after a change, together with the changes of its payments. */
export interface RevisedInvoice extends Settled {
  are_items_changed: boolean
}

/**
 * Revises an invoice. `payments` are its living payments; they matter only when the status changes. `customer` is set when the change
 * names another one.
 *
 * Throws 409 `invoice_not_editable` when it is no draft and the change has a draft-only field, 409 `invoice_has_payments`,
 * `payment_refunded` or `invoice_has_credit_notes` when recorded money speaks against the change, and 400 for content that can't be.
 * `after` is `before` itself when nothing changes.
 */
export function reviseInvoice(
  before: InvoiceRecord,
  changes: UpdateInvoice,
  payments: readonly PaymentsTable[],
  made: { customer: CustomersTable | undefined; now: string; today: string; newLineId: () => LineItemId },
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
  const { reminders_paused } = changes
  if (reminders_paused !== undefined && reminders_paused !== Boolean(before.reminders_paused))
    edited.reminders_paused = reminders_paused
  edited.issued_on = issuedOn(before, changes.status ?? before.status, made.today)
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
