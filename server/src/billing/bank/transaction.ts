// Pure: a transaction before and after something of it is matched, freed or ignored.
import { currencyDigits } from '../../kernel/currencies.ts'
import { conflict, invalid } from '../../kernel/errors.ts'
import type { BankTransactionId, CompanyId } from '../../kernel/ids.ts'
import { fromMinor, type Minor, roundToMinor } from '../../kernel/money.ts'
import { orTooLarge } from '../documents/totals.ts'
import type { KeyedTransaction } from './duplicates.ts'
import type { BankMatchesTable, BankTransactionsTable } from './table.ts'

/** A new transaction of a statement. */
export function newTransaction(
  { transaction, keys }: KeyedTransaction,
  made: { company_id: CompanyId; id: BankTransactionId; now: string },
): BankTransactionsTable {
  return {
    ...transaction,
    ...keys,
    company_id: made.company_id,
    id: made.id,
    status: 'unmatched',
    matched_amount: 0,
    note: '',
    created_at: made.now,
  }
}

/** What is left of a transaction to be matched: above 0. */
export const amountLeft = ({ amount, matched_amount }: Pick<BankTransactionsTable, 'amount' | 'matched_amount'>): Minor =>
  Math.abs(amount) - matched_amount

/** What a match uses up of its transaction. */
const used = ({ kind, amount }: Pick<BankMatchesTable, 'kind' | 'amount'>): Minor => (kind === 'difference' ? 0 : amount)

/** A transaction after a match: matched once nothing is left of it. */
export function withMatch(
  before: BankTransactionsTable,
  match: Pick<BankMatchesTable, 'kind' | 'amount'>,
): BankTransactionsTable {
  const matched_amount = before.matched_amount + used(match)
  if (matched_amount > Math.abs(before.amount)) throw new Error(`More than ${before.id} is matched`)
  return { ...before, matched_amount, status: matched_amount === Math.abs(before.amount) ? 'matched' : 'unmatched', note: '' }
}

/** A transaction after a match was undone. */
export function withoutMatch(
  before: BankTransactionsTable,
  match: Pick<BankMatchesTable, 'kind' | 'amount'>,
): BankTransactionsTable {
  const matched_amount = before.matched_amount - used(match)
  return { ...before, matched_amount, status: amountLeft({ ...before, matched_amount }) === 0 ? 'matched' : 'unmatched' }
}

/** A transaction that nothing more is to be matched to. Throws 409 `transaction_matched` when nothing is left of it. */
export function ignored(before: BankTransactionsTable, note: string): BankTransactionsTable {
  if (before.status === 'matched') throw alreadyMatched()
  return { ...before, status: 'ignored', note }
}

/** The refusal to match or ignore a transaction of which nothing is left. */
const alreadyMatched = () =>
  conflict('transaction_matched', 'Nothing is left of this transaction: its whole amount is matched. Unmatch it first', 'status')

/** Throws 409 for a transaction that nothing may be matched to: it is ignored, or nothing is left of it. */
export function refuseMatched(transaction: BankTransactionsTable): void {
  if (transaction.status === 'ignored')
    throw conflict('transaction_ignored', 'This transaction is ignored: unmatch it to bring it back', 'status')
  if (amountLeft(transaction) <= 0) throw alreadyMatched()
}

/**
 * How much of a transaction a match takes: `asked`, or what is left of it, but no more than what is `due`. Throws 400 for more than is left of
 * the transaction, and for nothing.
 */
export function matchAmount(transaction: BankTransactionsTable, asked: number | undefined, due: Minor): Minor {
  const left = amountLeft(transaction)
  if (asked === undefined) return Math.min(left, due)
  const digits = currencyDigits(transaction.currency)
  const amount = orTooLarge('amount', () => roundToMinor(asked, digits))
  if (amount <= 0) throw invalid('amount', 'amount must be more than 0')
  if (amount > left)
    throw invalid(
      'amount',
      `amount must be at most what is left of the transaction, ${fromMinor(left, digits)} ${transaction.currency}`,
    )
  return amount
}
