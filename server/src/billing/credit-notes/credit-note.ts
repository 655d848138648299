// Pure: what a credit note credits of its invoice, and what it says. Rules: docs/api/credit-notes.md.

import { currencyDigits } from '../../kernel/currencies.ts'
import { conflict, type Fault, invalid, invalidAll } from '../../kernel/errors.ts'
import type { CreditNoteId, InvoiceId, LineItemId } from '../../kernel/ids.ts'
import { decimalText, fromMinor } from '../../kernel/money.ts'
import { keepingCustomer } from '../documents/customer.ts'
import type { LineItemRow } from '../documents/line-items.ts'
import { taxBreakdown } from '../documents/tax.ts'
import { orTooLarge } from '../documents/totals.ts'
import type { InvoiceRecord } from '../invoices/schema.ts'
import { refundDue } from '../invoices/settlement.ts'
import type { CreateCreditNote, CreditNoteLine, CreditNoteRecord } from './schema.ts'
import {
  type Credited,
  type CreditedQuantities,
  type CreditFigures,
  creditedSoFar,
  creditFigures,
  isCreditedWhole,
  isWithin,
  quantitiesLeft,
} from './shares.ts'

const EXCEEDS = 'credit_exceeds_invoice'

/** How much of which lines a request credits after what is `credited`. Throws 409 `invoice_is_draft`, and 400 with all faults of its items. */
export function quantitiesOf(invoice: InvoiceRecord, input: CreateCreditNote, credited: Credited): CreditedQuantities {
  if (invoice.status === 'draft') throw conflict('invoice_is_draft', IS_DRAFT, 'invoice_id')
  const left = quantitiesLeft(invoice, credited.quantities)
  if (isCreditedWhole(invoice, credited) || hasNoTotalLeft(invoice))
    throw invalid('invoice_id', 'Nothing is left to credit of this invoice', EXCEEDS)
  if (!input.items) return left
  const known = new Set<string>(invoice.items.map(({ id }) => id))
  const wanted: Record<string, string> = {}
  const faults = input.items.flatMap(({ item_id, quantity }, index): Fault[] => {
    const param = `items[${index}].item_id`
    if (!known.has(item_id)) return [fault(param, `${param} must be the id of a line of the invoice`)]
    if (item_id in wanted) return [fault(param, `${param} is named twice: give each line once`)]
    wanted[item_id] = decimalText(quantity)
    if (isWithin(wanted[item_id], left[item_id] ?? '0')) return []
    return [exceeds(`items[${index}].quantity`, left[item_id])]
  })
  if (faults.length > 0) throw invalidAll(faults)
  return wanted
}

/** Whether the whole total is credited. Lines that amount to 0 together may still be left; no credit note can be made of them. */
const hasNoTotalLeft = ({ amount_credited, total }: InvoiceRecord) => amount_credited > 0 && amount_credited === total

/** What of an invoice is credited whole after a credit note. */
export interface CreditedWhole {
  invoice_id: InvoiceId
  /** Lines of which nothing is left. */
  item_ids: ReadonlySet<string>
  /** Whether nothing is left of the invoice. */
  is_whole: boolean
}

/**
 * What is credited whole after a credit note: `credited` and the invoice are as it leaves them. Once nothing is left of the total, lines whose
 * whole amount is credited count too: no later credit note can have them.
 */
export function creditedWhole(after: InvoiceRecord, credited: Credited): CreditedWhole {
  const left = quantitiesLeft(after, credited.quantities)
  const { lines } = creditedSoFar(after, credited)
  const isWhole = ({ id, subtotal }: LineItemRow) => !(id in left) || (hasNoTotalLeft(after) && lines[id] === subtotal)
  const whole = after.items.filter(isWhole)
  const is_whole = isCreditedWhole(after, credited) || (after.items.length > 0 && whole.length === after.items.length)
  return { invoice_id: after.id, item_ids: new Set(whole.map(({ id }) => id)), is_whole }
}

/** The refusal to credit a draft. */
export const IS_DRAFT = 'This invoice was not issued yet: change or delete the draft instead'

const fault = (param: string, error: string): Fault => ({ error, code: 'parameter_invalid', param })

const exceeds = (param: string, left: string | undefined): Fault => ({
  error:
    left === undefined
      ? `${param}: nothing is left of this line`
      : `${param} must be between 0 and what is left of this line, ${left}`,
  code: EXCEEDS,
  param,
})

/** What a new credit note gets in addition to its content. */
export interface NewCreditNote {
  id: CreditNoteId
  credit_note_number: string
  public_token: string
  now: string
  today: string
  newLineId: () => LineItemId
}

/**
 * A credit note of `quantities` after what is `credited`: all else is as frozen on the invoice. It shows the refund that is due before it.
 * Throws 400 when its total is not above 0, or is more than is left of the invoice's.
 */
export function draftCreditNote(
  invoice: InvoiceRecord,
  { reason, issue_date }: Pick<CreateCreditNote, 'reason' | 'issue_date'>,
  { quantities, credited }: { quantities: CreditedQuantities; credited: Credited },
  made: NewCreditNote,
): CreditNoteRecord {
  const figures = orTooLarge('items', () => creditFigures(invoice, credited, quantities))
  refuseTotal(invoice, figures)
  const { newLineId, today, now, ...own } = made
  const { invoice_number, issue_date: invoice_date, due_date: _due, amount_due: _left, amount_paid: _paid, ...kept } = invoice
  const { amount_credited: _credited, ...frozen } = kept
  return keepingCustomer({
    ...frozen,
    ...own,
    status: 'issued' as const,
    invoice_id: invoice.id,
    invoice_number,
    invoice_date,
    refund_due: refundDue(invoice),
    issue_date: issue_date ?? today,
    ...discountOf(invoice, figures),
    subtotal: figures.subtotal,
    subtotal_after_discount: figures.subtotal_after_discount,
    tax_amount: figures.tax_amount,
    total: figures.total,
    tax_groups: taxBreakdown(invoice) === null ? null : JSON.stringify(figures.groups),
    reason: reason ?? '',
    amount_refunded: 0,
    notes: '',
    payment_terms: '',
    external_id: null,
    metadata: '{}',
    document_version: 0,
    created_at: now,
    updated_at: now,
    items: creditedLines(invoice, quantities, figures, newLineId),
  })
}

function refuseTotal(invoice: InvoiceRecord, { total }: CreditFigures): void {
  if (total <= 0) throw invalid('items', 'The total of a credit note must be above 0: credit other lines together with these')
  if (invoice.amount_credited + total <= invoice.total) return
  const left = fromMinor(invoice.total - invoice.amount_credited, currencyDigits(invoice.currency))
  throw invalid('items', `These lines are more than is left of the invoice, ${left} ${invoice.currency}`, EXCEEDS)
}

/** A fixed discount is the part of it that is credited; a percentage stays the invoice's. */
function discountOf(invoice: InvoiceRecord, { discount_amount }: CreditFigures) {
  const { discount_type, discount_value, currency } = invoice
  if (discount_type !== 'fixed') return { discount_type, discount_value, discount_amount }
  return { discount_type, discount_value: decimalText(fromMinor(discount_amount, currencyDigits(currency))), discount_amount }
}

function creditedLines(
  invoice: InvoiceRecord,
  quantities: CreditedQuantities,
  { lines }: CreditFigures,
  newLineId: () => LineItemId,
): CreditNoteLine[] {
  return invoice.items
    .filter(({ id }) => id in quantities)
    .map((line, sort_order) => {
      const amount = lines[line.id]!
      return {
        ...line,
        sort_order,
        id: newLineId(),
        item_id: line.id,
        quantity: quantities[line.id]!,
        subtotal: amount,
        total: amount,
      }
    })
}
