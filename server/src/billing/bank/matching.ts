// Matching a transaction: what it pays is recorded through the payments and refunds of the invoice, in one transaction.
import type { Context } from '../../http/context.ts'
import { currencyDigits } from '../../kernel/currencies.ts'
import { conflict, invalid } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { fromMinor, type Minor } from '../../kernel/money.ts'
import type { WriteTx } from '../../sql/database.ts'
import { namedCreditNote, recordRefundIn, refundsOf } from '../credit-notes/service.ts'
import { recordPaymentIn } from '../invoices/payments.ts'
import type { InvoiceRecord } from '../invoices/schema.ts'
import { namedInvoice } from '../invoices/service.ts'
import { findMatch, findTransaction, insertMatch, saveTransaction } from './repository.ts'
import type { BankTransaction, MatchTransaction } from './schema.ts'
import { loadTransaction, shownTransaction, undoMatches } from './service.ts'
import type { BankMatchesTable, BankTransactionsTable } from './table.ts'
import { amountLeft, matchAmount, refuseMatched, withMatch } from './transaction.ts'

/** How payments say where they come from. */
const METHOD = 'bank transfer'
const DIFFERENCE = 'difference'
const LONGEST_REFERENCE = 255
/** Refunds of a credit note that are looked at: it has few. */
const MOST_REFUNDS = 100

/**
 * Matches a transaction to what it pays: money that came in to an invoice, money that went out to the refund of a credit note, or to the transfer
 * that it returns. Throws 404, 400 for what does not fit, 409 `transaction_matched` when nothing is left of it, and
 * `transaction_ignored`.
 */
export function matchTransaction(context: Context, id: string, input: MatchTransaction): Promise<BankTransaction> {
  const named = (['invoice_id', 'credit_note_id', 'returned_transaction_id'] as const).filter((name) => input[name] !== undefined)
  if (named.length === 0) throw invalid('invoice_id', ONE_OF, 'parameter_missing')
  if (named.length > 1) throw invalid(named[1]!, ONE_OF)
  const [target] = named
  if (input.difference && target !== 'invoice_id')
    throw invalid('difference', 'Only the payment of an invoice can have a difference')
  if (input.amount !== undefined && target === 'returned_transaction_id')
    throw invalid('amount', 'A returned transfer is undone whole: leave amount out')
  return context.transaction(async (tx) => {
    const before = await loadTransaction(tx, context.company_id, id)
    refuseMatched(before)
    refuseDirection(before, target!)
    if (target === 'returned_transaction_id') return shownTransaction(tx, await returnTransfer(tx, context, before, input))
    if (target === 'credit_note_id') return shownTransaction(tx, await matchRefund(tx, context, before, input))
    const invoice = await namedInvoice(tx, context.company_id, input.invoice_id!)
    return shownTransaction(tx, await matchInvoice(tx, context, before, invoice, input))
  })
}

const ONE_OF = 'Give exactly one of invoice_id, credit_note_id and returned_transaction_id'

function refuseDirection({ amount }: BankTransactionsTable, target: keyof MatchTransaction): void {
  if (amount > 0 && target !== 'invoice_id') throw invalid(target, 'Money that came in pays an invoice: give invoice_id')
  if (amount < 0 && target === 'invoice_id')
    throw invalid(target, 'Money that went out pays no invoice: give credit_note_id for a refund, or returned_transaction_id')
}

/** A match that the import makes automatically, and why. */
export interface AutomaticMatch {
  reason: string
}

/** Records what came in as a payment of an invoice. Throws 400 for another currency, and for more than is left or due. */
export async function matchInvoice(
  tx: WriteTx,
  context: Context,
  before: BankTransactionsTable,
  invoice: InvoiceRecord,
  input: Pick<MatchTransaction, 'amount' | 'difference'>,
  automatic?: AutomaticMatch,
): Promise<BankTransactionsTable> {
  refuseCurrency(before, invoice, 'invoice_id')
  const digits = currencyDigits(invoice.currency)
  if (invoice.amount_due <= 0) throw conflict('invoice_settled', 'Nothing is due on this invoice', 'invoice_id')
  const minor = matchAmount(before, input.amount, invoice.amount_due)
  const paid = await recordPaymentIn(tx, context, invoice, {
    amount: fromMinor(minor, digits),
    paid_at: before.booked_date,
    method: METHOD,
    reference: referenceOf(before),
  })
  const match = matchOf(context, before, invoice, { kind: 'payment', recorded_id: paid.row.id, amount: minor })
  let after = await store(tx, before, automatic ? { ...match, is_automatic: true, reason: automatic.reason } : match)
  if (input.difference) after = await acceptDifference(tx, context, after, paid.after, input.difference.reason)
  return after
}

/** Records what is left due on an invoice as a payment that no money came in for. */
async function acceptDifference(
  tx: WriteTx,
  context: Context,
  before: BankTransactionsTable,
  invoice: InvoiceRecord,
  reason: string,
): Promise<BankTransactionsTable> {
  if (invoice.amount_due === 0) throw invalid('difference', 'There is no difference: the invoice is paid in full')
  const paid = {
    amount: fromMinor(invoice.amount_due, currencyDigits(invoice.currency)),
    paid_at: before.booked_date,
    method: DIFFERENCE,
    reference: reason,
  }
  const { row } = await recordPaymentIn(tx, context, invoice, paid, 1)
  const match = matchOf(context, before, invoice, { kind: 'difference', recorded_id: row.id, amount: invoice.amount_due })
  return store(tx, before, { ...match, reason })
}

/** Takes the refund of a credit note that was recorded with this amount and is no other transaction's, or records one. */
async function matchRefund(
  tx: WriteTx,
  context: Context,
  before: BankTransactionsTable,
  input: MatchTransaction,
): Promise<BankTransactionsTable> {
  const note = await namedCreditNote(tx, context.company_id, input.credit_note_id!)
  refuseCurrency(before, note, 'credit_note_id')
  const wanted = matchAmount(before, input.amount, amountLeft(before))
  const known = (await refundsOf(tx, note, MOST_REFUNDS)).filter(({ amount }) => amount === wanted)
  let recorded: { id: BankMatchesTable['recorded_id']; amount: Minor } | undefined
  for (const refund of known) if (!recorded && !(await findMatch(tx, context.company_id, refund.id))) recorded = refund
  if (!recorded) {
    const minor = matchAmount(before, input.amount, note.refund_due)
    if (minor === 0) throw conflict('credit_note_settled', 'No refund is due on this credit note', 'credit_note_id')
    recorded = await recordRefundIn(tx, context, note, {
      amount: fromMinor(minor, currencyDigits(note.currency)),
      paid_at: before.booked_date,
      method: METHOD,
      reference: referenceOf(before),
    })
  }
  const of = { customer_id: note.customer_id, id: note.invoice_id }
  const match = matchOf(context, before, of, { kind: 'refund', recorded_id: recorded.id, amount: recorded.amount })
  return store(tx, before, { ...match, credit_note_id: note.id })
}

/** Undoes the payments of a transfer that came back. Both are ignored then: together they are no money. */
async function returnTransfer(
  tx: WriteTx,
  context: Context,
  before: BankTransactionsTable,
  { returned_transaction_id: id }: MatchTransaction,
): Promise<BankTransactionsTable> {
  const refuse = (sentence: string) => invalid('returned_transaction_id', sentence)
  const original = isId('bank_transaction', id!) ? await findTransaction(tx, context.company_id, id!) : undefined
  if (!original) {
    throw refuse('returned_transaction_id must be the id of a bank transaction of this company (GET /v1/bank-transactions)')
  }
  if (original.amount <= 0) throw refuse('Only money that came in can be returned')
  refuseCurrency(before, original, 'returned_transaction_id')
  if (original.amount > amountLeft(before)) throw refuse('Less went out than this transfer brought in')
  await undoMatches(tx, context, original)
  const freed = (await findTransaction(tx, context.company_id, original.id))!
  const because = before.return_reason === '' ? '' : `: ${before.return_reason}`
  saveTransaction(tx, freed, { ...freed, status: 'ignored', note: `Returned on ${before.booked_date}${because}` })
  const after = { ...before, status: 'ignored' as const, note: `Returns the transfer of ${original.booked_date}${because}` }
  saveTransaction(tx, before, after)
  return after
}

function refuseCurrency({ currency }: BankTransactionsTable, target: { currency: string }, param: string): void {
  if (target.currency === currency) return
  throw invalid(param, `The transaction is in ${currency}, and this is in ${target.currency}`)
}

/** What the payment says of the transfer. */
const referenceOf = ({ text, reference }: BankTransactionsTable): string =>
  (text || reference).slice(0, LONGEST_REFERENCE).toWellFormed()

type Recorded = Pick<BankMatchesTable, 'kind' | 'recorded_id' | 'amount'>

function matchOf(
  context: Context,
  { company_id, id }: BankTransactionsTable,
  of: { id: BankMatchesTable['invoice_id']; customer_id: BankMatchesTable['customer_id'] },
  recorded: Recorded,
): BankMatchesTable {
  return {
    company_id,
    transaction_id: id,
    ...recorded,
    invoice_id: of.id,
    credit_note_id: null,
    customer_id: of.customer_id,
    is_automatic: false,
    reason: '',
    created_at: context.now,
  }
}

async function store(tx: WriteTx, before: BankTransactionsTable, match: BankMatchesTable): Promise<BankTransactionsTable> {
  const after = withMatch(before, match)
  await insertMatch(tx, match, before.iban)
  saveTransaction(tx, before, after)
  return after
}
