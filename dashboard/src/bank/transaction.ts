// What pages say of bank transactions.
import type { components } from '../../../sdk/src/api.ts'
import { money } from '../ui/format.ts'

export type BankTransaction = components['schemas']['BankTransaction']
export type Suggestion = BankTransaction['suggestions'][number]

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
  if (suggestion.returned_transaction_id !== null) return `The payment of ${amount} is undone`
  return suggestion.credit_note_id === null ? `A payment of ${amount} is recorded` : `A refund of ${amount} is recorded`
}

/** Who it is, and what they wrote. */
export const partyOf = ({ name, iban, text }: BankTransaction): string => name || iban || text || 'Without a name'
