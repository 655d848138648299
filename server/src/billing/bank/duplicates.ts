// Pure: which transactions of a file are there already. Files overlap, come twice, and have equal rows that are two transactions.
import { sha256 } from '../../kernel/crypto.ts'
import type { ParsedTransaction } from './parsed.ts'
import type { BankTransactionsTable } from './table.ts'

/** What tells a transaction from others. */
export type TransactionKeys = Pick<BankTransactionsTable, 'content_key' | 'ordinal' | 'reference_key'>

/** A transaction of a file with its keys. */
export interface KeyedTransaction {
  transaction: ParsedTransaction
  keys: TransactionKeys
}

/**
 * The transactions of a file with their keys, in its order. They are known by the bank's reference where it has one that no other transaction of
 * the file has; else, and besides, by content, where the n-th of equal transactions of a file is the n-th of those that are stored.
 */
export function keyed(file: readonly ParsedTransaction[]): KeyedTransaction[] {
  const uses = countOf(file.map(referenceOf))
  const ordinals = new Map<string, number>()
  return file.map((transaction): KeyedTransaction => {
    const content_key = contentKey(transaction)
    const ordinal = ordinals.get(content_key) ?? 0
    ordinals.set(content_key, ordinal + 1)
    const reference = referenceOf(transaction)
    const reference_key = reference !== '' && uses.get(reference) === 1 ? referenceKey(transaction) : null
    return { transaction, keys: { content_key, ordinal, reference_key } }
  })
}

/** Those of them that are not `known`. */
export function newTransactions(file: readonly KeyedTransaction[], known: readonly TransactionKeys[]): KeyedTransaction[] {
  const references = new Set(known.map(({ reference_key }) => reference_key))
  const contents = new Set(known.map(({ content_key, ordinal }) => `${content_key} ${ordinal}`))
  return file.filter(
    ({ keys: { content_key, ordinal, reference_key } }) =>
      !(reference_key !== null && references.has(reference_key)) && !contents.has(`${content_key} ${ordinal}`),
  )
}

const referenceOf = ({ account, bank_reference }: ParsedTransaction) =>
  bank_reference === '' ? '' : JSON.stringify([account, bank_reference])

function countOf(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/** Day and amount belong to it: many banks begin to count again each year, or each day. */
const referenceKey = ({ account, bank_reference, booked_date, amount, currency }: ParsedTransaction) =>
  sha256(JSON.stringify([account, bank_reference, booked_date, amount, currency]))

function contentKey(transaction: ParsedTransaction): string {
  const { account, booked_date, amount, currency, name, iban, text, reference, end_to_end_id, bank_reference } = transaction
  return sha256(
    JSON.stringify([account, booked_date, amount, currency, name, iban, text, reference, end_to_end_id, bank_reference]),
  )
}
