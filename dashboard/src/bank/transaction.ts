// What pages say of bank transactions. Pure.
import type { components } from '../../../sdk/src/api.ts'
import { addDecimal, decimalText } from '../../../server/src/kernel/money.ts'
import { money, words } from '../ui/format.ts'

export type BankTransaction = components['schemas']['BankTransaction']
export type Suggestion = BankTransaction['suggestions'][number]
type Match = BankTransaction['matches'][number]

/** What accepting a suggestion sends. */
export function bodyOf({ invoice_id, credit_note_id, returned_transaction_id }: Suggestion) {
  if (returned_transaction_id !== null) return { returned_transaction_id }
  if (credit_note_id !== null) return { credit_note_id }
  return { invoice_id: invoice_id! }
}

/** What a suggestion is about, in a few words. */
export function titleOf({ invoice_number, credit_note_number, returned_transaction_id }: Suggestion): string {
  if (returned_transaction_id !== null) return 'Returned transfer'
  return credit_note_number === null ? (invoice_number ?? '') : `Refund of ${credit_note_number}`
}

/** What accepting it does. */
export function effectOf(suggestion: Suggestion, currency: string): string {
  const amount = money(suggestion.amount, currency)
  if (suggestion.returned_transaction_id !== null) return `Reverses the payment of ${amount}`
  return suggestion.credit_note_id === null ? `Records a payment of ${amount}` : `Records a refund of ${amount}`
}

/** The other party, else what they wrote. */
export const partyOf = ({ name, iban, text }: Pick<BankTransaction, 'name' | 'iban' | 'text'>): string =>
  name || iban || text || 'No name'

/** The status as pages show it: a transaction that is matched in part is unmatched for the API. */
export const stateOf = ({ status, matches }: Pick<BankTransaction, 'status' | 'matches'>): string =>
  status === 'unmatched' && matches.length > 0 ? 'partly_matched' : status

/** What a transaction is matched to, in a word or two. */
export const matchedTo = ([match, ...others]: BankTransaction['matches']): string =>
  match === undefined ? '' : others.length === 0 ? words(match.kind) : `${others.length + 1} matches`

/**
 * The matches that a request has just made, of the transaction that it was answered with: the last one, and its payment where a difference was
 * accepted too. None where a returned transfer was undone.
 */
export function newMatches({ status, matches }: BankTransaction, has_difference: boolean): Match[] {
  return status === 'ignored' ? [] : matches.slice(has_difference ? -2 : -1)
}

/**
 * The payments that undo the matches `made`, in the order in which they must go: a difference before its payment. Undefined where the API can't
 * undo them alone: a refund beside other matches, and a returned transfer, whose payments are gone.
 */
export function undoOf({ matches }: BankTransaction, made: readonly Match[]): { payment_id?: string }[] | undefined {
  if (made.length === 0) return undefined
  // All of them at once also undoes a refund.
  if (made.length === matches.length) return [{}]
  const ids = made.map(({ payment_id }) => payment_id)
  return ids.includes(null) ? undefined : ids.reverse().map((payment_id) => ({ payment_id: payment_id! }))
}

/** What a match has done, in one sentence. */
export function sentenceOfMatch(after: BankTransaction, made: readonly Match[]): string {
  const { currency, amount, amount_left, status } = after
  const party = partyOf(after)
  if (status === 'ignored') return `${party}: returned transfer, its payment is reversed`
  if (amount_left === 0 && made.length === after.matches.length) return `${party}: ${money(Math.abs(amount), currency)} matched`
  const used = made.filter(({ kind }) => kind !== 'difference').map((match) => decimalText(match.amount))
  const total = Number(used.reduce(addDecimal, '0'))
  const left = amount_left === 0 ? 'nothing left' : `${money(amount_left, currency)} left`
  return `${party}: ${money(total, currency)} of ${money(Math.abs(amount), currency)} matched, ${left}`
}

/** What undoing has done, in one sentence. */
export const sentenceOfUndo = (after: BankTransaction): string =>
  after.matches.length === 0
    ? `${partyOf(after)} is unmatched again`
    : `${partyOf(after)}: match undone, ${money(after.amount_left, after.currency)} left`
