// Bank transactions: reading, ignoring and freeing them. Importing is in import.ts, matching in matching.ts.
import type { Context } from '../../http/context.ts'
import { cursorPage, refuseBothCursors } from '../../http/pagination.ts'
import { invalid, notFound } from '../../kernel/errors.ts'
import { type CompanyId, isId, type PaymentId } from '../../kernel/ids.ts'
import type { Tx, WriteTx } from '../../sql/database.ts'
import { type OnPaymentsUndone, reversePaymentIn } from '../invoices/payments.ts'
import { findMatch, findTransaction, listMatches, listTransactionRows, removeMatch, saveTransaction } from './repository.ts'
import { type BankTransaction, presentTransaction, type UnmatchTransaction } from './schema.ts'
import { suggestionsFor } from './suggestions.ts'
import type { BankMatchesTable, BankTransactionsTable, TransactionStatus } from './table.ts'
import { ignored, withoutMatch } from './transaction.ts'

export interface ListTransactionsQuery {
  limit: number
  status?: TransactionStatus | undefined
  'booked[gte]'?: string | undefined
  'booked[lte]'?: string | undefined
  starting_after?: string | undefined
  ending_before?: string | undefined
}

/** Lists transactions by cursor, the newest day first. Throws 400 for both cursors at once, and for one that names none of the company. */
export function listTransactions(context: Context, query: ListTransactionsQuery) {
  return context.read(async (tx) => {
    refuseBothCursors(query)
    const filter = {
      status: query.status,
      from: query['booked[gte]'],
      until: query['booked[lte]'],
      older_than: await placeOf(tx, context.company_id, 'starting_after', query.starting_after),
      newer_than: await placeOf(tx, context.company_id, 'ending_before', query.ending_before),
    }
    const found = await listTransactionRows(tx, context.company_id, filter, query.limit + 1)
    const { rows, pagination } = cursorPage(found, query)
    return { bank_transactions: await shownTransactions(tx, context.company_id, rows), pagination }
  })
}

async function placeOf(tx: Tx, company_id: CompanyId, param: string, id: string | undefined) {
  if (id === undefined) return undefined
  const found = isId('bank_transaction', id) ? await findTransaction(tx, company_id, id) : undefined
  if (!found) throw invalid(param, `${param} must be the id of a bank transaction of this company`)
  return found
}

/** A transaction; throws 404. */
export function getTransaction(context: Context, id: string): Promise<BankTransaction> {
  return context.read(async (tx) => shownTransaction(tx, await loadTransaction(tx, context.company_id, id)))
}

/** Sets a transaction aside: nothing more is to be matched to it. Once is enough. Throws 404, and 409 `transaction_matched`. */
export function ignoreTransaction(context: Context, id: string): Promise<BankTransaction> {
  return context.transaction(async (tx) => {
    const before = await loadTransaction(tx, context.company_id, id)
    if (before.status === 'ignored') return shownTransaction(tx, before)
    const after = ignored(before, '')
    saveTransaction(tx, before, after)
    return shownTransaction(tx, after)
  })
}

/**
 * Undoes the matches of a transaction with their payments, or one of them, and brings one back that was ignored. A refund stays recorded: only
 * its link goes, and matching again takes the same refund. Where nothing is to be undone, nothing happens. Throws 404, and 409 `payment_refunded`.
 */
export function unmatchTransaction(context: Context, id: string, { payment_id }: UnmatchTransaction): Promise<BankTransaction> {
  return context.transaction(async (tx) => {
    const before = await loadTransaction(tx, context.company_id, id)
    await undoMatches(tx, context, before, payment_id)
    const freed = await loadTransaction(tx, context.company_id, id)
    const after = freed.status === 'ignored' ? { ...freed, status: 'unmatched' as const, note: '' } : freed
    saveTransaction(tx, freed, after)
    return shownTransaction(tx, after)
  })
}

/** Undoes the matches of a transaction, or the one of a payment. Throws 400 for a payment that is not matched to it. */
export async function undoMatches(
  tx: WriteTx,
  context: Context,
  transaction: BankTransactionsTable,
  payment_id?: string,
): Promise<void> {
  const all = await listMatches(tx, context.company_id, [transaction.id])
  const matches =
    payment_id === undefined ? all : all.filter((match) => match.recorded_id === payment_id && match.kind !== 'refund')
  if (payment_id !== undefined && matches.length === 0)
    throw invalid('payment_id', 'payment_id must be a payment that is matched to this transaction')
  // The last first: of a paid invoice the difference goes before the payment.
  for (const match of matches.reverse()) {
    if (match.kind === 'refund') await freeMatch(tx, match)
    else await reversePaymentIn(tx, context, { invoice_id: match.invoice_id, payment_id: match.recorded_id }, freeTransfers)
  }
}

/** Frees the transfers that undone payments were matched to: what is called when a payment is undone, in any way. */
export const freeTransfers: OnPaymentsUndone = async (tx, context, ids) => {
  for (const id of ids) {
    const match = await findMatch(tx, context.company_id, id as PaymentId)
    if (match) await freeMatch(tx, match)
  }
}

async function freeMatch(tx: WriteTx, match: BankMatchesTable): Promise<void> {
  const before = (await findTransaction(tx, match.company_id, match.transaction_id))!
  removeMatch(tx, match, before.iban)
  saveTransaction(tx, before, withoutMatch(before, match))
}

/** A transaction of the company; throws 404. */
export async function loadTransaction(tx: Tx, company_id: CompanyId, id: string): Promise<BankTransactionsTable> {
  const found = isId('bank_transaction', id) ? await findTransaction(tx, company_id, id) : undefined
  if (!found) throw notFound()
  return found
}

/** Transactions as answers show them, with their matches and suggestions. */
export async function shownTransactions(
  tx: Tx,
  company_id: CompanyId,
  rows: readonly BankTransactionsTable[],
): Promise<BankTransaction[]> {
  const suggestions = await suggestionsFor(tx, company_id, rows)
  const matches = await matchesById(tx, company_id, rows)
  return rows.map((row, index) =>
    presentTransaction({ ...row, matches: matches.get(row.id) ?? [], suggestions: suggestions[index]! }),
  )
}

/** The matches of the transactions that have some. */
export async function matchesById(tx: Tx, company_id: CompanyId, rows: readonly BankTransactionsTable[]) {
  const found = await listMatches(
    tx,
    company_id,
    rows.map(({ id }) => id),
  )
  return Map.groupBy(found, ({ transaction_id }) => transaction_id)
}

/** One transaction as answers show it. */
export async function shownTransaction(tx: Tx, row: BankTransactionsTable): Promise<BankTransaction> {
  return (await shownTransactions(tx, row.company_id, [row]))[0]!
}
