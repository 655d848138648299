import { orSay } from '../app/or-say.ts'
import { useChange } from '../app/session.ts'
import { toast } from '../ui/toast.tsx'
import {
  type BankTransaction,
  bodyOf,
  newMatches,
  partyOf,
  type Suggestion,
  sentenceOfMatch,
  sentenceOfUndo,
  undoOf,
} from './transaction.ts'

const ID = '/v1/bank-transactions/{id}'

interface Unmatching {
  id: string
  /** The bodies of the requests, one after the other; one without a payment undoes everything. */
  bodies?: readonly { payment_id?: string }[]
}

/** Undoes what was done to a transaction: everything, or only some of its payments. Says so. */
export function useUnmatch() {
  return useChange(
    async (send, { id, bodies = [{}] }: Unmatching) => {
      let after: BankTransaction | undefined
      for (const body of bodies) after = await send.post(`${ID}/unmatch`, { path: { id }, body })
      return after!
    },
    (after) => toast(sentenceOfUndo(after), 'done', { about: after.id }),
    { repeats: true },
  )
}

/** Records what a transaction pays; the message undoes this match, and no other of the transaction. */
export function useMatch(onDone: () => void = () => {}) {
  const unmatch = useUnmatch()
  return useChange(
    (send, { id, body }: Matching) => send.post(`${ID}/match`, { path: { id }, body }),
    (after, { body }) => {
      const { id } = after
      const made = newMatches(after, body.difference !== undefined)
      const bodies = undoOf(after, made)
      const undo = bodies && { undo: () => orSay(unmatch.mutateAsync({ id, bodies }), id) }
      toast(sentenceOfMatch(after, made), 'done', { about: id, ...undo })
      onDone()
    },
    { repeats: true },
  )
}

interface Matching {
  id: string
  body: Body
}

/** What a match may say. */
interface Body {
  invoice_id?: string
  credit_note_id?: string
  returned_transaction_id?: string
  amount?: number
  difference?: { reason: string }
}

/** Sets a transaction aside; the message brings it back. */
export function useIgnore(onDone: () => void = () => {}) {
  const unmatch = useUnmatch()
  return useChange(
    (send, id: string) => send.post(`${ID}/ignore`, { path: { id }, body: {} }),
    (after) => {
      const { id, matches } = after
      // The API brings one back together with undoing its matches.
      const undo = matches.length === 0 ? { undo: () => orSay(unmatch.mutateAsync({ id }), id) } : {}
      toast(`${partyOf(after)} ignored`, 'done', { about: id, ...undo })
      onDone()
    },
    { repeats: true },
  )
}

/** The body of accepting a suggestion. */
export const accepting = (id: string, suggestion: Suggestion): Matching => ({ id, body: bodyOf(suggestion) })
