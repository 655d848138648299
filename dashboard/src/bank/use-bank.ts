import { useChange } from '../app/session.ts'
import { money } from '../ui/format.ts'
import { toast } from '../ui/toast.tsx'
import { type BankTransaction, bodyOf, partyOf, type Suggestion } from './transaction.ts'

const ID = '/v1/bank-transactions/{id}'

/** Undoes what was done to a transaction. */
export function useUnmatch(onDone: (after: BankTransaction) => void = () => {}) {
  return useChange((send, id: string) => send.post(`${ID}/unmatch`, { path: { id }, body: {} }), onDone, { repeats: true })
}

/** Records what a transaction pays; the toast undoes it. */
export function useMatch(onDone: () => void = () => {}) {
  const unmatch = useUnmatch((after) => toast(`${partyOf(after)} waits again`, 'done', { about: after.id }))
  return useChange(
    (send, { id, body }: { id: string; body: Body }) => send.post(`${ID}/match`, { path: { id }, body }),
    (after) => {
      toast(`${money(Math.abs(after.amount), after.currency)}, ${partyOf(after)}: ${after.status}`, 'done', {
        about: after.id,
        undo: () => unmatch.mutate(after.id),
      })
      onDone()
    },
    { repeats: true },
  )
}

/** What a match may say. */
interface Body {
  invoice_id?: string
  credit_note_id?: string
  returned_transaction_id?: string
  amount?: number
  difference?: { reason: string }
}

/** Sets a transaction aside; the toast brings it back. */
export function useIgnore(onDone: () => void = () => {}) {
  const unmatch = useUnmatch((after) => toast(`${partyOf(after)} waits again`, 'done', { about: after.id }))
  return useChange(
    (send, id: string) => send.post(`${ID}/ignore`, { path: { id }, body: {} }),
    (after) => {
      toast(`${partyOf(after)} is ignored`, 'done', { about: after.id, undo: () => unmatch.mutate(after.id) })
      onDone()
    },
    { repeats: true },
  )
}

/** The body of accepting a suggestion. */
export const accepting = (id: string, suggestion: Suggestion): { id: string; body: Body } => ({ id, body: bodyOf(suggestion) })
